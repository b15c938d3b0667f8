"""`numen run --check` reports what differs from NumPy, and only that."""

import textwrap

import numpy
import pytest

from numen.check_differences import difference

from .test_run_command import NUMEN, python, write


def test_check_accepts_a_right_program(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import numpy as np
        x = np.arange(6.0).reshape(2, 3)
        x += np.sin(x)
        print(np.sum(x[0] * 2), np.flip(x).shape)
    """,
    )
    code, out, err = python(tmp_path, "program.py", command=(*NUMEN, "--check"))
    assert code == 0 and err.rstrip().split("\n")[-1].startswith("numen: check: no difference in ")


def test_check_reports_a_difference(tmp_path):
    write(
        tmp_path,
        "program.py",
        """
        import numpy as np
        x = np.ones(3)
        print(np.broken_sum(x))
    """,
    )
    write(
        tmp_path,
        "start.py",
        """
        import numen.check as check, numen.hook as hook, numpy, runpy
        from numen.namespace import module
        numpy.broken_sum = numpy.sum
        module("numpy").broken_sum = check.checked("broken_sum", lambda x: x.sum() + 1)
        hook.install()
        runpy.run_path("program.py")
    """,
    )
    code, out, err = python(tmp_path, "start.py")
    assert (code, out) == (0, "4.0\n")
    assert "program.py:4: broken_sum: NumPy gives 3.0, Numen 4.0" in err


OPERATORS = """
import numpy as np
n = SIZE
x = np.arange(float(n)) + 1
y = np.sin(x) * 2 - (x + 1) * 3
z = -(x * 2) + abs(x - 3.0) ** 2
w = (x.reshape(-1, 1) * 2).T / 3 @ (x.reshape(-1, 1) + 1)
k = ~(np.arange(n) * 2) << 1
x += x * 2
x[1:] *= (x[1:] + 1) * 2
print((x + y).sum() > 0, (x + 1)[::-1][:2] * 3, (z * 2).max() > 0, w.shape, (k * 2 > 3).any())
"""


# NumPy writes results into operands that nobody holds from 256 KiB on, Numen records from 16,384.
@pytest.mark.parametrize("size", [10, 20_000, 40_000, 200_000])
def test_operators_on_temporaries_agree(tmp_path, size):
    write(tmp_path, "program.py", OPERATORS.replace("SIZE", str(size)))
    code, _, err = python(tmp_path, "program.py", command=(*NUMEN, "--check"))
    assert code == 0 and err.startswith("numen: check: no difference in ")


def check(folder, program):
    """(stdout, what the check says) of a program that ends well; python prints the same."""
    write(folder, "program.py", program)
    code, out, err = python(folder, "program.py", command=(*NUMEN, "--check"))
    said = [line for line in err.splitlines() if line.startswith("numen: check: ")]
    assert (code, out) == python(folder, "program.py")[:2], err
    assert code == 0 and said, err
    return out, said


# Each is computed as NumPy does.
RIGHT = {
    "keywords with the checker's names": """
        class A:
            def m(self, name, value=1, self_=0):
                return name, value
        print(A().m(name=3), A().m(value=2, name=3), "{name}{value}{self}".format(
            name=1, value=2, self=3))
        """,
    "masked arrays": """
        m = np.ma.masked_array([1., 2., np.nan], [0, 0, 1])
        print(np.sum(m), np.add(m, m), np.sqrt(m), np.ones(3) * m, np.mean(m))
        """,
    "matrices": """
        m = np.matrix([[1., 2.]])
        print(np.ones(2) + m, np.sum(m, axis=0), np.dot(m, m.T))
        """,
    "a class with its own ufuncs": """
        class Q(np.ndarray):
            def __array_ufunc__(self, ufunc, method, *inputs, out=None, **more):
                plain = [np.asarray(i) for i in inputs]
                return getattr(ufunc, method)(*plain, **more)
        q = np.arange(5.).view(Q)
        print(q + 1, 1 + q, np.ones(5) + q, np.add(q, q), np.sum(q), q[1:].max())
        """,
    "output over the input": """
        x = np.arange(8.)
        np.cumsum(x, out=x)
        a = np.arange(4.).reshape(2, 2)
        np.matmul(a, a, out=a)
        np.add(x[:-1], x[1:], out=x[1:])
        np.subtract(x[::-1], x, out=x)
        np.copyto(x[1:], x[:-1])
        print(x, a)
        """,
    "large output over the input": """
        x = np.arange(30000.)
        x += x[::-1]
        x[::2] *= x[1::2]
        np.add(x[:-1], x[1:], out=x[1:])
        y = x.reshape(100, 300)
        y -= y[0]
        y[:100, :100] += y[:100, :100].T
        print(x[:5], x[-5:])
        """,
    "output over objects": """
        o = np.array([1, 2, 3, 4], object)
        o[1:] += o[:-1]
        np.add(o[1:], o[:-1], out=o[1:])
        p = o[1:]
        p += o[:-1]
        print(o)
        """,
    "columns, rows and pieces": """
        x = np.random.default_rng(0).random((300, 40))
        print(np.stack([x[:, i] for i in range(40)]).sum(), (x[:, 0] * x[:, 1])[0])
        print(np.concatenate([x[i] for i in range(300)])[7], (x[::2] + x[1::2])[0, 0])
        print(np.add(x[:, 0], x[:, 1], out=x[:, 2])[3], x[0, 2])
        """,
    "layouts": """
        x = np.asfortranarray(np.arange(24.).reshape(4, 6))
        print(x[::2].ravel("A"), np.broadcast_to(x[0], (10000, 6)).sum())
        x.setflags(write=False)
        for write in (lambda: np.add(x, 1, out=x), lambda: x[:, ::2].view("i4"),
                      lambda: x.sort()):
            try:
                write()
            except ValueError as error:
                print(error)
        """,
    "temporaries": """
        a = np.random.default_rng(0).random(400)
        z = np.random.default_rng(0).random(160000)
        results = [(a[:, None] - a) + 2, (a[:, None] - a) * (a[:, None] + a), -(a[:, None] - a),
                   (a[:, None] - a) ** 2, (a[:, None] - a) / 2, 1 + (a[:, None] - a),
                   np.sqrt(a[:, None] - a + 9), (z.reshape(400, 400) - a) * 2, (z + z) * 2]
        print([result.sum() > -1e9 for result in results])
        """,
    "errors of floating point": """
        for n in (3, 30000):
            with np.errstate(all="raise"):
                for call in (lambda: np.log(np.zeros(n)), lambda: np.zeros(n) / 0,
                             lambda: np.full(n, 1e300) * 1e300):
                    try:
                        call()
                    except FloatingPointError as error:
                        print(error)
        """,
    "errors told to the program": """
        np.seterrcall(lambda *what: print(*what))
        with np.errstate(all="call"):
            np.log(np.zeros(3))
            np.log(np.zeros(30000))[0]
        """,
    "warnings as errors": """
        import warnings
        warnings.simplefilter("error")
        for n in (0, 3, 30000):
            try:
                print(np.log(np.zeros(n)).mean())
            except RuntimeWarning as error:
                print(error)
        """,
    "vectors up to their signs": """
        a = np.random.default_rng(0).normal(size=(7, 6, 6))
        for x in (a, a + 1j * a.swapaxes(1, 2), a.astype("f4"), np.eye(4), np.zeros((3, 3)),
                  np.ones((5, 5)), np.triu(np.ones((4, 4)), 1)):
            u, s, vh = np.linalg.svd(x)
            w, v = np.linalg.eigh(x)
            w, v = np.linalg.eigh(a=x, UPLO="U")
            w, v = np.linalg.eig(x)
            w = np.linalg.eigvals(x)
            q, r = np.linalg.qr(x)
            s = np.linalg.svd(x, compute_uv=False)
            r = np.linalg.qr(x, mode="r")
            u, s, vh = np.linalg.svd(x[..., :2, :], full_matrices=True)
            q, r = np.linalg.qr(x[..., :2], mode="complete")
        print(s.shape)
        """,
    "sums that cancel": """
        x = np.random.default_rng(0).random(1000) * 1e6
        x = np.concatenate([x, -x])
        np.random.default_rng(1).shuffle(x)
        for found in (x.sum(), np.mean(x), np.dot(x, np.ones(2000)), x @ np.ones((2000, 2))):
            print(np.abs(found) < 1e-4)
        """,
    "pickles": """
        import copy, pickle
        for f in (np.sin, np.median, np.linalg.svd, np.mean):
            print(pickle.loads(pickle.dumps(f)) is f, copy.deepcopy(f) is f, f.__module__)
        print(np.abs is np.absolute)
        """,
    "functions for numba": """
        def njit(*options, **more):
            return options[0] if options else lambda f: f
        class numba:
            jit = vectorize = njit
        @njit
        def f(a):
            return a[0] + a.sum()
        @numba.jit(parallel=True)
        def g(a):
            return a[0] * 2
        print(f.__code__.co_names, g.__code__.co_names, f(np.ones(3)))
        """,
    "methods that count references": """
        import sys
        x = np.arange(6.)
        try:
            x.resize(8)
        except ValueError:  # as NumPy on 3.14
            if sys.version_info < (3, 14):
                raise
        print(x)
        """,
    "frames": """
        import sys, warnings
        class A:
            def caller(self):
                return sys._getframe(1).f_code.co_name
        print(A().caller(), isinstance(np.add, np.ufunc))
        """,
}


@pytest.mark.parametrize("name", RIGHT)
def test_check_finds_no_difference_in(tmp_path, name):
    program = "import numpy as np\n" + textwrap.dedent(RIGHT[name])
    _, said = check(tmp_path, program)
    assert len(said) == 1 and said[0].startswith("numen: check: no difference in "), said


WRONG = """
    import numpy as np
    a = np.random.default_rng(0).normal(size=(5, 5))
    a = a + a.T
    np.linalg.NAME(a)
    np.linalg.NAME(a.astype("f4"))
"""
# A result with one of its arrays changed, which no sign or phase explains.
SPOILT = {
    "svd": ["u[:, 1] *= 1.01", "vh[1] *= -1", "s[0] *= 1.01", "u[:, [0, 1]] = u[:, [1, 0]]"],
    "eigh": ["v[0] *= -1", "w[0] += 1", "v[:, 0] *= 2", "v[:, [0, 1]] = v[:, [1, 0]]"],
    "eig": ["v[0] *= -1", "w[0] += 1", "v[:, 0] *= 2", "v[:, [0, 1]] = v[:, [1, 0]]"],
    "qr": ["q[:, 0] *= -1", "r[0] *= 2", "r[4, 0] = 1", "q[0] *= -1"],
}
NAMES = {"svd": "u, s, vh", "eigh": "w, v", "eig": "w, v", "qr": "q, r"}


@pytest.mark.parametrize("name, change", [(n, c) for n in SPOILT for c in SPOILT[n]])
def test_check_sees_wrong_vectors(tmp_path, name, change):
    write(tmp_path, "program.py", WRONG.replace("NAME", name))
    write(tmp_path, "start.py", f"""
        import numen.check as check, numen.hook as hook, numpy, runpy
        from numen.namespace import module
        found = module("numpy.linalg").{name}
        def spoilt(*args):
            result = found(*args)
            {NAMES[name]} = map(numpy.array, result)
            {change}
            return type(result)({NAMES[name]})
        module("numpy.linalg").{name} = check.checked("linalg.{name}", spoilt)
        hook.install()
        runpy.run_path("program.py")
    """)
    _, _, err = python(tmp_path, "start.py")
    assert [f"program.py:{line}: linalg.{name}: " in err for line in (5, 6)] == [True] * 2, err


def test_check_takes_eigenvalues_in_any_order():
    w = numpy.array([[5, 0, 0, 1e-3], [1 + 1j, 1 - 1j, 2, 2]])
    matrices = (w[..., None] * numpy.eye(4),)
    for ours in (w, w[:, ::-1], w[:, [2, 0, 3, 1]] * (1 + 1e-13)):
        assert difference(ours, w, "linalg.eigvals", matrices) is None
    for ours in (w + 1e-3, w[:, [0, 0, 2, 3]], w.conj() * 1j, w[::-1]):
        assert "NumPy gives" in difference(ours, w, "linalg.eigvals", matrices)


def test_check_judges_eigenvalues_by_how_sensitive_they_are():
    """Those of a matrix that lacks vectors move by the root of what rounding changes."""
    jordan = numpy.eye(6, k=1) + numpy.diag([1e-14], -5) + 2 * numpy.eye(6)
    w = numpy.linalg.eigvals(jordan)
    moved = numpy.linalg.eigvals(jordan + numpy.diag([1e-15], -5))
    assert abs(moved - w).max() > 1e-5
    assert difference(moved, w, "linalg.eigvals", (jordan,)) is None
    assert "NumPy gives" in difference(w + 0.1, w, "linalg.eigvals", (jordan,))
