"""The copies of a call's arguments that `numen run --check` gives to NumPy.

Plain NumPy arrays stand in the place of Numen's, and those that share memory share it in the
copies too: NumPy then reads what it has written where Numen does.
"""

import copy
import ctypes

import numpy
from numpy.lib.array_utils import byte_bounds
from numpy.lib.stride_tricks import as_strided

from .native import front

# An array with gaps is copied with them, so that its layout stays, unless they take so many times
# its own memory.
MAX_WASTE = 8
# An offset of so many bytes leaves the alignment of every type as it is.
ALIGNMENT = 64


# Of arrays of more bytes only the part that is written is copied.
LARGE = 1 << 20
BASIC = frozenset((int, slice, type(...), type(None)))

# Numbers and texts: neither arrays nor code of the program's.
ATOMS = frozenset((int, float, complex, str, bytes, bool, type(None)))


def holds_atoms(x):
    """Whether a list or tuple holds nothing but numbers and texts."""
    return ATOMS.issuperset(map(type, x))


def is_ours(x):
    return type(x) is front.ndarray or type(x) is front.managed


def looked_at(x):
    """A NumPy array over the memory of one of ours, which stays managed."""
    return front.look(x) if type(x) is front.managed else x


def looks(x, replaced=lambda x: x, known=lambda x: None):
    """The same of nested arguments for a call that writes nothing: on the memory of the arrays.

    Where `known(array)` is an array, it stands for that one, which is not evaluated.
    """
    found = {}
    _collect(x, found)
    made = {key: known(array) for key, array in found.items()}
    made = {key: _look(found[key]) if look is None else look for key, look in made.items()}
    return _rebuilt(x, made, replaced)


def _look(x):
    """A read-only array of NumPy's making over the memory of one of ours, else a copy."""
    x = looked_at(x)
    if type(x) is not numpy.ndarray or x.size == 0:
        return _copy(x)
    if x.dtype.hasobject:
        return numpy.broadcast_to(x, x.shape)
    low, high = byte_bounds(x)
    memory = (ctypes.c_char * (high - low)).from_address(low)
    made = numpy.ndarray(x.shape, x.dtype, memory, x.ctypes.data - low, x.strides)
    made.flags.writeable = False
    return made


def part(x, key):
    """What `x[key]` names of an array too large to be copied, as `looks` has it; None of others.

    Positions and arrays of them name no part of the memory, and objects are not bytes.
    """
    parts = key if type(key) is tuple else (key,)
    if not is_ours(x) or x.nbytes < LARGE or not all(type(one) in BASIC for one in parts):
        return None
    seen = _look(x)
    if seen.dtype.hasobject or sum(one is Ellipsis for one in parts) > 1:
        return None
    try:
        return seen[key] if Ellipsis in parts else seen[(*parts, ...)]
    except IndexError:
        return None


def _copy(x):
    """A deep copy of an array of another class, a shallow one where its elements refuse it."""
    try:
        return copy.deepcopy(x)
    except Exception:
        return x.copy()


def fingerprints(arrays):
    """Sums over the memory of arrays, in lists too, which change with any of their elements."""
    found = {}
    _collect(arrays, found)
    return [_fingerprint(x) for x in found.values()
            if type(x) is numpy.ndarray and not x.dtype.hasobject]


def _fingerprint(x):
    memory = numpy.ascontiguousarray(x if x.flags.c_contiguous else x.T)
    memory = memory.reshape(-1).view(numpy.uint8)
    whole = memory.size // 8 * 8
    return (numpy.add.reduce(memory[:whole].view(numpy.uint64)),
            numpy.add.reduce(memory[whole:], dtype=numpy.uint64))


def copies(x, replaced=lambda x: x):
    """A deep copy of nested arguments; what is no array becomes `replaced(x)`."""
    found = {}
    _collect(x, found)
    made = _copies_of(list(found.values()))
    return _rebuilt(x, dict(zip(found, made)), replaced)


def _collect(x, found):
    if is_ours(x) or isinstance(x, numpy.ndarray):
        found[id(x)] = x
    elif isinstance(x, (list, tuple)):
        for item in () if holds_atoms(x) else x:
            _collect(item, found)
    elif type(x) is dict:
        for item in x.values():
            _collect(item, found)


def _rebuilt(x, made, replaced):
    if id(x) in made:
        return made[id(x)]
    if type(x) in (list, tuple):
        return type(x)(x if holds_atoms(x) else [_rebuilt(item, made, replaced) for item in x])
    if isinstance(x, tuple) and hasattr(x, "_make"):
        return x._make(_rebuilt(item, made, replaced) for item in x)
    if type(x) is dict:
        return {key: _rebuilt(item, made, replaced) for key, item in x.items()}
    return replaced(x)


def _copies_of(arrays):
    made = [None] * len(arrays)
    plain = []
    for place, x in enumerate(arrays):
        if is_ours(x):
            plain.append((place, looked_at(x)))
        else:
            made[place] = _copy(x)
    for group in _groups(plain):
        whole = _copied_together([x for _, x in group])
        for (place, _), found in zip(group, whole):
            if not arrays[place].flags.writeable:
                found.flags.writeable = False
            made[place] = found
    return made


def _groups(placed):
    """Lists of the arrays whose memory overlaps, directly or by others."""
    groups, end = [], 0
    for place, x in sorted(placed, key=lambda item: byte_bounds(item[1])):
        low, high = byte_bounds(x)
        if groups and low < end and _shares(x, [other for _, other in groups[-1]]):
            groups[-1].append((place, x))
            end = max(end, high)
        else:
            groups.append([(place, x)])
            end = high
    return groups


def _shares(x, others):
    if len(others) > 16:  # the columns of a matrix: one copy of all costs less than asking
        return True
    for other in others:
        try:
            if numpy.shares_memory(x, other, max_work=1000):
                return True
        except numpy.exceptions.TooHardError:
            return True
    return False


def _copied_together(arrays):
    """Copies of arrays, in whose memory they overlap as the arrays do."""
    low = min(byte_bounds(x)[0] for x in arrays)
    high = max(byte_bounds(x)[1] for x in arrays)
    if len(arrays) == 1:
        (x,) = arrays
        is_dense = x.flags.c_contiguous or x.flags.f_contiguous
        if is_dense or high - low > MAX_WASTE * x.nbytes or x.dtype.hasobject:
            return [numpy.array(x)]
    if any(x.dtype.hasobject for x in arrays):
        return _copied_objects(arrays)
    memory = numpy.empty(high - low + ALIGNMENT, numpy.uint8)
    start = (low - memory.ctypes.data) % ALIGNMENT
    ctypes.memmove(memory.ctypes.data + start, low, high - low)
    return [
        numpy.ndarray(x.shape, x.dtype, memory, start + x.ctypes.data - low, x.strides)
        for x in arrays
    ]  # fmt: skip


def _copied_objects(arrays):
    """The same of objects, which are counted: the array that owns them is copied."""
    owners = [_owner(x) for x in arrays]
    owner = owners[0]
    is_whole = owner.flags.c_contiguous or owner.flags.f_contiguous
    is_whole = is_whole and all(other is owner for other in owners)
    if not is_whole or any(x.dtype != owner.dtype for x in arrays):  # fields of records
        return [numpy.array(x) for x in arrays]
    memory = owner.ravel(order="K").copy()
    start = owner.ctypes.data
    return [
        as_strided(memory[(x.ctypes.data - start) // memory.itemsize :], x.shape, x.strides)
        for x in arrays
    ]  # fmt: skip


def _owner(x):
    while isinstance(x.base, numpy.ndarray):
        x = x.base
    return x
