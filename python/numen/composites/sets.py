"""Sets: the distinct elements of arrays, and unions, intersections and differences of them.

Equal elements stand together in a sorted array. Integers within a short range need no sorting:
a table with a place for each value of the range does.
"""

import numpy
from numpy.lib import _arraysetops_impl as numpys

from .distinct_rows import distinct_rows
from .registry import Handover, composite, ours, own

# A table may have so many places for each element, and this many in any case.
_places_per_element, _few_places = 4, 256
# So many elements are sorted in the cache sooner than they are looked up.
_sorted_again = 100_000
_intp = numpy.dtype(numpy.intp)
_numbers = frozenset((bool, int, float, complex))
# Whether NumPy's unique_values sorts: it does where its unique cannot leave it.
_is_sorted = "sorted" not in numpy.unique.__wrapped__.__code__.co_varnames


@composite("unique")
def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *,
           equal_nan=True, sorted=True):  # fmt: skip
    a = ours(ar)
    if a.dtype.kind not in "biufc" or (equal_nan is not True and type(equal_nan) is not bool):
        raise Handover
    if axis is not None and a.ndim != 1:
        return distinct_rows(a, return_index, return_inverse, return_counts, axis)
    if axis is not None and not (isinstance(axis, (int, numpy.integer)) and axis in (0, -1)):
        raise Handover
    has_places = return_index or return_inverse or return_counts
    if not sorted and a.size > 1 and a.dtype.kind in "iuc" and not has_places:
        raise Handover  # the order is that of NumPy's hash table
    if has_places:
        return _with_places(a, return_index, return_inverse, return_counts, equal_nan)
    return _values(a, equal_nan)


def _values(a, equal_nan=True):
    """The distinct elements, sorted."""
    a = a.flatten()
    if a.shape[0] < 2:
        return a
    if a.dtype.kind in "iub" and a.shape[0] > _few_places:
        low, size = _range(a)
        if size:
            seen = own.zeros(size, bool)
            seen[_offsets(a, low)] = True
            return _back(own.flatnonzero(seen), low, a.dtype)
    if equal_nan and a.dtype.kind == "c" and (is_nan := own.isnan(a)).any():
        # Of all NaNs, which are not alike, NumPy keeps the one that comes first.
        first = a[int(is_nan.argmax())]
        return own.append(_of_sorted(a[~is_nan]), first)
    return _of_sorted(a, equal_nan)


def _of_sorted(a, equal_nan=True):
    """The distinct elements of a vector that may be overwritten."""
    # Of equal complex numbers, whose zeros may differ in their signs, NumPy keeps the first.
    a.sort(kind="stable" if a.dtype.kind == "c" else None)
    starts = _starts(a, equal_nan)
    return a if starts.all() else a[starts]


def _starts(a, equal_nan=True):
    """Where in a sorted vector an element differs from the one before."""
    size = a.shape[0]
    starts = own.empty(size, bool)
    starts[:1] = True
    own.not_equal(a[1:], a[:-1], out=starts[1:])
    if equal_nan and size and a.dtype.kind in "fc":
        last = a[-1]
        if last != last:
            starts[int(own.isnan(a).argmax()) + 1 :] = False
    return starts


def _range(a):
    """The least of some integers and the size of their table, 0 if that were too large."""
    if a.dtype.kind == "b":
        return 0, 2
    low, high = int(a.min()), int(a.max())
    size = high - low + 1
    return low, size if size <= max(_few_places, _places_per_element * a.size) else 0


def _offsets(a, low):
    """Integers as indices into a table that begins at `low`."""
    if a.dtype.kind == "b":
        return a.astype(_intp)
    if a.dtype.char == "L" and low > 2**62:
        return (a - low).astype(_intp)
    a = a.astype(_intp, copy=False)
    return a - low if low else a


def _back(places, low, dtype):
    """The integers that stand at places of a table."""
    if dtype.kind == "b":
        return places.astype(dtype)
    if dtype.char == "L" and low > 2**62:
        return places.astype(dtype) + low
    return (places + low).astype(dtype, copy=False)


def _with_places(a, index, inverse, counts, equal_nan):
    shape = a.shape
    a = a.flatten()
    size = a.shape[0]
    if not index and a.dtype.kind in "iub" and size > _few_places:
        low, places = _range(a)
        if places:
            return _by_table(a, low, places, shape if inverse else None, counts)
    if index or inverse:
        order = a.argsort(kind="stable" if index else None)
        a = a[order]
    else:
        a.sort()
    starts = _starts(a, equal_nan)
    found = [a[starts]]
    if index:
        found.append(order[starts])
    if inverse:
        ranks = own.empty(size, _intp)
        ranks[order] = starts.cumsum(dtype=_intp) - 1
        found.append(_shaped(ranks, shape))
    if counts:
        found.append(_lengths(starts))
    return tuple(found)


def _shaped(vector, shape):
    return vector if len(shape) == 1 else vector.reshape(shape)


def _lengths(starts):
    """How many elements each run of equal ones has."""
    begins = own.flatnonzero(starts)
    lengths = own.empty(begins.shape[0], _intp)
    if begins.shape[0]:
        own.subtract(begins[1:], begins[:-1], lengths[:-1])
        lengths[-1] = starts.shape[0] - begins[-1]
    return lengths


def _by_table(a, low, size, inverse_shape, counts):
    """unique of integers by a table of their range, with inverse and counts."""
    offsets = _offsets(a, low)
    if counts:
        times = own.bincount(offsets, minlength=size)
        seen = times > 0
    else:
        seen = own.zeros(size, bool)
        seen[offsets] = True
    places = own.flatnonzero(seen)
    found = [_back(places, low, a.dtype)]
    if inverse_shape is not None:
        ranks = own.empty(size, _intp)
        ranks[places] = own.arange(places.shape[0])
        found.append(_shaped(ranks[offsets], inverse_shape))
    if counts:
        found.append(times[places])
    return tuple(found)


@composite("unique_values")
def unique_values(x):
    return unique._composed(x, equal_nan=False, sorted=_is_sorted)


@composite("unique_counts")
def unique_counts(x):
    found = unique._composed(x, return_counts=True, equal_nan=False)
    return numpys.UniqueCountsResult(*found)


@composite("unique_inverse")
def unique_inverse(x):
    found = unique._composed(x, return_inverse=True, equal_nan=False)
    return numpys.UniqueInverseResult(*found)


@composite("unique_all")
def unique_all(x):
    found = unique._composed(x, True, True, True, equal_nan=False)
    return numpys.UniqueAllResult(*found)


def _vector(a):
    a = ours(a)
    if a.dtype.kind not in "biufc":
        raise Handover
    return a.ravel()


def _vectors(ar1, ar2):
    """Two arrays that are joined: a Python number takes its type from the other."""
    a, b = _vector(ar1), _vector(ar2)
    if type(ar1) in _numbers and type(ar2) not in _numbers:
        a = a.astype(numpy.result_type(ar1, b.dtype))
    elif type(ar2) in _numbers and type(ar1) not in _numbers:
        b = b.astype(numpy.result_type(ar2, a.dtype))
    return a, b


@composite("union1d")
def union1d(ar1, ar2):
    a, b = _vectors(ar1, ar2)
    return _values(own.concatenate((a, b)))


@composite("intersect1d")
def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    a, b = ours(ar1), ours(ar2)
    if a.dtype.kind not in "biufc" or b.dtype.kind not in "biufc":
        raise Handover
    if assume_unique:
        a, b = a.ravel(), b.ravel()
    elif return_indices:
        a, index_a = unique._composed(a, True)
        b, index_b = unique._composed(b, True)
    else:
        a, b = _values(a), _values(b)
        if min(a.shape[0], b.shape[0]) > _sorted_again and a.dtype == b.dtype:
            return a[_in_sorted(a, b, own.equal)]
    both = own.concatenate((a, b))
    if return_indices:
        order = both.argsort(kind="stable")
        both = both[order]
    else:
        both.sort()
    twice = both[1:] == both[:-1]
    found = both[:-1][twice]
    if not return_indices:
        return found
    in_a, in_b = order[:-1][twice], order[1:][twice] - a.shape[0]
    return (found, in_a, in_b) if assume_unique else (found, index_a[in_a], index_b[in_b])


@composite("setxor1d")
def setxor1d(ar1, ar2, assume_unique=False):
    if assume_unique:
        a, b = _vectors(ar1, ar2)
    else:
        a, b = _values(_vector(ar1)), _values(_vector(ar2))
    both = own.concatenate((a, b))
    size = both.shape[0]
    if size == 0:
        return both
    both.sort()
    alone = own.empty(size + 1, bool)
    alone[0] = alone[-1] = True
    own.not_equal(both[1:], both[:-1], out=alone[1:-1])
    return both[alone[1:] & alone[:-1]]


@composite("setdiff1d")
def setdiff1d(ar1, ar2, assume_unique=False):
    a, b = _vector(ar1), _vector(ar2)
    if not assume_unique:
        a = _values(a)
    return a[members(a, b, True)]


@composite("isin")
def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    a, b = ours(element), ours(test_elements)
    kinds = a.dtype.kind + b.dtype.kind
    if not set(kinds) <= set("biufc") or kind not in (None, "sort", "table"):
        raise Handover
    if kind == "table" and not set(kinds) <= set("biu"):
        raise Handover
    if not isinstance(assume_unique, (bool, int)) or not isinstance(invert, (bool, int)):
        raise Handover
    if assume_unique and b.ndim != 1:
        raise Handover  # which NumPy does not join in every case
    return _shaped(members(a.ravel(), b.ravel(), bool(invert), kind), a.shape)


def members(a, b, invert, kind=None):
    """Which elements of the vector a are (or, inverted, are not) in the vector b."""
    if set(a.dtype.kind + b.dtype.kind) == set("iu") and "L" in a.dtype.char + b.dtype.char:
        raise Handover
    size = b.shape[0]
    if size == 0 or a.shape[0] == 0:
        if kind == "table":
            raise Handover  # which NumPy may refuse to make
        return own.full(a.shape[0], invert)
    items = b.tolist() if b.dtype == a.dtype else b
    if size <= _compared(a.shape[0]) and kind != "table":
        return _equal_to_any(a, items, invert)
    if a.dtype.kind in "biu" and b.dtype.kind in "biu" and kind != "sort":
        found = _by_membership_table(a, b, invert, kind == "table")
        if found is not None:
            return found
    if size <= _compared_without_table(a.dtype):
        return _equal_to_any(a, items, invert)
    b = _values(b)
    if b.dtype != a.dtype:
        common = numpy.promote_types(a.dtype, b.dtype)
        a, b = a.astype(common, copy=False), b.astype(common, copy=False)
    return _in_sorted(a, b, own.not_equal if invert else own.equal)


def _in_sorted(a, b, compare):
    """Each element of a compared with the one that is at its place in the sorted vector b."""
    places = b.searchsorted(a)
    own.minimum(places, b.shape[0] - 1, out=places)
    return compare(b[places], a)


def _compared(size):
    """Up to how many test elements a comparison with each is the quickest."""
    return 6 if size < 1000 else 3


def _compared_without_table(dtype):
    """The same where the other way is a search in sorted elements."""
    return 16 if dtype.kind == "c" else 48 if dtype.itemsize <= 4 else 32


def _equal_to_any(a, items, invert):
    compare = own.not_equal if invert else own.equal
    found = None
    for item in items:
        one = compare(a, item)
        if found is None:
            found = one
        elif invert:
            own.logical_and(found, one, found)
        else:
            own.logical_or(found, one, found)
    return found


def _by_membership_table(a, b, invert, wanted):
    """The answer by a table over b's range; None if that would be too large."""
    if b.dtype.kind == "b":
        b = b.astype(numpy.uint8)
    if a.dtype.kind == "b":
        a = a.astype(numpy.uint8)
    low, high = int(b.min()), int(b.max())
    span = high - low
    if max(-low, high) >= 2**62 or a.dtype.char == "L" or span > numpy.iinfo(b.dtype).max:
        if wanted:
            raise Handover
        return None
    if span > 6 * (a.shape[0] + b.shape[0]):
        if wanted:
            raise Handover
        return None
    # One place before and one behind the range for whatever lies outside.
    table = own.full(span + 3, invert)
    table[_offsets(b, low - 1)] = not invert
    table[0] = table[-1] = invert
    places = own.clip(a.astype(_intp, copy=False), low - 1, high + 1)
    places -= low - 1
    return table[places]
