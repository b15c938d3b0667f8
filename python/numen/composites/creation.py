"""Composites that make arrays from numbers."""

import math
import operator
import sys

import numpy
from numpy.lib.array_utils import normalize_axis_index

from ..native import front
from .registry import (
    Handover,
    array,
    arrays_only,
    composite,
    element_type,
    integer,
    is_list,
    is_number,
    ours,
    own,
)

_least_normal = sys.float_info.min
_weak = (bool, int, float, complex)


@composite("eye")
def eye(N, M=None, k=0, dtype=float, order="C", *, device=None, like=None):
    if like is not None or device not in (None, "cpu"):
        raise Handover
    is_main = type(k) is int and k == 0
    if type(N) is int and N > 0 and M is None and is_main and order == "C":
        result = own.zeros((N, N), dtype)
        result.reshape(-1)[:: N + 1] = 1
        return result
    rows = integer(N)
    columns = rows if M is None else integer(M)
    k = integer(k)
    result = own.zeros((N, N if M is None else M), dtype, order)
    length = min(rows + min(k, 0), columns - max(k, 0))
    if length > 0:
        if order == "C":
            # On the flat view a diagonal is every (columns + 1)th element.
            first = max(-k, 0) * columns + max(k, 0)
            last = first + (length - 1) * (columns + 1)
            result.reshape(-1)[first : last + 1 : columns + 1] = 1
        else:
            steps = own.arange(length)
            result[steps + max(-k, 0), steps + max(k, 0)] = 1
    return result


@composite("identity")
def identity(n, dtype=None, *, like=None):
    if like is not None:
        raise Handover
    return eye(n, dtype=float if dtype is None else dtype)


@composite("full_like")
def full_like(a, fill_value, dtype=None, order="K", subok=True, shape=None, *, device=None):
    if device not in (None, "cpu") or isinstance(fill_value, (str, bytes, complex)):
        raise Handover
    if type(subok) is not bool:
        raise Handover
    if dtype is shape is None and order == "K":
        result = own.empty_like(array(a))
    else:
        result = own.empty_like(array(a), dtype=dtype, order=order, shape=shape)
    if result.ndim == 0 and is_list(fill_value):
        raise Handover
    kind = type(fill_value)
    if kind is int and result.dtype.kind == "b" and -(2**63) <= fill_value < 2**63:
        result[...] = fill_value != 0
    elif (kind is int and result.dtype.kind != "b") or (kind is float
                                                        and result.dtype.kind in "fc"):
        result[...] = fill_value
    else:
        own.copyto(result, fill_value, casting="unsafe")
    return result


def _between_numbers(start, stop, num, parts, endpoint):
    """linspace between two Python floats and its step; None if the step under- or overflows."""
    step = (stop - start) / parts
    if not _least_normal <= abs(step) < math.inf:
        return None
    result = own.arange(0.0, num)
    result *= step
    result += start
    if endpoint and num > 1:
        result[-1] = stop
    return result, numpy.float64(step)


@composite("linspace")
def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *,
             device=None):  # fmt: skip
    if device not in (None, "cpu"):
        raise Handover
    num = operator.index(num)
    # Python numbers of moderate size are the common case; an integer beyond 2**53 is not exact.
    if type(start) is int and -(2**53) < start < 2**53:
        start = float(start)
    if type(stop) is int and -(2**53) < stop < 2**53:
        stop = float(stop)
    if num < 0:
        raise ValueError(f"Number of samples, {num}, must be non-negative.")
    parts = num - 1 if endpoint else num
    if type(start) is float and type(stop) is float and dtype is None and axis == 0 and parts > 0:
        found = _between_numbers(start, stop, num, parts, endpoint)
        if found:
            return found if retstep else found[0]
    # As for an operation on both ends, Python numbers being weak, and one more number.
    start, stop = [x if type(x) in _weak else array(x) for x in (start, stop)]
    ends = [x if type(x) in _weak else x.dtype for x in (start, stop)]
    working = numpy.result_type(*ends, float(num))
    start, stop = ours(start), ours(stop)
    integer = False
    if dtype is None:
        dtype = working
    else:
        dtype = element_type(dtype)
        integer = dtype.kind in "ium"
    width = own.subtract(stop, start, dtype=working)
    ndim = width.ndim
    counts = own.arange(float(num)).astype(working, copy=False).reshape((-1,) + (1,) * ndim)
    step = numpy.nan
    if parts > 0:
        step = width / parts
        # A step that underflows to 0 must not swallow the width.
        if own.any(step == 0):
            result = counts / parts * width
        else:
            result = counts * step
    else:
        result = counts * width
    result += start
    if endpoint and num > 1:
        result[-1, ...] = stop
    if axis != 0:
        result = own.moveaxis(result, 0, axis)
    if integer:
        result = own.floor(result)
    result = result.astype(dtype, copy=False)
    return (result, step) if retstep else result


@composite("logspace")
def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    if not is_number(base):
        raise Handover
    powers = linspace._composed(start, stop, num, endpoint, axis=axis)
    result = own.power(base, powers)
    return result if dtype is None else result.astype(dtype, copy=False)


@composite("indices")
def indices(dimensions, dtype=int, sparse=False):
    dimensions = tuple(dimensions)
    dtype = element_type(int if dtype is None and sparse else dtype)
    if not all(isinstance(size, (int, numpy.integer)) for size in dimensions):
        raise Handover  # a complex number warns before it is refused
    result = None if sparse else own.empty((len(dimensions), *dimensions), dtype)
    lines = []
    for axis, size in enumerate(dimensions):
        shape = [1] * len(dimensions)
        shape[axis] = size
        lines.append(own.arange(size, dtype=dtype).reshape(shape))
    if sparse:
        return tuple(lines)
    for grid, line in zip(result, lines):
        grid[...] = line
    return result


@composite("fromfunction")
def fromfunction(function, shape, *, dtype=float, like=None, **kwargs):
    if like is not None:
        raise Handover
    return function(*indices(shape, dtype=dtype), **kwargs)


@composite("vander")
def vander(x, N=None, increasing=False):
    x = array(x)
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    columns = len(x) if N is None else N
    result = own.empty((len(x), columns), numpy.promote_types(x.dtype, int))
    ordered = result if increasing else result[:, ::-1]
    # Each column is the product of the one before with x, as NumPy accumulates them.
    if columns > 0:
        ordered[:, 0] = 1
    if columns > 1:
        factors = own.broadcast_to(x.astype(result.dtype)[:, None], (len(x), columns - 1))
        ordered[:, 1:] = own.multiply.accumulate(factors, 1)
    return result


@composite("diag_indices")
def diag_indices(n, ndim=2):
    return (own.arange(integer(n)),) * ndim


@composite("tril_indices")
def tril_indices(n, k=0, m=None):
    n, k = integer(n), integer(k)
    counts = own.clip(own.arange(n) + (k + 1), 0, n if m is None else integer(m))
    return front.places_in_rows(own.zeros_like(counts), counts)


@composite("triu_indices")
def triu_indices(n, k=0, m=None):
    n = integer(n)
    columns = n if m is None else integer(m)
    first = own.clip(own.arange(n) + integer(k), 0, columns)
    return front.places_in_rows(first, columns - first)


@composite("ix_")
def ix_(*args):
    found = []
    for position, given in enumerate(args):
        line = array(given)
        if line.ndim != 1:
            raise ValueError("Cross index must be 1 dimensional")
        if line.size == 0 and not hasattr(given, "dtype"):
            line = line.astype(numpy.intp)
        if line.dtype.kind == "b":
            line = own.nonzero(line)[0]
        shape = [1] * len(args)
        shape[position] = line.size
        found.append(line.reshape(shape))
    return tuple(found)


@composite("take_along_axis")
def take_along_axis(arr, indices, axis=-1):
    indices = arrays_only(indices)
    if indices.dtype.kind not in "iu":
        raise IndexError("`indices` must be an integer array")
    if axis is None:
        if indices.ndim != 1:
            raise ValueError("when axis=None, `indices` must have a single dimension.")
        return arrays_only(arr).ravel()[indices]
    arr = arrays_only(arr)
    axis = normalize_axis_index(axis, arr.ndim)
    if arr.ndim != indices.ndim:
        raise ValueError("`indices` and `arr` must have the same number of dimensions")
    if arr.ndim == 1:
        return arr[indices]
    key = []
    for at, size in enumerate(arr.shape):
        shape = [1] * arr.ndim
        shape[at] = size
        key.append(indices if at == axis else own.arange(size).reshape(shape))
    return arr[tuple(key)]
