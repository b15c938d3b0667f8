"""How far to trust an operator: what it reconstructs, what it recovers, how many directions it has.
"""

import numen as np

from . import arguments
from .row_blocks import row_blocks

# What rounding in the sums of a fit leaves of a direction that the operator does not have is a
# thousandfold below this; no sample tells of directions this short.
ROUNDING = 1e-10


def reconstruction_error(fitted, X, outputs):
    """|X' - Y A'| / |X'| in Frobenius norms: 0 when the outputs determine the samples.

    X: (N, d), outputs: (N, m). Near 1 means that the outputs tell little of the features, so that
    importances say little either. O(N d m), blocks of rows at a time; a float. NaN when X' is zero.

    >>> fitted = numen.inverse.fit([[1.0], [2.0], [3.0]], [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]])
    >>> bool(numen.inverse.reconstruction_error(fitted, [[2.5]], [[0.25, 0.75]]) < 1e-12)
    True
    """
    X, outputs = arguments.for_operator("reconstruction_error", fitted, X, outputs)
    squares, residuals, _ = _sums(fitted, X, outputs)
    return _quotient(residuals.sum(), squares.sum()) ** 0.5


def r_squared(fitted, X, outputs, *, by_feature=False):
    """The share of the features' variance that the reconstruction has: 1 - |X' - Y A'|^2 / SS.

    SS is the sum of squares of X' about its own means. A float, or (d,) with `by_feature`; NaN
    where nothing varies. Negative for samples that the operator gets worse than their mean does.

    >>> fitted = numen.inverse.fit([[1.0], [2.0], [3.0]], [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]])
    >>> round(numen.inverse.r_squared(fitted, [[1.0], [3.0]], [[1.0, 0.0], [0.0, 1.0]]), 9)
    1.0
    """
    X, outputs = arguments.for_operator("r_squared", fitted, X, outputs)
    _, residuals, deviations = _sums(fitted, X, outputs)
    if by_feature:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(deviations > 0, 1 - residuals / deviations, np.nan)
    return 1 - _quotient(residuals.sum(), deviations.sum())


def recovered_outputs(fitted, X):
    """The outputs (N, m) that the operator recovers from samples (N, d): X' (A^+)'.

    Directions of A below 1e-10 of its longest are rounding and left out: where the outputs of each
    sample add up to one, as probabilities do, A has one direction less than outputs.

    >>> fitted = numen.inverse.fit([[1.0], [2.0], [3.0]], [-1.0, 0.0, 1.0])
    >>> numen.round(numen.inverse.recovered_outputs(fitted, [[3.0]]), 6)
    array([[1.]])
    """
    X, _ = arguments.for_operator("recovered_outputs", fitted, X)
    forward = np.linalg.pinv(fitted.operator, rtol=ROUNDING).T
    return np.concatenate([(X[rows] - fitted.mean) / fitted.scale @ forward
                           for rows in row_blocks(X)])


def fidelity(fitted, X, outputs):
    """How well A^+ recovers the model's outputs: squared correlations (m,) with the true ones.

    1 when an output is recovered but for its mean and scale, 0 when nothing of it is; NaN for an
    output that does not vary. O(N d m).

    >>> fitted = numen.inverse.fit([[1.0], [2.0], [3.0]], [-1.0, 0.0, 1.0])
    >>> numen.round(numen.inverse.fidelity(fitted, [[1.0], [2.0]], [-1.0, 0.0]), 9)
    array([1.])
    """
    X, outputs = arguments.for_operator("fidelity", fitted, X, outputs)
    recovered = recovered_outputs(fitted, X)
    recovered, outputs = recovered - recovered.mean(0), outputs - outputs.mean(0)
    lengths = (recovered**2).sum(0) * (outputs**2).sum(0)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(lengths > 0, (recovered * outputs).sum(0) ** 2 / lengths, np.nan)


def effective_rank(fitted):
    """How many directions the operator has: exp of the entropy of its normalised singular values.

    From 1 (all outputs say the same) to m (they say as much, each something of its own); a float.

    >>> fitted = numen.inverse.fit(numen.eye(3), numen.eye(3))
    >>> round(numen.inverse.effective_rank(fitted), 6)
    2.0
    """
    values = np.linalg.svdvals(fitted.operator)
    if values[0] == 0:
        return 0.0
    shares = values / values.sum()
    shares = shares[shares > 0]
    return float(np.exp(-(shares * np.log(shares)).sum()))


def condition_number(fitted):
    """The condition number of Y'Y, the square of that of the outputs; infinite when Y lacks rank.

    >>> numen.inverse.condition_number(numen.inverse.fit([[1.0], [2.0]], [[1.0, 0.0], [0.0, 2.0]]))
    4.0
    """
    largest, smallest = float(fitted.singular_values[0]), float(fitted.singular_values[-1])
    return (largest / smallest) ** 2 if smallest > 0 else float("inf")


def contrast(fitted):
    """Cosines (m, m) between the operator's columns: near 1, two outputs are explained alike.

    >>> fitted = numen.inverse.fit([[1.0], [2.0], [3.0]], [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]])
    >>> numen.round(numen.inverse.contrast(fitted), 6)
    array([[ 1., -1.],
           [-1.,  1.]])
    """
    lengths = np.linalg.norm(fitted.operator, axis=0)
    unit = fitted.operator / np.where(lengths > 0, lengths, 1.0)
    return unit.T @ unit


def _sums(fitted, X, outputs):
    """By feature: squares of X', of its residuals, and of its deviations from its own means."""
    squares, residuals, sums = (np.zeros(X.shape[1]) for _ in range(3))
    for rows in row_blocks(X):
        block = (X[rows] - fitted.mean) / fitted.scale
        missed = block - outputs[rows] @ fitted.operator.T
        sums += block.sum(0)
        squares += np.einsum("ij,ij->j", block, block)
        residuals += np.einsum("ij,ij->j", missed, missed)
    return squares, residuals, np.maximum(squares - sums**2 / len(X), 0.0)


def _quotient(part, whole):
    return float(part / whole) if whole > 0 else float("nan")
