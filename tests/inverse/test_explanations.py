"""Importances, instances, similarities and what is asked of an operator, by their formulas."""

import numpy
import pytest

from numen import inverse

from .formulas import U, bound, data, local, plain, same, standardised


@pytest.fixture(params=[(60, 7, 3), (3000, 40, 10), (5, 1, 1)])
def case(request):
    """(X, Y, A, fitted)"""
    X, Y = data(*request.param)
    X[::3, 0] = 0.0
    return X, Y, plain(X, Y), inverse.fit(X, Y)


def test_global_importance(case):
    X, Y, A, fitted = case
    wanted = numpy.column_stack([column / abs(column).max() for column in A.T])
    assert same(inverse.global_importance(fitted), wanted, 2 * bound(Y))


def test_global_importance_of_an_output_that_says_nothing_is_zero():
    X, Y = data()
    Y[:, 1] = 0.0
    found = numpy.asarray(inverse.global_importance(inverse.fit(X, Y)))
    assert not found[:, 1].any() and (abs(found[:, [0, 2]]).max(0) == 1).all()


def test_local_importance(case):
    X, Y, A, fitted = case
    wanted = local(X, Y, A, X.mean(0), X.std(0))
    assert same(inverse.local_importance(fitted, X, Y, normalize=False), wanted, 2 * bound(Y))
    largest = abs(wanted).max(1, keepdims=True)
    wanted = wanted / numpy.where(largest > 0, largest, 1)
    found = numpy.asarray(inverse.local_importance(fitted, X, Y))
    # Relative to each row's own largest magnitude, which may be that much smaller than others.
    assert same(found, wanted, 2 * bound(Y) * max(1, largest.max() / largest[largest > 0].min()))
    assert not found[X == 0].any()


def test_representative_instances(case):
    X, Y, A, fitted = case
    wanted = [A[:, t] * X.std(0) + X.mean(0) for t in range(Y.shape[1])]
    assert same(inverse.representative(fitted), wanted, 2 * bound(Y))


@pytest.mark.parametrize("gamma", [0.0, 0.1, 1.0 / 7])
def test_similarity(case, gamma):
    X, Y, A, fitted = case
    Xs = standardised(X)
    squares = numpy.array([[numpy.sum((x - a) ** 2) for a in A.T] for x in Xs])
    lengths = (Xs**2).sum(1)[:, None] + (A**2).sum(0)
    error = 2 * bound(Y) * (1 + gamma * lengths.max())  # of the exponent, so of the similarity
    assert same(inverse.similarity(fitted, X, gamma=gamma), numpy.exp(-gamma * squares), error)


def test_similarity_to_oneself_is_one():
    X, Y = data()
    fitted = inverse.fit(X, Y)
    found = numpy.asarray(inverse.similarity(fitted, inverse.representative(fitted)))
    assert abs(numpy.diagonal(found) - 1).max() <= 100 * U * found.size and found.max() <= 1


def test_reconstruction(case):
    X, Y, A, fitted = case
    Xs = standardised(X)
    residual = Xs - Y @ A.T
    error = numpy.linalg.norm(residual) / numpy.linalg.norm(Xs)
    assert abs(inverse.reconstruction_error(fitted, X, Y) - error) <= 2 * bound(Y)
    about_means = ((Xs - Xs.mean(0)) ** 2).sum(0)
    r_squared = 1 - (residual**2).sum() / about_means.sum()
    assert abs(inverse.r_squared(fitted, X, Y) - r_squared) <= 4 * bound(Y)
    wanted = 1 - (residual**2).sum(0) / about_means
    found = inverse.r_squared(fitted, X, Y, by_feature=True)
    assert numpy.allclose(found, wanted, rtol=0, atol=4 * bound(Y))


def test_reconstruction_of_other_samples():
    X, Y = data(90)
    fitted, A = inverse.fit(X[:60], Y[:60]), plain(X[:60], Y[:60])
    Xs = (X[60:] - X[:60].mean(0)) / X[:60].std(0)
    residual = Xs - Y[60:] @ A.T
    error = numpy.linalg.norm(residual) / numpy.linalg.norm(Xs)
    assert abs(inverse.reconstruction_error(fitted, X[60:], Y[60:]) - error) <= 10 * bound(Y)
    r_squared = 1 - (residual**2).sum() / ((Xs - Xs.mean(0)) ** 2).sum()
    assert abs(inverse.r_squared(fitted, X[60:], Y[60:]) - r_squared) <= 10 * bound(Y)


def test_where_nothing_varies_there_is_no_share():
    X, Y = data()
    X[:, 1] = 3.0
    fitted = inverse.fit(X, Y)
    found = numpy.asarray(inverse.r_squared(fitted, X, Y, by_feature=True))
    assert numpy.isnan(found[1]) and numpy.isfinite(numpy.delete(found, 1)).all()
    fitted = inverse.fit(numpy.ones((5, 2)), numpy.ones(5))
    assert numpy.isnan(inverse.reconstruction_error(fitted, numpy.ones((5, 2)), numpy.ones(5)))


def test_outputs_recovered(case):
    X, Y, A, fitted = case
    wanted = standardised(X) @ numpy.linalg.pinv(A, rtol=1e-10).T
    s = numpy.linalg.svd(A, compute_uv=False)
    slack = 100 * bound(Y) * s[0] / s[s > 1e-10 * s[0]][-1]
    assert same(inverse.recovered_outputs(fitted, X), wanted, slack)
    squares = numpy.array([numpy.corrcoef(x, y)[0, 1] ** 2 for x, y in zip(wanted.T, Y.T)])
    assert same(inverse.fidelity(fitted, X, Y), squares, 10 * slack)


def test_an_output_that_does_not_vary_has_no_fidelity():
    X, Y = data()
    Y[:, 1] = 0.25
    found = numpy.asarray(inverse.fidelity(inverse.fit(X, Y), X, Y))
    assert numpy.isnan(found).tolist() == [False, True, False]


def test_effective_rank_condition_and_contrast(case):
    X, Y, A, fitted = case
    s = numpy.linalg.svd(A, compute_uv=False)
    shares = s[s > 0] / s.sum()
    entropy = -(shares * numpy.log(shares)).sum()
    assert abs(inverse.effective_rank(fitted) - numpy.exp(entropy)) <= 100 * bound(Y)
    squared = numpy.linalg.cond(Y) ** 2
    assert abs(inverse.condition_number(fitted) - squared) <= 1e-9 * squared
    unit = A / numpy.linalg.norm(A, axis=0)
    assert same(inverse.contrast(fitted), unit.T @ unit, 10 * bound(Y))


def test_an_operator_of_zeros_has_no_directions():
    fitted = inverse.fit(numpy.ones((4, 2)), numpy.ones((4, 1)))
    assert inverse.effective_rank(fitted) == 0.0
    assert not inverse.contrast(fitted).any()
