"""What values were at one moment: a reference is compared long after the program went on.

Nothing here keeps an array alive: NumPy refuses to resize an array that somebody else holds.
"""

from dataclasses import dataclass

import numpy

NUMBERS = (numpy.generic, float, complex)
PLAIN = (int, str, bytes, type(None), numpy.dtype)


@dataclass(slots=True)
class FrozenArray:
    """An array's type, layout and elements; of Python objects their text instead of addresses."""

    dtype: numpy.dtype
    shape: tuple
    strides: tuple
    bytes: bytes
    text: str

    def __repr__(self):
        return self.text or repr(numpy.ndarray(self.shape, self.dtype, self.bytes))


@dataclass(slots=True)
class FrozenSequence:
    """A list or a tuple, named tuples too."""

    kind: type
    items: tuple

    def __repr__(self):
        return f"{self.kind.__name__}{self.items}"


@dataclass(slots=True)
class FrozenNumber:
    """A scalar of NumPy, a float or a complex: compared by its bits."""

    kind: type
    array: FrozenArray

    def __repr__(self):
        return f"{self.kind.__name__}({self.array!r})"


@dataclass(slots=True)
class FrozenView:
    """A memoryview."""

    format: str
    array: FrozenArray


@dataclass(slots=True)
class Opaque:
    """Iterators, modules and the like have no value of their own, only a type."""

    kind: type


def freeze_array(array):
    """An array as it is now."""
    dtype = array.dtype
    if dtype.hasobject:
        return FrozenArray(dtype, array.shape, array.strides, b"", repr(array.tolist()))
    return FrozenArray(dtype, array.shape, array.strides, array.tobytes(), "")


def freeze(value):
    """Any value as it is now; whole numbers, texts and types stay what they are."""
    if isinstance(value, numpy.ndarray):
        return freeze_array(value)
    if isinstance(value, NUMBERS):
        # asarray makes one character of an empty text.
        number = value if isinstance(value, numpy.generic) else numpy.asarray(value)
        return FrozenNumber(type(value), freeze_array(number))
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, (tuple, list)):
        return FrozenSequence(type(value), tuple([freeze(item) for item in value]))
    if isinstance(value, memoryview):
        return FrozenView(value.format, freeze_array(numpy.asarray(value)))
    return Opaque(type(value))


def frozen_type(expected):
    """The type of what was frozen."""
    if isinstance(expected, (FrozenSequence, FrozenNumber, Opaque)):
        return expected.kind
    return memoryview if isinstance(expected, FrozenView) else type(expected)
