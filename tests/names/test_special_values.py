"""Values that are no ordinary numbers: replaced, and found."""

import numpy
import pytest

import numen

from .agreement import assert_agrees
from .market import EMPTY, INTS, SPECIAL, VECTOR

COMPLEX = numpy.array([1 + 2j, complex(numpy.nan, numpy.inf), complex(-numpy.inf, 3), 0])


@pytest.mark.parametrize("kwargs", [
    {}, {"nan": 7.5}, {"posinf": 1}, {"neginf": -2.0}, {"nan": 3, "posinf": 4, "neginf": 5},
    {"nan": numpy.float64(2)}, {"posinf": True}])
def test_nan_to_num(kwargs):
    for array in (SPECIAL, SPECIAL.astype("f4"), SPECIAL.astype("f2"), VECTOR, INTS, EMPTY, COMPLEX,
                  COMPLEX.astype("F"), COMPLEX.reshape(2, 2), numpy.array(numpy.nan), 2.5):
        assert_agrees("nan_to_num", array, **kwargs)
    assert_agrees("nan_to_num", SPECIAL, nan=numpy.arange(float(SPECIAL.size)), native=False)


def test_nan_to_num_in_place():
    import numen

    for module in (numpy, numen):
        array = module.array([1.0, numpy.nan, numpy.inf])
        assert module.nan_to_num(array, copy=False, posinf=9) is array
        assert array.tolist() == [1.0, 0.0, 9.0]


@pytest.mark.parametrize("name", ["isposinf", "isneginf", "isreal", "iscomplex"])
def test_kinds_of_values(name):
    for array in (SPECIAL, SPECIAL.astype("f4"), VECTOR, INTS, INTS > 0, EMPTY, COMPLEX,
                  VECTOR.reshape(2, 3), numpy.asfortranarray(VECTOR.reshape(2, 3)), 2.5, [1, 2]):
        assert_agrees(name, array)
    for out in (numpy.zeros(VECTOR.shape, bool), numpy.zeros(VECTOR.shape), numpy.zeros(1, bool)):
        if name.endswith("inf"):
            assert_agrees(name, VECTOR, out)


@pytest.mark.parametrize("decimals", [0, 1, 3])
def test_rounding_takes_the_parts_of_complex_numbers_apart(decimals):
    rng = numpy.random.default_rng(5)
    numbers = rng.normal(scale=100, size=60) + 1j * rng.normal(size=60)
    for array in (COMPLEX, numbers, numbers.reshape(5, 12).T, -0.04 * numbers[:1], EMPTY + 0j):
        assert_agrees("round", array, decimals)
        assert_agrees("round", array.astype("F"), decimals)


def test_differences():
    mask = VECTOR > 0
    assert_agrees("diff", VECTOR)
    assert_agrees("diff", INTS)
    assert_agrees("diff", mask)
    assert_agrees("diff", mask, prepend=0, append=[1])
    assert_agrees("diff", VECTOR, 2)
    assert_agrees("diff", VECTOR, axis=0)
    assert_agrees("diff", VECTOR, axis=1)


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16"])
def test_nan_to_num_in_place_wants_to_write(dtype):
    """Also where nothing has to be written."""
    array = numen.array(numpy.ones(3, dtype))
    array.setflags(write=False)
    foreign = numpy.ones(3, dtype)
    foreign.setflags(write=False)
    for given in (array, foreign):
        with pytest.raises(ValueError, match="assignment destination is read-only"):
            numen.nan_to_num(given, copy=False)
    assert numen.nan_to_num(array).tolist() == [1, 1, 1]
