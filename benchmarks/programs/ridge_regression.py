"""Ridge regression with the penalty chosen by cross-validation; size is the number of samples."""

import numpy as np
import scipy.linalg

SIZES = {"small": 500, "medium": 7_000, "large": 25_000}
FEATURES = 50
FOLDS = 5
PENALTIES = np.logspace(-2, 4, 7)


def prepare(rng, size):
    """Features and a noisy response."""
    features = rng.normal(size=(size, FEATURES)) + rng.normal(size=(size, 1))
    response = features @ rng.normal(size=FEATURES) + 3 * rng.normal(size=size)
    return features, response


def fit(features, response, penalty):
    """The coefficients by the normal equations."""
    gram = features.T @ features + penalty * np.eye(features.shape[1])
    factor = scipy.linalg.cho_factor(gram)
    return scipy.linalg.cho_solve(factor, features.T @ response)


def run(features, response):
    """The coefficients with the best penalty, and the mean squared error of each penalty."""
    fold = np.arange(len(response)) % FOLDS
    errors = np.zeros((FOLDS, len(PENALTIES)))
    for k in range(FOLDS):
        train = fold != k
        test = fold == k
        for column, penalty in enumerate(PENALTIES):
            coefficients = fit(features[train], response[train], penalty)
            residual = response[test] - features[test] @ coefficients
            errors[k, column] = np.mean(residual**2)
    mean_errors = errors.mean(axis=0)
    best = PENALTIES[np.argmin(mean_errors)]
    return fit(features, response, best), mean_errors, best
