"""Expressions that are computed piece by piece over long arrays: values, layouts and warnings are
those of the whole arrays."""

import numpy
import pytest

from .agreement import assert_agrees

SIZE = 40_000  # some pieces, the last one shorter
DTYPES = ["f8", "f4", "f2", "c16", "c8", "i8", "i4", "u1", "?"]
rng = numpy.random.default_rng(83)


def numbers(dtype, special=True):
    """Numbers of both signs; NaN, infinities and zeros of both signs among the inexact ones."""
    found = (20 * rng.random(SIZE) - (5 if dtype[0] in "fc" else 0)).astype(dtype)
    if special and found.dtype.kind in "fc":
        found[SIZE // 2 :: 50], found[SIZE // 3 :: 77] = numpy.nan, numpy.inf
        found[::91], found[1::91] = -0.0, 0.0
    return found


def shapes(vector):
    yield vector
    yield vector.reshape(100, -1)
    yield vector[::3]
    yield vector[:5]


@pytest.mark.parametrize("dtype", DTYPES)
def test_polyval(dtype):
    coefficients = [numpy.array([1.5, 2, -0.0]), numpy.array([1, 2]), numpy.array([2, 0.5], "f4"),
                    numpy.array([1j, 2]), numpy.array([numpy.inf, 1e300]), numpy.array([]),
                    numpy.array([True, False])]
    for x in shapes(numbers(dtype)):
        for p in coefficients:
            assert_agrees("polyval", p, x)


@pytest.mark.parametrize("dtype", DTYPES)
def test_isclose(dtype):
    for x in shapes(numbers(dtype)):
        y = x.copy()
        y[::3] += numpy.ones((), dtype)
        for keywords in ({}, {"equal_nan": True}, {"rtol": 1e300}, {"atol": 2.0}):
            assert_agrees("isclose", x, y, **keywords)
        assert_agrees("isclose", x, y[-1])
        assert_agrees("isclose", x, y, rtol=abs(y[:1]))


@pytest.mark.parametrize("dtype", DTYPES)
def test_gradient(dtype):
    x = numbers(dtype, special=False)
    for spacing in ((), (0.5,), (0.1,), (4,), (2**-1030,)):
        assert_agrees("gradient", x, *spacing, native=dtype != "?")
    assert_agrees("gradient", x.reshape(100, -1), native=dtype != "?")
    assert_agrees("gradient", x.reshape(100, -1), axis=0, native=dtype != "?")
    with numpy.errstate(all="warn"):
        assert_agrees("gradient", numbers(dtype), native=dtype != "?")
        assert_agrees("gradient", x * 1e-306 if dtype == "f8" else x, native=dtype != "?")


@pytest.mark.parametrize("dtype", [d for d in DTYPES if d[0] != "c"])
def test_angle_of_real_numbers(dtype):
    for x in shapes(numbers(dtype)):
        assert_agrees("angle", x)
        assert_agrees("angle", x, True)


@pytest.mark.parametrize("setting", ["warn", "raise", "ignore"])
def test_warnings_come_once_for_the_whole(setting):
    x = numpy.full(SIZE, 1e200)
    x[-1] = 1
    with numpy.errstate(all=setting):
        assert_agrees("polyval", numpy.array([1e200, 1.0, 1.0]), x)
        assert_agrees("isclose", x, -x[::-1].copy(), rtol=1e200)
        assert_agrees("gradient", x, 1e-200)
        assert_agrees("gradient", x * 1e-320)


@pytest.mark.parametrize("dtype", ["f8", "f4"])
@pytest.mark.parametrize("name", ["nanmax", "nanmin", "fmax.reduce", "fmin.reduce"])
def test_extremes_without_nan(name, dtype):
    for size in (1, 60, 64, 65, 200, SIZE):
        x = rng.normal(size=size).astype(dtype)
        for holes in (x > 2, x < 0.5, x > -0.5, x == x):
            holed = numpy.where(holes, numpy.nan, x).astype(dtype)
            assert_agrees(name, holed)
            for worst in (numpy.inf, -numpy.inf):
                holed[size // 2] = worst
                assert_agrees(name, holed)


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i8", "c16"])
def test_gradient_of_short_vectors(dtype):
    for size in (2, 3, 9):
        x = numpy.array([1, 4, -2, 3, 3, 0, 8, 1, 5])[:size].astype(dtype)
        for spacing in ((), (0.5,), (0.1,), (2,), (1e-320,), (1e300,), (0.0,), (numpy.inf,)):
            assert_agrees("gradient", x, *spacing)
    big = numpy.array([1e308, -1e308, numpy.nan, numpy.inf, 5e-324, 0, 5e-324])
    with numpy.errstate(all="warn"):
        assert_agrees("gradient", big)
        assert_agrees("gradient", big, 1e-10)
    assert_agrees("gradient", numpy.array([1.0]))


@pytest.mark.parametrize("name", ["iscomplex", "isreal"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_kind_of_elements(name, dtype):
    for x in (numbers(dtype), numbers(dtype)[:5], numbers(dtype)[:6].reshape(2, 3)):
        assert_agrees(name, x)
    assert_agrees(name, numpy.ones((), dtype))
    assert_agrees(name, numpy.ones((2, 0, 3), dtype))
