"""Elements by rows of positions, flat positions and coordinates, diagonals."""

import numpy
import pytest

import numen
from numen.native import front

from .agreement import assert_agrees
from .market import INTS, MATRIX, SQUARE, TYPED, VECTOR

POSITIONS = ([0], [], [5, -6, 0, -1], [2] * 7, [6], [-7], [0, 9, 1], [2**62], [-(2**63)])


def both(statement, *arrays):
    """The statement's effect on copies of the arrays in NumPy and in Numen, or what it raises."""
    found = []
    for module in (numpy, numen):
        scope = {"np": module, **{"abc"[i]: module.array(x) for i, x in enumerate(arrays)}}
        try:
            exec(statement, scope)
            found.append([scope.get(name) for name in "abcr"])
        except Exception as error:
            found.append((type(error), str(error)))
    return found


def assert_same(statement, *arrays):
    wanted, given = both(statement, *arrays)
    assert type(wanted) is type(given), (wanted, given)
    if isinstance(wanted, tuple):
        assert wanted == given
        return
    for x, y in zip(wanted, given):
        if x is not None:
            assert x.dtype == y.dtype and x.shape == y.shape and x.strides == y.strides
            numpy.testing.assert_array_equal(y, x)


@pytest.mark.parametrize("positions", POSITIONS)
def test_rows_of_positions(positions):
    index = numpy.array(positions, numpy.int64)
    values = numpy.arange(10.0, 10 + len(positions))
    for array in (VECTOR, INTS, *(t for t in TYPED if t.shape == (6,)), numpy.arange(6.0)[::-1]):
        assert_same("r = a[b]", array, index)
        assert_same("r = np.take(a, b)", array, index)
        assert_same("a[b] = 3", array, index)
        assert_same("a[b] = 2.5", array, index)
        assert_same("a[b] = c", array, index, values.astype(array.dtype))
        assert_same("a[b] = c", array, index, values)
        assert_same("a[b] = c[:-1]", array, index, values.astype(array.dtype))
    assert_same("r = a[::2][b]", numpy.arange(12.0), index)
    assert_same("a[::-2][b] = c", numpy.arange(12.0), index, values)


def test_values_on_the_same_memory():
    for statement in ("a[b] = a[::-1]", "a[b] = a", "a[a] = 1", "a[a] = b", "a[b[::-1]] = b"):
        assert_same(statement, numpy.arange(6), numpy.array([3, 1, 1, 0, 5, 2]))


def test_many_positions():
    generator = numpy.random.default_rng(0)
    index = generator.integers(-200_000, 200_000, 300_000)
    array = generator.random(200_000)
    assert_same("r = a[b]", array, index)
    assert_same("a[b] = c", array, index, generator.random(300_000))
    index[299_999] = 200_000
    assert_same("r = a[b]", array, index)
    assert_same("a[b] = 1.0", array, index)


def test_managed_arrays_stay_managed():
    array = numen.arange(100_000.0) * 2
    index = numen.arange(50_000)
    found = array[index]
    assert front.is_managed(array) and front.is_managed(found)
    view = array[10:]
    copy = array + 1
    array[index] = -1.0
    assert (view[:49_990] == -1).all() and copy[3] == 7.0 and found[3] == 6.0
    assert front.is_managed(array)
    locked = numen.arange(5.0)
    locked.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        locked[numen.array([1])] = 2.0


def test_flat_positions_and_coordinates():
    rows, columns = numpy.array([0, 2, 1]), numpy.array([3, 0, 3])
    for extents in ((3, 4), (2, 4), (3, 3), (0, 4), (2**40, 2**40), 12, [3, 4], (3, 4, 1)):
        assert_agrees("ravel_multi_index", (rows, columns), extents, native=False)
        assert_agrees("unravel_index", numpy.array([0, 11, 5, 11]), extents, native=False)
    assert_agrees("ravel_multi_index", (rows, columns), (3, 4))
    assert_agrees("ravel_multi_index", (rows, columns, rows), (3, 4, 3))
    assert_agrees("ravel_multi_index", (rows, columns[:2]), (3, 4), native=False)
    assert_agrees("ravel_multi_index", (-rows, columns), (3, 4))
    assert_agrees("ravel_multi_index", (), (), native=False)
    assert_agrees("unravel_index", numpy.array([0, 11, 5]), (3, 4))
    assert_agrees("unravel_index", numpy.array([0, -1]), (3, 4), native=False)
    assert_agrees("unravel_index", numpy.array([0, 23, 7]), (2, 3, 4))


@pytest.mark.parametrize("shape", [(3, 3), (2, 5), (7, 3), (1, 1), (0, 2), (3, 0)])
def test_diagonals(shape):
    for dtype in "dfil?DB":
        for number in (2, 2.5, -1, True, 300):
            assert_same(f"np.fill_diagonal(a, {number!r})", numpy.zeros(shape, dtype))
            assert_same(f"np.fill_diagonal(a.T, {number!r})", numpy.zeros(shape, dtype))
    for k in range(-4, 5):
        assert_agrees("diag", numpy.arange(numpy.prod(shape)).reshape(shape), k)
        assert_agrees("diag", VECTOR, k)
        assert_agrees("diagflat", MATRIX, k)
    assert_agrees("diag", numpy.array([]), 2)


def test_along_one_axis():
    index = numpy.array([3, 1, -1])
    assert_agrees("take_along_axis", VECTOR, index, 0)
    assert_agrees("take_along_axis", VECTOR, index, -1)
    assert_agrees("take_along_axis", VECTOR, index[:, None], 0)
    assert_agrees("take_along_axis", VECTOR, numpy.array([9]), 0)
    assert_same("np.put_along_axis(a, b, 7, 0)", VECTOR, index)
    assert_same("np.put_along_axis(a, b, c, 0)", VECTOR, index, VECTOR[:3])
    assert_same("np.put_along_axis(a, b, c, 0)", VECTOR, index, VECTOR[:2])


def test_products_of_matrix_and_vector():
    assert_agrees("matvec", SQUARE, SQUARE[0], tolerance=1e-14)
    assert_agrees("matvec", SQUARE, SQUARE[0][:2])


@pytest.mark.parametrize("size", [5, 100_000])
@pytest.mark.parametrize("kinds", [("f8", "i8"), ("i4", "f4"), ("u2", "i2"), ("c8", "f8")])
def test_the_same_bytes_of_another_type_are_converted(kinds, size):
    """x.view(other)[...] = x: source and target begin at one place and have one itemsize."""
    results = []
    for np in (numpy, numen):
        x = np.arange(size).astype(kinds[0])
        with numpy.errstate(all="ignore"):
            x.view(kinds[1])[...] = x.real if kinds[0] == "c8" and kinds[1] != "c8" else x
        results.append(numpy.asarray(x).tobytes())
    assert results[0] == results[1]
