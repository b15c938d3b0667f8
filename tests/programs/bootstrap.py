"""Resampling: bootstrap intervals, a permutation test, the jackknife and cross-validation."""

import numpy as np


def intervals(sample, statistic, resamples, rng):
    """Percentile and basic intervals of 95 percent, and the standard error."""
    index = rng.integers(0, len(sample), (resamples, len(sample)))
    values = statistic(sample[index], axis=1)
    low, high = np.quantile(values, [0.025, 0.975])
    point = statistic(sample, axis=0)
    return point, values.std(ddof=1), (low, high), (2 * point - high, 2 * point - low)


def trimmed_mean(x, axis):
    """The mean without the lowest and highest tenth."""
    cut = x.shape[axis] // 10
    ordered = np.sort(x, axis=axis)
    return np.take(ordered, np.arange(cut, x.shape[axis] - cut), axis=axis).mean(axis=axis)


def permutation_test(a, b, trials, rng):
    """The share of random divisions with a difference of means as large as the found one."""
    both = np.concatenate([a, b])
    shuffled = rng.permuted(np.tile(both, (trials, 1)), axis=1)
    differences = shuffled[:, :len(a)].mean(axis=1) - shuffled[:, len(a):].mean(axis=1)
    found = a.mean() - b.mean()
    return found, np.mean(np.abs(differences) >= abs(found) - 1e-12)


def jackknife(x, y):
    """The correlation, its bias and error by leaving out each pair once."""
    n = len(x)
    keep = ~np.eye(n, dtype=bool)
    parts = np.array([np.corrcoef(x[row], y[row])[0, 1] for row in keep])
    whole = np.corrcoef(x, y)[0, 1]
    bias = (n - 1) * (parts.mean() - whole)
    return whole, bias, np.sqrt((n - 1) * parts.var())


def cross_validate(x, y, degree, folds):
    """Mean squared error of a polynomial on the part that it was not fitted to."""
    errors = np.empty(len(x))
    for fold in np.array_split(np.arange(len(x)), folds):
        train = np.setdiff1d(np.arange(len(x)), fold)
        errors[fold] = np.polyval(np.polyfit(x[train], y[train], degree), x[fold]) - y[fold]
    return np.mean(errors**2)


def show(values, bins):
    counts, edges = np.histogram(values, bins=bins)
    for count, left, right in zip(counts, edges, edges[1:]):
        print(f"  {left:8.4f} to {right:8.4f} {count:4d} {'#' * int(50 * count / counts.max())}")


def main():
    rng = np.random.default_rng(1979)
    sample = rng.lognormal(mean=1.0, sigma=0.7, size=60)
    show(sample, 8)
    for name, statistic in (("mean", np.mean), ("median", np.median), ("deviation", np.std),
                            ("trimmed", trimmed_mean)):
        point, error, percentile, basic = intervals(sample, statistic, 2000, rng)
        print(f"{name:9s} {point:.6f} +- {error:.6f}, percentile [{percentile[0]:.6f}, "
              f"{percentile[1]:.6f}], basic [{basic[0]:.6f}, {basic[1]:.6f}]")

    a, b = rng.normal(10, 2, 25), rng.normal(11.2, 2, 30)
    difference, share = permutation_test(a, b, 5000, rng)
    print(f"difference {difference:.6f}, p {share:.4f}")
    difference, share = permutation_test(a, a[::-1] + 0.01, 1000, rng)
    print(f"difference {difference:.6f}, p {share:.4f}")

    x = rng.uniform(-1, 1, 50)
    y = 0.5 * x + rng.normal(scale=0.3, size=50)
    print("correlation {:.8f}, bias {:.8f}, error {:.8f}".format(*jackknife(x, y)))

    x = np.linspace(-1, 1, 80)[rng.permutation(80)]
    y = x**3 - x + 0.3 * x**2 + rng.normal(scale=0.1, size=80)
    scores = np.array([cross_validate(x, y, degree, 8) for degree in range(8)])
    for degree, score in enumerate(scores):
        print(f"degree {degree}: {score:.8f}", "<- best" if degree == scores.argmin() else "")
    ranks = np.empty(80, dtype=int)
    ranks[np.argsort(x)] = np.arange(80)
    print("rank correlation", np.corrcoef(ranks, np.argsort(np.argsort(y)))[0, 1].round(8))
    print("quantiles", np.quantile(sample, np.linspace(0, 1, 5)).round(6))


if __name__ == "__main__":
    main()
