"""Methods of arrays, called as ndarray.name(array, …): every type, layout and mode agrees."""

import numpy
import pytest

import numen

from .agreement import assert_agrees
from .market import CUBE, EMPTY, HALF, INTS, MATRIX, POINT, SQUARE, TYPED, VECTOR, frozen

LINE = numpy.arange(4)
BOTH = ("", "ndarray.")  # the module's function, and the method


@pytest.mark.parametrize("prefix", BOTH)
@pytest.mark.parametrize("offset", [0, 1, -1, 2, 7, -7, numpy.int8(1)])
def test_diagonal(prefix, offset):
    for array in (*TYPED, HALF, SQUARE, MATRIX.T, EMPTY, CUBE):
        assert_agrees(prefix + "diagonal", array, offset)
        assert_agrees(prefix + "trace", array, offset, tolerance=1e-12)
    for axes in ((0, 2), (2, 0), (-1, 1), (1, 1), (0, 3), (-4, 0), (1.5, 0), (None, 1)):
        assert_agrees(prefix + "diagonal", CUBE, offset, *axes)
        assert_agrees(prefix + "trace", CUBE, offset, *axes, tolerance=1e-12)
    for array in (VECTOR, POINT):
        assert_agrees(prefix + "diagonal", array, offset)
        assert_agrees(prefix + "trace", array, offset)


def test_diagonal_is_a_view_that_cannot_be_written():
    for np in (numpy, numen):
        array = np.arange(9.0).reshape(3, 3)
        view = array.diagonal(1)
        array[0, 1] = 7
        assert view.tolist() == [7, 5] and not view.flags.writeable and view.base is not None
        with pytest.raises(ValueError, match="read-only"):
            view[0] = 1


def test_trace_keywords():
    for array in (SQUARE, INTS, INTS.astype("i1"), SQUARE > 0, SQUARE.astype("f4")):
        for dtype in (None, float, "f4", int, "i2", complex):
            assert_agrees("trace", array, dtype=dtype, native=False, tolerance=1e-6)
    assert_agrees("trace", CUBE, out=numpy.zeros(4), tolerance=1e-12)
    assert_agrees("trace", SQUARE, out=numpy.array(0.0), tolerance=1e-12, native=False)
    assert_agrees("trace", a=SQUARE, tolerance=1e-12)
    assert_agrees("trace", [[1, 2], [3, 4]], 1)


INDICES = [0, -1, 2, [0, 3, 3, -1], [], [[1, 2], [3, 0]], [True, False], numpy.array([2, 1], "i2"),
           numpy.array([2, 1], "u8"), numpy.array(1), numpy.int64(2), numpy.array([3, 1, 2])[::-1],
           [1.5], 4, -5, [0, 50], [-50], True, "a", None, numpy.zeros((0, 2), int)]


@pytest.mark.parametrize("prefix", BOTH)
@pytest.mark.parametrize("mode", ["raise", "wrap", "clip", "strange", None, 1])
@pytest.mark.parametrize("indices", INDICES, ids=str)
def test_take(prefix, mode, indices):
    for array in (LINE, MATRIX, EMPTY, POINT):
        for axis in (None, 0, -1, 5):
            assert_agrees(prefix + "take", array, indices, axis, mode=mode, native=False)
    for axis in (0, 1, 2):
        assert_agrees(prefix + "take", CUBE, indices, axis, None, mode, native=False)


def test_take_is_native():
    for indices in INDICES[:4] + INDICES[5:12]:
        for mode in ("raise", "wrap", "clip"):
            assert_agrees("take", MATRIX, indices, 1, mode=mode)
            assert_agrees("take", CUBE, indices, mode=mode)
    for array in TYPED:
        assert_agrees("take", array, [2, 0, 1, 1, 0], 0)
        assert_agrees("take", array, [2, 0, 1, 1, 0], 1)
        assert_agrees("take", array, 2)
    assert_agrees("take", numpy.arange(5000.0).reshape(1000, 5), [3, 1], 1)
    assert_agrees("take", numpy.arange(5000.0).reshape(10, 50, 10), list(range(49)), 1)


@pytest.mark.parametrize("out", [
    numpy.zeros(2), numpy.zeros(2, "f4"), numpy.zeros((1, 2)), numpy.zeros(3), [0, 0],
    frozen(numpy.zeros(2)), numpy.zeros(2, int)])
def test_take_into(out):
    for mode in ("raise", "clip", "wrap"):
        assert_agrees("take", VECTOR, [1, 3], out=out, mode=mode, native=False)
    assert_agrees("take", VECTOR, [1, 33], out=out)
    assert_agrees("compress", [0, 1, 0, 1], VECTOR, out=out, native=False)


def test_out_is_native():
    assert_agrees("take", MATRIX, [1, 3], 1, numpy.zeros((3, 2)))
    assert_agrees("compress", [0, 1, 0, 1], MATRIX, 1, numpy.zeros((3, 2)))
    assert_agrees("choose", LINE % 2, [LINE * 1.0, 5.0], numpy.zeros(4))


CONDITIONS = [[True, False, True], [0, 2, 0, 1], [], [1, 1, 1, 1, 1], numpy.array([1.5, 0, 3]),
              [0, 0, 0, 0, 0, 1], [[True]], True, numpy.array([True, False, True, True])[::2],
              numpy.arange(13) == 12]


@pytest.mark.parametrize("condition", CONDITIONS, ids=str)
def test_compress(condition):
    for array in (*TYPED, VECTOR, LINE, EMPTY, POINT, CUBE, HALF):
        for axis in (None, 0, -1, 3):
            assert_agrees("compress", condition, array, axis, native=False)
            assert_agrees("ndarray.compress", array, condition, axis, native=False)


def test_compress_is_native():
    for condition in CONDITIONS[:3] + CONDITIONS[4:5] + CONDITIONS[8:9]:
        for array in TYPED:
            assert_agrees("compress", condition, array, 0)
            assert_agrees("compress", condition, array)
        assert_agrees("compress", condition, CUBE, 1)


@pytest.mark.parametrize("prefix", BOTH)
@pytest.mark.parametrize("repeats", [
    2, 0, [2], [1, 0, 2], [1, 2, 0, 3], numpy.array([1, 2, 3]), numpy.array(3), -1, [1, -1, 1],
    [1.5, 1, 1], 2.0, [[1, 2, 3]], [True, False, True], numpy.arange(12), numpy.int8(2),
    numpy.array([1, 2, 3], "u8"), None], ids=str)
def test_repeat(prefix, repeats):
    for array in (*TYPED, numpy.arange(3), POINT, EMPTY, CUBE):
        for axis in (None, 0, 1, -1, 4):
            assert_agrees(prefix + "repeat", array, repeats, axis, native=False)


def test_repeat_is_native():
    for repeats in (2, 0, [2], [1, 0, 2], numpy.array([1, 2, 3]), numpy.array([1, 2, 3], "i2")):
        assert_agrees("repeat", MATRIX, repeats, 0)
        assert_agrees("repeat", [1.5, 2.5, 3.5], repeats)


CHOICES = [[LINE * 1.0, LINE * 2.0, LINE + 0.5], [1, 2.5, True], [LINE, 1.5, LINE * 1j],
           [LINE.astype("i1"), numpy.float32(2), 3], MATRIX, CUBE, LINE, [[1, 2, 3, 4]] * 3,
           [LINE, LINE > 1, 300], (MATRIX, 1, LINE), [numpy.uint64(1), LINE, 2]]


@pytest.mark.parametrize("prefix", BOTH)
@pytest.mark.parametrize("mode", ["raise", "wrap", "clip", "strange"])
@pytest.mark.parametrize("choices", CHOICES, ids=lambda choices: str(choices)[:20])
def test_choose(prefix, mode, choices):
    index = numpy.array([0, 1, 2, 1])
    for array in (index, index.astype("u1"), index > 0, index[:, None], index - 1, index + 1,
                  numpy.array(1), index * 1.0, index[:0], numpy.array([[0, 1, 2, 1]] * 3)):
        assert_agrees(prefix + "choose", array, choices, mode=mode, native=False)


def test_choose_is_native():
    index = numpy.array([0, 1, 2, 1])
    for choices in (*CHOICES[:6], *CHOICES[7:8]):
        assert_agrees("choose", index, choices, mode="clip")
    for array in TYPED:
        assert_agrees("choose", index % 2, [array, array + array])
    big = numpy.arange(300_000) % 3
    assert_agrees("choose", big, [big, big * 2, -big], layouts=["contiguous", "managed"])


@pytest.mark.parametrize("array", [*TYPED, HALF, EMPTY, POINT, CUBE, INTS.astype("u2")], ids=str)
def test_byteswap(array):
    integers = array.dtype.kind in "iub"
    for flag in ((), (False,), (True,), (1,)):
        if integers or not flag or not flag[0]:
            assert_agrees("ndarray.byteswap", array.view(f"i{array.itemsize}")
                          if array.dtype.kind == "f" else array, *flag)
    assert_agrees("ndarray.byteswap", frozen(INTS), True)
    assert_agrees("ndarray.byteswap", frozen(INTS))


def test_fields():
    for dtype in ("i1", "u2", "f4", "i8", bool, "f8", "f2", complex, "S3"):
        for offset in (0, 1, 4, 7, -1, 8):
            assert_agrees("ndarray.getfield", INTS, dtype, offset, native=False)
            assert_agrees("ndarray.setfield", INTS, 1, dtype, offset, native=False)
    assert_agrees("ndarray.getfield", MATRIX * 1j, "f8", 8)
    assert_agrees("ndarray.getfield", INTS.astype("i4"), "i2", 2)
    for value in (5, 2.5, [1, 2, 3, 4], INTS[0], INTS, numpy.zeros(3), 1000, "a"):
        assert_agrees("ndarray.setfield", INTS, value, "i2", 2, native=False)
    assert_agrees("ndarray.setfield", INTS, INTS[1], "i4", 4)
    assert_agrees("ndarray.setfield", frozen(INTS), 5, "i2", 2)
    assert_agrees("ndarray.setfield", frozen(INTS), 5, "i2", 200)


def test_put_as_method():
    for array in TYPED:
        assert_agrees("ndarray.put", array, [1, -1, 1], array[0])
        assert_agrees("ndarray.put", array, 3, array[0, 0])
    assert_agrees("ndarray.put", MATRIX, values=[1.0], indices=[2])
    assert_agrees("ndarray.put", MATRIX, [1])


def test_dumped_arrays_are_plain():
    for array in (MATRIX, INTS[:, ::2], numpy.arange(40_000.0)):
        assert_agrees("ndarray.dumps", array, layouts=["contiguous", "managed"])
        assert_agrees("ndarray.tobytes", array)


def test_sizeof():
    for shape in ((), 3, (2, 3), (200, 200), 0):
        assert numen.ones(shape).__sizeof__() == numpy.ones(shape).__sizeof__()
        assert numen.ones((3, 4))[::2].__sizeof__() == numpy.ones((3, 4))[::2].__sizeof__()
