"""How a composite is declared, and what it may call.

`own` holds the native functions and the composites declared so far. Arrays of other libraries
(anything with its own __array_function__: masked arrays, matrices, users' subclasses) are handed
over to NumPy's function, as a counted fallback.
"""

import operator
from collections import deque
from types import ModuleType

import numpy

from ..native import front

composites = {}
facades = {}
own = ModuleType("numen.composites.own")
own.linalg = ModuleType("numen.composites.own.linalg")

_reals = frozenset((int, float, bool, numpy.float64))
# What may be converted though NumPy's function may convert it again: that is not noticed.
_plain_kinds = frozenset((numpy.ndarray, list, tuple, int, float, complex, bool, range,
                          deque, *set(numpy.sctypeDict.values())))  # fmt: skip
_is_ours = front.is_ours
_most_places = 1 << 48  # of which twice the number is still far from overflowing


def _enter(name, function):
    owner, _, last = name.rpartition(".")
    holder = own
    for part in filter(None, owner.split(".")):
        if not hasattr(holder, part):
            setattr(holder, part, ModuleType(f"{holder.__name__}.{part}"))
        holder = getattr(holder, part)
    setattr(holder, last, function)


def _module_of(name):
    """Where the function of that name says it lives: where NumPy's does, or in Numen."""
    if name.startswith("fft."):  # which NumPy imports when it is asked for
        return "numpy.fft"
    try:
        return operator.attrgetter(name)(numpy).__module__ or "numpy"
    except AttributeError:
        return ".".join(["numen", *name.split(".")[:-1]])


for _name, _function in front.functions.items():
    _enter(_name, _function)
    if isinstance(_function, type(len)):
        _function.__module__ = _module_of(_name)


Handover = front.Handover  # an argument is another library's array: NumPy's function decides

# What a composite refuses, NumPy is asked about: it refuses in its own words.
_handed_over = (Handover, TypeError, ValueError, IndexError, AttributeError)
# These call what the user passed in, which must not be called twice.
_calling = frozenset(
    "apply_along_axis apply_over_axes fromfunction piecewise frompyfunc fromiter mask_indices"
    .split())


def is_number(x):
    """Whether `x` is a real number of Python's or NumPy's, and of no class derived from them."""
    return type(x) in _reals


def integer(x):
    """`x` as an int. Handed over is what NumPy calculates with in another way: what only has an
    __index__, numbers of its other types, which overflow, and such as fit no array.
    """
    if isinstance(x, (int, numpy.intp)) and -_most_places < x < _most_places:
        return operator.index(x)
    raise Handover


def is_list(x):
    return type(x) is list or type(x) is tuple


def array(x):
    """`x` as an array of ours, or NumPy's own for its dtypes (object, strings, dates ...).

    Objects of users' classes are handed over as they are. They may answer NumPy's functions
    themselves, wrap the results, have attributes that NumPy's function asks for first, and give
    something else the next time; which of that happens is NumPy's function to decide.
    """
    if _is_ours(x):
        return x
    if type(x) not in _plain_kinds:
        raise Handover
    result = own.asarray(x)
    if not result.dtype.isnative:  # only NumPy keeps the order of bytes
        raise Handover
    return result


def arrays_only(x):
    """`array(x)`; numbers and lists are handed over: NumPy's function asks for attributes."""
    if not _is_ours(x) and not hasattr(x, "dtype"):
        raise Handover
    return array(x)


def ours(x):
    """`x` as an array of ours; what only NumPy's own dtypes can hold is handed over."""
    if _is_ours(x):
        return x
    if type(x) not in _plain_kinds:
        raise Handover
    result = own.asarray(x)
    if not _is_ours(result):
        raise Handover
    return result


def plain(x):
    """`x` as it is; objects of users' classes are handed over, as by `array`."""
    if not _is_ours(x) and type(x) not in _plain_kinds:
        raise Handover
    return x


def target(x):
    """The array that a function writes into."""
    if _is_ours(x):
        return x
    raise Handover


_WRITEABLE, _WARNS = 0x400, 1 << 31  # NumPy's flags; the second of np.broadcast_arrays' pieces


def is_plainly_writeable(a):
    """Whether a write is no error and warns of nothing; `a.flags.writeable` warns by itself."""
    return a.flags.num & (_WRITEABLE | _WARNS) == _WRITEABLE


def dtype_of(wanted):
    """numpy.dtype(wanted), which does not survive a list of fields that changes meanwhile.

    Bytes are handed over: NumPy warns of an old name for them.
    """
    found = front.read_type(wanted)
    if found.kind == "S":
        raise Handover
    return found


def element_type(wanted):
    """The dtype that an argument names; what NumPy alone understands is handed over."""
    if isinstance(wanted, type) and issubclass(wanted, numpy.dtype):
        raise Handover
    return dtype_of(wanted)


def is_array(x):
    """Whether `x` is an array; looking does not expose a managed one."""
    return type(x) is front.managed or isinstance(x, numpy.ndarray)


# When warnings of a composite go out: Told in call/reporting.h.
_AT_ONCE, _HELD, _NEVER = range(3)


def composite(*names, hands_over=True, is_silent=False):
    """Declare a function as Numen's version of the NumPy functions `names`.

    What it refuses NumPy is asked about, unless `hands_over` is False; what it warned of by then
    is forgotten. `is_silent`: NumPy's function looks at no floating-point error.
    """

    def declare(function):
        original = operator.attrgetter(names[0])(numpy)
        fallback = front.Fallback(names[0], original)
        handed = (Handover,) if names[0] in _calling or not hands_over else _handed_over
        told = _NEVER if is_silent else _HELD if handed is _handed_over else _AT_ONCE
        call = front.Composite(names[0], function, original, fallback, handed, told)
        for name in names:
            if name not in front.functions:
                composites[name] = call
                _enter(name, call)
        return call

    return declare
