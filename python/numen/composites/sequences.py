"""Composites on sequences: running sums, unwrapped phases, trimmed ends, steps in ratio."""

import numpy
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from .registry import Handover, composite, dtype_of, element_type, is_number, ours, own


def _running(x, axis, dtype, out, include_initial, first):
    x = ours(x)
    if x.ndim == 0:
        x = x.reshape(1)
    if out is not None or type(axis) is tuple or (axis is None and x.ndim > 1):
        raise Handover
    if dtype is not None:
        dtype = element_type(dtype)
        if not dtype.isnative or dtype.kind not in "biufc":
            raise Handover
    axis = 0 if axis is None else axis
    found = x.cumprod(axis, dtype) if first else x.cumsum(axis, dtype)
    if not include_initial:
        return found
    shape = list(x.shape)
    shape[normalize_axis_index(axis, x.ndim)] = 1
    start = own.empty(shape, found.dtype, "F" if found.flags.fnc else "C")
    start[...] = first
    return own.concatenate((start, found), axis)


@composite("cumulative_sum")
def cumulative_sum(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    return _running(x, axis, dtype, out, include_initial, 0)


@composite("cumulative_prod")
def cumulative_prod(x, /, *, axis=None, dtype=None, out=None, include_initial=False):
    return _running(x, axis, dtype, out, include_initial, 1)


def _whole_turns(step, period):
    """What brings each step into the half-open period around 0; upwards a half stays a half."""
    high, ambiguous = period / 2, True
    if numpy.result_type(step.dtype, period).kind in "iu":
        high, rest = divmod(period, 2)
        ambiguous = rest == 0
    wrapped = own.remainder(step - -high, period) + -high
    if ambiguous:
        wrapped[(wrapped == -high) & (step > 0)] = high
    return wrapped - step


@composite("unwrap")
def unwrap(p, discont=None, axis=-1, *, period=2 * numpy.pi):
    p = ours(p)
    plain = is_number(period) and (discont is None or is_number(discont))
    if p.ndim == 0 or p.dtype.kind not in "if" or not plain:
        raise Handover
    if isinstance(axis, bool):
        raise Handover
    axis = normalize_axis_index(axis, p.ndim)
    before = (slice(None),) * axis
    step = p[(*before, slice(1, None))] - p[(*before, slice(None, -1))]
    far = own.logical_not(own.less(own.abs(step), period / 2 if discont is None else discont))
    dtype = numpy.result_type(step.dtype, period)
    unwrapped = own.array(p, dtype)
    if far.any():
        # Only steps that are not small turn; those are few.
        turns = own.zeros_like(step, dtype=dtype)
        turns[far] = _whole_turns(step[far], period)
        place = (*before, slice(1, None))
        unwrapped[place] = p[place] + turns.cumsum(axis)
    else:
        unwrapped[(*before, slice(1, None))] += 0  # -0.0 becomes 0.0
    return unwrapped


def _ends(used):
    """The first and the last but one place where a vector of bools is true; (0, 0) for none."""
    first = int(used.argmax())
    if not used[first]:
        return 0, 0
    return first, used.shape[0] - int(used[::-1].argmax())


@composite("trim_zeros")
def trim_zeros(filt, trim="fb", axis=None):
    if not isinstance(trim, str) or trim.lower() not in ("fb", "bf", "f", "b"):
        raise Handover
    trim = trim.lower()
    a = ours(filt)
    axes = range(a.ndim) if axis is None else normalize_axis_tuple(axis, a.ndim, "axis")
    if a.ndim == 0 or a.size == 0:
        raise Handover
    if not axes:
        return filt
    used = a if a.dtype.kind == "b" else a != 0
    key = []
    for at in range(a.ndim):
        others = tuple(i for i in range(a.ndim) if i != at)
        start, stop = _ends(used.any(others) if others else used)
        if start != stop:
            start, stop = start if "f" in trim else None, stop if "b" in trim else None
        key.append(slice(start, stop) if at in axes else slice(None))
    return filt[key[0] if len(key) == 1 else tuple(key)]  # a list takes one slice


@composite("real_if_close")
def real_if_close(a, tol=100):
    a = ours(a)
    if a.dtype.kind != "c":
        return a
    if tol > 1:
        tol = numpy.finfo(a.dtype).eps * tol
    return a.real if own.all(own.abs(a.imag) < tol) else a


@composite("geomspace")
def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    start, stop = ours(start), ours(stop)
    if not isinstance(num, (int, numpy.integer)) or num < 0 or own.any(start == 0):
        raise Handover
    if own.any(stop == 0):
        raise Handover
    wanted = dtype_of(dtype)
    working = numpy.result_type(start.dtype, stop.dtype, float(num), wanted)
    dtype = working if dtype is None else wanted
    if start.dtype.kind == "c" or stop.dtype.kind == "c" or working.kind != "f":
        raise Handover
    # Numbers of one sign: the powers of ten between their logarithms, with exact ends.
    start, stop = start.astype(working), stop.astype(working)
    sign = own.sign(start)
    start, stop = start / sign, stop / sign
    powers = own.linspace._composed(own.log10(start), own.log10(stop), num, endpoint)
    found = own.power(10.0, powers).astype(working, copy=False)
    if num > 0:
        found[0] = start
        if num > 1 and endpoint:
            found[-1] = stop
    found *= sign
    if axis != 0:
        found = own.moveaxis._composed(found, 0, axis)
    return found.astype(dtype, copy=False)
