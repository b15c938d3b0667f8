"""Docstrings and signatures of native functions: NumPy's, for help() and inspect.signature.

A native function shows the text of the NumPy function it stands for. Libraries look at signatures
too: scipy.stats asks whether a statistic has an `axis`.
"""

import numpy

from .native import front

_PLAIN = (type(None), bool, int, float, str)
_VARARGS, _VARKEYWORDS = 4, 8  # of a code object's flags


class _NoValue(str):
    """What stands for numpy._NoValue in signatures: they are read from text, which holds no object
    but strings and numbers. Equal to it, and taken for it by the functions.
    """

    def __repr__(self):
        return "<no value>"

    def __eq__(self, other):
        return other is numpy._NoValue or other is self

    __hash__ = str.__hash__


NO_VALUE = _NoValue()
front.set_no_value(NO_VALUE, numpy._NoValue)


def _default(value):
    """A default as a signature in a docstring may hold it: `...` for what is no constant."""
    if value is numpy._NoValue:
        return "=numen.documentation.NO_VALUE"
    return "=" + (repr(value) if isinstance(value, _PLAIN) else "...")


def _signature(function):
    """The text "(a, axis=None)" of a function written in Python."""
    code, defaults = function.__code__, function.__defaults__ or ()
    names = code.co_varnames
    count, keywords = code.co_argcount, code.co_kwonlyargcount
    required = count - len(defaults)
    parts = []
    for i, name in enumerate(names[:count]):
        parts.append(name + (_default(defaults[i - required]) if i >= required else ""))
        if i + 1 == code.co_posonlyargcount:
            parts.append("/")
    rest = count + keywords
    if code.co_flags & _VARARGS:
        parts.append("*" + names[rest])
        rest += 1
    elif keywords:
        parts.append("*")
    only = function.__kwdefaults__ or {}
    parts += [name + (_default(only[name]) if name in only else "")
              for name in names[count:count + keywords]]
    if code.co_flags & _VARKEYWORDS:
        parts.append("**" + names[rest])
    return f"({', '.join(parts)})"


def document(native, original):
    """Gives a native function the docstring and the signature of NumPy's `original`."""
    implementation = getattr(original, "_implementation", original)
    signature = getattr(implementation, "__text_signature__", None)
    if hasattr(implementation, "__code__"):
        signature = _signature(implementation)
    elif hasattr(original, "__signature__"):
        signature = str(original.__signature__).replace("=<no value>", _default(numpy._NoValue))
    text = original.__doc__ or ""
    if signature is not None:
        text = f"{native.__name__.rpartition('.')[2]}{signature}\n--\n\n{text}"
    front.document(native, text)
