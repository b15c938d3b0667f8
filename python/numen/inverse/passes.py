"""The one pass over X that a fit takes: means, deviations and products of standardised features."""

import numen as np

from .arguments import not_finite
from .row_blocks import is_finite, row_blocks


def standardized_products(function, X, Z):
    """(mean, scale, X'^T Z) for X' = (X - mean) / scale, reading X once.

    The scale is the population standard deviation, 1 where a column is constant. ValueError for
    NaN or infinity in X, which is looked for only when the means show that there is one.
    """
    with np.errstate(all="ignore"):
        mean, scale, products = _one_pass(X, Z)
    if not (np.isfinite(mean).all() and np.isfinite(scale).all()):
        if not is_finite(X):
            raise not_finite(function, X)
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
