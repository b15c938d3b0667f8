"""Composites whose results are larger than what they are given: insert, block, resize."""

import operator
import warnings

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .registry import Handover, composite, integer, is_list, ours, own, plain


@composite("resize")
def resize(a, new_shape):
    a = ours(a).ravel()
    if type(new_shape) is int or isinstance(new_shape, numpy.integer):
        new_shape = (new_shape,)
    if type(new_shape) not in (tuple, list) or any(type(n) is bool for n in new_shape):
        raise Handover
    shape = tuple([integer(n) for n in new_shape])
    size = 1
    for extent in shape:
        if extent < 0:
            raise Handover
        size *= extent
    if not a.size or not size:
        return own.zeros(shape, a.dtype)
    length = a.size
    if size <= length:
        return a[:size].copy().reshape(shape)
    result = own.empty(size, a.dtype)
    whole = size - size % length
    result[:whole].reshape(-1, length)[...] = a
    if whole < size:
        result[whole:] = a[: size - whole]
    return result.reshape(shape)


@composite("row_stack", hands_over=False)
def row_stack(tup, *, dtype=None, casting="same_kind"):
    warnings.warn(
        "`row_stack` alias is deprecated. Use `np.vstack` directly.",
        DeprecationWarning,
        stacklevel=2,
    )
    return own.vstack(tup, dtype=dtype, casting=casting)


_large = 2 * 512 * 512  # elements times depth from which NumPy's layout is another


def _depth_of(blocks):
    """How deep the lists are nested; NumPy refuses branches of different depth and empty ones."""
    if isinstance(blocks, tuple):
        raise Handover
    if not isinstance(blocks, list):
        return 0
    depths = {_depth_of(block) for block in blocks}
    if len(depths) != 1:
        raise Handover
    return 1 + depths.pop()


def _leaves(blocks, depth):
    if depth:
        for block in blocks:
            yield from _leaves(block, depth - 1)
    else:
        yield blocks


def _joined(blocks, depth, ndim):
    if depth:
        return own.concatenate([_joined(b, depth - 1, ndim) for b in blocks], -depth)
    return _raised(ours(blocks), ndim)


def _raised(a, ndim):
    return a if a.ndim >= ndim else a[(None,) * (ndim - a.ndim)]


def _extents(blocks, depth, ndim, start, found):
    """The shape of nested blocks that begin at `start`; where each leaf goes enters `found`."""
    if not depth:
        a = _raised(ours(blocks), ndim)
        found.append((tuple(map(slice, start, map(operator.add, start, a.shape))), a))
        return a.shape
    axis, shape, at = ndim - depth, None, list(start)
    for piece in blocks:
        given = _extents(piece, depth - 1, ndim, tuple(at), found)
        at[axis] += given[axis]
        rest = given[:axis] + given[axis + 1 :]
        if shape is not None and rest != shape:
            raise Handover
        shape = rest
    return (*shape[:axis], at[axis] - start[axis], *shape[axis:])


def _placed(blocks, depth, ndim, leaves):
    """Large blocks are copied once, to where they belong."""
    found = []
    shape = _extents(blocks, depth, ndim, (0,) * ndim, found)
    flags = [a.flags for a in leaves]
    fortran = all(f.f_contiguous for f in flags) and not all(f.c_contiguous for f in flags)
    dtype = numpy.result_type(*(a.dtype for a in leaves))
    result = own.empty(shape, dtype, "F" if fortran else "C")
    for place, a in found:
        result[place] = a
    return result


@composite("block")
def block(arrays):
    depth = _depth_of(arrays)
    leaves = [ours(leaf) for leaf in _leaves(arrays, depth)]
    ndim = max(depth, *(a.ndim for a in leaves)) if leaves else depth
    if depth == 0:
        return leaves[0].copy()
    if depth * sum(a.size for a in leaves) > _large:
        return _placed(arrays, depth, ndim, leaves)
    try:
        return _joined(arrays, depth, ndim)
    except ValueError:
        raise Handover from None


def _along(axis, part):
    return (slice(None),) * axis + (part,)


def _made(arr, axis, count):
    """An array like `arr` with room for `count` more along `axis`."""
    shape = list(arr.shape)
    shape[axis] += count
    return own.empty(shape, arr.dtype, "F" if arr.flags.fnc else "C")


def _insert_one(arr, at, values, axis):
    """`values`, whose extent along `axis` says how many there are, before position `at`."""
    count = values.shape[axis]
    result = _made(arr, axis, count)
    result[_along(axis, slice(at))] = arr[_along(axis, slice(at))]
    result[_along(axis, slice(at, at + count))] = values
    result[_along(axis, slice(at + count, None))] = arr[_along(axis, slice(at, None))]
    return result


def _insert_many(arr, places, values, axis):
    """Value k before position places[k]; values for one position keep their order."""
    size, count = arr.shape[axis], places.size
    if count and places.min() < 0:
        places = own.where(places < 0, places + size, places)
    if own.all(places[1:] >= places[:-1]):
        places = places + own.arange(count)
    else:
        if count > 4096:  # sorting so many is faster in NumPy
            raise Handover
        given = places.tolist()
        for shift, k in enumerate(sorted(range(count), key=given.__getitem__)):
            given[k] += shift
        places = own.array(given)
    result = _made(arr, axis, count)
    kept = own.ones(size + count, bool)
    kept[places] = False
    result[_along(axis, places)] = values
    result[_along(axis, kept)] = arr
    return result


def _places(obj, size):
    """Where to insert: an integer, or a vector of positions."""
    if type(obj) is int:
        return obj
    if isinstance(obj, slice):
        return own.arange(*obj.indices(size))
    places = ours(obj)
    if places.ndim > 1:
        raise Handover
    if places.dtype.kind == "b":
        if places.ndim != 1 or places is not obj and type(obj) is not numpy.ndarray:
            raise Handover
        return own.nonzero(places)[0]
    if not places.size and is_list(obj):
        return places.astype(numpy.intp)
    if places.dtype.kind != "i":
        raise Handover
    return int(places) if places.ndim == 0 else places


@composite("insert")
def insert(arr, obj, values, axis=None):
    arr = ours(arr)
    if axis is None:
        arr = arr.ravel()
        axis = 0
    else:
        axis = normalize_axis_index(axis, arr.ndim)
    size = arr.shape[axis]
    places = _places(obj, size)
    if arr.dtype.kind != "c" and getattr(values, "dtype", arr.dtype).kind == "c":
        raise Handover  # NumPy warns of the cast only where the places are none of its errors
    # The places are judged before the values are converted, which may fail as well.
    single = type(places) is int
    at = places if single else int(places[0]) if places.size == 1 else None
    if at is None:
        places = places.astype(numpy.intp, copy=False)
        if places.size and (places.min() < -size or places.max() > size):
            raise Handover
    elif not -size <= at <= size:
        raise Handover
    values = own.asarray(plain(values), arr.dtype)
    if not values.size:
        raise Handover
    try:
        if at is None:
            return _insert_many(arr, places, values, axis)
        values = _raised(values, arr.ndim)
        if single and axis and values.size > 1:
            # The values' first axis is the one inserted along.
            values = values.transpose([*range(1, axis + 1), 0, *range(axis + 1, arr.ndim)])
        return _insert_one(arr, at + size if at < 0 else at, values, axis)
    except (ValueError, IndexError):
        raise Handover from None
