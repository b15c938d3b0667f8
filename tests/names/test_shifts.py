"""Rows assigned to a piece of the array that they are in, some places away."""

import numpy
import pytest

import numen

CUTS = [(numpy.s_[1:], numpy.s_[:-1]), (numpy.s_[:-1], numpy.s_[1:]), (numpy.s_[7:], numpy.s_[:-7]),
        (numpy.s_[..., 1:], numpy.s_[..., :-1]), (numpy.s_[..., :-3], numpy.s_[..., 3:]),
        (numpy.s_[1:, ...], numpy.s_[:-1, ...]), (numpy.s_[::2], numpy.s_[::2]),
        (numpy.s_[2::2], numpy.s_[:-2:2]), (numpy.s_[-2::-1], numpy.s_[:0:-1])]


@pytest.mark.parametrize("dtype", ["?", "i2", "f4", "f8", "c16"])
@pytest.mark.parametrize("shape", [(24,), (10, 12), (9, 8, 10), (40000,), (300, 150)])
@pytest.mark.parametrize("order", ["C", "F"])
def test_shifts(shape, dtype, order):
    values = numpy.arange(numpy.prod(shape)).reshape(shape) % 251
    for cut in (numpy.s_[...], numpy.s_[..., 1:]):
        for to, source in CUTS:
            plain = numpy.array(values, dtype, order=order)
            ours = numen.array(plain, order=order, copy=True)
            plain[cut][to] = plain[cut][source]
            ours[cut][to] = ours[cut][source]
            assert numpy.array_equal(numpy.asarray(ours), plain), (cut, to)


def test_rows_of_two_blocks():
    """Rows that lie further apart than they are long, shifted by one and by some elements."""
    for step in (1, 3, 11, 26):
        plain = numpy.arange(600.0).reshape(25, 24)
        ours = numen.array(plain)
        for array in (plain, ours):
            flat = array.reshape(-1)
            wide, source = flat[step:step + 480].reshape(20, 24), flat[:480].reshape(20, 24)
            wide[:, :9] = source[:, :9]
        assert numpy.array_equal(numpy.asarray(ours), plain), step
