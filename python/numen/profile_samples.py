"""What the samples of a profile found the program at: its own lines, libraries, imports.

Samples are taken where CPython looks for signals: at calls and at the ends of loops. What lies
between in a loop is found at its end, and charged to the loop as a whole. A call of C code that
holds up the interpreter is found at its end: it is the library's whose function it is.
"""

import dis
import functools
import os
from typing import NamedTuple

from .hook import is_standard
from .source import library_called

_package_folder = os.path.dirname(os.path.abspath(__file__)) + os.sep


class Sample(NamedTuple):
    """Seconds of one kind at one line of the user's."""

    kind: str  # "python", "library", "importing"
    name: str  # of the library, or what is imported
    lines: tuple | None  # the first and the last of a loop at whose end Python code was found
    place: tuple | None  # (file, line)
    seconds: float
    count: int


def named(samples):
    """Sample objects of the rows that front.watched() gives, the longest first."""
    found = {}
    for is_importing, label, code, offset, seconds, count, is_held_up in samples:
        place, lines = (None, None) if code is None else place_and_lines(code, offset)
        if is_importing:
            kind, name = "importing", label.partition(".")[0]
        elif label is None:
            called = library_called(code, offset) if is_held_up and code is not None else None
            kind, name = ("library", called) if called else ("python", "")
        else:
            kind, name = "library", library(label)
        key = kind, name, lines if kind == "python" else None, place
        before = found.get(key, (0.0, 0))
        found[key] = before[0] + seconds, before[1] + count
    made = [Sample(*key, *totals) for key, totals in found.items()]
    return sorted(made, key=lambda sample: -sample.seconds)


@functools.lru_cache(4096)
def library(file):
    """The name of the package or module that a file belongs to.

    >>> library(os.__file__), library(dis.__file__), library(__file__)
    ('os', 'dis', 'numen')
    """
    path = os.path.abspath(file)
    if path.startswith(_package_folder):
        return "numen"
    for folder in ("site-packages", "dist-packages"):
        inside = path.rpartition(os.sep + folder + os.sep)[2]
        if inside != path:
            return os.path.splitext(inside.split(os.sep)[0])[0]
    if is_standard(path):
        parts = os.path.relpath(path, os.path.dirname(os.__file__)).split(os.sep)
        return os.path.splitext(parts[0])[0]
    while os.path.exists(os.path.join(os.path.dirname(path), "__init__.py")):
        path = os.path.dirname(path)
    return os.path.splitext(os.path.basename(path))[0]


def place_and_lines(code, offset):
    """((file, line), lines) of an instruction; `lines` are a loop's where the instruction ends one,
    else None."""
    return _place_and_lines(code.co_filename, code, offset)


@functools.lru_cache(4096)
def _place_and_lines(file, code, offset):
    """The same; code objects of two files may be equal."""
    instructions = list(dis.get_instructions(code))
    line, lines = code.co_firstlineno, None
    for instruction in instructions:
        if instruction.offset > offset:
            break
        number = _line(instruction)
        if number is not None:
            line = number
        if instruction.offset == offset and "JUMP_BACKWARD" in instruction.opname:
            inside = [_line(other) for other in instructions
                      if instruction.argval <= other.offset <= offset]
            numbers = [number for number in inside if number is not None]
            line = min(numbers, default=line)
            lines = line, max(numbers, default=line)
    return (file, line), lines


def _line(instruction):
    positions = getattr(instruction, "positions", None)
    return positions.lineno if positions is not None else None
