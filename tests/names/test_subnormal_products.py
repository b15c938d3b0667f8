"""Products that become subnormal keep NumPy's bits: halves, signs of zero, the way back to ordinary
numbers, what the hardware reports."""

import numpy
import pytest

from .agreement import assert_agrees

rng = numpy.random.default_rng(29)
FORWARDS = ("contiguous", "strided", "managed")  # backwards the factors have another order


def factors(dtype):
    """Vectors whose product passes through subnormal numbers."""
    info = numpy.finfo(dtype)
    least, tiny = info.smallest_subnormal, info.tiny
    for _ in range(20):
        ordinary = rng.uniform(0.4, 1.6, 400) * rng.choice([-1, 1], 400)
        yield numpy.concatenate([[tiny], ordinary])
        yield numpy.concatenate([[tiny * 8], rng.choice([0.5, 0.75, 1.25, 1.5, 2, -1.5], 60)])
        yield numpy.concatenate([[5 * least], rng.choice([0.5, 0.3, 3, 7], 30)])
        yield numpy.concatenate([[least * rng.integers(1, 1000)], 2.0 ** rng.integers(-3, 4, 60)])
    half = 0.5 * (1 + 2 * rng.integers(0, 500, 30))
    for odd in half:  # just below, at and just above a half
        for factor in (numpy.nextafter(odd, 0), odd, numpy.nextafter(odd, numpy.inf)):
            yield [least, factor]
            yield [-3 * least, factor / 3]
            yield [7 * least, numpy.dtype(dtype).type(factor) / 7]
    for last in (0.0, -0.0, -0.25, numpy.nan, numpy.inf, -numpy.inf, info.max, 1e30, 2.0**40, 1e-30,
                 tiny, least):
        yield [3 * least, last, 2, 3]
        yield [tiny, 0.75, last, 0.5]
    yield [tiny, 0.5, 2, 0.5, 1.5, 4, 3, 0.125]


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2"])
def test_prod(dtype):
    for vector in factors(dtype):
        with numpy.errstate(all="ignore"):
            vector = numpy.array(vector).astype(dtype)
        with numpy.errstate(over="ignore", invalid="ignore"):
            assert_agrees("prod", numpy.stack([vector, vector[::-1]]), axis=1, layouts=FORWARDS)
            for name in ("prod", "nanprod", "multiply.reduce"):
                assert_agrees(name, vector, layouts=FORWARDS)


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2"])
def test_nothing_is_said_of_nan(dtype):
    least = numpy.finfo(dtype).smallest_subnormal
    with numpy.errstate(all="warn", under="ignore"):
        for values in ([1, numpy.nan, 2], [least, 0.75, numpy.nan, 2], [least, numpy.inf, 0.5]):
            assert_agrees("prod", numpy.array(values, dtype))


def test_underflow_is_reported():
    for values in ([1e-300, 1e-10, 0.3, 0.3], [5e-324, 0.25], [5e-324, 2.0, 0.5]):
        for action in ("warn", "raise"):
            with numpy.errstate(under=action):
                assert_agrees("prod", numpy.array(values), layouts=("contiguous",))
                assert_agrees("prod", numpy.array(values * 1000), layouts=("contiguous",))
