"""Curves fitted to measurements: curve_fit, least_squares, splines, errors, confidence bands."""

import numpy as np
from scipy import optimize, special, stats
from scipy.interpolate import RegularGridInterpolator, UnivariateSpline, griddata

rng = np.random.default_rng(21)
x = np.linspace(0, 10, 200)


def decay(x, height, rate, floor):
    return height * np.exp(-rate * x) + floor


def gauss(x, height, middle, width):
    return height * np.exp(-0.5 * ((x - middle) / width) ** 2)


y = decay(x, 3, 0.7, 0.5) + rng.normal(scale=0.05, size=x.size)
best, covariance = optimize.curve_fit(decay, x, y, p0=(1, 1, 0))
print(np.round(best, 7), np.round(np.sqrt(np.diag(covariance)), 7))
sigma = np.full(x.size, 0.05)
sigma[::10] = 0.5
weighted, error = optimize.curve_fit(decay, x, y, p0=[1, 1, 0], sigma=sigma, absolute_sigma=True,
                                     bounds=([0, 0, 0], [10, 5, 2]))
print(np.round(weighted, 6), np.round(error, 9))
chi2 = np.sum(((y - decay(x, *best)) / 0.05) ** 2)
print(round(float(chi2), 5), round(float(stats.chi2.sf(chi2, x.size - 3)), 8))

two = gauss(x, 2, 3, 0.5) + gauss(x, 1, 6.5, 1.2) + rng.normal(scale=0.03, size=x.size)
start = np.array([1.5, 2.5, 1, 0.8, 7, 1])


def misfit(p):
    return gauss(x, *p[:3]) + gauss(x, *p[3:]) - two


robust = optimize.least_squares(misfit, start, loss="soft_l1")
plain = optimize.leastsq(misfit, start)[0]
print(np.round(robust.x, 5), np.round(plain, 5), robust.success)
jacobian = robust.jac
print(jacobian.shape, np.round(np.linalg.svd(jacobian, compute_uv=False), 3))
spline = UnivariateSpline(x, two, s=0.3)
print(len(spline.get_knots()), np.round(spline(np.arange(0, 10, 2.5)), 5),
      round(spline.integral(0, 10), 5), np.round(spline.derivative()(5.0), 4))
samples = rng.multivariate_normal(best, covariance, 400)
bands = np.percentile(decay(x[:, None], *samples.T), [5, 50, 95], axis=1)
print(bands.shape, np.round(bands[:, ::60], 5))
draws = stats.gamma.rvs(2.5, scale=1.5, size=800, random_state=rng)
print(np.round(stats.gamma.fit(draws, floc=0), 5), np.round(special.gammaln([2.5, 10]), 8))
print(np.round(stats.kstest(draws, stats.gamma(2.5, scale=1.5).cdf), 6))
xs, ys = np.meshgrid(np.linspace(-1, 1, 12), np.linspace(-1, 1, 15), indexing="ij")
field = np.sin(3 * xs) * np.cos(2 * ys)
table = RegularGridInterpolator((xs[:, 0], ys[0]), field, method="cubic")
print(np.round(table([[0.1, 0.2], [-0.5, 0.7]]), 6))
scattered = rng.uniform(-1, 1, (300, 2))
guess = griddata(scattered, np.sin(3 * scattered[:, 0]), np.array([[0, 0], [0.5, 0.5]]))
print(np.round(guess, 5), np.round(np.gradient(field, axis=0)[3, ::5], 6))
surface = np.linalg.lstsq(np.stack([np.ones(180), xs.ravel(), ys.ravel(), xs.ravel() * ys.ravel()],
                                   axis=1), field.ravel(), rcond=None)[0]
print(np.round(surface, 8) + 0.0)  # a coefficient that is nearly zero has no sign
print(np.round(np.polynomial.chebyshev.chebfit(x, y, 4), 6),
      np.polynomial.Polynomial.fit(x, y, 3).convert().coef.round(6))
lowest = optimize.minimize(optimize.rosen, np.array([1.3, 0.7, 0.8, 1.9, 1.2]),
                           jac=optimize.rosen_der, method="BFGS")
print(lowest.nit, np.round(lowest.x, 5), np.round(lowest.hess_inv.diagonal(), 2))
linear = optimize.linprog([-1, -2], A_ub=np.array([[1, 1], [1, 3.0]]), b_ub=np.array([4, 6]))
print(linear.x.round(6), linear.fun)
rows, columns = optimize.linear_sum_assignment(rng.integers(0, 50, (6, 6)))
print(rows, columns)
