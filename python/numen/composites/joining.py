"""Composites that put arrays together or take them apart."""

import operator

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .registry import Handover, array, arrays_only, composite, is_array, own


def _sequence(arrays):
    # A generator would be consumed here and missing in NumPy's own error.
    if not hasattr(arrays, "__getitem__"):
        raise TypeError(
            'arrays to stack must be passed as a "sequence" type such as list or tuple.'
        )
    return arrays


def _join(parts, axis, dtype, casting):
    if dtype is None and casting == "same_kind":
        return own.concatenate(parts, axis)
    return own.concatenate(parts, axis, dtype=dtype, casting=casting)


@composite("vstack")
def vstack(tup, *, dtype=None, casting="same_kind"):
    return _join([own.atleast_2d(array(a)) for a in _sequence(tup)], 0, dtype, casting)


@composite("hstack")
def hstack(tup, *, dtype=None, casting="same_kind"):
    parts = [a if a.ndim else a.reshape(1) for a in map(array, _sequence(tup))]
    return _join(parts, 0 if parts and parts[0].ndim == 1 else 1, dtype, casting)


@composite("dstack")
def dstack(tup):
    return own.concatenate([own.atleast_3d(array(a)) for a in _sequence(tup)], 2)


@composite("column_stack")
def column_stack(tup):
    columns = [array(a) for a in _sequence(tup)]
    columns = [
        a if a.ndim >= 2 else a.reshape(-1, 1) if a.ndim else a.reshape(1, 1) for a in columns
    ]
    return own.concatenate(columns, 1)


@composite("append")
def append(arr, values, axis=None):
    arr, values = array(arr), array(values)
    if axis is None:
        arr, values, axis = arr.ravel(), values.ravel(), 0
    return own.concatenate((arr, values), axis=axis)


_most_sections = 1 << 32


@composite("array_split")
def array_split(ary, indices_or_sections, axis=0):
    if axis != 0 and isinstance(ary, (list, tuple)):
        raise Handover  # NumPy cuts at the length of the list
    if not hasattr(ary, "shape") and not hasattr(ary, "__len__"):
        raise Handover
    ary = array(ary)
    if type(axis) is not int or not -ary.ndim <= axis < ary.ndim:
        raise Handover
    if hasattr(indices_or_sections, "__iter__") and not hasattr(indices_or_sections, "__len__"):
        raise Handover
    size = ary.shape[axis]
    try:
        inner = list(indices_or_sections)
        cuts = [0, *inner, size]
    except TypeError:
        sections = int(indices_or_sections)
        if sections <= 0:
            raise ValueError("number sections must be larger than 0.") from None
        if sections > _most_sections:
            raise Handover  # no list holds so many
        each, longer = divmod(size, sections)
        cuts = [i * each + min(i, longer) for i in range(sections + 1)]
    before = (slice(None),) * normalize_axis_index(axis, ary.ndim)
    return [ary[(*before, slice(start, end))] for start, end in zip(cuts, cuts[1:])]


@composite("split")
def split(ary, indices_or_sections, axis=0):
    is_point = is_array(indices_or_sections) and not indices_or_sections.ndim
    if is_point or not hasattr(indices_or_sections, "__len__"):
        ary = arrays_only(ary)
        if type(indices_or_sections) is not int:
            raise Handover  # a zero of NumPy's warns before it is refused
        if ary.shape[axis] % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
    return array_split(ary, indices_or_sections, axis)


@composite("hsplit")
def hsplit(ary, indices_or_sections):
    ary = arrays_only(ary)
    if ary.ndim == 0:
        raise ValueError("hsplit only works on arrays of 1 or more dimensions")
    return split(ary, indices_or_sections, 1 if ary.ndim > 1 else 0)


@composite("vsplit")
def vsplit(ary, indices_or_sections):
    ary = arrays_only(ary)
    if ary.ndim < 2:
        raise ValueError("vsplit only works on arrays of 2 or more dimensions")
    return split(ary, indices_or_sections, 0)


@composite("dsplit")
def dsplit(ary, indices_or_sections):
    ary = arrays_only(ary)
    if ary.ndim < 3:
        raise ValueError("dsplit only works on arrays of 3 or more dimensions")
    return split(ary, indices_or_sections, 2)


@composite("unstack")
def unstack(x, /, *, axis=0):
    x = arrays_only(x)
    if x.ndim == 0:
        raise ValueError("Input array must be at least 1-d.")
    return tuple(own.moveaxis(x, axis, 0))


@composite("tile")
def tile(A, reps):
    try:
        reps = tuple(reps)
    except TypeError:
        reps = (reps,)
    # NumPy multiplies by them: an index of another kind is its to refuse.
    if not all(isinstance(r, (int, numpy.integer, numpy.ndarray)) for r in reps) or any(
            isinstance(r, numpy.uint64) or getattr(r, "dtype", None) == "u8" for r in reps):
        raise Handover
    reps = tuple(map(operator.index, reps))
    if any(r < 0 for r in reps):
        raise Handover
    a = array(A)
    ndim = max(a.ndim, len(reps))
    shape = (1,) * (ndim - a.ndim) + a.shape
    reps = (1,) * (ndim - len(reps)) + reps
    if all(r == 1 for r in reps):
        return own.array(a, copy=True, ndmin=ndim)
    shape_out = [n * r for n, r in zip(shape, reps)]
    if a.size == 0:
        return a.reshape(shape_out)
    try:
        result = own.empty(shape_out, a.dtype)
    except (ValueError, MemoryError):  # NumPy names the first of its steps that is too large
        raise Handover from None
    # Seen with an axis for the copies before each of its own, the result is one broadcast copy.
    split_axes = [size for pair in zip(reps, shape) for size in pair]
    if result.size:
        result.reshape(split_axes)[...] = a.reshape([s for n in shape for s in (1, n)])
    return result


@composite("meshgrid")
def meshgrid(*xi, copy=True, sparse=False, indexing="xy"):
    if type(copy) is not bool or type(sparse) is not bool:
        raise Handover  # NumPy asks each once
    if indexing not in ("xy", "ij"):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    vectors = [array(x).reshape(-1) for x in xi]
    if not (copy or sparse):
        raise Handover  # broadcast views of the inputs
    order = list(range(len(vectors)))
    if indexing == "xy" and len(vectors) > 1:
        order[:2] = [1, 0]
    sizes = [0] * len(vectors)
    for axis, vector in zip(order, vectors):
        sizes[axis] = vector.size
    grids = []
    for axis, vector in zip(order, vectors):
        shape = [1] * len(vectors)
        shape[axis] = -1
        line = vector.reshape(shape)
        if sparse:
            grids.append(line.copy() if copy else line)
        else:
            grid = own.empty(sizes, vector.dtype)
            grid[...] = line
            grids.append(grid)
    return tuple(grids) if copy else grids


def _cut(arr, axis, start, stop):
    """Without the places from `start` to `stop` along the axis."""
    shape = (*arr.shape[:axis], arr.shape[axis] - (stop - start), *arr.shape[axis + 1 :])
    result = own.empty(shape, arr.dtype, "F" if arr.flags.fnc else "C")
    before = (slice(None),) * axis
    result[(*before, slice(start))] = arr[(*before, slice(start))]
    result[(*before, slice(start, None))] = arr[(*before, slice(stop, None))]
    return result


def _without_slice(arr, axis, places):
    """Without the places of a range."""
    if not places:
        return arr.copy("F" if arr.flags.fnc else "C")
    if abs(places.step) == 1:
        return _cut(arr, axis, min(places[0], places[-1]), max(places[0], places[-1]) + 1)
    kept = own.ones(arr.shape[axis], bool)
    kept[places.start : places.stop if places.stop >= 0 else None : places.step] = False
    shape = (*arr.shape[:axis], arr.shape[axis] - len(places), *arr.shape[axis + 1 :])
    result = own.empty(shape, arr.dtype, "F" if arr.flags.fnc else "C")
    result[...] = arr[(*(slice(None),) * axis, kept)]
    return result


def _stay(obj, size):
    """A mask of the places that stay when those of an array of positions, or a mask, go."""
    if obj.dtype.kind == "b":
        if obj.shape != (size,):
            raise ValueError("boolean array argument obj to delete must be one dimensional and "
                             f"match the axis length of {size}")  # fmt: skip
        return ~obj
    kept = own.ones(size, bool)
    kept[obj,] = False
    return kept


@composite("delete")
def delete(arr, obj, axis=None):
    arr = array(arr)
    if axis is None:
        arr = arr.ravel()
    axis = arr.ndim - 1 if axis is None else normalize_axis_index(axis, arr.ndim)
    size = arr.shape[axis]
    if isinstance(obj, slice):
        return _without_slice(arr, axis, range(*obj.indices(size)))
    if not isinstance(obj, (int, numpy.integer)) or isinstance(obj, bool):
        obj = array(obj)
        if obj.dtype.kind not in "biu" or obj.size == 0:
            raise Handover
        if obj.size > 1 or obj.dtype.kind == "b":
            return arr[(*(slice(None),) * axis, _stay(obj, size))]
        obj = obj.item()
    obj = int(obj)  # size need not fit the type of a NumPy number
    if not -size <= obj < size:
        raise IndexError(f"index {obj} is out of bounds for axis {axis} with size {size}")
    return _cut(arr, axis, obj % size, obj % size + 1)
