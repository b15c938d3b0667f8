"""Calls in which the fuzzer's programs once disagreed with NumPy."""

import numpy
import pytest

import numen

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

def test_numbers_among_selected_choices():
    small, mask = numpy.array([1, 2], "u1"), numpy.array([True, False])
    for choices, default in (([5], small), ([small], 3), ([small], 300), ([small], -1),
                             ([small, 1.5], 0), ([small, True], 1), ([5], 6), ([small], 2j)):
        assert_agrees("select", [mask] * len(choices), choices, default)



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


@pytest.mark.parametrize("name", ["mean", "std", "var", "sum", "max", "all", "argmax", "nanargmax",
                                  "ptp", "nanmean", "cumulative_sum", "trapezoid", "amin"])
def test_axes_of_one_number(name):
    for axis in (0, -1, 1, (), (0,)):
        assert_agrees(name, ONE, axis=axis, native=False)
        assert_agrees(name, ONE, axis=axis, dtype="f8", native=False)
        assert_agrees(name, ONE, axis=axis, keepdims=True, native=False)


@pytest.mark.parametrize("name", ["amin", "amax", "min", "any", "argmin"])
def test_unknown_keywords_are_refused_before_axes(name):
    assert_agrees(name, MATRIX, axis=7, strange=1, native=False)
    assert_agrees(name, MATRIX, 7, strange=1, native=False)


def test_clip_compares_complex_nans_as_numpy():
    z = numpy.array([3.75 + 1.5j, complex(numpy.inf, numpy.nan), 2])
    for low, high in ((-1, z[::-1]), (-1, z[1]), (z[1], 5), (z[1], None), (0, 1), (None, 1.5)):
        assert_agrees("clip", z, low, high, native=False)
        assert_agrees("clip", VECTOR[:3], low, high, native=False)


def test_reduceat_keeps_negative_zeros():
    for array in (numpy.zeros(20), numpy.zeros((20, 3)), numpy.zeros(20, "c16"), numpy.ones(20)):
        for indices in ([0], [0, 10], [3, 4, 12], [5, 2]):
            assert_agrees("add.reduceat", -array, indices)


def test_imaginary_parts_lost_in_outputs_are_warned_of():
    for out in (numpy.zeros((3, 4)), numpy.zeros((3, 4), "i4")):
        assert_agrees("add", MATRIX, MATRIX[0] + 1j, out=out, casting="unsafe", native=False)
        assert_agrees("sqrt", MATRIX + 1j, out=out, casting="unsafe", native=False)


@pytest.mark.parametrize("number", [complex(numpy.inf, 1), complex(numpy.inf, numpy.nan), 1 + 2j])
def test_means_of_complex_numbers_divide(number):
    column = numpy.array([number] * 5).reshape(5, 1)
    for array in (column, column.astype("c8"), column[:, 0]):
        for name in ("mean", "median"):
            assert_agrees(name, array, native=False)
            assert_agrees(name, array, axis=0, native=False)
            assert_agrees(name, array, axis=-1, keepdims=True, native=False)


@pytest.mark.parametrize("name", ["nancumsum", "nancumprod"])
def test_running_sums_of_repeated_rows_lie_as_numpys(name):
    for shape in ((2, 6), (3, 2, 6)):
        for array in (VECTOR, INTS[0, :1], VECTOR.astype("f4"), VECTOR + 1j):
            repeated = numpy.broadcast_to(array, (*shape[:-1], array.size))
            for axis in range(len(shape)):
                given = getattr(numen, name)(repeated, axis=axis)
                wanted = getattr(numpy, name)(repeated, axis=axis)
                assert given.strides == wanted.strides
                numpy.testing.assert_allclose(given, wanted, rtol=1e-6)


def test_real_numbers_are_marked_in_numpys_order():
    for array in (numpy.asfortranarray(MATRIX), numpy.asfortranarray(INTS)[:2], MATRIX[::-1].T):
        given, wanted = numen.isreal(array), numpy.isreal(array)
        assert given.strides == wanted.strides and given.all()


def test_rolled_arrays_without_elements_are_new():
    for array in (numpy.empty((0, 3)), numpy.empty(0, int)):
        array.flags.writeable = False
        assert numen.roll(array, 1).flags.writeable and numpy.roll(array, 1).flags.writeable
