"""Stacks of triangular systems, and of systems with Cholesky's factors, in lanes and by LAPACK:
backward errors, and the matrices that have no answer.
"""

import numpy
import pytest
import scipy.linalg

import numen.scipy.linalg
from numen.native import front

from .matrices import U, is_within, norm, rng, times


def given(count, n, dtype):
    """Triangles of a small condition, with numbers in the other one that nobody may read."""
    a = rng.normal(size=(count, n, n))
    if dtype == "D":
        a = a + 1j * rng.normal(size=(count, n, n))
    return a / n + 2 * numpy.eye(n)


@pytest.mark.parametrize("dtype", ["d", "D"])
@pytest.mark.parametrize("trans", ["N", "T", "C"])
@pytest.mark.parametrize("lower", [False, True])
@pytest.mark.parametrize("unit", [False, True])
def test_triangular_systems(dtype, trans, lower, unit):
    for n in (1, 2, 3, 5, 8, 13, 33, 50):
        a, b = given(9, n, dtype), given(9, n, dtype)[:, :, : (n + 1) // 2]
        before = front.matrices_in_lanes()
        x = numpy.asarray(numen.scipy.linalg.solve_triangular(a, b, trans, lower, unit))
        in_lanes = front.matrices_in_lanes() - before
        assert in_lanes == (9 if n <= (32 if dtype == "D" else 48) else 0)
        triangle = numpy.tril(a) if lower else numpy.triu(a)
        if unit:
            triangle = triangle * (1 - numpy.eye(n)) + numpy.eye(n)
        meant = {"N": triangle, "T": triangle.swapaxes(1, 2),
                 "C": triangle.conj().swapaxes(1, 2)}[trans]
        bound = 4 * n * U * (norm(meant) * norm(x) + norm(b))
        assert is_within(norm(times(meant, x) - b), bound), n
        assert numpy.allclose(x[4], scipy.linalg.solve_triangular(a[4], b[4], trans, lower, unit))


@pytest.mark.parametrize("dtype", ["d", "D"])
@pytest.mark.parametrize("lower", [False, True])
def test_systems_by_their_cholesky_factors(dtype, lower):
    for n in (1, 2, 3, 5, 8, 13, 33, 50):
        plain, b = given(1, n, dtype)[0], given(1, n, dtype)[0, :, : (n + 1) // 2]
        a = plain @ plain.conj().T
        factor = numen.scipy.linalg.cho_factor(a, lower)
        before = front.matrices_in_lanes()
        x = numpy.asarray(numen.scipy.linalg.cho_solve(factor, b))
        in_lanes = front.matrices_in_lanes() - before
        assert in_lanes == (dtype == "d" and n <= 8), n
        assert is_within(norm(times(a, x) - b), 8 * n * U * (norm(a) * norm(x) + norm(b))), n


def test_zeros_on_the_diagonal():
    a = given(9, 4, "d")
    a[3, 2, 2] = 0
    with pytest.raises(numpy.linalg.LinAlgError):
        numen.scipy.linalg.solve_triangular(a, numpy.ones((9, 4, 1)))
    x = numen.scipy.linalg.solve_triangular(a, numpy.ones((9, 4, 1)), unit_diagonal=True)
    assert numpy.isfinite(numpy.asarray(x)).all()
