"""Products of complex numbers, by each other and by one for all, of every length of a row: the bits
of NumPy's, infinities, NaN and zeros of both signs included."""

import itertools

import numpy
import pytest

import numen

SPECIAL = [0.0, -0.0, 1.0, -2.5, numpy.inf, -numpy.inf, numpy.nan]


def numbers(rng, dtype, count):
    z = numpy.empty(count, dtype)
    z.real, z.imag = rng.normal(size=(2, count)) * 10.0 ** rng.integers(-3, 4, (2, count))
    return z


def same(given, wanted):
    """Bit by bit but for NaN, of which the sign is the processor's."""
    given, wanted = (numpy.asarray(z).view(z.real.dtype) for z in (given, wanted))
    are_nan = numpy.isnan(wanted)
    return (numpy.array_equal(numpy.isnan(given), are_nan)
            and given[~are_nan].tobytes() == wanted[~are_nan].tobytes())


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_rows_of_every_length(dtype):
    rng = numpy.random.default_rng(5)
    for count in [*range(1, 40), 1000, 20_001]:
        x, y = numbers(rng, dtype, count), numbers(rng, dtype, count)
        mine, other = numen.array(x), numen.array(y)
        assert same(numpy.asarray(mine * other), x * y), count
        assert same(numpy.asarray(mine * y[0]), x * y[0]), count
        assert same(numpy.asarray(y[0] * mine), y[0] * x), count
        assert same(numpy.asarray(numen.square(mine)), numpy.square(x)), count
        apart = numpy.asarray(mine[::2] * other[::2])
        assert same(apart, x[::2] * y[::2]), count
        mine *= other
        assert same(numpy.asarray(mine), x * y), count


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_special_numbers(dtype):
    parts = list(itertools.product(SPECIAL, repeat=2))
    z = numpy.array([complex(*each) for each in parts], dtype)
    x, y = numpy.repeat(z, z.size), numpy.tile(z, z.size)
    with numpy.errstate(all="ignore"), numen.errstate(all="ignore"):
        assert same(numpy.asarray(numen.array(x) * numen.array(y)), x * y)
        for one in z:
            assert same(numpy.asarray(numen.array(z) * one), z * one), one
            assert same(numpy.asarray(one * numen.array(z)), one * z), one
