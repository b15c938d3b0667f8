"""A fallback reads and writes the memory of the arrays it is given: NumPy computes, nobody copies.
"""

import subprocess
import sys

import numen
import numpy
import pytest

from numen.native import front


@pytest.mark.parametrize("size", [10, 100_000])
def test_fallback_shares_memory(size):
    a = numen.arange(float(size))
    windows = numen.lib.stride_tricks.sliding_window_view(a, 3)
    a[1] = 7.0
    assert windows[0, 1] == 7.0
    assert numpy.shares_memory(numpy.asarray(windows), numpy.asarray(a))


@pytest.mark.parametrize("size", [10, 100_000])
def test_fallback_that_writes_is_seen(size):
    a = numen.zeros(size)
    view = a[::2]
    before = front.fallback_count()
    front.Fallback("put", numpy.put)(a, [4], 5.0)
    assert view[2] == 5.0 and front.fallback_count() == before + 1


def test_fallback_results_are_numens():
    result = front.Fallback("partition", numpy.partition)(numen.arange(10.0)[::-1], 3)
    assert type(result) is type(numen.arange(10.0) + 1)
    assert result[3] == 3.0


TRACED = """
import gc, tracemalloc
import numpy as np
from numen.native import front

tracemalloc.start()
rng = np.random.default_rng(1)

def made():
    {make}

made()
before = tracemalloc.get_traced_memory()[0]
for _ in range(20):
    made()
gc.collect()
print(tracemalloc.get_traced_memory()[0] - before < 100_000)
"""
MAKERS = {
    "random numbers": "rng.normal(size=50_000)",
    "their view": "rng.normal(size=(250, 200))[::2]",
    "exposed later": "memoryview(rng.integers(9, size=50_000))",
    "used": "(rng.normal(size=50_000) * 2.0).sum()",
    "of text": "np.fromstring('1 ' * 50_000, sep=' ')",
    "of a ufunc of NumPy's": "np.frompyfunc(abs, 1, 1)(np.arange(20_000)).astype(float)",
    "of a library": "__import__('scipy.special').special.gamma(np.arange(50_000) % 9 + 1.0)",
    "resized": "np.ones(50_000).resize(90_000, refcheck=False)",
}


@pytest.mark.parametrize("name", MAKERS)
def test_memory_that_is_given_back_is_no_longer_traced(tmp_path, name):
    program = tmp_path / "program.py"
    program.write_text(TRACED.format(make=MAKERS[name]))
    done = subprocess.run([sys.executable, "-m", "numen", "run", program], capture_output=True,
                          text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")
