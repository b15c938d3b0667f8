"""Interpolation, and the bins that values fall into."""

import numpy

from ..native import front
from .registry import Handover, composite, is_number, ours, own

_interpolate = front.interpolate


@composite("interp")
def interp(x, xp, fp, left=None, right=None, period=None):
    if period is not None:
        left = right = None
        x, xp, fp = _unrolled(x, xp, fp, period)
    found = _interpolate(x, xp, fp, left, right)
    if found is NotImplemented:
        raise Handover
    return found


def _unrolled(x, xp, fp, period):
    """x within one period, and the points of that period with a neighbour at either end."""
    if not is_number(period) or period == 0:
        raise Handover
    period = abs(period)
    x, xp, fp = ours(x), ours(xp), ours(fp)
    if "c" in x.dtype.kind + xp.dtype.kind or xp.ndim != 1 or fp.shape != xp.shape:
        raise Handover
    x = own.remainder(x.astype(numpy.float64, copy=False), period)
    xp = own.remainder(xp.astype(numpy.float64, copy=False), period)
    order = xp.argsort()
    xp, fp = xp[order], fp[order]
    xp = own.concatenate((xp[-1:] - period, xp, xp[:1] + period))
    return x, xp, own.concatenate((fp[-1:], fp, fp[:1]))


@composite("digitize")
def digitize(x, bins, right=False):
    x, bins = ours(x), ours(bins)
    if "c" in x.dtype.kind + bins.dtype.kind or bins.ndim != 1 or not bins.shape[0]:
        raise Handover
    side = "left" if right else "right"
    if own.all(bins[1:] >= bins[:-1]):
        return bins.searchsorted(x, side)
    if not own.all(bins[1:] <= bins[:-1]):
        raise Handover
    if bins.dtype.char in "lLqQ" and max(map(abs, bins[[0, -1]].tolist())) > 2**53:
        raise Handover  # some of which NumPy, which compares them as float64, takes for equal
    return bins.shape[0] - bins[::-1].searchsorted(x, side)
