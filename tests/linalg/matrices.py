"""Stacks of matrices that are hard on factorisations, and how far results are from right.

Residuals are computed in long double, of NumPy's own arrays.
"""

import numpy

U = 2.0**-53
rng = numpy.random.default_rng(43)


def orthogonal(count, n):
    return numpy.linalg.qr(rng.normal(size=(count, n, n)))[0]


def with_values(count, values):
    """Matrices of the given singular values."""
    n = len(values)
    return orthogonal(count, n) * values @ orthogonal(count, n)


def random(count, n):
    return rng.normal(size=(count, n, n))


def half_rank(count, n):
    k = max(n // 2, 1) if n > 1 else 0
    return rng.normal(size=(count, n, k)) @ rng.normal(size=(count, k, n))


def repeated_columns(count, n):
    found = random(count, n)
    found[..., n // 2 :] = found[..., : n - n // 2]
    return found


def hilbert(count, n):
    i = numpy.arange(n)
    return numpy.broadcast_to(1.0 / (1 + i + i[:, None]), (count, n, n))


def subnormal(count, n):
    return random(count, n) * 1e-310


KINDS = {
    "random": random,
    "half the rank": half_rank,
    "zero": lambda count, n: numpy.zeros((count, n, n)),
    "repeated columns": repeated_columns,
    "graded up": lambda count, n: random(count, n) * 10.0 ** numpy.linspace(-12, 0, n),
    "graded down": lambda count, n: random(count, n) * 10.0 ** numpy.linspace(0, -12, n),
    "graded rows": lambda count, n: (random(count, n).swapaxes(1, 2)
                                     * 10.0 ** numpy.linspace(0, -12, n)).swapaxes(1, 2),
    "condition 1e8": lambda count, n: with_values(count, numpy.logspace(0, -8, n)),
    "condition 1e16": lambda count, n: with_values(count, numpy.logspace(0, -16, n)),
    "orthogonal": orthogonal,
    "hilbert": hilbert,
    "huge": lambda count, n: random(count, n) * 1e300,
    "tiny": lambda count, n: random(count, n) * 1e-290,
    "subnormal": subnormal,
    "diagonal": lambda count, n: random(count, n) * numpy.eye(n),
    "ones": lambda count, n: numpy.ones((count, n, n)),
    "triangular": lambda count, n: numpy.triu(random(count, n)),
}


def long(x):
    x = numpy.asarray(x)
    return x.astype("G" if x.dtype.kind == "c" else "g")


def norm(x):
    """Frobenius norms of a stack in long double, without overflow."""
    return numpy.sqrt((abs(long(x)) ** 2).sum(axis=(-1, -2)))


def times(*factors):
    product = long(factors[0])
    for factor in factors[1:]:
        product = product @ long(factor)
    return product


def is_within(error, bound, units=64):
    """Every error within its bound and so many units of the smallest number.

    Each number of a result may lie half a unit off: NumPy's QR of subnormal numbers leaves 2.5 n.
    """
    return bool((error <= bound + 5e-324 * units).all())


def unit_error(q):
    """How far the columns of a stack are from orthonormal."""
    q = numpy.asarray(q)
    return norm(times(q.conj().swapaxes(-1, -2), q) - numpy.eye(q.shape[-1]))
