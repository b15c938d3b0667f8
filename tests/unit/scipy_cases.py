"""Calls of the C++ library's functions of scipy.linalg with what SciPy answers to them."""

import itertools
import warnings

import numpy as np
import scipy.linalg

from .library_cases import hermitian, matrices
from .numpy_cases import NAMES, RELATIVE, Case, values

FLOATS = ("float32", "float64", "complex64", "complex128")
# SciPy's results lie in the order that LAPACK left; ours lie in C order.
LAID_OUT_IN_C_ORDER = {
    "scipy.solve", "scipy.inv", "solve_triangular", "solve_banded", "cho_factor", "cho_solve",
    "lu_factor", "lu_solve", "lu", "ldl", "toeplitz", "hankel", "circulant", "block_diag",
    "hadamard"}
# As in numen/structure.h.
STRUCTURES = (None, "general", "diagonal", "tridiagonal", "banded", "upper triangular",
              "lower triangular", "positive definite", "symmetric", "hermitian")
TRANSPOSITIONS = {(ord("N"),): "N", (ord("T"),): "T", (ord("C"),): "C"}


def quiet(function):
    """SciPy warns of ill-conditioned matrices, which C++ says nothing of."""
    def call(*given):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return function(*given)
    return call


def right_sides(dtype, *shape):
    return matrices(dtype, *shape, 3)[..., 0].copy(), matrices(dtype, *shape, 2)


def structured(dtype, structure, n):
    a = matrices(dtype, n, n)
    if structure == "diagonal":
        return a * np.eye(n, dtype=dtype)
    if structure == "tridiagonal":
        return np.triu(np.tril(a, 1), -1)
    if structure == "upper triangular":
        return np.triu(a)
    if structure == "lower triangular":
        return np.tril(a)
    if structure in ("positive definite", "hermitian"):
        return hermitian(dtype, n, n)
    return a + a.T if structure == "symmetric" else a


@quiet
def solution(a, b, structure, lower):
    return scipy.linalg.solve(a, b, assume_a=STRUCTURES[structure[0]], lower=bool(lower[0]))


@quiet
def inverse(a, structure, lower):
    name = STRUCTURES[structure[0]]
    name = {"positive definite": "pos", "symmetric": "sym", "hermitian": "her",
            "general": "gen"}.get(name, name)
    return scipy.linalg.inv(a, assume_a=name, lower=bool(lower[0]))


def system_cases():
    for dtype, (number, structure), lower in itertools.product(
            FLOATS, enumerate(STRUCTURES), (0, 1)):
        a = structured(dtype, structure, 4)
        for b in right_sides(dtype, 4):
            if structure != "banded":
                yield Case("scipy.solve", [a, b, (number,), (lower,)], solution, RELATIVE)
        if structure not in ("banded", "tridiagonal"):
            yield Case("scipy.inv", [a, (number,), (lower,)], inverse, RELATIVE)
    for dtype, op, lower, unit in itertools.product(FLOATS, TRANSPOSITIONS, (0, 1), (0, 1)):
        a = matrices(dtype, 4, 4)
        for b in right_sides(dtype, 4):
            yield Case("solve_triangular", [a, b, op, (lower,), (unit,)], triangular, RELATIVE)
        stack = matrices(dtype, 3, 4, 4)
        yield Case("solve_triangular", [stack, right_sides(dtype, 3, 4)[1], op, (lower,), (unit,)],
                   triangular, RELATIVE)
    for dtype, (lower, upper) in itertools.product(FLOATS, ((0, 0), (1, 1), (2, 1), (0, 3))):
        bands = matrices(dtype, lower + upper + 1, 6) / 8
        bands[upper] += 4
        for b in right_sides(dtype, 6):
            yield Case("solve_banded", [(lower, upper), bands, b],
                       lambda n, ab, b: scipy.linalg.solve_banded(n, ab, b), RELATIVE)
    for bad in (np.zeros((2, 2)), np.full((2, 2), np.nan), np.ones((2, 3))):
        yield Case("scipy.solve", [bad, np.ones(2), (0,), (0,)], solution)
        yield Case("scipy.inv", [bad, (0,), (0,)], inverse)
        yield Case("solve_triangular", [bad, np.ones(2), (ord("N"),), (0,), (0,)], triangular)
    yield Case("scipy.solve", [np.eye(2), np.ones(3), (0,), (0,)], solution)
    yield Case("scipy.solve", [-np.eye(2), np.ones(2), (7,), (0,)], solution)
    yield Case("solve_banded", [(1, 1), np.ones((2, 4)), np.ones(4)], scipy.linalg.solve_banded)
    yield Case("solve_banded", [(0, 0), np.zeros((1, 4)), np.ones(4)], scipy.linalg.solve_banded)


def triangular(a, b, op, lower, unit):
    return scipy.linalg.solve_triangular(a, b, TRANSPOSITIONS[op], bool(lower[0]), bool(unit[0]))


def factor_cases():
    def factors(h, lower):
        return scipy.linalg.cho_factor(h, bool(lower[0]))

    for dtype, lower, layout in itertools.product((*FLOATS, "int64"), (0, 1), "cf"):
        h, a = hermitian(dtype, 4, 4), matrices(dtype, 4, 4)
        yield Case("cho_factor", [h, (lower,)], factors, RELATIVE, layout)
        for b in right_sides(dtype, 4):
            yield Case("cho_solve", [h, b, (lower,)],
                       lambda h, b, n: scipy.linalg.cho_solve(factors(h, n), b), RELATIVE, layout)
            for op in TRANSPOSITIONS:
                number = "NTC".index(TRANSPOSITIONS[op])
                yield Case("lu_solve", [a, b, op], lambda a, b, op, number=number:
                           scipy.linalg.lu_solve(scipy.linalg.lu_factor(a), b, number),
                           RELATIVE, layout)
        for shape in ((4, 4), (5, 3), (3, 5), (2, 3, 4)):
            b = matrices(dtype, *shape)[..., ::-1, :].copy()
            yield Case("lu", [b, (lower,)], lambda a, n: scipy.linalg.lu(
                a, p_indices=bool(n[0])), RELATIVE, layout)
            if lower == 0:
                yield Case("lu_factor", [b], scipy.linalg.lu_factor, RELATIVE, layout)
        for is_hermitian in (0, 1):
            indefinite = (h if is_hermitian else a + a.T) - 4 * np.eye(4, dtype=dtype)
            yield Case("ldl", [indefinite, (lower,), (is_hermitian,)],
                       lambda a, n, m: scipy.linalg.ldl(a, bool(n[0]), bool(m[0])), RELATIVE,
                       layout)
    b = matrices("float64", 3, 4, 4)[:, ::-1].copy()
    yield Case("lu_solve", [b, right_sides("float64", 3, 4)[1], (ord("N"),)], lambda a, b, _:
               scipy.linalg.lu_solve(scipy.linalg.lu_factor(a), b), RELATIVE)
    yield Case("cho_factor", [-np.eye(2), (0,)], factors)
    for name in ("cho_factor", "ldl", "lu"):
        flags = [(0,)] * (2 if name == "ldl" else 1)
        yield Case(name, [np.full((2, 2), np.inf), *flags],
                   lambda a, *_, name=name: getattr(scipy.linalg, name)(a))
    yield Case("ldl", [np.ones((2, 3)), (1,), (1,)], lambda a, *_: scipy.linalg.ldl(a))


def special_cases():
    for dtype, layout in itertools.product(NAMES, "cr"):
        c, r = values(dtype, 5, seed=2), values(dtype, 4, seed=3)
        for name in ("toeplitz", "hankel"):
            yield Case(name, [c], getattr(scipy.linalg, name), 0, layout)
            yield Case(name, [c, r], getattr(scipy.linalg, name), 0, layout)
        yield Case("circulant", [c], scipy.linalg.circulant, 0, layout)
        yield Case("block_diag", [c, r.reshape(2, 2), c[:1].reshape(())],
                   scipy.linalg.block_diag, 0, layout)
    c, r = np.arange(6.0).reshape(2, 3), np.arange(4, dtype="float32").reshape(2, 2)
    yield Case("toeplitz", [c, r], scipy.linalg.toeplitz)
    yield Case("circulant", [c], scipy.linalg.circulant)
    for name in ("toeplitz", "hankel"):
        yield Case(name, [np.arange(3), np.arange(2.0)], getattr(scipy.linalg, name))
    yield Case("block_diag", [np.ones((0, 2)), np.ones((2, 1), "int8")], scipy.linalg.block_diag)
    for n in (1, 2, 8, 0, 3, -2):
        yield Case("hadamard", [(n,)], lambda n: scipy.linalg.hadamard(n[0]))
    yield Case("hadamard", [(4,), np.zeros(1, "complex64")],
               lambda n, like: scipy.linalg.hadamard(n[0], like.dtype))


def all_cases():
    """Every case there is."""
    return [*system_cases(), *factor_cases(), *special_cases()]
