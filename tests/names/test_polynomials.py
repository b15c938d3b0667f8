"""Polynomials given by their coefficients, against NumPy."""

import numpy
import pytest

from .agreement import assert_agrees

rng = numpy.random.default_rng(3)
A = rng.normal(size=7)
V = rng.normal(size=3)
INTS = rng.integers(-9, 9, 6)
POLYNOMIALS = [
    A, V, INTS, INTS.astype("i4"), A.astype("f4"), A.astype("f2"), A + 1j, [1, 2], [0, 0, 1, 2.5],
    numpy.array(3.0), 4, numpy.array([0.0, -0.0]), numpy.array([True, False, True]),
    numpy.array([0, 0, 3, 1]), numpy.array([1.0]),
]  # fmt: skip


def tolerance(*arrays):
    kind = numpy.result_type(*map(numpy.asarray, arrays)).char
    return {"e": 4e-3, "f": 1e-5, "F": 1e-5}.get(kind, 1e-13)


@pytest.mark.parametrize("name", ["polyadd", "polysub", "polymul", "polydiv"])
def test_two_polynomials(name):
    for a in POLYNOMIALS:
        for b in POLYNOMIALS:
            # NumPy rounds the terms of a division in their own order too.
            rounding = 0 if name in ("polyadd", "polysub") else 10 * tolerance(a, b)
            assert_agrees(name, a, b, tolerance=rounding, layouts=("contiguous", "reversed"))
    assert_agrees(name, V, A, tolerance=1e-13)
    assert_agrees(name, A, V, tolerance=1e-13)
    empty = numpy.empty(0)
    for a, b in ((empty, V), (V, empty), (A.reshape(7, 1), V), (V, "x")):
        assert_agrees(name, a, b, native=False)
    assert_agrees(name, numpy.poly1d([1, 2.0]), V, native=False, tolerance=1e-13)


def test_long_products():
    for n, k in ((60, 50), (400, 30), (1000, 1000)):
        for dtype in ("f8", "f4", "i8", "c16"):
            a, v = rng.normal(size=n) * 9, rng.normal(size=k) * 9
            assert_agrees("polymul", a.astype(dtype), v.astype(dtype), native=n * k < 16384,
                          tolerance=10 * tolerance(numpy.empty(0, dtype)))


def test_division_by_zero():
    assert_agrees("polydiv", A, [0.0, 1.0])
    assert_agrees("polydiv", A, [numpy.nan, 1.0])
    assert_agrees("polydiv", [1.0, 2, 1], [1.0, 1])


@pytest.mark.parametrize("p", POLYNOMIALS, ids=range(len(POLYNOMIALS)))
def test_poly(p):
    assert_agrees("poly", p, tolerance=10 * tolerance(p), native=numpy.ndim(p) == 1)


def test_poly_edges():
    for p in ([1 + 2j, 1 - 2j], [1 + 2j, 1 - 2j, 3], [1j, numpy.nan], [], numpy.empty(0)):
        assert_agrees("poly", p, tolerance=1e-13)
    assert_agrees("poly", numpy.array([[1.0, 2], [3, 4]]), native=False, tolerance=1e-13)
    assert_agrees("poly", numpy.zeros((2, 3)), native=False)
    assert_agrees("poly", numpy.zeros((0, 0)), native=False)


@pytest.mark.parametrize("p", POLYNOMIALS, ids=range(len(POLYNOMIALS)))
def test_derivative_and_integral(p):
    native = numpy.ndim(p) == 1
    for m in (0, 1, 2, 9, -1):
        assert_agrees("polyder", p, m, native=native)
        assert_agrees("polyint", p, m, native=native)
    for k in (3, [1.5], [1, 2], [1, 2, 3], [[1]]):
        for m in (1, 2):
            assert_agrees("polyint", p, m, k, native=False)


def test_derivative_edges():
    for name in ("polyder", "polyint"):
        assert_agrees(name, numpy.empty(0), native=False)
        assert_agrees(name, numpy.ones((2, 3)), native=False)
        assert_agrees(name, A, 1.7)
        assert_agrees(name, A, "x", native=False)
        assert_agrees(name, numpy.poly1d([1, 2.0]), native=False)
