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

FACTOR = 10.0  # c of the bound c n u kappa
UNITS = {"float64": 2.0**-53, "float32": 2.0**-24}


@dataclass(frozen=True)
class Question:
    """`call(np, *inputs)` as NumPy writes it. `kind` of the matrices; `right` what else is given.

    `distance(results, inputs)` is the error by matrix, `residual` the same without full rank.
    """

    name: str
    call: Callable
    distance: Callable
    residual: Callable
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


def eigh_distance(results, inputs):
    (w, v), (a,) = results, inputs
    rebuilt = long(v) * long(w)[..., None, :] @ transposed(v)
    return numpy.max([norm(rebuilt - long(a)) / norm(a), from_orthonormal(v),
                      values_distance(w, references.eigenvalues(a))], axis=0)


def svd_distance(results, inputs):
    (u, s, vh), (a,) = results, inputs
    k = s.shape[-1]
    rebuilt = long(u)[..., :k] * long(s)[..., None, :] @ long(vh)[..., :k, :]
    return numpy.max([norm(rebuilt - long(a)) / norm(a), from_orthonormal(u),
                      from_orthonormal(transposed(vh)),
                      values_distance(s, references.singular_values(a))], axis=0)


def pinv_distance(results, inputs):
    return relative(results[0], references.pseudo_inverse(inputs[0]))


QUESTIONS = {question.name: question for question in (
    Question("solve", lambda np, a, b: np.linalg.solve(a, b),
             lambda results, inputs: relative(results[0], references.solution(*inputs)),
             solve_residual, right="vector"),
    Question("inv", lambda np, a: np.linalg.inv(a),
             lambda results, inputs: relative(results[0], references.inverse(*inputs)),
             inv_residual),
    Question("det", lambda np, a: np.linalg.det(a), det_distance, det_residual),
    Question("cholesky", lambda np, a: np.linalg.cholesky(a),
             lambda results, inputs: relative(results[0], references.cholesky(*inputs)),
             cholesky_residual, kind="positive"),
    Question("qr", lambda np, a: np.linalg.qr(a), qr_distance, qr_distance,
             is_conditioned=False),
    Question("eigh", lambda np, a: np.linalg.eigh(a), eigh_distance, eigh_distance,
             kind="symmetric", is_conditioned=False),
    Question("svd", lambda np, a: np.linalg.svd(a, full_matrices=False), svd_distance,
             svd_distance, is_conditioned=False),
    Question("pinv", lambda np, a: np.linalg.pinv(a), pinv_distance, pinv_distance),
    Question("matmul", lambda np, a, b: np.matmul(a, b),
             lambda results, inputs: relative(results[0], long(inputs[0]) @ long(inputs[1])),
             lambda results, inputs: relative(results[0], long(inputs[0]) @ long(inputs[1])),
             right="matrix"),
)}


def conditions(a):
    """The condition numbers; of matrices without full rank those of the part that pinv keeps."""
    s = numpy.linalg.svd(a.astype("float64"), compute_uv=False)
    kept = numpy.where(s > 1e-15 * s[..., :1], s, numpy.inf)
    return s[..., 0] / kept.min(axis=-1)


def errors_of(question, results, inputs, is_deficient=False):
    """The error of each matrix; infinite where it is no number."""
    judge = question.residual if is_deficient else question.distance
    with numpy.errstate(all="ignore"):
        errors = numpy.asarray(judge(results, inputs), dtype="float64")
    return numpy.where(numpy.isfinite(errors), errors, numpy.inf)


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
