"""Histograms, against NumPy."""

import numpy
import pytest

from .agreement import assert_agrees

rng = numpy.random.default_rng(47)
VECTOR = rng.normal(size=70)
LONG = rng.normal(size=140001)
INTS = rng.integers(-9, 20, (8, 9))
ARRAYS = {
    "vector": VECTOR, "ints": INTS, "float32": VECTOR.astype("f4"), "bytes": INTS.astype("i1"),
    "unsigned": (INTS + 9).astype("u2"), "equal": numpy.full(5, 2.5), "one": VECTOR[:1],
    "equal ints": numpy.full(5, 3), "empty": numpy.empty(0), "empty float32": numpy.empty(0, "f4"),
    "edges": numpy.arange(21) * 0.1, "float32 edges": (numpy.arange(21) * 0.1).astype("f4"),
    "huge": VECTOR * 1e300, "list": [1, 2, 1, 5.5], "long": LONG, "long float32": LONG.astype("f4"),
    "int64": rng.integers(-2**40, 2**40, 90), "two": numpy.array([0.0, 1.0]),
}  # fmt: skip
FEW = ("vector", "ints", "float32", "edges", "long", "list", "bytes")


@pytest.mark.parametrize("key", ARRAYS)
def test_equal_bins(key):
    for bins in (10, 1, 7, numpy.int64(4), 33):
        for given in (None, (-1, 2), (0.0, 1.5), (0.5, 0.5), (0, 2.0)):
            for density in (None, True):
                # With no element a density is 0 / 0.
                assert_agrees("histogram", ARRAYS[key], bins, given, density)
            assert_agrees("histogram_bin_edges", ARRAYS[key], bins, given)


@pytest.mark.parametrize("key", ARRAYS)
def test_given_bins(key):
    for bins in ([0, 1, 2], numpy.array([-1.5, 0.25, 0.25, 1]), [0.5, 1], numpy.arange(-3, 9)):
        for density in (False, True):
            assert_agrees("histogram", ARRAYS[key], bins, density=density)
        assert_agrees("histogram_bin_edges", ARRAYS[key], bins)


@pytest.mark.parametrize(
    "bins", ["auto", "fd", "doane", "scott", "stone", "rice", "sturges", "sqrt"])  # fmt: skip
def test_estimated_bins(bins):
    for key, array in ARRAYS.items():
        stone = ("vector", "ints", "equal", "one")
        few = stone if bins == "stone" else set(ARRAYS) - {"long", "huge"}
        if key in few:
            tight = 1e-13 if numpy.asarray(array).dtype != "f4" else 1e-6
            assert_agrees("histogram", array, bins, tolerance=tight, layouts=("contiguous",))
            assert_agrees("histogram_bin_edges", array, bins, (-0.5, 1.5), tolerance=tight,
                          layouts=("contiguous", "managed"))


@pytest.mark.parametrize("key", FEW)
def test_weights(key):
    array = numpy.asarray(ARRAYS[key])
    weights = rng.random(array.shape)
    for w in (weights, (weights * 9).astype(int), weights + 1j * weights[::-1]):
        for bins in (5, [-1, 0, 0.5, 2]):
            for density in (False, True):
                rounded = w.dtype == int and array.size > 65536 and bins == 5
                assert_agrees("histogram", array, bins, weights=w, density=density,
                              **({"native": False} if rounded else {}))
    assert_agrees("histogram", array, 4, (-1, 1), weights=weights)
    if array.size < 65536:
        assert_agrees("histogram", array, 4, weights=weights.astype("f4"))


def test_refusals():
    nan = numpy.array([1.0, numpy.nan])
    for name in ("histogram", "histogram_bin_edges"):
        for array in (nan, numpy.array([1, numpy.inf]), VECTOR > 0, VECTOR + 1j):
            assert_agrees(name, array, native=False)
        for bins in (0, -2, 2.5, "odd", [1, 0], [[1, 2]], None):
            assert_agrees(name, VECTOR, bins, native=False)
        assert_agrees(name, VECTOR, 3, (2, 1), native=False)
        assert_agrees(name, VECTOR, 3, (0, numpy.inf), native=False)
        assert_agrees(name, VECTOR, "auto", weights=VECTOR, native=False)
        assert_agrees(name, VECTOR, 3, weights=VECTOR[1:], native=False)
        assert_agrees(name, VECTOR.astype("f2"), 3, native=False)
        assert_agrees(name, numpy.array([1, 1 + 1e-16]), 3, native=False)
        assert_agrees(name, numpy.array([2**53 + 1, 2**60]), 3, native=False)
    assert_agrees("histogram", nan, [0, 1, 2])
    assert_agrees("histogram", VECTOR, 3, weights=VECTOR > 0, native=False)


POINTS = rng.normal(size=(60, 2))
CUBE = rng.normal(size=(50, 3))


def test_two_dimensions():
    x, y = POINTS.T.copy()
    for kwargs in (
        {}, {"bins": 4}, {"bins": (3, 5)}, {"bins": [0, 1, 2]}, {"bins": [3, [0, 0.5, 1]]},
        {"range": [[-1, 1], [0, 2]]}, {"density": True}, {"weights": x**2, "bins": 3},
        {"bins": [[-1, 0, 2], [0.0, 1, 1, 2]], "density": True},
    ):  # fmt: skip
        assert_agrees("histogram2d", x, y, **kwargs)
        if kwargs.get("bins") != [0, 1, 2]:
            assert_agrees("histogramdd", POINTS, **kwargs)
            assert_agrees("histogramdd", [x, y], **kwargs)
    assert_agrees("histogram2d", INTS[0], INTS[1], 4)
    assert_agrees("histogram2d", [1, 2, 3], [1, 2.5, 2], 2)
    assert_agrees("histogram2d", x, y[1:], native=False)
    assert_agrees("histogram2d", x, y, [3], native=False)
    assert_agrees("histogram2d", x, y, 0, native=False)
    assert_agrees("histogram2d", x, y, [3, 4, 5, 1], native=False)


def test_more_dimensions():
    for kwargs in ({"bins": 3}, {"bins": (2, 3, 4)}, {"bins": [2, [-1, 0, 1], 3], "density": True},
                   {"range": [None, (-1, 1), None], "bins": 2}):  # fmt: skip
        assert_agrees("histogramdd", CUBE, **kwargs)
    assert_agrees("histogramdd", VECTOR, 4)
    assert_agrees("histogramdd", CUBE, (2, 3), native=False)
    assert_agrees("histogramdd", CUBE, 2.5, native=False)
    assert_agrees("histogramdd", CUBE * numpy.nan, 2, native=False)
    assert_agrees("histogramdd", CUBE, 2, [(0, 1)], native=False)
    assert_agrees("histogramdd", CUBE + 1j, 2, native=False)
