"""One call in NumPy and in Numen: are types, shapes, layouts, values, errors and warnings equal?"""

import operator
import warnings

import numpy
import scipy

import numen
from numen.native import front
from tests.fuzz.comparison import significant_strides

# How an array argument lies in memory, and in which of Numen's two states it comes.
LAYOUTS = ("contiguous", "strided", "reversed", "fortran", "managed")


def laid_out(array, layout):
    """A copy of a NumPy array with the same values, laid out in memory as asked."""
    if layout == "strided" and array.ndim:
        wide = numpy.zeros((*array.shape[:-1], 2 * array.shape[-1]), array.dtype)
        wide[..., ::2] = array
        return wide[..., ::2]
    if layout == "reversed" and array.ndim:
        return array[::-1].copy()[::-1]
    return array.copy(order="F" if layout == "fortran" else "C")


def given_to(np, argument, layout):
    """The argument with its arrays (inside lists and tuples too) as `np` gets them."""
    if isinstance(argument, (list, tuple)):
        return type(argument)(given_to(np, item, layout) for item in argument)
    if type(argument) is not numpy.ndarray:
        return argument
    array = laid_out(argument, layout)
    if np in (numpy, scipy):
        return array
    return front.wrap(array) if layout != "managed" else managed(array)


def managed(array):
    threshold = front.managed_threshold()
    front.set_managed_threshold(0)
    try:
        return numen.array(array)
    finally:
        front.set_managed_threshold(threshold)


def outcome(np, name, args, kwargs, layout):
    """What the call gives: ("value" | type of error, result | text, warnings)."""
    function = operator.attrgetter(name)(np)
    args = given_to(np, args, layout)
    kwargs = {key: given_to(np, value, layout) for key, value in kwargs.items()}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = "value", function(*args, **kwargs)
        except Exception as error:
            result = type(error), str(error)
    arrays = [item for item in (*args, *kwargs.values()) if hasattr(item, "strides")]
    return *result, [(item.category, str(item.message)) for item in caught], arrays


def differences(given, wanted, tolerance, path="result"):
    """Yields what differs between two results, looking into tuples, lists and dicts."""
    if isinstance(wanted, (tuple, list)):
        if type(given).__name__ != type(wanted).__name__ or len(given) != len(wanted):
            yield f"{path} is {type(given)} of {given!r}, wanted {type(wanted)}"
            return
        for i, (one, other) in enumerate(zip(given, wanted)):
            yield from differences(one, other, tolerance, f"{path}[{i}]")
    elif type(wanted) is numpy.ndarray:
        if type(given) not in (front.ndarray, front.managed, numpy.ndarray):
            yield f"{path} is a {type(given)}, wanted an array"
            return
        for attribute in ("dtype", "shape", "strides"):
            one, other = getattr(given, attribute), getattr(wanted, attribute)
            if attribute == "strides" and one != other:  # along no or one step they mean nothing
                one, other = significant_strides(given), significant_strides(wanted)
            if one != other:
                yield f"{path}.{attribute} is {one}, wanted {other}"
                return
        yield from different_values(numpy.asarray(given), wanted, tolerance, path)
    elif isinstance(wanted, numpy.generic):
        if type(given) is not type(wanted):
            yield f"{path} is a {type(given)}, wanted {type(wanted)}"
        else:
            yield from different_values(numpy.asarray(given), numpy.asarray(wanted), tolerance,
                                        path)
    elif isinstance(wanted, float) and type(given) is type(wanted):
        yield from different_values(numpy.asarray(given), numpy.asarray(wanted), tolerance, path)
    elif type(given) is not type(wanted) or (
            given != wanted and (given == given or wanted == wanted)):  # NaN is no difference
        yield f"{path} is {given!r}, wanted {wanted!r}"


def different_values(given, wanted, tolerance, path):
    inexact = wanted.dtype.kind in "fc"
    if tolerance and inexact:
        scale = numpy.abs(wanted[numpy.isfinite(wanted)]).max(initial=0)
        same = numpy.allclose(given, wanted, rtol=tolerance, atol=tolerance * scale,
                              equal_nan=True)
    else:
        same = numpy.array_equal(given, wanted, equal_nan=inexact)
        if same and inexact:  # zeros have signs
            zeros = wanted == 0
            same = numpy.array_equal(numpy.signbit(given.real[zeros]),
                                     numpy.signbit(wanted.real[zeros]))
    if not same:
        yield f"{path} is {given!r}, wanted {wanted!r}"


def assert_agrees(name, *args, tolerance=0.0, layouts=LAYOUTS, native=True,
                  libraries=(numpy, numen), **kwargs):
    """The call agrees with NumPy's (or SciPy's) in every layout of its array arguments.

    tolerance: of floating values, relative to the largest; 0 asks for equal bits.
    native: nothing in the call may fall back to NumPy.
    """
    for layout in layouts:
        wanted = outcome(libraries[0], name, args, kwargs, layout)
        before = front.fallback_count()
        given = outcome(libraries[1], name, args, kwargs, layout)
        fell_back = front.fallback_count() - before
        found = disagreement(given, wanted, tolerance)
        if not found and native and fell_back and wanted[0] == "value":
            found = f"{fell_back} fallbacks"
        # The finding first: a line of pytest's summary shows it.
        assert not found, f"{found} <- {name}{args}{kwargs or ''}, {layout}"


def disagreement(given, wanted, tolerance):
    """The first difference between two outcomes as one line; empty if there is none."""
    kind, result, warned, arguments = wanted
    if given[0] != kind:
        found = [f"{given[0]} {given[1]!r}, wanted {kind} {result!r}"]
    elif kind == "value":
        found = list(differences(given[1], result, tolerance))
    else:
        found = [f"said {given[1]!r}, wanted {result!r}"] if given[1] != result else []
    if given[2] != warned:
        found.append(f"warned {given[2]}, wanted {warned}")
    for one, other in zip(given[3], arguments):  # what the call did to its arguments
        found += differences(one, other, tolerance, "argument")
    return " ".join(found[0].split()) if found else ""


def axis_options(array):
    """The keywords axis and keepdims of a reduction, for every axis of an array."""
    yield {}
    for axis in range(-array.ndim, array.ndim):
        yield {"axis": axis}
    yield {"keepdims": True}
    if array.ndim > 1:
        yield {"axis": (0, 1)}
        yield {"axis": (1, 0), "keepdims": True}
        yield {"axis": 1, "keepdims": True}
