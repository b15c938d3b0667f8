"""Singular matrices: LinAlgError inside the call where NumPy raises, in NumPy's words; NumPy's
values where it does not.

The matrices are singular to the bit: rows of zeros, or elimination in whole numbers that ends in
an exact zero whichever pivots are taken.
"""

import warnings

import numpy
import pytest

import numen

ORDERS = (1, 2, 3, 4, 5, 8, 11, 16, 33, 70)
TYPES = ("f4", "f8", "c8", "c16", "i8")
PLACES = {"alone": (1, 0), "first": (9, 0), "in the middle": (21, 10), "last": (9, 8)}
LinAlgError = numpy.linalg.LinAlgError


def zero(n):
    return numpy.zeros((n, n))


def zero_row(n):
    found = regular(n)
    found[n // 2] = 0
    return found


def zero_column(n):
    return zero_row(n).T.copy()


def of_ones(n):
    """Rank 1, and 0 at order 1: the first step of elimination leaves zeros."""
    return numpy.ones((n, n)) if n > 1 else zero(n)


def repeated_row(n):
    found = regular(n)
    found[-1] = found[0]
    return found if n > 1 else zero(n)


def triangular(n):
    found = numpy.triu(numpy.ones((n, n)))
    found[n // 2, n // 2] = 0
    return found


KINDS = {kind.__name__: kind for kind in (zero, zero_row, zero_column, of_ones, repeated_row,
                                          triangular)}


def regular(n):
    """A triangle of ones: elimination stays in whole numbers, and the determinant is 1."""
    return numpy.tril(numpy.ones((n, n)))


def stack(kind, n, place, dtype="f8"):
    """Regular matrices with a singular one among them."""
    count, where = PLACES[place]
    found = numpy.repeat(regular(n)[None], count, axis=0)
    found[where] = KINDS[kind](n)
    return found.astype(dtype)


def outcome(call, np, *given):
    """("raised", type, text) or ("value", parts): what the call does, its warnings left out."""
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            found = call(np, *(np.array(x) if isinstance(x, numpy.ndarray) else x
                               for x in given))
        except Exception as error:
            return "raised", type(error), str(error)
    parts = found if isinstance(found, tuple) else (found,)
    return "value", [numpy.asarray(x) for x in parts], None


def assert_as_numpy(call, *given, tolerance=0.0):
    """Raises what NumPy raises, or gives its values; returns NumPy's outcome."""
    wanted, found = outcome(call, numpy, *given), outcome(call, numen, *given)
    if wanted[0] == "raised":
        assert found == wanted
        return wanted
    assert found[0] == "value", found
    for one, other in zip(found[1], wanted[1], strict=True):
        assert one.dtype == other.dtype and one.shape == other.shape
        scale = abs(other[numpy.isfinite(other)]).max(initial=0)
        numpy.testing.assert_allclose(one, other, rtol=tolerance, atol=tolerance * scale)
    return wanted


# What NumPy refuses to do with any singular matrix.
REFUSED = {
    "solve": lambda np, a: np.linalg.solve(a, np.ones((*a.shape[:-1], 2))),
    "solve, a vector": lambda np, a: np.linalg.solve(a, np.ones(a.shape[-1])),
    "inv": lambda np, a: np.linalg.inv(a),
    "matrix_power": lambda np, a: np.linalg.matrix_power(a, -1),
    "matrix_power of -3": lambda np, a: np.linalg.matrix_power(a, -3),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", REFUSED)
def test_singular_matrices_are_refused(name, kind, place):
    for n in ORDERS:
        for dtype in TYPES:
            state, error, text = assert_as_numpy(REFUSED[name], stack(kind, n, place, dtype))
            assert (state, error, text) == ("raised", LinAlgError, "Singular matrix"), (n, dtype)


@pytest.mark.parametrize("name", REFUSED)
def test_one_singular_matrix_without_a_stack(name):
    for kind in KINDS.values():
        for n in ORDERS:
            state, error, text = assert_as_numpy(REFUSED[name], kind(n))
            assert (state, error, text) == ("raised", LinAlgError, "Singular matrix"), n


@pytest.mark.parametrize("kind", KINDS)
def test_tensors_of_singular_matrices_are_refused(kind):
    for n in (2, 3, 4, 6):
        tensor = KINDS[kind](n * n).reshape(n, n, n, n)
        for call in (lambda np, a: np.linalg.tensorinv(a),
                     lambda np, a: np.linalg.tensorsolve(a, np.ones(a.shape[:2]))):
            state, error, text = assert_as_numpy(call, tensor)
            assert (state, error, text) == ("raised", LinAlgError, "Singular matrix"), n


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", KINDS)
def test_determinants_are_zero(kind, place):
    for n in ORDERS:
        for dtype in TYPES:
            given = stack(kind, n, place, dtype)
            where = PLACES[place][1]
            _, (found,), _ = assert_as_numpy(lambda np, a: np.linalg.det(a), given,
                                             tolerance=1e-5 if dtype in ("f4", "c8") else 1e-12)
            assert found[where] == 0 and (numpy.delete(found, where) != 0).all()
            _, (sign, logarithm), _ = assert_as_numpy(
                lambda np, a: tuple(np.linalg.slogdet(a)), given, tolerance=1e-5)
            assert sign[where] == 0 and logarithm[where] == -numpy.inf
            assert numpy.isfinite(numpy.delete(logarithm, where)).all()


def test_no_matrix_that_is_not_positive_definite_has_a_factor():
    def factor(np, a, upper):
        return np.linalg.cholesky(a, upper=upper)

    for n in (1, 2, 3, 5, 8, 16, 33):
        indefinite = numpy.eye(n)
        indefinite[-1, -1] = -1
        semidefinite = numpy.eye(n)
        semidefinite[n // 2, n // 2] = 0
        for wrong in (indefinite, semidefinite, -numpy.eye(n), zero(n)):
            for count, where in (PLACES["alone"], PLACES["in the middle"]):
                for dtype in TYPES:
                    given = numpy.repeat(numpy.eye(n)[None], count, axis=0).astype(dtype)
                    given[where] = wrong
                    for upper in (False, True):
                        found = assert_as_numpy(factor, given, upper)
                        assert found == ("raised", LinAlgError, "Matrix is not positive definite")


# What NumPy answers of singular matrices: values that have one right answer each.
ANSWERED = {
    "svdvals": lambda np, a: np.linalg.svdvals(a),
    "eigvalsh": lambda np, a: np.linalg.eigvalsh(a + a.swapaxes(-1, -2)),
    "matrix_rank": lambda np, a: np.linalg.matrix_rank(a),
    "pinv": lambda np, a: np.linalg.pinv(a),
    "pinv, hermitian": lambda np, a: np.linalg.pinv(a @ a.swapaxes(-1, -2), hermitian=True,
                                                    rcond=1e-10),
    "norm": lambda np, a: np.linalg.norm(a, 2, axis=(-2, -1)),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ANSWERED)
def test_what_is_answered_is_numpys(name, kind, place):
    for n in ORDERS:
        given = stack(kind, n, place)
        scale = n * numpy.linalg.cond(regular(n)) ** 2
        assert_as_numpy(ANSWERED[name], given, tolerance=100 * scale * 2.0**-53)


@pytest.mark.parametrize("kind", KINDS)
def test_factors_rebuild_singular_matrices(kind):
    for n in ORDERS:
        for place in PLACES:
            a = stack(kind, n, place)
            bound = 1e-15 * 10 * n * n
            q, r = map(numpy.asarray, numen.linalg.qr(numen.array(a)))
            assert abs(q @ r - a).max() <= bound
            u, s, vh = map(numpy.asarray, numen.linalg.svd(numen.array(a)))
            assert abs(u * s[:, None] @ vh - a).max() <= bound
            symmetric = a + a.swapaxes(1, 2)
            w, v = map(numpy.asarray, numen.linalg.eigh(numen.array(symmetric)))
            assert abs(v * w[:, None] @ v.swapaxes(1, 2) - symmetric).max() <= 2 * bound
            w, v = map(numpy.asarray, numen.linalg.eig(numen.array(a)))
            assert abs(a @ v - v * w[:, None]).max() <= bound


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", [None, 2, -2, 1, -1, "fro", numpy.inf])
def test_condition_numbers(kind, order):
    """By singular values a large number or inf; by the inverse inf, as NumPy has it."""
    for n in ORDERS:
        given = stack(kind, n, "in the middle")
        wanted, found = (outcome(lambda np, a: np.linalg.cond(a, order), np, given)
                         for np in (numpy, numen))
        assert found[0] == wanted[0] == "value"
        (wanted,), (found,) = wanted[1], found[1]
        with numpy.errstate(all="ignore"):
            large = (wanted > 1e14) | (wanted < 1e-14)  # rounding divided by, or into, what is left
            assert ((found > 1e14) | (found < 1e-14))[large].all()
            numpy.testing.assert_allclose(found[~large], wanted[~large], rtol=1e-9)
        assert large[10] and large.sum() == 1


@pytest.mark.parametrize("kind", KINDS)
def test_least_squares(kind):
    for n in ORDERS:
        a = KINDS[kind](n)
        b = numpy.arange(2.0 * n).reshape(n, 2)
        wanted = numpy.linalg.lstsq(a, b)
        x, residuals, rank, s = (numpy.asarray(x) for x in
                                 numen.linalg.lstsq(numen.array(a), numen.array(b)))
        scale = n * numpy.linalg.cond(regular(n)) * 100 * 2.0**-53
        assert rank == wanted[2] and residuals.shape == wanted[1].shape
        numpy.testing.assert_allclose(x, wanted[0], atol=scale * abs(wanted[0]).max(initial=1))
        numpy.testing.assert_allclose(s, wanted[3], atol=scale * max(wanted[3][0], 1))


# LAPACK's bidiagonal iteration does not always end on an infinity: NumPy's svd gets NaN alone.
# Below the diagonal a NaN competes for the pivot, and OpenBLAS's search of long columns skips it.
NON_FINITE = {
    numpy.nan: ("inv", "det", "slogdet", "cholesky", "eigvalsh", "eigvals", "svdvals", "pinv",
                "matrix_rank"),
    numpy.inf: ("inv", "det", "slogdet", "cholesky", "eigvals"),
}


@pytest.mark.parametrize("value", NON_FINITE)
def test_non_finite_matrices_are_answered_or_refused_as_numpy_does(value):
    others = numpy.arange(5) != 3
    for n in (1, 2, 3, 5, 8, 17, 40):
        for place in ((0, 0), (0, -1), (n // 2, n // 2), (-1, -1)):
            a = numpy.repeat(numpy.eye(n)[None], 5, axis=0)
            a[(3, *place)] = value
            for name in NON_FINITE[value]:
                wanted, found = (outcome(lambda np, x: getattr(np.linalg, name)(x), np, a)
                                 for np in (numpy, numen))
                assert found[0] == wanted[0], (name, n, place)
                if wanted[0] == "raised":
                    assert found == wanted, (name, n, place)
                    continue
                for one, other in zip(found[1], wanted[1]):
                    numpy.testing.assert_allclose(abs(one[others]), abs(other[others]), atol=1e-12)
