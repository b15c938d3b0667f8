"""Every name of numpy.linalg: native, over all types, stacks of any shape, broadcast operands.

What has one answer is compared with NumPy's: type, shape, strides, values, warnings, errors. Of
vectors with free signs the parts that have none are (tests/names compares what they rebuild).
"""

import itertools

import numpy
import pytest

import numen
from tests.names.agreement import LAYOUTS, assert_agrees, managed

TYPES = ("f4", "f8", "c8", "c16", "i1", "u2", "i8", "?")
STACKS = ((), (1,), (7,), (2, 3), (0,), (3, 0, 2), (2, 1, 4))
ORDERS = (0, 1, 2, 3, 5, 9, 17)
rng = numpy.random.default_rng(11)


def matrices(dtype, *shape):
    """Far from singular: noise beside a diagonal that outweighs it."""
    noise = rng.normal(size=shape) / 4
    if numpy.dtype(dtype).kind == "c":
        noise = noise + 1j * rng.normal(size=shape) / 4
    if numpy.dtype(dtype).kind == "u":
        noise = abs(noise)
    scale = 3 if numpy.dtype(dtype).kind in "fc" else 12 if dtype != "?" else 1
    diagonal = numpy.eye(*shape[-2:]) * (1 + numpy.arange(shape[-1]) % 5)
    return ((noise + diagonal) * scale).astype(dtype)


def hermitian(dtype, *shape):
    a = matrices(dtype, *shape)
    return (a | a.swapaxes(-1, -2)) if dtype == "?" else (
        a + a.conj().swapaxes(-1, -2)).astype(dtype)


def positive(dtype, *shape):
    found = hermitian(dtype, *shape)
    return found if dtype == "?" else (
        found + 8 * numpy.eye(shape[-1], dtype=found.dtype)).astype(dtype)


def tolerance(*arrays):
    return 3e-6 if numpy.result_type(*arrays).char in "fF" else 1e-11


def every_stack(make, *sides):
    for dtype, stack in itertools.product(TYPES, STACKS):
        yield make(dtype, *stack, *sides)


# Functions of one matrix, with what they are asked of and with which arguments.
OF_ONE = {
    "inv": (matrices, [()]),
    "det": (matrices, [()]),
    "slogdet": (matrices, [()]),
    "cholesky": (positive, [()]),
    "eigvalsh": (hermitian, [(), ("U",)]),
    "svdvals": (matrices, [()]),
    "matrix_power": (matrices, [(0,), (3,), (-2,)]),
    "matrix_rank": (matrices, [()]),
    "cond": (matrices, [(), (1,), ("fro",), (-2,)]),
    "pinv": (matrices, [()]),
    "norm": (matrices, [(None, (-2, -1)), (2, (-2, -1)), (1, (-2, -1)), ("nuc", (-2, -1))]),
    "matrix_norm": (matrices, [()]),
    "vector_norm": (matrices, [()]),
    "trace": (matrices, [()]),
    "diagonal": (matrices, [()]),
    "matrix_transpose": (matrices, [()]),
}


# NumPy's own refusals of empty stacks and of types are part of the agreement.
@pytest.mark.parametrize("n", ORDERS)
@pytest.mark.parametrize("name", OF_ONE)
def test_of_one_stack(name, n):
    make, calls = OF_ONE[name]
    for a in every_stack(make, n, n):
        if singular_for(name, a):
            continue
        for arguments in calls:
            assert_agrees("linalg." + name, a, *arguments, tolerance=tolerance(a),
                          layouts=("contiguous", "strided"), native=is_native(name, a, arguments))


def singular_for(name, a):
    """Matrices of booleans may be singular, where last digits decide what is said."""
    return a.dtype == "?" and name in ("inv", "cond", "pinv", "matrix_rank", "cholesky", "slogdet",
                                       "matrix_power", "det")


def is_native(name, a, arguments):
    """Not what is NumPy's: conditions and ranks of nothing."""
    return a.size > 0 and a.dtype != "?"


@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (1, 4), (12, 2), (0, 3), (3, 0)])
@pytest.mark.parametrize("name", ["svdvals", "pinv", "matrix_rank", "matrix_norm"])
def test_of_rectangles(name, shape):
    for a in every_stack(matrices, *shape):
        if a.dtype != "?":
            assert_agrees("linalg." + name, a, tolerance=tolerance(a),
                          layouts=("contiguous", "fortran"), native=a.size > 0)


PAIRS = [((), ()), ((4,), (4,)), ((2, 3), (3,)), ((1,), (5,)), ((3, 1), (1, 4)), ((0,), (1,)),
         ((2,), ())]


@pytest.mark.parametrize("stacks", PAIRS)
@pytest.mark.parametrize("n", [1, 3, 6, 20])
def test_solve_broadcasts(n, stacks):
    for left, right in itertools.product(TYPES[:-1], repeat=2):
        a = matrices(left, *stacks[0], n, n)
        for k in (1, 2):
            b = matrices(right, *stacks[1], n, k)
            assert_agrees("linalg.solve", a, b, tolerance=tolerance(a, b),
                          layouts=("contiguous", "managed"))
        b = matrices(right, n, 1)[:, 0]
        assert_agrees("linalg.solve", a, b, tolerance=tolerance(a, b), layouts=("contiguous",))


@pytest.mark.parametrize("stacks", PAIRS)
@pytest.mark.parametrize("name", ["matmul", "vecdot"])
def test_products_broadcast(name, stacks):
    for left, right in itertools.product(TYPES, repeat=2):
        a, b = matrices(left, *stacks[0], 4, 3), matrices(right, *stacks[1], 3, 4)
        if name == "vecdot":
            b = numpy.ascontiguousarray(b.swapaxes(-1, -2))
        assert_agrees("linalg." + name, a, b, tolerance=tolerance(a, b), layouts=("contiguous",))


def same_facts(name, a, *arguments, parts):
    """Type, shape and strides of every part are NumPy's, in every layout."""
    for layout in LAYOUTS:
        given = managed(a) if layout == "managed" else numen.asarray(a)
        found = getattr(numen.linalg, name)(given, *arguments)
        wanted = getattr(numpy.linalg, name)(a, *arguments)
        for part in parts:
            one, other = getattr(found, part), getattr(wanted, part)
            assert (one.dtype, one.shape) == (other.dtype, other.shape), (name, a.shape, part)
        assert type(found).__name__ == type(wanted).__name__


@pytest.mark.parametrize("n", ORDERS)
@pytest.mark.parametrize("name, make, parts", [
    ("qr", matrices, ("Q", "R")), ("svd", matrices, ("U", "S", "Vh")),
    ("eigh", hermitian, ("eigenvalues", "eigenvectors")),
    ("eig", hermitian, ("eigenvalues", "eigenvectors")),
])
def test_named_results(name, make, parts, n):
    for a in every_stack(make, n, n):
        if a.dtype != "?" or name != "eig":  # whose equal eigenvalues may come as complex pairs
            same_facts(name, a, parts=parts)


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_general_eigenvalues(n):
    for dtype, stack in itertools.product(TYPES[:-1], STACKS):
        a = matrices(dtype, *stack, n, n)
        found = numpy.asarray(numen.linalg.eigvals(numen.array(a)))
        wanted = numpy.linalg.eigvals(a)
        assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
        bound = 1e-4 if dtype in ("f4", "c8") else 1e-11
        one, other = numpy.sort_complex(found), numpy.sort_complex(wanted)
        assert abs(one - other).max(initial=0) <= bound * abs(wanted).max(initial=1)


def test_the_rest():
    a, b = matrices("f8", 2, 3, 6), matrices("f8", 6, 4)
    assert_agrees("linalg.multi_dot", [a[0], b, matrices("f8", 4, 5)], tolerance=1e-12)
    assert_agrees("linalg.tensordot", a, b, axes=1, tolerance=1e-12)
    assert_agrees("linalg.outer", b[:, 0], b[:, 1], tolerance=1e-12)
    assert_agrees("linalg.cross", b[:3].T, b[3:].T, tolerance=1e-12)
    square = matrices("f8", 6, 6)
    assert_agrees("linalg.tensorsolve", square.reshape(6, 2, 3), b[:, 0], tolerance=1e-12)
    assert_agrees("linalg.tensorinv", square.reshape(6, 2, 3), ind=1, tolerance=1e-12)
    assert_agrees("linalg.lstsq", square[:, :4], b, tolerance=1e-11)
    assert numen.linalg.LinAlgError is numpy.linalg.LinAlgError


def test_none_falls_back():
    kinds = numen.coverage()
    names = [name for name in numpy.linalg.__all__ if name != "LinAlgError"]
    assert len(names) == 31
    assert {name for name in names if kinds["linalg." + name] == "fallback"} == set()
