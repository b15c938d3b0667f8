"""What is asked of matrices: the inputs, the call, and how far an answer is from right.

An error is relative, against the answer in long double, and passes up to 10 n u kappa: n the
smaller side, u the rounding unit of the arithmetic, kappa the condition number of each matrix. Of
factors whose methods are backward stable (qr, eigh, svd) kappa is 1: the error is the largest of
residual, distance from orthonormal, and of the values. Matrices without full rank are judged by
their residuals, with kappa 1.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy

from . import references
from .references import long, norm

CHUNK = 20_000  # matrices that are judged at once
FACTOR = 10.0  # c of the bound c n u kappa
UNITS = {"float64": 2.0**-53, "float32": 2.0**-24}


@dataclass(frozen=True)
class Question:
    """`call(np, *inputs)` as NumPy writes it. `kind` of the matrices; `right` what else is given.

    `distance(results, inputs)` is the error by matrix, `residual` the same without full rank, and
    `everywhere` a residual without answers in long double, for stacks of a million.
    """

    name: str
    call: Callable
    distance: Callable
    residual: Callable
    everywhere: Callable
    kind: str = "general"
    right: str = ""
    is_conditioned: bool = True

    def inputs(self, a, rng):
        columns = {"": None, "vector": 1, "matrix": a.shape[-1]}[self.right]
        if columns is None:
            return (a,)
        return (a, rng.standard_normal((len(a), a.shape[-1], columns)))


def relative(found, wanted):
    return norm(long(found) - wanted) / norm(wanted)


def transposed(x):
    return long(x).swapaxes(-1, -2)


def from_orthonormal(q):
    return norm(transposed(q) @ long(q) - numpy.eye(q.shape[-1]))


def solve_residual(results, inputs):
    (x,), (a, b) = results, map(long, inputs)
    return norm(a @ long(x) - b) / (norm(a) * norm(x) + norm(b))


def inv_residual(results, inputs):
    (x,), (a,) = results, inputs
    return norm(long(a) @ long(x) - numpy.eye(a.shape[-1])) / (norm(a) * norm(x))


def det_distance(results, inputs):
    (found,), wanted = results, references.determinant(inputs[0])
    return abs(long(found) - wanted) / abs(wanted)


def det_residual(results, inputs):
    """Over the product of the rows' lengths, which no determinant exceeds (Hadamard)."""
    (found,), (a,) = results, inputs
    largest = numpy.sqrt((long(a) ** 2).sum(-1)).prod(-1)
    return abs(long(found) - references.determinant(a)) / largest


def cholesky_residual(results, inputs):
    (lower,), (a,) = results, inputs
    return norm(long(lower) @ transposed(lower) - long(a)) / norm(a)


def qr_distance(results, inputs):
    (q, r), (a,) = results, inputs
    return numpy.maximum(norm(long(q) @ long(r) - long(a)) / norm(a), from_orthonormal(q))


def values_distance(found, wanted):
    return abs(long(found) - wanted).max(axis=-1) / abs(wanted).max(axis=-1)


def eigh_residual(results, inputs):
    (w, v), (a,) = results, inputs
    rebuilt = long(v) * long(w)[..., None, :] @ transposed(v)
    return numpy.maximum(norm(rebuilt - long(a)) / norm(a), from_orthonormal(v))


def eigh_distance(results, inputs):
    return numpy.maximum(eigh_residual(results, inputs),
                         values_distance(results[0], references.eigenvalues(inputs[0])))


def svd_residual(results, inputs):
    (u, s, vh), (a,) = results, inputs
    k = s.shape[-1]
    rebuilt = long(u)[..., :k] * long(s)[..., None, :] @ long(vh)[..., :k, :]
    return numpy.max([norm(rebuilt - long(a)) / norm(a), from_orthonormal(u),
                      from_orthonormal(transposed(vh))], axis=0)


def svd_distance(results, inputs):
    return numpy.maximum(svd_residual(results, inputs),
                         values_distance(results[1], references.singular_values(inputs[0])))


def pinv_distance(results, inputs):
    return relative(results[0], references.pseudo_inverse(inputs[0]))


def pinv_residual(results, inputs):
    """Two of Penrose's conditions: A X A = A, X A X = X."""
    (x,), (a,) = map(long, results), map(long, inputs)
    both = norm(a) * norm(x)
    return numpy.maximum(norm(a @ x @ a - a) / (both * norm(a)),
                         norm(x @ a @ x - x) / (both * norm(x)))


def product_distance(results, inputs):
    return relative(results[0], long(inputs[0]) @ long(inputs[1]))


QUESTIONS = {question.name: question for question in (
    Question("solve", lambda np, a, b: np.linalg.solve(a, b),
             lambda results, inputs: relative(results[0], references.solution(*inputs)),
             solve_residual, solve_residual, right="vector"),
    Question("inv", lambda np, a: np.linalg.inv(a),
             lambda results, inputs: relative(results[0], references.inverse(*inputs)),
             inv_residual, inv_residual),
    Question("det", lambda np, a: np.linalg.det(a), det_distance, det_residual,
             det_residual),
    Question("cholesky", lambda np, a: np.linalg.cholesky(a),
             lambda results, inputs: relative(results[0], references.cholesky(*inputs)),
             cholesky_residual, cholesky_residual, kind="positive"),
    Question("qr", lambda np, a: np.linalg.qr(a), qr_distance, qr_distance,
             qr_distance, is_conditioned=False),
    Question("eigh", lambda np, a: np.linalg.eigh(a), eigh_distance, eigh_distance,
             eigh_residual, kind="symmetric", is_conditioned=False),
    Question("svd", lambda np, a: np.linalg.svd(a, full_matrices=False), svd_distance,
             svd_distance, svd_residual, is_conditioned=False),
    Question("pinv", lambda np, a: np.linalg.pinv(a), pinv_distance, pinv_distance,
             pinv_residual),
    Question("matmul", lambda np, a, b: np.matmul(a, b), product_distance, product_distance,
             product_distance, right="matrix"),
)}


def conditions(a):
    """The condition numbers; of matrices without full rank those of the part that pinv keeps."""
    s = numpy.linalg.svd(a.astype("float64"), compute_uv=False)
    kept = numpy.where(s > 1e-15 * s[..., :1], s, numpy.inf)
    return s[..., 0] / kept.min(axis=-1)


def errors_of(question, results, inputs, is_deficient=False):
    """The error of each matrix; infinite where it is no number."""
    judge = question.residual if is_deficient else question.distance
    return numpy.broadcast_to(finite(judge, results, inputs), len(inputs[0]))


def finite(judge, results, inputs):
    """judge(results, inputs), infinite where it is no number and where shapes do not fit."""
    try:
        with numpy.errstate(all="ignore"):
            errors = numpy.asarray(judge(results, inputs), dtype="float64")
    except (ValueError, IndexError):
        return numpy.array(numpy.inf)
    return numpy.where(numpy.isfinite(errors), errors, numpy.inf)


def is_alike(found, wanted):
    """Do results have the types and the shapes of NumPy's?"""
    return len(found) == len(wanted) and all(
        x.dtype == y.dtype and x.shape == y.shape for x, y in zip(found, wanted))


def over_everywhere(question, results, inputs, dtype, arithmetic):
    """The largest error over its bound of all matrices of a stack, by their residuals."""
    worst = 0.0
    for at in range(0, len(inputs[0]), CHUNK):
        part = [x[at:at + CHUNK] for x in inputs]
        errors = finite(question.everywhere, [x[at:at + CHUNK] for x in results], part)
        bounds = bounds_of(question, part, dtype, arithmetic, is_deficient=True)
        worst = max(worst, float((errors / bounds).max()))
    return worst


def bounds_of(question, inputs, dtype, arithmetic, is_deficient=False):
    """The bound of each matrix. Arithmetic of more digits than the dtype has: at least the rounding
    of the result.
    """
    a = inputs[0]
    is_worse = question.is_conditioned and (not is_deficient or question.name == "pinv")
    kappa = conditions(a) if is_worse else numpy.ones(len(a))
    return FACTOR * min(a.shape[-2:]) * numpy.maximum(UNITS[arithmetic] * kappa, UNITS[dtype])


def judgement(errors, bounds, among):
    """[largest error, largest error over its bound] of the matrices `among`.

    Where a bound is above 1 no digit is promised: nothing is judged, None if nowhere.
    """
    judged = among & (bounds < 1)
    over = float((errors / bounds)[judged].max()) if judged.any() else None
    return [float(errors[among].max()) if among.any() else None, over]
