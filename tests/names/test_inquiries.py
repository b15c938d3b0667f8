"""Questions about arrays, and views of them, as the common call asks: an array and plain ints."""

import itertools
import pickle

import numpy
import pytest

import numen
from numen.native import front

from .agreement import assert_agrees
from .market import CUBE, EMPTY, INTS, MATRIX, POINT, SPECIAL, SQUARE, TYPED, VECTOR

ARRAYS = (VECTOR, INTS, MATRIX, CUBE, SQUARE, EMPTY, POINT, SPECIAL, *TYPED,
          numpy.zeros((3, 0, 2)), numpy.ones((1, 1, 4), bool))


@pytest.mark.parametrize("name", [
    "ndim", "shape", "size", "real", "imag", "iscomplexobj", "isrealobj", "isfortran", "isscalar",
    "result_type", "min_scalar_type", "count_nonzero", "flip", "flipud", "fliplr",
    "matrix_transpose"])
def test_of_an_array_alone(name):
    for array in ARRAYS:
        assert_agrees(name, array)


def test_common_type():
    for pair in itertools.product(TYPED, TYPED):
        assert_agrees("common_type", *pair)
    assert_agrees("common_type")
    assert_agrees("common_type", numpy.ones(2, bool))


@pytest.mark.parametrize("weak", [(), (3,), (-1,), (2.5,), (1, 2.0), (1j,), (True,), (2**70,)])
def test_result_type(weak):
    for array, other in itertools.product(TYPED, (*TYPED[:4], "f4", numpy.int8, bool, int, None)):
        assert_agrees("result_type", array, other, *weak)
        assert_agrees("result_type", array, *weak)
    if weak:
        assert_agrees("result_type", *weak)


def test_can_cast():
    for array, to in itertools.product((*TYPED, "f4", bool, 3, None), ("f4", "i8", "u1", "nope")):
        assert_agrees("can_cast", array, to)
        assert_agrees("can_cast", array, to, "same_kind")


def test_min_scalar_type_of_numbers():
    for edge in (0, 2**8, 2**16, 2**32, 2**63, 2**64, -(2**7), -(2**15), -(2**31), -(2**63)):
        for number in (edge - 1, edge, edge + 1):
            assert_agrees("min_scalar_type", number, native=False)


@pytest.mark.parametrize("first, second", [*itertools.product(range(-4, 5), range(-4, 5))])
def test_axes(first, second):
    for array in (VECTOR, MATRIX, CUBE, POINT):
        assert_agrees("moveaxis", array, first, second)
        assert_agrees("rollaxis", array, first, second)
        assert_agrees("rollaxis", array, first)
        assert_agrees("flip", array, first)
        assert_agrees("expand_dims", array, first)
        assert_agrees("expand_dims", array, (first, second))


def test_counts_through_all_bits_and_signs():
    for dtype in "?bBhHiIlLefdFD":
        assert_agrees("count_nonzero", numpy.array([0, 1, 0, 2, 0], dtype))
    assert_agrees("count_nonzero", numpy.array([0.0, -0.0, numpy.nan, 1e-320]))
    assert_agrees("count_nonzero", numpy.arange(5000) % 3)


def test_views_share_memory():
    for size in (6, 60_000):
        array = numen.arange(float(size)).reshape(2, 3, -1)
        for name, rest in (("flip", ()), ("moveaxis", (0, 2)), ("expand_dims", (1,))):
            view = getattr(numen, name)(array, *rest)
            assert front.is_managed(view) == front.is_managed(array)
            view[...] = 7.0
            assert (array == 7.0).all()
            array[...] = 1.0


def test_composites_look_like_functions():
    assert numen.median.__name__ == numen.median.__qualname__ == "median"
    assert numen.median.__doc__ == numpy.median.__doc__
    assert pickle.loads(pickle.dumps(numen.median)) is numen.median
    assert repr(numen.median).startswith("<function median")
    holder = type("Holder", (), {"flip": numen.flip, "ndim": 1})
    assert holder().flip.__self__.ndim == 1
