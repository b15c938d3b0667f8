"""Rank, condition, pseudo-inverse and tensors as systems against NumPy."""

import numpy
import pytest

import numen

from .agreement import assert_agrees

rng = numpy.random.default_rng(41)
nan, inf = numpy.nan, numpy.inf
TYPES = ("f8", "f4", "c16", "c8", "i8", "u1", "?")
SHAPES = ((3, 3), (1, 1), (5, 3), (3, 5), (2, 3, 3), (2, 4, 3), (3, 2, 2, 4))
EMPTY = ((0, 0), (0, 3), (3, 0), (2, 0, 3), (0, 3, 3), (2, 3, 0))
ODD = (
    numpy.zeros((3, 3)), numpy.full((2, 2), nan), numpy.eye(3)[:2],
    numpy.array([[inf, 1], [1, 2.0]]), numpy.stack((numpy.eye(2), numpy.zeros((2, 2)))),
    numpy.stack((numpy.eye(2), numpy.full((2, 2), nan))), numpy.eye(2, dtype="f2"),
    numpy.eye(2, dtype=object), numpy.eye(2) * 1e300, numpy.eye(2) * 1e-300, 3.0, [1.0, 2.0],
    [0, 0], [[1, 2], [3, 4]], "x", None, numpy.diag([1, 1e-20, 0]),
)  # fmt: skip


def has_infinities(a):
    return isinstance(a, numpy.ndarray) and a.dtype == "f8" and numpy.isinf(a).any()


def sample(*shape, dtype="f8"):
    values = rng.normal(size=shape) * 5
    if numpy.dtype(dtype).kind == "c":
        values = values + 1j * rng.normal(size=shape)
    return numpy.asarray(values).astype(dtype)


def tolerance(dtype):
    """Of matrices whose condition is below 1e3 or so: condition * order * eps."""
    return 1e-2 if numpy.dtype(dtype).char in "fF" else 1e-9


def conditioned(*shape, dtype="f8"):
    """Matrices with 1s of either sign off the diagonal, and nothing near singular."""
    a = numpy.sign(rng.normal(size=shape))
    m, n = shape[-2:]
    a += 2 * max(m, n) * numpy.eye(m, n)
    if numpy.dtype(dtype).kind == "c":
        a = a + 1j * numpy.sign(rng.normal(size=shape))
    return abs(a).astype(dtype) if numpy.dtype(dtype).kind in "ub" else a.astype(dtype)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_matrix_rank(shape, dtype):
    a = sample(*shape, dtype=dtype)
    low = conditioned(*shape[:-1], 1) * numpy.ones(shape[-1])
    for matrix in (a, low.astype(dtype)):
        for kwargs in ({}, {"tol": 1.0}, {"rtol": 0.1}, {"tol": 3}, {"rtol": None},
                       {"tol": numpy.float32(2)}, {"tol": numpy.ones(shape[:-2])},
                       {"rtol": numpy.full(shape[:-2], 0.2)}):
            assert_agrees("linalg.matrix_rank", matrix, **kwargs)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_pinv(shape, dtype):
    if dtype == "?":
        a = numpy.broadcast_to(numpy.eye(*shape[-2:], dtype="?"), shape).copy()
    else:
        a = conditioned(*shape, dtype=dtype)
    bound = 1e-4 if a.dtype.char in "fF" else 1e-11
    for kwargs in ({}, {"rcond": 0.1}, {"rcond": 1e-3}, {"rtol": 1e-5}, {"rcond": 0},
                   {"rcond": numpy.full(shape[:-2], 1e-4)}, {"rcond": numpy.float32(1e-3)}):
        assert_agrees("linalg.pinv", a, tolerance=bound, **kwargs)
    assert_agrees("linalg.pinv", a, rtol=None, tolerance=bound)


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16"])
@pytest.mark.parametrize("shape", [(3, 3), (1, 1), (2, 4, 4), (12, 12)])
def test_hermitian(shape, dtype):
    a = conditioned(*shape, dtype=dtype)
    a = a + numpy.conj(a.swapaxes(-1, -2))
    bound = 1e-4 if dtype == "f4" else 1e-11
    assert_agrees("linalg.pinv", a, hermitian=True, tolerance=bound)
    assert_agrees("linalg.pinv", a, 1e-10, True, tolerance=bound)
    assert_agrees("linalg.matrix_rank", a, hermitian=True)
    assert_agrees("linalg.matrix_rank", a, None, True, rtol=1e-3)


@pytest.mark.parametrize("shape", [(6, 4), (4, 6), (3, 5, 2), (7, 7)])
@pytest.mark.parametrize("dtype", ["f8", "f4", "c16"])
def test_penrose_conditions(shape, dtype):
    """The four equations that define a pseudo-inverse, of matrices of half their rank too."""
    full, m, n = sample(*shape, dtype=dtype), *shape[-2:]
    half = sample(*shape[:-1], 1, dtype=dtype) @ sample(*shape[:-2], 1, n, dtype=dtype)
    for a in (full, half):
        p = numpy.asarray(numen.linalg.pinv(numen.array(a), rcond=1e-4))
        eps, size = numpy.finfo(dtype).eps, abs(a).max() * abs(p).max() * max(m, n)
        bound = 100 * max(m, n) * eps * size
        assert abs(a @ p @ a - a).max() <= bound * abs(a).max()
        assert abs(p @ a @ p - p).max() <= bound * abs(p).max()
        for product in (a @ p, p @ a):
            assert abs(product - numpy.conj(product.swapaxes(-1, -2))).max() <= bound


@pytest.mark.parametrize("dtype", TYPES[:-1])
@pytest.mark.parametrize("shape", [(3, 3), (1, 1), (2, 3, 3), (2, 3, 4, 4), (10, 10)])
def test_cond(shape, dtype):
    a = conditioned(*shape, dtype=dtype)
    for p in (None, 2, -2, 1, -1, inf, -inf, "fro", "nuc", 2.0, 3, "x", numpy.float64(1)):
        assert_agrees("linalg.cond", a, p, tolerance=tolerance(dtype),
                      native=type(p) in (type(None), int, float, str))
    for wide in (conditioned(*shape[:-1], 7, dtype=dtype),):
        for p in (None, 2, -2, 1, "fro"):
            assert_agrees("linalg.cond", wide, p, tolerance=tolerance(dtype), native=False)


@pytest.mark.parametrize("a", ODD, ids=range(len(ODD)))
def test_what_is_odd(a):
    assert_agrees("linalg.matrix_rank", a, native=False)
    if not has_infinities(a):  # of which NumPy's search for singular values may not end
        assert_agrees("linalg.pinv", a, native=False, tolerance=1e-9)
    for p in (None, -2, 1, inf, "fro"):
        assert_agrees("linalg.cond", a, p, native=False, tolerance=1e-9)
    assert_agrees("linalg.tensorinv", a, native=False, tolerance=1e-9)
    assert_agrees("linalg.tensorinv", a, 1, native=False, tolerance=1e-9)
    assert_agrees("linalg.tensorsolve", a, numpy.ones(2), native=False, tolerance=1e-9)


def test_of_rank_one():
    ones = numpy.ones((3, 3))
    assert_agrees("linalg.matrix_rank", ones)
    assert_agrees("linalg.pinv", ones, tolerance=1e-12)
    for a in (ones, numpy.stack((ones, ones))):
        assert (numen.linalg.cond(numen.array(a)) > 1e15).all()
        assert_agrees("linalg.cond", a, 1, native=a.ndim == 2)


@pytest.mark.parametrize("shape", EMPTY)
@pytest.mark.parametrize("dtype", ["f8", "f4", "i8"])
def test_empty(shape, dtype):
    a = numpy.zeros(shape, dtype)
    for kwargs in ({}, {"rtol": 0.1}, {"hermitian": True}):
        assert_agrees("linalg.matrix_rank", a, native=False, **kwargs)
        assert_agrees("linalg.pinv", a, native=False, **kwargs)
    for p in (None, 1, "fro"):
        assert_agrees("linalg.cond", a, p, native=False)


def test_ways_to_call():
    a = conditioned(3, 3)
    for name in ("matrix_rank", "pinv", "cond", "tensorinv", "tensorsolve"):
        for args, kwargs in (((), {}), ((a,) * 5, {}), ((a,), {"other": 1}), ((), {"a": a}),
                             ((a, 1e-3), {"rtol": 1e-3}), ((), {"A": a}), ((), {"x": a}),
                             ((a, "x"), {}), ((a, None), {}), ((a, [1]), {})):
            assert_agrees("linalg." + name, *args, native=False, tolerance=1e-9, **kwargs)


def test_tensorsolve():
    a = conditioned(24, 24)
    for shape, side in (((6, 4, 2, 3, 4), (6, 4)), ((24, 2, 12), (24,)), ((2, 12, 24), (2, 12)),
                        ((24, 24), (24,)), ((4, 6, 24), (4, 6))):
        for dtype in ("f8", "f4", "c16", "i8"):
            tensor, b = a.reshape(shape).astype(dtype), sample(*side).astype(dtype)
            assert_agrees("linalg.tensorsolve", tensor, b, tolerance=tolerance(dtype) / 100)
    tensor = a.reshape(6, 4, 2, 3, 4)
    moved = numpy.moveaxis(tensor, (2, 3), (0, 1)).copy()
    assert_agrees("linalg.tensorsolve", moved, sample(6, 4), axes=(0, 1), tolerance=1e-9,
                  native=False)
    assert_agrees("linalg.tensorsolve", a.reshape(24, 6, 4), sample(6, 4), (0,), tolerance=1e-9)
    for b, axes in ((sample(5), None), (sample(6, 4), (7,)), (sample(6, 4), 3), ("x", None),
                    (sample(6, 4), (-1,)), (sample(6, 4, 2, 3, 4), None), (sample(2, 3), None)):
        assert_agrees("linalg.tensorsolve", tensor, b, axes, native=False, tolerance=1e-9)
    assert_agrees("linalg.tensorsolve", numpy.zeros((4, 2, 2)), sample(4), native=False)


def test_tensorinv():
    a = conditioned(24, 24)
    for shape, ind in (((4, 6, 8, 3), 2), ((24, 8, 3), 1), ((2, 3, 4, 24), 3), ((24, 24), 1)):
        for dtype in ("f8", "f4", "c16", "i8"):
            assert_agrees("linalg.tensorinv", a.reshape(shape).astype(dtype), ind,
                          tolerance=tolerance(dtype) / 100)
    for ind in (0, -1, 1.0, "x", None, True, numpy.int64(1), 3, 7):
        assert_agrees("linalg.tensorinv", a.reshape(24, 4, 6), ind, native=False, tolerance=1e-9)
    assert_agrees("linalg.tensorinv", numpy.zeros((4, 2, 2)), 1, native=False)


@pytest.mark.parametrize("dtype", TYPES[:-1])
def test_negative_powers(dtype):
    for shape in ((3, 3), (1, 1), (2, 4, 4)):
        a = conditioned(*shape, dtype=dtype)
        for n in (-1, -2, -3, -5):
            assert_agrees("linalg.matrix_power", a, n, tolerance=tolerance(dtype) / 100)
    assert_agrees("linalg.matrix_power", numpy.zeros((2, 2), dtype), -1, native=False)
