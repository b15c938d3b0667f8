"""Statistics: descriptions, tests, bootstrap, permutation, survival, Bayes, random walks."""

import numpy as np
from scipy import stats

rng = np.random.default_rng(17)
a = rng.normal(10, 2, 80)
b = rng.normal(11, 2.5, 90)
c = rng.exponential(10, 85)
for sample in (a, b, c):
    print(np.round([sample.mean(), sample.std(ddof=1), np.median(sample), stats.skew(sample),
                    stats.kurtosis(sample), stats.sem(sample), stats.iqr(sample)], 8),
          np.round(np.quantile(sample, [0.1, 0.5, 0.9], method="median_unbiased"), 6))
print(np.round(stats.ttest_ind(a, b, equal_var=False), 8), np.round(stats.mannwhitneyu(a, b), 6))
print(np.round(stats.f_oneway(a, b, c), 8), np.round(stats.kruskal(a, b, c), 8))
print(np.round(stats.shapiro(a), 6), np.round(stats.levene(a, b, c), 6))
print(np.round(stats.pearsonr(a, b[:80]), 8), np.round(stats.spearmanr(a, b[:80]), 8),
      np.round(stats.kendalltau(a, b[:80]), 8))

difference = b.mean() - a.mean()
pooled = np.concatenate([a, b])
shuffled = np.array([rng.permutation(pooled) for _ in range(2000)])
null = shuffled[:, 80:].mean(axis=1) - shuffled[:, :80].mean(axis=1)
print(round(difference, 8), np.mean(np.abs(null) >= abs(difference)), null.std().round(8))
resampled = rng.choice(c, (3000, c.size))
print(np.percentile(np.median(resampled, axis=1), [2.5, 97.5]).round(6))
with_scipy = stats.bootstrap((a,), np.mean, n_resamples=999, rng=np.random.default_rng(3))
print(np.round(with_scipy.confidence_interval, 8), round(with_scipy.standard_error, 8))

table = np.array([[30, 14], [18, 40]])
print(np.round(stats.chi2_contingency(table)[:2], 8), stats.fisher_exact(table)[1].round(10))
expected = np.outer(table.sum(1), table.sum(0)) / table.sum()
print(expected.round(5), ((table - expected) ** 2 / expected).sum().round(8))

times = np.sort(c)
events = rng.random(c.size) < 0.7
at_risk = np.arange(c.size, 0, -1)
survival = np.cumprod(np.where(events, 1 - 1 / at_risk, 1.0))
print(np.round(survival[::12], 8), times[np.argmax(survival < 0.5)].round(6))

grid = np.linspace(0, 1, 501)
posterior = stats.binom.pmf(14, 20, grid) * stats.beta.pdf(grid, 2, 2)
posterior /= np.trapezoid(posterior, grid)
mean = np.trapezoid(grid * posterior, grid)
cdf = np.cumsum(posterior) * (grid[1] - grid[0])
print(round(mean, 8), grid[np.searchsorted(cdf, [0.025, 0.975])])

steps = rng.choice([-1, 1], size=(500, 1000))
walks = steps.cumsum(axis=1)
print(walks[:, -1].mean(), walks[:, -1].var().round(6), np.abs(walks).max(), walks.min(axis=1)[:6])
first = np.where((walks == 10).any(axis=1), (walks == 10).argmax(axis=1), -1)
print(np.count_nonzero(first >= 0), first[first >= 0].mean().round(6))
density = stats.gaussian_kde(a)
print(np.round(density(np.arange(6, 15, 2)), 8), density.integrate_box_1d(0, 10).round(8))
ranks = stats.rankdata([3, 1, 4, 1, 5, 9, 2, 6])
print(ranks, stats.zscore(a)[:4].round(8), stats.trim_mean(c, 0.1).round(8),
      stats.mode([1, 2, 2, 3]))
matrix = np.stack([a[:80], b[:80], c[:80]])
print(np.cov(matrix).round(6), np.corrcoef(matrix).round(6),
      np.cov(matrix, bias=True)[0, 1].round(8))
counts, edges = np.histogram(c, bins="fd")
print(counts, edges.round(4), np.histogram_bin_edges(a, "auto").round(4)[:4])
print(stats.entropy(counts / counts.sum()).round(8), stats.describe(a).variance.round(8))
weights = rng.random(80)
print(np.average(a, weights=weights).round(8), np.sqrt(np.average((a - a.mean()) ** 2,
                                                                weights=weights)).round(8))
print(stats.norm.interval(0.95, loc=a.mean(), scale=stats.sem(a)),
      stats.poisson.pmf(np.arange(4), 2.5))
