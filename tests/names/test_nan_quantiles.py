"""Medians and quantiles that leave NaNs out, against NumPy."""

import numpy
import pytest

from .agreement import assert_agrees, axis_options

nan, inf = numpy.nan, numpy.inf
rng = numpy.random.default_rng(22)
HOLES = numpy.where(rng.random((5, 6)) < 0.3, nan, rng.normal(size=(5, 6)))
LOST = HOLES.copy()
LOST[2] = nan
ARRAYS = {
    "vector": rng.normal(size=9), "holes": HOLES, "line of nan": LOST, "flat": HOLES.ravel(),
    "cube": numpy.where(rng.random((3, 4, 5)) < 0.3, nan, rng.normal(size=(3, 4, 5))),
    "all nan": numpy.array([nan, nan]), "one": numpy.array([2.0, nan]),
    "float32": HOLES.astype("f4"), "float32 vector": HOLES.ravel().astype("f4"),
    "int": rng.integers(-9, 9, (4, 5)), "whole": rng.normal(size=(4, 3)),
    "int32": rng.integers(-9, 9, 7).astype("i4"),
}  # fmt: skip
METHODS = ["inverted_cdf", "averaged_inverted_cdf", "closest_observation", "hazen", "weibull",
           "interpolated_inverted_cdf", "linear", "median_unbiased", "normal_unbiased", "lower",
           "higher", "midpoint", "nearest"]  # fmt: skip


@pytest.mark.parametrize("key", ARRAYS)
def test_nanmedian(key):
    array = ARRAYS[key]
    for kwargs in axis_options(array):
        assert_agrees("nanmedian", array, tolerance=1e-6 if array.dtype == "f4" else 1e-15,
                      **kwargs)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("key", ARRAYS)
def test_nanquantile(key, method):
    array = ARRAYS[key]
    for q in (0.3, 0, 1.0, [0.1, 0.5, 1], numpy.float64(0.7), numpy.float32(0.6)):
        for kwargs in axis_options(array):
            assert_agrees("nanquantile", array, q, method=method,
                          layouts=("contiguous", "strided"), **kwargs)


@pytest.mark.parametrize("key", ARRAYS)
def test_nanpercentile(key):
    array = ARRAYS[key]
    for q in (30, 0, 100, 62.5, [25, 75]):
        for kwargs in axis_options(array):
            assert_agrees("nanpercentile", array, q, **kwargs)


@pytest.mark.parametrize("name", ["nanmedian", "nanquantile", "nanpercentile"])
def test_edges(name):
    given = () if name == "nanmedian" else (0.25,)
    long = numpy.where(rng.random((3, 700)) < 0.3, nan, rng.normal(size=(3, 700)))
    for array in (long, long.ravel(), [1.0, nan, 3], [[1, 2], [3, 4]], numpy.float64(3)):
        assert_agrees(name, array, *given)
    assert_agrees(name, long, *given, axis=1)
    for array in (numpy.empty(0), numpy.empty((0, 3)), numpy.array(["a"]), HOLES > 0, HOLES + 1j):
        assert_agrees(name, array, *given, native=False)
    assert_agrees(name, HOLES, *given, axis=3, native=False)
    assert_agrees(name, HOLES, *given, axis=0, out=numpy.zeros(6), native=False)
    assert_agrees("nanquantile", HOLES, 0.3, weights=HOLES**2, method="inverted_cdf",
                  native=False)
    for q in (1.3, -1, [], [[0.1], [0.2]]):
        assert_agrees("nanquantile", ARRAYS["cube"], q, axis=(0, 1), native=False)
