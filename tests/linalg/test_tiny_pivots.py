"""Pivots whose reciprocals overflow, and huge ones: what has a finite answer gets it.

OpenBLAS skips the elimination below a pivot that is no normal number, so that NumPy's answers are
wrong there: expected values are the answers to the same questions in whole numbers, found by NumPy,
times powers of two, which change nothing but the exponent.
"""

import numpy
import pytest

import numen
import numen.scipy.linalg

ORDERS = (1, 2, 3, 4, 5, 8, 11, 16, 33, 70)
TYPES = ("f8", "c16")
STACKS = ((), (3,), (19,))


def whole(shape, n, dtype, random):
    """Matrices of small whole numbers that are well-conditioned."""
    a = random.integers(-9, 10, size=(*shape, n, n)).astype(dtype)
    if dtype == "c16":
        a += 1j * random.integers(-9, 10, size=a.shape)
    return a + 40 * n * numpy.eye(n)


def systems(dtype, seed, orders=ORDERS):
    """Stacks of matrices, with right-hand sides of two columns."""
    random = numpy.random.default_rng(seed)
    for n in orders:
        for shape in STACKS:
            a = whole(shape, n, dtype, random)
            yield n, a, random.integers(-99, 100, size=(*shape, n, 2)).astype(dtype)


def times(a, power):
    """a 2^power, rounded once where it is subnormal."""
    found = numpy.empty_like(a)
    with numpy.errstate(over="ignore"):
        found.real = numpy.ldexp(numpy.real(a), power)
        if found.dtype.kind == "c":
            found.imag = numpy.ldexp(numpy.imag(a), power)
    return found


@pytest.mark.parametrize("power", [-1074, -1060, -1035, -1025, -1000, 990])
@pytest.mark.parametrize("dtype", TYPES)
def test_solutions_of_scaled_systems(dtype, power):
    for _, a, b in systems(dtype, 41):
        wanted = numpy.linalg.solve(a, b)
        found = numen.linalg.solve(numen.array(times(a, power)), numen.array(times(b, power)))
        numpy.testing.assert_allclose(numpy.asarray(found), wanted, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("power", [-1036, -1030, -1000, 990])
@pytest.mark.parametrize("dtype", TYPES)
def test_inverses_of_scaled_matrices(dtype, power):
    """Pivots below 2^-1024 among them: the elements of the inverse are smaller than theirs."""
    for _, a, _ in systems(dtype, 42):
        wanted = times(numpy.linalg.inv(a), -power)
        is_number = numpy.isfinite(wanted)
        found = numpy.asarray(numen.linalg.inv(numen.array(times(a, power))))
        assert numpy.array_equal(numpy.isfinite(found), is_number)
        largest = abs(wanted[is_number].real).max(initial=0)
        numpy.testing.assert_allclose(found[is_number], wanted[is_number], rtol=1e-10,
                                      atol=1e-14 * largest)


@pytest.mark.parametrize("count", [1, 3, 19])
def test_one_tiny_pivot_among_ordinary_ones(count):
    """Of a triangle with exact numbers; the neighbours stay as they are."""
    for n in ORDERS:
        a = numpy.repeat(numpy.triu(numpy.full((n, n), 0.5)) + numpy.eye(n), count, 0)
        a = a.reshape(n, count, n).swapaxes(0, 1).copy()
        b = numpy.ones((count, n, 1))
        plain = numpy.asarray(numen.linalg.solve(numen.array(a), numen.array(b)))
        a[count // 2, -1, -1], b[count // 2, -1, 0] = 2.0**-1040, 2.0**-1040
        found = numpy.asarray(numen.linalg.solve(numen.array(a), numen.array(b)))
        others = numpy.arange(count) != count // 2
        assert numpy.array_equal(found[others], plain[others])
        wanted = b[count // 2, :, 0].copy()  # by hand: back substitution with the last unknown 1
        wanted[-1] = 1
        for i in range(n - 2, -1, -1):
            wanted[i] = (wanted[i] - 0.5 * wanted[i + 1:].sum()) / 1.5
        numpy.testing.assert_allclose(found[count // 2, :, 0], wanted, rtol=1e-13, atol=1e-14)


@pytest.mark.parametrize("power", [-1026, -1000, 900])
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("lower", [False, True])
def test_triangular_systems(dtype, power, lower):
    for _, a, b in systems(dtype, 43):
        a = numpy.tril(a) if lower else numpy.triu(a)
        wanted = numpy.linalg.solve(a, b)
        found = numen.scipy.linalg.solve_triangular(
            numen.array(times(a, power)), numen.array(times(b, power)), lower=lower)
        numpy.testing.assert_allclose(numpy.asarray(found), wanted, rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("power", [-1040, -1022, -980, 900])
@pytest.mark.parametrize("dtype", TYPES)
def test_cholesky_factors(dtype, power):
    for n, a, _ in systems(dtype, 44):
        a = a + a.conj().swapaxes(-1, -2)
        wanted = times(numpy.linalg.cholesky(a), power // 2)
        found = numen.linalg.cholesky(numen.array(times(a, power)))
        scale = abs(wanted).max()
        error = abs(numpy.asarray(found) - wanted).max() / scale
        assert error <= n * (2.0**-50 + 2.0 ** (-1074 - power))  # of subnormal sums


@pytest.mark.parametrize("power", [-1040, -1022, -1000, 1000])
@pytest.mark.parametrize("dtype", TYPES)
def test_determinants(dtype, power):
    for n, a, _ in systems(dtype, 45, (1, 2, 3, 4, 5, 8, 11)):
        sign, logarithm = numpy.linalg.slogdet(a)
        given = numen.array(times(a, power))
        signs, logarithms = map(numpy.asarray, numen.linalg.slogdet(given))
        numpy.testing.assert_allclose(signs, sign, rtol=1e-12, atol=1e-12)
        numpy.testing.assert_allclose(logarithms, logarithm + n * power * numpy.log(2),
                                      rtol=1e-12)
        with numpy.errstate(all="ignore"):
            wanted = times(numpy.linalg.det(a), n * power)
            found = numpy.asarray(numen.linalg.det(given))
        numpy.testing.assert_allclose(found, wanted, rtol=1e-10, atol=1e-320)
