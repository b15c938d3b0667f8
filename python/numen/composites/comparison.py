"""Composites that ask something about values: closeness, kind, finiteness."""

import math
import numbers

import numpy

from ..native import front
from .pieces import in_pieces, is_long
from .registry import (Handover, array, arrays_only, composite, is_array, is_list,
                       is_plainly_writeable, own, target)

_numbers = frozenset((bool, int, float, complex))
_python = tuple(_numbers)
_reals = (int, float, numpy.integer, numpy.floating, numpy.bool)
_few = 50  # up to here one call of arctan2 costs less than three of anything


@composite("isclose")
def isclose(a, b, rtol=1.0e-5, atol=1.0e-8, equal_nan=False):
    if any(map(_has_operators, (a, b, rtol, atol))):
        raise Handover
    # Python's numbers stay what they are: beside an array they take its type.
    try:
        x = a if type(a) in _numbers else array(a)
        y = b if type(b) in _numbers else array(b)
        if not (type(rtol) is type(atol) is float and math.isfinite(rtol + atol)):
            atol, rtol = _tolerance(atol), _tolerance(rtol)
    except StopIteration as error:  # NumPy reads them in a generator
        raise RuntimeError("generator raised StopIteration") from error
    # Integers are compared in floating point: their difference or absolute value may overflow.
    has_number = type(x) in _numbers or type(y) in _numbers
    if type(y) in _numbers:
        y = float(y) if isinstance(y, int) else y
    elif y.dtype.kind in "biu":
        y = y.astype(numpy.promote_types(y.dtype, numpy.float64), copy=False)
    near = lambda x, y: _near(x, y, rtol, atol, equal_nan)  # noqa: E731
    with numpy.errstate(invalid="ignore"):
        long = not has_number and is_long(x) and x.shape == y.shape
        if long and own.ndim(rtol) == own.ndim(atol) == 0:
            result = own.empty_like(x, bool)
            if in_pieces(lambda out, x, y: own.copyto(out, near(x, y)), result, x, y):
                return result
        return near(x, y)[()]


def _has_operators(x):
    """Is it a number of a program's own class? NumPy calculates with it as it is."""
    return type(x) not in _numbers and isinstance(x, _python) and not isinstance(x, numpy.generic)


def _tolerance(value):
    value = value if type(value) in _numbers else array(value)
    if not own.isfinite(value).all():
        raise Handover  # NumPy warns
    return value


def _near(x, y, rtol, atol, equal_nan):
    near = own.less_equal(abs(x - y), atol + rtol * abs(y))
    result = (near & own.isfinite(y)) | (x == y)
    return result | (own.isnan(x) & own.isnan(y)) if equal_nan else result


@composite("allclose")
def allclose(a, b, rtol=1.0e-5, atol=1.0e-8, equal_nan=False):
    return bool(own.all(isclose._composed(a, b, rtol, atol, equal_nan)))


@composite("array_equal")
def array_equal(a1, a2, equal_nan=False):
    try:
        x, y = array(a1), array(a2)
    except Handover:
        raise
    except Exception:
        return False
    if x.shape != y.shape:
        return False
    if equal_nan and x is y:
        return True
    if equal_nan and not (x.dtype.kind in "biufc" and y.dtype.kind in "biufc"):
        raise Handover
    if equal_nan and (x.dtype.kind in "fc" or y.dtype.kind in "fc"):
        return bool(own.all((x == y) | (own.isnan(x) & own.isnan(y))))
    return bool(own.all(own.asarray(x == y)))


@composite("array_equiv")
def array_equiv(a1, a2):
    try:
        x, y = array(a1), array(a2)
        if x.shape != y.shape:
            numpy.broadcast_shapes(x.shape, y.shape)
    except Handover:
        raise
    except Exception:
        return False
    return bool(own.all(own.asarray(x == y)))


@composite("nan_to_num")
def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    others = [value for value in (posinf, neginf, copy) if value is not None]
    if not all(isinstance(value, _reals) and not isinstance(value, numpy.timedelta64)
               for value in (nan, *others)):
        raise Handover
    wanted = [value.item() if isinstance(value, numpy.generic) else value
              for value in (nan, posinf, neginf) if value]  # fmt: skip
    if not copy and isinstance(x, numpy.generic):
        raise Handover  # which NumPy refuses
    x = own.array(array(x), copy=True) if copy else arrays_only(x)
    if x.dtype.kind not in "fc":
        return x[()] if x.ndim == 0 else x
    if not is_plainly_writeable(x):
        raise Handover
    parts = (x.real, x.imag) if x.dtype.kind == "c" else (x,)
    limits = numpy.finfo(parts[0].dtype)
    # As a number of Python's: NumPy's would warn of what is beyond it.
    if wanted and any(float(limits.max) < abs(value) < numpy.inf for value in wanted):
        raise Handover  # NumPy converts it, whether there is anything to be replaced or not
    high = limits.max if posinf is None else posinf
    low = limits.min if neginf is None else neginf
    for part in parts:
        special = own.isfinite(part)
        if own.all(special):
            continue
        # Most elements are ordinary: what follows looks at the others only.
        special = own.logical_not(special)
        found = part[special]
        is_nan, is_high = own.isnan(found), found == numpy.inf
        for chosen, value in ((is_nan, nan), (is_high, high), (~(is_nan | is_high), low)):
            found[chosen] = value
        part[special] = found
    return x[()] if x.ndim == 0 else x


@composite("isscalar")
def isscalar(element):
    if is_array(element):
        return False
    return isinstance(element, (numpy.generic, numbers.Number)) or type(element) in numpy.ScalarType


@composite("iscomplexobj")
def iscomplexobj(x):
    kind = getattr(getattr(x, "dtype", None), "type", None)  # of other libraries' arrays too
    if kind is None:
        return array(x).dtype.kind == "c"
    return issubclass(kind, numpy.complexfloating)


@composite("isrealobj")
def isrealobj(x):
    return not iscomplexobj(x)


@composite("isreal")
def isreal(x):
    is_plain = type(x) in (front.managed, numpy.ndarray)
    if is_plain and x.ndim and x.dtype.kind in "biuf":
        return own.ones(x.shape, bool, "F" if x.flags.fnc else "C")
    return imag(x) == 0


@composite("iscomplex")
def iscomplex(x):
    x = array(x)
    if x.dtype.kind == "c":
        return x.imag != 0
    return own.zeros(x.shape, bool)[()]


@composite("real")
def real(val):
    try:
        return val.real
    except AttributeError:
        return array(val).real


@composite("imag")
def imag(val):
    try:
        return val.imag
    except AttributeError:
        return array(val).imag


@composite("angle")
def angle(z, deg=False):
    z = array(z)
    if z.dtype.kind == "c":
        result = own.arctan2(z.imag, z.real)
    elif z.size > _few and z.dtype.kind in "iuf":
        result = _angle_of_real(z)
    else:
        result = own.arctan2(0, z)
    return result * (180 / numpy.pi) if deg else result


def _angle_of_real(z):
    """pi for what is below 0, be it -0.0; NaN of NaN."""
    if z.dtype.kind != "f":
        kind = {1: numpy.float16, 2: numpy.float32}.get(z.itemsize, numpy.float64)
        return own.multiply(own.less(z, 0), kind(numpy.pi))
    result = own.multiply(own.signbit(z), z.dtype.type(numpy.pi))
    low = z.min()
    if low != low:
        lost = own.isnan(z)
        result[lost] = z[lost]
    return result


@composite("isposinf")
def isposinf(x, out=None):
    return _infinite(x, False, out)


@composite("isneginf")
def isneginf(x, out=None):
    return _infinite(x, True, out)


def _infinite(x, negative, out):
    x, out = array(x), out if out is None else target(out)
    if x.dtype.kind == "c":
        raise TypeError(
            f"This operation is not supported for {x.dtype} values because it would be ambiguous."
        )
    if x.dtype.kind == "f":
        return own.equal(x, -numpy.inf if negative else numpy.inf, out)
    sign = own.signbit(x)
    return own.logical_and(own.isinf(x), sign if negative else own.logical_not(sign), out)


@composite("count_nonzero")
def count_nonzero(a, axis=None, *, keepdims=False):
    a = array(a)
    if axis is None and not keepdims:
        return own.sum(a.astype(bool, copy=False), dtype=numpy.intp)
    return a.astype(bool, copy=False).sum(axis=axis, dtype=numpy.intp, keepdims=keepdims)


def _dtypes(arguments):
    """Arrays by their dtypes: what counts for promotion, and managed ones stay managed."""
    return [a.dtype if is_array(a) else front.held(a) for a in arguments]


# Of types NumPy itself says what is wrong with them, and warns of old names: once.
@composite("result_type", hands_over=False)
def result_type(*arrays_and_dtypes):
    return front.as_the_program(numpy.result_type, *_dtypes(arrays_and_dtypes))


@composite("can_cast", hands_over=False)
def can_cast(from_, to, casting="safe"):
    from_ = from_.dtype if is_array(from_) else from_
    return front.as_the_program(numpy.can_cast, from_, to, casting)


@composite("min_scalar_type")
def min_scalar_type(a, /):
    if is_list(a):
        a = array(a)
    return a.dtype if is_array(a) and a.ndim else numpy.min_scalar_type(a)


@composite("common_type")
def common_type(*arrays):
    return numpy.common_type(*(numpy.empty(0, arrays_only(a).dtype) for a in arrays))
