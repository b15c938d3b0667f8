"""The formulas of the papers in plain NumPy, word for word, and data to try them on.

Samples are rows: X (N, d), Y (N, m), A (d, m). Nothing of numen is used here.
"""

import numpy

U = 2.0**-53


def data(samples=60, features=7, outputs=3, seed=7):
    """Standardised features of very different units, and outputs as a softmax gives them."""
    rng = numpy.random.default_rng(seed)
    X = rng.normal(size=(samples, features)) + 2 * rng.normal(size=features)
    X *= 10.0 ** rng.integers(-3, 4, features)
    scores = (X - X.mean(0)) / X.std(0) @ rng.normal(size=(features, outputs))
    if outputs == 1:
        return X, 1 / (1 + numpy.exp(-scores))
    Y = numpy.exp(scores)
    return X, Y / Y.sum(1, keepdims=True)


def standardised(X):
    deviation = X.std(axis=0)
    return (X - X.mean(axis=0)) / numpy.where(deviation > 0, deviation, 1.0)


def plain(X, Y):
    return standardised(X).T @ numpy.linalg.pinv(Y.T)


def ridge(X, Y, lam):
    gram = Y.T @ Y + lam * numpy.eye(Y.shape[1])
    return numpy.linalg.solve(gram, Y.T @ standardised(X)).T


def weighted_ridge(X, Y, w, lam):
    gram = Y.T @ (w[:, None] * Y) + lam * numpy.eye(Y.shape[1])
    return numpy.linalg.solve(gram, Y.T @ (w[:, None] * X)).T


def huber(X, Y, delta, lam, most=50, stop=1e-5):
    """(A, weights, iterations)."""
    Xs = standardised(X)
    A = plain(X, Y)
    for iteration in range(1, most + 1):
        r = numpy.linalg.norm(Xs - Y @ A.T, axis=1)
        w = numpy.minimum(1.0, delta / r)
        before, A = A, weighted_ridge(Xs, Y, w, lam)
        if numpy.linalg.norm(A - before) < stop:
            break
    return A, w, iteration


def bayes(X, Y, sigma, tau, A0):
    """(A, S)."""
    S = numpy.linalg.inv(Y.T @ Y / sigma**2 + numpy.eye(Y.shape[1]) / tau**2)
    return (S @ (Y.T @ standardised(X) / sigma**2 + A0.T / tau**2)).T, S


def local(X, Y, A, mean, deviation):
    """(A y) o x' of each sample, one at a time."""
    found = []
    for x, y in zip(X, Y):
        row = (A @ y) * ((x - mean) / deviation)
        row[x == 0] = 0
        found.append(row)
    return numpy.array(found)


def same(found, wanted, error):
    """Whether arrays agree to `error` times the largest magnitude wanted."""
    found, wanted = numpy.asarray(found), numpy.asarray(wanted)
    assert found.shape == wanted.shape and found.dtype == numpy.float64
    return bool((abs(found - wanted) <= error * abs(wanted).max()).all())


def bound(Y, lam=0.0):
    """What rounding may change of an operator: N u times the condition of the outputs, squared.

    The square is what the normal equations of `ridge` above lose, and what least squares with a
    residual that is not small lose in any way.
    """
    s = numpy.linalg.svd(Y, compute_uv=False)
    return 10 * len(Y) * U * (s[0] ** 2 + lam) / (s[-1] ** 2 + lam)
