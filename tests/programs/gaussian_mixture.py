"""Expectation-maximisation for mixtures of Gaussians, with the number of parts chosen by BIC."""

import numpy as np

WEIGHTS = np.array([0.5, 0.3, 0.2])
MEANS = np.array([[0.0, 0.0], [4.0, 4.0], [-3.0, 4.0]])
COVARIANCES = np.array([[[1.0, 0.6], [0.6, 1.0]], [[0.5, 0.0], [0.0, 2.0]],
                        [[1.5, -0.7], [-0.7, 0.8]]])


def draw(count, rng):
    kind = rng.choice(3, size=count, p=WEIGHTS)
    roots = np.linalg.cholesky(COVARIANCES)
    noise = rng.standard_normal((count, 2))
    return MEANS[kind] + np.einsum("nij,nj->ni", roots[kind], noise), kind


def log_sum_exp(x, axis):
    top = x.max(axis=axis, keepdims=True)
    return np.squeeze(top, axis) + np.log(np.exp(x - top).sum(axis=axis))


def log_densities(x, weights, means, covariances):
    """Logarithms of weighted densities: points by parts."""
    roots = np.linalg.cholesky(covariances)
    centred = x[np.newaxis] - means[:, np.newaxis]
    solved = np.linalg.solve(roots, centred.swapaxes(1, 2))
    log_det = np.log(np.diagonal(roots, axis1=1, axis2=2)).sum(axis=1)
    constant = np.log(weights) - log_det - x.shape[1] / 2 * np.log(2 * np.pi)
    return (constant[:, np.newaxis] - 0.5 * (solved**2).sum(axis=1)).T


def start(x, parts, rng):
    """Parts far from each other, by farthest points."""
    chosen = [x[rng.integers(len(x))]]
    while len(chosen) < parts:
        apart = np.min([((x - c) ** 2).sum(axis=1) for c in chosen], axis=0)
        chosen.append(x[apart.argmax()])
    spread = np.cov(x, rowvar=False)
    return np.full(parts, 1 / parts), np.array(chosen), np.tile(spread, (parts, 1, 1))


def fit(x, parts, rng, tolerance=1e-7):
    """Weights, means, covariances, log-likelihood and the number of steps."""
    weights, means, covariances = start(x, parts, rng)
    before = -np.inf
    for step in range(1, 1000):
        logs = log_densities(x, weights, means, covariances)
        total = log_sum_exp(logs, axis=1)
        likelihood = total.sum()
        assert likelihood >= before - 1e-6, "the likelihood may not fall"
        if likelihood - before < tolerance * abs(likelihood):
            break
        before = likelihood
        share = np.exp(logs - total[:, np.newaxis])
        mass = share.sum(axis=0)
        weights = mass / len(x)
        means = share.T @ x / mass[:, np.newaxis]
        centred = x[np.newaxis] - means[:, np.newaxis]
        covariances = np.einsum("nk,kni,knj->kij", share, centred, centred)
        covariances /= mass[:, np.newaxis, np.newaxis]
        covariances += 1e-6 * np.eye(x.shape[1])
    return weights, means, covariances, likelihood, step


def main():
    rng = np.random.default_rng(1977)
    x, kind = draw(700, rng)
    print("points of each kind", np.bincount(kind))
    np.set_printoptions(precision=5, suppress=True)
    print("mean", x.mean(axis=0), "covariance", np.cov(x.T).ravel())

    criteria = {}
    for parts in range(1, 6):
        best = max((fit(x, parts, rng) for _ in range(2)), key=lambda result: result[3])
        free = parts * 6 - 1
        criteria[parts] = (free * np.log(len(x)) - 2 * best[3], best)
        print(f"{parts} parts: log likelihood {best[3]:.4f}, BIC {criteria[parts][0]:.4f}")
    parts = min(criteria, key=lambda k: criteria[k][0])
    weights, means, covariances, _, steps = criteria[parts][1]
    order = np.argsort(-weights)
    print(f"chosen: {parts} parts")
    for k in order:
        print(f"weight {weights[k]:.5f} mean {means[k]}\n{covariances[k]}")

    labels = log_densities(x, weights, means, covariances)[:, order].argmax(axis=1)
    table = np.histogram2d(kind, labels, bins=(3, parts), range=((0, 3), (0, parts)))[0]
    print("kinds by labels\n", table.astype(int))
    print(f"told rightly {np.mean(kind == labels):.6f}")
    print(f"distance of means {np.linalg.norm(means[order] - MEANS, axis=1).round(5)}")


if __name__ == "__main__":
    main()
