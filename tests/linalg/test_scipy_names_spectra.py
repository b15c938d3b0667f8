"""scipy.linalg's eigh, eigvalsh, eig, eigvals and schur, natively: parts of a spectrum, pairs of
matrices, sorted forms.

Vectors are judged by what defines them: a v = b v w, a = z t z^H, their lengths and angles.
"""

import itertools

import numpy
import pytest

from tests.linalg.scipy_calls import (
    OURS, STACKS, adjoint, assert_near, assert_orthonormal, both, cases, general, hermitian,
    positive, precision, refuses, wide,
)


def assert_eigen(w, v, a, b=None, type_=1, bound=1e-12):
    w, v, a = wide(w), wide(v), wide(a)
    b = numpy.eye(a.shape[-1]) if b is None else wide(b)
    if type_ == 1:
        assert_near(a @ v, b @ v * w[..., None, :], bound)
        assert_orthonormal(numpy.linalg.cholesky(b, upper=True) @ v, bound)
    elif type_ == 2:
        assert_near(a @ b @ v, v * w[..., None, :], bound * 10)
    else:
        assert_near(b @ a @ v, v * w[..., None, :], bound * 10)


@pytest.mark.parametrize("driver", (None, "ev", "evd", "evr", "evx"))
def test_eigh(driver):
    for a in cases(hermitian, square=True):
        for lower in (True, False):
            (w, v), wanted = both("eigh", a, lower=lower, driver=driver)
            bound = precision(w)
            assert_near(w, wanted[0], bound)
            assert_eigen(w, v, a, bound=bound)
            assert_orthonormal(v, bound)
        assert_near(*both("eigvalsh", a, driver=driver), bound)
        assert_near(both("eigh", a, eigvals_only=True, driver=driver)[0], wanted[0], bound)


def test_eigh_reads_one_triangle():
    a = general("c16", 3, 6, 6)
    for lower in (True, False):
        half = numpy.tril(a) if lower else numpy.triu(a)
        whole = half + adjoint(half) - numpy.eye(6) * a.real
        for driver in (None, "evr", "evx", "ev"):
            w, v = both("eigh", a, lower=lower, driver=driver)[0]
            assert_eigen(w, v, whole)


@pytest.mark.parametrize("dtype", ("f4", "f8", "c8", "c16", "i4", "?"))
def test_parts_of_the_spectrum(dtype):
    for stack, n in itertools.product(STACKS, (2, 5, 12)):
        a = hermitian(dtype, *stack, n, n)
        every = numpy.array(OURS.eigvalsh(a))
        for first, last in {(0, 0), (0, n - 1), (1, n - 1), (n // 2, n // 2)}:
            for driver in (None, "evr", "evx"):
                (w, v), wanted = both("eigh", a, subset_by_index=[first, last], driver=driver)
                assert_near(w, every[..., first : last + 1], precision(w))
                assert_eigen(w, v, a, bound=precision(w))
            both("eigvalsh", a, subset_by_index=(first, last))
        if stack:
            continue
        for low, high in ((-numpy.inf, 0), (0, numpy.inf), (-1, 1), (1e6, 2e6)):
            (w, v), wanted = both("eigh", a, subset_by_value=(low, high))
            assert_near(w, wanted[0], precision(w))
            assert_eigen(w, v, a, bound=precision(w))
    stacked = numpy.stack([numpy.eye(3), 5 * numpy.eye(3)])
    w, v = both("eigh", stacked, subset_by_value=(0, 7))[0]
    assert w.tolist() == [[1, 1, 1], [5, 5, 5]]
    refuses("eigh", stacked, subset_by_value=(0, 2))


@pytest.mark.parametrize("driver", (None, "gv", "gvd", "gvx"))
@pytest.mark.parametrize("type_", (1, 2, 3))
def test_pairs(type_, driver):
    for left, right in itertools.product(("f4", "f8", "c8", "c16", "i2"), repeat=2):
        for stack, n in itertools.product(((), (2,)), (1, 2, 6, 20)):
            a, b = hermitian(left, *stack, n, n), positive(right, n, n)
            (w, v), wanted = both("eigh", a, b, type=type_, driver=driver)
            bound = 10 * precision(w)
            assert_near(w, wanted[0], bound)
            assert_eigen(w, v, a, b, type_, bound)
            assert_near(*both("eigvalsh", a, b, type=type_, driver=driver), bound)
            if driver in (None, "gvx"):
                some, _ = both("eigh", a, b, type=type_, driver=driver, subset_by_index=[0, 0])
                assert_near(some[0], wanted[0][..., :1], bound)


def sorted_values(w):
    w = wide(w)
    flatted = w.reshape(-1, w.shape[-1])
    rounded = [sorted(row, key=lambda x: (round(x.real, 3), x.imag)) for row in flatted]
    return numpy.array(rounded)


def are_apart(a):
    """Of eigenvalues that meet, rounding decides whether they become a complex pair."""
    values = numpy.linalg.eigvals(wide(a))
    distances = abs(values[..., :, None] - values[..., None, :]) + numpy.eye(values.shape[-1])
    return distances.min(initial=1) > 1e-2


def test_eig():
    given = [*cases(general, square=True), *cases(hermitian, square=True)]
    judged = [a for a in given if are_apart(a)]
    assert len(judged) > len(given) // 2
    for a in judged:
        w, wanted = both("eigvals", a)
        bound = precision(w)
        (w, left, right), wanted = both("eig", a, left=True)
        assert_near(wide(a) @ wide(right), wide(right) * wide(w)[..., None, :], bound)
        assert_near(adjoint(wide(left)) @ wide(a), wide(w)[..., :, None] * adjoint(wide(left)),
                    bound)
        for vectors in (left, right):
            lengths = numpy.linalg.norm(wide(vectors), axis=-2)
            assert abs(lengths - 1).max() <= bound
        if abs(numpy.diff(numpy.sort_complex(wide(w)))).min(initial=1) > 0.05:
            assert_near(sorted_values(w), sorted_values(wanted[0]), bound * 100)
        both("eig", a)
        both("eig", a, left=True, right=False)
        pairs, _ = both("eigvals", a, homogeneous_eigvals=True)
        assert (numpy.array(pairs)[..., 1, :] == 1).all()


def test_eig_of_pairs():
    for left, right in itertools.product(("f4", "f8", "c8", "c16", "i8"), repeat=2):
        for stack, n in itertools.product(((), (3,)), (1, 2, 7)):
            a, b = general(left, *stack, n, n), positive(right, n, n)
            (w, y, z), wanted = both("eig", a, b, left=True)
            bound = 100 * precision(w)
            assert_near(wide(a) @ wide(z), wide(b) @ wide(z) * wide(w)[..., None, :], bound)
            assert_near(adjoint(wide(y)) @ wide(a),
                        wide(w)[..., :, None] * (adjoint(wide(y)) @ wide(b)), bound)
            assert abs(numpy.linalg.norm(wide(z), axis=-2) - 1).max() <= bound
            (pairs, _), _ = both("eig", a, b, homogeneous_eigvals=True)
            pairs = wide(pairs)
            assert_near(pairs[..., 0, :] / pairs[..., 1, :], w, bound)
            both("eigvals", a, b)
            both("eigvals", a, b, homogeneous_eigvals=True)


def test_eigenvalues_of_singular_pairs():
    a = numpy.diag([1.0, 2, 0])
    w, wanted = both("eigvals", a, numpy.diag([1.0, 0, 0]))
    numpy.testing.assert_array_equal(w, wanted)
    w, wanted = both("eigvals", a + 0j, numpy.diag([1.0, 0, 0]))
    numpy.testing.assert_array_equal(w, wanted)


@pytest.mark.parametrize("output", ("real", "complex"))
def test_schur(output):
    for a in cases(general, square=True):
        (t, z), _ = both("schur", a, output=output)
        bound = precision(t)
        assert_near(wide(z) @ wide(t) @ adjoint(wide(z)), a, bound)
        assert_orthonormal(z, bound)
        below = -2 if t.dtype.kind == "f" else -1
        assert (numpy.tril(t, below) == 0).all()
        if t.dtype.kind == "f" and t.shape[-1] > 2:
            beside = numpy.diagonal(t, -1, -2, -1) != 0
            assert not (beside[..., 1:] & beside[..., :-1]).any()


REGIONS = {
    "lhp": lambda x: x.real < 0,
    "rhp": lambda x: x.real >= 0,
    "iuc": lambda x: abs(x) <= 1,
    "ouc": lambda x: abs(x) > 1,
}


@pytest.mark.parametrize("dtype", ("f4", "f8", "c8", "c16", "i4"))
def test_schur_sorts(dtype):
    for stack, n in itertools.product(STACKS, (2, 5, 12)):
        a = general(dtype, *stack, n, n)
        for name, region in REGIONS.items():
            (t, z, first), wanted = both("schur", a, output="complex", sort=name)
            bound = precision(t)
            assert_near(wide(z) @ wide(t) @ adjoint(wide(z)), a, bound)
            inside = region(numpy.diagonal(wide(t), axis1=-2, axis2=-1))
            assert (inside == (numpy.arange(n) < numpy.array(first)[..., None])).all()
            numpy.testing.assert_array_equal(first, wanted[2])
            numpy.testing.assert_array_equal(both("schur", a, sort=name)[0][2],
                                             both("schur", a, sort=name)[1][2])


def test_schur_sorts_by_a_function():
    a = general("f8", 8, 8)
    calls = []

    def is_chosen(x, y):
        calls.append((type(x), type(y)))
        return x > 0.5

    (t, z, first), wanted = both("schur", a, sort=is_chosen)
    assert first == wanted[2] and set(calls) == {(float, float)}
    (_, _, first), wanted = both("schur", a, sort=lambda x: x < 0.5)
    assert first == wanted[2]
    (_, _, first), wanted = both("schur", a, "complex", sort=lambda z: z.imag > 0.1)
    assert first == wanted[2]
    with pytest.raises(ZeroDivisionError):
        OURS.schur(a, sort=lambda x, y: 1 // 0)
    (_, _, first), wanted = both("schur", a, sort=max, native=False)
