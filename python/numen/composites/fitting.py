"""Polynomials from data: a least-squares fit, and the roots of coefficients."""

import numpy

from ..native import front
from .registry import Handover, composite, ours, own


def _vector_of_floats(w, length):
    w = ours(w) + 0.0
    if w.ndim != 1:
        raise TypeError("expected a 1-d array for weights")
    if w.shape[0] != length:
        raise TypeError("expected w and y to have the same length")
    return w


def _checked(x, y, deg):
    """The points as new floating arrays."""
    x, y = ours(x) + 0.0, ours(y) + 0.0
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if y.ndim < 1 or y.ndim > 2:
        raise TypeError("expected 1D or 2D array for y")
    if x.shape[0] != y.shape[0]:
        raise TypeError("expected x and y to have same length")
    return x, y


def _as_float(rcond):
    return float(rcond) if isinstance(rcond, numpy.float32) else rcond


def _covariance(powers, scale, residuals, count, unscaled):
    """The matrix of the coefficients' covariances, and the factor that scales it."""
    found = own.linalg.inv(own.dot(powers.T, powers))
    found /= own.outer(scale, scale)
    if unscaled:
        return found, 1
    order = scale.shape[0]
    if count <= order:
        raise ValueError("the number of data points must exceed order "
                         "to scale the covariance matrix")  # fmt: skip
    return found, residuals / (count - order)


@composite("polyfit")
def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    order = int(deg) + 1
    x, y = _checked(x, y, deg)
    count = x.shape[0]
    if rcond is None:
        rcond = count * numpy.finfo(x.dtype).eps
    powers = own.vander._composed(x, order)
    if w is not None:
        w = _vector_of_floats(w, count)
        column = w.reshape(count, 1)
        powers *= column
        y *= column if y.ndim == 2 else w
    # Columns of one length: the fit of high powers is better conditioned.
    scale = own.sqrt((powers * powers).sum(0))
    powers /= scale
    fit, residuals, rank, singular = own.linalg.lstsq(powers, y, _as_float(rcond))
    fit = (fit.T / scale).T
    if full:
        return fit, residuals, rank, singular, rcond
    if cov:  # may be refused: the warning waits, or NumPy's refusal would give it again
        found, factor = _covariance(powers, scale, residuals, count, cov == "unscaled")
        fit = fit, (found if y.ndim == 1 else found[:, :, numpy.newaxis]) * factor
    if rank != order:
        front.warn("Polyfit may be poorly conditioned", numpy.exceptions.RankWarning)
    return fit


@composite("roots")
def roots(p):
    if isinstance(p, numpy.poly1d):
        raise Handover
    p = ours(p)
    if p.ndim == 0:
        raise Handover
    if p.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    places = own.nonzero(p)[0]
    if places.shape[0] == 0:
        return own.array([])
    first, last = int(places[0]), int(places[-1])
    at_zero = p.shape[0] - last - 1
    p = p[first : last + 1]
    if p.dtype.kind not in "fc":
        p = p.astype(numpy.float64)
    count = p.shape[0] - 1
    if not count:
        return own.zeros(at_zero)
    # The companion matrix: its eigenvalues are the roots.
    companion = own.zeros((count, count), p.dtype)
    companion.reshape(-1)[count :: count + 1] = 1
    companion[0] = -p[1:] / p[0]
    found = own.linalg.eigvals(companion)
    return own.concatenate((found, own.zeros(at_zero, found.dtype)))
