"""Correlations of the columns of a table, and the strongest pairs; size is the number of rows."""

import numpy as np

SIZES = {"small": 3_000, "medium": 50_000, "large": 250_000}
COLUMNS = 60
PAIRS = 20


def prepare(rng, size):
    """A table whose columns share a few common factors."""
    factors = rng.normal(size=(size, 5))
    loadings = rng.normal(size=(5, COLUMNS))
    return (factors @ loadings + 2 * rng.normal(size=(size, COLUMNS)) + 10,)


def run(table):
    """The matrix of correlations, and the pairs of columns with the strongest."""
    centred = table - table.mean(axis=0)
    standardised = centred / centred.std(axis=0, ddof=1)
    correlation = standardised.T @ standardised / (len(table) - 1)
    upper = np.abs(np.triu(correlation, k=1))
    strongest = np.argsort(upper, axis=None)[::-1][:PAIRS]
    first, second = np.unravel_index(strongest, upper.shape)
    return correlation, first, second, correlation[first, second]
