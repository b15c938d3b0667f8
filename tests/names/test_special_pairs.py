"""Infinities, NaNs and zeros beside each other: the two parts of a complex number, and one or two
numbers that a ufunc folds. Results and warnings are NumPy's, alone and in a row of nine.
"""

import warnings

import numpy
import pytest

import numen

SPECIALS = (numpy.inf, -numpy.inf, numpy.nan, 1.0, 0.0, -0.0, 0.5, -2.5)
UFUNCS = [name for name in dir(numpy) if isinstance(getattr(numpy, name), numpy.ufunc)]
UNARY = [name for name in UFUNCS if getattr(numpy, name).nin == 1]
BINARY = [name for name in UFUNCS if getattr(numpy, name).nin == 2
          and getattr(numpy, name).nout == 1 and getattr(numpy, name).signature is None]
# Which of two zeros is kept differs between NumPy's own loops.
KEEPS_ANY_ZERO = {"maximum", "minimum", "fmax", "fmin"}


def outcome(call, argument):
    """(what it gives, as arrays, or the name of its error; what it warns of)"""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            found = call(argument)
        except TypeError as error:
            found = type(error).__name__
    found = found if isinstance(found, tuple) else (found,)
    return list(map(numpy.asarray, found)), sorted({str(warning.message) for warning in caught})


def parts(array):
    return (array.real, array.imag) if array.dtype.kind == "c" else (array,)


def assert_alike(call, argument, compares_signs=True):
    """`call` of a module gives what it gives of NumPy: errors of last places apart."""
    wanted, told = outcome(lambda x: call(numpy, x), argument)
    given, said = outcome(lambda x: call(numen, x), numen.array(argument))
    assert said == told, argument
    assert [x.dtype for x in given] == [x.dtype for x in wanted], argument
    for mine, theirs in zip(given, wanted):
        if theirs.dtype.kind not in "fc":
            assert numpy.array_equal(mine, theirs), argument
            continue
        for one, other in zip(parts(mine), parts(theirs)):
            numbers = ~numpy.isnan(other)
            eps = 16 * numpy.finfo(other.dtype).eps
            numpy.testing.assert_allclose(one, other, rtol=eps, atol=eps, err_msg=str(argument))
            if compares_signs:
                assert numpy.array_equal(numpy.signbit(one[numbers]),
                                         numpy.signbit(other[numbers])), argument


@pytest.mark.parametrize("name", UNARY)
def test_numbers_of_two_parts(name):
    for dtype in "efdFD":
        values = [complex(x, y) for x in SPECIALS for y in SPECIALS] if dtype in "FD" else SPECIALS
        for value in values:
            for count in (1, 9):
                argument = numpy.full(count, value).astype(dtype)
                assert_alike(lambda np, x: getattr(np, name)(x), argument)


@pytest.mark.parametrize("name", BINARY)
def test_folds_of_one_and_two(name):
    for dtype in "efd":
        for x in SPECIALS:
            for pair in ([x], *([x, y] for y in SPECIALS)):
                assert_alike(lambda np, given: getattr(np, name).reduce(given),
                             numpy.array(pair, dtype), name not in KEEPS_ANY_ZERO)
