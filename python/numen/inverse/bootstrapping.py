"""How much operators and importances vary when the samples are drawn again."""

import dataclasses
from typing import NamedTuple

import numen as np

from . import arguments
from .importance import largest
from .weighted_fits import check_method, fit_weighted


class Interval(NamedTuple):
    """The mean over the resamples and a percentile interval, arrays of one shape."""

    mean: np.ndarray
    lower: np.ndarray
    upper: np.ndarray


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Bootstrap:
    """Operators of resampled data.

    operators    (B, d, m)
    importances  (B, d, m): each operator's global importances
    level        of the intervals
    operator     Interval of (d, m) arrays for the operator
    importance   Interval of (d, m) arrays for the global importances
    """

    operators: np.ndarray
    importances: np.ndarray
    level: float
    operator: Interval
    importance: Interval

    def __repr__(self):
        resamples, features, outputs = self.operators.shape
        return (f"Bootstrap(resamples={resamples}, level={self.level:g}, features={features}, "
                f"outputs={outputs})")


def bootstrap(X, outputs, method="pinv", *, resamples=1000, level=0.95, seed=None, lam=None,
              rcond=None, noise=1.0, prior_deviation=1.0, prior_mean=None):  # fmt: skip
    """Fit `resamples` times to samples drawn with replacement, in one batched call.

    X: (N, d), outputs: (N, m), method "pinv", "ridge" or "bayes" (of posterior means), with the
    arguments that `fit` takes for it. Each resample is standardised and fitted anew. Intervals are
    percentiles: with level 0.95 the 2.5th and the 97.5th. `seed` is whatever
    numen.random.default_rng takes, a Generator included: the same seed, the same result.

    Returns a Bootstrap. resamples (N d m + N m^2 + d m^2) operations: one product of matrices for
    all Gram matrices, one for each output with the features, one call for all the systems. Memory
    for three times the result. ValueError as `fit`, and for "huber", whose weights differ in each
    resample and iteration: it is no one batched call.

    B. Efron, Annals of Statistics 7 (1979) 1-26, doi:10.1214/aos/1176344552.

    >>> X = numen.random.default_rng(1).normal(size=(60, 3))
    >>> found = numen.inverse.bootstrap(X, X[:, 0], resamples=200, seed=5)
    >>> found.operators.shape, found.importance.mean.shape
    ((200, 3, 1), (3, 1))
    >>> bool((found.operator.lower <= found.operator.upper).all())
    True
    """
    X, outputs = arguments.for_a_fit("bootstrap", X, outputs)
    check_method("bootstrap", method)
    resamples = arguments.whole_number("bootstrap", "resamples", resamples, 2)
    level = arguments.share("bootstrap", "level", level)
    counts = resample_counts(len(X), resamples, seed)
    operators = fit_weighted(X, outputs, counts, method, lam=lam, rcond=rcond, noise=noise,
                             prior_deviation=prior_deviation, prior_mean=prior_mean)
    importances = operators / largest(operators, 1)
    return Bootstrap(operators, importances, level, _interval(operators, level),
                     _interval(importances, level))


def resample_counts(samples, resamples, seed=None, *, kind="multinomial"):
    """How often each sample is in each resample, (resamples, samples) in float64.

    "multinomial": `samples` draws with replacement; "poisson": independent counts of mean 1, for
    data that come as a stream.

    >>> numen.inverse.resample_counts(5, 3, seed=1).sum(axis=1)
    array([5., 5., 5.])
    """
    samples = arguments.whole_number("resample_counts", "samples", samples)
    resamples = arguments.whole_number("resample_counts", "resamples", resamples)
    arguments.one_of("resample_counts", "kind", kind, ("multinomial", "poisson"))
    generator = np.random.default_rng(seed)
    if kind == "poisson":
        return generator.poisson(1.0, (resamples, samples)).astype(np.float64)
    drawn = generator.integers(samples, size=(resamples, samples))
    drawn += np.arange(resamples)[:, None] * samples
    counts = np.bincount(drawn.ravel(), minlength=resamples * samples)
    return counts.reshape(resamples, samples).astype(np.float64)


def stability(operators):
    """How alike operators (B, d, m) are: for each output, (cosine, rank correlation), both (m,).

    Means over all pairs: the cosine between columns, and Spearman's correlation between the
    ranks that the features have in them, ties sharing theirs. 1 when all agree. O(B d m log d):
    the mean over pairs of unit vectors follows from the length of their sum. ValueError for fewer
    than two operators.

    >>> cosine, rank_correlation = numen.inverse.stability(numen.ones((4, 3, 2)))
    >>> cosine
    array([1., 1.])
    """
    operators = np.asarray(operators, np.float64)
    if operators.ndim != 3 or len(operators) < 2 or 0 in operators.shape:
        raise ValueError("inverse.stability: needs two operators at least, of the shape "
                         f"(operators, features, outputs), got {operators.shape}")
    vectors = np.ascontiguousarray(operators.mT)
    ranks = _ranks(vectors)
    return _mean_cosine(vectors), _mean_cosine(ranks - ranks.mean(-1, keepdims=True))


def _mean_cosine(vectors):
    """The mean of the cosines between any two of the B vectors (B, m, d) of each output."""
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    unit = vectors / np.where(lengths > 0, lengths, 1.0)
    present = (lengths > 0).sum(0)[:, 0]  # a vector of zeros has no direction: it agrees with none
    total = (unit.sum(0) ** 2).sum(-1)
    return (total - present) / (len(vectors) * (len(vectors) - 1))


def _ranks(x):
    """Ranks along the last axis, ties at their mean: between the two orders that stable sorts of
    the row, forward and backward, give them.
    """
    return (_places(x) + _places(x[..., ::-1])[..., ::-1]) * 0.5


def _places(x):
    """The place of each element in its sorted row."""
    found = np.empty(x.shape, np.intp)
    order = x.argsort(-1, kind="stable")
    np.put_along_axis(found, order, np.arange(x.shape[-1])[None, None], -1)
    return found


def _interval(values, level):
    lower, upper = np.quantile(values, [0.5 - level / 2, 0.5 + level / 2], axis=0)
    return Interval(values.mean(0), lower, upper)
