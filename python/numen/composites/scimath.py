"""Functions that go over to complex numbers where the real ones end."""

import numpy

from .registry import Handover, composite, ours, own

_singles = frozenset("fbhBHF")


def _numbers(x):
    x = ours(x)
    if x.dtype.kind not in "biufc":
        raise Handover
    return x


def _complex(x):
    return x.astype(numpy.complex64 if x.dtype.char in _singles else numpy.complex128)


def _below_zero(x):
    """Whether an element is a negative real number."""
    kind = x.dtype.kind
    if kind in "bu":
        return False
    below = own.less(x, 0)  # NumPy compares the complex numbers, and warns of their NaN
    if kind == "c":
        below = own.logical_and(x.imag == 0, below)
    return own.any(below)


def _not_negative(x):
    x = _numbers(x)
    return _complex(x) if _below_zero(x) else x


def _within_one(x):
    x = _numbers(x)
    far = own.absolute(x) > 1
    if x.dtype.kind == "c":
        far = own.logical_and(x.imag == 0, far)
    return _complex(x) if own.any(far) else x


def _both(name):
    return composite("emath." + name, "lib.scimath." + name)


@_both("sqrt")
def sqrt(x):
    return own.sqrt(_not_negative(x))


@_both("log")
def log(x):
    return own.log(_not_negative(x))


@_both("log10")
def log10(x):
    return own.log10(_not_negative(x))


@_both("log2")
def log2(x):
    return own.log2(_not_negative(x))


@_both("logn")
def logn(n, x):
    x, n = _not_negative(x), _not_negative(n)
    return own.log(x) / own.log(n)


@_both("power")
def power(x, p):
    x, p = _not_negative(x), _numbers(p)
    return own.power(x, p * 1.0 if _below_zero(p) else p)


@_both("arccos")
def arccos(x):
    return own.arccos(_within_one(x))


@_both("arcsin")
def arcsin(x):
    return own.arcsin(_within_one(x))


@_both("arctanh")
def arctanh(x):
    return own.arctanh(_within_one(x))
