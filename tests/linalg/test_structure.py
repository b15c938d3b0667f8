"""solve and inv of matrices whose structure is found: right, and by the shorter way."""

import numpy
import pytest
import scipy.linalg

import numen

from .matrices import U, norm, rng, times

ORDERS = (50, 97, 130)


def spread(n, dtype):
    a = rng.normal(size=(n, n))
    return (a + 1j * rng.normal(size=(n, n)) if dtype in "FD" else a).astype(dtype)


def positive(n, dtype):
    a = spread(n, dtype).astype("D" if dtype in "FD" else "d")
    a = a @ a.conj().T / n + numpy.eye(n)
    return ((a + a.conj().T) / 2).astype(dtype)


STRUCTURES = {
    "positive definite": positive,
    "lower": lambda n, dtype: numpy.tril(spread(n, dtype) / n) + numpy.eye(n, dtype=dtype),
    "upper": lambda n, dtype: numpy.triu(spread(n, dtype) / n) + numpy.eye(n, dtype=dtype),
    "diagonal": lambda n, dtype: numpy.diag(spread(n, dtype).diagonal()),
    "symmetric, not definite": lambda n, dtype: (lambda a: a + a.conj().T + 3 * numpy.eye(
        n, dtype=dtype))(spread(n, dtype)),
    "nearly lower": lambda n, dtype: numpy.tril(spread(n, dtype) / n) + numpy.eye(
        n, dtype=dtype) + numpy.eye(n, k=n - 1, dtype=dtype),
    "general": spread,
}


def layouts(a):
    """The same matrix in rows, in columns, backwards and spread out."""
    return (a, numpy.asfortranarray(a), numpy.ascontiguousarray(a[::-1, ::-1])[::-1, ::-1],
            numpy.repeat(numpy.repeat(a, 2, 0), 2, 1)[::2, ::2])


@pytest.mark.parametrize("dtype", "dfDFi")
@pytest.mark.parametrize("structure", STRUCTURES)
def test_backward_errors(structure, dtype):
    for n in ORDERS:
        a = STRUCTURES[structure](n, "d" if dtype == "i" else dtype)
        if dtype == "i":
            a = numpy.rint(9 * a).astype(int) + 200 * numpy.eye(n, dtype=int)
        unit = 2.0**-24 if dtype in "fF" else U
        wide = a.astype("G" if dtype in "FD" else "g")
        for b in (rng.normal(size=n).astype(a.dtype), rng.normal(size=(n, 3)).astype(a.dtype)):
            for given in layouts(a):
                x = numpy.asarray(numen.linalg.solve(given, b))
                assert x.dtype == numpy.linalg.solve(a, b).dtype
                rest = abs(wide @ x - b).max()
                assert rest <= 4 * n * unit * (abs(wide).sum(1).max() * abs(x).max()
                                               + abs(b).max())
        theirs = numpy.linalg.inv(a)
        kappa = numpy.linalg.cond(a.astype("D"))
        for given in layouts(a):
            inverse = numpy.asarray(numen.linalg.inv(given))
            assert inverse.dtype == theirs.dtype
            rest = abs(wide @ inverse - numpy.eye(n)).max()
            assert rest <= 4 * n * unit * max(kappa, 1)
            if structure in ("lower", "upper", "diagonal"):
                assert (inverse[theirs == 0] == 0).all()


def test_a_positive_inverse_is_symmetric_to_the_bit():
    for dtype in "dfDF":
        inverse = numpy.asarray(numen.linalg.inv(positive(80, dtype)))
        assert numpy.array_equal(inverse, inverse.conj().T)


def test_the_triangle_is_solved_by_substitution():
    """Rows far apart in size: substitution loses nothing, exchanged rows would."""
    n = 60
    a = numpy.tril(rng.normal(size=(n, n)) / n) + numpy.eye(n)
    b = rng.normal(size=(n, 2))
    for lower, given in ((True, a), (False, a.T)):
        wanted = scipy.linalg.solve_triangular(given, b, lower=lower)
        # The same steps in another order: each adds at most n roundings.
        rest = abs(numpy.asarray(numen.linalg.solve(given, b)) - wanted)
        assert (rest <= 2 * n * 2.0**-53 * abs(wanted).max(axis=0)).all()
    diagonal = numpy.diag(10.0 ** numpy.linspace(-200, 200, n))
    assert numpy.array_equal(numen.linalg.solve(diagonal, b), b / diagonal.diagonal()[:, None])
    assert numpy.array_equal(numpy.asarray(numen.linalg.inv(diagonal)).diagonal(),
                             1 / diagonal.diagonal())


def test_a_positive_system_is_solved_by_cholesky():
    a, b = positive(64, "d"), rng.normal(size=(64, 2))
    factor = scipy.linalg.cho_factor(a, lower=True)
    assert abs(numen.linalg.solve(a, b) - scipy.linalg.cho_solve(factor, b)).max() < 1e-14


def is_refused(call, module):
    try:
        call(module)
    except numpy.linalg.LinAlgError as error:
        assert str(error) == "Singular matrix"
        return True
    return False


@pytest.mark.parametrize("n", ORDERS)
def test_singular_ones_are_refused_as_numpy_does(n):
    a = rng.normal(size=(n, n))
    lower = numpy.tril(a)
    lower[n // 2, n // 2] = 0
    diagonal = numpy.diag(a.diagonal())
    diagonal[3, 3] = 0
    for singular in (lower, lower.T, diagonal, numpy.zeros((n, n)), numpy.full((n, n), 3.0),
                     numpy.full((n, n), 2.0)):
        for call in (lambda of, s=singular: of.solve(s, numpy.ones(n)),
                     lambda of, s=singular: of.inv(s)):
            assert is_refused(call, numen.linalg) == is_refused(call, numpy.linalg)
    for singular in (lower.T, diagonal, numpy.zeros((n, n)), numpy.full((n, n), 3.0)):
        with pytest.raises(numpy.linalg.LinAlgError, match="Singular matrix"):
            numen.linalg.inv(singular)


def test_structure_is_found_matrix_by_matrix():
    n = 70
    stack = numpy.stack([make(n, "d") for make in STRUCTURES.values()])
    b = rng.normal(size=(len(stack), n, 2))
    x, inverses = numpy.asarray(numen.linalg.solve(stack, b)), numen.linalg.inv(stack)
    for i, a in enumerate(stack):
        assert numpy.array_equal(x[i], numen.linalg.solve(a, b[i]))
        assert numpy.array_equal(inverses[i], numen.linalg.inv(a))
    assert (norm(times(stack, x) - b) <= 1e-10 * norm(b)).all()


def test_what_is_not_finite_stays_so():
    for structure in ("positive definite", "lower", "diagonal"):
        a = STRUCTURES[structure](60, "d")
        a[20, 20] = numpy.nan
        for call in (lambda of: of.solve(a, numpy.ones(60)), lambda of: of.inv(a)):
            assert numpy.isnan(numpy.asarray(call(numen.linalg))).any()
            assert numpy.isnan(call(numpy.linalg)).any()
