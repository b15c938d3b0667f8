"""Operators between an array and an object of a class that knows part of the protocols: who
answers, and what the array makes of an object that declined."""

import operator

import numpy
import pytest

import numen
from numen.native import front

OPERATORS = [getattr(operator, name) for name in (
    "add sub mul truediv floordiv mod pow matmul and_ or_ xor lshift rshift lt le gt ge eq ne"
).split()] + [divmod]  # fmt: skip
IN_PLACE = [getattr(operator, "i" + name) for name in
            "add sub mul truediv floordiv mod pow and or xor lshift rshift".split()]
METHODS = "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift divmod".split()

EXTRAS = {
    "nothing more": {},
    "priority": {"__array_priority__": 1000.0},
    "low priority": {"__array_priority__": -1e7},
    "no ufuncs": {"__array_ufunc__": None},
    "array": {"__array__": lambda self, dtype=None, copy=None: numpy.arange(3.0)},
    "array and priority": {
        "__array__": lambda self, dtype=None, copy=None: numpy.arange(3.0),
        "__array_priority__": 11.0,
    },
}


def answering(name):
    return lambda self, other: (name, type(other).__name__)


def declining(name):
    """Answers for numbers only, as a unit that arrays are to be filled with does."""
    def method(self, other):
        return (name, type(other).__name__) if numpy.isscalar(other) else NotImplemented

    return method


def operand(parts, extra, base):
    make = declining if "declining" in parts else answering
    members = {"__hash__": object.__hash__, "__repr__": lambda self: "operand"}
    if "forward" in parts:
        members |= {f"__{name}__": make(name) for name in METHODS}
    if "reflected" in parts:
        members |= {f"__r{name}__": make(f"r{name}") for name in METHODS}
    if "compared" in parts:
        members |= {f"__{name}__": make(name) for name in "lt le gt ge eq ne".split()}
    return type("Operand", (base,), members | EXTRAS[extra])()


def told(function, *operands):
    try:
        result = function(*operands)
    except Exception as error:
        return type(error).__name__
    if isinstance(result, numpy.ndarray):
        return result.dtype.str, result.shape, repr(result.tolist())
    return repr(result)


@pytest.fixture(params=[0, 1 << 62], ids=["managed", "exposed"])
def own_ones(request):
    old = front.managed_threshold()
    front.set_managed_threshold(request.param)
    yield lambda dtype: numen.ones(3, dtype) * 1
    front.set_managed_threshold(old)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("base", [object, float], ids=["object", "float"])
@pytest.mark.parametrize("extra", EXTRAS)
@pytest.mark.parametrize("parts", [
    "forward", "reflected", "forward reflected", "forward declining",
    "forward reflected compared declining", "compared", "none",
])  # fmt: skip
def test_answers_are_those_of_numpys_arrays(own_ones, parts, extra, base):
    other = operand(parts, extra, base)
    for dtype in ("f8", "i8"):
        for function in OPERATORS:
            theirs, ours = numpy.ones(3, dtype), own_ones(dtype)
            assert told(function, ours, other) == told(function, theirs, other), function
            assert told(function, other, ours) == told(function, other, theirs), function
        for function in IN_PLACE:
            expected = told(function, numpy.ones(3, dtype), other)
            assert told(function, own_ones(dtype), other) == expected, function
        expected = told(operator.contains, numpy.ones(3, dtype), other)
        assert told(operator.contains, own_ones(dtype), other) == expected
