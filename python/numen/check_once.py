"""Which calls `numen run --check` makes once only, in Numen.

A second call would read on in a file, use up an iterator, write a file again, or run code of the
program, which may print or count.
"""

import enum
import functools
import os
import sys
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType

import numpy

from .check_copies import ATOMS, holds_atoms
from .hook import is_user_file
from .native import front

WRITERS = frozenset(("save", "savez", "savez_compressed", "savetxt", ".tofile", ".dump"))
READERS = frozenset(("load", "loadtxt", "genfromtxt", "fromfile", "fromregex"))
# They write into an operand; others that would are known by NumPy's refusal.
IN_PLACE = frozenset(("assignment", "copyto", "put", "place", "putmask", "fill_diagonal",
                      "put_along_axis", ".sort", ".partition", ".fill", ".put"))  # fmt: skip
# Most arguments: neither used up nor the program's.
PLAIN = ATOMS | {slice, type(...), BuiltinFunctionType, front.NativeFunction, numpy.ufunc}
# Where callables that are no functions keep what they call.
CALLED = ("func", "__func__", "pyfunc", "py_func", "__wrapped__")


def runs_once(name, args, kwargs):
    """Whether a call with these arguments has effects beside its result and its arrays."""
    if name in WRITERS:
        return True
    if name in READERS and any(map(_is_pipe, (*args, *kwargs.values()))):
        return True
    if name == "indexing":  # whatever the elements are, none of them is asked for anything
        return _has_effects(args[1:])
    return _has_effects(args) or _has_effects(kwargs)


def may_write(name, kwargs):
    """Whether a call is known to write into its operands."""
    is_in_place = name in IN_PLACE or name.endswith((" in place", ".at"))
    return is_in_place or kwargs.get("out") is not None


def _is_pipe(path):
    return isinstance(path, (str, os.PathLike)) and os.path.exists(path) and \
        not os.path.isfile(path)  # fmt: skip


def _has_effects(x):
    kind = type(x)
    if kind is front.managed:  # which a question for its class would expose
        return False
    if kind is numpy.ndarray:
        return x.dtype.kind == "O" and any(map(_is_of_program, set(map(type, x.flat))))
    if kind in PLAIN or isinstance(x, (enum.Enum, numpy.generic, numpy.dtype)):
        return False
    if isinstance(x, type):
        return _is_of_program(x)
    if isinstance(x, (list, tuple)) and not _is_of_program(kind):
        return not holds_atoms(x) and any(map(_has_effects, x))
    if kind is dict:
        return any(map(_has_effects, x.values()))
    if isinstance(x, Iterator) or hasattr(x, "read") or hasattr(x, "write"):
        return True
    return _is_programs_function(x) if callable(x) else _is_of_program(kind)


def _is_programs_function(x):
    if isinstance(x, FunctionType):
        return is_user_file(x.__code__.co_filename)
    inner = [getattr(x, name, None) for name in CALLED]
    return _is_of_program(type(x)) or any(
        _is_programs_function(f) for f in inner if callable(f) and f is not x)


@functools.lru_cache
def _is_of_program(kind):
    """Whether values of this class run code of the program when NumPy computes with them."""
    return any(map(_has_code_of_program, kind.__mro__))


def _has_code_of_program(kind):
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    is_programs = kind.__module__ == "__main__" or (isinstance(file, str) and is_user_file(file))
    # Those that namedtuple makes say that they are the program's, and have no code of its.
    return is_programs and not hasattr(kind, "_make")
