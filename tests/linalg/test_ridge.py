"""ridge, ridge_path, pinv_apply and standardised_products against higher precision."""

import mpmath
import numpy
import pytest

import numen

from .matrices import U
from .pseudo_inverses import errors, exact, rng, typical, with_condition

ridge, ridge_path = numen.linalg.ridge, numen.linalg.ridge_path
pinv_apply = numen.linalg.pinv_apply


def fitted(y, x, lam, weights=None):
    """The operator in long double, from the rows [y, sqrt(lam) I] of a stack of full rank."""
    y, x = numpy.asarray(y).astype("g"), numpy.asarray(x).astype("g")
    count, m, n = y.shape
    if weights is not None:
        roots = numpy.sqrt(numpy.asarray(weights).astype("g"))[:, None]
        y, x = y * roots, x * roots
    root = numpy.sqrt(numpy.asarray(lam, "g")).reshape(-1, 1, 1)
    rows = numpy.concatenate([y, numpy.broadcast_to(numpy.eye(m) * root, (count, m, m))], 2)
    return numpy.einsum("bdn,bnm->bdm", x, exact(rows)[:, :n])


def by_singular_values(y, x, lam):
    u, s, vh = numpy.linalg.svd(y, full_matrices=False)
    lam = numpy.asarray(lam, float).reshape(-1, 1)
    scaled = vh.swapaxes(1, 2) * (s / (s * s + lam))[:, None]
    return x @ (scaled @ u.swapaxes(1, 2))


def layouts(x):
    """The same stack of matrices in rows, in columns, backwards, spread out, and read only."""
    yield x
    yield numpy.ascontiguousarray(x.swapaxes(1, 2)).swapaxes(1, 2)
    yield numpy.ascontiguousarray(x[:, ::-1, ::-1])[:, ::-1, ::-1]
    wide = numpy.zeros((len(x), 2 * x.shape[1], 2 * x.shape[2]))
    wide[:, ::2, ::2] = x
    yield wide[:, ::2, ::2]


@pytest.mark.parametrize("kappa", [1, 1e2, 1e4, 1e6, 1e8, 1e11])
@pytest.mark.parametrize("lam", [1e-20, 1e-8, 1e-4, 1.0, 1e6])
def test_error_is_at_most_twice_that_of_singular_values(kappa, lam):
    y, x = with_condition(100, 6, 60, kappa), rng.normal(size=(100, 5, 60))
    wanted = fitted(y, x, lam)
    theirs = errors(by_singular_values(y, x, lam), wanted)
    for found in (ridge(y, x, lam), ridge_path(y, x, [lam])[0], ridge(y, x, lam, method="svd")):
        assert typical(errors(found, wanted)) <= 2 * typical(theirs) + 4 * U


@pytest.mark.parametrize("kappa", [1, 1e2, 1e4, 1e6, 1e8, 1e11])
def test_pinv_apply(kappa):
    y, x = with_condition(40, 6, 60, kappa), rng.normal(size=(40, 5, 60))
    wanted = fitted(y, x, 0)
    theirs = errors(x @ numpy.linalg.pinv(y), wanted)
    for found in (pinv_apply(y, x), ridge(y, x, 0), ridge_path(y, x, [0, 1])[0]):
        assert numpy.median(errors(found, wanted)) <= 2 * numpy.median(theirs) + 4 * U


@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 7, 3), (5, 5, 2), (7, 3, 4), (10, 203, 33),
                                   (12, 100, 1), (3, 1100, 70), (65, 80, 9), (23, 2203, 11)])
def test_shapes_and_layouts(shape):
    m, n, d = shape
    y, x = rng.normal(size=(2, m, n)), rng.normal(size=(2, d, n))
    wanted = fitted(y, x, 0.25)
    for given in layouts(x):
        for rows in layouts(y):
            found = numpy.asarray(ridge(rows, given, 0.25))
            assert found.shape == (2, d, m) and found.dtype == float
            assert found.flags.c_contiguous
            assert (errors(found, wanted) < 1e-12).all()
    alone = numpy.asarray(ridge(y[0], x[0], 0.25))
    assert numpy.array_equal(alone, numpy.asarray(ridge(y, x, 0.25))[0])


def test_single_precision_and_integers():
    y, x = rng.normal(size=(2, 4, 50)), rng.normal(size=(2, 9, 50))
    for rows in (y.astype("f"), (9 * y).astype(int), y):
        for given in (x.astype("f"), (9 * x).astype("i"), x):
            wanted = fitted(rows, given, 0.5)
            found = numpy.asarray(ridge(rows, given, numpy.float32(0.5)))
            is_single = rows.dtype == given.dtype == numpy.float32
            assert found.dtype == (numpy.float32 if is_single else numpy.float64)
            assert (errors(found, wanted) < (6e-8 if is_single else 1e-13)).all()


def test_stacks_are_broadcast():
    y, x = rng.normal(size=(3, 1, 4, 30)), rng.normal(size=(2, 5, 30))
    lam = numpy.array([0.1, 2.0])
    weights = rng.uniform(0, 3, size=30)
    found = numpy.asarray(ridge(y, x, lam, weights=weights))
    path = numpy.asarray(ridge_path(y, x, numpy.stack([lam, lam + 1], -1), weights=weights))
    assert found.shape == (3, 2, 5, 4) and path.shape == (2, 3, 2, 5, 4)
    for i in range(3):
        for j in range(2):
            for shift in range(2):
                wanted = fitted(y[i], x[j][None], lam[j] + shift, weights[None])
                assert errors(path[shift, i, j][None], wanted) < 1e-13
            wanted = fitted(y[i], x[j][None], lam[j], weights[None])
            assert errors(found[i, j][None], wanted) < 1e-13


def test_weights_make_ragged_batches():
    y, x = rng.normal(size=(3, 4, 40)), rng.normal(size=(3, 6, 40))
    lengths = (40, 17, 5)
    weights = numpy.array([[float(i < length) for i in range(40)] for length in lengths])
    for lam in (0.0, 0.3):
        together = numpy.asarray(ridge(y, x, lam, weights=weights))
        for i, length in enumerate(lengths):
            alone = fitted(y[i : i + 1, :, :length], x[i : i + 1, :, :length], lam)
            assert errors(together[i][None], alone) < 1e-12


def test_path_is_the_ridge_of_each_value():
    y, x = with_condition(2, 5, 70, 1e5), rng.normal(size=(2, 8, 70))
    lams = [0.0, 1e-12, 1e-6, 1e-2, 3.0]
    path = numpy.asarray(ridge_path(y, x, lams))
    for lam, found in zip(lams, path):
        assert (errors(found, fitted(y, x, lam)) < 1e-9).all()
    assert numpy.asarray(ridge_path(y, x, [])).shape == (0, 2, 8, 5)


def test_rank_deficient_rows():
    y, x = rng.normal(size=(1, 5, 40)), rng.normal(size=(1, 3, 40))
    y[:, 4] = y[:, 2]
    wanted = x @ numpy.linalg.pinv(y)
    for found in (pinv_apply(y, x), ridge(y, x, 0), pinv_apply(y, x, rcond=1e-10)):
        assert numpy.allclose(found, wanted, rtol=1e-9, atol=1e-12)
    assert not numpy.asarray(pinv_apply(y, x, rcond=2)).any()
    with pytest.raises(numpy.linalg.LinAlgError, match="Singular matrix"):
        ridge(numpy.zeros((3, 9)), numpy.ones((2, 9)), 0, method="normal")
    mpmath.mp.dps = 60
    a, b = mpmath.matrix(y[0].tolist()), mpmath.matrix(x[0].tolist())
    gram = a * a.T + mpmath.mpf(1e-6) * mpmath.eye(5)
    exactly = numpy.array((b * a.T * mpmath.inverse(gram)).tolist(), float)
    assert numpy.allclose(ridge(y, x, 1e-6)[0], exactly, rtol=1e-9)


@pytest.mark.parametrize("value", [-1.0, -1e-300, numpy.nan, numpy.inf])
def test_wrong_lambda(value):
    y, x = numpy.ones((2, 9)), numpy.ones((3, 9))
    with pytest.raises(ValueError) as error:
        ridge(y, x, value)
    assert str(error.value) == f"ridge: lam must be finite and not negative, got {value!r}"
    with pytest.raises(ValueError) as error:
        ridge_path(y, x, [1.0, value])
    assert str(error.value) == f"ridge_path: lams must be finite and not negative, got {value!r}"
    for function in (lambda: ridge(y, x, 1, weights=[value] * 9),
                     lambda: pinv_apply(y, x, weights=[value] * 9)):
        with pytest.raises(ValueError, match="weights must be finite and not negative, got"):
            function()


def test_wrong_operands():
    y, x = numpy.ones((2, 9)), numpy.ones((3, 9))
    for call, error, text in (
        (lambda: ridge(y, x[:, 1:], 1), ValueError, "as many columns, got 9 and 8"),
        (lambda: ridge(y[0], x, 1), ValueError, "Y must have at least 2 axes, got 1"),
        (lambda: ridge(y, x, 1, weights=[1.0]), ValueError, "weights must have N = 9 elements"),
        (lambda: ridge(y, x, 1, method="lu"), ValueError, "got 'lu'"),
        (lambda: ridge(y * 1j, x, 1), TypeError, "Y must be real numbers, got complex128"),
        (lambda: ridge(y, x), TypeError, "ridge: takes"),
        (lambda: ridge(y, x, 1, lam=2), TypeError, "ridge: takes"),
        (lambda: ridge(numpy.ones((2, 2, 9)), numpy.ones((3, 3, 9)), 1), ValueError, "broadcast"),
        (lambda: ridge_path(y, x, 1.0), ValueError, "lams must have at least 1 axes"),
        (lambda: ridge(y, x, "one"), TypeError, "lam must be real numbers, got <class 'str'>"),
        (lambda: ridge(y, x, 2j), TypeError, "lam must be real numbers, got <class 'complex'>"),
    ):
        with pytest.raises(error, match=text):
            call()
    y[0, 3] = numpy.nan
    with pytest.raises(numpy.linalg.LinAlgError):
        ridge(y, x, 1.0)


@pytest.mark.parametrize("dtype", ["d", "f", "i"])
@pytest.mark.parametrize("order", ["C", "F", "spread"])
def test_standardised_products(order, dtype):
    for n, d, m in ((1, 1, 1), (7, 3, 2), (1100, 37, 10), (64, 70, 1), (2203, 11, 23)):
        x = (rng.normal(size=(n, d)) * 30 + 100).astype(dtype)
        x[:, d // 2] = 7
        if order == "spread":
            x = numpy.repeat(numpy.repeat(x, 2, 0), 3, 1)[::2, ::3]
        else:
            x = numpy.array(x, order=order)
        y = rng.normal(size=(n, m))
        wide = x.astype("g")
        mean, deviation = wide.mean(0), wide.std(0)
        z = (wide - mean) / numpy.where(deviation == 0, 1, deviation)
        wanted = (mean, deviation, z.T @ y, y.T.astype("g") @ y)
        found = numen.linalg.standardised_products(x, y)
        for one, other in zip(found, wanted):
            assert numpy.asarray(one).dtype == float
            assert abs(one - other).max() <= 1e-12 * max(abs(other).max(), n)
        assert numpy.asarray(found[1])[d // 2] == 0


def test_far_outliers_cost_no_digits():
    x = rng.normal(size=(500, 3))
    x[0, 1], x[:, 2] = 1e9, x[:, 2] + 1e9
    x[1:, 1] *= 1e-3
    y = rng.normal(size=(500, 2))
    wide = x.astype("g")
    mean, deviation, products, _ = numen.linalg.standardised_products(x, y)
    assert (abs(mean - wide.mean(0)) <= 8 * U * abs(x).max(0)).all()
    assert numpy.allclose(deviation, wide.std(0).astype(float), rtol=1e-7)
    z = (wide - wide.mean(0)) / wide.std(0)
    assert numpy.allclose(products, (z.T @ y).astype(float), rtol=1e-6, atol=1e-5)
    for wrong in ((x, y[1:]), (x[0], y), (x[:0], y[:0])):
        with pytest.raises(ValueError):
            numen.linalg.standardised_products(*wrong)
