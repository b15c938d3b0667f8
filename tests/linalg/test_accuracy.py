"""Stacks of small matrices: backward errors of every kind of matrix, order and number.

With --full every order to 64 and more numbers; `python -m tests.linalg` records such a run.
"""

import sys

import numpy
import pytest

import numen

from .matrices import KINDS, U, is_within, norm, rng, times, unit_error

ORDERS = (1, 2, 3, 4, 5, 6, 8, 11, 16, 24, 32, 48)
COUNTS = (1, 3, 9, 21)


@pytest.fixture(autouse=True, params=["sample", pytest.param("full", marks=pytest.mark.full)])
def extent(request, monkeypatch):
    """How many orders and numbers of matrices the tests of this file take."""
    if request.param == "full":
        monkeypatch.setattr(sys.modules[__name__], "ORDERS", tuple(range(1, 65)))
        monkeypatch.setattr(sys.modules[__name__], "COUNTS", (1, 2, 3, 7, 8, 9, 16, 21, 40))


def stacks(kind):
    for n in ORDERS:
        for count in COUNTS if n < 20 else (1, 9):
            yield n, KINDS[kind](count, n)


@pytest.mark.parametrize("kind", KINDS)
def test_singular_values_and_vectors(kind):
    for n, a in stacks(kind):
        u, s, vh = map(numpy.asarray, numen.linalg.svd(numen.array(a)))
        bound = 10 * n * U * norm(a)
        assert is_within(norm(times(u * s[..., None, :].astype("g"), vh) - a), bound), n
        for sides in (u, vh.swapaxes(1, 2)):
            assert (unit_error(sides) <= 10 * n * U).all()
        assert (s >= 0).all() and (numpy.diff(s) <= 0).all()
        alone = numpy.asarray(numen.linalg.svdvals(numen.array(a)))
        theirs = numpy.linalg.svd(a, compute_uv=False)
        for found in (s, alone):
            assert is_within(abs(found - theirs).max(-1), 10 * n * U * theirs[:, 0])


SHAPES = ((5, 3), (3, 5), (8, 1), (1, 8), (12, 7), (7, 12), (40, 10), (48, 47), (33, 32), (64, 5),
          (5, 64), (90, 20), (10, 200), (200, 10), (530, 3))
# Squares of the longer side are cut; kinds that are made by factors of that side take long.
RECTANGULAR = [kind for kind in KINDS if kind not in ("condition 1e8", "condition 1e16",
                                                      "orthogonal", "hilbert")]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", RECTANGULAR)
def test_singular_values_of_rectangles(kind, shape):
    m, n = shape
    for count in COUNTS if max(shape) < 100 else (1, 9):
        a = KINDS[kind](count, max(shape))[:, :m, :n]
        k, most = min(shape), 10 * max(shape) * U
        for full in (False, True):
            if full and max(shape) > 200:
                continue
            u, s, vh = map(numpy.asarray, numen.linalg.svd(numen.array(a), full_matrices=full))
            assert u.shape == (count, m, m if full else k) and vh.shape[1] == (n if full else k)
            allowed = 3 * most if full and max(shape) > 64 else most  # LAPACK's
            rebuilt = times(u[..., :k] * s[..., None, :].astype("g"), vh[:, :k])
            assert is_within(norm(rebuilt - a), allowed * norm(a))
            for sides in (u, vh.swapaxes(1, 2)):
                assert (unit_error(sides) <= allowed).all()
        theirs = numpy.linalg.svd(a, compute_uv=False)
        for found in (s, numpy.asarray(numen.linalg.svdvals(numen.array(a)))):
            assert is_within(abs(found - theirs).max(-1), most * theirs[:, 0])
            assert (found >= 0).all() and (numpy.diff(found) <= 0).all()


@pytest.mark.parametrize("shape", [(0, 3, 3), (2, 0, 0), (2, 0, 4), (2, 4, 0), (0, 5, 2),
                                   (0, 0, 0)])
def test_nothing(shape):
    a = numpy.zeros(shape)
    for full in (False, True):
        u, s, vh = map(numpy.asarray, numen.linalg.svd(numen.array(a), full_matrices=full))
        wanted = numpy.linalg.svd(a, full_matrices=full)
        assert [x.shape for x in (u, s, vh)] == [x.shape for x in wanted]
        assert (unit_error(u) == 0).all() and (unit_error(vh.swapaxes(1, 2)) == 0).all()
    for mode in ("reduced", "complete"):
        q, r = map(numpy.asarray, numen.linalg.qr(numen.array(a), mode))
        assert [x.shape for x in (q, r)] == [x.shape for x in numpy.linalg.qr(a, mode)]
        assert (unit_error(q) == 0).all()
    if shape[1] == shape[2]:
        values, vectors = map(numpy.asarray, numen.linalg.eigh(numen.array(a)))
        assert values.shape == shape[:2] and vectors.shape == shape


@pytest.mark.parametrize("kind", KINDS)
def test_eigenvalues_and_vectors(kind):
    for n, plain in stacks(kind):
        a = numpy.tril(plain) + numpy.tril(plain, -1).swapaxes(1, 2)
        for uplo, given in (("L", numpy.tril(plain)), ("U", numpy.tril(plain).swapaxes(1, 2))):
            values, vectors = map(numpy.asarray, numen.linalg.eigh(numen.array(given), uplo))
            bound = 10 * n * U * norm(a)
            rebuilt = times(vectors * values[..., None, :].astype("g"), vectors.swapaxes(1, 2))
            assert is_within(norm(rebuilt - a), bound), n
            assert (unit_error(vectors) <= 10 * n * U).all()
            assert (numpy.diff(values) >= 0).all()
            alone = numpy.asarray(numen.linalg.eigvalsh(numen.array(given), uplo))
            theirs = numpy.linalg.eigvalsh(a)
            for found in (values, alone):
                assert is_within(abs(found - theirs).max(-1), bound)


@pytest.mark.parametrize("kind", KINDS)
def test_qr(kind):
    for n, plain in stacks(kind):
        for a in (plain, plain[..., : (n + 1) // 2], plain[:, : (n + 1) // 2]):
            for mode in ("reduced", "complete"):
                q, r = map(numpy.asarray, numen.linalg.qr(numen.array(a), mode))
                assert is_within(norm(times(q, r) - a), 10 * n * U * norm(a), 4 * n), n
                assert (unit_error(q) <= 10 * n * U).all()
                assert (numpy.tril(r, -1) == 0).all()
            alone = numpy.asarray(numen.linalg.qr(numen.array(a), "r"))
            assert alone.shape == (len(a), min(a.shape[1:]), a.shape[2])
            assert numpy.array_equal(alone, numpy.asarray(numen.linalg.qr(numen.array(a))[1]))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", RECTANGULAR)
def test_qr_of_rectangles(kind, shape):
    m, n = shape
    for count in (1, 9):
        a = KINDS[kind](count, max(shape))[:, :m, :n]
        for mode in ("reduced", "complete") if m <= 200 else ("reduced",):
            q, r = map(numpy.asarray, numen.linalg.qr(numen.array(a), mode))
            assert is_within(norm(times(q, r) - a), 10 * max(shape) * U * norm(a), 4 * max(shape))
            assert (unit_error(q) <= 10 * max(shape) * U).all()
            assert (numpy.tril(r, -1) == 0).all()


def complex_stacks(kind):
    """Real and imaginary parts of one kind."""
    for n in ORDERS:
        for count in COUNTS if n < 20 else (1, 9):
            yield n, KINDS[kind](count, n) + 1j * KINDS[kind](count, n)


def check_cholesky(n, plain):
    with numpy.errstate(all="ignore"):
        a = plain @ plain.conj().swapaxes(1, 2)
        a = a + (n * 1e-14 * abs(a).max((1, 2), keepdims=True) + 5e-324) * numpy.eye(n)
    if not numpy.isfinite(a).all() or abs(a).max() < 1e-290:
        return
    for upper in (False, True):
        try:
            factor = numpy.asarray(numen.linalg.cholesky(numen.array(a), upper=upper))
        except numpy.linalg.LinAlgError:
            with pytest.raises(numpy.linalg.LinAlgError):
                numpy.linalg.cholesky(a)
            continue
        lower = factor.conj().swapaxes(1, 2) if upper else factor
        assert (numpy.triu(lower, 1) == 0).all()
        product = times(lower, lower.conj().swapaxes(1, 2))
        assert is_within(norm(product - a), 4 * n * U * norm(a)), n


@pytest.mark.parametrize("kind", KINDS)
def test_cholesky(kind):
    for n, plain in stacks(kind):
        check_cholesky(n, plain)
    for n, plain in complex_stacks(kind):
        check_cholesky(n, plain)


def check_determinants(n, a):
    given = numen.array(a)
    with numpy.errstate(all="ignore"):
        determinant = numpy.asarray(numen.linalg.det(given))
        sign, logarithm = map(numpy.asarray, numen.linalg.slogdet(given))
        wanted = numpy.linalg.det(a)
        wanted_sign, wanted_logarithm = numpy.linalg.slogdet(a)
    condition = n * n * U * numpy.linalg.cond(a)
    fit = numpy.isfinite(wanted) & (abs(wanted) > 1e-280)
    assert is_within(abs(determinant - wanted)[fit], 50 * (condition * abs(wanted))[fit])
    assert is_within(abs(sign - wanted_sign), 50 * condition)
    bound = 50 * condition + 4 * n * U * abs(wanted_logarithm)
    assert is_within(abs(logarithm - wanted_logarithm), bound)


@pytest.mark.parametrize("kind", ["random", "graded up", "graded down", "graded rows",
                                  "condition 1e8", "orthogonal", "huge", "tiny", "triangular",
                                  "diagonal"])
@pytest.mark.parametrize("make", [stacks, complex_stacks])
def test_solve_inv_det(kind, make):
    for n, a in make(kind):
        given = numen.array(a)
        for shape in ((len(a), n, 1), (n, 3), (len(a), n, n)):
            b = rng.normal(size=shape)
            x = numpy.asarray(numen.linalg.solve(given, numen.array(b)))
            residual = norm(times(a, x) - b)
            assert is_within(residual, 4 * n * U * (norm(a) * norm(x) + norm(b))), n
        inverse = numpy.asarray(numen.linalg.inv(given))
        residual = norm(times(a, inverse) - numpy.eye(n))
        assert is_within(residual, 4 * n * U * (norm(a) * norm(inverse) + 1))
        check_determinants(n, a)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 8, 11])
def test_det_whose_parts_underflow(n):
    """Powers of two, so that every determinant is known."""
    for powers in ((400, -600, -600), (-600, 400, -600), (-600, -600, 400), (-30, 20, 5)):
        diagonal = numpy.ones(n)
        diagonal[-3:] = 2.0 ** numpy.array(powers[-n:])
        a = numpy.repeat(numpy.diag(diagonal)[None], 9, 0)
        a[1] = a[1, ::-1]
        a[2] *= numpy.nan
        a[3, -2:, -2:] = 1  # of two equal rows
        wanted = 2.0 ** sum(powers[-n:])
        found = numpy.asarray(numen.linalg.det(numen.array(a)))
        sign = -1 if n % 4 in (2, 3) else 1
        assert numpy.isnan(found[2]) and found[3] == 0
        assert numpy.allclose(found[[0, 1, 4, 8]], wanted * numpy.array([1, sign, 1, 1]), 1e-12, 0)


def test_slogdet_of_pivots_out_of_the_ordinary():
    """Products of pivots far beyond the limits of float64, from mpmath's point of view exact."""
    for n in (2, 3, 5, 7, 12):
        for exponent in (-1000, -400, -100, 100, 400, 1000):
            a = numpy.broadcast_to(2.0**exponent * numpy.eye(n), (9, n, n)).copy()
            a[:, 0, 0] *= -1
            for given in (a, a * (1 + 0j)):
                sign, logarithm = numen.linalg.slogdet(numen.array(given))
                assert numpy.array_equal(numpy.asarray(sign), numpy.full(9, -1.0))
                wanted = n * exponent * numpy.log(numpy.longdouble(2))
                assert (abs(numpy.asarray(logarithm) - wanted) <= 4 * n * U * abs(wanted)).all()
