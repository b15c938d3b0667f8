"""Functions that make arrays, their types and layouts, against NumPy."""

from decimal import Decimal
from fractions import Fraction

import numpy
import pytest

import numen

from .agreement import assert_agrees, managed

A = numpy.arange(24.0).reshape(2, 3, 4)
V = numpy.arange(7)


@pytest.mark.parametrize("args", [
    (5,), (2, 9), (0, 10, 3), (10, 0, -3), (3, 3), (5, 1), (0.5, 4.2, 0.3), (4,), (1, 8, 2.5),
    (-3, 4), (2**31 - 3, 2**31), (0,), (1, 2, 5),
], ids=str)  # fmt: skip
def test_arange(args):
    for dtype in (None, int, float, "f8", "f4", numpy.int32, numpy.dtype("i8"), "i2", "f2", complex,
                  bool, "u1", "<U3"):
        native = dtype in (None, float, "f8", "f4") or (
            dtype in (int, numpy.int32) and all(isinstance(x, int) for x in args))
        native = native and not (dtype is numpy.int32 and max(args) >= 2**31)
        assert_agrees("arange", *args, dtype=dtype, native=native)
    start, stop, step = (*args, 1)[:3] if len(args) > 1 else (0, *args, 1)
    assert_agrees("arange", start=start, stop=stop, step=step, dtype=float)
    assert_agrees("arange", start, stop, step, float)


def test_arange_refuses():
    for args in ((), (None,), (1, 2, 0), (1, 2, 3, 4, 5), (0, 1, numpy.nan), ("a",), (2**70,)):
        assert_agrees("arange", *args, native=False)
    assert_agrees("arange", 5, dtype="nothing", native=False)
    assert_agrees("arange", 5, device="cpu", native=False)


BIG = 2**60


@pytest.mark.parametrize("args", [
    (1700000000000000001, 1700000000000000101, 10.0), (10**18, 10**18 + 1000, 250.0),
    (BIG, BIG + 300, 0.5), (2**53 + 1, 2**53 + 4, 1.0), (BIG, BIG + 300), (BIG, BIG + 300, 7),
    (-BIG, 5 - BIG, 1.0), (BIG + 300, BIG, -0.5), (BIG, BIG - 3, 1.0),
    (-2**63, 2**63 - 1, 2.0**61),
    (BIG, BIG + 1.0, 0.5), (float(BIG), BIG + 1000, 0.5), (2**53 - 1, 0, -(2**50)),
    (0, 2**53 - 1, 2**50), (0, 5e-324, 2.0), (0, -5e-324, 2.0), (0, -5e-324, -2.0),
    (5e-324, 0, 2), (0, 1e-300, 1e300), (2**63 - 3, 2**63 - 1, 5),
], ids=str)  # fmt: skip
def test_arange_counts_in_python_numbers(args):
    for dtype in (None, "f8", "f4"):
        # Elements beyond float32 are NumPy's to warn of.
        assert_agrees("arange", *args, dtype=dtype, native=dtype != "f4" or args[-1] != 1e300)
    assert_agrees("arange", args[0], stop=args[1], step=(*args, 1)[2])
    assert_agrees("arange", args[0], numpy.float64(args[1]), *args[2:], native=False)


@pytest.mark.parametrize("args", [
    # Python rounds the quotient of two integers: one element less.
    (0, BIG + 1, 2**58), (BIG * 4, -BIG * 4 - 1, -BIG), (0, 2**53 + 1, 2**53),
    (0, 2**54 + 1, 2**54), (0, 2**54 + 1, -(2**54)), (-2**63, 2**63 - 1, 2**61),
    (-2**63, 2**63 - 1, -1),
    (2**63 - 1,), (0, -1e300), (0, 1e300), (0, 9.1e18), (0, 9.3e18), (0, -9.3e18),
    (1e308, -1e308, 1e308), (0, 4, 1e-320), (2**64, 2**64 + 300, 0.5), (10**400, 10**400 + 3, 1.0),
    (numpy.int64(BIG), BIG + 300, 0.5), (numpy.uint64(BIG), numpy.uint64(BIG + 300), 0.5),
    (numpy.float32(2**24), numpy.float32(2**24 + 6), numpy.float32(1)), (Decimal(1), Decimal(4)),
    (Fraction(1, 3), Fraction(7, 3), Fraction(1, 3)), (BIG, BIG + 300, Fraction(1, 2)),
], ids=str)  # fmt: skip
def test_arange_that_numpy_counts(args):
    for dtype in (None, "f8", "f4"):
        assert_agrees("arange", *args, dtype=dtype, native=False)


@pytest.mark.parametrize("name", ["ogrid", "mgrid", "r_"])
def test_ranges_in_brackets_count_in_python_numbers(name):
    for bounds in (slice(BIG, BIG + 300, 0.5), slice(2**53 + 1, 2**53 + 4, 1.0),
                   slice(0, 5e-324, 2.0), slice(2**53 + 1, 2**53 + 4), slice(BIG, BIG + 300, 4j),
                   slice(0, 2**53 + 1, 2**53)):
        for key in (bounds, (bounds, slice(0, 2))):
            wanted, given = (getattr(library, name)[key] for library in (numpy, numen))
            if not isinstance(wanted, tuple):
                wanted, given = (wanted,), (given,)
            assert len(given) == len(wanted)
            for one, other in zip(given, wanted):
                assert one.dtype == other.dtype and one.shape == other.shape, key
                numpy.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("name", ["zeros_like", "ones_like", "empty_like", "full_like"])
def test_likes(name):
    more = {"full_like": (7,)}.get(name, ())
    for array in (A, V, A.T, numpy.array(2.0), A[:, :0], A.transpose(1, 0, 2), A > 3):
        for order in "KCFA":
            for kwargs in ({}, {"dtype": "f4"}, {"dtype": int}, {"shape": None},
                           {"shape": (3, 2)}, {"shape": 5}, {"shape": array.shape}):
                # An order of axes that is neither C's nor Fortran's, in another shape: NumPy's.
                native = numpy.size(kwargs.get("shape")) != array.ndim or array.ndim < 2
                compared(name, array, *more, order=order, native=native, **kwargs)
    compared(name, [[1, 2.0]], *more, native=True)
    compared(name, V, *more, dtype="S3", native=False)
    assert_agrees(name, V, *more, order="X", native=False)
    assert_agrees(name, V, *more, shape=(-1,), native=False)


def compared(name, *args, native, **kwargs):
    if name != "empty_like":
        return assert_agrees(name, *args, native=native, **kwargs)
    wanted, given = (np.empty_like(*args, **kwargs) for np in (numpy, numen))
    assert given.strides == wanted.strides and given.dtype == wanted.dtype
    assert given.shape == wanted.shape


def test_unravel_index():
    for shape in ((4, 6), (2, 3, 4), (24,), 24, (4, 1, 6)):
        for order in "CF":
            for indices in ([3, 5, 1], 7, V.astype("i1"), [23]):
                assert_agrees("unravel_index", indices, shape, order)
            assert_agrees("unravel_index", A[0].astype(int), shape, order, native=False)
            assert_agrees("unravel_index", A[0].astype(int), shape, order,
                          layouts=("contiguous", "managed"))
    for indices in ([3, 24], [-1], [1.0], 24, [], [True]):
        assert_agrees("unravel_index", indices, (4, 6), native=False)
    assert_agrees("unravel_index", [0], (3,), "K", native=False)


def test_products_into_arrays():
    square, row = A[0, :, :3], A[0, 0, :3]
    for name in ("matmul", "dot"):
        out = numpy.zeros((3, 3))
        assert_agrees(name, square, square, out=out, layouts=("contiguous", "managed"))
        assert_agrees(name, square, square, out, layouts=("contiguous", "managed"))
        assert_agrees(name, square, row, out=numpy.zeros(3))
        for wrong in (numpy.zeros((3, 2)), numpy.zeros(3), numpy.zeros((3, 3), "f4"), 5,
                      numpy.zeros((3, 3), int), numpy.zeros((3, 3)).astype(object)):
            assert_agrees(name, square, square, out=wrong, native=False)
    assert_agrees("matmul", square, square, out=numpy.zeros((3, 3)))
    assert_agrees("dot", square, square, out=numpy.zeros((3, 3)), native=False)
    fixed = numpy.zeros((3, 3))
    for make in (numpy.array, numen.array, managed):
        whole = make(square)
        given = whole
        given @= make(square)
        assert given is whole and given.tolist() == (square @ square).tolist()
        with pytest.raises(ValueError):
            given @= make(row)
        fixed = make(fixed)
        fixed.setflags(write=False)
        with pytest.raises(ValueError, match="read-only"):
            fixed @= make(square)


def test_average_along_some_axes():
    for axis, weights in ((0, [1, 2]), (1, [1, 2, 3]), (-1, [1.0, 2, 3, 4]), ((0, 1), A[:, :, 0]),
                          ((2, 0), A[0, 1:, :2].T + 1), ((1, 2), A[0]), (0, numpy.array([1j, 2]))):
        weights = numpy.array(weights)
        if weights.ndim == 2 and weights.shape != tuple(A.shape[at] for at in axis):
            weights = numpy.ones([A.shape[at] for at in axis]) + A[0, 0, 0]
        assert_agrees("average", A, axis=axis, weights=weights, tolerance=1e-14)
        assert_agrees("average", A, axis=axis, weights=weights, returned=True, keepdims=True,
                      tolerance=1e-14)
    assert_agrees("average", A, weights=[1, 2], native=False)
    assert_agrees("average", A, axis=0, weights=[1, 2, 3], native=False)


def test_cross_of_any_layout():
    wide = numpy.arange(24.0).reshape(6, 4) - 3
    for dtype in ("f8", "f4", "i8"):
        a = wide.astype(dtype)
        assert_agrees("cross", a[:, :3], a[::-1, 1:])
        assert_agrees("cross", a[:3, 0], a[3:, 1])


def test_writeability():
    for make in (numpy.array, numen.array, managed):
        array = make(V)
        array.setflags(write=False)
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
        view = array[1:]
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag to True of this array"):
            view.setflags(write=True)
        array.setflags()
        assert not array.flags.writeable
        array.setflags(write=True)
        array[0] = 5
        assert array[0] == 5
        with pytest.raises(TypeError):
            array.setflags(other=1)
