"""What a fit gives: the operator, the scaling of the features, and how it was found."""

import dataclasses

import numen as np

from . import arguments


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class InverseOperator:
    """An operator A from the outputs of a model to standardised features: X' ~ Y A'.

    operator         A, (d features, m outputs), float64
    mean, scale      (d,): X' = (X - mean) / scale; the scale of a constant feature is 1
    singular_values  (m,): those of the outputs, falling
    method, lam      how it was fitted
    weights          (N,): what each sample counted in the end (huber), else None
    covariance       (m, m): S, the posterior covariance of each row of A (bayes), else None
    iterations       how many times the samples were weighted anew (huber), else 0
    """

    operator: np.ndarray
    mean: np.ndarray
    scale: np.ndarray
    singular_values: np.ndarray
    method: str
    lam: float
    weights: np.ndarray | None = None
    covariance: np.ndarray | None = None
    iterations: int = 0

    def __repr__(self):
        features, outputs = self.operator.shape
        return (f"InverseOperator(method={self.method!r}, lam={self.lam:g}, features={features}, "
                f"outputs={outputs})")

    def standardize(self, X):
        """X' of samples (N, d): each feature with the mean 0 and the deviation 1 that it had."""
        X, _ = arguments.for_operator("standardize", self, X)
        return (X - self.mean) / self.scale

    def reconstruct(self, outputs):
        """Samples (N, d) that the operator finds for outputs (N, m), in the features' own units."""
        _, outputs = arguments.for_operator("reconstruct", self, outputs=outputs)
        return outputs @ self.operator.T * self.scale + self.mean
