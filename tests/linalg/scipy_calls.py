"""Matrices for scipy.linalg's functions, and calls made in SciPy and in Numen.

The container, types, shapes and strides of the results agree, and warnings and errors; values are
the tests' to judge.
"""

import itertools
import warnings

import numpy
import pytest
import scipy.linalg

import numen.scipy.linalg
from numen.native import front

OURS, REAL = numen.scipy.linalg, scipy.linalg
TYPES = ("f4", "f8", "c8", "c16", "f2", "i1", "u2", "i4", "i8", "?")
STACKS = ((), (1,), (2, 3))
SIDES = ((1, 1), (2, 2), (5, 5), (9, 9), (5, 3), (3, 5), (26, 26), (40, 4))
LAYOUTS = {
    "C": lambda a: a,
    "Fortran": lambda a: numpy.asfortranarray(a),
    "every other": lambda a: numpy.repeat(numpy.repeat(a, 2, -1), 2, -2)[..., ::2, ::2],
    "backwards": lambda a: a[..., ::-1, ::-1].copy()[..., ::-1, ::-1],
}
rng = numpy.random.default_rng(5)


def general(dtype, *shape):
    found = rng.normal(size=shape) * 3
    if dtype == "?":
        return found > 0
    if numpy.dtype(dtype).kind == "c":
        found = found + 3j * rng.normal(size=shape)
    return (abs(found) if numpy.dtype(dtype).kind == "u" else found).astype(dtype)


def hermitian(dtype, *shape):
    a = general(dtype, *shape)
    if dtype == "?":
        return a | a.swapaxes(-1, -2)
    return (a + a.conj().swapaxes(-1, -2)).astype(dtype)


def positive(dtype, *shape):
    found = hermitian(dtype, *shape)
    ones = numpy.eye(shape[-1], dtype=found.dtype)
    return found | ones if dtype == "?" else (found + min(8 * shape[-1] + 24, 100) * ones).astype(
        dtype)


def adjoint(a):
    return a.conj().swapaxes(-1, -2)


def precision(*arrays):
    """A bound for errors relative to the norm, of matrices of order up to 70."""
    single = {"f", "F", "e"} & {numpy.asarray(a).dtype.char for a in arrays}
    return 1e-4 if single else 1e-12


def wide(a):
    """Our array or SciPy's for arithmetic that does not round."""
    a = numpy.array(a)
    return a.astype("c16" if a.dtype.kind == "c" else "f8")


def assert_near(found, wanted, bound):
    found, wanted = wide(found), wide(wanted)
    scale = abs(wanted).max(initial=1)  # the matrices' elements are about 1
    assert abs(found - wanted).max(initial=0) <= bound * scale


def assert_orthonormal(columns, bound):
    columns = wide(columns)
    product = adjoint(columns) @ columns
    assert abs(product - numpy.eye(product.shape[-1])).max(initial=0) <= bound


def flat(result):
    if isinstance(result, (tuple, list)):
        return [leaf for item in result for leaf in flat(item)]
    return [result]


def form(result):
    """What can be told without the values."""
    if isinstance(result, (tuple, list)):
        return type(result).__name__, [form(item) for item in result]
    if isinstance(result, numpy.ndarray):
        is_long = (numpy.array(result.shape) > 1) & (result.size > 0)
        return result.dtype, result.shape, tuple(numpy.array(result.strides)[is_long])
    return type(result)


def both(name, *args, quiet=False, native=True, **kwargs):
    """Numen's result and SciPy's, which agree in all but values."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        wanted = getattr(REAL, name)(*args, **kwargs)
    before = front.fallback_count()
    with warnings.catch_warnings(record=True) as ours:
        warnings.simplefilter("always")
        found = getattr(OURS, name)(*args, **kwargs)
    if native:
        assert front.fallback_count() == before
    if not quiet:
        assert [w.category for w in ours] == [w.category for w in said]
    assert form(found) == form(wanted)
    return found, wanted


def cases(make, *, square=False, types=TYPES):
    for dtype, stack, sides in itertools.product(types, STACKS, SIDES):
        if not square or sides[0] == sides[1] <= 30:
            yield make(dtype, *stack, *sides)
    for layout in LAYOUTS.values():
        yield layout(make("f8", 2, 4, 4))
        yield layout(make("c16", 6, 6))


def refuses(name, *args, **kwargs):
    """SciPy's error, in its words, and no fallback."""
    with pytest.raises(Exception) as wanted:
        getattr(REAL, name)(*args, **kwargs)
    before = front.fallback_count()
    with pytest.raises(type(wanted.value)) as found:
        getattr(OURS, name)(*args, **kwargs)
    assert str(found.value) == str(wanted.value) and front.fallback_count() == before
