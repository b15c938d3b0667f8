"""The one pass over X that a fit takes: means, deviations and products of standardised features."""

import numen as np

from .arguments import not_finite
from .row_blocks import is_finite


def standardized_products(function, X, Z):
    """(mean, scale, X'^T Z) for X' = (X - mean) / scale, reading X once.

    The scale is the population standard deviation, 1 where a column is constant. ValueError for
    NaN or infinity in X, which is looked for only when the means show that there is one.
    """
    with np.errstate(all="ignore"):
        mean, deviation, products, _ = np.linalg.standardised_products(X, Z)
    if not (np.isfinite(mean).all() and np.isfinite(deviation).all()):
        if not is_finite(X):
            raise not_finite(function, X)
        raise ValueError(f"inverse.{function}: numbers in X of shape {X.shape} are too large: "
                         "their squares overflow")
    return mean, np.where(deviation == 0, 1.0, deviation), products
