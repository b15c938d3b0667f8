"""Medians and quantiles that leave NaNs out.

Lines without NaNs are partitioned at the order statistics asked for, a single line once its NaNs
are gone. Of many lines with NaNs every one is sorted, which brings its NaNs to the end; the order
statistics are then those of as many elements as are numbers.
"""

import numpy

from ..native import front
from .quantile_methods import methods, neighbours
from .quantiles import hand_over_unwritable, keep_axes, lanes, levels, put_in_order, real
from .registry import Handover, composite, ours, own

_absent = numpy._NoValue
_weak = (int, float)
# NumPy reduces short lines together, longer ones one after the other.
_few = 600


def _lines(a, axis):
    """The lines along `axis` as the last axis of a copy, and how many numbers each has.

    That is an int where it is the same for all, which are in no order then, else an array, and the
    lines are sorted.
    """
    lines, at = lanes(a, axis)
    if at != lines.ndim - 1:
        lines = own.moveaxis(lines, at, -1)
    lines = lines.copy()  # in C order, which results take over
    lost = own.isnan(lines) if lines.dtype.kind == "f" else None
    if lost is None or not lost.any():
        return lines, lines.shape[-1]
    if lines.ndim == 1 and not lost.all():
        lines = lines[~lost]
        return lines, lines.shape[0]
    lines.sort(-1)
    # NumPy's sort may leave signalling NaNs, of which what is computed of them would warn.
    lines[lost.all(-1)] = numpy.nan
    return lines, lines.shape[-1] - lost.sum(-1)


def _warn(count):
    """One warning for each line of NaNs only, as NumPy gives them."""
    for _ in range(int((own.asarray(count) == 0).sum())):
        front.warn("All-NaN slice encountered", RuntimeWarning)


def _kept(found, q, axis, keepdims, a):
    if keepdims is _absent or not keepdims:
        return found
    return keep_axes(found, axis, a.ndim, own.ndim(q))


@composite("nanmedian")
def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=_absent):
    hand_over_unwritable(a, overwrite_input)
    if out is not None:
        raise Handover
    a = ours(a)
    if not a.size or a.dtype.kind not in "fiu":
        raise Handover
    if a.ndim > 2 and axis is not None and 0 in a.strides:
        raise Handover  # where results of repeated elements lie depends on NumPy's many copies
    lines, count = _lines(a, axis)
    found = _middle(lines, count)
    if found.ndim > 1 and lines.shape[-1] < _few and not a.flags.c_contiguous:
        found = _as_reduced(found, *lanes(a, axis))
    return _kept(found, 0, axis, keepdims, a)


def _as_reduced(found, a, axis):
    """A copy of `found` that lies in memory as a reduction of `a`."""
    steps = [abs(step) for at, step in enumerate(a.strides) if at != axis]
    order = sorted(range(found.ndim), key=lambda at: -steps[at])
    copy = own.empty([found.shape[at] for at in order], found.dtype)
    copy = copy.transpose(sorted(range(found.ndim), key=order.__getitem__))
    copy[...] = found
    return copy


def _middle(lines, count):
    """The mean of the middle one or two of the `count` numbers of each line."""
    if type(count) is int:
        low, high = (count - 1) // 2, count // 2
        put_in_order(lines, (low, high), lines.dtype.kind == "f", -1)
        return lines[..., low : high + 1].mean(-1)
    _warn(count)
    if lines.ndim == 1:
        return lines[-1]  # nothing but NaNs
    high = count // 2
    low = own.maximum(count - 1, 0) // 2
    return own.take_along_axis(lines, own.stack((low, high), -1), -1).mean(-1)


@composite("nanpercentile")
def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear",
                  keepdims=_absent, *, weights=None):  # fmt: skip
    hand_over_unwritable(a, overwrite_input)
    weak = type(q) in _weak
    level = q / 100 if weak else own.true_divide(ours(q), 100)
    return _quantiles(a, q, level, weak, axis, out, method, keepdims, weights)


@composite("nanquantile")
def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear",
                keepdims=_absent, *, weights=None):  # fmt: skip
    hand_over_unwritable(a, overwrite_input)
    weak = type(q) in _weak
    return _quantiles(a, q, q if weak else ours(q), weak, axis, out, method, keepdims, weights)


def _quantiles(a, q, level, weak, axis, out, method, keepdims, weights):
    if out is not None or weights is not None or method not in methods:
        raise Handover
    a, level = real(a), levels(level, weak)
    if a.dtype.kind == "b" or level.ndim > 1:  # of such levels NumPy mixes the axes up
        raise Handover
    lines, count = _lines(a, axis)
    if type(count) is not int:
        _warn(count)
    found = _at(lines, count, level, weak, method)
    return _kept(found, q, axis, keepdims, a)


def _at(lines, count, q, weak, method):
    """The quantiles of the `count` numbers of each line, their axes first."""
    none = None
    outer = lines.shape[:-1]
    if type(count) is not int:
        none = count == 0
        count = own.maximum(count, 1)
        if outer and q.ndim:
            count = count.reshape(outer + (1,) * q.ndim)
    # A count is as weak as a Python number: it takes the type of q.
    n = count
    if none is not None and q.dtype.kind == "f":
        n = own.asarray(count).astype(q.dtype)
    index, discrete = methods[method]
    place = own.asarray(index(n, q))
    if outer and place.shape != outer + q.shape:
        place = own.broadcast_to(place, outer + q.shape).copy()
    if discrete or method == "linear" and place.dtype.kind in "iu":
        _sort_as_needed(lines, (place,), count)
        found = _picked(lines, place, count)
        found = found if found.ndim else found[()]
    else:
        low, high, weight = neighbours(place, n, method)
        _sort_as_needed(lines, (low, high), count)
        low, high = _picked(lines, low, count), _picked(lines, high, count)
        floating = lines.dtype if lines.dtype.kind == "f" else numpy.dtype(float)
        found = _between(low, high, weight, floating if weak else None)
    if none is not None and own.any(none):
        found = _without(found, none, lines.dtype)
    if not outer or not q.ndim:
        return found
    return found.transpose(*range(len(outer), found.ndim), *range(len(outer)))


def _sort_as_needed(lines, places, count):
    """Puts lines that are in no order yet in order at `places`, which are the same for all."""
    if type(count) is int:
        first = (0,) * (lines.ndim - 1)
        places = [own.asarray(place)[first] for place in places]
        put_in_order(lines, places, lines.dtype.kind == "f", -1)


def _picked(lines, place, count):
    """The elements of each line at `place` (-1: the last number); its axes follow the lines'."""
    if own.ndim(place) == 0:
        place = int(place)
        return lines[..., place if place >= 0 else int(count) - 1][()]
    place = own.where(place < 0, count - 1, place)
    if lines.ndim == 1:
        return lines.take(place)
    outer = lines.shape[:-1]
    found = own.take_along_axis(lines, place.reshape(*outer, -1), -1)
    return found.reshape(place.shape)


def _between(low, high, weight, dtype):
    """low + (high - low) * weight from the nearer end; a weak weight takes the elements' type."""
    rest = 1 - weight
    if dtype is not None:
        weight_of_step, rest = own.asarray(weight).astype(dtype), own.asarray(rest).astype(dtype)
        weight_of_step, rest = weight_of_step[()], rest[()]
    else:
        weight_of_step = weight
    step = high - low
    if step.dtype.kind == "i" and own.any(step < 0):
        raise Handover  # of an overflow NumPy warns
    found = own.add(low, step * weight_of_step)
    rest = step * rest
    if own.ndim(weight) == 0:
        return own.subtract(high, rest) if weight >= 0.5 else found
    return own.subtract(high, rest, out=found, where=weight >= 0.5)


def _without(found, none, dtype):
    """The result with NaN for each line without a number."""
    if own.ndim(found) == 0:
        return dtype.type(numpy.nan)
    if own.ndim(none) == 0:
        return own.full(found.shape, numpy.nan, dtype)
    found[none] = numpy.nan
    return found
