"""Many fits at once, each with its own weights of the same samples: no loop over them.

The Gram matrices of all fits are one product of matrices, W Q, where Q has the products of every
two directions of the outputs in its columns; the products with the features are one for each
direction, W (X' o z_k); the systems are solved as one stack. Each fit standardises the features
anew, by its own weights, as a fit of the resampled data would.
"""

import numen as np

from . import arguments
from .fitting import cut, deviations, penalty, prior_array
from .output_basis import output_basis, tolerance
from .passes import standardized_products

# Weights are taken so many numbers at a time (64 MB); resamples of 8,000 samples by the thousand.
WEIGHTS_AT_A_TIME = 1 << 23


METHODS = ("pinv", "ridge", "bayes")


def fit_weighted(X, outputs, weights, method="pinv", *, lam=None, rcond=None, noise=1.0,
                 prior_deviation=1.0, prior_mean=None):  # fmt: skip
    """Operators (B, d, m) of B fits that differ in the weights (B, N) of the samples.

    Fit b is `fit` of data in which sample i is there weights[b, i] times; any weights >= 0 will
    do (bootstrap resamples, folds, neighbourhoods). The methods are "pinv", "ridge" and "bayes",
    of which the posterior means are found; a `prior_mean` "pinv" is that of each fit. Huber's
    weights differ in every fit and iteration, so that fits of them are no products of matrices
    with the samples: they are fitted one by one. B (N d m + N m^2 + d m^2) operations, nearly all
    in products of matrices; memory for the result and for 4 N d numbers.

    ValueError for shapes that do not fit, negative or infinite weights, and those of `fit`.

    Accuracy: as `fit`, times the condition of Z'WZ, Z an orthonormal basis of the outputs; where
    weights leave directions of the outputs without a sample the solution is that of smallest norm.

    >>> X, outputs = [[1.0], [2.0], [4.0]], [0.0, 0.5, 1.0]
    >>> twice = numen.inverse.fit([[1.0], [4.0], [4.0]], [0.0, 1.0, 1.0])
    >>> once = numen.inverse.fit_weighted(X, outputs, [[1, 0, 2]])
    >>> numen.allclose(once[0], twice.operator)
    True
    """
    check_method("fit_weighted", method)
    X, outputs = arguments.for_a_fit("fit_weighted", X, outputs)
    weights = _checked(weights, len(X))
    rcond = cut("fit_weighted", rcond)
    if method == "bayes":
        noise, deviation = deviations("fit_weighted", lam, noise, prior_deviation)
        lam = (noise / deviation) ** 2
    else:
        lam, prior_mean = penalty("fit_weighted", method, lam), None
    prior = _prior(X, outputs, weights, prior_mean, rcond)
    basis, _ = output_basis(outputs, lam, rcond)
    mean, scale, _ = standardized_products("fit_weighted", X, basis.left[:, :1])
    standard = (X - mean) / scale
    found = np.empty((len(weights), X.shape[1], outputs.shape[1]))
    count = max(WEIGHTS_AT_A_TIME // len(X), 1)
    for first in range(0, len(weights), count):
        part = slice(first, first + count)
        grams, products = _weighted_sums(standard, basis.left, weights[part])
        added = None if prior is None else lam * prior(part).mT
        found[part] = _solved(basis, grams, products, added, tolerance(outputs, rcond)).mT
    return found


def check_method(function, method):
    """ValueError for what cannot be fitted as one batch."""
    if method == "huber":
        raise ValueError(f'inverse.{function}: method "huber" weighs the samples anew in each fit '
                         "and iteration, so many fits are not one batched call: fit them one by "
                         "one")
    arguments.one_of(function, "method", method, METHODS)


def _prior(X, outputs, weights, given, rcond):
    """The prior means (..., d, m) of a part of the fits; None where they are 0."""
    if given is None:
        return None
    if isinstance(given, str):
        arguments.one_of("fit_weighted", "prior_mean", given, ("pinv",))
        return lambda part: fit_weighted(X, outputs, weights[part], "pinv", rcond=rcond)
    found = prior_array("fit_weighted", given, (X.shape[1], outputs.shape[1]))
    return lambda part: found


def _checked(weights, samples):
    found = np.asarray(weights, np.float64)
    if found.ndim != 2 or found.shape[1] != samples:
        raise ValueError(f"inverse.fit_weighted: weights need the shape (fits, {samples}), got "
                         f"{found.shape}")
    if not (np.isfinite(found) & (found >= 0)).all():
        raise ValueError("inverse.fit_weighted: weights need finite numbers that are not negative")
    return found


def _weighted_sums(X, Z, weights):
    """Z'WZ (B, r, r) and Z'W X' (B, r, d) with X' standardised by the weights of each fit."""
    total = np.maximum(weights.sum(1), np.finfo(np.float64).tiny)[:, None]
    mean = weights @ X / total
    scale = _scales(weights @ (X * X) / total, mean, len(X))
    shares = weights @ Z
    products = np.empty((len(weights), Z.shape[1], X.shape[1]))
    for k in range(Z.shape[1]):
        products[:, k] = (weights @ (X * Z[:, k, None]) - shares[:, k, None] * mean) / scale
    return _grams(Z, weights), products


def _scales(squares, mean, samples):
    """Population deviations; 1 where the samples of a fit all have the same value."""
    variance = squares - mean**2
    constant = variance <= 4 * samples * np.finfo(np.float64).eps * squares
    return np.sqrt(np.where(constant, 1.0, variance))


def _grams(Z, weights):
    """All Gram matrices by one product: of the pairs of columns j <= k only."""
    j, k = np.triu_indices(Z.shape[1])
    packed = weights @ (Z[:, j] * Z[:, k])
    found = np.empty((len(weights), Z.shape[1], Z.shape[1]))
    found[:, j, k] = packed
    found[:, k, j] = packed
    return found


def _solved(basis, grams, products, added, cut_at):
    """The operators' transposes; fits without samples in some direction are solved by rank."""
    if basis.penalty > 0:
        return basis.solve(grams, products, added)
    values = np.linalg.eigvalsh(grams)
    lacking = values[:, 0] <= cut_at * values[:, -1]
    if not lacking.any():
        return basis.solve(grams, products)
    found = np.empty((len(grams), basis.right.shape[1], products.shape[2]))
    found[~lacking] = basis.solve(grams[~lacking], products[~lacking])
    found[lacking] = _least_norm(basis, grams[lacking], products[lacking], cut_at)
    return found


def _least_norm(basis, grams, products, cut_at):
    """Least squares of smallest norm: sqrt(W) Y = Q K, so its pseudo-inverse is K^+ Q'.

    With Z'WZ = E diag(h) E' the columns of Q are sqrt(W) Z E / sqrt(h) and K = sqrt(h) E' S V';
    rows of K for an h of 0 are zero.
    """
    h, vectors = np.linalg.eigh(grams)
    present = h > cut_at * h[:, -1:]
    roots = np.sqrt(np.where(present, h, 0.0))
    inverse_roots = np.where(present, 1.0 / np.where(present, roots, 1.0), 0.0)
    turned = vectors.mT * basis.values
    K = roots[:, :, None] * np.matmul(turned, basis.right)
    sides = inverse_roots[:, :, None] * np.matmul(vectors.mT, products)
    return np.matmul(np.linalg.pinv(K, rtol=cut_at), sides)
