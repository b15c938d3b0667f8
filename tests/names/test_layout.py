"""Names that build arrays out of others: insert, block, resize, r_, c_, grids, conversions."""

import numpy
import pytest

import numen
from numen.native import front

from .agreement import assert_agrees
from .market import CUBE, EMPTY, HALF, INTS, MATRIX, POINT, SPECIAL, SQUARE, TYPED, VECTOR


@pytest.mark.parametrize("shape", [
    0, 4, 6, 15, (2, 3), (5, 4), (0, 3), (), (2, -1), [2, 2], 1.5, (2, 1.5), numpy.int64(3)])
def test_resize(shape):
    for array in (VECTOR, MATRIX, EMPTY, POINT, *TYPED):
        assert_agrees("resize", array, shape)
    assert_agrees("resize", [1, 2], shape)
    assert_agrees("resize", HALF, shape, native=False)


@pytest.mark.parametrize("obj", [
    0, 2, -1, 6, -6, 7, -8, [1], [1, 3], [3, 1], [2, 2, 0], [], [-1, 0], [9, 0], slice(1, 4, 2),
    slice(None, None, -1), [True, False, True], numpy.array([0, 2]), numpy.array([]), 1.5, [0.5],
    [[1]], numpy.array(2), numpy.int32(1), True])
def test_insert(obj):
    for values in (7, 2.5, [1.0], [1, 2], [1, 2, 3], numpy.arange(2.0)):
        for array in (VECTOR, VECTOR.astype("i2"), VECTOR > 0):
            assert_agrees("insert", array, obj, values, native=False)
        for axis in (None, 0, 1, -1, 2):
            assert_agrees("insert", MATRIX, obj, values, axis, native=False)
    assert_agrees("insert", CUBE, obj, CUBE[:, 0], 1, native=False)
    assert_agrees("insert", CUBE, obj, MATRIX[:1], 1, native=False)
    assert_agrees("insert", EMPTY, obj, 1.0, 0, native=False)
    assert_agrees("insert", POINT, obj, 1.0, native=False)


def test_insert_is_native():
    for obj in (1, -1, [0, 2], slice(0, 2), numpy.array([1, 2])):
        assert_agrees("insert", MATRIX, obj, 5.0, 1)
        assert_agrees("insert", INTS, obj, 5, 0)
        assert_agrees("insert", VECTOR, obj, 3.0 if isinstance(obj, int) else VECTOR[:2])


BLOCKS = [
    [MATRIX, MATRIX], [[MATRIX, MATRIX], [MATRIX, MATRIX]], [[SQUARE, 1.0], [2, 3]], [1, 2.5],
    [[1, 2], [3, 4]], 5, VECTOR, [VECTOR], [[VECTOR]], [], [[], []], [[1], 2], [(1, 2)], (1, 2),
    [[VECTOR, VECTOR], [INTS, INTS]], [[[1, 2]], [[3, 4]]], [CUBE, CUBE], [[CUBE], [CUBE]],
    [[EMPTY], [EMPTY]], [[SQUARE, numpy.ones((3, 2))], [numpy.zeros((1, 5))]],
    [[SQUARE, numpy.ones((2, 2))]], [numpy.float32(1), 2], [["a", "b"]], [MATRIX > 0, 1]]


@pytest.mark.parametrize("blocks", BLOCKS, ids=range(len(BLOCKS)))
def test_block(blocks):
    assert_agrees("block", blocks, native=False)


def test_large_block():
    large = numpy.arange(300.0 * 400).reshape(300, 400)
    assert_agrees("block", [[large, large], [large, large]])
    assert_agrees("block", [[large, large[:, :1]]])
    assert_agrees("block", [[large.astype("f4")], [large > 5]])


def test_row_stack():
    assert_agrees("row_stack", ([1, 2], [3, 4.5]))
    assert_agrees("row_stack", (MATRIX, MATRIX), dtype="f4", native=False)
    assert_agrees("row_stack", (MATRIX, VECTOR))


GRIDS = [
    numpy.s_[0:3], numpy.s_[0:3, 1:5], numpy.s_[0:3:4j], numpy.s_[0:3:1j], numpy.s_[0:3:0j],
    numpy.s_[1:3:0.5], numpy.s_[:3], numpy.s_[0:3,], numpy.s_[0:2:-2j],
    numpy.s_[0:3:2j, 0:2], numpy.s_[0:2:1j, 0:2], numpy.s_[0:2:0j, 0:2], numpy.s_[0:2.0, 0:2],
    numpy.s_[0:2:2.5j, 0:2], numpy.s_[0:3:2, -1:1:0.5, 0:2], numpy.s_[0:0, 0:3], numpy.s_[5:0:-2],
    numpy.s_[-1:1:7j, 2:3:5j]]
WRONG_GRIDS = [
    numpy.s_[0:], 3, (), numpy.s_[0:2, 1], numpy.s_[3:0, 0:2], numpy.s_[0:3:0],
    numpy.s_[0:3:0, 0:2],
    numpy.s_[1j:2], numpy.s_["a":2], numpy.s_[:, 0:1], numpy.s_[0:numpy.float32(2):3j]]


@pytest.mark.parametrize("name", ["mgrid", "ogrid"])
def test_grids(name):
    for key in GRIDS:
        assert_agrees(name + ".__getitem__", key, layouts=["contiguous"])
    for key in WRONG_GRIDS:
        assert_agrees(name + ".__getitem__", key, layouts=["contiguous"], native=False)


ROWS = [
    (1, 2, 3), (True, 2), True, 5, 2.5, (1, 2j), slice(0, 4), slice(None, 3), slice(0, 2, 3j),
    (slice(0, 3), 1j), (slice(0, 3), 5, [1, 2]), (slice(0, 2, 0.5), 1), VECTOR, (VECTOR, VECTOR),
    (VECTOR, 0, VECTOR.astype("f4")), ([1, 2], [3.5]), (numpy.float32(1), 2.5), [], ([], 1),
    (numpy.ones(2, "f4"), 2.5), (INTS[0], SPECIAL), (POINT, 1), (MATRIX, MATRIX),
    (MATRIX, MATRIX[:1]), (numpy.int8(3), 4), (slice(5, 0, -1), VECTOR)]
WRONG_ROWS = [
    (), (1, "a"), ("0,2", [1, 2], [3, 4]), (MATRIX, VECTOR), 2**63, 2**64,
    (1, None), slice(1, None), (VECTOR, HALF[0])]


@pytest.mark.parametrize("name", ["r_", "c_"])
def test_joined_by_brackets(name):
    for key in ROWS:
        assert_agrees(name + ".__getitem__", key, native=not (
            name == "c_" and isinstance(key, tuple) and len({numpy.size(k) for k in key}) > 1))
    for key in WRONG_ROWS:
        assert_agrees(name + ".__getitem__", key, native=False)
    assert type(numen.r_["r", [1, 2]]) is numpy.matrix


def test_columns():
    for key in ((VECTOR, VECTOR), (MATRIX, MATRIX), ([1, 2], [3, 4.5]), (VECTOR, VECTOR[:, None]),
                (CUBE, CUBE[..., :1]), (slice(0, 3), [1, 2, 3.0]), (POINT, [1]), (1, 2)):
        assert_agrees("c_.__getitem__", key)


def test_brackets_keep_numpys_attributes():
    assert numen.r_.axis == numpy.r_.axis and len(numen.c_) == 0 and not numen.mgrid.sparse
    assert numen.r_.__doc__ == numpy.r_.__doc__


@pytest.mark.parametrize("array", [VECTOR, MATRIX, CUBE, EMPTY, POINT, *TYPED, [1, 2], 3, [[1.5]]])
def test_conversions(array):
    assert_agrees("asfortranarray", array)
    for dtype in (None, float, "f4", "i8", complex, bool):
        if not (numpy.iscomplexobj(array) and dtype not in (None, complex)):
            assert_agrees("asfortranarray", array, dtype)
            assert_agrees("require", array, dtype, ["C"])
    for wanted in (None, "C", "F", ["F", "W"], ["O"], "CAWO", ["ALIGNED", "OWNDATA"], ["E"], []):
        assert_agrees("require", array, None, wanted)
    for order in (None, "C", "F"):
        assert_agrees("asarray_chkfinite", array, None, order)
    if isinstance(array, numpy.ndarray):
        assert_agrees("isfortran", array)


def test_conversions_refused():
    assert_agrees("isfortran", [1])
    assert_agrees("require", MATRIX, None, ["C", "F"])
    assert_agrees("require", MATRIX, None, ["X"])
    assert_agrees("require", MATRIX, "nonsense")
    assert_agrees("asfortranarray", MATRIX, "nonsense")
    assert_agrees("asarray_chkfinite", SPECIAL)
    assert_agrees("asarray_chkfinite", SPECIAL, int)
    assert_agrees("asarray_chkfinite", HALF, native=False)
    assert_agrees("asarray_chkfinite", MATRIX, None, "X")
    assert_agrees("asarray_chkfinite", MATRIX, None, "K", native=False)
    assert_agrees("asfortranarray", ["a"], native=False)


def test_astype():
    for dtype in ("f4", int, complex, bool, "u1"):
        for array in (VECTOR, INTS, MATRIX, POINT, EMPTY):
            assert_agrees("astype", array, dtype, native=False)
            assert_agrees("astype", array, dtype, copy=False, native=False)
    assert_agrees("astype", INTS, float)
    assert_agrees("astype", [1], int)
    assert_agrees("astype", VECTOR, int, device="gpu")
    assert_agrees("astype", VECTOR, "nonsense")
    x = numen.arange(3.0)
    assert numen.astype(x, float, copy=False) is x


FROM = [
    ([1, 2, 3], float), (range(5), int), ([], float), ([1.5, 2.5], int), ([True], bool),
    ((1, 2), "f4"), ([1, 2], complex), ({1: 2}, int), (numpy.arange(3), float)]


@pytest.mark.parametrize("count", [-1, 0, 1, 2, 9, -5, 1.5, None])
def test_fromiter(count):
    for source, dtype in FROM:
        assert_agrees("fromiter", source, dtype, count, layouts=["contiguous"], native=False)
    assert_agrees("fromiter", range(10000), float, layouts=["contiguous"])
    for source, dtype in (([[1], [2]], int), (["a"], float), (5, int), ([300], "i1"), ([1j], float),
                          ([1], "S0"), ([1, [2]], int), ([None], float)):
        assert_agrees("fromiter", source, dtype, layouts=["contiguous"], native=False)


def test_fromiter_takes_no_more_than_it_needs():
    for np in (numpy, numen):
        items = iter(range(5))
        assert np.fromiter(items, int, 2).tolist() == [0, 1] and next(items) == 2
        assert np.fromiter((i * i for i in range(3)), float).tolist() == [0, 1, 4]


def test_results_are_ours():
    before = front.fallback_count()
    for made in (numen.r_[1:3], numen.mgrid[0:2, 0:2], numen.resize(VECTOR, 9),
                 numen.insert(VECTOR, 1, 2), numen.block([VECTOR, 1.0]),
                 numen.fromiter([1.0], float)):
        assert type(made) is numen.ndarray
    assert front.fallback_count() == before


def test_large_blocks_in_every_order():
    large = numpy.arange(300.0 * 400).reshape(300, 400)
    for rows in ([large, large.astype("f4")], [numpy.asfortranarray(large), large],
                 [numpy.asfortranarray(large)] * 2):
        for blocks in ([rows, rows], [rows] * 3):
            theirs, ours = numpy.block(blocks), numen.block(blocks)
            assert ours.dtype == theirs.dtype and ours.strides == theirs.strides
            assert (ours == theirs).all()
    assert_agrees("block", [[large, large], [large, large[:5]]])
    assert_agrees("block", [[large, large], [large, large], [large, large[:, 1:]]])
    assert_agrees("block", [[large[None], large[None]], [large[None], large[None]]])
    assert_agrees("block", [large.ravel()] * 5)


@pytest.mark.parametrize("shape", [(2, 3, 4), (5,), (), (3, 1), (2, 0, 4)])
def test_roll(shape):
    a = numpy.arange(numpy.prod(shape, dtype=int)).reshape(shape) * 0.5
    shifts = (0, 1, -1, 5, -7, True, numpy.int8(2), [1, 2], (1, 2), [], (1, 2, 3), 3.0, 2**70,
              numpy.array([1, 2]), -2**63, 2**63 - 1, "a", None, [[1, 2], [3, 4]])  # fmt: skip
    for shift in shifts:
        for axis in (None, 0, 1, -1, 5, (0, 1), (0, 0), [1], (), 1.0, numpy.int64(0)):
            plain = type(shift) is int and abs(shift) < 99 and type(axis) is int
            assert_agrees("roll", a, shift, axis, native=plain)
    assert_agrees("roll", a, 2)
    assert_agrees("roll", a.tolist(), -1)


def test_shapes_without_elements_are_bounded_too():
    for shape in ((2**62, -1), (-1, 2**62), (0, 2**40, 2**40), (2**59, 0), (2**62, 0)):
        assert_agrees("reshape", numpy.zeros(0), shape, native=False)
