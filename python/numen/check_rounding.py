"""How far rounding may move the results of a call that `numen run --check` compares.

Sums cancel, and the solution of a system moves with its matrix: what counts is not the size of the
result but that of its terms, and the condition of the problem (Higham, Accuracy and Stability of
Numerical Algorithms, 2002, chapters 7, 14 and 20).
"""

import math

import numpy

# Arrays are read in pieces that stay in the cache.
PIECE = 1 << 15
# Sums, which may cancel: the rounding is that of the largest term.
SUMS = frozenset("""sum mean average nansum nanmean cumsum nancumsum cumulative_sum trace dot vdot
    inner matmul MatMult tensordot einsum vecdot matvec vecmat convolve correlate trapezoid
    logaddexp logaddexp2 add.reduce add.reduceat add.accumulate linalg.trace linalg.matmul
    linalg.tensordot linalg.vecdot""".split())
# Distances from a mean, and their squares.
DISTANCES, SQUARES = frozenset(("std", "nanstd")), frozenset(("var", "nanvar", "cov"))
# Solutions, by the power of the matrix's condition that bounds their relative error; and whether
# small singular values are left out.
CONDITIONED = {
    "linalg.inv": (1, False), "linalg.solve": (1, False), "linalg.cond": (1, False),
    "linalg.det": (1, False), "linalg.slogdet": (1, False),
    "linalg.pinv": (2, True), "linalg.lstsq": (2, True), "polyfit": (2, True),
}  # fmt: skip
# Singular values so near to the smallest that counts may count in NumPy and not in Numen.
NEAR = 1e3
# Roundings of a row or column, for each of its elements.
UNITS = 8


def largest(x):
    """The largest absolute value that is finite, 0 for none."""
    if x.dtype.kind not in "biufc" or not x.size:
        return 0
    x, found = x.ravel(), 0
    for start in range(0, x.size, PIECE):
        sizes = numpy.abs(x[start:start + PIECE])
        size = sizes.max()
        found = max(found, size if numpy.isfinite(size) else
                    sizes[numpy.isfinite(sizes)].max(initial=0))  # fmt: skip
    return found


def largest_term(name, theirs, args):
    """The size of what is added up in a call, 0 where the result says how large that was."""
    name = name.lstrip(".")
    if name not in SUMS | DISTANCES | SQUARES:
        return 0
    sizes = [largest(numpy.asarray(x)) for x in args if isinstance(x, numpy.ndarray)]
    term = math.prod(map(float, sizes)) if sizes else 0
    if name in SQUARES:  # a distance is as wrong as its mean: eps * term
        result = numpy.asarray(theirs)
        eps = numpy.finfo(result.dtype).eps if result.dtype.kind in "fc" else 0
        term *= max(math.sqrt(largest(result)), float(eps) * term)
    return term


def solution_rounding(name, results, args):
    """The relative error of a solution; infinite where it is all rounding."""
    power, leaves_out = CONDITIONED[name]
    a = _matrix(name, args)
    eps = max(numpy.finfo(x.dtype).eps for x in results if x.dtype.kind in "fc")
    try:
        values = numpy.linalg.svd(a, compute_uv=False)
    except (numpy.linalg.LinAlgError, TypeError):
        return math.inf
    least = numpy.full(values.shape[:-1], 0.0)
    if leaves_out:
        least = eps * max(a.shape[-2:]) * values.max(axis=-1, initial=0)
    near = (values > least[..., None] / NEAR) & (values < least[..., None] * NEAR)
    kept = numpy.where(values > least[..., None], values, numpy.inf)
    with numpy.errstate(divide="ignore", invalid="ignore"):
        condition = values.max(axis=-1, initial=0) / kept.min(axis=-1, initial=numpy.inf)
    if near.any() or not numpy.isfinite(condition).all():
        return math.inf
    return float(UNITS * max(a.shape[-2:]) * eps * numpy.max(condition, initial=1.0) ** power)


def _matrix(name, args):
    """The matrix of a problem in double precision."""
    a = numpy.asarray(args[0])
    a = a.astype(complex if a.dtype.kind == "c" else float)
    if name != "polyfit":
        return a
    powers = numpy.vander(a, int(args[2]) + 1)
    return powers / numpy.sqrt((powers * powers).sum(axis=0))  # as polyfit scales them


def squares_of_right_side(args):
    """The size of the residuals that a fit adds up."""
    b = numpy.asarray(args[1])
    return b.shape[0] * float(largest(b)) ** 2 if b.ndim else 0
