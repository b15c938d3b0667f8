"""A matrix is singular where NumPy says so, whoever is asked (inv, solve, det, slogdet,
matrix_power), alone and in a stack, with every instruction set.

Fused products, reciprocals and the order of sums decide whether a pivot is zero or a rounding
error; the matrices of singular_matrices.py are of the kinds where they do.
"""

import numpy
import pytest

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
