"""Huber's loss and Bayes: the formulas, convergence, outliers, widths of credible intervals."""

import numpy
import pytest

from numen import inverse

from .formulas import U, bayes, bound, data, huber, local, plain, ridge, same


def with_outliers(count=6):
    X, Y = data(200, 5)
    spoiled = X.copy()
    spoiled[:count] += 100 * X.std(0)
    return X, spoiled, Y


@pytest.mark.parametrize("delta", [0.1, 1.0, 3.0])
@pytest.mark.parametrize("lam", [0.0, 1e-4, 0.5])
def test_huber(delta, lam):
    X, Y = data(200, 5)
    wanted, weights, iterations = huber(X, Y, delta, lam)
    fitted = inverse.fit(X, Y, "huber", delta=delta, lam=lam)
    assert fitted.iterations == iterations
    assert same(fitted.operator, wanted, 10 * bound(Y, lam))
    assert same(fitted.weights, weights, 10 * bound(Y, lam))
    assert 1 < iterations < 50


def test_huber_counts_outliers_less():
    X, spoiled, Y = with_outliers()
    fitted = inverse.fit(spoiled, Y, "huber")
    weights = numpy.asarray(fitted.weights)
    assert weights[:6].max() < weights[6:].min() / 3
    # What the operators make of the outputs, in the units of the features, beside a clean fit's.
    clean = Y @ plain(X, Y).T * X.std(0) + X.mean(0)
    robust = numpy.asarray(fitted.reconstruct(Y))
    least_squares = Y @ plain(spoiled, Y).T * spoiled.std(0) + spoiled.mean(0)
    assert away(robust - clean, X) < away(least_squares - clean, X) / 3


def away(difference, X):
    return numpy.linalg.norm(difference / X.std(0))


def test_huber_with_a_delta_above_all_residuals_is_ridge():
    X, Y = data()
    fitted = inverse.fit(X, Y, "huber", delta=1e3)
    assert (fitted.weights == 1).all() and fitted.iterations <= 2
    assert same(fitted.operator, ridge(X, Y, 1e-4), bound(Y, 1e-4))


def test_huber_of_samples_without_residual():
    X = numpy.array([[1.0], [2.0], [3.0]])
    with numpy.errstate(all="raise"):
        fitted = inverse.fit(X, X - 2, "huber")
    assert (fitted.weights == 1).all()


def test_huber_says_when_it_has_not_converged():
    X, Y = data()
    with pytest.warns(RuntimeWarning, match="huber has not converged in 2 iterations") as seen:
        fitted = inverse.fit(X, Y, "huber", iterations=2)
    assert seen[0].filename == __file__
    assert same(fitted.operator, huber(X, Y, 1.0, 1e-4, most=2)[0], 10 * bound(Y))


@pytest.mark.parametrize("deviations", [(1.0, 1.0), (0.1, 10.0), (3.0, 0.2)])
@pytest.mark.parametrize("prior", [None, "pinv", "array"])
def test_posterior(deviations, prior):
    X, Y = data()
    A0 = {None: numpy.zeros((7, 3)), "pinv": plain(X, Y),
          "array": numpy.arange(21.0).reshape(7, 3)}[prior]
    wanted, S = bayes(X, Y, *deviations, A0)
    fitted = inverse.fit(X, Y, "bayes", noise=deviations[0], prior_deviation=deviations[1],
                         prior_mean=A0.tolist() if prior == "array" else prior)
    lam = (deviations[0] / deviations[1]) ** 2
    assert same(fitted.operator, wanted, bound(Y, lam))
    assert same(fitted.covariance, S, bound(Y, lam))
    assert fitted.lam == lam


def test_posterior_with_data_that_say_nothing_is_the_prior():
    X, _ = data(10, 3)
    A0 = numpy.arange(6.0).reshape(3, 2)
    fitted = inverse.fit(X, numpy.zeros((10, 2)), "bayes", prior_mean=A0, prior_deviation=2.0)
    assert same(fitted.operator, A0, 4 * U) and same(fitted.covariance, 4 * numpy.eye(2), 4 * U)


def test_credible_half_widths():
    X, Y = data()
    X[4, 2] = 0.0
    fitted = inverse.fit(X, Y, "bayes", noise=0.5)
    A, S = bayes(X, Y, 0.5, 1.0, numpy.zeros((7, 3)))
    contributions = local(X, Y, A, X.mean(0), X.std(0))
    wanted = []
    for x, y in zip(X, Y):
        row = 1.96 * abs((x - X.mean(0)) / X.std(0)) * numpy.sqrt(y @ S @ y)
        row[x == 0] = 0
        wanted.append(row)
    wanted = numpy.array(wanted)
    found = inverse.local_half_width(fitted, X, Y, normalize=False)
    assert same(found, wanted, 2e-5)  # 1.96 is 1.95996, rounded
    assert found[4, 2] == 0
    found = inverse.local_half_width(fitted, X, Y)
    assert same(found, wanted / abs(contributions).max(1, keepdims=True), 2e-5)
    wider = inverse.local_half_width(fitted, X, Y, level=0.99)
    assert same(wider, numpy.asarray(found) * 2.5758293 / 1.9599640, 1e-6)


def test_credible_intervals_hold_what_they_say():
    """Operators drawn from the prior, data from the operator: 95 % of the intervals have it."""
    rng = numpy.random.default_rng(11)
    inside = []
    for _ in range(60):
        A = rng.normal(size=(40, 2))
        Y = rng.normal(size=(400, 2))
        X = Y @ A.T + 0.5 * rng.normal(size=(400, 40))
        fitted = inverse.fit(X, Y, "bayes", noise=0.5)
        scaled = A / X.std(0)[:, None]
        # In standardised units the noise is 0.5 / deviation, smaller than was told.
        widths = 1.96 * numpy.sqrt(numpy.diagonal(numpy.asarray(fitted.covariance)))
        inside.append(abs(numpy.asarray(fitted.operator) - scaled) * X.std(0)[:, None] <= widths)
    assert 0.93 < numpy.mean(inside) < 0.97
