"""Calls of the C++ library's factorisations and functions of matrices of scipy.linalg, with what
SciPy answers to them, or what their parts have to multiply to."""

import itertools

import numpy as np
import scipy.linalg

from .library_cases import hermitian, matrices
from .numpy_cases import RELATIVE, Case
from .scipy_cases import FLOATS

LAID_OUT_IN_C_ORDER = {"expm", "sqrtm", "logm", "pivoted_qr", "orth", "null_space", "polar",
                       "pinvh", "schur", "eig_left", "schur_sorted", "eigh_part", "eigh_between",
                       "eigh_pair", "eig_pair"}


def projection(columns):
    return columns @ columns.conj().swapaxes(-1, -2)


def pivoted(a, reduced):
    q, _, p = scipy.linalg.qr(a, pivoting=True, mode="economic" if reduced[0] else "full")
    ones = np.eye(q.shape[-1], dtype=q.dtype)
    return np.take_along_axis(a, p[..., None, :], -1), ones + 0 * q[..., :1, :1], p.astype("int64")


def of_rank_two(dtype, *shape):
    return (matrices(dtype, *shape[:-1], 2) @ matrices(dtype, *shape[:-2], 2, shape[-1])).astype(
        dtype)


def function_cases():
    for dtype, shape, layout in itertools.product(FLOATS, ((4, 4), (2, 3, 3), (1, 1)), "cf"):
        h = hermitian(dtype, *shape)
        yield Case("expm", [h / 8], scipy.linalg.expm, RELATIVE, layout)
        yield Case("sqrtm", [h], scipy.linalg.sqrtm, RELATIVE, layout)
        if np.dtype(dtype).itemsize == (16 if dtype[0] == "c" else 8):
            yield Case("logm", [h], scipy.linalg.logm, RELATIVE, layout)
        if dtype == "float64":  # of a complex matrix rounding decides on which side of the cut
            yield Case("logm", [-h], scipy.linalg.logm, RELATIVE, layout)
            yield Case("sqrtm", [-h], scipy.linalg.sqrtm, RELATIVE, layout)


def factor_cases():
    for dtype, flag in itertools.product(FLOATS, (0, 1)):
        for shape in ((4, 4), (5, 3), (3, 5), (2, 4, 3)):
            a = matrices(dtype, *shape)
            yield Case("pivoted_qr", [a, (flag,)], pivoted, RELATIVE)
            yield Case("polar", [a, (flag,)], lambda a, f: scipy.linalg.polar(
                a, "left" if f[0] else "right"), RELATIVE)
            if flag:
                low = of_rank_two(dtype, *shape)
                for name in ("orth", "null_space"):
                    yield Case(name, [low], lambda a, name=name: projection(
                        getattr(scipy.linalg, name)(a)), RELATIVE)
        a, h = matrices(dtype, 3, 5, 5), hermitian(dtype, 5, 5)
        yield Case("pinvh", [h, (flag,)], lambda a, f: scipy.linalg.pinvh(a, lower=bool(f[0])),
                   RELATIVE)
        yield Case("schur", [a, (flag,)], lambda a, f: a.astype(
            np.result_type(a, "c8") if f[0] else a.dtype), RELATIVE)


def spectrum_cases():
    for dtype in FLOATS:
        h = hermitian(dtype, 5, 5)
        yield Case("eigh_part", [h, (1,), (3,)], lambda a, i, j: scipy.linalg.eigvalsh(
            a, subset_by_index=(i[0], j[0])), RELATIVE)
        yield Case("eigh_between", [h, (-100,), (100,)], lambda a, i, j: scipy.linalg.eigvalsh(
            a, subset_by_value=(i[0], j[0])), RELATIVE)
        yield Case("eig_pair", [matrices(dtype, 5, 5), h], scipy.linalg.eigvals, RELATIVE)
        # What the left vectors leave of y^H a = w y^H b, and that they are of length one.
        for pair in ([matrices(dtype, 5, 5)], [matrices(dtype, 5, 5), h]):
            yield Case("eig_left", pair, lambda *pair: (
                scipy.linalg.eigvals(*pair), np.True_,
                *(np.ones(5, np.zeros(1, dtype).real.dtype) for _ in "yz")), RELATIVE)
        for output, (number, sort) in itertools.product(
                ("real", "complex"), enumerate(("lhp", "rhp", "iuc", "ouc"))):
            yield Case("schur_sorted", [matrices(dtype, 6, 6) - 4 * np.eye(6, dtype=dtype),
                                        (int(output == "complex"),), (number,)],
                       lambda a, *_, output=output, sort=sort: (
                           a.astype(np.result_type(a, "c8") if output == "complex" else a.dtype),
                           np.int64(scipy.linalg.schur(a, output, sort=sort)[2])), RELATIVE)
        for type_ in (1, 2, 3):
            yield Case("eigh_pair", [matrices(dtype, 5, 5) + matrices(dtype, 5, 5).conj().T, h,
                                     (type_,)],
                       lambda a, b, t: scipy.linalg.eigvalsh(a, b, type=t[0]), RELATIVE)


def all_cases():
    """Every case there is."""
    return [*function_cases(), *factor_cases(), *spectrum_cases()]
