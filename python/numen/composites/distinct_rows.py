"""Distinct rows, columns and deeper slices of an array."""

import numpy
from numpy.lib.array_utils import normalize_axis_index

from .registry import Handover, own

_intp = numpy.dtype(numpy.intp)


def distinct_rows(a, index, inverse, counts, axis):
    """unique along one axis: slices are compared element by element, the first one first."""
    axis = normalize_axis_index(axis, a.ndim)
    if a.dtype.kind == "c" or 0 in a.shape:
        raise Handover
    if a.dtype == numpy.float16 and own.isnan(a).any():
        raise Handover  # NumPy's comparison of records has an order of its own for these NaNs
    rows = own.moveaxis(a, axis, 0)
    shape = rows.shape
    rows = own.ascontiguousarray(rows.reshape(shape[0], -1))
    order = _order(rows)
    rows = rows[order]
    starts = own.empty(shape[0], bool)
    starts[:1] = True
    starts[1:] = (rows[1:] != rows[:-1]).any(1)
    unique = rows[starts].reshape(-1, *shape[1:])
    found = [own.moveaxis(unique, 0, axis)]
    if index:
        found.append(order[starts])
    if inverse:
        ranks = own.empty(shape[0], _intp)
        ranks[order] = starts.cumsum(dtype=_intp) - 1
        found.append(ranks)
    if counts:
        begins = own.flatnonzero(starts)
        found.append(own.diff(own.append(begins, shape[0])))
    return found[0] if len(found) == 1 else tuple(found)


def _order(rows):
    """The permutation that sorts rows, equal ones in their order."""
    if rows.shape[1] == 1:
        return rows[:, 0].argsort(kind="stable")
    return own.lexsort(rows.T[::-1])
