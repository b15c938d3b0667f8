"""Functions that numba compiles from a user's module name NumPy's functions in every way."""

import os
import subprocess
import sys

import numpy
import pytest

import numen
from tests.python.test_examples import environment

from .user_code import run, under_numen

pytestmark = pytest.mark.no_sanitizer

HEAD = """
import numba
import numpy as np
from numba import njit, prange
from numpy import float64, linalg, pi, sin, zeros
from numpy.linalg import norm
from numpy.random import default_rng
"""

# Each defines `compiled`, called with a vector.
FUNCTIONS = {
    "names of the module": """
@njit
def compiled(x):
    return np.sin(x) + np.zeros(3).sum() + np.linalg.norm(np.ones(3)) + np.pi + np.median(x)
""",
    "imported names": """
@njit
def compiled(x):
    return sin(x).sum() + zeros(3).sum() + norm(x) + linalg.norm(x) + pi + float64(2)
""",
    "dtypes": """
@njit
def compiled(x):
    y = np.empty(x.shape, dtype=np.float32)
    y[:] = x
    return y.astype(np.int64).sum() + np.int32(3) + np.float64(x[0]) + np.zeros(2, np.uint8)[0]
""",
    "composites and fallbacks": """
@njit
def compiled(x):
    return np.percentile(x, 30.0) + np.histogram(x, 4)[0].sum() + np.trapezoid(x) + np.ptp(x)
""",
    "annotations": """
@njit
def compiled(x: np.ndarray) -> np.float64:
    return np.dot(x, x) + np.cumsum(x[::-1])[1]
""",
    "a parallel loop": """
@njit(parallel=True)
def compiled(x):
    out = zeros(x.size)
    for i in prange(x.size):
        out[i] = np.sqrt(np.abs(x[i])) + i
    return out + np.where(x > 0, x, -x)
""",
    "a list made into an array": """
@njit
def compiled(x):
    return np.array([float(i) for i in range(5)]).sum() + x[0]
""",
    "random numbers": """
@njit
def compiled(x):
    np.random.seed(3)
    return np.random.rand(4).sum() + np.random.normal(0, 1) + x[0]
""",
    "a generator": """
@njit
def drawn(rng, x):
    return rng.normal(0, 1, 3).sum() + x[0]
def compiled(x):
    return drawn(default_rng(4), x)
""",
    "variables of a closure": """
def made(function, module):
    @njit
    def inner(x):
        return function(x).sum() + module.norm(x) + np.e
    return inner
compiled = made(np.cbrt, np.linalg)
""",
    "a function that is inlined": """
@njit
def part(x):
    return np.tanh(x)
@njit
def compiled(x):
    return np.sum(part(x)) + np.max(part(x[:3]))
""",
    "a ufunc of numba's": """
@numba.vectorize
def compiled(x):
    return np.exp(x) + np.cos(x) + pi
""",
    "a generalised ufunc": """
@numba.guvectorize(["void(float64[:], float64[:])"], "(n)->(n)")
def compiled(x, out):
    out[:] = np.cumsum(x) - np.mean(x)
""",
    "a name of another module": """
import types
other = types.ModuleType("other")
other.np, other.sine = np, sin
@njit
def compiled(x):
    return other.np.arctan(x).sum() + other.sine(x[0])
""",
    "an implementation of the user's": """
from numba.extending import overload
@overload(np.fft.fftfreq)
def fftfreq_of_mine(n):
    return lambda n: n + 1000
@njit
def compiled(x):
    return np.fft.fftfreq(x.size)
""",
    "object mode": """
@numba.jit(forceobj=True)
def compiled(x):
    return np.sort(x)[:3] + np.float64(1)
""",
    "uncompiled": """
@njit
def function(x):
    return np.sin(x).sum() + norm(x)
compiled = function.py_func
""",
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_compiles_to_what_it_is_under_python(name):
    theirs, ours = (run(HEAD + FUNCTIONS[name], installed) for installed in (False, True))
    for size in (7, 20_000):
        with under_numen(False):
            wanted = numpy.asarray(theirs.compiled(numpy.linspace(-1, 2, size)))
        with under_numen(True):
            found = numpy.asarray(ours.compiled(numen.linspace(-1, 2, size)))
        assert found.dtype == wanted.dtype
        # Compiled code is the same; outside of it functions differ by roundings.
        assert numpy.allclose(found, wanted, rtol=1e-13, atol=0)


def test_import_numen_as_np():
    text = "import numba\nimport numen as np\nfrom numen.linalg import norm\n"
    made = run(text + "@numba.njit\ndef f(x):\n    return np.sin(x).sum() + norm(x) + "
                      "np.linalg.norm(x) + np.random.rand(2).size", False)
    x = numpy.arange(3.0)
    assert abs(made.f(x) - (numpy.sin(x).sum() + 2 * 5**0.5 + 2)) < 1e-14


@pytest.mark.parametrize("expression", ["np.not_there", "np.block([[1]])", "np.linalg"])
def test_what_numba_refuses_is_refused_as_ever(expression):
    text = f"import numba\nimport numpy as np\n@numba.njit\ndef f():\n    return {expression}\n"
    errors = []
    for installed in (False, True):
        with under_numen(installed), pytest.raises(Exception) as caught:
            run(text, installed).f()
        errors.append((caught.type, str(caught.value).splitlines()[0]))
    assert errors[0] == errors[1]


@pytest.mark.parametrize("argument", ["np.sin", "np.sum", "np.median", "np", "np.linalg", "np.pi",
                                      "np.float64", "np.dtype('f4')"])
def test_arguments_are_taken_or_refused_as_ever(argument):
    text = "import numba\nimport numpy as np\n@numba.njit\ndef f(x):\n    return 1\n"
    found = []
    for installed in (False, True):
        made = run(text, installed)
        with under_numen(installed):
            try:
                found.append(made.f(eval(argument, vars(made))))
            except Exception as error:
                found.append(type(error))
    assert found[0] == found[1]


CACHED = """
import sys
import numpy as np
from numpy import sin
from numba import njit

def made(function):
    @njit(cache=True)
    def inner(x):
        return function(x).sum() + np.tanh(x).sum()
    return inner

@njit(cache=True)
def outer(x):
    return sin(x).sum() + np.linalg.norm(x)

x = np.linspace(0, 1, 5)
print(outer(x), made(np.cos)(x))
print(len(outer.stats.cache_hits), type(np.sin) is type(sys.modules["numpy"].sin))
"""


def test_cached_functions_serve_both(tmp_path):
    """What is compiled under `numen run` python loads, and the other way round."""
    for first in ("numen", "python"):
        folder = tmp_path / first
        folder.mkdir()
        (folder / "program.py").write_text(CACHED)
        commands = {"python": [], "numen": ["-m", "numen", "run"]}
        order = [first, *(name for name in commands if name != first), first]
        lines = []
        for name in order:
            done = subprocess.run(
                [sys.executable, *commands[name], "program.py"], cwd=folder, text=True,
                capture_output=True, env={**os.environ, **(environment(name == "numen") or {})})
            assert done.returncode == 0, done.stderr
            lines.append(done.stdout.splitlines())
        assert lines[0][0] == lines[1][0] == lines[2][0]
        assert [line[1].split()[0] for line in lines] == ["0", "1", "1"]
        assert [line[1].split()[1] for line in lines] == [str(name == "python") for name in order]


def test_numba_is_not_imported_for_its_sake():
    code = "import sys, numen as np; np.sin(1); print('numba' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"


def test_numba_may_be_imported_first():
    code = ("import numba, numen as np\n@numba.njit\ndef f(x): return np.sin(x)\n"
            "print(f(1.0) == np.sin(1.0))")
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "True\n"
