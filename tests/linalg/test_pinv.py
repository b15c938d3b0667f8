"""pinv and lstsq by guarded routes: as accurate as singular values everywhere, NumPy's cuts."""

import mpmath
import numpy
import pytest

import numen

from .matrices import KINDS, U
from .pseudo_inverses import KAPPAS, SPECTRA, errors, exact, rng, typical, with_condition


def pinv(a, **kwargs):
    return numpy.asarray(numen.linalg.pinv(numen.array(a), **kwargs))


@pytest.mark.parametrize("spectrum", SPECTRA)
@pytest.mark.parametrize("shape", [(10, 200), (3, 50), (20, 48), (5, 6), (2, 300), (5, 5), (8, 8),
                                   (12, 12)])
def test_error_is_at_most_twice_that_of_singular_values(shape, spectrum):
    for kappa in KAPPAS:
        y = with_condition(100, *shape, kappa, spectrum)
        wanted = exact(y)
        ours, theirs = errors(pinv(y), wanted), errors(numpy.linalg.pinv(y), wanted)
        # Typical errors, and the largest of many: single ones differ by chance.
        assert typical(ours) <= 2 * typical(theirs) + U, kappa
        assert ours.max() <= 4 * theirs.max() + U, kappa
        tall = numpy.ascontiguousarray(y.swapaxes(1, 2))
        assert typical(errors(pinv(tall).swapaxes(1, 2), wanted)) <= 2 * typical(theirs) + U


@pytest.mark.parametrize("method", ["qr", "svd"])
def test_asked_methods_are_accurate_too(method):
    for kappa in KAPPAS:
        y = with_condition(24, 7, 40, kappa)
        wanted = exact(y)
        theirs = typical(errors(numpy.linalg.pinv(y), wanted))
        assert typical(errors(pinv(y, method=method), wanted)) <= 2 * theirs + U


def test_normal_equations_are_taken_where_asked_for():
    y = with_condition(20, 10, 200, 1e4)
    wanted = exact(y)
    found = typical(errors(pinv(y, method="normal"), wanted))
    assert 1e-12 < found < 1e-6  # the square of the condition number
    with pytest.raises(numpy.linalg.LinAlgError, match="Singular matrix"):
        pinv(numpy.zeros((3, 8)), method="normal")


def test_against_many_digits():
    mpmath.mp.dps = 60
    for kappa in (1, 1e3, 1e6, 1e9, 1e12):
        (y,) = with_condition(1, 4, 9, kappa)
        a = mpmath.matrix(y.tolist())
        wanted = a.T * mpmath.inverse(a * a.T)
        scale = mpmath.norm(wanted)
        ours, theirs = (float(mpmath.norm(mpmath.matrix(found.tolist()) - wanted) / scale)
                        for found in (pinv(y), numpy.linalg.pinv(y)))
        assert ours <= max(2 * theirs, 10 * 9 * U * kappa)


@pytest.mark.parametrize("shape", [(10, 60), (60, 10), (6, 6), (20, 20)])
def test_single_precision_is_as_accurate_as_numpy(shape):
    m, n = sorted(shape)
    for kappa in (1, 1e2, 1e3, 1e4, 1e5, 1e6):
        y = with_condition(20, m, n, kappa).astype(numpy.float32)
        wanted = exact(y)
        given = y if shape[0] <= shape[1] else numpy.ascontiguousarray(y.swapaxes(1, 2))
        ours, theirs = pinv(given), numpy.linalg.pinv(given)
        assert ours.dtype == theirs.dtype == numpy.float32
        if given is not y:
            ours, theirs = ours.swapaxes(1, 2), theirs.swapaxes(1, 2)
        assert typical(errors(ours, wanted)) <= 2 * typical(errors(theirs, wanted))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", [(6, 6), (6, 40), (40, 6), (20, 24)])
def test_cuts_what_numpy_cuts(kind, shape):
    """Singular values of kinds that end abruptly: far above the cut, or far below."""
    m, n = shape
    a = KINDS[kind](9, max(shape))[:, :m, :n]
    for rcond in (1e-9, 1e-4, 0.3):
        s = numpy.linalg.svd(a, compute_uv=False)
        quotient = s / numpy.maximum(s[:, :1], 5e-324)
        is_clear = ((quotient > 1.01 * rcond) | (quotient < 0.99 * rcond)).all(-1)
        kept = numpy.where(quotient > rcond, quotient, 1).min(-1)
        with numpy.errstate(all="ignore"):  # subnormal numbers have no finite inverse
            ours, theirs = pinv(a, rcond=rcond), numpy.linalg.pinv(a, rcond=rcond)
        for i in numpy.flatnonzero(is_clear):
            if not numpy.isfinite(theirs[i]).all():
                assert not numpy.isfinite(ours[i]).all()
                continue
            scale = abs(theirs[i]).max()
            with numpy.errstate(all="ignore"):
                rest = abs(ours[i] / scale - theirs[i] / scale).max() if scale > 0 else 0
            assert rest <= 100 * max(shape) * U / kept[i], (rcond, i)
            assert scale > 0 or not ours[i].any()


def are_near(ours, theirs):
    """Matrix by matrix, of condition number 1e6."""
    scale = abs(theirs).max((-1, -2), keepdims=True)
    return (abs(ours - theirs) <= 1e-8 * scale).all()


@pytest.mark.parametrize("n", [16, 33, 40, 48, 64, 80])
def test_values_that_are_none_are_cut(n):
    # The singular values that come with vectors may stand far above the noise, and above the cut.
    values = numpy.append(numpy.linspace(2, 1, n // 2), numpy.zeros(n - n // 2))
    sides = numpy.linalg.qr(rng.normal(size=(2, 5, n, n)))[0]
    a = sides[0] * values @ sides[1]
    wanted = numpy.linalg.pinv(a, rcond=1e-10)
    assert abs(pinv(a) - wanted).max() <= 10 * n * U
    assert abs(pinv(a[0]) - wanted[0]).max() <= 10 * n * U


def test_one_cut_for_each_matrix():
    y = with_condition(6, 5, 30, 1e6)
    cuts = numpy.array([1e-15, 5e-4, 0.5, 1.0, 2.0, -1.0])
    for name in ("rcond", "rtol"):
        assert are_near(pinv(y, **{name: cuts}), numpy.linalg.pinv(y, **{name: cuts}))
    square = with_condition(6, 5, 5, 1e6)
    assert are_near(pinv(square, rcond=cuts), numpy.linalg.pinv(square, rcond=cuts))
    assert [numpy.linalg.matrix_rank(one) for one in pinv(y, rcond=cuts)] == [5, 3, 1, 0, 0, 5]
    assert not pinv(y, rcond=numpy.nan).any()
    assert are_near(pinv(y, rtol=None), numpy.linalg.pinv(y, rtol=None))
    stack, column = y.reshape(2, 3, 5, 30), numpy.array([[1e-15], [5e-4]])
    assert are_near(pinv(stack, rcond=column), numpy.linalg.pinv(stack, rcond=column))


@pytest.mark.parametrize("rcond", [numpy.ones(3), numpy.ones((2, 4)), numpy.ones((2, 1)), "x",
                                   [1e-3, 1e-4, 1e-5]])
def test_cuts_of_a_wrong_shape(rcond):
    y = rng.normal(size=(4, 3, 9))
    with pytest.raises(Exception) as theirs:
        numpy.linalg.pinv(y, rcond=rcond)
    with pytest.raises(type(theirs.value)) as ours:
        pinv(y, rcond=rcond)
    assert str(ours.value) == str(theirs.value)


def test_what_is_not_finite():
    for shape in ((3, 9), (9, 3), (4, 4), (70, 90)):
        a = rng.normal(size=(3, *shape))
        a[1, 2, 1] = numpy.nan
        for one in (pinv, numpy.linalg.pinv):
            with pytest.raises(numpy.linalg.LinAlgError, match="SVD did not converge"):
                one(a)
        a[1, 2, 1] = numpy.inf  # where NumPy's search for singular values may not end
        found = pinv(a)
        assert numpy.isnan(found[1]).all() and not numpy.isnan(found[::2]).any()


def test_types_and_layouts_are_numpys():
    for shape in ((3, 9), (9, 3), (4, 4), (1, 1), (1, 5), (70, 80)):
        for dtype in "?bhilqBHILQfdFD" if max(shape) < 70 else "df":
            a = (9 * rng.normal(size=(2, *shape))).astype(dtype)
            if dtype in "FD":
                a = a + 1j * rng.normal(size=a.shape).astype(dtype)
            for view in (a, a.swapaxes(1, 2), a[..., ::-1], a[:, ::2], a[0],
                         numpy.asfortranarray(a)):
                wanted, found = numpy.linalg.pinv(view), pinv(view)
                assert found.dtype == wanted.dtype and found.shape == wanted.shape
                # Comparable only where nothing is near the cut.
                if numpy.linalg.cond(view).max() < 1e4:
                    bound = 1e-3 if found.dtype.char in "fF" else 1e-9
                    assert abs(found - wanted).max() <= bound * abs(wanted).max()
    stack = rng.normal(size=(3, 9, 2)).transpose(2, 0, 1)
    assert pinv(stack).strides == numpy.linalg.pinv(stack).strides


def test_hermitian():
    a = rng.normal(size=(3, 6, 6)) + 1j * rng.normal(size=(3, 6, 6))
    a = a + a.conj().swapaxes(1, 2)
    for given in (a, a.real, a.astype("F")):
        found = pinv(given, hermitian=True)
        wanted = numpy.linalg.pinv(given, hermitian=True)
        assert found.dtype == wanted.dtype
        bound = 1e-4 if found.dtype.char in "fF" else 1e-11
        assert abs(found - wanted).max() <= bound * abs(wanted).max()
    with pytest.raises(numpy.linalg.LinAlgError):
        pinv(rng.normal(size=(3, 4)), hermitian=True)


def test_nothing_and_too_little():
    for shape in ((0, 3), (3, 0), (2, 0, 3), (0, 3, 4), (0, 0)):
        for dtype in "dfiF":
            a = numpy.zeros(shape, dtype)
            wanted = numpy.linalg.pinv(a)
            found = pinv(a)
            assert found.shape == wanted.shape and found.dtype == wanted.dtype
    with pytest.raises(numpy.linalg.LinAlgError, match="at least two-dimensional"):
        pinv(numpy.ones(3))


@pytest.mark.parametrize("shape", [(4, 30), (30, 4), (5, 5), (20, 20), (64, 64)])
def test_a_matrix_says_the_same_in_every_company(shape):
    """Whatever its place, its neighbours' routes and the number of threads."""
    k, n = sorted(shape)
    stack = numpy.concatenate([with_condition(4, k, n, kappa) for kappa in (1, 1e3, 1e9)]
                              + [numpy.zeros((2, k, n))])
    stack = stack if shape[0] <= shape[1] else numpy.ascontiguousarray(stack.swapaxes(1, 2))
    whole = pinv(stack)
    assert numpy.array_equal(whole, numpy.asarray(numen.linalg.pinv(stack[::-1]))[::-1])
    for i in (0, 5, 9, 13):
        assert numpy.array_equal(pinv(stack[i]), whole[i]), i
        assert numpy.array_equal(pinv(numpy.repeat(stack[i : i + 1], 40, 0))[37], whole[i])


@pytest.mark.parametrize("shape", [(40, 5), (5, 40), (130, 64), (9, 4), (4, 9), (300, 1)])
def test_lstsq(shape):
    m, n = shape
    k = min(shape)
    for kappa in (1, 1e3, 1e6, 1e9):
        for count in (None, 1, 3):
            (a,) = with_condition(1, k, max(shape), kappa)
            a = a if m <= n else numpy.ascontiguousarray(a.T)
            b = rng.normal(size=m if count is None else (m, count))
            wanted = numpy.linalg.lstsq(a, b, rcond=None)
            for given in (a, numpy.asfortranarray(a)):
                found = list(map(numpy.asarray, numen.linalg.lstsq(given, b, rcond=None)))
                assert found[2] == wanted[2] and found[2].dtype == numpy.int32
                assert abs(found[3] - wanted[3]).max() <= 10 * max(shape) * U
                bound = 100 * max(shape) * U * kappa
                assert abs(found[0] - wanted[0]).max() <= bound * abs(wanted[0]).max() * kappa
                assert found[1].shape == wanted[1].shape
                if found[1].size:
                    assert numpy.allclose(found[1], wanted[1], rtol=1e-12 + bound)


@pytest.mark.parametrize("shape", [(3, 3), (6, 5), (5, 6), (12, 12), (40, 5), (5, 40)])
def test_what_lstsq_takes_for_zero(shape):
    """From 1 on, and down from 0, the argument means the unit of rounding to LAPACK."""
    k = min(shape)
    (a,) = with_condition(1, k, max(shape), 1e3)
    a = a if shape[0] <= shape[1] else numpy.ascontiguousarray(a.T)
    b = rng.normal(size=shape[0])
    for rcond in (-1.0, 0.0, 1e-9, 0.01, 0.5, 0.999, 1, 2.5):
        found, wanted = (np.linalg.lstsq(a, b, rcond=rcond) for np in (numen, numpy))
        assert found[2] == wanted[2], rcond
        assert abs(found[0] - wanted[0]).max() <= 1e-9 * abs(wanted[0]).max(), rcond


def test_lstsq_error_is_at_most_twice_that_of_singular_values():
    for kappa in KAPPAS:
        ours, theirs = [], []
        for y in with_condition(60, 6, 50, kappa):
            a, b = numpy.ascontiguousarray(y.T), rng.normal(size=(50, 2))
            wanted = (b.T.astype("g") @ exact(y[None])[0]).T
            ours.append(errors(numen.linalg.lstsq(a, b, rcond=1e-15)[0], wanted))
            theirs.append(errors(numpy.linalg.lstsq(a, b, rcond=1e-15)[0], wanted))
        # Errors of single right sides have a long tail.
        assert numpy.median(ours) <= 2 * numpy.median(theirs) + U, kappa


def test_lstsq_of_less_than_full_rank():
    a = rng.normal(size=(40, 5))
    a[:, 3] = a[:, 1]
    for given in (a, a.T):
        b = rng.normal(size=len(given))
        wanted = numpy.linalg.lstsq(given, b, rcond=None)
        found = numen.linalg.lstsq(given, b, rcond=None)
        assert found[2] == wanted[2] == 4 and numpy.asarray(found[1]).shape == (0,)
        assert numpy.allclose(found[0], wanted[0], rtol=1e-10)
        assert numen.linalg.lstsq(given, b, rcond=0.5)[2] == \
            numpy.linalg.lstsq(given, b, rcond=0.5)[2]
    a[2, 2] = numpy.nan
    with pytest.raises(numpy.linalg.LinAlgError, match="SVD did not converge in Linear Least"):
        numen.linalg.lstsq(a, numpy.ones(40), rcond=None)
