"""Composites of statistics and of products of whole arrays: covariance, Kronecker product."""

import warnings

import numpy

from .registry import Handover, composite, ours, own


def _rows(a, dtype):
    """`a` as a matrix of its own memory and type."""
    a = own.array(a, dtype)
    return a if a.ndim == 2 else a.reshape(1, -1)


def _weights(fweights, aweights):
    if fweights is not None or aweights is not None:
        raise Handover


@composite("cov")
def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *,
        dtype=None):  # fmt: skip
    _weights(fweights, aweights)
    if ddof is None:
        ddof = 0 if bias else 1
    m = ours(m)
    if dtype is not None or ddof != int(ddof) or m.ndim > 2 or m.size == 0:
        raise Handover
    dtype = numpy.promote_types(m.dtype, numpy.float64)
    if y is not None:
        y = ours(y)
        if y.ndim > 2 or y.size == 0:
            raise Handover
        dtype = numpy.promote_types(dtype, y.dtype)
    data = _rows(m, dtype)
    if not rowvar and m.ndim != 1:
        data = data.T
    if y is not None:
        more = _rows(y, dtype)
        data = own.concatenate((data, more if rowvar or more.shape[0] == 1 else more.T))
    count = data.shape[1] - ddof
    data -= data.mean(1).reshape(-1, 1)
    if count <= 0:
        warnings.warn("Degrees of freedom <= 0 for slice", RuntimeWarning, stacklevel=3)
        count = 0.0
    other = data.T if dtype.kind != "c" else own.conjugate(data.T)
    found = own.dot(data, other)
    found *= own.true_divide(1, count)
    return found.squeeze()


@composite("corrcoef")
def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    if dtype is not None:
        raise Handover
    found = own.cov.__wrapped__(x, y, rowvar)
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
