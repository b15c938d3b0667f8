"""Composites that only rearrange: axes, flips, diagonals, numbers of dimensions."""

import numpy
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from .registry import Handover, array, arrays_only, composite, integer, is_array, own


@composite("expand_dims")
def expand_dims(a, axis):
    a = array(a)
    axes = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)  # lists may change meanwhile
    ndim = a.ndim + len(axes)
    new = normalize_axis_tuple(axes, ndim)
    sizes = iter(a.shape)
    return a.reshape([1 if i in new else next(sizes) for i in range(ndim)])


@composite("moveaxis")
def moveaxis(a, source, destination):
    a = array(a)
    source = normalize_axis_tuple(source, a.ndim, "source")
    destination = normalize_axis_tuple(destination, a.ndim, "destination")
    if len(source) != len(destination):
        raise ValueError(
            "`source` and `destination` arguments must have the same number of elements"
        )
    order = [axis for axis in range(a.ndim) if axis not in source]
    for to, origin in sorted(zip(destination, source)):
        order.insert(to, origin)
    return a.transpose(order)


@composite("rollaxis")
def rollaxis(a, axis, start=0):
    a = arrays_only(a)
    axis = normalize_axis_index(axis, a.ndim)
    start = start + a.ndim if start < 0 else start
    if not 0 <= start <= a.ndim:
        raise numpy.exceptions.AxisError(
            f"'start' arg requires {-a.ndim} <= start < {a.ndim + 1}, but {start} was passed in"
        )
    start -= axis < start
    if start == axis:
        return a[...]
    order = [i for i in range(a.ndim) if i != axis]
    order.insert(start, axis)
    return a.transpose(order)


@composite("matrix_transpose")
def matrix_transpose(x, /):
    x = array(x)
    if x.ndim < 2:
        raise ValueError(f"Input array must be at least 2-dimensional, but it is {x.ndim}")
    return x.swapaxes(-1, -2)


@composite("linalg.matrix_transpose")
def matrix_transpose_of_linalg(x, /):
    return matrix_transpose(x)


@composite("flip")
def flip(m, axis=None):
    m = array(m)
    if m.ndim == 1 and (axis is None or type(axis) is int and axis == 0):
        return m[::-1]
    axes = range(m.ndim) if axis is None else normalize_axis_tuple(axis, m.ndim)
    backwards = slice(None, None, -1)
    return m[tuple(backwards if i in axes else slice(None) for i in range(m.ndim))]


@composite("flipud")
def flipud(m):
    m = array(m)
    if m.ndim < 1:
        raise ValueError("Input must be >= 1-d.")
    return m[::-1]


@composite("fliplr")
def fliplr(m):
    m = array(m)
    if m.ndim < 2:
        raise ValueError("Input must be >= 2-d.")
    return m[:, ::-1]


@composite("rot90")
def rot90(m, k=1, axes=(0, 1)):
    axes = tuple(axes)
    if len(axes) != 2:
        raise ValueError("len(axes) must be 2.")
    m = array(m)
    if axes[0] == axes[1] or abs(axes[0] - axes[1]) == m.ndim:
        raise ValueError("Axes must be different.")
    if not all(-m.ndim <= axis < m.ndim for axis in axes):
        raise ValueError(f"Axes={axes} out of range for array of ndim={m.ndim}.")
    quarter = k % 4
    if quarter == 0:
        return m[:]
    if quarter == 2:
        return flip(flip(m, axes[0]), axes[1])
    # A quarter turn is a transposition and one flip; which of them comes first sets the sense.
    if quarter == 1:
        return flip(m, axes[1]).swapaxes(*axes)
    return flip(m.swapaxes(*axes), axes[1])


@composite("shape")
def shape(a):
    return a.shape if is_array(a) else array(a).shape


@composite("ndim")
def ndim(a):
    return a.ndim if is_array(a) else array(a).ndim


@composite("size")
def size(a, axis=None):
    a = array(a)
    if axis is None:
        return a.size
    shape = a.shape
    found = 1
    for at in normalize_axis_tuple(axis, a.ndim):
        found *= shape[at]
    return found


@composite("diag")
def diag(v, k=0):
    v = array(v)
    if v.ndim == 2:
        return own.diagonal(v, k)
    if v.ndim != 1:
        raise ValueError("Input must be 1- or 2-d.")
    k = integer(k)
    n = v.shape[0] + abs(k)
    result = own.zeros((n, n), v.dtype)
    first = k if k >= 0 else -k * n
    result.reshape(-1)[first : first + len(v) * (n + 1) : n + 1][: len(v)] = v
    return result


@composite("diagflat")
def diagflat(v, k=0):
    return diag(array(v).ravel(), integer(k))


@composite("tri")
def tri(N, M=None, k=0, dtype=float, *, like=None):
    if like is not None:
        raise Handover
    N, k = integer(N), integer(k)
    rows, columns = own.arange(N), own.arange(-k, (N if M is None else integer(M)) - k)
    return own.greater_equal(rows.reshape(-1, 1), columns.reshape(1, -1)).astype(dtype, copy=False)


@composite("tril")
def tril(m, k=0):
    m = array(m)
    mask = tri(*_last_two(m), k=k, dtype=bool)
    return own.where(mask, m, own.zeros((), m.dtype))


@composite("triu")
def triu(m, k=0):
    m = array(m)
    mask = tri(*_last_two(m), k=integer(k) - 1, dtype=bool)
    return own.where(mask, own.zeros((), m.dtype), m)


def _last_two(m):
    if m.ndim == 0:
        raise Handover
    # NumPy lays the triangle of a vector over its rows as a square.
    return m.shape[-2:] if m.ndim > 1 else (m.shape[-1], m.shape[-1])


@composite("linalg.trace")
def linalg_trace(x, /, *, offset=0, dtype=None):
    return own.trace(x, offset, -2, -1, dtype)


@composite("flatnonzero")
def flatnonzero(a):
    return own.nonzero(array(a).ravel())[0]


@composite("argwhere")
def argwhere(a):
    a = array(a)
    if a.ndim == 0:
        return own.empty((int(bool(a)), 0), dtype=numpy.intp)
    return own.array(own.nonzero(a)).T
