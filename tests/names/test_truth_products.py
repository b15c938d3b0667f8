"""Products of booleans, which are done with the first product that is true."""

import numpy
import pytest

import numen

SHAPES = [(1, 40, 1), (3, 17, 5), (1, 100, 70), (7, 64, 1), (5, 65, 63), (4, 130, 64), (9, 20, 65),
          (2, 16, 129), (6, 1, 6), (3, 0, 4), (600, 610, 620), (17, 5000, 17), (2, 300, 2500)]
SHARES = [0.0, 0.002, 0.5, 1.0]


def layouts(matrix):
    """The same values: in a row, as a transpose, apart, backwards."""
    rows, columns = matrix.shape
    apart = numpy.zeros((2 * rows, 3 * columns), "?")
    apart[::2, ::3] = matrix
    return [matrix, numpy.ascontiguousarray(matrix.T).T, apart[::2, ::3],
            matrix[::-1, ::-1].copy()[::-1, ::-1]]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("share", SHARES)
def test_products(shape, share):
    rng = numpy.random.default_rng(5)
    m, k, n = shape
    left, right = rng.random((m, k)) < share, rng.random((k, n)) < share
    wanted = left.astype("f4") @ right.astype("f4") > 0
    for a in layouts(left):
        for b in layouts(right):
            assert numpy.array_equal(numpy.asarray(numen.matmul(a, b)), wanted)
    assert numpy.array_equal(numpy.asarray(numen.array(left) @ numen.array(right)), wanted)
    if m == 1 and n == 1:
        assert numen.dot(left[0], right[:, 0]) == wanted[0, 0]
    out = numpy.zeros((m, 2 * n), "?")[:, ::2]
    numen.matmul(left, right, out=out)
    assert numpy.array_equal(out, wanted)


def test_stacks():
    rng = numpy.random.default_rng(6)
    left, right = rng.random((30, 5, 20)) < 0.2, rng.random((30, 20, 70)) < 0.1
    found = numpy.asarray(numen.matmul(left, right))
    assert numpy.array_equal(found, numpy.matmul(left, right))
    assert numpy.array_equal(numpy.asarray(numen.vecdot(left, left)), numpy.vecdot(left, left))


@pytest.mark.parametrize("count", [15, 16, 17, 64, 65, 1023, 1100, 70001])
@pytest.mark.parametrize("place", [None, 0, 63, 64, -1])
def test_one_true_product_anywhere(count, place):
    a, b = numpy.zeros((2, 3 * count), "?")[:, ::3]
    if place is not None and -count <= place < count:
        a[place] = b[place] = True
    a[count // 2] = True
    assert numen.dot(a, b) == numpy.dot(a, b) and numen.dot(a, b).dtype == "?"
    assert numen.array(a)[None] @ numen.array(b) == numpy.dot(a, b)


def test_bytes_other_than_one_are_true():
    values = numpy.resize(numpy.array([0, 0, 0, 2, 0, 4, 128], "u1"), 40 * 70)
    matrix = values.view("?").reshape(40, 70)
    wanted = (values.reshape(40, 70) != 0).astype("f4")
    found = numpy.asarray(numen.matmul(matrix, matrix.T))
    assert numpy.array_equal(found.view("u1"), (wanted @ wanted.T > 0).view("u1"))
