"""Composites that turn things into arrays of a wanted type or layout."""

import builtins
import itertools
import operator

from .registry import Handover, composite, dtype_of, is_array, ours, own

_chunk = 4096
_python_type = {"b": bool, "i": int, "u": int, "f": float, "c": complex}


def _converted(a, dtype, order):
    """asarray(a, dtype, order) for the orders that ask something of the layout."""
    a = ours(a) if dtype is None else own.asarray(a, dtype)
    if order == "F":
        return a if a.flags.f_contiguous else a.copy("F")
    return a if order is None or a.flags.c_contiguous else a.copy("C")


@composite("isfortran", hands_over=False)
def isfortran(a):
    return a.flags.fnc


@composite("asarray_chkfinite")
def asarray_chkfinite(a, dtype=None, order=None):
    if order is None:
        a = ours(a) if dtype is None else own.asarray(a, dtype)
    elif order in ("C", "F"):
        a = _converted(a, dtype, order)
    else:
        raise Handover
    if a.dtype.kind in "fc" and not own.isfinite(a).all():
        raise ValueError("array must not contain infs or NaNs")
    return a


@composite("astype")
def astype(x, dtype, /, *, copy=True, device=None):
    if not is_array(x) or device not in (None, "cpu"):
        raise Handover
    return ours(x).astype(dtype, copy=copy)


def _entered(items, dtype):
    """The items, one element each."""
    try:
        found = own.array(items, dtype)
        if found.ndim == 1:
            return found
    except (TypeError, ValueError):
        pass
    # Something is a sequence: Python says that it is no number.
    return own.array([_python_type[dtype.kind](item) for item in items], dtype)


def _arguments(iter, dtype, count=-1, *, like=None):
    """Those of fromiter, for whose faults NumPy has words of its own."""
    return iter, dtype_of(dtype), operator.index(count), like


@composite("fromiter")
def fromiter(*given, **named):
    try:
        iter, dtype, count, like = _arguments(*given, **named)
    except (TypeError, ValueError):
        raise Handover from None  # before an item has been taken
    if like is not None or dtype.kind not in "biufc" or not dtype.isnative:
        raise Handover
    if count == -1 and type(iter) in (list, tuple, range) and 0 < len(iter) <= _chunk:
        return _entered(list(iter) if type(iter) is range else iter, dtype)
    if count < -1:
        raise Handover
    source = builtins.iter(iter)
    if count >= 0:
        source = itertools.islice(source, count)
    # Pieces that fit the cache, so that the items' memory is used again.
    pieces = []
    while items := list(itertools.islice(source, _chunk)):
        pieces.append(_entered(items, dtype))
    if not pieces:
        pieces.append(own.empty(1, dtype))
        pieces[0].resize(0, refcheck=False)
    result = pieces[0] if len(pieces) == 1 else own.concatenate(pieces)
    if len(result) < count:
        raise ValueError(
            f"iterator too short: Expected {count} but iterator had only {len(result)} items."
        )
    return result
