"""Composites that turn things into arrays of a wanted type or layout."""

import builtins
import itertools
import operator
import sys

import numpy

from ..native import front
from .registry import Handover, composite, dtype_of, is_array, ours, own, plain

_chunk = 4096
_numpys = front.Fallback("fromiter", numpy.fromiter)


def _converted(a, dtype, order):
    """asarray(a, dtype, order) for the orders that ask something of the layout."""
    a = ours(a) if dtype is None else own.asarray(plain(a), dtype)
    if order == "F":
        return a if a.flags.f_contiguous else a.copy("F")
    return a if order is None or a.flags.c_contiguous else a.copy("C")


@composite("isfortran", hands_over=False)
def isfortran(a):
    return a.flags.fnc


@composite("asarray_chkfinite")
def asarray_chkfinite(a, dtype=None, order=None):
    if order is None:
        a = ours(a) if dtype is None else own.asarray(plain(a), dtype)
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


def _arguments(iter, dtype, count=-1, *, like=None):
    """Those of fromiter, for whose faults NumPy has words of its own."""
    return iter, dtype_of(dtype), operator.index(count), like


@composite("fromiter")
def fromiter(*given, **named):
    try:
        iter, dtype, count, like = _arguments(*given, **named)
    except (TypeError, ValueError):
        raise Handover from None  # before an item has been taken
    if count > sys.maxsize:
        raise Handover
    if like is not None or dtype.kind not in "biufc" or not dtype.isnative:
        raise Handover
    if count < -1:
        raise Handover
    if count > _chunk:
        try:
            numpy.empty(count, dtype)  # untouched, it takes no memory
        except (MemoryError, ValueError):
            raise Handover from None  # before an item has been taken
    source = builtins.iter(iter)
    if count == -1 and type(iter) not in (list, tuple, range):
        operator.length_hint(iter)  # of which NumPy makes nothing that is seen but an error
    left = count if count >= 0 else sys.maxsize
    # Pieces that fit the cache, so that the items' memory is used again.
    pieces, is_last = [], False
    while not is_last:
        wanted = min(left, _chunk)
        items, is_odd = front.next_numbers(source, dtype, wanted)
        if is_odd:
            # What NumPy refuses is the last that it takes.
            taken = [item for piece in pieces for item in piece.tolist()] + items
            return _numpys(itertools.chain(taken, source), dtype, count)
        if items:
            pieces.append(own.array(items, dtype))
        left -= len(items)
        is_last = len(items) < wanted or not left
    if not pieces:
        pieces.append(own.empty(1, dtype))
        pieces[0].resize(0, refcheck=False)
    result = pieces[0] if len(pieces) == 1 else own.concatenate(pieces)
    if len(result) < count:
        raise ValueError(
            f"iterator too short: Expected {count} but iterator had only {len(result)} items."
        )
    return result
