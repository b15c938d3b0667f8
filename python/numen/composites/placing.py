"""Composites that write into an argument: chosen elements of an array get new values.

What NumPy would refuse is handed over before anything is written, so that the error is its own;
so is what it refuses halfway, like `put` with an index beyond the end.
"""

import functools

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .registry import Handover, composite, is_array, ours, own, target

_weak = frozenset((bool, int, float, complex))
_rank = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}
_least = {bool: 0, int: 1, float: 2, complex: 3}
_castable = functools.lru_cache(256)(numpy.can_cast)


def _fitted(values, dtype):
    """`values` in the type of the array they go to; arrays must cast to it safely."""
    kind = type(values)
    if kind in _weak or not hasattr(kind, "__array_function__"):
        try:
            return own.asarray(values, dtype)
        except (TypeError, ValueError, OverflowError):
            raise Handover from None
    values = ours(values)
    if values.dtype == dtype:
        return values
    if not _castable(values.dtype, dtype, "safe"):
        raise Handover
    return values.astype(dtype)


def _mask(mask, shape):
    mask = ours(mask)
    if mask.dtype.kind != "b":
        mask = mask.astype(bool)
    return mask if mask.shape == shape else None


def _write(a, key, values):
    """a[key] = values; what cannot be written is NumPy's to refuse."""
    try:
        a[key] = values
    except (ValueError, IndexError, TypeError, OverflowError):
        raise Handover from None


def _recycled(values, positions):
    """The elements of a flat array at `positions`, counted round and round."""
    size = len(values)
    return values[own.remainder(positions, size)]


@composite("copyto")
def copyto(dst, src, casting="same_kind", where=True):
    a = target(dst)
    kind = type(src)
    if kind in _weak:
        if casting != "same_kind" or _least[kind] > _rank[a.dtype.kind]:
            raise Handover
    else:
        src = ours(src)
        if not _castable(src.dtype, a.dtype, casting):
            raise Handover
    if where is True:
        try:
            a[...] = src
        except (ValueError, OverflowError):
            raise Handover from None
        return
    where = ours(where)
    if where.dtype.kind != "b" or not a.ndim:
        raise Handover
    try:
        if where.shape != a.shape:
            where = own.broadcast_to(where, a.shape)
        if kind not in _weak:
            if src.shape != a.shape:
                src = own.broadcast_to(src, a.shape)
            src = src[where]
    except ValueError:
        raise Handover from None
    _write(a, where, src)


@composite("putmask")
def putmask(a, /, mask, values):
    a = target(a)
    values = _fitted(values, a.dtype)
    mask = _mask(mask, a.shape)
    if mask is None or not a.ndim or not a.flags.writeable:
        raise Handover
    if values.size == 1:
        a[mask] = values.item()
    elif values.shape == a.shape:
        a[mask] = values[mask]
    elif values.size:
        a[mask] = _recycled(values.ravel(), own.nonzero(mask.ravel())[0])


@composite("place")
def place(arr, mask, vals):
    arr = target(arr)
    vals = _fitted(vals, arr.dtype).ravel()
    mask = _mask(mask, arr.shape)
    if mask is None or not arr.ndim or not arr.flags.writeable:
        raise Handover
    if len(vals) == 1:
        arr[mask] = vals.item()
        return
    count = int(own.sum(mask, dtype=numpy.intp))
    if count and not len(vals):
        raise Handover
    if count > len(vals):
        vals = _recycled(vals, own.arange(count))
    arr[mask] = vals[:count]


def _flat(a):
    """A view of an array's elements in C order, None if there is none."""
    if a.flags.c_contiguous:
        return a.reshape(-1)
    return None


def _coordinates(positions, shape):
    """The index of each of the flat `positions` in C order."""
    found = []
    for size in reversed(shape[1:]):
        found.append(own.remainder(positions, size))
        positions = own.floor_divide(positions, size)
    found.append(positions)
    return tuple(reversed(found))


def _positions(indices, size, mode):
    """Flat indices as `mode` understands them; those out of range are NumPy's to refuse."""
    if mode == "wrap":
        return own.remainder(indices, size)
    if mode == "clip":
        return own.clip(indices, 0, size - 1)
    if mode != "raise":
        raise Handover
    return indices


@composite("put")
def put(a, ind, v, mode="raise"):
    a = target(a)
    size = a.size
    if type(ind) is int and mode == "raise" and type(v) in _weak and a.flags.c_contiguous:
        _write(a.reshape(-1), ind, own.asarray(v, a.dtype)[()])
        return
    v = _fitted(v, a.dtype).ravel()
    if type(ind) is not int:
        ind = ours(ind).ravel()
        if ind.dtype.kind != "i" or not size:
            raise Handover
        ind = ind.astype(numpy.intp, copy=False)
    elif -size <= ind < size:
        ind = own.array([ind])
    else:
        raise Handover
    if not len(v) and a.flags.writeable:
        return
    ind = _positions(ind, size, mode)
    if not len(v):
        raise Handover
    if 1 < len(v) < len(ind):
        v = _recycled(v, own.arange(len(ind)))
    elif len(v) > len(ind):
        v = v[: len(ind)]
    flat = _flat(a)
    if flat is not None:
        _write(flat, ind, v)
    elif a.ndim == 1:
        _write(a, ind, v)
    elif own.any(ind < -size) or own.any(ind >= size):
        raise Handover
    else:
        _write(a, _coordinates(own.remainder(ind, size), a.shape), v)


def _diagonal_key(a, step, end):
    """What to index, and with what, to get every `step`th element in C order up to `end`."""
    flags = a.flags
    if flags.c_contiguous:
        return a.reshape(-1), slice(None, end, step)
    if flags.f_contiguous and len(set(a.shape)) == 1:
        return a.T.reshape(-1), slice(None, end, step)
    positions = own.arange(0, a.size if end is None else min(end, a.size), step)
    return a, _coordinates(positions, a.shape)


@composite("fill_diagonal")
def fill_diagonal(a, val, wrap=False):
    a = target(a)
    shape = a.shape
    if len(shape) < 2 or 0 in shape:
        raise Handover
    if len(shape) == 2:
        step = shape[1] + 1
        # Without wrapping, a tall matrix keeps what lies below its square.
        end = None if wrap else shape[1] * shape[1]
    else:
        if len(set(shape)) > 1:
            raise Handover
        step, end = 1 + sum(shape[0] ** power for power in range(1, len(shape))), None
    if type(val) not in _weak:
        val = _values_of(val, a.dtype)
        if not val.size:
            raise Handover
    elif _least[type(val)] > _rank[a.dtype.kind]:
        val = own.asarray(val, a.dtype)
    holder, key = _diagonal_key(a, step, end)
    if type(val) not in _weak and val.size > 1:
        count = -(-min(a.size, end or a.size) // step)
        val = val[:count] if len(val) >= count else _recycled(val, own.arange(count))
    _write(holder, key, val)


def _values_of(values, dtype):
    """A flat array of the values, converted as an assignment converts them."""
    values = own.asarray(values, dtype) if type(values) in (list, tuple) else ours(values)
    if values.dtype.kind == "c" and dtype.kind != "c":
        raise Handover
    return values.reshape(-1) if values.size > 1 else values.reshape(-1)[:1]


@composite("put_along_axis")
def put_along_axis(arr, indices, values, axis):
    if not is_array(indices):
        raise Handover
    arr, indices = target(arr), ours(indices)
    if indices.dtype.kind not in "iu":
        raise Handover
    if axis is None:
        flat = _flat(arr)
        if indices.ndim != 1 or flat is None:
            raise Handover
        _write(flat, indices, values)
        return
    axis = normalize_axis_index(axis, arr.ndim)
    if arr.ndim != indices.ndim:
        raise Handover
    key = []
    for at, size in enumerate(arr.shape):
        shape = [1] * arr.ndim
        shape[at] = size
        key.append(indices if at == axis else own.arange(size).reshape(shape))
    _write(arr, tuple(key), values)
