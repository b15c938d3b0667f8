"""What a program does under `numen run --check` is what it does without: effects come once."""

import re
import textwrap

import pytest

from .test_check import check
from .test_run_command import NUMEN, python, write


ONCE = {
    "open files": ("""
        np.arange(6.).tofile("numbers")
        with open("numbers", "rb") as file:
            print(np.fromfile(file, count=3), np.fromfile(file, count=2))
        """, "fromfile, tofile"),
    "lines of text": ("""
        open("table", "w").write("1,2\\n3,4\\n")
        with open("table") as file:
            print(*(np.loadtxt(file, delimiter=",", max_rows=1) for _ in range(2)))
        print(np.loadtxt(iter(["1 2", "3 4"])))
        """, "loadtxt"),
    "iterators": ("""
        it = iter(range(6))
        print(np.fromiter(it, int, count=3), np.fromiter((i for i in it), int), list(it))
        """, "fromiter"),
    "functions of the program": ("""
        import functools
        called = []
        def f(x, *more):
            called.append(1)
            return x * 2
        class F:
            def __call__(self, x):
                return f(x)
            def method(self, x):
                return f(x)
        x = np.ones((3, 4))
        for g in (f, F(), F().method, functools.partial(f), functools.lru_cache(f), np.vectorize(f),
                  lambda x: f(x)):
            np.apply_along_axis(g, 0, x) if not hasattr(g, "cache_info") else None
            np.piecewise(np.ones(3), [np.ones(3) > 0], [g] if g is f else [f])
            np.fromfunction(f, (3,))
            print(len(called))
        """, "apply_along_axis, fromfunction, piecewise"),
    "classes of the program": ("""
        class A:
            def __radd__(self, other):
                print("radd")
                return 1
            __add__ = __radd__
            def __array__(self, dtype=None, copy=None):
                print("array")
                return np.ones(3)
        x, objects = np.ones(3), np.empty(2, object)
        objects[:] = [A(), A()]
        print(x + A(), np.add(x, A()), np.sum(A()), objects + 1)
        """, "Add, add, assignment, sum"),
    "files written": ("""
        import io
        file = io.BytesIO()
        np.save(file, np.ones(2))
        np.save(file, np.zeros(2))
        print(len(file.getvalue()))
        """, "save"),
}


@pytest.mark.parametrize("name", ONCE)
def test_check_makes_calls_with_effects_once(tmp_path, name):
    program, names = ONCE[name]
    _, said = check(tmp_path, "import numpy as np\n" + textwrap.dedent(program))
    assert len(said) == 1 and re.fullmatch(
        r"numen: check: no difference in \d+ calls checked of \d+; "
        rf"not checked, as they have effects: {names}", said[0]), said


def test_check_names_what_is_no_programs_code(tmp_path):
    """Named tuples, enumerations and NumPy's functions are nothing that runs."""
    _, said = check(tmp_path, """
        import collections, enum
        import numpy as np
        Pair = collections.namedtuple("Pair", "a b")
        class Axis(enum.IntEnum):
            ROW = 0
        x = np.ones((2, 2))
        print(x.sum(axis=Axis.ROW), np.stack(Pair(x, x)).shape, x[0] + Pair(1, 2))
        print(np.apply_along_axis(np.sum, 0, x), np.apply_along_axis(max, 0, x))
        """)
    assert len(said) == 1 and "effects" not in said[0], said


def test_check_warns_as_often_as_python(tmp_path):
    write(tmp_path, "program.py", """
        import warnings
        import numpy as np
        def warn():
            warnings.warn("mine", stacklevel=2)
        for _ in range(3):
            np.float64(1) / 0
            np.ma.masked_array([1.0]) / np.zeros(1)
            np.array([]).mean()
            np.nanmax([np.nan])
            x = np.log(np.zeros(3))
            y = np.log(np.zeros(30000))
            y[0]
            warnings.warn("mine")
            warn()
        """)
    err = python(tmp_path, "program.py", command=(*NUMEN, "--check"))[2]
    wanted = python(tmp_path, "program.py", command=NUMEN)[2]
    assert err.partition("numen: check")[0] == wanted and wanted.count(": RuntimeWarning: ") == 6
    assert wanted.count(": UserWarning: ") == 2


def test_check_is_not_in_tracebacks(tmp_path):
    write(tmp_path, "program.py", """
        import traceback
        import numpy as np
        x, wrong = np.ones(3), np.ones(4)
        def in_place():
            y = np.ones(3)
            y += wrong
        for call in (lambda: x + wrong, in_place, lambda: x.reshape(4), lambda: x[7],
                     lambda: x.not_there(1), lambda: np.reshape(x, (2, 7)),
                     lambda: np.apply_along_axis(lambda row: 1 / 0, 0, x)):
            try:
                call()
            except Exception:
                traceback.print_exc()
        x + wrong
        """)
    code, _, err = python(tmp_path, "program.py", command=(*NUMEN, "--check"))
    assert code == 1 and err.count("Traceback") == 8 and "check" + ".py" not in err
    assert err.partition("numen: check")[0] == python(tmp_path, "program.py", command=NUMEN)[2]


def test_check_is_not_in_syntax_errors(tmp_path):
    write(tmp_path, "program.py", "x = (1,\n")
    code, _, err = python(tmp_path, "program.py", command=(*NUMEN, "--check"))
    assert (code, err.partition("numen: check")[0]) == python(tmp_path, "program.py")[::2]
