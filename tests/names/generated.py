"""Calls of any function, made from its signature: what a parameter may be is decided by its name.

`calls(name, row)` gives the function's arguments: each kind of array with the plainest of all other
arguments, then each candidate of each parameter, then pairs of optional parameters. A row of
calls_table.py replaces the candidates of the parameters that mean something else in its function.
A candidate that is a function gets the array which the call is about.
"""

import inspect
import itertools
import operator

import numpy

from .market import CUBE, EMPTY, HALF, INTS, MATRIX, POINT, SQUARE, VECTOR, frozen

NOT_A_NUMBER = MATRIX.copy()
NOT_A_NUMBER[1, 2] = NOT_A_NUMBER[2, 0] = numpy.nan

# One infinity each: where two meet, the order of a sum decides about its warnings.
SPECIAL = numpy.array([1.0, numpy.nan, -0.0, numpy.inf, 1e300])
INFINITE = numpy.array([1.0, -numpy.inf, 0.5, 1e300])

# The kinds of arrays that every function meets, the plainest first.
ARRAYS = [
    MATRIX, VECTOR, INTS, CUBE, POINT, EMPTY, MATRIX.astype("f4"), MATRIX > 0, INTS.astype("u1"),
    INTS.astype("i2"), MATRIX + 1j * MATRIX[::-1], SPECIAL, INFINITE, NOT_A_NUMBER, HALF, SQUARE,
    MATRIX.astype("c8"), numpy.array(3), numpy.empty(0, int), frozen(VECTOR), [1.5, 2, -3],
    [[1, 2], [3, 4]], 7, 2.5, True, 1 + 2j, numpy.float32(1.5), numpy.arange(4, dtype="u8")]
# Those with which each candidate of each parameter is tried.
SOME = [MATRIX, VECTOR, INTS, POINT, EMPTY, CUBE.astype("f4"), NOT_A_NUMBER, [[1, 2], [3, 4]]]


def mask(a):
    """True and False in turn, in a's shape."""
    a = numpy.asarray(a)
    return (numpy.arange(a.size) % 3 > 0).reshape(a.shape)


def partners(a):
    """Second operands: of the same shape, numbers, what broadcasts, other types, what does not."""
    a = numpy.asarray(a)
    return [a[::-1].copy() if a.ndim else a, 2, 1.5, True, a[-1].copy() if a.size and a.ndim else 3,
            (a % 9).astype("f4") if a.dtype.kind != "c" else a.astype("c8"), numpy.ones(7), [1, 2,
    3],
            numpy.array([1j]), numpy.ones(a.shape, "i2")]


def weights(a):
    a = numpy.asarray(a)
    return [numpy.arange(1.0, 1 + a.size).reshape(a.shape), numpy.ones(a.shape[-1:]), [1, 2]]


AXES = (0, -1, 1, None, (0, 1), 5)
COMMON = {
    "axis": AXES, "axes": AXES, "keepdims": (True, False), "dtype": ("f4", "f8", "i4", "c16"),
    "where": lambda a: [mask(a), numpy.atleast_1d(mask(a))[..., -1:], False], "initial": (2, -0.5,
    300),
    "ddof": (1, 0.5, 100), "correction": (1,), "mean": lambda a: [numpy.mean(a, keepdims=True)],
    "order": ("C", "F", "A", "K"), "kind": ("stable", "quicksort"), "stable": (True,),
    "decimals": (1, -1), "casting": ("same_kind", "safe", "no", "unsafe"),
    "subok": (True, False), "copy": (True, False), "device": ("cpu", "gpu"), "like": (),
    "rtol": (0.1, 0), "atol": (0.5, 0), "equal_nan": (True,), "overwrite_input": (False,),
    "k": (1, -1, 0), "offset": (1, -1), "axis1": (0, 1), "axis2": (1, 0), "mode": (),
    "assume_unique": (True,), "invert": (True,), "return_indices": (True,),
    "return_index": (True,), "return_inverse": (True,), "return_counts": (True,),
    "weights": weights, "b": partners, "x2": partners, "a2": partners, "ar2": partners,
    "n": (3, 0), "num": (5, 1), "endpoint": (False,), "v": partners, "M": (5, 1, 0, 2.5),
    "args": (), "kwargs": (), "rcond": (0.1,), "upper": (True,), "max_work": (0,),
}

# Of functions that do not tell theirs.
SIGNATURES = {"fromstring": inspect.signature(
    lambda string, dtype=float, count=-1, *, sep: None)}


def is_ufunc(name):
    return isinstance(operator.attrgetter(name)(numpy), numpy.ufunc)


def parameters(name):
    """The names of the parameters: (required positional, optional positional, keywords)."""
    function = operator.attrgetter(name)(numpy)
    if is_ufunc(name):
        # axes= and signature= are of loops over cores; tests/ops/test_ufunc_objects.py has them.
        return (["x1", "x2"][:function.nin], [], ["out", "where", "dtype", "casting", "order"])
    found = SIGNATURES[name] if name in SIGNATURES else inspect.signature(function)
    found = found.parameters.values()
    several = [p.name for p in found if p.kind is p.VAR_POSITIONAL]
    required = [p.name for p in found if p.default is p.empty and p.kind < p.VAR_POSITIONAL]
    optional = [p.name for p in found if p.default is not p.empty and p.kind is p.POSITIONAL_ONLY]
    keywords = [p.name for p in found if p.default is not p.empty
                and p.kind is not p.POSITIONAL_ONLY and p.name not in optional]
    keywords += [p.name for p in found if p.default is p.empty and p.kind is p.KEYWORD_ONLY]
    return required + several, optional, keywords


def candidates(parameter, row, array):
    found = row[parameter] if parameter in row else COMMON[parameter]
    return list(found(array) if callable(found) else found)


def outputs(name, args, kwargs):
    """Arrays for out=: what fits, of other types, of another shape."""
    with numpy.errstate(all="ignore"):
        try:
            result = operator.attrgetter(name)(numpy)(*args, **kwargs)
        except Exception:
            return [numpy.zeros(3)]
    if isinstance(result, tuple):
        return [tuple(numpy.zeros(part.shape, part.dtype) for part in result)]
    result = numpy.asarray(result)
    return [numpy.zeros(result.shape, result.dtype), numpy.zeros(result.shape, "f8"),
            numpy.zeros(result.shape, "i2"), numpy.zeros(result.shape + (2,), result.dtype)]


def calls(name, row):
    """Yields (args, kwargs): every array, then every candidate, then pairs of keywords."""
    required, optional, keywords = parameters(name)
    arrays, some = row.get("arrays", ARRAYS), row.get("some", row.get("arrays", SOME))
    if not required:
        arrays, some = [None], [None]
    for array in arrays:
        for args in positional(required, row, array):
            yield args, {}
    for array in some:
        args = next(iter(positional(required, row, array)))
        for args in positional(required + optional, row, array) if optional else ():
            yield args, {}
        for keyword in keywords:
            for value in values_of(name, keyword, row, array, args):
                yield args, defined(name, {keyword: value}, args)
    for array in some[:3]:
        args = next(iter(positional(required, row, array)))
        for one, other in itertools.combinations(keywords, 2):
            first = values_of(name, one, row, array, args)[:2]
            for value in first:
                for second in values_of(name, other, row, array, args, {one: value})[:2]:
                    yield args, defined(name, {one: value, other: second}, args)


def defined(name, kwargs, args):
    """The same call; of a ufunc with where= and without out=, whose result has undefined elements,
    one with out=."""
    if "where" not in kwargs or "out" in kwargs or not is_ufunc(name):
        return kwargs
    return kwargs | {"out": outputs(name, args, kwargs)[0]}


def values_of(name, keyword, row, array, args, kwargs=None):
    if keyword == "out" and "out" not in row:
        return outputs(name, args, kwargs or {})
    return candidates(keyword, row, array)


def positional(required, row, array):
    """The tuples of positional arguments: the array, and each candidate of each that follows."""
    if not required:
        return [()]
    others = [candidates(parameter, row, array) for parameter in required[1:]]
    others = [values for values in others if values]
    first = row["first"](array) if "first" in row else array
    plain = (first, *(values[0] for values in others))
    found = [plain]
    for at, values in enumerate(others, 1):
        found += [(*plain[:at], value, *plain[at + 1:]) for value in values[1:]]
    return found
