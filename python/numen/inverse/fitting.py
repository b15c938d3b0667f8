"""Fitting the operator: least squares, ridge, Huber's loss, Bayes. One pass over X each time."""

import numen as np

from . import arguments
from .huber import reweighted
from .operators import InverseOperator
from .output_basis import output_basis
from .passes import standardized_products

METHODS = ("pinv", "ridge", "huber", "bayes")


def fit(X, outputs, method="pinv", *, lam=None, rcond=None, delta=1.0, tolerance=1e-5,
        iterations=50, noise=1.0, prior_deviation=1.0, prior_mean=None):  # fmt: skip
    """The operator A that reproduces standardised data from the outputs of a model, X' ~ Y A'.

    With X' = (X - mean) / deviation, constant features divided by 1, and Y the outputs:

    "pinv"   A' = Y^+ X', least squares of smallest norm; singular values of Y up to `rcond` times
             the largest count as 0 (by default max(N, m) eps)
    "ridge"  A' = (Y'Y + lam I)^-1 Y'X', `lam` 1e-4 unless given
    "huber"  samples weigh min(1, delta / r), r the norm of their residual, and A is the ridge
             solution with these weights (`lam` 1e-4), again until it moves by less than
             `tolerance` (Frobenius norm), at most `iterations` times
    "bayes"  posterior mean of A under normal errors of deviation `noise` and a normal prior of
             deviation `prior_deviation` around `prior_mean` (0, an array (d, m), or "pinv"):
             S = (Y'Y / noise^2 + I / prior_deviation^2)^-1 is the covariance of each row of A

    X: (N, d), numbers of any real type; outputs: (N, m) or (N,), N >= m. Computed and returned
    in float64. X is read once ("huber": once for each iteration, and once before), and no array
    of its size is made. O(N d m + N m^2 + m^3) a pass. The decomposition is that of Y, never of
    Y'Y, so the error grows with the condition of Y, not with its square.

    Returns an InverseOperator. ValueError for shapes that do not fit, NaN or infinity, lam < 0,
    lam with another method; RuntimeWarning when "huber" has not converged.

    Method: doi:10.1109/ACCESS.2023.3314336; Huber's loss: doi:10.1109/ACCESS.2025.3565279; Bayes:
    doi:10.1109/ACCESS.2025.3617984.

    >>> X = numen.random.default_rng(1).normal(size=(100, 5))
    >>> fitted = numen.inverse.fit(X, X[:, :2], "ridge")
    >>> fitted.operator.shape
    (5, 2)
    """
    arguments.one_of("fit", "method", method, METHODS)
    X, outputs = arguments.for_a_fit("fit", X, outputs)
    if method == "bayes":
        given = deviations("fit", lam, noise, prior_deviation)
        return _posterior(X, outputs, *given, prior_mean, rcond)
    lam = penalty("fit", method, lam)
    if method != "huber":
        return _linear(X, outputs, method, lam, rcond)
    delta = arguments.number("fit", "delta", delta, allow_least=False)
    tolerance = arguments.number("fit", "tolerance", tolerance)
    iterations = arguments.whole_number("fit", "iterations", iterations)
    start = _linear(X, outputs, "pinv", 0.0, rcond)
    return reweighted(X, outputs, start, lam, delta, tolerance, iterations)


def penalty(function, method, lam):
    """The penalty of a method: none for "pinv", else 1e-4 unless given."""
    if method == "pinv":
        if lam is not None and lam != 0:
            raise ValueError(f'inverse.{function}: "pinv" has no penalty, got lam={lam}; '
                             'method="ridge" has one')
        return 0.0
    return arguments.number(function, "lam", 1e-4 if lam is None else lam)


def deviations(function, lam, noise, prior_deviation):
    """The deviations of "bayes", whose penalty they are."""
    if lam is not None:
        raise ValueError(f'inverse.{function}: lam is for "ridge" and "huber"; "bayes" takes noise '
                         "and prior_deviation")
    return (arguments.number(function, "noise", noise, allow_least=False),
            arguments.number(function, "prior_deviation", prior_deviation, allow_least=False))


def prior_array(function, given, shape):
    """The mean of a prior as an array of that shape."""
    found = np.asarray(given, np.float64)
    if found.shape != shape or not np.isfinite(found).all():
        raise ValueError(f"inverse.{function}: prior_mean needs finite numbers of shape {shape}, "
                         f"got shape {found.shape}")
    return found


def _linear(X, outputs, method, lam, rcond):
    basis, singular_values = output_basis(outputs, lam, cut("fit", rcond))
    mean, scale, products = standardized_products("fit", X, basis.left)
    operator = products * (basis.values * basis.damping**2) @ basis.right
    return InverseOperator(operator, mean, scale, singular_values, method, lam)


def _posterior(X, outputs, noise, prior_deviation, prior_mean, rcond):
    """A = A_ridge + A0 S / prior_deviation^2, with lam = (noise / prior_deviation)^2."""
    lam = (noise / prior_deviation) ** 2
    basis, singular_values = output_basis(outputs, lam, None)
    mean, scale, products = standardized_products("fit", X, basis.left)
    operator = products * (basis.values * basis.damping**2) @ basis.right
    # S / noise^2 = (Y'Y + lam I)^-1: as samples are no fewer than outputs, V is square.
    inverse = basis.right.T * basis.damping**2 @ basis.right
    if prior_mean is not None:
        operator += lam * _prior(outputs, products, prior_mean, rcond) @ inverse
    return InverseOperator(operator, mean, scale, singular_values, "bayes", lam,
                           covariance=noise**2 * inverse)


def _prior(outputs, products, given, rcond):
    """The mean of the prior as a matrix (d, m); "pinv" takes the products that are there."""
    if isinstance(given, str):
        arguments.one_of("fit", "prior_mean", given, ("pinv",))
        basis, _ = output_basis(outputs, 0.0, cut("fit", rcond))
        return products[:, : len(basis.values)] / basis.values @ basis.right
    return prior_array("fit", given, (len(products), outputs.shape[1]))


def cut(function, rcond):
    """`rcond` when it is None or a number that is not negative."""
    return None if rcond is None else arguments.number(function, "rcond", rcond)
