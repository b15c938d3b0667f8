"""A fallback reads and writes the memory of the arrays it is given: NumPy computes, nobody copies.
"""

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
