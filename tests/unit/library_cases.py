"""Calls of linalg, fft and the orders of the C++ library, with what NumPy answers to them."""

import itertools

import numpy as np

from .numpy_cases import NAMES, RELATIVE, SHAPES, Case, finite, values

MATRIX_TYPES = ("float32", "float64", "complex64", "complex128", "int64", "bool")
# Of these NumPy's results have the layouts that its way to them left; ours lie in C order.
LAID_OUT_IN_C_ORDER = {
    "argwhere", "solve", "inv", "det", "slogdet", "cholesky", "svdvals", "eigvalsh", "eigvals",
    "qr", "svd", "eigh", "eig", "lstsq", "pinv", "ridge", "ridge_path", "pinv_apply", "norm", "fft",
    "ifft", "rfft", "irfft", "hfft", "ihfft", "fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2",
    "rfft2", "irfft2"}
NORMS = ("backward", "ortho", "forward")


def matrices(dtype, *shape):
    """Well-conditioned ones: noise beside a diagonal that outweighs it."""
    count = int(np.prod(shape))
    noise = np.random.default_rng(3).normal(size=(2, count)) / 4
    made = (noise[0] + 1j * noise[1] if dtype.startswith("complex") else noise[0]).reshape(shape)
    diagonal = 2.0 + np.arange(min(shape[-2:]))
    made[..., np.arange(len(diagonal)), np.arange(len(diagonal))] += diagonal
    return (made * (1 if np.dtype(dtype).kind in "fc" else 3)).astype(dtype)


def hermitian(dtype, *shape):
    a = matrices(dtype, *shape)
    return (a + a.conj().swapaxes(-1, -2)).astype(dtype)


def square_cases():
    """Square matrices: values to NumPy's, vectors by their shape (checks.cpp multiplies back)."""
    for dtype, shape, layout in itertools.product(
            MATRIX_TYPES, ((3, 3), (2, 4, 4), (1, 1), (0, 0), (0, 3, 3), (2, 3, 1, 1)), "cfr"):
        a, h = matrices(dtype, *shape), hermitian(dtype, *shape)
        yield Case("inv", [a], np.linalg.inv, RELATIVE, layout)
        yield Case("det", [a], np.linalg.det, RELATIVE, layout)
        yield Case("slogdet", [a], lambda x: tuple(np.linalg.slogdet(x)), RELATIVE, layout)
        yield Case("eigvals", [h], np.linalg.eigvals, SHAPES, layout)
        yield Case("eigh", [h], lambda x: tuple(np.linalg.eigh(x)), SHAPES, layout)
        yield Case("eig", [h], lambda x: tuple(np.linalg.eig(x)), SHAPES, layout)
        for upper in (0, 1):
            yield Case("cholesky", [h, (upper,)],
                       lambda x, n: np.linalg.cholesky(x, upper=bool(n[0])), RELATIVE, layout)
            yield Case("eigvalsh", [h, (upper,)],
                       lambda x, n: np.linalg.eigvalsh(x, "LU"[n[0]]), RELATIVE, layout)
    turn = np.array([[0.0, 1.0], [-1.0, 0.0]])
    yield Case("eig", [turn], lambda x: tuple(np.linalg.eig(x)), SHAPES)
    for name in ("inv", "det", "slogdet", "eigvals", "eig"):
        function = getattr(np.linalg, name)
        for wrong in (np.ones((2, 3)), np.ones(3), np.ones((2, 2), "float16")):
            yield Case(name, [wrong], function)
    yield Case("inv", [np.ones((2, 3, 3))], np.linalg.inv)
    yield Case("det", [np.ones((3, 3))], np.linalg.det, RELATIVE)
    yield Case("slogdet", [np.zeros((2, 2))], lambda x: tuple(np.linalg.slogdet(x)))
    yield Case("cholesky", [-np.eye(2), (0,)], lambda x, _: np.linalg.cholesky(x))
    for bad in (np.nan, np.inf):
        yield Case("eig", [np.diag([1.0, bad])], np.linalg.eig)
        yield Case("eigvals", [np.diag([1.0, bad])], np.linalg.eigvals)


def rectangular_cases():
    for dtype, shape, layout in itertools.product(
            MATRIX_TYPES, ((3, 3), (5, 3), (2, 3, 4), (0, 3), (3, 0), (1, 4)), "cf"):
        a = matrices(dtype, *shape)
        for whole in (0, 1):
            yield Case("qr", [a, (whole,)], lambda x, n: tuple(np.linalg.qr(
                x, "complete" if n[0] else "reduced")), SHAPES, layout)
            yield Case("svd", [a, (whole,)],
                       lambda x, n: tuple(np.linalg.svd(x, bool(n[0]))), SHAPES, layout)
        yield Case("svdvals", [a], np.linalg.svdvals, RELATIVE, layout)
        yield Case("pinv", [a], np.linalg.pinv, RELATIVE, layout)
        if min(shape) > 0:
            yield Case("matrix_rank", [a], np.linalg.matrix_rank, 0, layout)
        for axis, keeps in itertools.product(((), (0,), (-1,), (0, 1)), (0, 1)):
            def answer(x, axis, keeps):
                of = None if not axis else axis[0] if len(axis) == 1 else axis
                return np.linalg.norm(x, axis=of, keepdims=bool(keeps[0]))
            yield Case("norm", [a, axis, (keeps,)], answer, RELATIVE, layout)
    low = np.outer(np.arange(1.0, 4.0), np.arange(1.0, 5.0))
    yield Case("matrix_rank", [np.stack([low, low + np.eye(3, 4)])], np.linalg.matrix_rank)
    yield Case("pinv", [low], np.linalg.pinv, RELATIVE)
    yield Case("svdvals", [np.array([[np.nan, 1.0], [0.0, 1.0]])], np.linalg.svdvals)
    yield Case("qr", [np.ones(3), (0,)], lambda x, _: np.linalg.qr(x))
    yield Case("svd", [np.ones((2, 2), "float16"), (0,)], lambda x, _: np.linalg.svd(x))


def system_cases():
    for (first, second), layout in itertools.product(
            itertools.product(MATRIX_TYPES, ("float32", "float64", "complex128")), "cf"):
        for shape, right in (((3, 3), (3,)), ((3, 3), (3, 2)), ((2, 3, 3), (3,)),
                             ((2, 3, 3), (3, 2)), ((2, 1, 3, 3), (4, 3, 1)), ((0, 0), (0,)),
                             ((3, 3), (3, 0)), ((3, 3), (2,)), ((2, 3, 3), (3, 3, 1)),
                             ((2, 3), (2,)), ((3, 3), ())):
            b = finite(values(second, 24))[:int(np.prod(right))].reshape(right)
            yield Case("solve", [matrices(first, *shape), b], np.linalg.solve, RELATIVE, layout)
        for shape, right in (((5, 3), (5,)), ((5, 3), (5, 2)), ((3, 5), (3, 2)), ((3, 3), (3,)),
                             ((5, 3), (4,)), ((2, 3, 3), (3,)), ((5, 3), (5, 0)), ((0, 3), (0, 2)),
                             ((5, 3), (5, 2, 1))):
            b = finite(values(second, 24))[:int(np.prod(right))].reshape(right)
            yield Case("lstsq", [matrices(first, *shape), b],
                       lambda a, b: least_squares(a, b), RELATIVE, layout)
    yield Case("solve", [np.ones((3, 3)), np.ones(3)], np.linalg.solve)
    yield Case("lstsq", [np.ones((4, 2)), np.arange(4.0)], least_squares, RELATIVE)


def ridge(y, x, lam, weights=1.0):
    """By NumPy, of well-conditioned y alone."""
    roots = np.sqrt(weights * np.ones(y.shape[-1]))
    y, x = y * np.expand_dims(roots, -2), x * np.expand_dims(roots, -2)
    gram = y @ y.swapaxes(-1, -2) + np.expand_dims(lam, (-1, -2)) * np.eye(y.shape[-2])
    return np.linalg.solve(gram, y @ x.swapaxes(-1, -2)).swapaxes(-1, -2)


def fit_cases():
    for layout in "cfr":
        y, x = matrices("float64", 2, 3, 9), matrices("float64", 2, 4, 9) + 1
        for lam in (np.array(0.0), np.array(0.5), np.array([0.25, 3.0])):
            yield Case("ridge", [y, x, lam], ridge, RELATIVE, layout)
            yield Case("ridge", [y, x, lam, np.arange(9.0) + 1], ridge, RELATIVE, layout)
        yield Case("ridge_path", [y, x, np.array([0.0, 1.0, 9.0])], lambda y, x, lams:
                   np.stack([ridge(y, x, lam) for lam in lams]), RELATIVE, layout)
        yield Case("pinv_apply", [y, x], lambda y, x: x @ np.linalg.pinv(y), RELATIVE, layout)


def least_squares(a, b):
    x, residuals, rank, s = np.linalg.lstsq(a, b)
    return x, residuals, np.int32(rank), s


def transform_cases():
    def along_one(name):
        return lambda a, n, axis, norm: getattr(np.fft, name)(
            a, n[0] if n else None, axis[0], NORMS[norm[0]])

    def along_several(name):
        def answer(a, s, axes, norm):
            if s and not axes:
                axes = range(-len(s), 0)
            given = {"axes": axes} if axes else {}
            return getattr(np.fft, name)(a, s or None, norm=NORMS[norm[0]], **given)
        return answer

    for dtype, layout in itertools.product(("float32", "float64", "complex64", "complex128",
                                            "int32", "bool"), "cfr"):
        a = finite(values(dtype, 24)).reshape(4, 6)
        for name, n, axis in itertools.product(("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"),
                                               ((), (1,), (5,), (8,), (0,)), (0, -1)):
            yield Case(name, [a, n, (axis,), (len(n) + axis + 1,)], along_one(name), RELATIVE,
                       layout)
        b = np.stack([a, a[::-1]])
        for name, (s, axes) in itertools.product(
                ("fftn", "ifftn", "rfftn", "irfftn", "fft2", "ifft2", "rfft2", "irfft2"),
                (((), ()), ((), (0, 1)), ((4, 3), (2, 0)), ((5, 4), ()), ((-1, 7), (1, 2)))):
            yield Case(name, [b, s, axes, (len(axes),)], along_several(name), RELATIVE, layout)
    a = np.arange(12.0).reshape(3, 4)
    for name, axis in (("fft", 2), ("irfft", -3)):
        yield Case(name, [a, (), (axis,), (0,)], along_one(name))
    yield Case("irfft", [a[:, :1], (), (1,), (0,)], along_one("irfft"))
    yield Case("fftn", [a, (3,), (0, 1), (0,)], along_several("fftn"))
    yield Case("fft", [np.zeros((0, 4)), (), (1,), (0,)], along_one("fft"))
    for name in ("fft", "rfft", "irfft", "hfft"):
        # NumPy's inverse transforms of nothing show what lay in memory before.
        ulp = SHAPES if name in ("irfft", "hfft") else 0
        yield Case(name, [np.zeros((2, 0)), (5,), (1,), (0,)], along_one(name), ulp)
    yield Case("fft", [np.arange(997.0) / 3e4, (), (0,), (0,)], along_one("fft"), RELATIVE)
    for n, spacing in itertools.product((1, 2, 7, 8, 0), (1.0, 0.25)):
        yield Case("fftfreq", [(n,), spacing], lambda n, d: np.fft.fftfreq(n[0], d), 1)
        yield Case("rfftfreq", [(n,), spacing], lambda n, d: np.fft.rfftfreq(n[0], d), 1)
    for name, axes in itertools.product(("fftshift", "ifftshift"), ((), (0,), (-1,), (0, 1))):
        yield Case(name, [np.arange(15).reshape(3, 5), axes],
                   lambda a, n, name=name: getattr(np.fft, name)(a, n or None))


def order_cases():
    for dtype in NAMES:
        a = np.resize(values(dtype, 7), 12).reshape(3, 4)
        yield Case("unique_all", [a], lambda x: tuple(np.unique_all(x)))
        yield Case("isin", [a, a[0, :2]], np.isin)
        yield Case("isin", [a, a[:0]], np.isin)
        yield Case("lexsort", [(-1,), a, a[::-1]], lambda n, *keys: np.lexsort(keys, n[0]))
        yield Case("lexsort", [(0,), a % 2 if a.dtype.kind in "iuf" else a, a],
                   lambda n, *keys: np.lexsort(keys, n[0]))
        yield Case("flatnonzero", [a], np.flatnonzero)
        yield Case("argwhere", [a], np.argwhere)
        yield Case("real", [a], np.real)
        yield Case("imag", [a], np.imag)
    yield Case("unique_all", [np.zeros((0, 2))], lambda x: tuple(np.unique_all(x)))
    yield Case("lexsort", [(0,), np.arange(3), np.arange(4)],
               lambda n, *keys: np.lexsort(keys, n[0]))


def all_cases():
    """Every case there is."""
    return [*square_cases(), *rectangular_cases(), *system_cases(), *fit_cases(),
            *transform_cases(), *order_cases()]
