"""Composites on the coefficients of polynomials, highest power first."""

import numpy

from .registry import Handover, composite, ours, own


def _coefficients(p):
    if isinstance(p, numpy.poly1d):
        raise Handover
    p = ours(p)
    if p.ndim > 1:
        raise Handover
    return p if p.ndim else p.reshape(1)


@composite("poly", is_silent=True)
def poly(seq_of_zeros):
    if isinstance(seq_of_zeros, numpy.poly1d):
        raise Handover
    zeros = ours(seq_of_zeros)
    if zeros.ndim != 1:
        raise Handover
    if zeros.shape[0] == 0:
        return 1.0
    if zeros.dtype.char not in "fdFD":
        zeros = zeros.astype(numpy.float64)
    count = zeros.shape[0]
    found = own.zeros(count + 1, zeros.dtype)
    found[0] = 1
    for k, zero in enumerate(zeros.tolist() if zeros.dtype.char in "dD" else zeros, 1):
        found[1 : k + 1] -= found[:k] * zero
    if zeros.dtype.kind == "c":
        order = lambda z: (z.real, z.imag)  # noqa: E731
        values = zeros.tolist()
        if sorted(values, key=order) == sorted((z.conjugate() for z in values), key=order):
            return found.real.copy()
    return found


def _combined(operation, a1, a2):
    """The operation on two polynomials; the shorter one counts as if it began with zeros."""
    a1, a2 = _coefficients(a1), _coefficients(a2)
    missing = a2.shape[0] - a1.shape[0]
    if missing == 0:
        return operation(a1, a2)
    if a1.dtype.kind == a2.dtype.kind == "b":
        raise Handover
    dtype = numpy.promote_types(a1.dtype, a2.dtype)
    result = own.empty(max(a1.shape[0], a2.shape[0]), dtype)
    if missing > 0:
        operation(0, a2[:missing].astype(dtype, copy=False), result[:missing])
        operation(a1, a2[missing:], result[missing:])
    else:
        operation(a1[:-missing], 0, result[:-missing])
        operation(a1[-missing:], a2, result[-missing:])
    return result


@composite("polyadd")
def polyadd(a1, a2):
    return _combined(own.add, a1, a2)


@composite("polysub")
def polysub(a1, a2):
    return _combined(own.subtract, a1, a2)


def _without_leading_zeros(p):
    p = _coefficients(p)
    if p.size and p[0]:
        return p
    places = own.nonzero(p)[0]
    return p[places[0] :] if places.size else own.zeros(1, p.dtype)


@composite("polymul")
def polymul(a1, a2):
    a1, a2 = _without_leading_zeros(a1), _without_leading_zeros(a2)
    if a1.size == 0 or a2.size == 0:
        raise Handover
    return own.convolve(a1, a2)


@composite("polydiv")
def polydiv(u, v):
    u, v = _coefficients(u) + 0.0, _coefficients(v) + 0.0
    if u.shape[0] == 0 or v.shape[0] == 0:
        raise Handover
    dtype = (u[0] + v[0]).dtype
    m, n = u.shape[0] - 1, v.shape[0] - 1
    scale = 1.0 / v[0]
    quotient = own.zeros(max(m - n + 1, 1), dtype)
    rest = u.astype(dtype)
    for k in range(m - n + 1):
        digit = scale * rest[k]
        quotient[k] = digit
        rest[k : k + n + 1] -= digit * v
    first, last = 0, rest.shape[0] - 1
    while first < last and abs(rest[first]) <= 1e-8:
        first += 1
    return quotient, rest[first:] if first else rest  # which then owns its memory


@composite("polyder")
def polyder(p, m=1):
    m = int(m)
    if m < 0 or isinstance(p, numpy.poly1d):
        raise Handover
    p = ours(p)
    if p.ndim != 1:
        raise Handover
    derived = p[:-1] * own.arange(p.shape[0] - 1, 0, -1)  # and its warnings, when m is 0
    if m == 0:
        return p
    return derived if m == 1 else polyder._composed(derived, m - 1)


@composite("polyint")
def polyint(p, m=1, k=None):
    m = int(m)
    if m < 0 or isinstance(p, numpy.poly1d):
        raise Handover
    k = own.zeros(m) if k is None else _coefficients(k)
    if k.shape[0] == 1 and m > 1:
        k = k[0] * own.ones(m)
    p = ours(p)
    if k.shape[0] < m or p.ndim != 1:
        raise Handover
    for at in range(m):
        raised = own.true_divide(p, own.arange(p.shape[0], 0, -1))
        p = own.concatenate((raised, k[at : at + 1]))
    return p
