"""Convolutions and correlations of vectors, against NumPy."""

import numpy
import pytest

import numen

from .agreement import assert_agrees

rng = numpy.random.default_rng(43)
INTS = rng.integers(-9, 9, 12)
TYPES = ["f8", "f4", "f2", "c16", "c8", "i8", "i4", "i2", "i1", "u8", "u1", "?"]
MODES = ("full", "same", "valid")


def tolerance(*dtypes):
    kind = numpy.result_type(*dtypes).char
    return {"e": 4e-3, "f": 2e-6, "F": 2e-6}.get(kind, 1e-14 if kind in "dD" else 0)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["convolve", "correlate"])
def test_types(name, dtype):
    for n, k in ((12, 3), (3, 12), (5, 5), (1, 1), (40, 4), (9, 8), (300, 70), (70, 300), (65, 64)):
        a = (rng.normal(size=n) * 9).astype(dtype)
        v = (rng.normal(size=k) * 9).astype(dtype)
        if dtype.startswith("c"):
            a, v = a + 1j, v * (2 - 1j)
        for mode in MODES:
            assert_agrees(name, a, v, mode, tolerance=tolerance(dtype))
        assert_agrees(name, a, v, tolerance=tolerance(dtype))


@pytest.mark.parametrize("name", ["convolve", "correlate"])
def test_mixed_types(name):
    for one in TYPES:
        for other in ("f8", "f4", "i4", "c8"):
            assert_agrees(name, INTS.astype(one), INTS[:3].astype(other),
                          tolerance=tolerance(one, other))
    assert_agrees(name, INTS, [0.5, 1, 0.25])
    assert_agrees(name, [1, 2, 3], [0, 1, 0.5])


@pytest.mark.parametrize("name", ["convolve", "correlate"])
def test_long_ones(name):
    a, v = rng.normal(size=70001), rng.normal(size=33)
    for mode in MODES:
        assert_agrees(name, a, v, mode, tolerance=1e-14)
        assert_agrees(name, a[:3001], a[:2000], mode, tolerance=1e-14)
    assert_agrees(name, rng.integers(-9, 9, 70001), INTS)


@pytest.mark.parametrize("name", ["convolve", "correlate"])
def test_special_values(name):
    a = numpy.array([1.0, numpy.inf, numpy.nan, -0.0, 2.0, 3.0])
    for v in ([1.0, 2.0], [numpy.inf, 0.0], [1.0]):
        for mode in MODES:
            assert_agrees(name, a, v, mode, tolerance=1e-15)


@pytest.mark.parametrize("name", ["convolve", "correlate"])
def test_refusals(name):
    for a, v in (([], INTS), (INTS, []), (INTS.reshape(3, 4), INTS), ("x", INTS)):
        assert_agrees(name, a, v, native=False)
    assert_agrees(name, INTS, 2, native=False)
    assert_agrees(name, 3, INTS, native=False)
    for mode in ("odd", 1, 0, None, "F"):
        assert_agrees(name, INTS, INTS, mode, native=False)
    assert_agrees(name, INTS, INTS, 0, 1, native=False)
    assert_agrees(name, numpy.array([1, 2.5], object), [1], native=False)


@pytest.mark.parametrize("dtype", ["f4", "f8", "i8", "c16"])
@pytest.mark.parametrize("lengths", [(1009, 1009), (1009, 67), (300, 299), (97, 33), (31, 31),
                                     (5000, 4999), (64, 64), (65, 64)])
def test_ends_of_long_vectors(dtype, lengths):
    """Whole numbers, of which every sum is exact: the results at the ends meet some taps each."""
    rng = numpy.random.default_rng(8)
    a, v = (rng.integers(-9, 10, length).astype(dtype) for length in lengths)
    for mode in ["full", "same", "valid"]:
        for one, other in [(a, v), (v, a)]:
            for name in ["correlate", "convolve"]:
                found = getattr(numen, name)(one, other, mode)
                expected = getattr(numpy, name)(one, other, mode)
                assert numpy.asarray(found).tolist() == expected.tolist()


@pytest.mark.parametrize("place", [0, 1, 40, 500, 999, 1008])
def test_infinities_stay_where_they_are(place):
    """No result meets an element outside its reach: infinity times nothing is not NaN."""
    a, v = numpy.ones(1009), numpy.ones(1009)
    a[place] = numpy.inf
    numpy.testing.assert_array_equal(numpy.asarray(numen.correlate(a, v, "full")),
                                     numpy.correlate(a, v, "full"))
