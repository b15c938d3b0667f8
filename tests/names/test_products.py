"""Products of vectors and matrices against NumPy."""

import itertools
import math

import numpy
import pytest

import numen
from numen.native import front

from .agreement import assert_agrees

rng = numpy.random.default_rng(17)
nan, inf = numpy.nan, numpy.inf


def sample(*shape, dtype="f8"):
    values = rng.normal(size=shape) * 4
    if numpy.dtype(dtype).kind == "c":
        values = values + 1j * rng.normal(size=shape)
    return values.astype(dtype)


TYPES = ["f8", "f4", "i8", "i4", "i1", "u1", "?", "c16", "c8"]


def tolerance(*arrays):
    kind = numpy.result_type(*map(numpy.asarray, arrays)).char
    return {"e": 4e-3, "f": 1e-5, "F": 1e-5}.get(kind, 1e-13)


@pytest.mark.parametrize("dtype", TYPES)
def test_products_of_vectors(dtype):
    x, y = sample(4, dtype=dtype), sample(4, dtype=dtype)
    stack = sample(3, 4, dtype=dtype)
    cube = sample(2, 3, 4, dtype=dtype)
    matrices = sample(2, 5, 4, dtype=dtype)
    bound = tolerance(x)
    for a, b in ((x, y), (stack, y), (y, stack), (stack[0], [1, 2, 3, 4])):
        for name in ("vecdot", "linalg.vecdot"):
            assert_agrees(name, a, b, tolerance=bound)
    for a, b in ((stack, cube), (cube, stack[:1])):
        assert_agrees("vecdot", a, b, tolerance=bound)
    assert_agrees("vecdot", stack, stack, axis=0, tolerance=bound)
    assert_agrees("linalg.vecdot", cube, cube, axis=1, tolerance=bound)
    for a, b in ((matrices[0], x), (matrices, x), (matrices, sample(2, 4, dtype=dtype)),
                 (matrices, sample(3, 1, 4, dtype=dtype))):
        assert_agrees("matvec", a, b, tolerance=bound)
        a = a.swapaxes(-1, -2).copy()
        assert_agrees("vecmat", b, a, tolerance=bound)


def test_edges_of_products_of_vectors():
    x, matrix = sample(4), sample(5, 4)
    empty = numpy.empty((0, 4))
    for name in ("vecdot", "linalg.vecdot", "matvec", "vecmat"):
        for a, b in ((x, matrix), (matrix, x), (x, x), (2.0, x), (x, x[:3]), (empty, x),
                     (x, empty), (x[:0], x[:0]), (matrix[:, :0], x[:0]), (x, "a"), (x, None)):
            assert_agrees(name, a, b, native=False, tolerance=1e-13)
    for name in ("vecdot", "matvec", "vecmat"):
        for more in ({"axis": 3}, {"axis": "x"}, {"dtype": "f4"}, {"out": numpy.zeros(5)},
                     {"keepdims": True}, {"order": "F"}, {"axes": [(-1,), (-1,), ()]}):
            assert_agrees(name, matrix, x, native=False, tolerance=1e-5, **more)


@pytest.mark.parametrize("dtype", [*TYPES, "u4", "f2", "i2"])
def test_cross(dtype):
    a, b, c = sample(4, 3, dtype=dtype), sample(3, dtype=dtype), sample(2, 1, 3, dtype=dtype)
    for name in ("cross", "linalg.cross"):
        for x, y in ((b, b[::-1].copy()), (a, b), (b, a), (a, c), (c, a), (a, [1.0, 2, 3])):
            assert_agrees(name, x, y, native=dtype in ("f8", "f4", "i8", "i4", "u4", "c16", "c8"),
                          tolerance=tolerance(x) if dtype in ("c16", "c8") else 0)
        for x, y in ((a, a[:, :2]), (a[:, :2], a[:, :2]), (a, 3), (a, numpy.empty((0, 3))),
                     (a, a[:2]), (numpy.empty((0, 3)), b)):  # fmt: skip
            with numpy.errstate(all="ignore"):
                assert_agrees(name, x, y, native=False)
        for axis in (0, 1, 2, -1, -2, 5, None, 1.0):
            standing = sample(2, 3, 4, dtype=dtype)
            assert_agrees(name, standing, standing[:, ::-1].copy(), axis=axis, native=False,
                          tolerance=tolerance(standing) if dtype in ("c16", "c8") else 0)
    assert_agrees("cross", a.T.copy(), b, 0, 0, native=False, tolerance=tolerance(a))
    assert_agrees("cross", a, b, axisc=0, native=False, tolerance=tolerance(a))


def test_cross_of_values_that_are_not_finite():
    for dtype in ("f8", "f4", "c16"):
        a = sample(2, 3, dtype=dtype)
        for b in ([nan, 1, 1.0], [inf, 1, -inf], [1e30, 1e300, 1], [0.0, -0.0, 0]):
            for name in ("cross", "linalg.cross"):
                with numpy.errstate(over="ignore"):
                    typed = numpy.array(b).astype(dtype)
                assert_agrees(name, a, typed, native=False, tolerance=tolerance(a))


@pytest.mark.parametrize("dtype", [*TYPES, "f2"])
def test_tensordot(dtype):
    a, b = sample(2, 3, 4, dtype=dtype), sample(3, 4, 5, dtype=dtype)
    bound = tolerance(a)
    for x, y, axes in ((a, b, 2), (a, b, ([1, 2], [0, 1])), (a, b, ([2, 1], [1, 0])),
                       (a, b, ([2], [1])), (a, b, (1, 0)), (a, b, ((-1,), (1,))),
                       (a[0], b[:, :, 0], 2), (a[0], b[:, :, 0], ([0, 1], [0, 1])),
                       (a[0], b[0], 1), (a[0, 0], b[0], 1), (a, a, ([0, 1, 2], [0, 1, 2])),
                       (a, a.T.copy(), 3), (a[0, 0], b[0, :, 0], 1), (a, b[0], 0), (a, 2, 0),
                       (a, a, ([0], [0])), (a[0], [[1, 2], [3, 4], [5, 6]], ([0], [0]))):
        if not isinstance(y, list):
            assert_agrees("tensordot", x, y, axes, tolerance=bound)
            assert_agrees("linalg.tensordot", x, y, axes=axes, tolerance=bound)
        else:
            assert_agrees("tensordot", x, y, axes, tolerance=bound, native=False)
    assert_agrees("tensordot", a, sample(3, 4, 2, dtype=dtype), tolerance=bound)


def test_edges_of_tensordot():
    a, b = sample(2, 3, 4), sample(3, 4, 5)
    for axes in (3, 4, -1, 1, "x", None, 1.0, ([0], [0, 1]), ([0, 0], [0, 0]), ([5], [0]), ([], []),
                 numpy.int64(2), numpy.array([[1, 2], [0, 1]]), (numpy.array([1, 2]), [0, 1]),
                 ([1], [0], [2]), {1: 0}, (1.5, 0), True):  # fmt: skip
        assert_agrees("tensordot", a, b, axes, native=False, tolerance=1e-12)
        assert_agrees("linalg.tensordot", a, b, axes=axes, native=False, tolerance=1e-12)
    for x, y in ((numpy.empty((0, 3)), numpy.empty((3, 2))), (a[:, :0], b[:0]), ("x", b), (a, None),
                 (numpy.empty((2, 0)), numpy.empty((0, 2))), (a.astype("f4"), b)):
        for axes in (0, 1, 2):
            assert_agrees("tensordot", x, y, axes, native=False, tolerance=1e-6)
    assert_agrees("tensordot", a=a, b=b, axes=2, tolerance=1e-12)
    assert_agrees("tensordot", a, native=False)
    assert_agrees("linalg.tensordot", a, b, 2, native=False)
    assert_agrees("linalg.tensordot", x1=a, x2=b, native=False)


@pytest.mark.parametrize("dtype", [*TYPES, "f2"])
def test_inner_and_dot_of_many_axes(dtype):
    a, b, x = sample(2, 3, 4, dtype=dtype), sample(5, 4, dtype=dtype), sample(4, dtype=dtype)
    for one, other in ((a, b), (b, a), (a, x), (x, a), (x, x), (b, b), (a, a), (x, x[0]), (x[0], b),
                       (b, 3), (2.0, 3)):  # fmt: skip
        assert_agrees("inner", one, other, tolerance=tolerance(a))
    for one, other in ((a, b.T.copy()), (b, a.swapaxes(1, 2).copy()), (x, a.swapaxes(1, 2).copy()),
                       (a, x), (a, a.swapaxes(1, 2).copy())):  # fmt: skip
        assert_agrees("dot", one, other, tolerance=tolerance(a))
    for one, other in ((a, b[:, :3]), (numpy.empty((2, 0)), numpy.empty((3, 0))),
                       (numpy.empty((0, 4)), b), (a, "x"), (a, None), (x, b.T)):
        assert_agrees("inner", one, other, native=False, tolerance=tolerance(a))
        assert_agrees("dot", one, other, native=False, tolerance=tolerance(a))
    assert_agrees("inner", a, native=False)
    assert_agrees("inner", a=a, b=b, native=False)


def test_diagonal():
    cube, square = sample(2, 3, 5), sample(4, 4, dtype="i4")
    for a in (cube, square, sample(5, 3), sample(2, 2, 4, 3), sample(2, 2), sample(1, 4),
              cube.transpose(2, 0, 1), numpy.empty((0, 3)), numpy.empty((2, 3, 0)), sample(3),
              sample(4, 4)[:, ::-1], sample(6, 6)[::2, 1:4]):
        for offset in range(-5, 6):
            assert_agrees("linalg.diagonal", a, offset=offset, native=False)
    assert_agrees("linalg.diagonal", square)
    assert_agrees("linalg.diagonal", cube)
    assert_agrees("linalg.diagonal", [[1, 2], [3, 4]])


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "i1", "?", "c16"])
def test_matrix_power(dtype):
    for a in (sample(3, 3, dtype=dtype), sample(2, 3, 3, dtype=dtype), sample(1, 1, dtype=dtype)):
        for n in range(10):
            assert_agrees("linalg.matrix_power", a, n, tolerance=tolerance(a))
    assert_agrees("linalg.matrix_power", sample(3, 3, dtype=dtype), numpy.int64(2),
                  tolerance=tolerance(sample(1, dtype=dtype)))
    for n in (2.5, "a", True):
        assert_agrees("linalg.matrix_power", sample(3, 3, dtype=dtype) , n, native=False,
                      tolerance=1e-3)
    for a in (sample(3, 4, dtype=dtype), sample(3, dtype=dtype), numpy.empty((0, 0), dtype)):
        assert_agrees("linalg.matrix_power", a, 3, native=False)


def test_multi_dot():
    a, b, c, d = sample(3, 4), sample(4, 6), sample(6, 2), sample(2, 5)
    for chain in ([a, b], [a, b, c], [a, b, c, d], [a[0], b, c], [a, b, c[:, 0]], [a[0], b, b[0]],
                  [a[0], b, c, d[:, 1]], [a.astype("f4"), b, c.astype("f4")],
                  [a.astype("f4"), b.astype("f4"), c.astype("f4")], [a, b, c, d, d.T, c.T],
                  [[[1, 2], [3, 4]], [[1, 0], [0, 1]], [[2, 2], [1, 1]]], (a, b + 1j, c)):
        assert_agrees("linalg.multi_dot", chain, tolerance=1e-5 if chain[0] is not a else 1e-12)
    for chain in ([a], [], [a, c], [a, c, d], [a, sample(2, 2, 2), b], [a, 3, b], 5, [a, b, d]):
        assert_agrees("linalg.multi_dot", chain, native=False)
    for chain in ([a, b], [a, b, c], [a, b, c, d]):
        out = numpy.zeros((3, chain[-1].shape[1]))
        assert_agrees("linalg.multi_dot", chain, out=out, tolerance=1e-12)
        assert_agrees("linalg.multi_dot", chain, out=out.astype("f4"), native=False)
    assert_agrees("linalg.multi_dot", [a[0], b, c], out=numpy.zeros(2), native=False)


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "c16", "i8", "i2", "?"])
def test_long_vectors(dtype):
    rng = numpy.random.default_rng(5)
    for count in (65535, 65536, 65537, 100_001):
        a, b = (rng.integers(-3, 4, count).astype(dtype) for _ in range(2))
        for name in ("dot", "vdot", "inner"):
            given, wanted = (getattr(np, name)(a, b) for np in (numen, numpy))
            assert given.dtype == wanted.dtype and given == wanted, (name, count)
    small = rng.normal(size=200_000)
    exact = math.fsum(small.astype("f8") * small)
    assert abs(float(numen.dot(small, small)) - exact) <= 4e-15 * exact


@pytest.mark.parametrize("dtype", ["f8", "f4"])
@pytest.mark.parametrize("shape", [(10_000, 100), (1000, 1003), (20_000, 40), (600, 4099),
                                   (8191, 63), (130, 5000), (500_001, 1), (70_000, 9)])
def test_row_by_a_matrix_of_many_rows(shape, dtype):
    """Its rows are added up in pieces: within the bound of any order of summation, and alike
    whatever the number of threads."""
    rows, columns = shape
    matrix = sample(rows, 2 * columns, dtype=dtype)
    weights = sample(2 * rows, dtype=dtype)
    for values, factors in ((matrix[:, :columns].copy(), weights[:rows].copy()),
                            (matrix[:, columns:], weights[::-2])):
        wide = values.astype("g"), factors.astype("g")
        exact = wide[0].T @ wide[1]
        bound = rows * numpy.finfo(dtype).eps * (abs(wide[0]).T @ abs(wide[1]))
        a, x, out = numen.array(values), numen.array(factors), numen.zeros(columns, dtype)
        threads, results = front.info()["threads"], []
        try:
            for number in (1, 2, 3):
                front.set_threads(number)
                results += [a.T @ x, x @ a, numen.matmul(x, a, out=out).copy()]
        finally:
            front.set_threads(threads)
        assert results[0].dtype == dtype and (abs(numpy.asarray(results[0]) - exact) <= bound).all()
        assert all(numpy.array_equal(result, results[0]) for result in results)


def test_warning_of_a_row_by_a_matrix_of_many_rows():
    matrix, weights = numen.ones((10_000, 100)), numen.ones(10_000)
    weights[9_999] = inf
    weights[77] = -inf
    with pytest.warns(RuntimeWarning, match="invalid value encountered in matmul"):
        assert numen.isnan(weights @ matrix).all()
    matrix[5000, 7] = nan
    weights[weights == -inf] = 1
    result = weights @ matrix
    assert numen.isnan(result[7]) and numen.isinf(result[:7]).all()


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "c8"])
@pytest.mark.parametrize("shape", [(9, 5), (40, 30), (64, 7), (65, 70), (130, 150), (300, 260),
                                   (1030, 70)])
def test_products_with_the_own_transpose(dtype, shape):
    """Symmetric to the bit, whatever the layout and the threads."""
    plain = sample(*shape, dtype=dtype)
    wanted = plain.astype("c16") @ plain.T.astype("c16")
    bound = shape[1] * numpy.finfo(dtype).eps * (abs(plain) @ abs(plain).T)
    out = numen.empty((2 * shape[0], 3 * shape[0]), dtype)[::2, 1::3]
    threads = front.info()["threads"]
    for x in (numen.array(plain), numen.array(plain, order="F"),
              numen.array(numpy.repeat(plain, 2, axis=1))[:, ::2]):
        results = []
        try:
            for number in (1, 2, 3):
                front.set_threads(number)
                results += [x @ x.T, numen.matmul(x, x.T, out=out).copy()]
        finally:
            front.set_threads(threads)
        for found in map(numpy.asarray, results):
            assert numpy.array_equal(found, found.T)
            assert numpy.array_equal(found, numpy.asarray(results[0]))
            assert (abs(found - wanted) <= bound).all()


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "c8", "c16", "i8", "?"])
def test_zeros_of_products_of_one_element_have_numpys_signs(dtype):
    parts = [0.0, -0.0, 1.0, -1.0]
    numbers = [complex(x, y) for x in parts for y in parts] if dtype[0] == "c" else parts
    for x, y in itertools.product(numbers, numbers):
        a, b = numpy.array([x]).astype(dtype), numpy.array([y]).astype(dtype)
        for left, right in itertools.product((a, a[None], a[None, None], a[0]),
                                             (b, b[None], b[None, None], b[0])):
            for name, axes in (("dot", ()), ("inner", ()), ("tensordot", (1,)),
                               ("tensordot", (0,)), ("matmul", ()), ("vecdot", ()), ("vdot", ())):
                if axes == (1,) and 0 in (left.ndim, right.ndim):
                    continue
                if name in ("matmul", "vecdot") and 0 in (left.ndim, right.ndim):
                    continue
                wanted = numpy.asarray(getattr(numpy, name)(left, right, *axes))
                given = numpy.asarray(getattr(numen, name)(left, right, *axes))
                case = f"{name} {left!r} {right!r} {axes}"
                assert given.tobytes() == wanted.tobytes(), case
                assert given.shape == wanted.shape and given.dtype == wanted.dtype, case
