"""Compares what a variable is in NumPy's run with what it is in the judged run.

Nothing here may expose a managed array: only shape, dtype, strides and tobytes are read.
"""

import numpy

from .frozen import (FrozenArray, FrozenNumber, FrozenSequence, FrozenView, Opaque, freeze,
                     frozen_type)


def describe(value):
    """A short text of a value for reports."""
    text = repr(value).replace("\n", " ")
    return text if len(text) < 300 else text[:300] + "..."


def same_elements(expected, given, tolerance):
    """None if the elements agree, otherwise a sentence.

    expected: a FrozenArray; given: an array, or a number, of its type and shape.
    """
    dtype = expected.dtype
    if dtype.hasobject:
        same = expected.text == repr(given.tolist())  # repr: NaN is not equal to itself
        return None if same else f"is {describe(given)}, wanted {describe(expected)}"
    left, right = expected.bytes, given.tobytes()
    if left == right:
        return None
    if len(left) != len(right):
        return f"tobytes has {len(right)} bytes, wanted {len(left)}"
    if dtype.kind not in "fciub" or dtype.char in "gG":
        wanted = numpy.ndarray(expected.shape, dtype, left).tolist()
        same = repr(wanted) == repr(given.tolist())
        return None if same else f"is {describe(given)}, wanted {describe(expected)}"
    wanted, got = numpy.frombuffer(left, dtype), numpy.frombuffer(right, dtype)
    wrong = disagreements(wanted, got, tolerance)
    if not wrong.any():
        return None
    place = int(numpy.argmax(wrong))
    return (f"element {place} is {got[place]!r}, wanted {wanted[place]!r} "
            f"({int(wrong.sum())} of {wrong.size} differ, tolerance {tolerance})")


def disagreements(wanted, got, tolerance):
    """A boolean array: True where two flat arrays of one type disagree."""
    if wanted.dtype.kind == "c" and tolerance is None:
        real = f"{wanted.dtype.byteorder}f{wanted.dtype.itemsize // 2}"
        return disagreements(wanted.view(real), got.view(real), None).reshape(-1, 2).any(axis=1)
    both_nan = (wanted != wanted) & (got != got)
    if wanted.dtype.kind == "b":  # bytes other than 0 and 1 come from writes through a u1 view
        return (wanted.view("u1") != 0) != (got.view("u1") != 0)
    if tolerance is None:
        integers = f"{wanted.dtype.byteorder}u{wanted.dtype.itemsize}"
        return (wanted.view(integers) != got.view(integers)) & ~both_nan
    if tolerance.absolute == numpy.inf:
        return numpy.zeros(wanted.shape, bool)
    if wanted.dtype.kind not in "fc":
        return wanted != got
    with numpy.errstate(all="ignore"):
        wide = numpy.complex128 if wanted.dtype.kind == "c" else numpy.float64
        wanted, got = wanted.astype(wide), got.astype(wide)
        near = abs(wanted - got) <= tolerance.absolute + tolerance.relative * abs(wanted)
    return ~(near | (wanted == got) | both_nan)


def significant_strides(array):
    """Strides of the axes longer than one; () for empty arrays, where they mean nothing."""
    shape = array.shape
    if 0 in shape:
        return ()
    return tuple(step for step, length in zip(array.strides, shape) if length > 1)


def compare_arrays(expected, given, tolerance, strides):
    """None if an array agrees with a FrozenArray in dtype, shape, strides and values."""
    dtype, shape = given.dtype, given.shape
    if dtype is not expected.dtype and (
            dtype != expected.dtype or dtype.byteorder != expected.dtype.byteorder):
        return f"dtype is {dtype}, wanted {expected.dtype}"
    if shape != expected.shape:
        return f"shape is {shape}, wanted {expected.shape}"
    if strides and given.strides != expected.strides \
            and significant_strides(given) != significant_strides(expected):
        return f"strides are {given.strides}, wanted {expected.strides} (shape {shape})"
    if tolerance is not None and tolerance.absolute == numpy.inf:
        return None
    return same_elements(expected, given, tolerance)


def compare_values(expected, given, tolerance, is_array, strides=True):
    """None if any two values agree, otherwise a sentence.

    is_array: a function that recognises the judged module's arrays without touching them.
    """
    return compare_frozen(freeze(expected), given, tolerance, is_array, strides)


def compare_frozen(expected, given, tolerance, is_array, strides=True):
    """The same for an expected value that was frozen."""
    if type(expected) is FrozenArray:
        if not is_array(given):
            return f"is a {type(given).__name__}, wanted an array"
        return compare_arrays(expected, given, tolerance, strides)
    if is_array(given):
        return (f"is an array, wanted a {frozen_type(expected).__name__} "
                f"{describe(expected)}")
    if type(expected) is FrozenSequence:
        return compare_sequences(expected, given, tolerance, is_array, strides)
    if type(expected) is FrozenView:
        if not isinstance(given, memoryview) or given.format != expected.format:
            return f"is {describe(given)}, wanted {describe(expected)}"
        return compare_arrays(expected.array, numpy.asarray(given), tolerance, strides)
    if type(given) is not frozen_type(expected):
        return f"is {describe(given)} of {type(given)}, wanted {describe(expected)}"
    if type(expected) is FrozenNumber:
        number = given if isinstance(given, numpy.generic) else numpy.asarray(given)
        return compare_arrays(expected.array, number, tolerance, False)
    same = type(expected) is Opaque or given == expected
    return None if same else f"is {describe(given)}, wanted {describe(expected)}"


def compare_sequences(expected, given, tolerance, is_array, strides):
    """Lists and tuples, item by item."""
    if type(given) is not expected.kind or len(given) != len(expected.items):
        return f"is {describe(given)}, wanted {describe(expected)}"
    for position, pair in enumerate(zip(expected.items, given)):
        message = compare_frozen(*pair, tolerance, is_array, strides)
        if message:
            return f"[{position}] {message}"
    return None
