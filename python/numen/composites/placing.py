"""Composites that write into an argument: chosen elements of an array get new values.

What NumPy would refuse is handed over before anything is written, so that the error is its own;
so is what it refuses halfway.
"""

from numpy.lib.array_utils import normalize_axis_index

from .registry import Handover, composite, is_array, ours, own, target

_weak = frozenset((bool, int, float, complex))
_rank = {"b": 0, "u": 1, "i": 1, "f": 2, "c": 3}
_least = {bool: 0, int: 1, float: 2, complex: 3}


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
        if len(val) > count:  # all of which NumPy converts
            val = val.astype(a.dtype, copy=False)
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
    if arr.dtype.kind != "c" and getattr(values, "dtype", arr.dtype).kind == "c":
        raise Handover  # which warns, and may be refused after that
    if axis is None:
        flat = _flat(arr)
        if indices.ndim != 1 or flat is None:
            raise Handover
        _write(flat, indices, values)
        return
    axis = normalize_axis_index(axis, arr.ndim)
    if arr.ndim != indices.ndim:
        raise Handover
    if arr.ndim == 1:
        return _write(arr, indices, values)
    key = []
    for at, size in enumerate(arr.shape):
        shape = [1] * arr.ndim
        shape[at] = size
        key.append(indices if at == axis else own.arange(size).reshape(shape))
    _write(arr, tuple(key), values)
