"""Graded matrices: errors of every eigenvalue, singular value and vector beside NumPy's, and beside
what one-sided Jacobi promises.

Errors are relative to each number by itself. Of LAPACK's algorithms they depend on the order in
which large and small rows come, down to the loss of all digits.
"""

import sys

import numpy
import pytest

import numen

from . import graded
from .graded import ORDERINGS, U

ORDERS = (2, 3, 4, 5, 8, 12)
DECADES = (1, 3, 7, 14)


@pytest.fixture(autouse=True, params=["sample", pytest.param("full", marks=pytest.mark.full)])
def extent(request, monkeypatch):
    """How many orders and gradings the tests of this file take."""
    if request.param == "full":
        monkeypatch.setattr(sys.modules[__name__], "ORDERS", (2, 3, 4, 5, 6, 7, 8, 9, 13, 24, 48))
        monkeypatch.setattr(sys.modules[__name__], "DECADES", (0.5, 1, 2, 3, 5, 7, 10, 14, 20))


def stack_of(kind, n, decades, ordering, dtype="f8"):
    """As many matrices as it takes for lanes at every order."""
    rng = numpy.random.default_rng([n, int(10 * decades), ORDERINGS.index(ordering)])
    count = 9 if n < 12 else 6
    return numpy.stack([kind(n, decades, ordering, rng) for _ in range(count)]).astype(dtype)


def worst(error, found, wanted):
    return max(error(x, y) for x, y in zip(found, wanted))


def allowed(theirs, n, factor=2):
    """Twice NumPy's error, and a few roundings where NumPy has none by chance."""
    return factor * theirs + 8 * n * U


def eigen_errors(module, a, references):
    """Of eigh's values, its vectors, and of eigvalsh."""
    given = a if module is numpy else numen.array(a)
    values, vectors = map(numpy.asarray, module.linalg.eigh(given))
    alone = numpy.asarray(module.linalg.eigvalsh(given))
    wanted_values = [values for values, _ in references]
    return numpy.array([worst(graded.relative_error, values, wanted_values),
                        worst(graded.vector_error, vectors, [v for _, v in references]),
                        worst(graded.relative_error, alone, wanted_values)])


@pytest.mark.parametrize("ordering", ORDERINGS)
@pytest.mark.parametrize("kind", [graded.covariance, graded.indefinite])
def test_eigenvalues_and_vectors(kind, ordering):
    for n in ORDERS:
        for decades in DECADES:
            a = stack_of(kind, n, decades, ordering)
            references = [graded.eigenpairs(matrix) for matrix in a]
            theirs = eigen_errors(numpy, a, references)
            for count in (1, len(a)):
                ours = numpy.max([eigen_errors(numen, a[i : i + count], references[i : i + count])
                                  for i in range(0, len(a), count)], axis=0)
                # A shift leaves vectors of matrices whose rows differ little a place behind.
                factors = 2, 2 if kind is graded.covariance or decades >= 3 else 64, 2
                for mine, other, factor in zip(ours, theirs, factors):
                    assert mine <= allowed(other, n, factor), (n, decades, count, ours, theirs)
                if kind is graded.covariance and (n <= 8 or count > 1):
                    assert ours[[0, 2]].max() <= 10 * n * U, (n, decades, count, ours)


def singular_errors(module, a, references):
    """Of svd's values, both kinds of its vectors, and of svdvals."""
    given = a if module is numpy else numen.array(a)
    u, s, vh = map(numpy.asarray, module.linalg.svd(given, full_matrices=False))
    alone = numpy.asarray(module.linalg.svdvals(given))
    wanted = [parts[1] for parts in references]
    return numpy.array([worst(graded.relative_error, s, wanted),
                        worst(graded.vector_error, u, [parts[0] for parts in references]),
                        worst(graded.vector_error, vh.swapaxes(1, 2),
                              [parts[2] for parts in references]),
                        worst(graded.relative_error, alone, wanted)])


@pytest.mark.parametrize("ordering", ORDERINGS)
@pytest.mark.parametrize("kind", [graded.columns, graded.rows, graded.both, graded.covariance,
                                  graded.tall, graded.wide])
def test_singular_values_and_vectors(kind, ordering):
    for n in ORDERS:
        for decades in DECADES:
            a = stack_of(kind, n, decades, ordering)
            references = [graded.singular_triples(matrix) for matrix in a]
            theirs = singular_errors(numpy, a, references)
            for count in (1, len(a)):
                ours = numpy.max([singular_errors(numen, a[i : i + count],
                                                  references[i : i + count])
                                  for i in range(0, len(a), count)], axis=0)
                for mine, other in zip(ours, theirs):
                    assert mine <= allowed(other, n), (n, decades, count, ours, theirs)
