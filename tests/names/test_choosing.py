"""Names that choose elements, and those that make the indices for it."""

import numpy
import pytest

import numen

from .agreement import assert_agrees
from .market import CUBE, EMPTY, HALF, INTS, MATRIX, POINT, SPECIAL, SQUARE, TYPED, VECTOR

MASK = MATRIX > 0


@pytest.mark.parametrize("condition", [
    MASK, INTS, MASK[0], [True, False], [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0] * 20,
    [0] * 20 + [1], [], True, 0, SPECIAL, MATRIX, ["a", ""]])
def test_extract(condition):
    for array in (MATRIX, CUBE[0], VECTOR, POINT, EMPTY, 5, [1, 2], *TYPED):
        assert_agrees("extract", condition, array, native=False)
    assert_agrees("extract", MASK, MATRIX)
    assert_agrees("extract", INTS, HALF, native=False)


@pytest.mark.parametrize("condition", [
    [True, False, True], [1, 1, 0], numpy.array([0, 2.5, numpy.nan]), [0, 0, 0, 0, 1], [], MASK,
    True, [1, 1, 1, 1, 1, 1, 1]])
def test_compress(condition):
    for axis in (None, 0, 1, -1, 2):
        for array in (MATRIX, MATRIX.astype("f4"), CUBE, VECTOR, [[1, 2], [3, 4]], 7, EMPTY):
            assert_agrees("compress", condition, array, axis, native=False)
    assert_agrees("compress", [True, False, True], MATRIX, 0)
    assert_agrees("compress", [1, 0, 1], INTS, None)
    assert_agrees("compress", [0, 1], INTS, 0, out=numpy.zeros((1, 4), int), native=False)


def test_compress_to_one():
    for axis in (0, 1):
        for indices in ([0], [0, 1], 0, [[0], [1]], [[1]]):
            assert_agrees("take", MATRIX, indices, axis)
    assert_agrees("compress", [1, 0], MATRIX, 1)


CHOICES = [
    [1, 2, 3], [1, 2.5], [MATRIX, INTS], [MATRIX, 0, INTS], [numpy.float32(1), 2.5],
    [MATRIX.astype("f4"), 2.5, 1j], [MASK, 2], [INTS[0], MATRIX[:, :1], 7], (VECTOR[:4], 1),
    numpy.arange(12).reshape(3, 4), numpy.arange(3.0), [True, False], [5], [], 5, ["a", "b"],
    [MATRIX, SQUARE], [[1, 2, 3, 4], [5, 6, 7, 8.5]], [POINT, 1]]


@pytest.mark.parametrize("choices", CHOICES, ids=range(len(CHOICES)))
def test_choose(choices):
    for mode in ("raise", "wrap", "clip", "strange"):
        for index in (numpy.abs(INTS) % 2, numpy.abs(INTS) % 3, INTS, MASK, [0, 1, 0, 1], [0], 0,
                      True, POINT, MATRIX, numpy.array([1, 0], "i2"), numpy.array([1, 0], "u8"),
                      numpy.zeros((0, 4), int), numpy.array(1), 9, -1):
            assert_agrees("choose", index, choices, mode=mode, native=False)
    assert_agrees("choose", [0, 0], [1, 2], numpy.zeros(2, int), native=False)


def test_choose_is_native():
    for choices in ([1, 2, 3], [MATRIX, INTS, 0], [MATRIX, INTS], numpy.arange(12).reshape(3, 4)):
        assert_agrees("choose", numpy.abs(INTS) % len(choices), choices)
        assert_agrees("choose", INTS, choices, mode="clip")
        assert_agrees("choose", INTS, choices, mode="wrap")


def plus(x, y=1):
    return x + y


PIECES = [
    ([VECTOR < 0, VECTOR >= 0], [-1, 1]), ([VECTOR < 0], [-1, 1]), ([VECTOR < 0], [plus]),
    ([VECTOR < 0, VECTOR > 1], [plus, 2, plus]), ([VECTOR < 0], [1, 2, 3]), ([VECTOR < 0], []),
    (VECTOR < 0, [plus, 7.5]), ([[True] * 6, [False] * 6], [1, 2]), ([1, 0, 1, 0, 0, 0], [5]),
    ([VECTOR < 0, VECTOR < 1], [1, 2]), ([VECTOR < 9], [numpy.arange(6.0)]), ([MASK], [1]),
    ([VECTOR < 0], [lambda x: x[0]]), ([], [1]), (True, [1]), ([True], [1, 2])]


@pytest.mark.parametrize("pieces", PIECES, ids=range(len(PIECES)))
def test_piecewise(pieces):
    for array in (VECTOR, (VECTOR * 9).astype(int), VECTOR.astype("f4"), VECTOR * 1j):
        assert_agrees("piecewise", array, *pieces, native=False)
    assert_agrees("piecewise", VECTOR, *pieces, 5, native=False)


def test_piecewise_of_points_and_matrices():
    for condition in ([POINT > 1], [POINT > 3], True, [True], [False], [[True]]):
        assert_agrees("piecewise", POINT, condition, [plus, 0], native=False)
        assert_agrees("piecewise", 2.5, condition, [plus, 0], native=False)
    assert_agrees("piecewise", MATRIX, [MASK, MATRIX < -1], [plus, 0, 2], y=7, native=False)
    assert_agrees("piecewise", MATRIX, [MASK], [plus, plus], layouts=["contiguous", "managed"])
    assert_agrees("piecewise", VECTOR, numpy.array(True), [1], native=False)
    assert_agrees("piecewise", EMPTY, [EMPTY > 0], [plus, 1])
    assert_agrees("piecewise", HALF, [HALF > 0], [plus, 1], native=False)


@pytest.mark.parametrize("order", ["C", "F", "K"])
@pytest.mark.parametrize("mode", ["raise", "wrap", "clip", ("clip", "wrap"), "strange", ("wrap",)])
def test_ravel_multi_index(mode, order):
    for index in ((1, 2), [1, 2], ([1, 2], [0, 3]), numpy.array([[1, 2], [0, 3]]), (5, -1),
                  ([[1], [2]], [0, 1]), (1.5, 2), ([], []), ([1, 2],), (numpy.int64(1), [1, 2]),
                  (numpy.array([1], "u1"), 2), ([0, 9], [0, 0]), ([-1], [4]), 5,
                  (numpy.array(1), numpy.array(2)), (True, 1), ([1, 2], [1, 2, 3])):
        for dims in ((3, 4), [3, 4], (3,), 12, (0, 4), (3, 2**62), (3, 4, 5), (3.0, 4)):
            assert_agrees("ravel_multi_index", index, dims, mode, order, native=False)


def test_ravel_multi_index_is_native():
    for mode in ("raise", "wrap", "clip"):
        for index in ((1, 2), ([1, 2], [0, 3]), ([[1], [2]], [0, 1])):
            assert_agrees("ravel_multi_index", index, (3, 4), mode)


@pytest.mark.parametrize("array", [SQUARE, MATRIX, CUBE, VECTOR, POINT, EMPTY, [[1, 2], [3, 4]],
                                   numpy.zeros((0, 0)), numpy.zeros((2, 2, 2))])
def test_indices_of_an_array(array):
    assert_agrees("diag_indices_from", array)
    for k in (0, 1, -1, 9):
        assert_agrees("tril_indices_from", array, k)
        assert_agrees("triu_indices_from", array, k)


def test_indices():
    for k in (-1, 0, 2):
        for name in ("tril_indices", "triu_indices"):
            assert_agrees(name, 3, k)
            assert_agrees(name, 3, k, 5)
    for np in (numpy, numen):
        found = [np.mask_indices(n, f, k) for n in (0, 1, 4) for f in (np.triu, np.tril)
                 for k in (0, 1)]
        assert [[x.tolist() for x in pair] for pair in found] == [
            [x.tolist() for x in numpy.mask_indices(n, f, k)] for n in (0, 1, 4)
            for f in (numpy.triu, numpy.tril) for k in (0, 1)]
    assert_agrees("mask_indices", 3, lambda m, k: m > k)
    assert_agrees("mask_indices", 3, lambda m, k: m * 0, 5)
    assert_agrees("mask_indices", 2.5, lambda m, k: m)
