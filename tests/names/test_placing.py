"""Names that write into an argument: copyto, put, putmask, place, fill_diagonal, put_along_axis."""

import numpy
import pytest

import numen

from .agreement import assert_agrees
from .market import CUBE, EMPTY, HALF, INTS, MATRIX, POINT, SPECIAL, SQUARE, TYPED, VECTOR, frozen

MASK = MATRIX > 0
INT8 = INTS.astype("i1")
VALUES = [2, 2.5, True, 1j, [1.5], [1, 2], [1, 2, 3, 4, 5], [], 300, numpy.float32(1.5),
          numpy.int64(7), numpy.array([2.5, 3.5]), numpy.array([1, 2], "i2"), SPECIAL]


@pytest.mark.parametrize("casting", ["same_kind", "unsafe", "safe", "no", "equiv", "wrong"])
def test_copyto(casting):
    for target in (MATRIX, INTS, INT8, MASK, MATRIX.astype("f4"), MATRIX * 1j):
        for source in (MATRIX, INTS, INTS[0], MASK, [1, 2, 3, 4], 2, 2.5, True, 1j, 300, -5,
                       VECTOR, MATRIX.astype("f4"), 1e300, numpy.float64(2.5), POINT, CUBE,
                       MATRIX[None]):
            if isinstance(source, numpy.ndarray) and source is MATRIX and target.dtype.kind == "i":
                source = numpy.trunc(source)
            assert_agrees("copyto", target, source, casting, native=False)


def test_copyto_is_native():
    for source in (MATRIX, MATRIX[0], INTS, 2, 2.5, [1, 2, 3, 4]):
        assert_agrees("copyto", MATRIX, source)
        assert_agrees("copyto", MATRIX, source, where=MASK)
        assert_agrees("copyto", MATRIX, source, where=MASK[0])
        assert_agrees("copyto", MATRIX, source, where=[[True], [False], [True]])


@pytest.mark.parametrize("where", [
    True, False, MASK, MASK[0], MASK[:2], INTS, [True], numpy.array(True), 1, MASK[None], None])
def test_copyto_where(where):
    for target in (MATRIX, INTS, INT8, POINT, EMPTY):
        for source in (MATRIX, INTS[0], 2, 2.5, POINT, VECTOR):
            assert_agrees("copyto", target, source, where=where, native=False)
    # Only what is copied is converted, and may warn.
    assert_agrees("copyto", numpy.zeros(6, int), SPECIAL, "unsafe", SPECIAL == 1.0, native=False)


@pytest.mark.parametrize("mask", [
    MASK, INTS, MASK.ravel(), MASK[0], [True], ~MASK, MASK & False, MATRIX, MASK.T])
@pytest.mark.parametrize("name", ["place", "putmask"])
def test_by_mask(name, mask):
    for values in VALUES:
        for target in (MATRIX, INTS, INT8, MATRIX * 1j, MASK):
            assert_agrees(name, target, mask, values, native=False)
    assert_agrees(name, EMPTY, EMPTY > 0, 1.0, native=False)
    assert_agrees(name, POINT, True, 1.0, native=False)
    assert_agrees(name, [1, 2], [True, False], 5)
    assert_agrees(name, frozen(MATRIX), mask, 5, native=False)
    assert_agrees(name, HALF, mask, 5, native=False)


@pytest.mark.parametrize("name", ["place", "putmask"])
def test_by_mask_is_native(name):
    for values in (2.5, [1.5, 2.5], VECTOR, MATRIX, numpy.arange(40.0)):
        assert_agrees(name, MATRIX, MASK, values)


@pytest.mark.parametrize("indices", [
    0, -1, 11, 12, -13, [0, 3, 3], [], [[1, 2], [3, 4]], [0, 50, 1], [1.5], [True, False],
    numpy.array([2, 1], "i2"), numpy.array([2, 1], "u8"), numpy.array([1.0]), numpy.int64(3), True])
def test_put(indices):
    for values in VALUES:
        for target in (MATRIX, INTS, INT8):
            for mode in ("raise", "wrap", "clip"):
                assert_agrees("put", target, indices, values, mode, native=False)
    assert_agrees("put", EMPTY, indices, 1.0, native=False)
    assert_agrees("put", POINT, indices, 1.0, native=False)
    assert_agrees("put", CUBE, indices, [1.0, 2.0], native=False)
    assert_agrees("put", frozen(MATRIX), indices, 1.0, native=False)
    assert_agrees("put", [1, 2], indices, 5)
    assert_agrees("put", MATRIX, indices, 1.0, "strange")


def test_put_is_native():
    for indices in (3, [1, 2], [[0], [11]], numpy.array([-1, 4])):
        for mode in ("raise", "wrap", "clip"):
            assert_agrees("put", MATRIX, indices, [1.5, 2.5], mode)
            assert_agrees("put", VECTOR, 2, 7.0, mode)


@pytest.mark.parametrize("wrap", [False, True])
def test_fill_diagonal(wrap):
    for value in VALUES:
        for target in (SQUARE, MATRIX, INTS, INT8, numpy.zeros((7, 3)), numpy.zeros((3, 1)),
                       numpy.zeros((2, 2, 2)), numpy.zeros((9, 2), bool), SQUARE * 1j):
            assert_agrees("fill_diagonal", target, value, wrap, native=False)
    for target in (VECTOR, CUBE, POINT, EMPTY, [[1]], numpy.zeros((0, 0)), frozen(SQUARE), HALF):
        assert_agrees("fill_diagonal", target, 1.0, wrap, native=False)
    for value in (1, 2.5, [1.0, 2.0], VECTOR):
        for target in (SQUARE, MATRIX, numpy.zeros((7, 3)), numpy.zeros((2, 2, 2))):
            assert_agrees("fill_diagonal", target, value, wrap)


def test_put_along_axis():
    first = numpy.argmax(MATRIX, axis=1)[:, None]
    for values in (9, 2.5, [[1.5], [2.5], [3.5]], [1, 2]):
        assert_agrees("put_along_axis", MATRIX, first, values, 1, native=False)
        assert_agrees("put_along_axis", INTS, first, values, -1, native=False)
    for axis in (0, 1, 2, None, -3):
        for indices in (first, first - 1, first + 5, [[0]], [0, 1], first * 1.0, first > 0):
            assert_agrees("put_along_axis", MATRIX, indices, 1.0, axis, native=False)
    assert_agrees("put_along_axis", MATRIX, first, 1.0, 1)
    assert_agrees("put_along_axis", VECTOR, numpy.array([0, 2]), [1.0, 2.0], 0)
    assert_agrees("put_along_axis", VECTOR, numpy.array([0, 2]), [1.0, 2.0], None,
                  layouts=["contiguous", "managed"])
    assert_agrees("put_along_axis", frozen(MATRIX), first, 1.0, 1, native=False)
    assert_agrees("put_along_axis", CUBE, numpy.zeros((2, 3, 1), int), 5.0, 2)


def test_plain_arrays_are_written():
    x = numpy.zeros(4)
    numen.copyto(x, [1, 2, 3, 4])
    numen.put(x, 0, 9)
    numen.putmask(x, x == 2, 8)
    numen.place(x, x == 3, [7])
    assert x.tolist() == [9, 8, 7, 4]
    square = numpy.zeros((2, 2))
    numen.fill_diagonal(square, 1)
    numen.put_along_axis(square, numpy.array([[1], [0]]), 5, 1)
    assert square.tolist() == [[1, 5], [5, 1]]


def overlapping(np):
    x = np.arange(8.0)
    np.copyto(x[1:], x[:-1])
    yield x.tolist()
    np.copyto(x[::-1], x, where=x > 2)
    yield x.tolist()
    np.putmask(x[1:], x[1:] > 3, x[:-1])
    yield x.tolist()
    np.put(x, [1, 2, 3], x[:3])
    yield x.tolist()
    np.place(x, x > 1, x[::-1])
    yield x.tolist()
    square = np.arange(9.0).reshape(3, 3)
    np.fill_diagonal(square, square[:, 1])
    yield square.tolist()


def test_overlap():
    assert list(overlapping(numen)) == list(overlapping(numpy))


@pytest.mark.parametrize("array", TYPED, ids=str)
def test_types(array):
    assert_agrees("copyto", array, array[::-1], where=MASK)
    assert_agrees("putmask", array, MASK, array[0])
    assert_agrees("place", array, MASK, array[0])
    assert_agrees("put", array, [1, 2], array[0])
    assert_agrees("fill_diagonal", array, array[0])



READ_ONLY = [
    ("copyto", (5.0,)), ("copyto", (MATRIX, "same_kind", MASK)), ("put", (1, 2.0)),
    ("put", ([0, 50], 2.0)), ("put", ([1], [])), ("putmask", (MASK, 1.0)), ("place", (MASK, 1.0)),
    ("fill_diagonal", (1.0,)), ("putmask", (MASK, [])), ("place", (MASK & False, [])),
    ("put_along_axis", (numpy.zeros((3, 1), int), 5.0, 1))]


@pytest.mark.parametrize("name, args", READ_ONLY)
def test_read_only(name, args):
    outcomes = []
    for np in (numpy, numen):
        for target in (frozen(MATRIX), np.array(MATRIX), frozen(MATRIX.T)):
            target.flags.writeable = False
            try:
                outcomes.append((np, getattr(np, name)(target, *args)))
            except Exception as error:
                outcomes.append((np, type(error), str(error)))
    theirs, ours = outcomes[:3], outcomes[3:]
    assert [o[1:] for o in ours] == [o[1:] for o in theirs]
