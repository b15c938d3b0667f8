"""Medians, percentiles and quantiles, against NumPy."""

import numpy
import pytest

import numen

from .agreement import assert_agrees, axis_options

nan, inf = numpy.nan, numpy.inf
rng = numpy.random.default_rng(21)
VECTOR = rng.normal(size=9)
EVEN = rng.normal(size=10)
MATRIX = rng.normal(size=(5, 6))
HOLES = numpy.where(rng.random((5, 6)) < 0.2, nan, MATRIX)
CUBE = rng.normal(size=(3, 4, 5))
INTS = rng.integers(-9, 9, (4, 5))
METHODS = [
    "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf",
    "hazen", "weibull", "linear", "median_unbiased", "normal_unbiased", "lower", "higher",
    "midpoint", "nearest",
]  # fmt: skip
ARRAYS = {
    "odd": VECTOR, "even": EVEN, "one": EVEN[:1], "two": EVEN[:2], "matrix": MATRIX, "cube": CUBE,
    "holes": HOLES, "nan": numpy.array([1.0, nan, 3]), "float32": MATRIX.astype("f4"),
    "float32 vector": VECTOR.astype("f4"), "float16": MATRIX.astype("f2"), "int": INTS,
    "int vector": INTS.ravel(), "uint8": INTS.ravel().astype("u1"), "int16": INTS.astype("i2"),
    "ties": numpy.array([1.0, 1, 2, 2, 2, 3]), "infinite": numpy.array([-inf, 1.0, 2, inf]),
}  # fmt: skip
LEVELS = [0.25, 0.0, 1.0, 0.5, 0, 1, numpy.float64(0.3), numpy.float32(0.3), [0.1, 0.5, 0.9],
          [[0.1, 1.0], [0.0, 0.4]], numpy.array(0.7), [0, 1], [0.5]]  # fmt: skip


@pytest.mark.parametrize("key", ARRAYS)
def test_median(key):
    array = ARRAYS[key]
    for kwargs in axis_options(array):
        assert_agrees("median", array, **kwargs)


def test_median_of_other_types():
    for array in (MATRIX > 0, VECTOR > 0, VECTOR + 1j * VECTOR, [3, 1.5, 2], [[1, 2], [3, 5]], 4):
        assert_agrees("median", array)
    for array in (numpy.empty(0), numpy.empty((0, 3)), numpy.array(["a", "b"]), MATRIX):
        assert_agrees("median", array, 1, native=False)
        assert_agrees("median", array, 7, native=False)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("key", ARRAYS)
def test_methods(key, method):
    array = ARRAYS[key]
    for q in LEVELS:
        assert_agrees("quantile", array, q, method=method)
        assert_agrees("quantile", array, q, -1, method=method, layouts=("contiguous",))
    for kwargs in axis_options(array):
        assert_agrees("quantile", array, [0.2, 0.7], method=method, **kwargs)
        assert_agrees("quantile", array, 0.4, method=method, **kwargs)


@pytest.mark.parametrize("key", ARRAYS)
def test_percentile(key):
    array = ARRAYS[key]
    for q in (0, 30, 50, 62.5, 100, [25, 50], [12.5], numpy.array(80.0), numpy.float32(33)):
        for kwargs in axis_options(array):
            assert_agrees("percentile", array, q, **kwargs)


def test_many_levels():
    for array in (rng.normal(size=1001), rng.normal(size=(70, 30)), INTS):
        assert_agrees("quantile", array, numpy.linspace(0, 1, 60))
        assert_agrees("quantile", array, numpy.linspace(0, 1, 60), 0, method="hazen")


def test_weights():
    kwargs = {"method": "inverted_cdf"}
    weights = rng.random(9)
    for q in (0.3, 0.0, 1.0, [0.1, 0.6]):
        assert_agrees("quantile", VECTOR, q, weights=weights, **kwargs)
        assert_agrees("percentile", INTS, numpy.multiply(q, 100), weights=INTS + 9, axis=0,
                      native=False, **kwargs)
        assert_agrees("quantile", MATRIX, q, weights=MATRIX**2, axis=0, **kwargs)
        assert_agrees("quantile", MATRIX, q, weights=MATRIX**2, **kwargs)
        assert_agrees("quantile", MATRIX, q, weights=weights[:6], axis=1, keepdims=True, **kwargs)
        assert_agrees("quantile", HOLES, q, weights=MATRIX**2, axis=1, **kwargs)
        assert_agrees("quantile", CUBE, q, weights=rng.random((5, 3)), axis=(2, 0), **kwargs)
        assert_agrees("quantile", VECTOR, q, weights=[0, 0, 1, 0, 2, 0, 0, 1, 3], **kwargs)
    assert_agrees("quantile", VECTOR, 0.3, weights=weights, native=False)
    assert_agrees("quantile", VECTOR, 0.3, weights=-weights, native=False, **kwargs)
    assert_agrees("quantile", VECTOR, 0.3, weights=weights[1:], native=False, **kwargs)
    assert_agrees("quantile", VECTOR, 0.3, weights=0 * weights, native=False, **kwargs)


@pytest.mark.parametrize("name, unit", [("quantile", 1), ("percentile", 100)])
def test_refusals(name, unit):
    for q in (-0.1 * unit, 1.5 * unit, [0.5, 2.0 * unit], nan, [], numpy.zeros((1, 1, 1)), "x"):
        assert_agrees(name, VECTOR, q, native=False)
    assert_agrees(name, VECTOR, 0.5, method="odd", native=False)
    assert_agrees(name, VECTOR + 1j, 0.5, native=False)
    assert_agrees(name, VECTOR > 0, 0.5, native=False)
    assert_agrees(name, VECTOR > 0, 0.5, method="lower", native=False)
    assert_agrees(name, VECTOR, 0.5, 2, native=False)
    assert_agrees(name, numpy.empty(0), 0.5, native=False)
    assert_agrees(name, numpy.array([1, 2.5], object), 0.5, native=False)
    assert_agrees(name, MATRIX, 0.5 * unit, 0, out=numpy.zeros(6), native=False)


def test_the_input_may_be_overwritten():
    for name, given in (("median", ()), ("quantile", (0.3,)), ("percentile", (30,))):
        given = (MATRIX.copy(), *given)
        found = getattr(numen, name)(numen.array(MATRIX), *given[1:], overwrite_input=True)
        assert found == getattr(numpy, name)(*given)


def test_masked_arrays_are_numpys():
    masked = numpy.ma.masked_array([1.0, 2, 9], [False, False, True])
    assert numen.median(masked) == numpy.median(masked)
