"""The matrices of the rows: random ones to be timed, and such of a given condition to be judged."""

import numpy

CONDITIONS = (1.0, 1e4, 1e8)
DEFICIENT = "deficient"


def label(condition):
    """1, 1e4, 1e8 as texts; words as they are."""
    if isinstance(condition, str) or condition == 1:
        return str(condition).removesuffix(".0")
    return f"{condition:.0e}".replace("e+0", "e")


def orthogonal(rng, count, m, k):
    return numpy.linalg.qr(rng.standard_normal((count, m, k)))[0]


def random(rng, kind, count, m, n):
    """Normal numbers; `kind` is general, symmetric or positive (definite)."""
    a = rng.standard_normal((count, m, n))
    if kind == "symmetric":
        return a + a.swapaxes(-1, -2)
    return a @ a.swapaxes(-1, -2) + numpy.eye(n) if kind == "positive" else a


def with_values(rng, kind, count, m, n, values):
    """Matrices of these singular values; the signs of symmetric ones' eigenvalues are random."""
    k = len(values)
    left = orthogonal(rng, count, m, k)
    if kind == "general":
        return left * values @ orthogonal(rng, count, n, k).swapaxes(-1, -2)
    signs = rng.choice([-1.0, 1.0], k) if kind == "symmetric" else 1.0
    found = left * (signs * values) @ left.swapaxes(-1, -2)
    return (found + found.swapaxes(-1, -2)) / 2


def of_condition(rng, kind, count, m, n, condition):
    """Matrices of the condition number; DEFICIENT: of half the rank.

    The singular values lie around 1, so that determinants stay in the range of float32.
    """
    least = min(m, n)
    if condition == DEFICIENT:
        return with_values(rng, kind, count, m, n, numpy.linspace(1, 2, max(least // 2, 1)))
    half = numpy.log10(condition) / 2
    return with_values(rng, kind, count, m, n, numpy.logspace(half, -half, least))
