"""Calls in which the fuzzer's programs once disagreed with NumPy."""

import numpy
import pytest

from .agreement import assert_agrees
from .market import INTS, MATRIX, VECTOR

ONE = numpy.array(2.5)
TRUE = numpy.array([True, False])


@pytest.mark.parametrize("name", ["median", "nanmedian", "quantile", "percentile"])
def test_medians_of_one_number_keep_no_axis(name):
    levels = () if "median" in name else (0.5,)
    for number in (ONE, numpy.array(numpy.nan), numpy.array(3), numpy.array(1 + 2j)):
        assert_agrees(name, number, *levels, keepdims=True, native=False)


@pytest.mark.parametrize("casting", ["no", "safe", "same_kind", "unsafe"])
@pytest.mark.parametrize("name", ["maximum", "add", "less", "absolute"])
def test_outputs_are_refused_under_the_casting_asked_for(name, casting):
    given = (MATRIX,) if name == "absolute" else (MATRIX, MATRIX[0])
    for out in (numpy.zeros(4, int), numpy.zeros((3, 4), "?"), numpy.zeros((3, 4))):
        assert_agrees(name, *given, out=out, casting=casting, native=False)
    assert_agrees("add", MATRIX, VECTOR, out=numpy.zeros(2, int), casting=casting, native=False)


def test_correlation_of_complex_numbers():
    assert_agrees("correlate", numpy.array([1j, 2]), numpy.array([1, 8, 8, 2]), "full")


@pytest.mark.parametrize("name", ["cumsum", "cumprod", "nancumsum", "nancumprod"])
def test_running_sums_of_one_number_have_an_axis(name):
    for number in (ONE, numpy.array(True), numpy.array(1j), 3):
        for axis in (None, 0, -1, 1, -2):
            assert_agrees(name, number, axis)


def test_choices_of_one_number_are_arrays():
    assert_agrees("select", [numpy.array(True), ONE > 1], [ONE, 3])
    assert_agrees("select", [True], [2])


def test_ends_of_differences_are_judged_before_the_differences():
    for ends in ({"to_end": 5}, {"to_begin": 5}, {"to_end": True}, {"to_begin": 1, "to_end": 0}):
        assert_agrees("ediff1d", TRUE, **ends)
        assert_agrees("ediff1d", INTS, **ends)


def test_a_bound_takes_its_type_from_the_other():
    for array in (TRUE, INTS, INTS.astype("i1"), MATRIX.astype("f4")):
        for low, high in ((-1, numpy.float16(0.5)), (-1, numpy.int8(3)), (-1.0, numpy.float32(5)),
                          (numpy.uint8(1), 5.5), (-1, 1), (-1, 2.0), (numpy.int64(1), 2j)):
            assert_agrees("clip", array, low, high, native=False)
