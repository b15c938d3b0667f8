"""Ordinary kriging: interpolation of scattered measurements with an error of estimation.

The empirical variogram of a random field is fitted by an exponential model on a grid of
parameters; the system of kriging equations gives estimates on a map, which are judged by leaving
measurements out.
"""

import numpy as np


def field(points):
    """The ground truth: hills and a slope."""
    x, y = points[..., 0], points[..., 1]
    return (3 * np.sin(1.7 * x) * np.cos(1.3 * y) + 0.5 * x
            + 2 * np.exp(-((x - 3) ** 2 + (y - 1.5) ** 2)))


def distances(a, b):
    return np.sqrt(((a[:, None, :] - b[None, :, :]) ** 2).sum(axis=-1))


def empirical_variogram(points, values, edges):
    """Mean half squared differences of pairs by classes of distance, and the number of pairs."""
    i, j = np.triu_indices(len(points), k=1)
    apart = distances(points, points)[i, j]
    half = 0.5 * (values[i] - values[j]) ** 2
    kind = np.digitize(apart, edges) - 1
    inside = (kind >= 0) & (kind < len(edges) - 1)
    pairs = np.bincount(kind[inside], minlength=len(edges) - 1)
    sums = np.bincount(kind[inside], weights=half[inside], minlength=len(edges) - 1)
    lags = np.bincount(kind[inside], weights=apart[inside], minlength=len(edges) - 1)
    return lags / pairs, sums / pairs, pairs


def model(h, sill, reach):
    return sill * -np.expm1(-3 * h / reach)


def fit(lags, gamma, pairs):
    """The sill and reach of least weighted squared error on a grid of reaches."""
    best = None
    for reach in np.linspace(0.5, 8, 151):
        shape = model(lags, 1.0, reach)
        sill = np.sum(pairs * shape * gamma) / np.sum(pairs * shape**2)
        error = np.sum(pairs * (sill * shape - gamma) ** 2)
        if best is None or error < best[0]:
            best = error, sill, reach
    return best


def krige(points, values, wanted, sill, reach):
    """Estimates and their variances at the wanted points."""
    n = len(points)
    system = np.ones((n + 1, n + 1))
    system[:n, :n] = model(distances(points, points), sill, reach)
    system[n, n] = 0
    right = np.ones((n + 1, len(wanted)))
    right[:n] = model(distances(points, wanted), sill, reach)
    weights = np.linalg.solve(system, right)
    return weights[:n].T @ values, np.einsum("ij,ij->j", weights, right)


def main():
    rng = np.random.default_rng(1951)
    points = rng.uniform(0, 5, (120, 2))
    values = field(points)
    lags, gamma, pairs = empirical_variogram(points, values, np.linspace(0, 2.5, 11))
    for row in zip(lags, gamma, pairs):
        print("lag {:.5f}  variogram {:.6f}  pairs {}".format(*row))
    error, sill, reach = fit(lags, gamma, pairs)
    print(f"sill {sill:.6f}, reach {reach:.3f}, error {error:.5f}")

    axis = np.linspace(0.25, 4.75, 19)
    grid = np.stack(np.meshgrid(axis, axis), axis=-1)
    estimate, variance = krige(points, values, grid.reshape(-1, 2), sill, reach)
    estimate, variance = estimate.reshape(19, 19), variance.reshape(19, 19)
    difference = estimate - field(grid)
    print(f"root mean square error {np.sqrt(np.mean(difference**2)):.6f}")
    print(f"largest error {np.abs(difference).max():.6f} at",
          np.unravel_index(np.abs(difference).argmax(), difference.shape))
    print(f"share within two deviations "
          f"{np.mean(np.abs(difference) < 2 * np.sqrt(variance)):.4f}")
    np.set_printoptions(precision=3, suppress=True, linewidth=90)
    print("estimates\n", estimate[::3, ::3])
    print("variances\n", variance[::3, ::3])

    at_points, none = krige(points, values, points[:5], sill, reach)
    print("exact at the measurements:", np.allclose(at_points, values[:5]),
          np.allclose(none, 0, atol=1e-10))
    left_out = np.array([
        krige(np.delete(points, k, axis=0), np.delete(values, k), points[[k]], sill, reach)
        for k in range(0, 120, 4)])[:, :, 0]
    residual = left_out[:, 0] - values[::4]
    print(f"leaving out: mean {residual.mean():.6f}, deviation {residual.std(ddof=1):.6f}, "
          f"normalised {np.mean(residual**2 / left_out[:, 1]):.6f}")


if __name__ == "__main__":
    main()
