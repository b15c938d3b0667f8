"""How much each feature says of an output: over all samples, and for one at a time."""

from statistics import NormalDist

import numen as np

from . import arguments


def global_importance(fitted):
    """Importances (d, m) of the features for each output, between -1 and 1.

    Column t is A e_t divided by the largest magnitude in it (a column of zeros stays zero): the
    sign tells whether the feature lies above or below its mean where the output is large.
    doi:10.1109/ACCESS.2023.3314336.

    >>> fitted = numen.inverse.fit([[1.0, 5.0], [2.0, 5.0], [3.0, 5.0]], [0.0, 0.5, 1.0])
    >>> numen.inverse.global_importance(fitted)
    array([[1.],
           [0.]])
    """
    return fitted.operator / largest(fitted.operator, 0)


def local_importance(fitted, X, outputs, *, normalize=True):
    """Importances (N, d) of the features of each sample (N, d) for its outputs (N, m).

    (A y) o x' for x' the standardised sample, 0 where the raw feature is 0, divided by the
    largest magnitude in the row unless `normalize` is False. One product of matrices for all
    samples, O(N d m). doi:10.1109/ACCESS.2023.3314336.

    >>> fitted = numen.inverse.fit([[1.0, 0.0], [2.0, 1.0], [3.0, 0.0]], [0.1, 0.5, 0.9])
    >>> numen.inverse.local_importance(fitted, [[3.0, 0.0]], [0.9])
    array([[1., 0.]])
    """
    X, outputs = arguments.for_operator("local_importance", fitted, X, outputs)
    found = _contributions(fitted, X, outputs)
    return found / largest(found, 1) if normalize else found


def local_half_width(fitted, X, outputs, *, level=0.95, normalize=True):
    """Half widths (N, d) of the credible intervals around `local_importance`, of a Bayesian fit.

    z |x'| sqrt(y' S y), z = 1.96 for 95 %, 0 where the raw feature is 0, divided as the importances
    are. doi:10.1109/ACCESS.2025.3617984. ValueError for an operator of another method.

    >>> fitted = numen.inverse.fit([[1.0], [2.0], [3.0]], [0.0, 0.5, 1.0], "bayes")
    >>> bool(numen.inverse.local_half_width(fitted, [[3.0]], [1.0])[0, 0] > 0)
    True
    """
    X, outputs = arguments.for_operator("local_half_width", fitted, X, outputs)
    level = arguments.share("local_half_width", "level", level)
    if fitted.covariance is None:
        raise ValueError('inverse.local_half_width: needs an operator fitted with method="bayes", '
                         f"got {fitted.method!r}")
    variances = np.einsum("ij,ij->i", outputs @ fitted.covariance, outputs)
    widths = NormalDist().inv_cdf(0.5 + level / 2) * np.sqrt(variances)[:, None]
    found = np.where(X == 0, 0.0, np.abs(fitted.standardize(X)) * widths)
    return found / largest(_contributions(fitted, X, outputs), 1) if normalize else found


def _contributions(fitted, X, outputs):
    products = outputs @ fitted.operator.T
    return np.where(X == 0, 0.0, products * fitted.standardize(X))


def largest(x, axis):
    """The largest magnitudes along an axis, which stays with length 1; 1 where all are zero."""
    found = np.abs(x).max(axis, keepdims=True)
    return np.where(found > 0, found, 1.0)
