"""Answers in long double, of stacks of matrices: what results are compared with.

Textbook methods, all matrices of a stack at once: LU with partial pivoting, Cholesky's rows,
one-sided Jacobi rotations (Hestenes) on the disjoint pairs of a round. At condition 1e8 their
error is 1e-11 or less of that of the results they judge.
"""

import numpy

SWEEPS = 40  # far above what converges: 6 to 14


def long(x):
    return numpy.asarray(x).astype("longdouble")


def norm(x):
    """Frobenius norms of a stack, without overflow."""
    return numpy.sqrt((long(abs(x)) ** 2).sum(axis=(-1, -2)))


def eliminated(a, b):
    """The triangles, the right-hand sides after elimination and the signs of the exchanges."""
    a, b = long(a), long(b)
    count, n = a.shape[0], a.shape[-1]
    every, signs = numpy.arange(count), numpy.ones(count)
    for k in range(n):
        pivot = k + abs(a[:, k:, k]).argmax(axis=1)
        signs[pivot != k] *= -1
        for x in (a, b):
            x[every, pivot], x[:, k] = x[:, k].copy(), x[every, pivot].copy()
        divisor = numpy.where(a[:, k, k] == 0, 1, a[:, k, k])
        factors = a[:, k + 1:, k] / divisor[:, None]
        a[:, k + 1:] -= factors[..., None] * a[:, k, None]
        b[:, k + 1:] -= factors[..., None] * b[:, k, None]
    return a, b, signs


def solution(a, b):
    upper, b, _ = eliminated(a, b)
    x = numpy.zeros_like(b)
    for k in reversed(range(upper.shape[-1])):
        known = (upper[:, k, None, k + 1:] @ x[:, k + 1:])[:, 0]
        x[:, k] = (b[:, k] - known) / upper[:, k, k, None]
    return x


def inverse(a):
    return solution(a, numpy.broadcast_to(numpy.eye(a.shape[-1]), a.shape))


def determinant(a):
    upper, _, signs = eliminated(a, a[..., :0])
    return signs * numpy.diagonal(upper, axis1=-2, axis2=-1).prod(axis=-1)


def cholesky(a):
    a = long(a)
    lower = numpy.zeros_like(a)
    for k in range(a.shape[-1]):
        rest = a[:, k:, k] - (lower[:, k:, :k] @ lower[:, k, :k, None])[..., 0]
        lower[:, k:, k] = rest / numpy.sqrt(rest[:, :1])
    return lower


def rounds(n):
    """The pairs of columns that are rotated together, round by round (a round-robin table)."""
    columns = list(range(n + n % 2))
    for _ in range(len(columns) - 1):
        half = len(columns) // 2
        pairs = [pair for pair in zip(columns[:half], reversed(columns[half:])) if max(pair) < n]
        yield numpy.array(pairs).T
        columns[1:] = columns[-1:] + columns[1:-1]


def rotated(x, v, p, q):
    """Rotates the columns p and q of x, and of v, until they are orthogonal; the largest cosine."""
    xp, xq = x[..., p], x[..., q]
    a, b, c = (xp * xp).sum(-2), (xq * xq).sum(-2), (xp * xq).sum(-2)
    lengths = numpy.sqrt(a) * numpy.sqrt(b)
    cosine = numpy.where(lengths > 0, abs(c) / numpy.where(lengths > 0, lengths, 1), 0)
    zeta = (b - a) / (2 * numpy.where(c == 0, 1, c))
    t = numpy.where(zeta < 0, -1, 1) / (abs(zeta) + numpy.sqrt(1 + zeta * zeta))
    t = numpy.where(c == 0, 0, t)
    cs = 1 / numpy.sqrt(1 + t * t)
    cs, sn = cs[..., None, :], (cs * t)[..., None, :]
    for m in (x, v):
        mp, mq = m[..., p].copy(), m[..., q].copy()
        m[..., p], m[..., q] = cs * mp - sn * mq, sn * mp + cs * mq
    return cosine


def first_vectors(a):
    """Nearly the right singular vectors, orthogonal to long double by a Newton-Schulz step."""
    v = long(numpy.linalg.svd(a.astype("float64"), full_matrices=False)[2].swapaxes(-1, -2))
    return v @ (3 * numpy.eye(v.shape[-1]) - v.swapaxes(-1, -2) @ v) / 2


def svd(a):
    """(u, s, v) of matrices with at least as many rows as columns: u diag(s) vᵀ.

    Columns of u that belong to no value are zero.
    """
    v = first_vectors(a)
    x = long(a) @ v
    n = x.shape[-1]
    negligible = numpy.finfo("longdouble").eps * 8
    smallest = norm(x)[..., None] * numpy.finfo("longdouble").eps / 8
    for _ in range(SWEEPS):
        worst = 0.0
        for p, q in rounds(n):
            cosine = rotated(x, v, p, q)
            tall = numpy.sqrt((x[..., [p, q]] ** 2).sum(-3)).min(axis=-2) > smallest
            worst = max(worst, float((cosine * tall).max(initial=0)))
        if worst <= negligible:
            break
    s = numpy.sqrt((x * x).sum(-2))
    order = numpy.argsort(-s, axis=-1)
    s = numpy.take_along_axis(s, order, -1)
    u, v = (numpy.take_along_axis(m, order[..., None, :], -1) for m in (x, v))
    return u / numpy.where(s > 0, s, 1)[..., None, :], s, v


def singular_values(a):
    tall = a if a.shape[-2] >= a.shape[-1] else a.swapaxes(-1, -2)
    return svd(tall)[1]


def eigenvalues(a):
    """Of symmetric matrices, ascending: those of a positive definite one, shifted."""
    shift = 2 * norm(a)
    shifted = long(a) + shift[:, None, None] * numpy.eye(a.shape[-1])
    return svd(shifted)[1][..., ::-1] - shift[:, None]


def pseudo_inverse(a, cut=1e-15):
    """NumPy's: singular values up to `cut` of the largest count as zero."""
    wide = a.shape[-2] < a.shape[-1]
    u, s, v = svd(a.swapaxes(-1, -2) if wide else a)
    kept = s > cut * s[..., :1]
    found = v * (kept / numpy.where(kept, s, 1))[..., None, :] @ u.swapaxes(-1, -2)
    return found.swapaxes(-1, -2) if wide else found
