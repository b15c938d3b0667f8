"""The operator: least squares and ridge against the formulas, and against 60 digits."""

import mpmath
import numpy
import pytest

import numen
from numen import inverse

from .formulas import U, bound, data, plain, ridge, same, standardised

SHAPES = [(3, 1, 1), (5, 4, 3), (60, 7, 3), (300, 40, 10), (2000, 2, 2), (40, 300, 1)]


@pytest.mark.parametrize("shape", SHAPES)
def test_least_squares(shape):
    X, Y = data(*shape)
    fitted = inverse.fit(X, Y)
    assert same(fitted.operator, plain(X, Y), bound(Y))
    assert same(fitted.mean, X.mean(0), 1e-14) and same(fitted.scale, X.std(0), 1e-13)
    assert (fitted.method, fitted.lam, fitted.weights, fitted.iterations) == ("pinv", 0, None, 0)
    assert same(fitted.singular_values, numpy.linalg.svd(Y, compute_uv=False), 10 * len(Y) * U)


@pytest.mark.parametrize("lam", [0, 1e-12, 1e-4, 1.0, 1e6, None])
@pytest.mark.parametrize("shape", SHAPES)
def test_ridge(shape, lam):
    X, Y = data(*shape)
    fitted = inverse.fit(X, Y, "ridge", lam=lam)
    lam = 1e-4 if lam is None else lam
    assert same(fitted.operator, ridge(X, Y, lam), bound(Y, lam))
    assert fitted.lam == lam


def exact(X, Y, lam):
    """The operator in 60 digits."""
    with mpmath.workdps(60):
        X, Y = mpmath.matrix(X.tolist()), mpmath.matrix(Y.tolist())
        for j in range(X.cols):
            mean = mpmath.fsum(X[:, j]) / X.rows
            deviation = mpmath.sqrt(mpmath.fsum((x - mean) ** 2 for x in X[:, j]) / X.rows)
            for i in range(X.rows):
                X[i, j] = (X[i, j] - mean) / deviation
        gram = Y.T * Y + lam * mpmath.eye(Y.cols)
        return numpy.array((X.T * Y * gram**-1).tolist(), float)


@pytest.mark.parametrize("condition", [1e2, 1e4, 1e6, 1e8])
@pytest.mark.parametrize("lam", [0.0, 1e-4])
def test_nearly_dependent_outputs(condition, lam):
    """No worse than twice the route by singular values, or a rounding for each of the samples: root
    mean squares over fits, of which single ones differ by a factor of ten; 1.5 to 1.7 at 1e8."""
    rng = numpy.random.default_rng(3)
    ours, theirs = [], []
    for _ in range(60):
        Y = numpy.linalg.qr(rng.normal(size=(30, 4)))[0] * numpy.geomspace(1, 1 / condition, 4)
        Y = Y @ numpy.linalg.qr(rng.normal(size=(4, 4)))[0]
        X = rng.normal(size=(30, 5)) * [1, 1e3, 1e-3, 1, 1] + [0, 1, 2, 3, 1e3]
        wanted = exact(X, Y, lam)
        found = numpy.asarray(inverse.fit(X, Y, "ridge", lam=lam).operator)
        longer = numpy.vstack([Y, lam**0.5 * numpy.eye(4)])
        by_svd = standardised(X).T @ numpy.linalg.pinv(longer).T[:30]
        ours.append(abs(found - wanted).max() / abs(wanted).max())
        theirs.append(abs(by_svd - wanted).max() / abs(wanted).max())
    ours, theirs = (numpy.sqrt(numpy.mean(numpy.square(errors))) for errors in (ours, theirs))
    assert ours <= 2 * theirs + 30 * U, ours / theirs


def test_ridge_of_nearly_dependent_outputs_is_far_better_than_its_normal_equations():
    Y = numpy.vander(numpy.linspace(1, 1.01, 20), 3)
    X = data(20, 4)[0]
    wanted = exact(X, Y, 1e-12)
    ours = abs(numpy.asarray(inverse.fit(X, Y, "ridge", lam=1e-12).operator) - wanted).max()
    theirs = abs(ridge(X, Y, 1e-12) - wanted).max()
    assert ours < theirs / 1000


def test_dependent_outputs_give_the_solution_of_smallest_norm():
    X, Y = data()
    scores = numpy.column_stack([Y[:, 0], -Y[:, 0], Y[:, 1], Y[:, 0] + Y[:, 1]])
    wanted = standardised(X).T @ numpy.linalg.pinv(scores, rtol=1e-12).T
    fitted = inverse.fit(X, scores)
    assert same(fitted.operator, wanted, 1e-12)
    assert inverse.condition_number(fitted) > 1e28
    # A softmax, with an intercept beside it: its columns add up to it.
    dependent = numpy.column_stack([Y, numpy.ones(len(Y))])
    wanted = standardised(X).T @ numpy.linalg.pinv(dependent, rtol=1e-12).T
    assert same(inverse.fit(X, dependent).operator, wanted, 1e-12)
    near = inverse.fit(X, dependent, "ridge", lam=1e-9).operator
    assert same(near, wanted, 1e-6)


def test_rcond_cuts_what_it_says():
    X, _ = data(30, 3)
    Y = numpy.linalg.qr(numpy.random.default_rng(1).normal(size=(30, 3)))[0] * [1, 1e-3, 1e-7]
    for rcond, kept in [(1e-8, 3), (1e-5, 2), (1e-2, 1)]:
        wanted = standardised(X).T @ numpy.linalg.pinv(Y.T, rcond=rcond)
        assert same(inverse.fit(X, Y, rcond=rcond).operator, wanted, 1e-8)
        assert numpy.linalg.matrix_rank(wanted, tol=1e-6) == min(kept, 3)


def test_a_constant_feature_is_divided_by_one():
    X, Y = data()
    wanted = plain(X, Y)
    wanted[[2, 4]] = 0
    X[:, 2] = 0.1  # whose sum is rounded, so that its deviation by NumPy may not be 0
    X[:, 4] = 1e6
    fitted = inverse.fit(X, Y)
    assert fitted.scale[2] == fitted.scale[4] == 1
    assert (fitted.mean[2], fitted.mean[4]) == (0.1, 1e6)
    assert not fitted.operator[[2, 4]].any()
    assert same(fitted.operator, wanted, bound(Y))


def test_means_much_larger_than_deviations_cost_no_digits():
    X, Y = data(500, 4)
    far = standardised(X) + 2.0**30
    assert same(inverse.fit(far, Y).operator, plain(far - 2.0**30, Y), bound(Y))


@pytest.mark.parametrize("layout", ["fortran", "reversed", "strided", "float32", "int", "list",
                                    "numen", "frame", "objects"])
def test_kinds_of_data(layout):
    X, Y = data(200, 6)
    X = numpy.round(X * 8) if layout == "int" else X.astype("f4").astype("f8")
    wide = numpy.zeros((400, 18))
    wide[::2, ::3] = X
    given = {
        "fortran": lambda: numpy.asfortranarray(X), "reversed": lambda: X[::-1].copy()[::-1],
        "strided": lambda: wide[::2, ::3], "float32": lambda: X.astype("f4"),
        "int": lambda: X.astype("i4"), "list": X.tolist, "numen": lambda: numen.array(X),
        "frame": lambda: pytest.importorskip("pandas").DataFrame(X),
        "objects": lambda: X.astype(object),
    }[layout]()
    fitted = inverse.fit(given, Y.tolist() if layout == "list" else Y)
    assert same(fitted.operator, plain(X, Y), bound(Y))


def test_one_output_may_be_a_vector():
    X, Y = data()
    assert same(inverse.fit(X, Y[:, 0]).operator, plain(X, Y[:, :1]), bound(Y[:, :1]))


def test_standardize_and_reconstruct_undo_each_other():
    X, Y = data()
    fitted = inverse.fit(X, Y)
    assert same(fitted.standardize(X), standardised(X), 1e-12)
    rebuilt = Y @ plain(X, Y).T * X.std(0) + X.mean(0)
    assert same(fitted.reconstruct(Y), rebuilt, bound(Y))
    assert repr(fitted) == "InverseOperator(method='pinv', lam=0, features=7, outputs=3)"


def test_arguments_are_left_as_they_were():
    X, Y = data()
    copies = X.copy(), Y.copy()
    for method in ("pinv", "ridge", "huber", "bayes"):
        inverse.fit(X, Y, method)
    assert (X == copies[0]).all() and (Y == copies[1]).all()
