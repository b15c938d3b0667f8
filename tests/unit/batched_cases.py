"""Calls of the C++ library's functions on spans, with what NumPy answers matrix by matrix."""

import itertools

import numpy as np

from .library_cases import hermitian, matrices
from .numpy_cases import RELATIVE, Case

# Spans have the strides of the memory given; NumPy's results have others.
LAID_OUT_IN_C_ORDER = {f"batched.{name}" for name in (
    "solve", "inv", "det", "slogdet", "solve_triangular", "cholesky", "qr", "svd", "eigh", "pinv",
    "lstsq", "matmul")}
SIDES = (1, 2, 3, 4, 5, 6, 8, 13, 33, 48)
SHAPES = ((4, 3), (3, 4), (6, 2), (2, 7), (20, 5), (48, 3), (1, 5))
ONE_THREAD, TWO_THREADS = (1,), (2,)


def each(function, *stacks):
    """The function's results for every matrix, NaN where it has none; then what info says."""
    found, info = [], []
    shapes = [np.shape(part) for part in function(*(ordinary(stack[0]) for stack in stacks))]
    for matrices_ in zip(*stacks):
        try:
            if not all(np.isfinite(matrix).all() for matrix in matrices_):
                raise np.linalg.LinAlgError
            found.append(function(*matrices_))
            info.append(0)
        except np.linalg.LinAlgError:
            found.append([np.full(shape, np.nan, stacks[0].dtype) for shape in shapes])
            info.append(1)
    return [*(np.array(parts) for parts in zip(*found)), np.array(info, np.int32),
            np.int64(sum(info))]


def ordinary(like):
    """A matrix of that shape and type that every function has an answer for."""
    return np.eye(*np.atleast_2d(like).shape, dtype=like.dtype).reshape(like.shape)


def parts(function):
    """That function with its results in a list."""
    return lambda *given: [function(*given)]


def singular_parts(a):
    s = np.linalg.svd(a, compute_uv=False)
    identity = np.eye(min(a.shape), dtype=a.dtype)
    return [s, s, a, identity, identity]


def eigen_parts(a):
    values = np.linalg.eigvalsh(a)
    lower = np.tril(a) + np.tril(a, -1).T
    return [values, values, lower, np.eye(len(a), dtype=a.dtype)]


def stacks(dtype, count, *shape):
    """Matrices of which every third is another's, and one between others has no answer."""
    a = matrices(dtype, count, *shape)
    a[2::3] = a[2::3, ::-1]
    return a


def solving_cases():
    for dtype, n, threads in itertools.product(
            ("float64", "float32", "complex128", "complex64"), SIDES, (ONE_THREAD, TWO_THREADS)):
        count = 70 if n < 6 else 9
        a, h = stacks(dtype, count, n, n), hermitian(dtype, count, n, n)
        a[4] = 0
        h[4] = -h[4]
        b = matrices(dtype, count, n, 3)
        for layout in "cfr" if n < 6 else "c":
            yield Case("batched.solve", [a, b, threads],
                       lambda a, b, _: each(parts(np.linalg.solve), a, b), RELATIVE, layout)
            yield Case("batched.solve", [a, b[:, :, 0].copy(), threads],
                       lambda a, b, _: each(parts(np.linalg.solve), a, b), RELATIVE, layout)
            yield Case("batched.inv", [a, threads],
                       lambda a, _: each(parts(np.linalg.inv), a), RELATIVE, layout)
            yield Case("batched.det", [a / n, threads],
                       lambda a, _: np.linalg.det(a), RELATIVE, layout)
            yield Case("batched.slogdet", [a, threads],
                       lambda a, _: np.linalg.slogdet(a), RELATIVE, layout)
            yield Case("batched.cholesky", [h, threads],
                       lambda a, _: each(parts(np.linalg.cholesky), a), RELATIVE, layout)
        triangles = matrices(dtype, count, n, n)
        triangles[4] = 0
        for op, lower, unit in itertools.product("NTC", (0, 1), (0, 1)):
            a = triangles / n if unit else triangles
            yield Case("batched.solve_triangular", [a, b, (ord(op),), (lower,), (unit,), threads],
                       triangular, RELATIVE)


def triangular(a, b, op, lower, unit, _):
    triangle = np.tril(a) if lower[0] else np.triu(a)
    if unit[0]:
        diagonal = np.arange(a.shape[-1])
        triangle[:, diagonal, diagonal] = 1
    triangle = triangle.swapaxes(1, 2) if op != (ord("N"),) else triangle
    return each(parts(np.linalg.solve), triangle.conj() if op == (ord("C"),) else triangle, b)


def square_cases():
    for dtype, n, threads in itertools.product(("float64", "float32"), SIDES,
                                               (ONE_THREAD, TWO_THREADS)):
        count = 70 if n < 6 else 9
        a, b = stacks(dtype, count, n, n), matrices(dtype, count, n, 3)
        for layout in "cfr" if n < 6 else "c":
            yield Case("batched.matmul", [a, b, threads],
                       lambda a, b, _: np.matmul(a, b), RELATIVE, layout)
        # Divided so that the bound n u |a| is below the cases' tolerance.
        lower = hermitian(dtype, count, n, n) / n
        lower[:, np.triu(np.ones((n, n), bool), 1)] = 99
        lower[3, -1, 0] = np.nan
        yield Case("batched.eigh", [lower, threads],
                   lambda a, _: each(eigen_parts, np.tril(a)), RELATIVE)


def rectangular_cases():
    shapes = [*((n, n) for n in SIDES), *SHAPES]
    for dtype, shape, threads in itertools.product(("float64", "float32"), shapes,
                                                   (ONE_THREAD, TWO_THREADS)):
        count = 70 if max(shape) < 6 else 9
        a = stacks(dtype, count, *shape)
        a[3, -1, 0] = np.inf
        b = matrices(dtype, count, shape[0], 2)
        low = a.copy()
        low[1] = 0
        low[5, :, 0] = low[5, :, -1]
        for layout in "cfr" if max(shape) < 6 else "c":
            yield Case("batched.qr", [a, threads],
                       lambda a, _: each(np.linalg.qr, a), RELATIVE, layout)
            yield Case("batched.svd", [a, threads],
                       lambda a, _: each(singular_parts, a), RELATIVE, layout)
            yield Case("batched.pinv", [low, 1e-10, threads],
                       lambda a, rcond, _: each(lambda x: [np.linalg.pinv(x, rcond)], a),
                       RELATIVE, layout)
            yield Case("batched.lstsq", [low, b, threads],
                       lambda a, b, _: each(lambda a, b: [np.linalg.lstsq(a, b)[0]], a, b),
                       RELATIVE, layout)


def extreme_cases():
    """What lanes leave to plain loops, and nothing at all."""
    scales = np.array([1e-200, 1e200, 1.0, 1e-80])[:, None, None]
    a = (matrices("float64", 4, 5, 5) * scales)[:, [1, 0, 2, 3, 4]]
    yield Case("batched.det", [a, ONE_THREAD], lambda a, _: np.linalg.det(a), RELATIVE)
    yield Case("batched.det", [a * (1 + 1j), ONE_THREAD], lambda a, _: np.linalg.det(a), RELATIVE)
    a[2, 1, 2] = np.nan
    yield Case("batched.det", [a, ONE_THREAD], lambda a, _: np.linalg.det(a), RELATIVE)
    low = np.array([[[1.0, 2.0], [2.0, 4.0]], [[0.0, 1.0], [1.0, 0.0]], [[1.0, 1.0], [1.0, 0.0]]])
    yield Case("batched.inv", [low, ONE_THREAD],
               lambda a, _: each(parts(np.linalg.inv), a), RELATIVE)
    yield Case("batched.det", [low, ONE_THREAD], lambda a, _: np.linalg.det(a), RELATIVE)
    for dtype in ("float64", "float32"):
        for shape in ((0, 3, 3), (2, 0, 0)):
            none = np.zeros(shape, dtype)
            yield Case("batched.inv", [none, ONE_THREAD], lambda a, _: (
                a, np.zeros(len(a), np.int32), np.int64(0)))
            yield Case("batched.det", [none, ONE_THREAD], lambda a, _: np.linalg.det(a))
        yield Case("batched.matmul", [np.zeros((2, 3, 0), dtype), np.zeros((2, 0, 2), dtype),
                                      ONE_THREAD], lambda a, b, _: np.matmul(a, b))
        yield Case("batched.lstsq", [np.zeros((2, 0, 3), dtype), np.zeros((2, 0, 2), dtype),
                                     ONE_THREAD],
                   lambda a, b, _: (np.zeros((2, 3, 2), a.dtype), np.zeros(2, np.int32),
                                    np.int64(0)))


def all_cases():
    """Every case there is."""
    return [*solving_cases(), *square_cases(), *rectangular_cases(), *extreme_cases()]
