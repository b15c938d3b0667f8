"""Many weighted fits at once equal fits of resampled data, one by one; intervals; stability."""

import collections

import numpy
import pytest
import scipy.stats

import numen
from numen import inverse
from numen.native import front

from .formulas import bayes, bound, data, plain, ridge, same


def one_by_one(X, Y, counts, formula):
    """The formula for each resample, whose samples are really there as often as they count."""
    return numpy.array([formula(numpy.repeat(X, row, axis=0), numpy.repeat(Y, row, axis=0))
                        for row in counts.astype(int)])


@pytest.mark.parametrize("shape", [(12, 3, 1), (60, 7, 3), (400, 5, 10)])
@pytest.mark.parametrize("kind", ["multinomial", "poisson"])
def test_weighted_fits_are_fits_of_resampled_data(shape, kind):
    X, Y = data(*shape)
    counts = numpy.asarray(inverse.resample_counts(len(X), 25, 4, kind=kind))
    slack = max(bound(numpy.repeat(Y, row, axis=0)) for row in counts.astype(int))
    assert same(inverse.fit_weighted(X, Y, counts), one_by_one(X, Y, counts, plain), slack)
    for lam in (1e-6, 0.3):
        found = inverse.fit_weighted(X, Y, counts, "ridge", lam=lam)
        wanted = one_by_one(X, Y, counts, lambda X, Y: ridge(X, Y, lam))
        slack = max(bound(numpy.repeat(Y, row, axis=0), lam) for row in counts.astype(int))
        assert same(found, wanted, slack)


@pytest.mark.parametrize("noise, deviation", [(1.0, 1.0), (0.3, 2.0), (5.0, 0.1)])
def test_posterior_means_are_those_of_resampled_data(noise, deviation):
    X, Y = data(40, 6)
    counts = numpy.asarray(inverse.resample_counts(len(X), 25, 4))
    slack = max(bound(numpy.repeat(Y, row, axis=0), (noise / deviation) ** 2)
                for row in counts.astype(int))
    priors = {None: lambda X, Y: numpy.zeros((6, 3)), "pinv": plain}
    for given, prior in priors.items():
        found = inverse.fit_weighted(X, Y, counts, "bayes", noise=noise,
                                     prior_deviation=deviation, prior_mean=given)
        wanted = one_by_one(X, Y, counts,
                            lambda X, Y: bayes(X, Y, noise, deviation, prior(X, Y))[0])
        slack += max(bound(numpy.repeat(Y, row, axis=0)) for row in counts.astype(int))
        assert same(found, wanted, slack)
    mean = numpy.random.default_rng(8).normal(size=(6, 3))
    found = inverse.bootstrap(X, Y, "bayes", resamples=25, seed=4, noise=noise,
                              prior_deviation=deviation, prior_mean=mean).operators
    wanted = one_by_one(X, Y, counts, lambda X, Y: bayes(X, Y, noise, deviation, mean)[0])
    assert same(found, wanted, slack)


def test_resamples_that_leave_outputs_without_samples():
    """One-hot outputs with a class of two samples: many resamples have none of it."""
    X, _ = data(30, 4)
    Y = numpy.eye(3)[[0] * 15 + [1] * 13 + [2] * 2]
    counts = numpy.asarray(inverse.resample_counts(30, 60, 9))
    lacking = counts[:, 28:].sum(1) == 0
    assert 3 < lacking.sum() < 30
    found = numpy.asarray(inverse.fit_weighted(X, Y, counts))
    assert same(found, one_by_one(X, Y, counts, plain), 1e-11)
    assert abs(found[lacking][:, :, 2]).max() < 1e-12


def test_least_norm_when_outputs_are_not_orthogonal():
    X, Y = data(8, 3, 4)
    counts = numpy.zeros((3, 8))
    counts[0, :2], counts[1, [1, 5, 6]], counts[2] = 3, (1, 2, 1), 1
    slack = 1e4 * max(bound(Y[:2]), bound(Y[[1, 5, 6]]), bound(Y))
    assert same(inverse.fit_weighted(X, Y, counts), one_by_one(X, Y, counts, plain), slack)


def test_any_weights():
    X, Y = data()
    w = numpy.random.default_rng(2).random((4, len(X)))
    mean = (w[:, :, None] * X).sum(1) / w.sum(1)[:, None]
    found = numpy.asarray(inverse.fit_weighted(X, Y, w, "ridge", lam=0.1))
    for b in range(4):
        Xs = X - mean[b]
        Xs = Xs / numpy.sqrt((w[b, :, None] * Xs**2).sum(0) / w[b].sum())
        gram = Y.T @ (w[b, :, None] * Y) + 0.1 * numpy.eye(3)
        wanted = numpy.linalg.solve(gram, Y.T @ (w[b, :, None] * Xs)).T
        assert same(found[b], wanted, bound(Y, 0.1))


def test_a_feature_that_is_constant_in_a_resample_only():
    X, Y = data(20, 3)
    X[:, 1] = 0.25
    X[4, 1] = 0.75
    counts = numpy.asarray(inverse.resample_counts(20, 40, 2))
    assert (counts[:, 4] == 0).any() and (counts[:, 4] > 0).any()
    slack = max(bound(numpy.repeat(Y, row, axis=0)) for row in counts.astype(int))
    found = numpy.asarray(inverse.fit_weighted(X, Y, counts))
    assert same(found, one_by_one(X, Y, counts, plain), slack)
    assert abs(found[counts[:, 4] == 0][:, 1]).max() < 1e-9


def test_parts_of_the_resamples_make_no_difference(monkeypatch):
    X, Y = data()
    counts = inverse.resample_counts(len(X), 50, 3)
    whole = inverse.fit_weighted(X, Y, counts)
    monkeypatch.setattr("numen.inverse.weighted_fits.WEIGHTS_AT_A_TIME", 7 * len(X))
    assert same(inverse.fit_weighted(X, Y, counts), whole, 1e-12)


def calls(function):
    """{name: calls} of the products, factorisations and other library calls made."""
    front.watch(True, 0)
    try:
        function()
    finally:
        front.watch(False, 0)
    found = collections.Counter()
    for kind, name, _, _, count, *_ in front.watched()["events"]:
        found[name] += count if kind == "library" else 0
    return +found


@pytest.mark.parametrize("method", ["pinv", "ridge"])
def test_the_number_of_calls_does_not_grow_with_the_resamples(method):
    X, Y = data(100, 5, 4)
    few, many = (calls(lambda: inverse.fit_weighted(X, Y, inverse.resample_counts(100, B, 1),
                                                    method)) for B in (10, 700))
    assert few == many
    assert many["linalg.solve"] == 1
    # Sums, squares, shares, Gram matrices; one for each of the four outputs; the result's turn.
    assert many["matmul"] == 4 + 4 + 1


def test_bootstrap():
    X, Y = data()
    found = inverse.bootstrap(X, Y, "ridge", resamples=300, level=0.9, seed=8, lam=0.01)
    counts = inverse.resample_counts(len(X), 300, 8)
    operators = numpy.asarray(inverse.fit_weighted(X, Y, counts, "ridge", lam=0.01))
    assert (numpy.asarray(found.operators) == operators).all()
    importances = operators / abs(operators).max(1, keepdims=True)
    assert same(found.importances, importances, 1e-15)
    for interval, values in ((found.operator, operators), (found.importance, importances)):
        assert same(interval.mean, values.mean(0), 1e-14)
        assert same(interval.lower, numpy.percentile(values, 5, axis=0), 1e-14)
        assert same(interval.upper, numpy.percentile(values, 95, axis=0), 1e-14)
    assert repr(found) == "Bootstrap(resamples=300, level=0.9, features=7, outputs=3)"


def test_the_seed_decides():
    X, Y = data()

    def operators(seed):
        return numpy.asarray(inverse.bootstrap(X, Y, resamples=5, seed=seed).operators)

    assert (operators(3) == operators(3)).all() and (operators(3) != operators(4)).any()
    assert (operators(3) == operators(numen.random.default_rng(3))).all()
    assert (operators(3) == operators(numpy.random.default_rng(3))).all()
    assert (operators(None) != operators(None)).any()


def test_counts_are_those_of_the_drawn_samples():
    drawn = numpy.random.default_rng(6).integers(40, size=(9, 40))
    wanted = [numpy.bincount(row, minlength=40) for row in drawn]
    assert same(inverse.resample_counts(40, 9, 6), numpy.array(wanted, float), 0)
    poisson = numpy.asarray(inverse.resample_counts(1000, 50, 6, kind="poisson"))
    # The mean of 50,000 counts of variance 1 is within 5 / sqrt(50,000).
    assert abs(poisson.mean() - 1) < 0.0224 and abs(poisson.var() - 1) < 0.05


def test_intervals_hold_what_they_say():
    """Of one feature and one output the operator is a slope: 95 % of intervals have the true one.
    """
    rng = numpy.random.default_rng(12)
    inside = 0
    for _ in range(300):
        y = rng.normal(size=80)
        x = 0.6 * y + 0.8 * rng.normal(size=80)  # of deviation 1: so the slope is 0.6
        found = inverse.bootstrap(x[:, None], y, resamples=200, seed=rng.integers(2**31))
        inside += bool(found.operator.lower[0, 0] <= 0.6 <= found.operator.upper[0, 0])
    # Percentile intervals of so few samples are a little short.
    assert 0.89 < inside / 300 < 0.98


def test_stability():
    rng = numpy.random.default_rng(5)
    operators = rng.normal(size=(8, 6, 2)) + 2 * rng.normal(size=(6, 2))
    operators[:, 3] = operators[:, 5]  # ties in every resample
    cosine, correlation = inverse.stability(operators)
    for t in range(2):
        pairs = [(operators[a, :, t], operators[b, :, t]) for a in range(8) for b in range(a)]
        wanted = numpy.mean([x @ y / numpy.linalg.norm(x) / numpy.linalg.norm(y)
                             for x, y in pairs])
        assert abs(cosine[t] - wanted) < 1e-14
        wanted = numpy.mean([scipy.stats.spearmanr(x, y).statistic for x, y in pairs])
        assert abs(correlation[t] - wanted) < 1e-13
