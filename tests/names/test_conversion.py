"""Objects as arrays: array, asarray, atleast_1d …, of arrays, numbers and nested lists."""

import numpy
import pytest

import numen

from .agreement import assert_agrees
from .market import CUBE, EMPTY, INTS, MATRIX, POINT, SPECIAL, SQUARE, VECTOR

DTYPES = (None, float, "f4", "f2", "i8", "i1", "u1", "u8", bool, complex)
ARRAYS = (VECTOR, INTS, MATRIX, CUBE, SQUARE, EMPTY, POINT)
NUMBERS = (3, 2.5, True, [], [[]], [1, 2], [1.5, -2.0], [0.0, 2], [[1, 0], [3, 4]], [True, False],
           [False, 2.5], [-0.5, 0.9], ((1.0,), (2.5,)), [2.0**40, 1])


@pytest.mark.parametrize("order", ["K", "A", "C", "F", None])
@pytest.mark.parametrize("copy", [True, False, None])
def test_array(copy, order):
    for array in ARRAYS:
        for dtype in DTYPES:
            if not (numpy.iscomplexobj(array) and dtype not in (None, complex)):
                # Where NumPy must say why it cannot go without a copy it is asked.
                own = copy is not False
                assert_agrees("array", array, dtype, copy=copy, order=order, native=own)
                assert_agrees("asarray", array, dtype, copy=copy, order=order, native=own)
                assert_agrees("asanyarray", array, dtype, order, copy=copy, native=own)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_and_lists(number):
    for dtype in DTYPES:
        plain = dtype not in ("i1", "u1", "u8") or -1 < numpy.min([number] or 0, initial=0)
        assert_agrees("array", number, dtype, native=plain and number != [2.0**40, 1])
        assert_agrees("asarray", number, dtype, native=False)
    assert_agrees("ascontiguousarray", number)
    assert_agrees("asfortranarray", number)
    for least in (1, 2, 3):
        assert_agrees(f"atleast_{least}d", number)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("numbers", [
    [numpy.nan], [numpy.inf, 1], [1e300], [2**60 + 1, 1.5], [300.7], [-1.0], [256], [-1], [2**70],
    [1, [2]], [None], ["1"], [1.5, 2j], [2.0**53 + 2]])
def test_numbers_that_may_not_fit(numbers):
    for dtype in DTYPES:
        assert_agrees("array", numbers, dtype, native=False)


@pytest.mark.parametrize("ndmin", [0, 1, 2, 4, -1, 65, True])
def test_least_number_of_axes(ndmin):
    for array in (*ARRAYS, 2.5, [1, 2]):
        native = 0 <= ndmin < 65 and ndmin is not True
        assert_agrees("array", array, ndmin=ndmin, native=native)
        for order in "ACF":
            assert_agrees("array", array, ndmin=ndmin, copy=None, order=order, native=native)


def test_at_least():
    for least in (1, 2, 3):
        for array in ARRAYS:
            assert_agrees(f"atleast_{least}d", array)
        assert_agrees(f"atleast_{least}d", VECTOR, 1, [2, 3], MATRIX)
        assert_agrees(f"atleast_{least}d")
        assert_agrees(f"atleast_{least}d", "text", native=False)
        assert_agrees(f"atleast_{least}d", ["text"], VECTOR, native=False)


@pytest.mark.parametrize("dtype", ["U3", "O", "M8[D]", ">f8", "S2", [("x", "i4")]])
def test_arrays_of_numpys_own_types_are_not_copied(dtype):
    array = numpy.zeros(3, dtype)
    for name in ("asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "require",
                 "atleast_1d"):
        assert getattr(numen, name)(array) is array
    assert numpy.shares_memory(numen.atleast_2d(array), array)
    assert numpy.shares_memory(numen.array(array, copy=None), array)
    assert not numpy.shares_memory(numen.array(array), array)


def test_refused():
    for name in ("array", "asarray", "asanyarray", "ascontiguousarray"):
        assert_agrees(name)
        assert_agrees(name, VECTOR, "nonsense")
        assert_agrees(name, VECTOR, None, None, None, None, None, None, None)
        assert_agrees(name, VECTOR, nonsense=1)
    assert_agrees("array", VECTOR, order="X")
    assert_agrees("array", VECTOR, ndmin="2")
    assert_agrees("array", VECTOR, copy="yes", native=False)
    assert_agrees("asarray", VECTOR, device="gpu")
    assert_agrees("asarray", VECTOR, device="cpu")
    assert_agrees("asarray", SPECIAL, float, copy=False)
