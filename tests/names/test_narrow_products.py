"""Products of vectors with matrices of few rows or columns: each width, and what lies beside it."""

import numpy
import pytest

import numen
from numen.native import front

ROWS = [1, 2, 15, 63, 64, 65, 77, 1003]
COLUMNS = [1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 15, 16, 17, 24, 28, 29, 31, 33, 40, 64, 127, 128, 129]


def sample(dtype, *shape):
    return numpy.random.default_rng(sum(shape)).normal(size=shape).astype(dtype)




def assert_sums(found, matrix, vector, eps):
    """Within the bound of any order of summation."""
    wide = numpy.asarray(matrix).astype("g"), numpy.asarray(vector).astype("g")
    error = abs(numpy.asarray(found).astype("g") - wide[0] @ wide[1])
    assert (error <= len(vector) * eps * (abs(wide[0]) @ abs(wide[1]))).all()


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_every_width(dtype, columns):
    eps = numpy.finfo(dtype).eps
    for rows in ROWS:
        matrix, right, left = (sample(dtype, *shape) for shape in
                               ((rows, columns), (columns,), (rows,)))
        ours = [numen.array(array) for array in (matrix, right, left)]
        assert_sums(ours[0] @ ours[1], matrix, right, eps)
        assert_sums(ours[0].T @ ours[2], matrix.T, left, eps)
        assert_sums(ours[2] @ ours[0], matrix.T, left, eps)


@pytest.mark.parametrize("columns", [2, 3, 5, 8, 13, 20, 50])
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_what_lies_beside_is_not_read(dtype, columns):
    """Not a number beside the columns, and infinities in the last row, stay where they are."""
    rows, eps = 130, numpy.finfo(dtype).eps
    parent = numpy.full((rows, columns + 9), numpy.nan, dtype)
    parent[:, 4:4 + columns] = sample(dtype, rows, columns)
    ours = numen.array(parent)
    right, left = sample(dtype, columns), sample(dtype, rows)
    for cut in (numpy.s_[:, 4:4 + columns], numpy.s_[::-1, 4:4 + columns],
                numpy.s_[::2, 4:4 + columns], numpy.s_[:, 3 + columns:3:-1]):  # fmt: skip
        matrix, weights = parent[cut], left[:len(parent[cut])]
        assert_sums(ours[cut] @ numen.array(right), matrix, right, eps)
        assert_sums(numen.array(weights) @ ours[cut], matrix.T, weights, eps)
    dense = parent[:, 4:4 + columns].copy()
    dense[-1, -1] = numpy.inf
    with numpy.errstate(invalid="ignore"):
        found = numpy.asarray(numen.array(dense) @ numen.array(right))
        across = numpy.asarray(numen.array(left) @ numen.array(dense))
    assert numpy.isfinite(found[:-1]).all() and found[-1] == right[-1] * numpy.inf
    assert numpy.isfinite(across[:-1]).all() and across[-1] == left[-1] * numpy.inf


@pytest.mark.parametrize("columns", [2, 3, 7, 12, 24, 60])
def test_a_sum_does_not_depend_on_threads_or_place(columns):
    rows = 2_000_003 // columns
    matrix, right, left = sample("f8", rows, columns), sample("f8", columns), sample("f8", rows)
    ours, vector, weights = (numen.array(array) for array in (matrix, right, left))
    before, results = front.info()["threads"], []
    try:
        for threads in (1, 2, 3):
            front.set_threads(threads)
            results.append((numpy.asarray(ours @ vector), numpy.asarray(weights @ ours)))
    finally:
        front.set_threads(before)
    for found in results[1:]:
        assert numpy.array_equal(found[0], results[0][0])
        assert numpy.array_equal(found[1], results[0][1])
    for first in (0, 1, 777, rows - 70):
        part = numpy.asarray(ours[first:first + 70].copy() @ vector)
        assert numpy.array_equal(part, results[0][0][first:first + 70])


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "c8"])
@pytest.mark.parametrize("rows, length, columns", [(10, 20_003, 10), (33, 8_191, 20),
                                                   (100, 5_000, 3), (7, 100_001, 2)])
def test_long_sums(rows, length, columns, dtype):
    """In parts, joined in one order: alike whatever the number of threads, and symmetric."""
    eps, before = numpy.finfo(dtype).eps, front.info()["threads"]
    left, right = sample(dtype, rows, length), sample(dtype, length, columns)
    if left.dtype.kind == "c":
        left, right = left + 1j * left[::-1], right - 2j * right[::-1]
        left, right = left.astype(dtype), right.astype(dtype)
    wide = [array.astype("G" if array.dtype.kind == "c" else "g") for array in (left, right)]
    ours = [numen.array(array) for array in (left, right)]
    fortran = numen.zeros((columns, rows), dtype).T
    results, squares = [], []
    try:
        for threads in (1, 2, 3):
            front.set_threads(threads)
            results += [ours[0] @ ours[1], numen.matmul(*ours, out=fortran).copy()]
            squares.append(numpy.asarray(ours[0] @ ours[0].T))
    finally:
        front.set_threads(before)
    bound = 4 * length * eps * (abs(wide[0]) @ abs(wide[1]))
    assert results[0].dtype == dtype
    assert (abs(numpy.asarray(results[0]) - wide[0] @ wide[1]) <= bound).all()
    assert all(numpy.array_equal(result, results[0]) for result in results)
    assert (abs(squares[0] - wide[0] @ wide[0].T)
            <= 4 * length * eps * (abs(wide[0]) @ abs(wide[0]).T)).all()
    for square in squares:
        assert numpy.array_equal(square, squares[0]) and numpy.array_equal(square, square.T)
