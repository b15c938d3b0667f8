"""Samples that stand for an output, and how near to them others are."""

import numen as np

from . import arguments
from .row_blocks import row_blocks


def representative(fitted):
    """The representative instances (m, d) of the outputs, in the features' own units.

    Row t is A e_t with the scaling undone: what the operator gives for output t alone.
    doi:10.1109/ACCESS.2023.3314336.

    >>> fitted = numen.inverse.fit([[1.0], [2.0], [3.0]], [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]])
    >>> numen.round(numen.inverse.representative(fitted), 6)
    array([[1.],
           [3.]])
    """
    return fitted.operator.T * fitted.scale + fitted.mean


def similarity(fitted, X, *, gamma=0.1):
    """Similarities (N, m) of samples (N, d) to the representative instance of each output.

    exp(-gamma |x' - A e_t|^2) with standardised features; with many of them smaller values of
    gamma, about 1 / d, tell more. From |x'|^2 + |a|^2 - 2 x'a, a product of matrices; no array
    of the size of X is made. O(N d m). doi:10.1109/ACCESS.2023.3314336.

    >>> fitted = numen.inverse.fit([[1.0], [2.0], [3.0]], [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]])
    >>> numen.round(numen.inverse.similarity(fitted, [[1.0], [3.0]]), 3)
    array([[1.   , 0.549],
           [0.549, 1.   ]])
    """
    X, _ = arguments.for_operator("similarity", fitted, X)
    gamma = arguments.number("similarity", "gamma", gamma)
    operator = fitted.operator
    lengths = np.einsum("ij,ij->j", operator, operator)
    found = np.empty((len(X), operator.shape[1]))
    for rows in row_blocks(X):
        block = (X[rows] - fitted.mean) / fitted.scale
        squares = np.einsum("ij,ij->i", block, block)[:, None] + lengths - 2 * (block @ operator)
        found[rows] = np.exp(-gamma * np.maximum(squares, 0.0))
    return found
