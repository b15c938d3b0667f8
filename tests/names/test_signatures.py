"""The signatures that inspect shows are NumPy's, for every public name, and may be passed on."""

import inspect
import operator

import numpy
import pytest

import numen

MODULES = """numpy numpy.linalg numpy.fft numpy.random numpy.ma numpy.testing numpy.char
numpy.strings numpy.emath numpy.rec numpy.lib.array_utils numpy.lib.npyio numpy.lib.format
numpy.lib.scimath numpy.lib.stride_tricks numpy.polynomial.polynomial""".split()


def names():
    for module in MODULES:
        path = module.partition(".")[2]
        found = operator.attrgetter(path)(numpy) if path else numpy
        for name in dir(found):
            member = getattr(found, name)
            if not name.startswith("_") and callable(member) and not isinstance(member, type):
                yield f"{path}.{name}" if path else name


@pytest.mark.parametrize("name", names())
def test_signature(name):
    try:
        expected = inspect.signature(operator.attrgetter(name)(numpy))
    except ValueError:
        return  # NumPy has none to show
    found = inspect.signature(operator.attrgetter(name)(numen))
    assert str(found) == str(expected)
    assert found == expected


@pytest.mark.parametrize("name", "sum prod max min mean std var any all argmax argmin".split())
def test_defaults_may_be_passed_on(name):
    """What wrappers do: bind the arguments, fill in the defaults, call."""
    function, a = getattr(numen, name), numen.arange(6.0).reshape(2, 3)
    bound = inspect.signature(function).bind(a)
    bound.apply_defaults()
    assert function(*bound.args, **bound.kwargs) == getattr(numpy, name)(numpy.asarray(a))


def test_defaults_of_clip_may_be_passed_on():
    bound = inspect.signature(numen.clip).bind([1, 2, 3], 1, 2)
    bound.apply_defaults()
    assert numen.clip(*bound.args, **bound.kwargs).tolist() == [1, 2, 2]
