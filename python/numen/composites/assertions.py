"""The checks of numpy.testing, computed by our functions.

What holds is found out here; what does not is NumPy's to report, in its words.
"""

import operator

import numpy

from ..native import front
from .registry import Handover, composite, is_array, own

_numbers = (bool, int, float, complex, numpy.number, numpy.bool, list, tuple)


def _pair(one, other):
    """Both as arrays of numbers, of shapes that a comparison takes."""
    arrays = []
    for value in (one, other):
        if not is_array(value) and not isinstance(value, _numbers):
            raise Handover
        value = own.asarray(value)
        if not is_array(value) or value.dtype.kind not in "biufc":
            raise Handover
        arrays.append(value)
    one, other = arrays
    if one.shape != other.shape and one.shape != () and other.shape != ():
        raise Handover
    return one, other


def _expect(holds):
    if not holds:
        raise Handover


def _no_more(strict, one, other):
    if strict and (one.shape != other.shape or one.dtype != other.dtype):
        raise Handover


@composite("testing.assert_array_equal")
def assert_array_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    one, other = _pair(actual, desired)
    _no_more(strict, one, other)
    _expect(own.all(own.equal(one, other)) or _same_with_nans(one, other))


def _same_with_nans(one, other):
    if one.dtype.kind not in "fc" or other.dtype.kind not in "fc":
        return False
    equal = own.equal(one, other)
    return own.all(own.logical_or(equal, own.logical_and(one != one, other != other)))


def _close(one, other, rtol, atol, equal_nan):
    found = own.isclose._composed(one, other, rtol, atol, equal_nan)
    return own.all(found)


@composite("testing.assert_allclose")
def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True,
                    *, strict=False):  # fmt: skip
    one, other = _pair(actual, desired)
    _no_more(strict, one, other)
    f"{rtol:g}{atol:g}"  # as NumPy does beforehand: arrays are refused
    _expect(_close(one, other, rtol, atol, equal_nan))


@composite("testing.assert_array_almost_equal")
def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    one, other = _pair(actual, desired)
    "%d" % decimal  # as NumPy does beforehand: arrays are refused
    other = own.asarray(other, numpy.result_type(other.dtype, 1.0))
    # Infinities and NaNs have to stand at the same places: NumPy looks where there are some.
    _expect(own.all(own.isfinite(one)) and own.all(own.isfinite(other)))
    _expect(own.all(own.absolute(one - other) < 1.5 * 10.0 ** (-decimal)))


@composite("testing.assert_array_less")
def assert_array_less(x, y, err_msg="", verbose=True, *, strict=False):
    one, other = _pair(x, y)
    _no_more(strict, one, other)
    _expect(own.all(own.less(one, other)))


def _either_is_array(one, other):
    if not is_array(one) and not is_array(other):
        raise Handover


@composite("testing.assert_array_compare")
def assert_array_compare(comparison, x, y, err_msg="", verbose=True, header="", precision=6,
                         equal_nan=True, equal_inf=True, *, strict=False,
                         names=("ACTUAL", "DESIRED")):  # fmt: skip
    if not isinstance(comparison, (numpy.ufunc, front.ufunc, type(operator.eq))):
        raise Handover  # NumPy calls it, and shall be the only one
    one, other = _pair(x, y)
    _no_more(strict, one, other)
    # NaNs and infinities are not compared where they stand at the same places.
    _expect(one.size and other.size and own.all(own.isfinite(one)) and own.all(own.isfinite(other)))
    _expect(own.all(comparison(one, other)))


@composite("testing.assert_equal")
def assert_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    _either_is_array(actual, desired)
    assert_array_equal._composed(actual, desired, err_msg, verbose, strict=strict)


@composite("testing.assert_almost_equal")
def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    _either_is_array(actual, desired)
    assert_array_almost_equal._composed(actual, desired, decimal, err_msg, verbose)


@composite("testing.assert_approx_equal")
def assert_approx_equal(actual, desired, significant=7, err_msg="", verbose=True):
    one, other = float(actual), float(desired)
    if one == other:
        return
    mean = 0.5 * (abs(one) + abs(other))
    _expect(0 < mean < numpy.inf)
    scale = 10.0 ** float(own.floor(own.log10(mean)))
    _expect(abs(other / scale - one / scale) < 10.0 ** (1 - significant))


@composite("testing.assert_array_almost_equal_nulp")
def assert_array_almost_equal_nulp(x, y, nulp=1):
    one, other = _pair(x, y)
    if one.dtype.kind != "f" or other.dtype.kind != "f":
        raise Handover
    larger = own.maximum(own.absolute(one), own.absolute(other))
    _expect(own.all(own.absolute(one - other) <= nulp * own.spacing(larger)))


def _in_steps(x, dtype):
    """Floats as integers that count from one representable number to the next."""
    x = own.array(x, dtype).reshape(1, *x.shape)
    x[own.isnan(x)] = numpy.nan
    steps = x.view(f"i{dtype.itemsize}")
    negative = steps < 0
    if negative.any():
        steps[negative] = numpy.iinfo(steps.dtype).min - steps[negative]
    return steps


@composite("testing.assert_array_max_ulp")
def assert_array_max_ulp(a, b, maxulp=1, dtype=None):
    one, other = _pair(a, b)
    if one.shape != other.shape or "c" in one.dtype.kind + other.dtype.kind:
        raise Handover
    if dtype is not None:
        one, other = own.asarray(one, dtype), own.asarray(other, dtype)
    common = numpy.dtype(own.common_type(one, other))
    apart = _in_steps(one, common) - _in_steps(other, common)
    apart = own.absolute(apart.astype(common))
    _expect((apart <= maxulp).all())
    return apart
