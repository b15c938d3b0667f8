"""Going over X by blocks of rows, so that nothing of the size of X is made."""

import numen as np

# Bytes of a block of rows: it stays in the second cache while several operations go over it.
BLOCK = 1 << 18


def row_blocks(X):
    """Slices of the rows of X, each of BLOCK bytes or one row."""
    rows = max(BLOCK // (8 * X.shape[1]), 1)
    return [slice(first, first + rows) for first in range(0, len(X), rows)]


def is_finite(X):
    """Whether no number in X is NaN or infinite."""
    return all(np.isfinite(X[rows]).all() for rows in row_blocks(X))
