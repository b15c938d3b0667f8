"""help() and inspect.signature of Numen's functions say what they say of NumPy's."""

import doctest
import inspect

import numpy
import pytest

import numen
from numen import documentation
from numen.native import front


def functions():
    for owner in ("", "linalg", "fft"):
        real = getattr(numpy, owner) if owner else numpy
        for name in sorted(real.__all__):
            function = getattr(real, name)
            if callable(function) and not isinstance(function, type):
                yield f"{owner}.{name}".strip("."), function


FUNCTIONS = dict(functions())
# One function under two names, one with a docstring of its own, one whose docstring in NumPy
# SciPy adds to when it is imported.
OTHERWISE = {"linalg.matrix_transpose", "frompyfunc", "sinc"}


def found(key):
    owner, _, name = key.rpartition(".")
    return getattr(getattr(numen, owner) if owner else numen, name)


def parameters(function):
    """Names and kinds, and those defaults that are numbers, texts or None."""
    try:
        signature = inspect.signature(function)
    except ValueError:
        return None
    return [(p.name, p.kind, p.default is inspect.Parameter.empty,
             p.default if type(p.default) in (bool, int, float, str, type(None)) else ...)
            for p in signature.parameters.values()]


@pytest.mark.parametrize("key", FUNCTIONS)
def test_signature(key):
    wanted = parameters(FUNCTIONS[key])
    if wanted is not None:
        assert parameters(found(key)) == wanted


@pytest.mark.parametrize("key", sorted(FUNCTIONS.keys() - OTHERWISE))
def test_docstring(key):
    wanted = FUNCTIONS[key].__doc__
    if wanted:
        text = (found(key).__doc__ or "").partition(documentation.TITLE)[0]  # see test_help.py
        assert inspect.cleandoc(text) == inspect.cleandoc(wanted)


# What Numen adds to NumPy's names.
OWN = (numen.coverage, numen.evaluate, numen.explain, numen.memory.statistics,
       numen.memory.trim)


@pytest.mark.parametrize("function", OWN)
def test_examples_of_our_own_names(function):
    test = doctest.DocTestFinder().find(function, globs={"numen": numen})[0]
    assert test.examples
    front.force_deferral(True)  # pytest's own warning filters stop it
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0
    front.set_deferral(True)


def test_there_are_many():
    assert len(FUNCTIONS) > 400
    assert sum(parameters(function) is not None for function in FUNCTIONS.values()) > 380
