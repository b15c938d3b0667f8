"""What the names of scipy.linalg are asked in tests: for each the calls, made from a type and the
leading axes of a stack.

A row is a function that yields (arguments, keywords); names of the table are judged against SciPy
by test_scipy_names.py, over types, stacks and layouts.
"""

import numpy

rng = numpy.random.default_rng(29)
N = 6


def matrices(dtype, stack, m=N, n=N):
    """Noise; of integers and truth values too."""
    found = rng.normal(size=(*stack, m, n))
    if dtype == "?":
        return found > 0
    if numpy.dtype(dtype).kind == "c":
        found = found + 1j * rng.normal(size=found.shape)
    if numpy.dtype(dtype).kind in "iu":
        found = abs(found) * 9
    return found.astype(dtype)


def far_from_singular(dtype, stack, n=N):
    return matrices(dtype, stack, n, n) + 20 * numpy.eye(n, dtype=dtype)


def hermitian(dtype, stack):
    found = matrices(dtype, stack)
    return (found + found.conj().swapaxes(-1, -2)).astype(dtype)


def positive(dtype, stack):
    found = hermitian(dtype, stack)
    return found + 99 * numpy.eye(N, dtype=found.dtype)


def triangle(dtype, stack):
    return numpy.triu(far_from_singular(dtype, stack))


def diagonal_of(a):
    return a * numpy.eye(N, dtype=a.dtype)


def vectors(dtype, stack, n=N):
    return matrices(dtype, stack, 1, n)[..., 0, :]


def right_sides(dtype, stack):
    """A vector, a matrix, a stack that goes with the other's."""
    yield vectors(dtype, ())
    yield matrices(dtype, (), N, 2)
    yield matrices(dtype, stack[-1:], N, 3)


def solve(dtype, stack):
    found = far_from_singular(dtype, stack)
    symmetric = found + found.swapaxes(-1, -2)
    near_diagonal = numpy.triu(numpy.tril(found, 1), -1)
    for b in right_sides(dtype, stack):
        for a in (found, hermitian(dtype, stack), positive(dtype, stack), symmetric,
                  triangle(dtype, stack), near_diagonal, diagonal_of(found)):
            yield (a, b), {}
        for structure in ("gen", "general", "diagonal", "tridiagonal", "upper triangular",
                          "lower triangular", "sym", "symmetric", "banded"):
            yield (found, b), {"assume_a": structure}
            yield (found, b), {"assume_a": structure, "transposed": True}
        yield (near_diagonal, b), {"assume_a": "banded"}
        yield (numpy.triu(numpy.tril(found, 2)), b), {"assume_a": "banded"}
        for structure in ("pos", "positive definite", "her", "hermitian"):
            for lower in (False, True):
                yield (positive(dtype, stack), b, lower), {"assume_a": structure}
    yield (far_from_singular(dtype, (), 1), matrices(dtype, (), 1, 3)), {}
    yield (far_from_singular(dtype, stack, 1), vectors(dtype, (), 1)), {}


def inv(dtype, stack):
    if numpy.dtype(dtype).char not in "fdFD" and not stack:
        return  # where SciPy 1.17 may write past the end of what it converts
    for a in (far_from_singular(dtype, stack), positive(dtype, stack), triangle(dtype, stack),
              diagonal_of(far_from_singular(dtype, stack))):
        yield (a,), {}
    for structure, form in (("gen", numpy.asarray), ("upper triangular", numpy.triu),
                            ("lower triangular", numpy.tril), ("diagonal", diagonal_of)):
        yield (form(far_from_singular(dtype, stack)),), {"assume_a": structure}
    for structure in ("pos", "sym", "her"):
        yield (positive(dtype, stack),), {"assume_a": structure, "lower": True}


def solve_triangular(dtype, stack):
    a = far_from_singular(dtype, stack)
    for b in right_sides(dtype, stack):
        for trans in (0, 1, 2, "N", "T", "C"):
            yield (a, b), {"trans": trans}
            yield (a, b, trans, True), {}
        yield (triangle(dtype, stack) / 32, b), {"unit_diagonal": True}


def solve_banded(dtype, stack):
    for lower, upper in ((1, 1), (0, 0), (2, 1), (0, 2), (3, 2)):
        bands = matrices(dtype, stack, lower + upper + 1)
        bands[..., upper, :] += 50
        for b in right_sides(dtype, stack):
            yield ((lower, upper), bands, b), {}


def cholesky(dtype, stack):
    for lower in (False, True):
        yield (positive(dtype, stack),), {"lower": lower}
    yield (positive(dtype, stack), True, True, False), {}


def cho_solve(dtype, stack):
    for b in right_sides(dtype, stack):
        for lower in (False, True):
            yield ((far_from_singular(dtype, stack), lower), b), {}


def lu_factor(dtype, stack):
    for m, n in ((N, N), (4, 7), (7, 4), (1, 3)):
        yield (matrices(dtype, stack, m, n),), {}


def lu_solve(dtype, stack):
    order = numpy.broadcast_to(numpy.array([3, 1, 4, 3, 5, 5], "i4"), (*stack, N))
    for b in right_sides(dtype, stack):
        for trans in (0, 1, 2):
            yield ((far_from_singular(dtype, stack), order), b, trans), {}


def lu(dtype, stack):
    for m, n in ((N, N), (4, 7), (7, 4), (1, 1), (3, 1)):
        for keywords in ({}, {"permute_l": True}, {"p_indices": True}):
            yield (matrices(dtype, stack, m, n),), keywords


def ldl(dtype, stack):
    symmetric = matrices(dtype, stack)
    symmetric = symmetric + symmetric.swapaxes(-1, -2)
    for lower in (False, True):
        yield (hermitian(dtype, stack),), {"lower": lower}
        yield (symmetric, lower), {"hermitian": False}


def det(dtype, stack):
    for n in (2, N, 12) if stack else (1, 2, N, 12):  # of single numbers SciPy gives a view
        yield (matrices(dtype, stack, n, n),), {}


def toeplitz(dtype, stack):
    yield (vectors(dtype, stack),), {}
    yield (vectors(dtype, stack), vectors("f8", (), 4)), {}
    yield (vectors("i2", (), 3), vectors(dtype, stack)), {}


def hankel(dtype, stack):
    yield (vectors(dtype, ()),), {}
    yield (vectors(dtype, ()), vectors("f4", (), 4)), {}


def circulant(dtype, stack):
    yield (vectors(dtype, stack),), {}


def block_diag(dtype, stack):
    a = matrices(dtype, stack, 2, 3)
    yield (a,), {}
    yield (a, matrices("f4", (), 3, 1), [1, 2], a), {}
    yield (a, 5, 2.5, [[True]], []), {}


def hadamard(dtype, stack):
    for n in (1, 2, 16):
        yield (n, dtype), {}
        yield (n,), {}


def norm(dtype, stack):
    for a in (vectors(dtype, ()), matrices(dtype, ()), matrices(dtype, (2,))):
        for order in (None, 1, 2, numpy.inf, -1):
            if a.ndim < 3 or order is None:
                yield (a, order), {}
            yield (a, order), {"axis": -1, "keepdims": True}
    yield (matrices(dtype, ()), "fro"), {"axis": (0, 1)}
    yield (matrices(dtype, ()), "nuc"), {"check_finite": False}


ROWS = {"solve": solve, "inv": inv, "solve_triangular": solve_triangular,
        "solve_banded": solve_banded, "cholesky": cholesky, "cho_factor": cholesky,
        "cho_solve": cho_solve, "lu_factor": lu_factor, "lu_solve": lu_solve, "lu": lu, "ldl": ldl,
        "det": det, "toeplitz": toeplitz, "hankel": hankel, "circulant": circulant,
        "block_diag": block_diag, "hadamard": hadamard, "norm": norm}  # fmt: skip
