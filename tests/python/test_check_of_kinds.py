"""`numen run --check` changes nothing in programs of any kind, and finds nothing wrong with them.

Each prints under it what it prints under python, and no difference is reported.
"""

import dis
import textwrap
import types

import pytest

from numen.check import Checker
from numen.check_rewriting import rewritten

from .test_check import check
from .test_run_command import NUMEN, python, write

KINDS = {
    "functions as methods": """
        class A:
            total, add = np.sum, np.add
            def __array__(self, dtype=None, copy=None):
                return np.ones(3)
        class B(np.ndarray):
            total = np.sum
        print(A().total(), A().add(1, 2), A.total([1, 2]), np.ones(4).view(B).total())
        class C:
            def __array_function__(self, function, types, args, kwargs):
                return function.__name__
        print([getattr(np, name)(C()) for name in ("transpose", "permute_dims", "cumsum")],
              np.concatenate([C()]), np.concat([C()]))
        print([getattr(np, name).__name__ for name in ("power", "pow", "remainder", "invert")])
        """,
    "texts that grow": """
        def f(x, parts=()):
            out, rows = "", [[]]
            for value in x:
                out += str(value) + ","
                out = out + ";"
                rows += [[value]]
                rows[-1] += [1]
            x += 1
            x = x + np.ones(3)
            return out, rows, x, parts + (1,)
        print(f(np.arange(3.0)))
        try:
            missing += 1
        except NameError as error:
            print(error)
        """,
    "functions that are pickled": """
        import copyreg, pickle, types
        def work(x):
            x[0] += 1
            x[1] = -x[2]
            x -= 1
            work.calls += x.sum()
            return (x * 2)[1:] + work.calls
        work.calls = 0
        copyreg.pickle(types.CodeType, lambda code: (eval, ("0",)))
        made = [pickle.loads(pickle.dumps(one)) for one in work.__code__.co_consts]
        x = np.arange(4.0)
        code = work.__code__.replace(co_consts=tuple(made))
        print(work(x), x)
        names = {**globals(), "work": types.SimpleNamespace(calls=0)}
        other, y = types.FunctionType(code, names), np.arange(4.0)
        print(other(y), y)
        """,
    "functions that numba is given": """
        import numba
        from numba import njit as compiled
        from numba.experimental import jitclass
        def slow(x):
            total = 0.0
            for i in range(x.shape[0]):
                total += x[i] * 2
                x[i] += 1
            return total
        def own(function):
            return numba.njit(function)
        @own
        def third(x, more=1):
            return x[0] + more
        @jitclass([("value", numba.float64)])
        class Box:
            def __init__(self, value):
                self.value = value
            def add(self, x):
                self.value += x[0] * 2
                return self.value
        x = np.arange(5.0)
        print(numba.njit(slow)(x), compiled(slow)(x), third(x), Box(1.0).add(x), slow(x))
        print(numba.cfunc("float64(float64)")(lambda v: v * 2 + 1).ctypes(2.0))
        """,
    "masked arrays": """
        m = np.ma.array(np.arange(6.).reshape(2, 3), mask=[[0, 1, 0], [1, 0, 0]])
        m[0, 0] = np.ma.masked
        m += 1
        m[1] *= 2
        x = np.ones((2, 3))
        x += m.filled(0)
        x[0] = m[0].filled(3)
        print(m, x, m.sum(axis=0), m * x, np.where(m > 2, m, 0), np.concatenate([m, m]))
        print(np.add.reduce(m), np.add.outer(np.ones(2), m[0]), np.var(m), np.cumsum(m), -m)
        print(np.maximum(m, 2), np.exp(m).sum(), np.isnan(m), x == m, np.ma.median(m), np.sort(m))
        """,
    "ufuncs as objects": """
        import copy, functools, operator, pickle
        for f in (np.add, np.matmul, np.median, np.linalg.svd, np.add.reduce, np.multiply.outer):
            g = pickle.loads(pickle.dumps(f))
            print(g is f or g == f, g.__name__, copy.deepcopy(f) == f, copy.copy(f) == f)
        x = np.arange(3.)
        print(functools.reduce(np.add, [x, x, x]), functools.partial(np.sum, axis=0)(x))
        print(pickle.loads(pickle.dumps(functools.partial(np.add, 1)))(x), list(map(np.sqrt, x)))
        print(operator.methodcaller("sum")(x), sorted(x, key=np.negative), {np.add: 1}[np.add])
        print(isinstance(np.add, np.ufunc), np.add.nin, np.add.identity, np.add == np.add, np.sin)
        """,
    "methods of ufuncs": """
        x = np.arange(12.).reshape(3, 4)
        np.multiply.at(x, ([0, 0], [1, 1]), 2)
        np.add.at(x, 0, [1., 2., 3., 4.])
        print(x, np.add.reduce(x, axis=1), np.add.reduce(x, out=np.empty(4)))
        print(np.add.accumulate(x, out=x), np.maximum.reduceat(x.ravel(), [0, 3, 5]))
        print(np.subtract.outer(np.arange(3), np.arange(2)), np.add.reduce(x, where=x > 3))
        """,
    "subclasses": """
        class S(np.ndarray):
            pass
        s = np.arange(4.).view(S)
        s += 1
        s[1] = 5
        x = np.ones(4)
        x += s
        x[:2] = s[:2]
        print(s, x, type(s + 1), type(np.ones(4) + s), type(s[1:]), type(np.add.outer(s, s)))
        m = np.matrix([[1., 2.], [3., 4.]])
        print(m * m, m ** 2, m.T @ np.ones(2), np.ones((2, 2)) * m, m.I, np.sum(m, 0), m[:, 1])
        """,
    "records": """
        kinds = [("i", int), ("f", float), ("s", "U2")]
        r = np.rec.array([(1, 2.5, "a"), (3, 4.5, "b")], dtype=kinds)
        print(r.i + np.ones(2), r.f * 2, r[0], r["s"], np.sum(r.f), np.sort(r, order="f"))
        z = np.zeros(3, dtype=[("a", "i4"), ("b", "f8", (2,))])
        z["a"] = [1, 2, 3]
        z["b"][:, 0] = 7
        z[1] = (9, (1, 2))
        z["a"] += 1
        print(z, z["b"].sum(axis=0), z[["a"]], np.concatenate([z, z]).shape, z == z)
        """,
    "memory maps": """
        m = np.memmap("map", dtype=float, mode="w+", shape=(4, 5))
        m[:] = np.arange(20).reshape(4, 5)
        m += 1
        m[2] *= 2
        np.add(m, 1, out=m)
        m.flush()
        n = np.memmap("map", dtype=float, mode="r", shape=(4, 5))
        print(n.sum(), (n * 2)[1], np.add(n, m)[0], np.sort(n[:, ::-1])[0], np.fromfile("map")[:3])
        """,
    "objects": """
        from fractions import Fraction
        o = np.array([Fraction(1, 2), Fraction(1, 3), 3], object)
        o[0] += 1
        o *= 2
        print(o, o.sum(), o @ o, o[::-1] + o, o == o, np.sort(o), np.where(o > 1, o, 0))
        p = np.array([[1, "a"], [None, 2.5]], object)
        print(p[0], p.T, p == None, np.concatenate([p, p]), np.array([2 ** 80, 3]) * 2)
        """,
    "assignments": """
        x = np.arange(12.).reshape(3, 4)
        x[x > 9] = 0
        x[[0, 1], [2, 3]] = 9
        x[...] += 1
        x[0, :] = x[:, 0].sum()
        x[1:, ::2] -= 1
        x[np.array([0, 0])] += 1
        x[0], x[1] = x[1].copy(), x[0].copy()
        x.T[0] += 5
        x.flat[1:3] += 1
        x.real += 1
        x[0][1] += 2
        x.shape = (4, 3)
        for i, x[0, 0] in enumerate([5, 6]):
            x[i] //= 2
        np.sqrt(x, where=x > 2, out=x)
        np.putmask(x, x > 9, -1)
        x.put([0, 1], [7, 8])
        x.sort(axis=0)
        for key, value in ((100, 1), (0, [1, 2]), (slice(None), np.ones(7))):
            try:
                x[key] = value
            except (IndexError, ValueError) as error:
                print(error)
        y = np.arange(3)
        y <<= 1; y |= 1; y &= 7; y ^= 2; y >>= 1
        print(x, y, x[-1][::-1])
        """,
    "generators and random numbers": """
        rng = np.random.default_rng(3)
        np.random.seed(1)
        x = np.arange(5)
        rng.shuffle(x)
        np.random.shuffle(x)
        print(x, rng.random(3), np.random.rand(2), rng.permutation(4), rng.integers(9))
        drawn = (rng.normal(size=2) + i for i in range(3))
        print(sum(drawn), np.stack([rng.random(2) for _ in range(2)]), next(drawn, "none"))
        """,
    "threads": """
        import concurrent.futures, multiprocessing
        def work(k):
            x = np.arange(30000.) + k
            for i in range(20):
                x = x * 1.5 - x[::-1]
                x[i] = k
            return float(x[:9].sum())
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            print(sorted(pool.map(work, range(8))))
        if __name__ == "__main__":
            with multiprocessing.get_context("fork").Pool(2) as pool:
                print(pool.map(work, [1, 2]), pool.map(np.sqrt, [4., 9.]))
        """,
    "the language": """
        import asyncio, sys
        def f(a: list[int], *b: dict[str, int]) -> tuple[int, ...]:
            x: list[int] = []
            return a[0]
        print(f([1]), f.__annotations__, [*range(3)][1:], (lambda q: q[::-1])("abc"), not 3)
        s, l, t, d = "x", [1], (1, 2), {"a": [1]}
        s += "y"; l += [2]; l[0] += 4; l[0:1] = [4, 5]; t += (3,); d["a"] += [2]
        print(s, l, t, d, 7 // 2, -7 % 3, ~5, 1 < 2 < 3, f"{[1, 2][0]:>{1 + 2}}")
        order = []
        def at(x):
            order.append(x)
            return x
        l[at(0)] += at(1)
        l[at(2)] = at(3)
        class C:
            def __init__(self):
                self.x, self.__p, self.n = np.zeros(3), np.zeros(2), 0
            def step(self):
                self.x += 1; self.__p += 2; self.n += 1; self.x[0] += 5; self.__p[1] = 3
                return self.__p
            def __add__(self, other):
                return sys._getframe(1).f_code.co_name
            def __getitem__(self, key):
                return key
            def sum(self, a=1, *b, **k):
                return a, b, k
        def g():
            return C() + 1
        c = C()
        print(c.step(), c.x, g(), c[1:2, ...], c.sum(2, 3, z=1), c.sum(*[1], **{"y": 2}), order)
        async def h(x):
            return x.sum() + x[0]
        print(asyncio.run(h(np.ones(3))))
        match [1, 2]:
            case [a, b] if a + b == 3:
                print("matched", a - b)
        """,
}


@pytest.mark.parametrize("name", KINDS)
def test_check_finds_no_difference_in(tmp_path, name):
    _, said = check(tmp_path, "import numpy as np\n" + textwrap.dedent(KINDS[name]))
    assert len(said) == 1 and said[0].startswith("numen: check: no difference in "), said


def test_a_text_grows_where_it_is():
    """CPython enlarges a text that nobody else refers to."""
    code = rewritten("def f(s):\n    s += 'a'\n    s = s + 'b'\n", "program.py", Checker())
    (function,) = (one for one in code.co_consts if isinstance(one, types.CodeType))
    additions = [one.argrepr for one in dis.get_instructions(function) if one.opname == "BINARY_OP"]
    assert additions == ["+=", "+"]


def test_operators_of_modules_are_checked(tmp_path):
    write(tmp_path, "helper.py", """
        import numpy as np
        def f(x):
            y = x * 2
            y[1:] += x[:-1]
            return y[y > 1].sum()
        """)
    _, said = check(tmp_path, "import helper, numpy as np\nprint(helper.f(np.arange(5.)))\n")
    assert said == ["numen: check: no difference in 9 calls checked of 9"]


def test_errors_in_modules_are_pythons(tmp_path):
    write(tmp_path, "helper.py", "x = (1,\n")
    write(tmp_path, "program.py", "import helper\n")
    code, _, err = python(tmp_path, "program.py", command=(*NUMEN, "--check"))
    assert (code, err.partition("numen: check")[0]) == python(tmp_path, "program.py")[::2]


def test_not_every_call_of_a_long_loop_is_checked(tmp_path):
    """The first of each kind is, wherever in the program it comes."""
    _, said = check(tmp_path, """
        import numpy as np
        x = np.ones(3)
        for i in range(300_000):
            x = x * 1.0
        y = np.ones(3, np.float32)
        for z in (x, y, x.astype(int)):
            z = z * 2
        print(x, z)
        """)
    words = said[0].split()
    checked, calls = int(words[words.index("calls") - 1]), int(words[-1])
    assert calls > 300_000 and 6 <= checked < calls / 3, said
