"""Window functions, and the two special functions that signal processing makes them from.

The modified Bessel function I0 is exp(x) times a polynomial: of x / 4 - 1 for x <= 8, and of
16 / x - 1, divided by sqrt(x), beyond. The polynomials are the Chebyshev series of exp(-x) I0(x)
and sqrt(x) exp(-x) I0(x), computed with 60 digits, up to the last term above 1e-17, in powers.
The absolute values of the coefficients add up to at most 1, seven times the smallest value.
"""

import math

import numpy

from .registry import Handover, composite, ours, own

_near = (
    4.470516727511741e-09, -1.6316042856792757e-08, 2.6265363151970112e-08,
    -8.591406444264668e-08, 3.675842926555429e-07, -1.142045323881917e-06,
    3.2293390826404927e-06, -9.183742586936203e-06, 2.520232727107692e-05,
    -6.556805964401791e-05, 0.00016240542162878106, -0.00038286526498299526,
    0.0008563152748272306, -0.0018119030567637056, 0.003617126448897043,
    -0.006792394790940051, 0.011960077907026221, -0.019682655791721182,
    0.030177912022978357, -0.0429859492954222, 0.05677703201991695, -0.06954119563168235,
    0.07927522590716347, -0.08496338091541732, 0.08734341617552313, -0.08904344136077755,
    0.09451562853995103, -0.11300432688620536, 0.2070019212239867,
)  # fmt: skip
_far = (
    9.36508689281819e-11, 3.629355229718733e-11, -6.633287112547084e-10,
    -2.8033819978869995e-10, 2.1968921378829006e-09, 1.1050558794424347e-09,
    -4.575553424534973e-09, -3.1346276429240787e-09, 6.560138746917057e-09,
    7.3359687108161536e-09, -5.0381064879032845e-09, -1.3326094405766387e-08,
    -6.8493381882967694e-09, 7.534355843803342e-09, 2.1566251453104354e-08,
    3.932889375114634e-08, 8.872034383314144e-08, 2.973596046562712e-07,
    1.4838476651250266e-06, 1.1143033800708978e-05, 0.00013621607438984735,
    0.0033605519836677504, 0.4021765094450081,
)  # fmt: skip
# Over a piece of this many elements the steps of a polynomial stay in the first-level cache.
_piece = 4096


def _polynomial(coefficients, t):
    """By Horner's rule, in the memory of its first product."""
    found = t * coefficients[0]
    for coefficient in coefficients[1:-1]:
        found += coefficient
        found *= t
    found += coefficients[-1]
    return found


def _bessel_near(x):
    return own.exp(x) * _polynomial(_near, x / 4.0 - 1.0)


def _bessel_far(x):
    return own.exp(x) * _polynomial(_far, 16.0 / x - 1.0) / own.sqrt(x)


def _bessel(x):
    """I0 of a vector without negative elements."""
    near = x <= 8.0
    if near.all():
        return _bessel_near(x)
    found = own.empty_like(x)
    found[near] = _bessel_near(x[near])
    far = own.logical_not(near)
    found[far] = _bessel_far(x[far])
    return found


def _bessel_number(x):
    """I0 of a Python float."""
    return _bessel(own.full(1, abs(x)))[0]


@composite("i0")
def i0(x):
    x = ours(x)
    if x.dtype.kind == "c":
        raise Handover
    if x.dtype.kind != "f":
        x = x.astype(numpy.float64)
    x = own.asarray(own.abs(x))
    if x.size == 0:
        return own.exp(x)
    if x.ndim == 1 and x.shape[0] <= _piece:
        return _bessel(x)
    found = own.empty_like(x)
    flat, values = x.ravel("K"), _in_memory(found)
    if not x.max() < math.log(numpy.finfo(x.dtype).max):  # which warns, once
        values[:] = _bessel(flat)
        return found
    for start in range(0, x.size, _piece):
        values[start : start + _piece] = _bessel(flat[start : start + _piece])
    return found


def _in_memory(a):
    """A dense array's elements as they lie in memory: a view of one axis."""
    if a.flags.c_contiguous:
        return a.reshape(-1)
    if a.flags.f_contiguous:
        return a.T.reshape(-1)
    return a.transpose(sorted(range(a.ndim), key=lambda axis: -a.strides[axis])).reshape(-1)


@composite("sinc")
def sinc(x):
    y = numpy.pi * ours(x)
    kind = y.dtype.kind
    tiny = numpy.finfo(y.dtype).eps if kind == "f" else 1e-20
    if y.ndim == 0:
        y = y if y else y.dtype.type(tiny)
        return own.sin(own.asarray(y)) / y
    zero = y == 0
    if zero.any():
        y[zero] = tiny
    return own.sin(y) / y


def _window_steps(M):
    """The window's odd or even steps 1 - M, 3 - M, ... M - 1, or the whole window if it is short.

    The second value tells which.
    """
    if type(M) not in (int, float, numpy.float64, numpy.int64) or M - M != 0:
        raise Handover
    M = float(M)
    if M < 1:
        return own.empty(0), True, M
    if M == 1:
        return own.ones(1), True, M
    return own.arange(1 - M, M, 2), False, M


@composite("bartlett")
def bartlett(M):
    n, whole, M = _window_steps(M)
    if whole:
        return n
    own.abs(n, n)
    n /= M - 1
    return own.subtract(1, n, n)


def _cosine(n, turn, M):
    wave = turn * n
    wave /= M - 1
    return own.cos(wave, wave)


@composite("blackman")
def blackman(M):
    n, whole, M = _window_steps(M)
    if whole:
        return n
    window = _cosine(n, numpy.pi, M)
    window *= 0.5
    window += 0.42
    narrow = _cosine(n, 2.0 * numpy.pi, M)
    narrow *= 0.08
    window += narrow
    return window


def _raised_cosine(M, base, height):
    n, whole, M = _window_steps(M)
    if whole:
        return n
    window = _cosine(n, numpy.pi, M)
    window *= height
    window += base
    return window


@composite("hanning")
def hanning(M):
    return _raised_cosine(M, 0.5, 0.5)


@composite("hamming")
def hamming(M):
    return _raised_cosine(M, 0.54, 0.46)


@composite("kaiser")
def kaiser(M, beta):
    if type(beta) not in (int, float, numpy.float64) or beta - beta != 0:
        raise Handover
    if abs(beta) >= 2**63:
        raise Handover  # such an int is an object to NumPy
    if type(M) not in (int, float, numpy.float64, numpy.int64) or M - M != 0:
        raise Handover
    M = float(M)
    if M == 1:
        return own.ones(1)
    middle = (M - 1) / 2.0
    n = own.arange(0, M)
    n -= middle
    n /= middle
    own.square(n, n)
    own.subtract(1, n, n)
    own.sqrt(n, n)
    n *= beta
    return i0._composed(n) / _bessel_number(float(beta))
