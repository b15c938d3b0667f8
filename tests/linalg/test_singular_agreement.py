"""A matrix is singular where NumPy says so, whoever is asked (inv, solve, det, slogdet,
matrix_power), alone and in a stack, with every instruction set.

Fused products, reciprocals and the order of sums decide whether a pivot is zero or a rounding
error; the matrices of singular_matrices.py are of the kinds where they do.
"""

import numpy
import pytest
import scipy.linalg

import numen
from tests.instruction_sets import AVAILABLE

from .singular_matrices import agreement

SAMPLE = 2500


def check(level, seed, count):
    singular, wrong = agreement(level, seed, count)
    assert singular > count // 5  # there is something to find
    assert wrong == {}


@pytest.mark.parametrize("level", AVAILABLE)
def test_singular_is_what_numpy_calls_so(level):
    check(level, 7, SAMPLE)


@pytest.mark.full
@pytest.mark.parametrize("level", AVAILABLE)
def test_a_hundred_thousand_matrices(level):
    for seed in range(10):
        check(level, 100 + seed, 10_000)


def test_the_textbook_case():
    a = numpy.arange(1.0, 10).reshape(3, 3)
    for call in (lambda: numen.linalg.inv(a), lambda: numen.linalg.solve(a, a[0]),
                 lambda: numen.linalg.matrix_power(numen.array(a), -2),
                 lambda: numen.linalg.tensorinv(numen.array(a.reshape(3, 3, 1)), ind=1)):
        with pytest.raises(numpy.linalg.LinAlgError, match="Singular matrix"):
            call()
    assert numen.linalg.det(a) == 0
    assert numen.linalg.slogdet(a) == (0, -numpy.inf)


@pytest.mark.parametrize("n", [256, 300])
def test_large_matrices(n):
    """From order 256 on elimination is our own."""
    random = numpy.random.default_rng(n)
    for kind in range(4):
        a = random.integers(-3, 4, (n, n)).astype("f8")
        if kind % 2:
            a[-1] = a[0] * 3
        else:
            a[:, -1] = a[:, 0]
        if kind > 1:
            a *= 10.0 ** random.integers(-5, 6, n)
        signs = [np.linalg.slogdet(np.array(a))[0] for np in (numpy, numen)]
        assert signs[0] == signs[1]
        raised = []
        for np in (numpy, numen):
            try:
                np.linalg.inv(np.array(a))
                raised.append(False)
            except numpy.linalg.LinAlgError:
                raised.append(True)
        assert raised[0] == raised[1] == (signs[0] == 0)


@pytest.mark.parametrize("dtype", ["f4", "c8"])
def test_what_single_precision_refuses_is_solved_in_double(dtype):
    """Whole numbers that single precision holds; the small ones are lost in its first step."""
    random = numpy.random.default_rng(1)
    getrf = scipy.linalg.get_lapack_funcs("getrf", dtype=dtype)
    refused = 0
    for n in [9, 17, 33] * 60 + [100, 300]:
        a = (2.0 ** 23 + random.integers(0, 2, (n, n))).astype(dtype)
        b = random.standard_normal((n, 2)).astype(dtype)
        if getrf(a)[2] == 0 or numpy.linalg.slogdet(a)[0] == 0:
            continue
        refused += 1
        inverse = numpy.linalg.inv(a)
        for shape in (1, 2):
            stack = numpy.array([a] * shape)
            found = numen.linalg.inv(stack, precision="native")
            assert numpy.abs(found - inverse).max() < 1e-3 * numpy.abs(inverse).max()
            found = numen.linalg.solve(stack, b, precision="native")
            assert numpy.abs(found - inverse @ b).max() < 1e-2 * numpy.abs(inverse @ b).max()
    assert refused > 5
