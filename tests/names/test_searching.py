"""searchsorted and bincount: as NumPy's for every type of elements and keys."""

import numpy
import pytest

import numen
from numen.native import front

from .agreement import assert_agrees
from .market import CUBE, EMPTY, INTS, MATRIX, POINT, SPECIAL, VECTOR

DTYPES = ["?", "i1", "u1", "i2", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
rng = numpy.random.default_rng(31)


def ascending(dtype, count):
    array = rng.normal(size=count) * 20
    if dtype[0] == "c":
        array = numpy.round(array / 8) + 1j * numpy.round(rng.normal(size=count))
    array = array.astype("i8" if dtype[0] in "?iu" else dtype).astype(dtype)
    if dtype[0] in "fc" and count > 5:
        array[:3] = [numpy.nan, numpy.inf, -numpy.inf]
    if dtype[0] == "c" and count > 5:
        array[3:5] = [complex(0, numpy.nan), complex(numpy.nan, 0)]
    return numpy.sort(array)


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_types_of_elements_and_keys(dtype, side):
    for count in (0, 1, 2, 9, 100):
        elements = ascending(dtype, count)
        for keys in (elements, elements[::-1], rng.permutation(ascending(dtype, 300)),
                     ascending(dtype, 300), elements[:count // 2 * 2].reshape(2, -1)):
            assert_agrees("searchsorted", elements, keys, side)
        for other in DTYPES:
            assert_agrees("searchsorted", elements, ascending(other, 7), side)
            assert_agrees("searchsorted", elements, ascending(other, 7)[4], side)


def test_keys():
    for elements in (numpy.arange(5), numpy.arange(5.0), numpy.arange(5, dtype="f4") / 10,
                     numpy.arange(5, dtype="u1"), [1, 2, 3], [0.5, 1.5], (1, 2)):
        for key in (0, 1, 2.5, -1, 300, True, 1j, 0.1, numpy.float32(0.1), numpy.int8(2), [], [0],
                    [[1, 2], [3, 4.5]], [True, False], POINT, numpy.array(2), numpy.nan,
                    numpy.inf, (1, 2), MATRIX, CUBE):
            assert_agrees("searchsorted", elements, key)
            assert_agrees("searchsorted", elements, key, side="right")
        for key in (2**70, -2**70, "a", None, ["a"], numpy.array(["b"]), object()):
            assert_agrees("searchsorted", elements, key, native=False)


def test_refused():
    for elements in (MATRIX, POINT, 5, [[1, 2]], EMPTY, "text", None):
        assert_agrees("searchsorted", elements, 1, native=False)
    for side in ("middle", "l", "r", "Left", 0, None, b"left", ["left"]):
        assert_agrees("searchsorted", VECTOR, 1.0, side, native=False)
    assert_agrees("searchsorted", VECTOR, native=False)
    assert_agrees("searchsorted", VECTOR, 1, wrong=2, native=False)


def test_sorter():
    order = numpy.argsort(VECTOR)
    for sorter in (order, order.astype("i4"), order.astype("u1"), list(order), order[::-1][::-1],
                   None):
        for key in (VECTOR, 0.0, MATRIX):
            if sorter is not None:
                assert_agrees("searchsorted", VECTOR, key, sorter=sorter)
                assert_agrees("searchsorted", VECTOR, key, "right", sorter)
    for sorter in (order[:-1], order * 1.0, order + 6, order - 6, [], 5, "a", order.reshape(2, 3),
                   [True] * 6, order.astype("u8")):
        assert_agrees("searchsorted", VECTOR, VECTOR, sorter=sorter, native=False)
    order = numpy.argsort(SPECIAL)
    assert_agrees("searchsorted", SPECIAL, SPECIAL, sorter=order)
    assert_agrees("searchsorted", INTS[0], INTS, sorter=numpy.argsort(INTS[0]))


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "u2"])
def test_many_keys(dtype, side):
    for count in (1, 3, 1000, 50_000):
        elements = ascending(dtype, count)
        keys = ascending(dtype, 20_000)
        assert_agrees("searchsorted", elements, keys, side, layouts=["contiguous", "managed"])
        assert_agrees("searchsorted", elements, rng.permutation(keys), side,
                      layouts=["contiguous", "strided"])


def test_method():
    for np_array in (VECTOR.copy(), SPECIAL.copy()):
        np_array.sort()
        array = front.wrap(np_array.copy())
        for key in (0.0, [1, 2.0], np_array):
            for side in ("left", "right"):
                wanted = np_array.searchsorted(key, side)
                given = array.searchsorted(key, side)
                assert type(given) is type(wanted) or type(given) is front.ndarray
                assert numpy.array_equal(numpy.asarray(given), wanted)


@pytest.mark.parametrize("numbers", [
    [1, 2, 2], [], [0], [True, False, True], numpy.array([], int), numpy.array([1, 3], "u1"),
    numpy.array([1, 3], "u8"), numpy.array([-1, 3]), numpy.array([3, -1], "i1"), [1.0, 2.0], 5,
    POINT, MATRIX, "text", ["a"], None, numpy.array([2**64 - 1], "u8"), [2**62],
    rng.integers(0, 9, 50), rng.integers(0, 300, 5000).astype("i4"), rng.integers(0, 9, 6) == 3])
def test_bincount(numbers):
    assert_agrees("bincount", numbers, native=False)
    size = numpy.size(numbers)
    for weights in (None, rng.normal(size=size), rng.integers(0, 5, size), [1.5] * size, [], 5,
                    [1j] * size, [True] * size, [[1.0] * size], rng.normal(size=size + 1),
                    ["a"] * size, rng.normal(size=size).astype("f2")):
        for length in (0, 7, -1, None, 2.5, True, numpy.int64(12), 2**70, "a"):
            assert_agrees("bincount", numbers, weights, length, native=False,
                          layouts=["contiguous", "reversed"])


def test_bincount_is_native():
    for dtype in ("?", "i1", "u1", "i2", "u4", "i8", "u8"):
        numbers = rng.integers(0, 2 if dtype == "?" else 100, 1000).astype(dtype)
        assert_agrees("bincount", numbers)
        assert_agrees("bincount", numbers, minlength=200)
        assert_agrees("bincount", numbers, rng.normal(size=1000))
        assert_agrees("bincount", numbers, rng.integers(0, 9, 1000), 200)
    assert_agrees("bincount", [1, 2, 2], [0.5, 1, 2])
    assert_agrees("bincount", rng.integers(0, 9, 300_000), layouts=["managed"])
    assert_agrees("bincount", rng.integers(0, 5000, 300_000), layouts=["managed"])
    assert_agrees("bincount", x=[1], native=False)


def test_bincount_refuses_what_numpy_overruns():
    with pytest.raises(ValueError, match="too big"):
        numen.bincount([2**63 - 1])
