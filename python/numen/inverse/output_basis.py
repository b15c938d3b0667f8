"""The outputs in an orthonormal basis: what makes every fit as accurate as the outputs allow.

With the thin singular value decomposition Y = Z S V' each operator is A = X'^T Z diag(.) V', so
that no Gram matrix of the outputs themselves is inverted, whose condition is that of Y squared:
outputs of a softmax with an intercept are often nearly dependent. Weighted samples (a resample,
Huber's weights) change Z'Z = I to H = Z'WZ, and the operator solves

    A' = V D (T H T + U^2)^-1 T (Z'W X'),   D = 1/sqrt(s^2 + lam), T = s D, U^2 = lam D^2,

which is (Y'WY + lam I)^-1 Y'W X' exactly; the matrix in the middle is as well conditioned as H.
"""

import math
from typing import NamedTuple

import numen as np


class OutputBasis(NamedTuple):
    """Y = left * values @ right, and how each direction counts in a fit with the penalty."""

    left: np.ndarray
    values: np.ndarray
    right: np.ndarray
    penalty: float

    @property
    def damping(self):
        """D, the inverse of each direction's length with the penalty."""
        return 1.0 / np.hypot(self.values, math.sqrt(self.penalty))

    def systems(self, grams):
        """T H T + U^2 for each H."""
        damping = self.damping
        shares = self.values * damping
        found = grams * (shares[:, None] * shares)
        return found + np.diag(self.penalty * damping**2)

    def solve(self, grams, products, added=None):
        """The operators' transposes (..., m, d) from H (..., r, r) and Z'W X' (..., r, d).

        `added` (..., m, d) stands beside Y'W X'; V has to be square, as it is with a penalty.
        """
        damping = self.damping
        sides = products * (self.values * damping)[:, None]
        if added is not None:
            sides = sides + np.matmul(damping[:, None] * self.right, added)
        found = np.linalg.solve(self.systems(grams), sides)
        return np.matmul((self.right.T * damping), found)


def output_basis(outputs, penalty, rcond):
    """The basis of `outputs`; without a penalty the directions that are noise are left out.

    Those are the ones of singular values up to `rcond` of the largest, by default max(N, m) eps.
    With a penalty none has to be: it divides by s^2 + lam.
    """
    left, values, right = np.linalg.svd(outputs, full_matrices=False)
    if penalty > 0:
        return OutputBasis(left, values, right, penalty), values
    kept = int((values > tolerance(outputs, rcond) * values[0]).sum())
    return OutputBasis(left[:, :kept], values[:kept], right[:kept], 0.0), values


def tolerance(outputs, rcond):
    """What a singular value must exceed in parts of the largest."""
    return max(outputs.shape) * float(np.finfo(np.float64).eps) if rcond is None else rcond
