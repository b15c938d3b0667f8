"""What singular values and inverses tell: rank, condition, pseudo-inverse; tensors as systems."""

import math

import numpy

from ..precision import in_precision
from .registry import Handover, composite, is_number, ours, own


def _cut(tolerance):
    """Tolerances, one for each matrix, beside singular values; an array's type is kept."""
    if type(tolerance) is float:
        return numpy.float64(tolerance)  # which, unlike Python's, keeps its type too
    return ours(tolerance)[..., None]


@composite("linalg.matrix_rank")
@in_precision
def matrix_rank(A, tol=None, hermitian=False, *, rtol=None):
    if tol is not None and rtol is not None:
        raise Handover
    a = ours(A)
    if a.ndim < 2:
        return int(not own.equal(a, 0).all())
    s = own.linalg.svd(a, compute_uv=False, hermitian=hermitian)
    default = tol is None and rtol is None
    if tol is not None:
        tol = _cut(tol)
    elif s.shape[-1] == 0:
        if not (rtol is None or is_number(rtol)):
            raise Handover  # the rank has the shape of the tolerances
        tol = 0.0
    else:
        if rtol is None:
            rtol = max(a.shape[-2:]) * numpy.finfo(s.dtype).eps
        else:
            rtol = _cut(rtol)
        tol = own.multiply(s.max(-1, keepdims=True), rtol)
    # Which side of a smaller tolerance the rounding errors of zero lie on, NumPy's LAPACK decides.
    if s.shape[-1] and not default:
        with numpy.errstate(all="ignore"):
            noise = s.max(-1, keepdims=True) * (max(a.shape[-2:]) * numpy.finfo(s.dtype).eps)
        if ((s <= noise) & (tol < noise)).any():
            raise Handover
    return own.count_nonzero(own.greater(s, tol), axis=-1)


def _of_inverse(x, p):
    """The norms of matrices times those of their inverses, NaN where there is none."""
    if x.shape[-1] != x.shape[-2] or x.dtype.char == "e":
        raise Handover
    wide = numpy.complex128 if x.dtype.kind == "c" else numpy.float64
    try:
        inverse = own.linalg.inv(x if x.dtype == wide else x.astype(wide))
    except numpy.linalg.LinAlgError:
        if x.ndim > 2:
            raise Handover from None
        inverse = own.full(x.shape, math.nan, wide)
    norm = own.linalg.norm(x, p, (-2, -1))
    dtype = norm.dtype
    found = own.multiply(norm, own.linalg.norm(inverse, p, (-2, -1)))
    return found.astype(dtype, copy=False)


@composite("linalg.cond")
@in_precision
def cond(x, p=None):
    x = ours(x)
    if x.ndim < 2 or x.size == 0 or (p is not None and type(p) not in (int, float, str)):
        raise Handover
    with numpy.errstate(all="ignore"):
        if p is None or p in (2, -2):
            s = own.linalg.svdvals(x)
            ends = s[..., 0], s[..., -1]
            found = own.divide(*(ends[::-1] if p == -2 else ends))
        else:
            found = _of_inverse(x, p)
    if found.ndim == 0:
        if found == found or own.isnan(x).any():
            return found
        return found.dtype.type(math.inf)
    lost = own.isnan(found)
    if lost.any():
        lost &= own.logical_not(own.isnan(x).any((-2, -1)))
        found[lost] = math.inf
    return found


@composite("linalg.tensorsolve")
@in_precision
def tensorsolve(a, b, axes=None):
    a, b = ours(a), ours(b)
    if axes is not None:
        order = list(range(a.ndim))
        for axis in axes:
            order.remove(axis)
            order.append(axis)
        a = a.transpose(order)
    shape = a.shape[-(a.ndim - b.ndim) :]
    side = math.prod(shape)
    if a.size != side**2:
        raise Handover
    found = own.linalg.solve(a.reshape(side, side), b.ravel())
    found.shape = shape  # in place: it owns its memory
    return found


@composite("linalg.tensorinv")
@in_precision
def tensorinv(a, ind=2):
    a = ours(a)
    if type(ind) is not int or ind <= 0:
        raise Handover
    side = math.prod(a.shape[ind:])
    inverse = own.linalg.inv(a.reshape(side, -1))
    return inverse.reshape(*a.shape[ind:], *a.shape[:ind])
