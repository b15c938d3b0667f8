"""Medians and quantiles: order statistics by partition, and what lies between two of them."""

import numpy
from numpy.lib.array_utils import normalize_axis_tuple

from .quantile_methods import methods, neighbours
from .registry import Handover, composite, is_plainly_writeable, ours, own

_weak = (int, float)
# Beyond so many places sorting costs less than one partition after another: 1e5 and 1e6 doubles are
# sorted at the cost of 10 to 60, on processors with fast vector sorts of fewer.
_many = 40


def real(a):
    """`a` as an array of ours of real numbers, not empty."""
    a = ours(a)
    if a.dtype.kind not in "fiub" or not a.size:
        raise Handover
    return a


def hand_over_unwritable(a, overwrite_input):
    """NumPy refuses to overwrite what is read-only, and settings that are neither yes nor no."""
    if overwrite_input is False:
        return
    if overwrite_input not in (True, False):
        raise Handover
    if overwrite_input and hasattr(a, "flags") and not is_plainly_writeable(a):
        raise Handover


def lanes(a, axis):
    """A view or copy of `a` with the axes of `axis` (None: all) as one, and that one's place.

    The other axes keep their order and stand first.
    """
    if axis is None:
        return a.reshape(-1), 0
    axes = normalize_axis_tuple(axis, a.ndim)
    if len(axes) == 1:
        return a, axes[0]
    rest = [at for at in range(a.ndim) if at not in axes]
    a = a.transpose(*rest, *(at for at in range(a.ndim) if at in axes))
    return a.reshape(*a.shape[: len(rest)], -1), len(rest)


def keep_axes(result, axis, ndim, lead=0):
    """`result` with an axis of one for each that was reduced; `lead` axes stand before them."""
    axes = range(ndim) if axis is None else normalize_axis_tuple(axis, ndim)
    key = [None if at in axes else slice(None) for at in range(ndim)]
    # The ellipsis: of a 0-d result an array and not its element.
    return own.asarray(result)[(*(slice(None),) * lead, *key, ...)]


@composite("median")
def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    hand_over_unwritable(a, overwrite_input)
    if out is not None:
        raise Handover
    a = ours(a)
    if a.size == 0 or a.dtype.kind not in "fiubc":
        raise Handover
    if axis is None or a.ndim == 1 and type(axis) is int and axis in (0, -1):
        found = _middle(a)
    else:
        found = _middles(*lanes(a, axis))
    return keep_axes(found, axis, a.ndim) if keepdims is not numpy._NoValue and keepdims else found


def _middle(a):
    """The median of all elements as a number."""
    part = a.flatten()
    size = part.size
    half = size >> 1
    inexact = part.dtype.kind in "fc"
    if size < 3:
        part.sort()
    elif size & 1:
        part.partition((half, -1) if inexact else half)
    else:
        part.partition((half - 1, half, -1) if inexact else (half - 1, half))
    last = part[-1]
    lost = inexact and last != last
    if lost and part.dtype.kind == "f":
        return last
    found = part[half : half + 1].mean() if size & 1 else part[half - 1 : half + 1].mean()
    return last if lost else found  # complex means have warnings of their own


def _middles(a, axis):
    part = a.copy("K")
    size = part.shape[axis]
    half = size >> 1
    wanted = [half] if size & 1 else [half - 1, half]
    inexact = part.dtype.kind in "fc"
    part.partition([*wanted, -1] if inexact else wanted, axis)
    whole = (slice(None),) * axis
    found = part[(*whole, slice(wanted[0], half + 1))].mean(axis)
    if inexact:
        last = part[(*whole, -1)]
        if last.ndim == 0:
            return last if last != last else found
        lost = own.isnan(last)
        if lost.any():
            own.copyto(found, last, where=lost)
    return found


@composite("percentile")
def percentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False,
               *, weights=None):  # fmt: skip
    hand_over_unwritable(a, overwrite_input)
    if axis is None and type(q) in _weak and method == "linear" and not keepdims and out is None:
        if 0 <= q <= 100 and weights is None:
            return _between(real(a), q / 100)
        raise Handover
    if type(q) in _weak:
        found = _quantiles(a, q / 100, True, axis, method, weights, out)
    else:
        found = _quantiles(a, own.true_divide(ours(q), 100), False, axis, method, weights, out)
    return _kept(found, q, axis, keepdims, a)


@composite("quantile")
def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False,
             *, weights=None):  # fmt: skip
    hand_over_unwritable(a, overwrite_input)
    kind = type(q)
    if axis is None and kind is float and method == "linear" and not keepdims and out is None:
        if 0 <= q <= 1 and weights is None:
            return _between(real(a), q)
        raise Handover
    weak = kind in _weak
    found = _quantiles(a, q if weak else ours(q), weak, axis, method, weights, out)
    return _kept(found, q, axis, keepdims, a)


def _kept(found, q, axis, keepdims, a):
    if not keepdims or keepdims is numpy._NoValue:
        return found
    return keep_axes(found, axis, own.ndim(a), own.ndim(q))


def _between(a, q):
    """The quantile of all elements at the Python float q, method "linear"."""
    if a.dtype.kind == "b":
        raise Handover
    part = a.flatten()
    size = part.shape[0]
    place = (size - 1) * q
    low = int(place)
    if low >= size - 1 or place != place:
        low = high = weight = -1
        weight = place + 1
    else:
        high, weight = low + 1, place - low
    floating = part.dtype.kind == "f"
    part.partition((low, high, -1) if floating else (low, high))
    found = _interpolated(part[low], part[high], weight)  # of NaNs too: it may warn
    last = part[-1]
    return last if last != last else found


def _interpolated(low, high, weight):
    """Between two numbers, from the nearer one, with the floating-point warnings of both ways."""
    step = high - low
    found = own.add(low, step * weight)
    return found if weight < 0.5 else own.subtract(high, step * (1 - weight))


def levels(q, weak):
    """q as an array, or handed over where NumPy refuses it."""
    q = own.asarray(q)
    if q.dtype == numpy.uint64:
        raise Handover  # whose positions are none to NumPy
    if q.dtype.kind not in "fiub" or q.ndim > 2 or not q.size:
        raise Handover
    if not (q.min() >= 0 and q.max() <= 1):
        raise Handover
    return q


def _quantiles(a, q, weak, axis, method, weights, out):
    if out is not None or method not in methods:
        raise Handover
    a, q = real(a), levels(q, weak)
    if weights is not None:
        return _weighted(a, q, axis, method, weights)
    arr, at = lanes(a, axis)
    arr = arr.copy()
    if at:
        arr = arr.swapaxes(0, at) if arr.ndim == 2 else own.moveaxis(arr, at, 0)
    size = arr.shape[0]
    floating = arr.dtype.kind == "f"
    index, discrete = methods[method]
    place = index(size, q)
    if discrete or method == "linear" and place.dtype.kind in "iu":
        put_in_order(arr, (place,), floating)
        lost = own.isnan(arr[-1]) if floating else None
        found = arr.take(place, 0)
    elif arr.dtype.kind == "b":
        raise Handover
    else:
        low, high, weight = neighbours(place, size, method)
        put_in_order(arr, (low, high), floating)
        lost = own.isnan(arr[-1]) if floating else None
        found = _blend(arr[low], arr[high], weight, weak, arr.ndim)
    return found if lost is None or not own.any(lost) else _lost(found, arr[-1], lost)


def put_in_order(arr, places, and_last, axis=0):
    """Brings the order statistics at `places` (`and_last`) to where a sort puts them."""
    size = arr.shape[axis]
    wanted = {size - 1} if and_last else set()
    for place in places:
        if own.ndim(place) == 0:
            wanted.add(int(place) % size)
        elif place.size > 2 * _many:
            arr.sort(axis)
            return
        else:
            wanted.update([at % size for at in place.ravel().tolist()])
    groups = sum(at - 1 not in wanted for at in wanted)  # neighbours are found together
    if groups > _many or size < 4:
        arr.sort(axis)
    else:
        arr.partition(sorted(wanted), axis)


def _blend(low, high, weight, weak, ndim):
    """low + (high - low) * weight, from the nearer end."""
    if weak:
        weight = float(weight)
    elif weight.ndim:
        weight = weight.reshape(weight.shape + (1,) * (ndim - 1))
    step = high - low
    found = own.add(low, step * weight)
    rest = step * (1 - weight)
    if own.ndim(weight) == 0:
        return own.subtract(high, rest) if weight >= 0.5 else found
    return own.subtract(high, rest, out=found, where=weight >= 0.5)


def _lost(found, last, lost):
    """The result with NaN for every lane that holds one."""
    if own.ndim(found) == 0:
        return last
    own.copyto(found, last, where=lost)
    return found


def weights_of(weights, a, axis):
    """The weights with an axis for each of `a`'s."""
    weights = ours(weights)
    if weights.dtype.kind not in "fiub" or not weights.size:
        raise Handover
    if weights.shape == a.shape:
        axes = None
    elif axis is None:
        raise Handover
    else:
        axes = normalize_axis_tuple(axis, a.ndim, "axis")
        if weights.shape != tuple(a.shape[at] for at in axes):
            raise Handover
        weights = weights.transpose(sorted(range(len(axes)), key=axes.__getitem__))
        weights = weights.reshape([n if at in axes else 1 for at, n in enumerate(a.shape)])
    if (weights < 0).any():
        raise Handover
    return weights


def _weighted(a, q, axis, method, weights):
    """The quantiles of weighted elements, method "inverted_cdf"."""
    if method != "inverted_cdf" or q.ndim > 1:
        raise Handover
    weights = weights_of(weights, a, axis)
    if weights.shape != a.shape:
        weights = own.broadcast_to(weights, a.shape)
    arr, at = lanes(a, axis)
    weights = lanes(weights, axis)[0]
    if at:
        arr, weights = own.moveaxis(arr, at, 0), own.moveaxis(weights, at, 0)
    order = arr.argsort(0)
    arr = own.take_along_axis(arr, order, 0)
    share = own.take_along_axis(weights, order, 0).cumsum(0, numpy.float64)
    total = share[-1].copy() if share.ndim > 1 else share[-1]
    if not own.all(own.isfinite(total) & (total != 0)):  # before the division warns
        raise ValueError("Weights included NaN, inf or were all zero.")
    share /= total
    if q.dtype.kind == "f":
        share = share.astype(q.dtype, copy=False)
    if own.any(share[0] == 0):
        share[share == 0] = -1  # what weighs nothing at the start is no answer to 0
    found = own.empty(q.shape + arr.shape[1:], arr.dtype)
    last = arr.shape[0] - 1
    for lane in numpy.ndindex(arr.shape[1:]):
        key = (slice(None), *lane)
        place = own.minimum(share[key].searchsorted(q, "left"), last)
        found[(..., *lane)] = arr[key].take(place)
    lost = own.isnan(arr[-1]) if arr.dtype.kind == "f" else None
    return found if lost is None or not own.any(lost) else _lost(found, arr[-1], lost)
