"""Norms of vectors and matrices against NumPy."""

import numpy
import pytest

import numen

from .agreement import assert_agrees

rng = numpy.random.default_rng(37)
nan, inf = numpy.nan, numpy.inf
TYPES = ("f8", "f4", "c16", "c8", "i8", "u1", "?", "f2")
SHAPES = ((4,), (1,), (3, 4), (1, 1), (2, 3, 4), (2, 3, 4, 2), ())
ORDERS = (None, 0, 1, -1, 2, -2, 3, 2.5, -3, 0.5, inf, -inf, "fro", "f", "nuc", True,
          numpy.float64(3), numpy.float32(1.5), numpy.int64(1), 1 + 0j, "x", [1], nan)  # fmt: skip
EMPTY = ((0,), (0, 3), (3, 0), (0, 0), (2, 0, 3), (0, 2, 3), (2, 3, 0))


def sample(*shape, dtype="f8"):
    values = rng.normal(size=shape) * 4
    if numpy.dtype(dtype).kind == "c":
        values = values + 1j * rng.normal(size=shape)
    if dtype == "?":
        values = numpy.arange(values.size).reshape(shape) % 3 > 0
    return numpy.asarray(values).astype(dtype)


def tolerance(dtype):
    """Of sums and singular values of a few numbers; powers and their roots lose a digit more."""
    return {"e": 8e-3, "f": 1e-5, "F": 1e-5}.get(numpy.dtype(dtype).char, 1e-12)


def is_ours(a, ord):
    """Whether the norm of such numbers is never NumPy's; those of half precision may be."""
    return a.dtype.char != "e" and type(ord) in (type(None), int, float, str)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_norm(shape, dtype):
    a = sample(*shape, dtype=dtype)
    for ord in ORDERS:
        for axis in (None, 0, -1, (0,), (0, 1), (1, 0), (-2, -1), (0, 2), (2, 1)):
            for keepdims in (False, True) if axis in (None, 0, (2, 1)) else (False,):
                if ord == -2 and dtype == "?" and is_pair(axis, a):
                    assert_smallest_values_agree(a, axis, keepdims)
                    continue
                assert_agrees("linalg.norm", a, ord, axis, keepdims, native=is_ours(a, ord),
                              tolerance=tolerance(dtype), layouts=("strided",))


def is_pair(axis, a):
    return a.ndim == 2 if axis is None else isinstance(axis, tuple) and len(axis) == 2


def assert_smallest_values_agree(a, axis, keepdims):
    """Of singular matrices, as those of booleans are, the smallest value is 0 or what rounding
    leaves: to be compared with the largest.
    """
    try:
        smallest = numpy.linalg.norm(a, -2, axis, keepdims)
        largest = numpy.linalg.norm(a, 2, axis, keepdims)
    except (ValueError, IndexError) as error:
        with pytest.raises(type(error)):
            numen.linalg.norm(numen.array(a), -2, axis, keepdims)
        return
    found = numpy.asarray(numen.linalg.norm(numen.array(a), -2, axis, keepdims))
    assert found.shape == numpy.shape(smallest) and found.dtype == smallest.dtype
    assert (abs(found - smallest) <= 1e-14 * largest).all()


@pytest.mark.parametrize("dtype", ("f8", "f4", "c16", "i8"))
def test_layouts(dtype):
    for shape in ((3, 4), (2, 3, 4)):
        a = sample(*shape, dtype=dtype)
        for ord in (None, 1, -2, 2, inf, 3, "nuc", 0):
            for axis in (None, 0, (0, 1), (-1, 0)):
                assert_agrees("linalg.norm", a, ord, axis, native=is_ours(a, ord),
                              tolerance=tolerance(dtype))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_vector_norm(shape, dtype):
    a = sample(*shape, dtype=dtype)
    for ord in ORDERS:
        for axis in (None, 0, -1, (0,), (0, 1), (1, 0), (2, 0, 1), ()):
            for keepdims in (False, True) if axis in (None, 0, (1, 0)) else (False,):
                assert_agrees("linalg.vector_norm", a, axis=axis, ord=ord, keepdims=keepdims,
                              native=is_ours(a, ord), tolerance=tolerance(dtype),
                              layouts=("managed",))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_matrix_norm(shape, dtype):
    a = sample(*shape, dtype=dtype)
    for ord in ORDERS:
        for keepdims in (False, True):
            assert_agrees("linalg.matrix_norm", a, ord=ord, keepdims=keepdims,
                          native=is_ours(a, ord), tolerance=tolerance(dtype))


@pytest.mark.parametrize("shape", EMPTY)
def test_empty(shape):
    a = numpy.zeros(shape)
    for ord in (None, 0, 1, -1, 2, -2, 3, inf, -inf, "fro", "nuc"):
        for axis in (None, 0, 1, (0, 1), (2, 0)):
            for keepdims in (False, True):
                assert_agrees("linalg.norm", a, ord, axis, keepdims, native=False)
        assert_agrees("linalg.vector_norm", a, ord=ord, native=False)
        assert_agrees("linalg.matrix_norm", a, ord=ord, native=False)


def test_values_that_are_not_finite_or_far_away():
    for a in (numpy.array([nan, 1.0]), numpy.array([inf, -inf, 1.0]), numpy.array([1e300, 1e300]),
              numpy.array([1e-300, 1e-300]), numpy.array([[inf, 1], [1.0, 2]]),
              numpy.array([1e30, 1e30], "f4"), numpy.array([1 + 1e300j, nan]),
              numpy.array([-0.0, 0.0]), numpy.array([[nan, 0], [0, 1.0]])):  # fmt: skip
        for ord in (None, 0, 1, -1, 2, 3, inf, -inf):
            for axis in (None, 0):
                if ord == 2 and axis is None and a.ndim == 2:
                    continue  # whether an SVD of infinities converges is the library's choice
                assert_agrees("linalg.norm", a, ord, axis, native=False, tolerance=1e-6)


def test_ways_to_call():
    a = sample(3, 4)
    for args, kwargs in (((), {}), ((), {"x": a}), ((a,), {"ord": 1, "axis": 0}),
                         ((a, 1, 0, True), {}), ((a, 1, 0, True, 2), {}), ((a,), {"x": a}),
                         ((a,), {"other": 1}), ((a,), {"axis": numpy.int64(1)}),
                         ((a,), {"axis": "0"}), ((a,), {"axis": 1.0}), ((a,), {"axis": [0, 1]}),
                         ((a,), {"axis": (0, 0)}), ((a,), {"axis": (0, 1, 2)}), ((a,), {"axis": 5}),
                         ((a,), {"axis": (0, -3)}), ((a,), {"keepdims": 1}), (("x",), {}),
                         ((a,), {"axis": ()}), (([1, 2, 2],), {}), (([[1.5, 2], [2, 1]], 1), {}),
                         ((3.0,), {}), ((None,), {}), ((a, "x"), {}), ((a[0], "fro"), {}),
                         ((a[0], "nuc", 0), {})):  # fmt: skip
        assert_agrees("linalg.norm", *args, native=False, tolerance=1e-12, **kwargs)
        assert_agrees("linalg.vector_norm", *args, native=False, tolerance=1e-12, **kwargs)
        assert_agrees("linalg.matrix_norm", *args, native=False, tolerance=1e-12, **kwargs)


def test_long_vectors_are_as_accurate_as_numpys():
    """Pairwise sums: errors of a few eps where one sum after another would lose digits."""
    for dtype in ("f8", "f4"):
        a = abs(sample(300_000, dtype=dtype)) + numpy.dtype(dtype).type(1)
        exact = numpy.sqrt((a.astype("f8") ** 2).sum())
        for found in (numen.linalg.norm(numen.array(a)), numen.linalg.vector_norm(numen.array(a))):
            assert abs(float(found) - exact) <= 64 * numpy.finfo(dtype).eps * exact
