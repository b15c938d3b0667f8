"""Composites that compute: differences, averages, choices, products."""

import math

import numpy
from numpy.lib.array_utils import normalize_axis_index, normalize_axis_tuple

from .pieces import in_pieces, is_long
from .registry import Handover, array, composite, is_list, is_number, ours, own

_absent = numpy._NoValue
_weak = (int, float, complex)
_numeric_pairs = frozenset(a + b for a in "iufc" for b in "iufc")


def _along(axis, ndim, part):
    """An index that takes `part` of one axis and all of the others."""
    key = [slice(None)] * ndim
    key[axis] = part
    return tuple(key)


def _step_of(a):
    return own.not_equal if a.dtype.kind == "b" else own.subtract


_one = 1  # the int, not what equals it: of a float NumPy makes no range


@composite("diff")
def diff(a, n=1, axis=-1, prepend=_absent, append=_absent):
    if n <= 0:
        if n == 0:
            return a
        raise ValueError("order must be non-negative but got " + repr(n))
    a = array(a)
    if a.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    axis = normalize_axis_index(axis, a.ndim)
    if n is _one and a.ndim == 1 and prepend is append is _absent:
        return _step_of(a)(a[1:], a[:-1])
    ends = [prepend, a, append]
    for place in (0, 2):
        if ends[place] is not _absent:
            end = array(ends[place])
            if end.ndim == 0:
                shape = list(a.shape)
                shape[axis] = 1
                end = own.full(shape, end, dtype=end.dtype)
            ends[place] = end
    ends = [end for end in ends if end is not _absent]
    if len(ends) > 1:
        a = own.concatenate(ends, axis)
    later, earlier = (_along(axis, a.ndim, s) for s in (slice(1, None), slice(None, -1)))
    step = _step_of(a)
    for _ in range(n):
        a = step(a[later], a[earlier])
    return a


@composite("ediff1d")
def ediff1d(ary, to_end=None, to_begin=None):
    ary = array(ary).ravel()
    ends = {}
    for given, name in ((to_begin, "to_begin"), (to_end, "to_end")):
        if given is None:
            continue
        extra = array(given)
        if not numpy.can_cast(extra.dtype, ary.dtype, casting="same_kind"):
            raise TypeError(
                f"dtype of `{name}` must be compatible with input `ary` under the `same_kind` rule."
            )
        ends[name] = [extra.ravel().astype(ary.dtype, copy=False)]
    steps = own.subtract(ary[1:], ary[:-1])
    if not ends:
        return steps
    return own.concatenate([*ends.get("to_begin", ()), steps, *ends.get("to_end", ())])


@composite("trapezoid")
def trapezoid(y, x=None, dx=1.0, axis=-1):
    if x is None and not is_number(dx):
        raise Handover  # its axes join those of y
    y = array(y)
    if type(axis) is not int or not -y.ndim <= axis < y.ndim:
        raise Handover
    if x is None:
        width = dx
    else:
        x = array(x)
        if x.ndim == 1:
            shape = [1] * y.ndim
            width = diff(x)
            shape[axis] = width.shape[0]
            width = width.reshape(shape)
        elif x.ndim > y.ndim:
            raise Handover
        else:
            width = diff(x, axis=axis)
    axis = normalize_axis_index(axis, y.ndim)
    upper = y[_along(axis, y.ndim, slice(1, None))]
    lower = y[_along(axis, y.ndim, slice(None, -1))]
    return _halved_product(width, upper + lower).sum(axis)


def _halved_product(width, sums):
    """width * sums / 2.0, in the place of `sums` where the result is of its type and shape."""
    if not _fits(width, sums):
        return width * sums / 2.0
    return own.divide(own.multiply(width, sums, sums), 2.0, sums)


def _fits(width, sums):
    """Whether width * sums / 2.0 is of the type and shape of `sums`."""
    if sums.dtype.kind not in "fc":
        return False
    if type(width) in (int, float):
        return True
    shape, dtype = own.shape(width), _typed(width)
    if shape != sums.shape and numpy.broadcast_shapes(shape, sums.shape) != sums.shape:
        return False
    return dtype == sums.dtype or numpy.result_type(dtype, sums.dtype) == sums.dtype


@composite("average")
def average(a, axis=None, weights=None, returned=False, *, keepdims=_absent):
    a = array(a)
    if a.dtype.kind not in "biufc":
        raise Handover
    if axis is not None:
        axis = normalize_axis_tuple(axis, a.ndim, argname="axis")
    if keepdims is not _absent and type(keepdims) is not bool:
        raise Handover  # which the mean of nothing warns of before it is refused
    keep = {} if keepdims is _absent else {"keepdims": keepdims}
    if weights is None:
        mean = a.mean(axis, **keep)
        scale = mean.dtype.type(a.size / mean.size)
    else:
        weights = array(weights)
        if a.shape != weights.shape:
            if axis is None or weights.shape != tuple([a.shape[at] for at in axis]):
                raise Handover
            # Along the axes of `a`, in their order there.
            weights = weights.transpose(sorted(range(len(axis)), key=axis.__getitem__))
            weights = weights.reshape([n if at in axis else 1 for at, n in enumerate(a.shape)])
        dtype = _average_dtype(a.dtype, weights.dtype)
        scale = weights.sum(axis=axis, dtype=dtype, **keep)
        if own.any(scale == 0.0):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        mean = own.multiply(a, weights, dtype=dtype).sum(axis, **keep) / scale
    if not returned:
        return mean
    if numpy.shape(scale) != mean.shape:
        scale = own.broadcast_to(scale, mean.shape).copy()
    return mean, scale


def _average_dtype(values, weights):
    if values.kind in "biu":
        return numpy.result_type(values, weights, "f8")
    return numpy.result_type(values, weights)


@composite("ptp")
def ptp(a, axis=None, out=None, keepdims=_absent):
    if out is not None:
        raise Handover
    a = array(a)
    keep = {} if keepdims is _absent else {"keepdims": keepdims}
    high, low = a.max(axis=axis, **keep), a.min(axis=axis, **keep)
    return own.subtract(high, low)


@composite("select")
def select(condlist, choicelist, default=0):
    if len(condlist) != len(choicelist):
        raise ValueError("list of cases must be same length as list of conditions")
    if len(condlist) == 0:
        raise ValueError("select with an empty condition list is not possible")
    conditions = [array(c) for c in condlist]
    for at, condition in enumerate(conditions):
        if condition.dtype.kind != "b":
            raise TypeError(f"invalid entry {at} in condlist: should be boolean ndarray")
    values = [c if type(c) in _weak else array(c) for c in choicelist]
    fallback = default if type(default) in _weak else array(default)
    if any(v.dtype.kind in "SU" for v in (*values, fallback) if type(v) not in _weak):
        raise Handover  # which do not go with Python's numbers, but with NumPy's
    # Python numbers are weak, as in an operation on all the choices.
    dtype = numpy.result_type(*(_typed(v) for v in (*values, fallback)))
    sizes = [_shape(v) for v in (*values, fallback)]
    shape = numpy.broadcast_shapes(*(c.shape for c in conditions), *sizes)
    values = [own.asarray(v) for v in values]
    if not all(numpy.can_cast(v.dtype, dtype, "same_kind") for v in values):
        raise Handover  # a Python number is not weak when it is copied
    result = own.empty(shape, dtype)
    result[...] = own.asarray(fallback)
    for condition, value in zip(reversed(conditions), reversed(values)):
        own.copyto(result, value, "same_kind", condition)
    return result


def _typed(value):
    return value if type(value) in _weak else value.dtype


def _shape(value):
    return () if type(value) in _weak else value.shape


def _write_rise(slope, after, before, run):
    divide = lambda out, y, x: own.divide(own.subtract(y, x, out), run, out)  # noqa: E731
    scale = lambda out, y, x: own.multiply(own.subtract(y, x, out), 1 / run, out)  # noqa: E731
    # By a power of two a product is the quotient, bit for bit.
    is_scale = slope.dtype.kind == "f" and 1 <= run <= 1024 and math.frexp(run)[0] == 0.5
    if not in_pieces(scale if is_scale else divide, slope, after, before):
        divide(slope, after, before)


@composite("gradient")
def gradient(f, *varargs, axis=None, edge_order=1):
    if not all(map(is_number, varargs)) or edge_order != 1:
        raise Handover
    f = array(f)
    axes = tuple(range(f.ndim)) if axis is None else normalize_axis_tuple(axis, f.ndim)
    if f.dtype.kind not in "iufc":
        raise Handover
    if f.dtype.char in "efF" and any(type(v) is numpy.float64 for v in varargs):
        raise Handover  # which are no numbers of Python's beside narrower ones
    if len(varargs) not in (0, 1, len(axes)):
        raise TypeError("invalid number of arguments")
    spacings = [float(v) for v in varargs] or [1.0]
    spacings *= len(axes) if len(spacings) == 1 else 1
    if f.dtype.kind in "iu":
        f = f.astype(numpy.float64)
    found = []
    for at, spacing in zip(axes, spacings):
        if f.shape[at] < 2:
            raise ValueError(
                "Shape of array too small to calculate a numerical gradient, "
                "at least (edge_order + 1) elements are required."
            )
        take = lambda part, at=at: _along(at, f.ndim, part)  # noqa: E731
        slope = own.empty_like(f)
        parts = slope[take(slice(1, -1))], f[take(slice(2, None))], f[take(slice(None, -2))]
        _write_rise(*parts, 2.0 * spacing)
        slope[take(0)] = (f[take(1)] - f[take(0)]) / spacing
        slope[take(-1)] = (f[take(-1)] - f[take(-2)]) / spacing
        found.append(slope)
    return found[0] if len(axes) == 1 else tuple(found)


@composite("polyval")
def polyval(p, x):
    if isinstance(x, numpy.poly1d):
        raise Handover
    p, x = array(p), array(x)
    if is_long(x) and p.ndim == 1 and p.size and x.dtype.kind + p.dtype.kind in _numeric_pairs:
        y = own.empty_like(x, numpy.promote_types(x.dtype, p.dtype))
        if in_pieces(lambda y, x: _horner(p, x, y), y, x):
            return y
    y = own.zeros_like(x)
    for coefficient in p:
        y = y * x + coefficient
    return y


def _horner(p, x, y):
    """The polynomial of the vector x, written into y."""
    y[...] = 0
    for coefficient in p:
        own.multiply(y, x, y)
        own.add(y, coefficient, y)


@composite("vdot", is_silent=True)
def vdot(a, b, /):
    has_lists = is_list(a) or is_list(b)
    a, b = ours(a), ours(b)  # objects are conjugated by their own method
    if has_lists and not (a.size and b.size):
        raise Handover  # NumPy takes the type of the other
    if not a.ndim == b.ndim == 1:
        a, b = a.ravel(), b.ravel()
    if a.size != b.size:
        raise ValueError("cannot reshape array of size {} into shape ({},)".format(b.size, a.size))
    if a.dtype.kind == "c":
        if a.size > 1:
            return own.vecdot(a, b)
        a = own.conjugate(a)
    # Of one element each, dot's zero may be negative: NumPy multiplies there, and adds here.
    return own.dot(a, b) if a.size != 1 else own.matmul(a, b)


@composite("fix")
def fix(x, out=None):
    return own.trunc(array(x)) if out is None else own.trunc(array(x), out)
