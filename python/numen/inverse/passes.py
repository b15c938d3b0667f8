"""Passes over X by blocks of rows, and the standardised products that a fit takes from one pass."""

import numen as np

# Bytes of a block of rows: it stays in the second cache while several operations go over it.
BLOCK = 1 << 18


def row_blocks(X):
    """Slices of the rows of X, each of BLOCK bytes or one row."""
    rows = max(BLOCK // (8 * X.shape[1]), 1)
    return [slice(first, first + rows) for first in range(0, len(X), rows)]


def standardized_products(function, X, Z):
    """(mean, scale, X'^T Z) for X' = (X - mean) / scale, reading X once.

    The scale is the population standard deviation, 1 where a column is constant. ValueError for
    NaN or infinity in X, which is looked for only when the means show that there is one.
    """
    with np.errstate(all="ignore"):
        mean, scale, products = _one_pass(X, Z)
    if not (np.isfinite(mean).all() and np.isfinite(scale).all()):
        if not np.isfinite(X).all():
            raise ValueError(f"inverse.{function}: X of shape {X.shape} contains NaN or infinity")
        raise ValueError(f"inverse.{function}: numbers in X of shape {X.shape} are too large: "
                         "their squares overflow")
    return mean, scale, products


def _one_pass(X, Z):
    shift = X[0].astype(np.float64)
    sums, squares = np.zeros_like(shift), np.zeros_like(shift)
    products = np.zeros((X.shape[1], Z.shape[1]))
    for rows in row_blocks(X):
        block = X[rows] - shift
        sums += block.sum(0)
        squares += np.einsum("ij,ij->j", block, block)
        products += block.T @ Z[rows]
    mean = sums / len(X)
    variance = np.maximum(squares / len(X) - mean**2, 0.0)
    scale = np.where(variance == 0, 1.0, np.sqrt(variance))
    products -= mean[:, None] * Z.sum(0)
    return shift + mean, scale, products / scale[:, None]
