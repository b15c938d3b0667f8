"""Least-squares polynomials and roots of polynomials, against NumPy."""

import numpy
import pytest

import numen

from .agreement import assert_agrees

nan = numpy.nan
rng = numpy.random.default_rng(17)
X = numpy.linspace(-1, 2, 12)
Y = numpy.sin(X) + 0.1 * rng.normal(size=12)
PLANE = numpy.stack([Y, Y**2, -Y], 1)
WEIGHTS = rng.uniform(0.5, 2, 12)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "?", "F", "D"])
@pytest.mark.parametrize("degree", [0, 1, 3])
def test_polyfit(dtype, degree):
    # The condition number of the scaled powers is below 100.
    tolerance = 2e-5 if dtype in "f4F" else 1e-12
    for y in (Y, PLANE, (10 * Y).astype(dtype)):
        x = X if dtype == "?" else (4 * X).astype(dtype)
        assert_agrees("polyfit", x, y, degree, tolerance=tolerance)
        assert_agrees("polyfit", x, y, degree, w=WEIGHTS.astype(x.real.dtype),
                      tolerance=tolerance)


def test_what_polyfit_gives_beside():
    for y in (Y, PLANE):
        assert_agrees("polyfit", X, y, 2, full=True, tolerance=1e-11)
        assert_agrees("polyfit", X, y, 2, cov=True, tolerance=1e-11)
        assert_agrees("polyfit", X, y, 2, None, False, WEIGHTS, "unscaled", tolerance=1e-11)
        assert_agrees("polyfit", X, y, 2, rcond=1e-3, full=True, tolerance=1e-11)
    assert_agrees("polyfit", [1, 2, 3], [2.0, 4.0, 7.0], 1, tolerance=1e-12)
    assert_agrees("polyfit", X[:3], Y[:3], 3, full=True, tolerance=1e-11)


def test_polyfit_warns_and_refuses():
    # Equal points: powers of one rank. The warning stands at the caller's line.
    assert_agrees("polyfit", numpy.ones(4), Y[:4], 2, tolerance=1e-12)
    with pytest.warns(numpy.exceptions.RankWarning) as caught:
        numen.polyfit(numen.ones(4), numen.ones(4), 2)
    assert caught[0].filename == __file__
    for args in (
        (X, Y, -1), (PLANE, Y, 1), (X[:0], Y[:0], 1), (X, numpy.array(1.0), 1), (X, Y[:3], 1),
        (X, PLANE[None], 1), (X.astype("f2"), Y.astype("f2"), 1), (X, Y, "x"), (["a"], [1.0], 1),
        (X, Y, 1, None, False, PLANE), (X, Y, 1, None, False, X[:2]),
        (X[:2], Y[:2], 2, None, False, None, True),
    ):  # fmt: skip
        assert_agrees("polyfit", *args, native=False)


@pytest.mark.parametrize("p", [
    [1.0, -6, 11, -6], [1, 0, 1], [0, 0, 2, 4, 0, 0], [3], [0, 0, 0], [], 5, [1, 2], [2.0, 0, 0],
    [1j, 2, 3], numpy.array([1, -3, 2], "f4"), numpy.array([1, 3, 2], "u1"), [True, True, True],
    rng.normal(size=9), rng.normal(size=(1, 2)), numpy.array([1, 2], "f2"), [1, nan], ["a", "b"],
], ids=str)  # fmt: skip
def test_roots(p):
    single = getattr(p, "dtype", None) == numpy.float32
    assert_agrees("roots", numpy.array(p), tolerance=2e-5 if single else 1e-12,
                  native=numpy.array(p).dtype.kind != "U")
    assert_agrees("roots", numpy.poly1d([1, -3, 2]), native=False, tolerance=1e-12)
