"""Every function against mpmath with 50 digits, on small matrices, and against SciPy's LAPACK on
hard ones. Bounds: forward errors 10 n u kappa, of backward stable factors 10 n u (4 n u of
solutions).
"""

import warnings

import mpmath
import numpy
import pytest
import scipy.linalg

import numen

from .matrices import KINDS, U, is_within, norm, times

ORDERS = (1, 2, 3, 4, 5, 8)
COUNT = 9  # a full pack of lanes and one beside it
DIGITS = 50
rng = numpy.random.default_rng(50)


def random(shape, dtype):
    found = rng.normal(size=shape)
    if numpy.dtype(dtype).kind == "c":
        found = found + 1j * rng.normal(size=shape)
    return found.astype(dtype)


def of_condition(n, dtype, condition):
    """A stack of matrices with singular values from 1 down to 1/condition."""
    sides = [numpy.linalg.qr(random((COUNT, n, n), "c16" if dtype in ("c8", "c16") else "f8"))[0]
             for _ in range(2)]
    found = sides[0] * numpy.logspace(0, -numpy.log10(condition), n) @ sides[1]
    return found.astype(dtype)


STACKS = {
    "random": lambda n, dtype: random((COUNT, n, n), dtype),
    "condition 1e4": lambda n, dtype: of_condition(n, dtype, 1e4),
    "condition 1e8": lambda n, dtype: of_condition(n, dtype, 1e8),
    "graded": lambda n, dtype: (random((COUNT, n, n), dtype)
                                * 10.0 ** -numpy.arange(n)).astype(dtype),
}
TYPES = ("f8", "c16", "f4", "c8")


def unit(dtype):
    return 2.0**-24 if dtype in ("f4", "c8") else U


def exact(a):
    """The matrix in mpmath, to the last bit."""
    return mpmath.matrix(a.tolist())


def array(found):
    """A matrix of mpmath in long double, real and imaginary parts apart."""
    parts = [[[mpmath.nstr(part(found[i, j]), 30) for j in range(found.cols)]
              for i in range(found.rows)] for part in (mpmath.re, mpmath.im)]
    return [numpy.array(part, dtype="longdouble") for part in parts]


def distance(found, wanted):
    """The relative Frobenius distance of one matrix from mpmath's."""
    real, imaginary = array(wanted)
    found = numpy.asarray(found)
    apart = numpy.hypot(found.real - real, found.imag - imaginary)
    return float(norm(apart) / max(norm(numpy.hypot(real, imaginary)), 1e-300))


def condition(a):
    return float(numpy.linalg.cond(a.astype("c16" if a.dtype.kind == "c" else "f8")))


def bound(a, dtype):
    """Of what is computed in double precision and rounded to the dtype."""
    return 10 * max(a.shape) * max(U * condition(a), unit(dtype) if unit(dtype) > U else 0)


def every_stack():
    for n in ORDERS:
        for dtype in TYPES:
            for kind, make in STACKS.items():
                yield kind, dtype, make(n, dtype)


def single_and_stacked(function, *stacks):
    """The results of a stack in one call, and of its first matrix alone."""
    together = function(*(numen.array(x) for x in stacks))
    alone = function(*(numen.array(x[0]) for x in stacks))
    return numpy.asarray(together)[[0, COUNT - 1]], numpy.asarray(alone)


def assert_near(function, reference, a, dtype, *more):
    """The first and the last of the stack, and the first alone, against the reference."""
    together, alone = single_and_stacked(function, a, *more)
    for k, found in ((0, together[0]), (COUNT - 1, together[1]), (0, alone)):
        assert found.dtype == numpy.dtype(dtype)
        wanted = reference(*(exact(x[k]) for x in (a, *more)))
        assert distance(found, wanted) <= bound(a[k], dtype), (a[k], found)


@pytest.fixture(autouse=True)
def digits():
    with mpmath.workdps(DIGITS):
        yield


def solved_by_columns(a, b):
    found = mpmath.matrix(a.cols, b.cols)
    for j in range(b.cols):
        column = mpmath.lu_solve(a, b[:, j])
        for i in range(a.cols):
            found[i, j] = column[i]
    return found


def test_solve():
    for _, dtype, a in every_stack():
        b = random((COUNT, a.shape[-1], 2), dtype)
        assert_near(numen.linalg.solve, solved_by_columns, a, dtype, b)


def test_inverses_and_powers():
    for _, dtype, a in every_stack():
        assert_near(numen.linalg.inv, lambda x: x**-1, a, dtype)
        if condition(a[0]) < 1e5:  # the power's condition number is the square
            found = numpy.asarray(numen.linalg.matrix_power(numen.array(a), -2))[0]
            wanted = (exact(a[0])**-1) ** 2
            assert distance(found, wanted) <= bound(a[0], dtype) * condition(a[0])


def test_determinants():
    for _, dtype, a in every_stack():
        for k in (0, COUNT - 1):
            wanted = mpmath.det(exact(a[k]))
            found = complex(numpy.asarray(numen.linalg.det(numen.array(a)))[k])
            sign, logarithm = (numpy.asarray(x)[k] for x in
                               numen.linalg.slogdet(numen.array(a)))
            most = bound(a[k], dtype)
            if abs(wanted) > 1e-30:  # else below what float32 holds
                assert abs(found - wanted) <= most * abs(wanted)
            assert abs(complex(sign) - wanted / abs(wanted)) <= most
            assert abs(float(logarithm) - mpmath.log(abs(wanted))) <= most * max(
                1, abs(mpmath.log(abs(wanted))))


def test_cholesky():
    for _, dtype, plain in every_stack():
        if condition(plain[0]) > 1e5 and unit(dtype) > U:
            continue  # rounded to float32 it is positive definite no more
        a = plain @ plain.conj().swapaxes(1, 2)
        a = a + (1e-7 if unit(dtype) > U else 1e-15) * 100 * numpy.eye(
            a.shape[-1], dtype=dtype) * abs(a).max()
        a = (a + a.conj().swapaxes(1, 2)).astype(dtype)
        assert_near(numen.linalg.cholesky, mpmath.cholesky, a, dtype)


def triangle_with_positive_diagonal(r):
    for i in range(r.rows):
        phase = r[i, i] / abs(r[i, i])
        for j in range(r.cols):
            r[i, j] = r[i, j] / phase
    return r


def test_qr():
    def triangle(a):
        r = numpy.asarray(numen.linalg.qr(a).R)
        diagonal = numpy.diagonal(r, axis1=-2, axis2=-1)
        return r / (diagonal / abs(diagonal)).astype(r.dtype)[..., None]

    def wanted(a):
        return triangle_with_positive_diagonal(mpmath.qr(a, mode="skinny")[1])

    for _, dtype, a in every_stack():
        if a.shape[-1] > 1:
            assert_near(triangle, wanted, a, dtype)


def column(values):
    return mpmath.matrix([values[i] for i in range(len(values))])


def test_singular_values():
    def by_mpmath(a):
        values = (mpmath.svd_c if any(mpmath.im(x) for x in a) else mpmath.svd_r)(
            a, compute_uv=False)
        return column(values)

    for _, dtype, a in every_stack():
        for k in (0, COUNT - 1):
            real = array(by_mpmath(exact(a[k])))[0][:, 0]
            most = 10 * a.shape[-1] * max(U, unit(dtype) if unit(dtype) > U else 0) * real[0]
            given = numen.array(a)
            for found in (numen.linalg.svdvals(given), numen.linalg.svd(given)[1]):
                assert is_within(abs(numpy.asarray(found)[k] - real), most)
            found = numpy.asarray(numen.linalg.svdvals(numen.array(a[k])))
            assert is_within(abs(found - real), most)
            kappa = numpy.asarray(numen.linalg.cond(numen.array(a[k])))
            assert abs(kappa - real[0] / real[-1]) <= bound(a[k], dtype) * real[0] / real[-1]


def test_eigenvalues_of_symmetric_matrices():
    for _, dtype, plain in every_stack():
        a = (plain + plain.conj().swapaxes(1, 2)).astype(dtype)
        for k in (0, COUNT - 1):
            solver = mpmath.eighe if a.dtype.kind == "c" else mpmath.eigsy
            real = array(column(solver(exact(a[k]), eigvals_only=True)))[0][:, 0]
            most = 10 * a.shape[-1] * unit(dtype) * abs(real).max()
            for found in (numpy.asarray(numen.linalg.eigvalsh(numen.array(a)))[k],
                          numpy.asarray(numen.linalg.eigh(numen.array(a))[0])[k],
                          numpy.asarray(numen.linalg.eigvalsh(numen.array(a[k])))):
                assert is_within(abs(found - real), most)


def test_eigenvalues_of_any_matrices():
    """By the eigenvalues' own condition numbers 1/|yᴴx| (Bauer and Fike)."""
    for n in (2, 3, 5):
        for dtype in ("f8", "c16"):
            a = random((COUNT, n, n), dtype)
            found = numpy.asarray(numen.linalg.eigvals(numen.array(a)))
            with_vectors = numpy.asarray(numen.linalg.eig(numen.array(a))[0])
            for k in (0, COUNT - 1):
                wanted = [complex(x) for x in mpmath.eig(exact(a[k]), right=False)]
                vectors = numpy.linalg.eig(a[k])[1]
                most = 10 * n * U * numpy.linalg.norm(a[k]) * numpy.linalg.cond(vectors)
                for values in (found[k], with_vectors[k]):
                    for value in values:
                        assert min(abs(value - x) for x in wanted) <= most


def pseudo_inverse(a):
    """Of matrices of full rank: the normal equations, which 50 digits forgive."""
    if a.rows < a.cols:
        return a.H * (a * a.H) ** -1
    return (a.H * a) ** -1 * a.H


@pytest.mark.parametrize("shape", [(3, 3), (5, 3), (3, 5), (8, 2), (2, 11), (12, 6)])
@pytest.mark.parametrize("kappa", [1.0, 1e4, 1e8])
def test_pinv_and_least_squares(shape, kappa):
    m, n = shape
    for dtype in ("f8", "c16"):
        a = of_condition(max(shape), dtype, 1.0)[:, :m, :n]
        u, s, vh = numpy.linalg.svd(a, full_matrices=False)
        a = u * numpy.logspace(0, -numpy.log10(kappa), len(s[0])) @ vh
        for k, found in ((0, numen.linalg.pinv(numen.array(a[0]))),
                         (COUNT - 1, numen.linalg.pinv(numen.array(a))[COUNT - 1])):
            wanted = pseudo_inverse(exact(a[k]))
            assert distance(found, wanted) <= 10 * max(shape) * U * kappa
        b = random((m, 2), dtype)
        if m >= n:  # b in the range: else the residual brings the square of kappa
            b = (a[0] @ random((n, 2), dtype)).astype(dtype)
        found = numen.linalg.lstsq(numen.array(a[0]), numen.array(b))[0]
        wanted = pseudo_inverse(exact(a[0])) * exact(b)
        size = numpy.linalg.norm(b) * kappa / numpy.linalg.norm(numpy.asarray(found))
        assert distance(found, wanted) <= 10 * max(shape) * U * max(kappa, size)


def test_pinv_without_full_rank():
    """Whole numbers B C of rank k: the pseudo-inverse is C⁺ B⁺."""
    for n, k in ((2, 1), (3, 2), (5, 2), (8, 4), (11, 5)):
        left = rng.integers(-4, 5, (COUNT, n, k)).astype("f8")
        right = rng.integers(-4, 5, (COUNT, k, n)).astype("f8")
        a = left @ right
        usable = [i for i in range(COUNT)
                  if numpy.linalg.matrix_rank(left[i]) == numpy.linalg.matrix_rank(right[i]) == k]
        assert len(usable) > 2
        found = numpy.asarray(numen.linalg.pinv(numen.array(a)))
        for i in usable[:3]:
            wanted = pseudo_inverse(exact(right[i])) * pseudo_inverse(exact(left[i]))
            s = numpy.linalg.svd(a[i], compute_uv=False)
            assert distance(found[i], wanted) <= 10 * n * U * s[0] / s[k - 1]


def test_tensors_and_chains():
    for n in (2, 3):
        a = random((n, n, n, n), "f8")
        flat = a.reshape(n * n, n * n)
        found = numpy.asarray(numen.linalg.tensorinv(numen.array(a))).reshape(n * n, n * n)
        assert distance(found, exact(flat) ** -1) <= bound(flat, "f8")
        b = random((n, n), "f8")
        found = numpy.asarray(numen.linalg.tensorsolve(numen.array(a), numen.array(b)))
        wanted = mpmath.lu_solve(exact(flat), exact(b.reshape(-1, 1)))
        assert distance(found.reshape(-1, 1), wanted) <= bound(flat, "f8")
        chain = [random(shape, "f8") for shape in ((n, 7), (7, 2), (2, 5))]
        found = numen.linalg.multi_dot([numen.array(x) for x in chain])
        wanted = exact(chain[0]) * exact(chain[1]) * exact(chain[2])
        lengths = float(numpy.prod([numpy.linalg.norm(x) for x in chain]))
        real = array(wanted)[0]
        assert norm(numpy.asarray(found) - real) <= 14 * U * lengths


# Against LAPACK, through SciPy.

LARGER = (2, 3, 5, 8, 11, 16, 24, 33, 48, 64)


@pytest.mark.parametrize("kind", KINDS)
def test_values_are_lapacks(kind):
    for n in LARGER:
        a = KINDS[kind](2, n)
        largest = abs(a).max()
        if not 1e-290 < largest < 1e290:
            continue
        theirs = numpy.stack([scipy.linalg.svd(x, compute_uv=False, lapack_driver="gesvd")
                              for x in a])
        ours = numpy.asarray(numen.linalg.svdvals(numen.array(a)))
        assert is_within(abs(ours - theirs), 20 * n * U * theirs[:, :1])
        symmetric = a + a.swapaxes(1, 2)
        theirs = numpy.stack([scipy.linalg.eigh(x, eigvals_only=True, driver="evd")
                              for x in symmetric])
        ours = numpy.asarray(numen.linalg.eigvalsh(numen.array(symmetric)))
        most = abs(theirs).max(axis=1, keepdims=True)
        assert is_within(abs(ours - theirs), 20 * n * U * most)


@pytest.mark.parametrize("kind", ["random", "graded up", "graded down", "graded rows",
                                  "condition 1e8", "orthogonal", "hilbert", "triangular"])
def test_solutions_are_lapacks(kind):
    """Both within 4 n u of solutions (backward), so apart by that times the condition number."""
    for n in LARGER:
        a = KINDS[kind](2, n)
        b = rng.normal(size=(2, n, 2))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", scipy.linalg.LinAlgWarning)
                theirs = numpy.stack([scipy.linalg.lu_solve(scipy.linalg.lu_factor(x), y)
                                      for x, y in zip(a, b)])
        except numpy.linalg.LinAlgError:
            continue
        ours = numpy.asarray(numen.linalg.solve(numen.array(a), numen.array(b)))
        for x in (ours, theirs):
            assert is_within(norm(times(a, x) - b), 4 * n * U * (norm(a) * norm(x) + norm(b)))
        kappa = numpy.linalg.cond(a)
        apart = norm(ours - theirs) / norm(theirs)
        assert (apart <= 16 * n * U * kappa)[kappa < 1e14].all()


@pytest.mark.parametrize("kind", ["random", "orthogonal", "condition 1e8"])
def test_least_squares_are_lapacks(kind):
    for m, n in ((8, 5), (5, 8), (33, 16), (48, 47), (64, 3)):
        a = KINDS[kind](1, max(m, n))[0][:m, :n]
        b = a @ rng.normal(size=(n, 2))
        found = numen.linalg.lstsq(numen.array(a), numen.array(b))
        theirs, _, rank, s = scipy.linalg.lstsq(a, b, cond=U * 2 * max(m, n),
                                                lapack_driver="gelsd")
        kappa = numpy.linalg.cond(a)
        assert int(found[2]) == rank
        assert norm(numpy.asarray(found[0]) - theirs) <= 40 * max(m, n) * U * kappa * norm(theirs)
        assert is_within(abs(numpy.asarray(found[3]) - s), 20 * max(m, n) * U * s[0])


@pytest.mark.parametrize("kind", ["random", "orthogonal", "condition 1e8"])
def test_general_eigenvalues_are_lapacks(kind):
    for n in (2, 3, 5, 8, 16, 33):
        a = KINDS[kind](2, n)
        values, vectors = map(numpy.asarray, numen.linalg.eig(numen.array(a)))
        # backward stable: the residual says so
        residual = abs(a @ vectors - vectors * values[:, None, :])
        assert (norm(residual) <= 40 * n * U * norm(a)).all()
        for k in range(2):
            theirs = scipy.linalg.eigvals(a[k])
            most = 100 * n * U * numpy.linalg.norm(a[k]) * numpy.linalg.cond(vectors[k])
            apart = abs(values[k][:, None] - theirs).min(axis=1)
            assert (apart <= most).all()
