"""Numbers that are none of Python's or NumPy's, in the place of every argument of every name.

What NumPy takes by `__index__`, by `__float__`, as an object or not at all is taken so here, and
what such an object raises reaches the program: a StopIteration is an end to no loop.
"""

import decimal
import fractions
import operator
import warnings

import numpy
import pytest

import numen

from .generated import calls, is_ufunc
from .test_native_names import NAMES, row_of

# Which type a list is converted to first, that of its items or of the other argument, shows in the
# error for an item that gives an array by a method, and for nothing else.
LISTS_ASIDE = {"bincount", "correlate", "dot", "inner", "searchsorted"}
NOT_CALLED = {"empty", "empty_like", "lib.stride_tricks.as_strided"}


def number(name, *methods):
    """A class whose objects give a number by these methods only."""
    def giving(self, *args, **kwargs):
        return self.number

    def __init__(self, value):
        self.number = (float if "__float__" in methods else int)(value)

    body = {method: giving for method in methods} | {"__init__": __init__}
    body["__repr__"] = lambda self: name
    return type(name, (), body)


def stopping(name, *methods):
    def stop(self, *args, **kwargs):
        raise StopIteration("enough")

    return type(name, (), {method: stop for method in methods} | {
        "__init__": lambda self, value: None, "__repr__": lambda self: name})  # fmt: skip


class Given:
    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return "Given"

    def __array__(self, dtype=None, copy=None):
        return numpy.array(self.value, dtype)


KINDS = {
    "index": number("Index", "__index__"), "float": number("Float", "__float__"),
    "int": number("Int", "__int__"), "array": Given,
    "fraction": lambda value: fractions.Fraction(int(value), 1), "decimal": lambda value:
        decimal.Decimal(int(value)), "array of no axes": numpy.array,
    "stopping index": stopping("Stopping", "__index__"), "stopping float": stopping(
        "Stopping", "__float__"), "stopping array": stopping("Stopping", "__array__"),
    "stopping truth": stopping("Stopping", "__bool__"), "stopping length": stopping(
        "Stopping", "__len__", "__getitem__"), "stopping": stopping("Stopping", *(
            f"__{word}__" for word in "index float int array bool len iter getitem".split())),
}  # fmt: skip


def result(found):
    if isinstance(found, (tuple, list)):
        return type(found).__name__, [result(item) for item in found]
    if hasattr(found, "strides"):
        array = numpy.asarray(found)
        items = array.ravel().tolist() if array.dtype == object else ()
        return str(array.dtype), array.shape, [result(item) for item in items]
    return type(found).__name__


def outcome(np, name, args, kwargs):
    args = [x.copy() if isinstance(x, numpy.ndarray) else x for x in args]
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return result(operator.attrgetter(name)(np)(*args, **kwargs))
        except Exception as error:
            return type(error).__name__, " ".join(str(error).split())


def with_odd(args, kwargs, make, lists):
    """The call with each number in turn, alone and in a sequence, made odd."""
    def variants(value):
        if type(value) in (int, float):
            if abs(value) < 2**31:
                yield make(value)
        elif lists and type(value) in (list, tuple) and value and type(value[0]) in (int, float):
            yield type(value)((make(value[0]), *value[1:]))

    for at, value in enumerate(args):
        for odd in variants(value):
            yield (*args[:at], odd, *args[at + 1:]), kwargs
    for key, value in kwargs.items():
        for odd in variants(value):
            yield args, {**kwargs, key: odd}


def shown(call):
    args, kwargs = call
    return f"{args} {kwargs}"


def single_calls(name):
    """A call for each number in the place of each parameter."""
    seen = set()
    for args, kwargs in calls(name, row_of(name)):
        if len(kwargs) > 1:
            return
        places = {(at, type(x)) for at, x in enumerate(args)
                  if type(x) in (int, float, list, tuple)}
        places |= {(key, type(x)) for key, x in kwargs.items()}
        if not places <= seen:
            seen |= places
            yield args, kwargs


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NOT_CALLED])
def test_odd_numbers(name):
    wrong = []
    for args, kwargs in single_calls(name):
        for kind, make in KINDS.items():
            for call in with_odd(args, kwargs, make, name not in LISTS_ASIDE):
                wanted, given = (outcome(np, name, *call) for np in (numpy, numen))
                if given != wanted:
                    wrong.append(f"{name}: {kind} {shown(call)}: wanted {wanted}, given {given}")
    assert not wrong, "\n".join(wrong)
