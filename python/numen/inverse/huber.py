"""Least squares under Huber's loss of the samples' residuals, by weighting the samples anew.

A sample whose residual is longer than delta counts delta / r, as if its loss grew linearly. One
iteration is one pass over X: the weights of a block of rows follow from the operator that came
before, and at once go into the sums that the next one is solved from.
"""

import dataclasses
import warnings

import numen as np

from .output_basis import output_basis
from .row_blocks import row_blocks


def reweighted(X, outputs, start, lam, delta, tolerance, iterations):
    """`start` after at most so many iterations; warns when it was still moving."""
    basis, _ = output_basis(outputs, lam, None)
    operator, weights = start.operator, None
    for iteration in range(1, iterations + 1):
        weights, gram, products = _weighted_sums(X, outputs, operator, start, basis.left, delta)
        previous, operator = operator, basis.solve(gram, products).T
        if np.linalg.norm(operator - previous) < tolerance:
            break
    else:
        warnings.warn(f"inverse.fit: huber has not converged in {iterations} iterations: the "
                      f"operator still moved by {np.linalg.norm(operator - previous):.3g}",
                      RuntimeWarning, stacklevel=3)
    return dataclasses.replace(start, operator=operator, method="huber", lam=lam, weights=weights,
                               iterations=iteration)


def _weighted_sums(X, outputs, operator, start, Z, delta):
    """(weights, Z'WZ, Z'W X') with the weights of the residuals that `operator` leaves."""
    weights = np.empty(len(X))
    gram = np.zeros((Z.shape[1], Z.shape[1]))
    products = np.zeros((Z.shape[1], X.shape[1]))
    for rows in row_blocks(X):
        block = (X[rows] - start.mean) / start.scale
        residuals = np.linalg.norm(block - outputs[rows] @ operator.T, axis=1)
        weights[rows] = delta / np.maximum(residuals, delta)
        weighted = (Z[rows] * weights[rows, None]).T
        gram += weighted @ Z[rows]
        products += weighted @ block
    return weights, gram, products
