"""Reductions that leave NaNs out.

A NaN is replaced by the value that does not count (0 in a sum, -inf in a maximum) in a copy, and
only where there is one. Sums with `out`, `where` or `initial` are NumPy's.
"""

import numpy

from ..native import front
from .registry import Handover, composite, dtype_of, ours, own

_absent = numpy._NoValue


def _with_nans(a):
    """`a` as an array of ours, and where it is NaN (None: nowhere).

    Repeated elements are written out: where results lie in memory, NumPy's copy decides.
    """
    a = ours(a)
    if a.dtype.kind not in "fc":
        return a, None
    if 0 in a.strides and a.size:
        a = a.copy("K")
    mask = own.isnan(a)
    return a, mask if mask.any() else None


def _filled(a, mask, value):
    if mask is None:
        return a
    a = a.copy("K")
    a[mask if a.ndim else ()] = value
    return a


def _keep(keepdims):
    return {} if keepdims is _absent else {"keepdims": keepdims}


@composite("nansum")
def nansum(a, axis=None, dtype=None, out=None, keepdims=_absent, initial=_absent, where=_absent):
    if out is not None or initial is not _absent or where is not _absent:
        raise Handover
    a = _filled(*_with_nans(a), 0)
    if dtype is None and keepdims is _absent:
        return a.sum(axis)
    return a.sum(axis, dtype=dtype, **_keep(keepdims))


@composite("nanprod")
def nanprod(a, axis=None, dtype=None, out=None, keepdims=_absent, initial=_absent, where=_absent):
    if out is not None or initial is not _absent or where is not _absent:
        raise Handover
    a = _filled(*_with_nans(a), 1)
    return a.prod(axis, dtype=dtype, **_keep(keepdims))


@composite("nancumsum")
def nancumsum(a, axis=None, dtype=None, out=None):
    if out is not None:
        raise Handover
    return _filled(*_with_nans(a), 0).cumsum(axis, dtype)


@composite("nancumprod")
def nancumprod(a, axis=None, dtype=None, out=None):
    if out is not None:
        raise Handover
    return _filled(*_with_nans(a), 1).cumprod(axis, dtype)


def _extremum(choose, a, axis, out, keepdims, *others):
    """The largest or smallest numbers; NaN, and a warning, where there is nothing but NaNs."""
    if out is not None or any(other is not _absent for other in others):
        raise Handover
    kind = "slice" if isinstance(a, numpy.ndarray) else "axis"  # NumPy's other way takes lists
    a = ours(a)
    if a.size == 0 or a.dtype.kind == "c":
        raise Handover
    found = choose.reduce(a, axis, **_keep(keepdims))
    if found.dtype.kind == "f":
        lost = found != found
        if lost.any():
            front.warn(f"All-NaN {kind} encountered", RuntimeWarning)
    return found


@composite("nanmax")
def nanmax(a, axis=None, out=None, keepdims=_absent, initial=_absent, where=_absent):
    return _extremum(own.fmax, a, axis, out, keepdims, initial, where)


@composite("nanmin")
def nanmin(a, axis=None, out=None, keepdims=_absent, initial=_absent, where=_absent):
    return _extremum(own.fmin, a, axis, out, keepdims, initial, where)


@composite("nanargmax")
def nanargmax(a, axis=None, out=None, *, keepdims=_absent):
    if out is not None:
        raise Handover
    return _fill_unless_all_nan(a, -numpy.inf, axis).argmax(axis, **_keep(keepdims))


@composite("nanargmin")
def nanargmin(a, axis=None, out=None, *, keepdims=_absent):
    if out is not None:
        raise Handover
    return _fill_unless_all_nan(a, numpy.inf, axis).argmin(axis, **_keep(keepdims))


def _fill_unless_all_nan(a, value, axis):
    a, mask = _with_nans(a)
    if axis is not None and (type(axis) is not int or a.ndim == 0):
        raise Handover
    if mask is None:
        return a
    if mask.all(axis).any():
        raise ValueError("All-NaN slice encountered")
    return _filled(a, mask, value)


def _counted(a, mask, axis, keepdims):
    """How many elements without NaN the reduction over `axis` meets."""
    if mask is None:
        mask = own.zeros(a.shape, bool)
    return own.logical_not(mask).sum(axis, dtype=numpy.intp, keepdims=keepdims)


def _divided(total, count):
    """total / count in the type, and in the place, of `total`; 0 / 0 is a silent NaN."""
    with numpy.errstate(invalid="ignore", divide="ignore"):
        if isinstance(total, numpy.generic):
            return total.dtype.type(total / count)
        if total.dtype.char in "dD":
            return own.divide(total, count, total)
        total[...] = total / count
        return total


def _inexact_or_none(a, dtype):
    if a.dtype.kind not in "fc":
        return False
    if dtype is not None and dtype_of(dtype).kind not in "fc":
        raise Handover
    return True


@composite("nanmean")
def nanmean(a, axis=None, dtype=None, out=None, keepdims=_absent, *, where=_absent):
    if out is not None or where is not _absent:
        raise Handover
    if keepdims is not _absent and type(keepdims) is not bool:
        raise Handover
    a, mask = _with_nans(a)
    kept = False if keepdims is _absent else keepdims
    if not _inexact_or_none(a, dtype):
        if dtype is not None and dtype_of(dtype).kind not in "biufc":
            raise Handover
        return a.mean(axis, dtype, keepdims=kept)
    if mask is None and axis is None and a.size and a.dtype.kind == "f":
        total = a.sum(dtype=dtype, keepdims=kept)
        count = numpy.intp(a.size)
        return _divided(total, count) if kept else total.dtype.type(total / count)
    count = _counted(a, mask, axis, kept)
    total = _filled(a, mask, 0).sum(axis, dtype=dtype, keepdims=kept)
    mean = _divided(total, count)
    if (count == 0).any():
        front.warn("Mean of empty slice", RuntimeWarning)
    return mean


@composite("nanvar")
def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=_absent, *, where=_absent,
           mean=_absent, correction=_absent):  # fmt: skip
    if out is not None or where is not _absent or mean is not _absent:
        raise Handover
    return _variance(a, axis, dtype, ddof, keepdims, correction)


@composite("nanstd")
def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=_absent, *, where=_absent,
           mean=_absent, correction=_absent):  # fmt: skip
    if out is not None or where is not _absent or mean is not _absent:
        raise Handover
    variance = _variance(a, axis, dtype, ddof, keepdims, correction)
    if isinstance(variance, numpy.generic):
        return variance.dtype.type(own.sqrt(variance))
    return own.sqrt(variance, variance)


def _variance(a, axis, dtype, ddof, keepdims, correction):
    if correction is not _absent:
        if ddof != 0:
            raise Handover
        ddof = correction
    if numpy.ndim(ddof) or (keepdims is not _absent and type(keepdims) is not bool):
        raise Handover
    a, mask = _with_nans(a)
    kept = False if keepdims is _absent else keepdims
    if a.ndim == 0:
        raise Handover
    if not _inexact_or_none(a, dtype):
        if dtype is not None and dtype_of(dtype).kind not in "fc":
            raise Handover
        return a.var(axis, dtype, ddof=ddof, keepdims=kept)
    if mask is None and axis is None and dtype is None and a.size > ddof and a.dtype.char in "fd":
        # What it would warn of, the operations below say in NumPy's words.
        with numpy.errstate(over="ignore", invalid="ignore"):
            found = a.var(ddof=ddof, keepdims=kept)
        if own.isfinite(found).all():
            return found
    count = _counted(a, mask, axis, True)
    mean = _divided(_filled(a, mask, 0).sum(axis, dtype=dtype, keepdims=True), count)
    away = own.subtract(a, mean).astype(a.dtype, copy=False)
    if mask is not None:
        away[mask] = 0
    if a.dtype.kind == "c":
        squares = own.multiply(away, own.conjugate(away)).real
    else:
        squares = own.multiply(away, away, away)
    total = squares.sum(axis, dtype=dtype, keepdims=kept)
    free = count.reshape(total.shape)[()] - ddof
    variance = _divided(total, free)
    lacking = free <= 0
    if lacking.any():
        front.warn("Degrees of freedom <= 0 for slice.", RuntimeWarning)
        if isinstance(variance, numpy.generic):
            return variance.dtype.type(numpy.nan)
        variance[lacking] = numpy.nan
    return variance
