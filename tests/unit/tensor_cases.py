"""Calls of the C++ library's norms and of what numpy.linalg multiplies and takes apart, with what
NumPy answers to them."""

import itertools

import numpy as np

from .library_cases import MATRIX_TYPES, hermitian, matrices
from .numpy_cases import RELATIVE, Case, finite, values

# Of these NumPy's results have the layouts that its way to them left; ours lie in C order.
LAID_OUT_IN_C_ORDER = {"cond", "tensorsolve", "tensorinv", "matrix_power", "norm", "matrix_norm",
                       "vector_norm", "cross", "vecdot", "kron", "linalg.outer", "linalg.matmul",
                       "tensordot", "multi_dot", "trace", "einsum"}
# caller.cpp reads names as lists of a letter.
FROBENIUS, NUCLEAR = (ord("f"),), (ord("n"),)
NAMES = {FROBENIUS: "fro", NUCLEAR: "nuc"}
POWERS = (0.0, 1.0, 2.0, 3.0, -1.0, np.inf, -np.inf)


def norm_of(a, axis, keeps, order=None):
    if order is not None:
        order = NAMES.get(order, order)
    axis = None if not axis else axis[0] if len(axis) == 1 else axis
    return np.linalg.norm(a, order, axis, bool(keeps[0]))


def norm_cases():
    for dtype, layout, keeps in itertools.product((*MATRIX_TYPES, "float16"), "cf", (0, 1)):
        a, b = matrices(dtype, 3, 4), matrices(dtype, 2, 3, 4)
        matrix_orders = (FROBENIUS, NUCLEAR, 1.0, -1.0, 2.0, -2.0, np.inf, -np.inf)
        for order in matrix_orders:
            yield Case("norm", [a, (), (keeps,), order], norm_of, RELATIVE, layout)
            for axis in ((0, 1), (2, 0), (-1, -3)):
                yield Case("norm", [b, axis, (keeps,), order], norm_of, RELATIVE, layout)
            yield Case("matrix_norm", [b, order, (keeps,)], lambda x, order, keeps:
                       np.linalg.matrix_norm(x, ord=NAMES.get(order, order),
                                             keepdims=bool(keeps[0])), RELATIVE, layout)
        for order in POWERS:
            yield Case("norm", [a[0], (), (keeps,), order], norm_of, RELATIVE, layout)
            yield Case("norm", [b, (1,), (keeps,), order], norm_of, RELATIVE, layout)
            for axis in ((), (0,), (-1, 0)):
                yield Case("vector_norm", [b, axis, (keeps,), order], lambda x, axis, keeps, order:
                           np.linalg.vector_norm(x, axis=axis or None, ord=order,
                                                 keepdims=bool(keeps[0])), RELATIVE, layout)
    a, empty = np.ones((2, 3)), np.ones((2, 0))
    for order in (*POWERS, FROBENIUS, NUCLEAR):
        for shape, axis in itertools.product(((2, 0), (0, 3), (0, 0)), ((), (0,), (1,), (0, 1))):
            if order != 0.0 or len(axis) == 1:
                yield Case("norm", [np.ones(shape), axis, (0,), order], norm_of, RELATIVE)
        yield Case("norm", [np.ones((2, 2, 2)), (), (0,), order], norm_of)
        yield Case("norm", [a, (1, -1), (0,), order], norm_of)
    yield Case("norm", [a[0], (), (0,), FROBENIUS], norm_of)
    yield Case("norm", [a, (), (0,), 3.0], norm_of)
    yield Case("norm", [a, (2,), (0,), 1.0], norm_of)
    yield Case("norm", [np.array([[np.nan, 1.0], [0.0, 1.0]]), (), (0,), 2.0], norm_of)
    yield Case("matrix_norm", [a[0], FROBENIUS, (0,)], lambda x, *_: np.linalg.matrix_norm(x))
    yield Case("vector_norm", [a, (0, 0), (0,), 2.0],
               lambda x, axis, *_: np.linalg.vector_norm(x, axis=axis))
    yield Case("vector_norm", [empty, (), (0,), 2.0], lambda x, *_: np.linalg.vector_norm(x))


def condition_cases():
    def answer(a, order=None):
        return np.linalg.cond(a, NAMES.get(order, order))

    orders = (1.0, -1.0, 2.0, -2.0, np.inf, -np.inf, FROBENIUS)
    # Of booleans the matrix is singular, and the answer is noise.
    for dtype, layout in itertools.product(MATRIX_TYPES[:-1], "cf"):
        a = matrices(dtype, 2, 3, 3)
        yield Case("cond", [a], answer, RELATIVE, layout)
        yield Case("cond", [matrices(dtype, 4, 3)], answer, RELATIVE, layout)
        for order in orders:
            yield Case("cond", [a, order], answer, RELATIVE, layout)
    singular = np.stack([np.zeros((2, 2)), np.diag([1.0, 2.0])])
    with_nan = np.stack([np.full((2, 2), np.nan), np.eye(2), np.zeros((2, 2))])
    for order in orders:
        yield Case("cond", [singular, order], answer, RELATIVE)
        yield Case("cond", [with_nan, order], answer, RELATIVE)
        yield Case("cond", [np.ones((2, 0)), order], answer)
        yield Case("cond", [np.ones(3), order], answer)
    yield Case("cond", [np.ones((2, 3)), 1.0], answer)
    yield Case("cond", [np.eye(3), 3.0], answer)


def product_cases():
    def at(a, places):
        return finite(values(a, int(np.prod(places)), seed=5)).reshape(places)

    for first, second in itertools.product((*MATRIX_TYPES, "float16"), ("float32", "int64",
                                                                       "complex128")):
        for one, two, axis in (((3,), (3,), -1), ((2, 3), (3,), -1), ((4, 1, 3), (2, 3), -1),
                               ((3, 2), (3, 2), 0), ((2, 3), (2, 2), -1), ((), (3,), -1),
                               ((3, 2), (3, 2), 2), ((2, 4), (2, 4), 1)):
            a, b = at(first, one), at(second, two)
            yield Case("vecdot", [a, b, (axis,)],
                       lambda x, y, n: np.linalg.vecdot(x, y, axis=n[0]), RELATIVE)
            yield Case("cross", [a, b, (axis,)],
                       lambda x, y, n: np.linalg.cross(x, y, axis=n[0]), RELATIVE)
        a, b = at(first, (2, 3, 4)), at(second, (3, 4, 2))
        for n in (0, 1, 2, 3, 4):
            yield Case("tensordot", [a, b, (n,)],
                       lambda x, y, n: np.linalg.tensordot(x, y, axes=n[0]), RELATIVE)
        for pairs in (((2, 0), (1, 2)), ((1,), (0,)), ((-1,), (-2,)), ((0, 0), (2, 2)),
                      ((0,), (2, 1)), ((5,), (0,)), ((0,), (0,))):
            yield Case("tensordot", [a, b, *pairs],
                       lambda x, y, *pairs: np.linalg.tensordot(x, y, axes=pairs), RELATIVE)
        for one, two in (((2, 3), (3, 2)), ((2,), (3, 2)), ((2, 1, 2), (3,)), ((), (2, 2)),
                         ((0, 2), (2, 2))):
            yield Case("kron", [at(first, one), at(second, two)], np.kron, RELATIVE)
        yield Case("linalg.outer", [at(first, (2,)), at(second, (3,))], np.linalg.outer)
        yield Case("linalg.outer", [at(first, (2, 2)), at(second, (3,))], np.linalg.outer)
        yield Case("linalg.matmul", [at(first, (2, 2, 3)), at(second, (3, 2))], np.linalg.matmul,
                   RELATIVE)
        for shapes in (((2, 3), (3, 4)), ((2, 3), (3, 4), (4, 1)), ((3,), (3, 4), (4,)),
                       ((3,), (3, 4), (4, 2)), ((5, 1), (1, 6), (6, 2), (2, 3)), ((3,), (3,)),
                       ((2, 3), (3, 4), (4,), (4, 1)), ((2, 3), (4, 3), (3, 2)), ((2, 3),)):
            arrays = [at((first, second)[i % 2], shape) for i, shape in enumerate(shapes)]
            yield Case("multi_dot", arrays, lambda *arrays: np.linalg.multi_dot(arrays), RELATIVE)


def einsum_cases():
    shapes = {
        "ij,jk->ik": ((2, 3), (3, 4)), "ij,jk": ((2, 3), (3, 4)), "ij,jk->ki": ((2, 3), (3, 4)),
        "bij,bjk->bik": ((5, 2, 3), (5, 3, 2)), "ij,ij->": ((2, 3), (2, 3)), "i,j": ((2,), (3,)),
        "ii": ((3, 3),), "ii->i": ((3, 3),), "iij->ji": ((2, 2, 3),), "ij->ji": ((2, 3),),
        "ij->": ((2, 3),), "ijk->j": ((2, 3, 4),), "iii": ((3, 3, 3),), "jiji->ij": ((2, 3, 2, 3),),
        "...ij,...jk->...ik": ((4, 2, 3), (3, 2)), "...i,i...->...": ((2, 3), (3, 2)),
        "...": ((2, 3),), "...i->i...": ((2, 3, 4),), "i...,...": ((2, 3), (3,)),
        "ij,jk,kl->il": ((2, 3), (3, 4), (4, 2)), "i,ij,j": ((2,), (2, 3), (3,)),
        "ij,ij->ij": ((1, 3), (2, 3)), "ij,jk->ik": ((2, 1), (3, 4)), "ij,ik,il->jkl":
        ((2, 3), (2, 2), (2, 4)), " i j , j k -> k ": ((2, 3), (3, 4)), ",ij": ((), (2, 3)),
        "aB,Bc": ((2, 3), (3, 2)), "ij,k->i": ((2, 3), (4,)), "ij,jk->": ((0, 3), (3, 2)),
        "ij,jk->ki": ((2, 0), (0, 2)), "aab,b->a": ((2, 2, 3), (3,)),
    }
    wrong = {
        "ij,jk->ik": ((2, 3), (4, 2)), "ij->k": ((2, 3),), "ij->ii": ((2, 3),), "i": ((2, 3),),
        "ijk": ((2, 3),), "ii": ((2, 3),), "i,j": ((2,),), "i.j": ((2, 3),), "i$": ((2, 3),),
        "ij->i->j": ((2, 3),), "...i->i": ((2, 3),), "......": ((2, 3),),
    }
    for subscripts, operands in (*shapes.items(), *wrong.items()):
        for first, second in (("float64", "float64"), ("float32", "int64"), ("complex64", "int8"),
                              ("int32", "float64"), ("complex128", "float32")):
            arrays = [(np.arange(1.0, np.prod(shape) + 1) % 7 - 2).reshape(shape).astype(
                (first, second)[i % 2]) for i, shape in enumerate(operands)]
            yield Case("einsum", [tuple(subscripts.encode()), *arrays],
                       lambda text, *arrays: np.einsum(bytes(text).decode(), *arrays), RELATIVE)


def part_cases():
    for dtype, layout in itertools.product(MATRIX_TYPES, "cfr"):
        a = matrices(dtype, 2, 3, 3)
        for n in (0, 1, 2, 3, 5, 6, -1, -3):
            yield Case("matrix_power", [a, (n,)],
                       lambda x, n: np.linalg.matrix_power(x, n[0]), RELATIVE, layout)
        yield Case("matrix_transpose", [a], np.linalg.matrix_transpose, 0, layout)
        for offset in (-4, -1, 0, 2):
            yield Case("linalg.diagonal", [a, (offset,)],
                       lambda x, n: np.linalg.diagonal(x, offset=n[0]), 0, layout)
            yield Case("trace", [a, (offset,)],
                       lambda x, n: np.linalg.trace(x, offset=n[0]), RELATIVE, layout)
        yield Case("trace", [a, (0,), np.ones(1, "complex128")],
                   lambda x, n, like: np.linalg.trace(x, dtype=like.dtype), RELATIVE, layout)
        h = hermitian(dtype, 24, 24) + 20 * np.eye(24, dtype=dtype)
        yield Case("tensorinv", [h.reshape(4, 6, 8, 3), (2,)],
                   lambda x, n: np.linalg.tensorinv(x, n[0]), RELATIVE, layout)
        yield Case("tensorinv", [h.reshape(24, 8, 3), (1,)],
                   lambda x, n: np.linalg.tensorinv(x, n[0]), RELATIVE, layout)
        yield Case("tensorsolve", [h.reshape(2, 12, 2, 3, 4), np.arange(24.0).reshape(2, 12)],
                   np.linalg.tensorsolve, RELATIVE, layout)
        yield Case("tensorsolve", [h.reshape(2, 3, 4, 24).transpose(3, 0, 1, 2).copy(),
                                   np.arange(24.0).reshape(24), (0, 2)],
                   lambda a, b, axes: np.linalg.tensorsolve(a, b, axes), RELATIVE)
    for wrong in (np.ones((2, 3)), np.ones(3)):
        yield Case("matrix_power", [wrong, (2,)], lambda x, n: np.linalg.matrix_power(x, n[0]))
        yield Case("tensorinv", [wrong, (1,)], lambda x, n: np.linalg.tensorinv(x, n[0]))
    yield Case("matrix_power", [np.zeros((2, 2)), (-1,)],
               lambda x, n: np.linalg.matrix_power(x, n[0]))
    yield Case("tensorinv", [np.eye(4), (0,)], lambda x, n: np.linalg.tensorinv(x, n[0]))
    yield Case("matrix_transpose", [np.ones(3)], np.linalg.matrix_transpose)
    yield Case("linalg.diagonal", [np.ones(3), (0,)], lambda x, n: np.linalg.diagonal(x))
    yield Case("trace", [np.ones(3), (0,)], lambda x, n: np.linalg.trace(x))
    yield Case("tensorsolve", [np.ones((2, 3)), np.ones(2)], np.linalg.tensorsolve)


def all_cases():
    """Every case there is."""
    return [*norm_cases(), *condition_cases(), *product_cases(), *einsum_cases(),
            *part_cases()]
