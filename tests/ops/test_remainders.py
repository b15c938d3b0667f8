"""fmod and % of floats whose quotients have any number of bits: what whole numbers give exactly."""

from fractions import Fraction

import numpy
import pytest

import numen

from .test_complex_products import flags_of, same

PLACES = {"f4": 23, "f8": 52}


def of_every_exponent(rng, dtype, count):
    """Subnormal numbers, powers of two and numbers of few digits included."""
    places = PLACES[dtype]
    unsigned = f"u{dtype[1]}"
    exponents = rng.integers(0, 2 * numpy.finfo(dtype).maxexp - 1, count, "u8")
    digits = rng.integers(0, 1 << places, count, "u8") << rng.integers(0, places + 1, count, "u8")
    signs = rng.integers(0, 2, count, "u8") << numpy.uint64(8 * int(dtype[1]) - 1)
    whole = signs | exponents << numpy.uint64(places) | digits & numpy.uint64((1 << places) - 1)
    return whole.astype(unsigned).view(dtype)


def exact_rest(x, y):
    rest = Fraction(abs(float(x))) % Fraction(abs(float(y)))
    return numpy.copysign(float(rest), x)


@pytest.mark.parametrize("dtype", PLACES)
def test_rests_are_exact(dtype):
    rng = numpy.random.default_rng(11)
    x, y = (of_every_exponent(rng, dtype, 3000) for _ in range(2))
    x, y = x[y != 0], y[y != 0]
    rests = numpy.array([exact_rest(*pair) for pair in zip(x, y)]).astype(dtype)
    assert same(numpy.asarray(numen.fmod(numen.array(x), numen.array(y))), rests)
    with numpy.errstate(all="ignore"):  # where the rest and the divisor differ in sign
        downwards = numpy.where((rests != 0) & (numpy.signbit(rests) != numpy.signbit(y)),
                                rests + y, numpy.where(rests == 0, numpy.copysign(0, y), rests))
        assert same(numpy.asarray(numen.array(x) % numen.array(y)), downwards.astype(dtype))


@pytest.mark.parametrize("dtype", PLACES)
def test_one_divisor_of_any_size(dtype):
    rng = numpy.random.default_rng(12)
    x = of_every_exponent(rng, dtype, 400)
    for y in of_every_exponent(rng, dtype, 40):
        if y != 0:
            rests = numpy.array([exact_rest(each, y) for each in x]).astype(dtype)
            assert same(numpy.asarray(numen.fmod(numen.array(x), y)), rests), y


@pytest.mark.parametrize("dtype", PLACES)
def test_long_quotients_raise_nothing(dtype):
    limits = numpy.finfo(dtype)
    for x, y in ((limits.max, 3), (limits.max, limits.smallest_subnormal), (1e30, 7),
                 (limits.tiny, limits.smallest_subnormal * 5)):
        for count in (1, 9, 40):
            given = [numpy.full(count, each, dtype) for each in (x, y)]
            mine = [numen.array(each) for each in given]
            assert flags_of(numen.fmod, *mine) == flags_of(numpy.fmod, *given) == [], (x, y)
            assert flags_of(numen.remainder, *mine) == flags_of(numpy.remainder, *given), (x, y)
