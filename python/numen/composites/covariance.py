"""Composites of statistics and of products of whole arrays: covariance, Kronecker product."""

import numpy

from ..native import front
from .registry import Handover, composite, dtype_of, ours, own, plain

_float64 = numpy.dtype(float)

# From so many observations of so few variables on, a dot product for each pair is quicker than a
# product of matrices.
_many, _few = 4096, 4


def _rows(a, dtype):
    """`a` as a matrix of the type."""
    a = own.asarray(a, dtype)
    return a if a.ndim == 2 else a.reshape(1, -1)


def _products_of_rows(left, right):
    """The matrix of the dot products of the rows of one with the rows of the other."""
    count = left.shape[0]
    if left.shape[1] < _many or count > _few:
        return own.dot(left, right.T)
    found = own.empty((count, count), numpy.result_type(left, right))
    for i in range(count):
        for j in range(i + 1):
            found[i, j] = own.dot(left[i], right[j])
            found[j, i] = found[i, j] if found.dtype.kind != "c" else own.conjugate(found[i, j])
    return found


def _weight(given, count, whole):
    """Weights of the observations; NumPy refuses what does not fit."""
    if getattr(given, "dtype", _float64).kind == "c":
        raise Handover  # NumPy warns of the cast
    weights = own.asarray(plain(given), float)
    if weights.shape != (count,) or own.any(weights < 0):
        raise Handover
    if whole and not own.all(weights == own.round(weights)):
        raise Handover
    return weights


def _both_weights(fweights, aweights, count):
    """(the product of both kinds of weights or None, those of `aweights` or None)."""
    frequencies = None if fweights is None else _weight(fweights, count, True)
    if aweights is None:
        return frequencies, None
    importance = _weight(aweights, count, False)
    return (importance if frequencies is None else frequencies * importance), importance


def _free(data, weights, importance, ddof):
    """What is left of the number of observations, and the mean of each variable."""
    if weights is None:
        return data.shape[1] - ddof, data.mean(1)
    total = weights.sum(dtype=numpy.result_type(data.real.dtype, weights.dtype))
    if total == 0:
        raise Handover
    mean = own.multiply(data, weights).sum(1) / total
    if ddof == 0:
        return total, mean
    taken = ddof if importance is None else ddof * own.sum(weights * importance) / total
    return total - taken, mean


def _computed_in(dtype, arrays):
    """The element type that the covariances are computed and returned in."""
    if dtype is None:
        return numpy.result_type(*arrays, numpy.float64)
    dtype = dtype_of(dtype)
    if dtype.char not in "fdFD" or dtype.kind == "f" and any(a.kind == "c" for a in arrays):
        raise Handover
    return dtype


@composite("cov")
def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *,
        dtype=None):  # fmt: skip
    if ddof is None:
        ddof = 1 if bias == 0 else 0
    m = ours(m)
    y = None if y is None else ours(y)
    if ddof != int(ddof) or any(a.ndim > 2 or a.size == 0 for a in (m, y) if a is not None):
        raise Handover
    dtype = _computed_in(dtype, [a.dtype for a in (m, y) if a is not None])
    data = _rows(m, dtype)
    if not rowvar and m.ndim != 1:
        data = data.T
    if y is not None:
        more = _rows(y, dtype)
        data = own.concatenate((data, more if rowvar or more.shape[0] == 1 else more.T))
    else:
        data = data.copy("C")
    weights, importance = None, None
    if fweights is not None or aweights is not None:
        weights, importance = _both_weights(fweights, aweights, data.shape[1])
    count, mean = _free(data, weights, importance, ddof)
    data -= mean.reshape(-1, 1)  # of our own memory
    if count <= 0:
        front.warn("Degrees of freedom <= 0 for slice", RuntimeWarning)
        count = 0.0
    other = data if weights is None else data * weights
    found = _products_of_rows(data, other if dtype.kind != "c" else own.conjugate(other))
    found *= own.true_divide(1, count)
    return found.squeeze()


@composite("corrcoef")
def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    found = own.cov._composed(x, y, rowvar, dtype=dtype)
    if found.ndim == 0:
        return found / found
    deviation = own.sqrt(found.reshape(-1)[:: found.shape[0] + 1].real)
    found /= deviation.reshape(-1, 1)
    found /= deviation.reshape(1, -1)
    for part in (found.real, found.imag) if found.dtype.kind == "c" else (found,):
        own.maximum(part, -1, out=part)
        own.minimum(part, 1, out=part)
    return found


@composite("kron")
def kron(a, b):
    a, b = ours(a), ours(b)
    ndim = max(a.ndim, b.ndim)
    if ndim == 0 or b.ndim == 0:
        return own.multiply(a, b)
    outer = (1,) * (ndim - a.ndim) + a.shape
    inner = (1,) * (ndim - b.ndim) + b.shape
    product = own.multiply(
        a.reshape([size for n in outer for size in (n, 1)]),
        b.reshape([size for n in inner for size in (1, n)]),
    )
    return product.reshape([n * k for n, k in zip(outer, inner)])
