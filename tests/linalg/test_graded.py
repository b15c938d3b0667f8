"""Graded matrices: errors of every eigenvalue, singular value and vector beside NumPy's, and beside
what one-sided Jacobi promises.

Errors are relative to each number by itself. Of LAPACK's algorithms they depend on the order in
which large and small rows come, down to the loss of all digits.
"""

import sys

import numpy
import pytest
import scipy.linalg

import numen

from . import graded
from .graded import ORDERINGS, U

ORDERS = (2, 3, 4, 5, 8, 9)
ORDERS_OF_INVERSES = (2, 3, 8, 9)
# Where a few matrices have more than twice NumPy's error by chance, six times as many decide.
TIMES = (1, 6)
DECADES = (0.5, 3, 14)


@pytest.fixture(autouse=True, params=["sample", pytest.param("full", marks=pytest.mark.full)])
def extent(request, monkeypatch):
    """How many orders and gradings the tests of this file take."""
    if request.param == "full":
        monkeypatch.setattr(sys.modules[__name__], "ORDERS", (2, 3, 4, 5, 6, 7, 8, 9, 13, 24, 48))
        monkeypatch.setattr(sys.modules[__name__], "ORDERS_OF_INVERSES", (2, 3, 5, 8, 12, 24))
        monkeypatch.setattr(sys.modules[__name__], "DECADES", (0.5, 1, 2, 3, 5, 7, 10, 14, 20))


def stack_of(kind, n, decades, ordering, dtype="f8", times=1):
    """As many matrices as it takes for lanes at every order, or so many times as many."""
    rng = numpy.random.default_rng([n, int(10 * decades), ORDERINGS.index(ordering)])
    count = times * (9 if n < 12 else 6)
    return numpy.stack([kind(n, decades, ordering, rng) for _ in range(count)]).astype(dtype)


def mean_error(error, found, wanted, n):
    """The geometric mean over a stack; a few roundings count as none."""
    errors = [max(error(x, y), 4 * n * U) for x, y in zip(found, wanted)]
    return float(numpy.exp(numpy.mean(numpy.log(errors))))


def eigen_errors(module, a, references, calls):
    """Of eigh's values, its vectors, and of eigvalsh, in stacks of len(a) / calls matrices."""
    n, found = a.shape[-1], []
    for part in numpy.split(a, calls):
        given = part if module is numpy else numen.array(part)
        found.append([*map(numpy.asarray, module.linalg.eigh(given)),
                      numpy.asarray(module.linalg.eigvalsh(given))])
    values, vectors, alone = map(numpy.concatenate, zip(*found))
    wanted_values, wanted_vectors = zip(*references)
    return numpy.array([mean_error(graded.relative_error, values, wanted_values, n),
                        mean_error(graded.vector_error, vectors, wanted_vectors, n),
                        mean_error(graded.relative_error, alone, wanted_values, n)])


# Of errors that say nothing is left but rounding both may be as far off as they like.
LOST = 1e-3


def are_within(ours, theirs, factors):
    return (ours <= numpy.maximum(theirs * factors, LOST * (theirs > LOST / 10))).all()


def judged(errors, exact, kind, n, decades, ordering):
    """[(number of calls, our errors)], at most twice NumPy's: in one stack, and one by one."""
    for times in TIMES:
        a = stack_of(kind, n, decades, ordering, times=times)
        references = [exact(matrix) for matrix in a]
        theirs = errors(numpy, a, references, 1)
        every = [(calls, errors(numen, a, references, calls)) for calls in (1, len(a))]
        if all(are_within(ours, theirs, 2) for _, ours in every):
            return every
    raise AssertionError((n, decades, every, theirs))


@pytest.mark.parametrize("ordering", ORDERINGS)
@pytest.mark.parametrize("kind", [graded.covariance, graded.indefinite])
def test_eigenvalues_and_vectors(kind, ordering):
    for n in ORDERS:
        for decades in DECADES:
            for calls, ours in judged(eigen_errors, graded.eigenpairs, kind, n, decades, ordering):
                case = (n, decades, calls, ours)
                if kind is graded.covariance and (n <= 8 or calls == 1):
                    assert ours[[0, 2]].max() <= 8 * n * U, case
                    assert decades < 3 or ours[1] <= 8 * n * U, case


def test_vectors_of_shifted_matrices():
    """Symmetric matrices without a structure, whose eigenvalues have both signs."""
    rng = numpy.random.default_rng(4)
    for n in (3, 5, 8, 13, 24):
        a = rng.normal(size=(9, n, n))
        a += a.swapaxes(1, 2)
        references = [graded.eigenpairs(matrix) for matrix in a]
        theirs = eigen_errors(numpy, a, references, 1)
        ours = eigen_errors(numen, a, references, 1)
        assert are_within(ours, theirs, 2), (n, ours, theirs)


def singular_errors(module, a, references, calls):
    """Of svd's values, both kinds of its vectors, and of svdvals."""
    n, found = min(a.shape[1:]), []
    for part in numpy.split(a, calls):
        given = part if module is numpy else numen.array(part)
        u, s, vh = map(numpy.asarray, module.linalg.svd(given, full_matrices=False))
        found.append([s, u, vh.swapaxes(1, 2), numpy.asarray(module.linalg.svdvals(given))])
    s, u, v, alone = map(numpy.concatenate, zip(*found))
    left, values, right = zip(*references)
    return numpy.array([mean_error(graded.relative_error, s, values, n),
                        mean_error(graded.vector_error, u, left, n),
                        mean_error(graded.vector_error, v, right, n),
                        mean_error(graded.relative_error, alone, values, n)])


@pytest.mark.ci
@pytest.mark.parametrize("ordering", ORDERINGS)
@pytest.mark.parametrize("kind", [graded.columns, graded.rows, graded.both, graded.covariance,
                                  graded.tall, graded.wide])
def test_singular_values_and_vectors(kind, ordering):
    for n in ORDERS:
        for decades in DECADES:
            assert judged(singular_errors, graded.singular_triples, kind, n, decades, ordering)


def test_a_pair_far_from_the_largest():
    """The eigenvalues 1 and 3 beside 1e16, in every place and sign."""
    for size in (1e8, 1e16, 1e30, -1e16):
        a = graded.block(size)
        for places in ((0, 1, 2), (1, 0, 2), (1, 2, 0), (2, 1, 0)):
            given = a[numpy.ix_(places, places)]
            for stack in (given, numpy.repeat(given[None], 9, 0)):
                values = numpy.asarray(numen.linalg.eigvalsh(numen.array(stack)))
                wanted = numpy.sort([size, 1, 3])
                assert (abs(values - wanted) <= 8 * U * abs(wanted)).all(), (size, places)


@pytest.mark.parametrize("ordering", ORDERINGS)
def test_what_is_made_of_them(ordering):
    """pinv, lstsq, matrix_rank, cond and the norm, cut nowhere."""
    for n in ORDERS_OF_INVERSES:
        for kind in (graded.columns, graded.rows, graded.covariance, graded.tall, graded.wide):
            a = stack_of(kind, n, 5, ordering)
            wanted = [graded.inverse(matrix) for matrix in a]
            sides = numpy.ones((*a.shape[:2], 1))
            errors = []
            for module in (numpy, numen):
                call = module.linalg
                given = a if module is numpy else numen.array(a)
                inverses = numpy.asarray(call.pinv(given, rcond=1e-40))
                x = [numpy.asarray(call.lstsq(module.array(one), module.array(side), 1e-40)[0])
                     for one, side in zip(a, sides)]
                solutions = [w @ side for w, side in zip(wanted, sides)]
                errors.append([mean_error(scaled_error, inverses, wanted, n),
                               mean_error(scaled_error, x, solutions, n)])
                assert (numpy.asarray(call.matrix_rank(given, rtol=1e-40)) == n).all()
            theirs, ours = map(numpy.array, errors)
            # Elements of x that cancel have errors by chance, of any algorithm.
            factor = 2 if n <= 8 and kind is not graded.tall else 4
            assert are_within(ours, theirs, [2, factor]), (n, kind, ours, theirs)
            s = [graded.singular_triples(matrix)[1] for matrix in a]
            condition = numpy.asarray(numen.linalg.cond(numen.array(a)))
            theirs = mean_error(graded.relative_error, numpy.linalg.cond(a)[:, None],
                                [x[:1] / x[-1:] for x in s], n)
            ours = mean_error(graded.relative_error, condition[:, None],
                              [x[:1] / x[-1:] for x in s], n)
            assert ours <= 2 * theirs, (n, kind, ours, theirs)
            norms = numpy.asarray(numen.linalg.norm(numen.array(a), 2, axis=(1, 2)))
            assert (abs(norms / [x[0] for x in s] - 1) <= 8 * n * U).all()


def scaled_error(found, wanted):
    """Of each row by itself: rows of an inverse differ in size as columns of the matrix do."""
    return float((abs(found - wanted).max(1) / abs(wanted).max(1)).max())


@pytest.mark.parametrize("ordering", ORDERINGS)
@pytest.mark.parametrize("native", [False, True])
def test_float32(ordering, native):
    """Float64 inside unless told otherwise: what is stored is right to the last place."""
    precision = "native" if native else "default"
    unit = 2.0**-24
    for n in (2, 3, 5, 8, 12):
        a = stack_of(graded.covariance, n, 3, ordering, "f4")
        for i in range(len(a)):
            a[i] = numpy.tril(a[i]) + numpy.tril(a[i], -1).T
        wanted = [graded.eigenpairs(matrix.astype("f8"))[0] for matrix in a]
        values = numpy.asarray(numen.linalg.eigvalsh(numen.array(a), precision=precision))
        assert max(map(graded.relative_error, values, wanted)) <= 2 * unit
        a = stack_of(graded.columns, n, 5, ordering, "f4")
        wanted = [graded.singular_triples(matrix.astype("f8"))[1] for matrix in a]
        s = numpy.asarray(numen.linalg.svd(numen.array(a), precision=precision)[1])
        if not native:
            assert max(map(graded.relative_error, s, wanted)) <= 2 * unit
        theirs = [numpy.asarray(scipy.linalg.svdvals(matrix)) for matrix in a]
        limit = max(2 * mean_error(graded.relative_error, theirs, wanted, n), 64 * n * unit)
        assert mean_error(graded.relative_error, s, wanted, n) <= limit
