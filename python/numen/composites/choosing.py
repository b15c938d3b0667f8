"""Composites that choose elements by masks, choices and functions, and make indices for it."""

import math

import numpy

from .registry import Handover, composite, integer, is_array, ours, own

_intp = numpy.dtype(numpy.intp)


@composite("extract")
def extract(condition, arr):
    mask, values = ours(condition).ravel(), ours(arr).ravel()
    if mask.size == values.size:
        return values[mask if mask.dtype.kind == "b" else mask.astype(bool)]
    return values.take(own.nonzero(mask)[0])


def _conditions(x, condlist):
    """A list of masks of x's shape."""
    if not (is_array(condlist) and condlist.ndim) and not isinstance(
            condlist, (list, tuple, bool, int)):
        raise Handover
    single = numpy.isscalar(condlist) or (
        x.ndim and len(condlist) and not isinstance(condlist[0], list) and not is_array(condlist[0])
    )
    try:
        conditions = [ours(c) for c in ([condlist] if single else condlist)]
    except ValueError:
        raise Handover from None
    conditions = [c if c.dtype.kind == "b" else c.astype(bool) for c in conditions]
    if not conditions or any(c.shape != x.shape for c in conditions):
        raise Handover
    return conditions


@composite("piecewise")
def piecewise(x, condlist, funclist, *args, **kw):
    x = ours(x)
    conditions = _conditions(x, condlist)
    count = len(funclist)
    if len(conditions) == count - 1:
        rest = conditions[0]
        for condition in conditions[1:]:
            rest = own.logical_or(rest, condition)
        conditions.append(own.logical_not(rest))
    elif len(conditions) != count:
        raise Handover
    if not is_array(condlist) and any(map(callable, list(funclist)[:-1])):
        conditions = [own.array(c) for c in conditions]  # which a function may change
    result = own.zeros_like(x)
    flat = result.ndim == 0
    if flat:
        x, conditions = x.reshape(1), [c.reshape(1) for c in conditions]
    target = result.reshape(1) if flat else result
    for condition, function in zip(conditions, funclist):
        if not callable(function):
            target[condition] = function
            continue
        values = x[condition]
        if values.size:
            target[condition] = function(values, *args, **kw)
    return result


@composite("ravel_multi_index")
def ravel_multi_index(multi_index, dims, mode="raise", order="C"):
    found = _one_place(multi_index, dims) if mode == "raise" and order == "C" else None
    if found is not None:
        return found
    if type(dims) not in (int, tuple, list):
        raise Handover
    if not isinstance(multi_index, (tuple, list)) and not is_array(multi_index):
        raise Handover
    try:
        sizes, parts = (dims,) if type(dims) is int else tuple(dims), tuple(multi_index)
    except TypeError:
        raise Handover from None
    if order not in ("C", "F") or any(type(size) is not int or size < 0 for size in sizes):
        raise Handover
    modes = (mode,) * len(sizes) if isinstance(mode, str) else tuple(mode)
    if not parts or not len(parts) == len(sizes) == len(modes) or math.prod(sizes) >= 2**62:
        raise Handover
    total, step = 0, 1
    pairs = list(zip(parts, sizes, modes))
    for part, size, how in reversed(pairs) if order == "C" else pairs:
        part = _within(part, size, how)
        try:
            total = total + part * step
        except ValueError:
            raise Handover from None
        step *= size
    return numpy.intp(total) if type(total) is int else total[()] if total.ndim == 0 else total


def _one_place(index, dims):
    """The flat position of a tuple of integers; None for all others."""
    if type(index) is not tuple or type(dims) is not tuple or not 0 < len(index) == len(dims):
        return None
    total = 0
    for at, size in zip(index, dims):
        if type(at) is not int or type(size) is not int or not 0 <= at < size:
            return None
        total = total * size + at
    return numpy.intp(total) if math.prod(dims) < 2**62 else None


def _within(part, size, mode):
    """One coordinate, forced into its range or found to be in it."""
    if type(part) is int or isinstance(part, numpy.integer):
        part = int(part)
        if not -(2**63) <= part < 2**63:
            raise Handover
        if mode == "wrap" and size:
            return part % size
        if mode == "clip" and size:
            return min(max(part, 0), size - 1)
        if mode == "raise" and 0 <= part < size:
            return part
        raise Handover
    part = ours(part)
    if part.dtype.kind not in "iu" or part.dtype == numpy.uint64 or not size:
        raise Handover
    if part.dtype.num != _intp.num:
        part = part.astype(numpy.intp)
    if mode == "wrap":
        return own.remainder(part, size)
    if mode == "clip":
        return own.clip(part, 0, size - 1)
    if mode != "raise" or (part.size and (part.min() < 0 or part.max() >= size)):
        raise Handover
    return part


def _given(arr):
    if not is_array(arr):
        raise Handover
    return arr


@composite("diag_indices_from")
def diag_indices_from(arr):
    shape = _given(arr).shape
    if len(shape) < 2 or len(set(shape)) > 1:
        raise Handover
    return own.diag_indices(shape[0], len(shape))


@composite("tril_indices_from")
def tril_indices_from(arr, k=0):
    shape = _given(arr).shape
    if len(shape) != 2:
        raise Handover
    return own.tril_indices(shape[0], k, shape[1])


@composite("triu_indices_from")
def triu_indices_from(arr, k=0):
    shape = _given(arr).shape
    if len(shape) != 2:
        raise Handover
    return own.triu_indices(shape[0], k, shape[1])


@composite("mask_indices")
def mask_indices(n, mask_func, k=0):
    if type(n) is bool:
        raise Handover
    return own.nonzero(mask_func(own.ones((integer(n),) * 2, int), k) != 0)
