"""Matrices of few long rows of given condition, their pseudo-inverses in long double."""

import numpy

rng = numpy.random.default_rng(71)

KAPPAS = (1, 2, 3, 4, 10, 1e2, 1e4, 1e6, 5e6, 1e7, 3e7, 1e8, 1e12)
SPECTRA = {
    "evenly in the logarithm": lambda k, kappa: kappa ** -numpy.linspace(0, 1, k),
    "one small": lambda k, kappa: numpy.r_[numpy.ones(k - 1), 1 / kappa],
    "one large": lambda k, kappa: numpy.r_[1, numpy.full(k - 1, 1 / kappa)],
}


def with_condition(count, k, n, kappa, spectrum="evenly in the logarithm"):
    """A stack (count, k, n) with k <= n."""
    left = numpy.linalg.qr(rng.normal(size=(count, k, k)))[0]
    right = numpy.linalg.qr(rng.normal(size=(count, n, k)))[0]
    return left * SPECTRA[spectrum](k, kappa) @ right.swapaxes(1, 2)


def exact(y):
    """The pseudo-inverses of a stack of full rank (count, k, n), k <= n, in long double.

    Gram and Schmidt's basis, made twice, and the inverse of its triangle: the error is some 1e-19
    times the condition number.
    """
    y = numpy.asarray(y).astype("g")
    count, k, _ = y.shape
    q, r = numpy.zeros_like(y), numpy.zeros((count, k, k), "g")
    for i in range(k):
        rest = y[:, i].copy()
        for _ in range(2):
            for j in range(i):
                part = (q[:, j] * rest).sum(-1)
                r[:, i, j] += part
                rest -= part[:, None] * q[:, j]
        r[:, i, i] = numpy.sqrt((rest * rest).sum(-1))
        q[:, i] = rest / r[:, i, i][:, None]
    inverse = numpy.zeros((count, k, k), "g")
    for i in range(k):
        row = numpy.zeros((count, k), "g")
        row[:, i] = 1
        for j in range(i):
            row -= r[:, i, j][:, None] * inverse[:, j]
        inverse[:, i] = row / r[:, i, i][:, None]
    return numpy.einsum("bin,bij->bnj", q, inverse)


def errors(found, wanted):
    """Relative errors in the Frobenius norm."""
    rest = numpy.asarray(found).astype("g") - wanted
    squares = (rest * rest).sum(axis=(-1, -2)) / (wanted * wanted).sum(axis=(-1, -2))
    return numpy.sqrt(squares).astype(float)


def typical(found):
    """The root of the mean of squares."""
    return float(numpy.sqrt((found * found).mean()))
