"""Arrays as text: array2string, array_repr, array_str.

Rows of ordinary numbers under NumPy's ordinary settings are written here; numbers that need an
exponent, other types and other settings are NumPy's to write, on a plain view of the same memory.
"""

import functools
import math

import numpy

from ..native import front
from .registry import composite, own

_look = front.look

# NumPy's settings under which we write; the formatter of a context counts too.
_ordinary = numpy.get_printoptions()
_threshold, _edge, _width, _digits = 1000, 3, 75, 8
_is_usual = all(_ordinary.get(key) == value for key, value in {
    "threshold": _threshold, "edgeitems": _edge, "linewidth": _width, "precision": _digits,
    "floatmode": "maxprec", "suppress": False, "sign": "-", "formatter": None,
}.items())  # fmt: skip


def _is_ours_to_write(a):
    return (_is_usual and front.is_ours(a) and a.ndim > 0 and a.size > 0
            and a.dtype.char in "dlqihb?" and numpy.get_printoptions() == _ordinary)  # fmt: skip


def _corners(a):
    """The elements at both ends of each long axis."""
    for axis, length in enumerate(a.shape):
        if length > 2 * _edge:
            before = (slice(None),) * axis
            a = own.concatenate((a[(*before, slice(_edge))], a[(*before, slice(-_edge, None))]),
                                axis)  # fmt: skip
    return a


def _decimal(number):
    """The shortest digits that give the number back, at most `_digits` after the point."""
    text = repr(number)
    if len(text) - text.index(".") > _digits + 1:
        text = f"{number:.{_digits}f}".rstrip("0")
    elif text.endswith(".0"):
        text = text[:-1]
    return text


def _floats(numbers):
    """Texts of equal length with their points in one column; None if one needs an exponent."""
    sizes = [abs(x) for x in numbers if x]
    if sizes:
        most, least = max(sizes), min(sizes)
        if not most < 1e8 or least < 1e-4 or most / least > 1000:
            return None
    if not all(map(math.isfinite, numbers)):
        return None
    texts = [_decimal(x) for x in numbers]
    points = [text.index(".") for text in texts]
    left = max(points)
    right = max(len(text) - at for text, at in zip(texts, points))
    return [(" " * (left - at) + text).ljust(left + right) for text, at in zip(texts, points)]


def _words(a):
    """A text for each element, in C order; None if NumPy has to write them."""
    numbers = a.ravel().tolist()
    kind = a.dtype.kind
    if kind == "f":
        return _floats(numbers)
    if kind == "b":
        return [" True" if x else "False" for x in numbers]
    width = max(len(str(max(numbers))), len(str(min(numbers))))
    return [str(x).rjust(width) for x in numbers]


class _Page:
    """Where lines break. `long`: for each axis, whether its middle is left out."""

    def __init__(self, words, shape, long, separator, width):
        self.words = iter(words)
        self.shape, self.long, self.separator = shape, long, separator
        self.width = width
        self.closing = max(len(separator.rstrip()), 1)  # what stands after a word at least

    def text(self, axis, indent):
        """The axis in brackets; `indent` is what stands before its first element in a line."""
        if axis == len(self.shape) - 1:
            return "[" + self.row(axis, indent)[len(indent):] + "]"
        between = self.separator.rstrip() + "\n" * (len(self.shape) - axis - 1)
        parts = [indent + self.text(axis + 1, indent + " ") for _ in range(self.shape[axis])]
        if self.long[axis]:
            parts.insert(_edge, indent + "...")
        return "[" + between.join(parts)[len(indent):] + "]"

    def row(self, axis, indent):
        limit = self.width - axis - self.closing
        words = [next(self.words) for _ in range(self.shape[axis])]
        if self.long[axis]:
            words.insert(_edge, "...")
        lines, line = [], indent
        for word in words:
            if len(line) + len(word) > limit and len(line) > len(indent):
                lines.append(line.rstrip())
                line = indent
            line += word + self.separator
        lines.append(line[: len(line) - len(self.separator)])
        return "\n".join(lines)


def _written(a, shape, separator, prefix, width):
    """The text of an array of ours; None if NumPy has to write it.

    `shape` is the array's, which another thread may change meanwhile: what is written is a copy.
    """
    count = math.prod(shape)
    if count == 0:
        return None
    long = [count > _threshold and n > 2 * _edge for n in shape]
    part = _corners(a) if any(long) else own.array(a)
    if list(part.shape) != [2 * _edge if left_out else n for n, left_out in zip(shape, long)]:
        raise IndexError("the array got another shape while it was written")
    words = _words(part)
    if words is None:
        return None
    page = _Page(words, part.shape, long, separator, width)
    return page.text(0, " " * (len(prefix) + 1))


@functools.cache
def _notes_shapes():
    """Whether this NumPy says the shape of what it writes in part."""
    return "shape=" in numpy.array_repr(numpy.zeros(_threshold + 1, bool))


def _closed(text, shape):
    """The text of an array with its end: where a part is left out, that names the shape."""
    if math.prod(shape) <= _threshold or not _notes_shapes():
        return text + ")"
    text += ","
    note = f"shape={shape})"
    line = len(text) - (text.rfind("\n") + 1)
    return text + (" " if line + 1 + len(note) <= _width else "\n" + " " * len("array(")) + note


def _by_numpy(function, a, *args, **kwargs):
    return function(_look(a), *args, **kwargs)


@composite("array2string", hands_over=False)
def array2string(a, *args, **kwargs):
    if not args and not kwargs and _is_ours_to_write(a):
        text = _written(a, a.shape, " ", "", _width)
        if text is not None:
            return text
    return _by_numpy(numpy.array2string, a, *args, **kwargs)


@composite("array_str", hands_over=False)
def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    options = max_line_width, precision, suppress_small
    if all(o is None for o in options) and _is_ours_to_write(a):
        text = _written(a, a.shape, " ", "", _width)
        if text is not None:
            return text
    return _by_numpy(numpy.array_str, a, *options)


@composite("array_repr", hands_over=False)
def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    options = max_line_width, precision, suppress_small
    # Types that the text does not tell are noted at the end.
    plain = all(o is None for o in options) and _is_ours_to_write(arr)
    if plain and arr.dtype.char in "dl?":
        shape = arr.shape
        text = _written(arr, shape, ", ", "array(", _width - 1)
        if text is not None:
            return _closed("array(" + text, shape)
    return _by_numpy(numpy.array_repr, arr, *options)
