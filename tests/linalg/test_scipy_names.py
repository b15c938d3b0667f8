"""The names of scipy.linalg against SciPy: types, shapes, strides, values, warnings, errors."""

import inspect
import itertools
import warnings

import numpy
import pytest
import scipy
import scipy.linalg

import numen
import numen.scipy.linalg
from numen.native import front
from tests.names.agreement import LAYOUTS, assert_agrees

from .scipy_table import ROWS, far_from_singular, matrices

LIBRARIES = (scipy, numen.scipy)
rng = numpy.random.default_rng(31)
SINGLE = ("f2", "f4", "c8", "i1", "u2")


def tolerance(*arguments):
    """Of errors in last places times what the table's matrices make of them."""
    types = [item.dtype.str[1:] for item in flat(arguments) if isinstance(item, numpy.ndarray)]
    return 1e-4 if any(name in SINGLE for name in types) or "b1" in types else 1e-11


def flat(arguments):
    for item in arguments:
        if isinstance(item, (list, tuple)):
            yield from flat(item)
        else:
            yield item


def agrees(name, *arguments, **keywords):
    assert_agrees("linalg." + name, *arguments, libraries=LIBRARIES, **keywords)


def may_be_singular(name, dtype):
    """Whether whole numbers of the table make matrices about which SciPy's LAPACK decides."""
    return name in ("lu", "lu_factor", "det") and dtype[0] in "iu?"


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16", "i1", "i4", "i8"])
@pytest.mark.parametrize("name", ROWS)
def test_calls(name, dtype):
    layouts = itertools.cycle(LAYOUTS)
    for stack in ((), (3,), (2, 1, 3)):
        for arguments, keywords in ROWS[name](dtype, stack):
            agrees(name, *arguments, **keywords, tolerance=tolerance(*arguments),
                   layouts=[next(layouts)], native=not may_be_singular(name, dtype))


@pytest.mark.parametrize("dtype", ["f2", "u2", "?"])
@pytest.mark.parametrize("name", [name for name in ROWS if name not in ("inv", "norm", "hadamard")])
def test_half_precision_and_truth_values(name, dtype):
    if dtype == "?" and name not in ("toeplitz", "hankel", "circulant", "block_diag", "lu"):
        return  # matrices of truth values may be singular
    for arguments, keywords in ROWS[name](dtype, ()):
        agrees(name, *arguments, **keywords, tolerance=1e-2 if dtype == "f2" else 1e-4,
               layouts=("contiguous", "strided"), native=not may_be_singular(name, dtype))


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
def test_structures_of_large_matrices_are_found(dtype):
    """Beyond the orders that small matrices have ways of their own for."""
    n = 60
    a = far_from_singular(dtype, (), n) + 40 * numpy.eye(n, dtype=dtype)
    kinds = [numpy.triu(numpy.tril(a, above), -below)
             for below in (0, 1, 2, n) for above in (0, 1, 2, n)]
    kinds += [a + a.T, a + a.T.conj(), a + a.T.conj() - 120 * numpy.eye(n, dtype=dtype),
              a - 60 * numpy.eye(n, dtype=dtype)]
    kinds.append(kinds[-2].copy())
    kinds[-1][0, 0] *= -1  # neither positive nor negative definite
    for matrix in kinds:
        agrees("solve", matrix, a[:, :2], tolerance=1e-4 if dtype in SINGLE else 1e-11,
               layouts=("contiguous", "fortran"))
        agrees("inv", matrix, tolerance=1e-4 if dtype in SINGLE else 1e-11,
               layouts=("contiguous",))
        if dtype in ("f4", "f8"):
            agrees("solve", matrix, a[0], transposed=True,
                   tolerance=1e-4 if dtype in SINGLE else 1e-11, layouts=("contiguous",))


WRONG = {
    "solve": [(numpy.ones((2, 3)), numpy.ones(2)), (numpy.eye(3), numpy.ones(2)),
              (numpy.zeros((2, 2)), numpy.ones(2)),
              (numpy.full((2, 2), numpy.nan), numpy.ones(2)), (numpy.eye(2),),
              (numpy.ones((3, 3)), numpy.ones(3)), (numpy.ones(4).reshape(2, 2) * 1j,
                                                    numpy.ones(2), 0, 0, 0, 1, None, True)],
    "inv": [(numpy.ones((2, 3)),), (numpy.zeros((2, 2)),), (numpy.full((2, 2), numpy.inf),),
            (3.0,)],
    "solve_triangular": [(numpy.eye(3), numpy.ones(2)), (numpy.zeros((2, 2)), numpy.ones(2)),
                         (numpy.ones((2, 3)), numpy.ones(2))],
    "solve_banded": [((1, 1), numpy.ones((2, 3)), numpy.ones(3)),
                     ((1, 0), numpy.zeros((2, 3)), numpy.ones(3)),
                     ((1, 1), numpy.ones((3, 3)), numpy.ones(4)), (1, numpy.eye(2), numpy.ones(2))],
    "cholesky": [(numpy.ones((2, 3)),), (-numpy.eye(2),), (numpy.full((2, 2), numpy.inf),)],
    "cho_factor": [(numpy.zeros((3, 3)),), (numpy.ones((2, 3)),)],
    "cho_solve": [((numpy.eye(3), True), numpy.ones(2)), (numpy.eye(3), numpy.ones(3)),
                  ((numpy.ones((2, 3)), True), numpy.ones(2))],
    "lu_factor": [(numpy.full((2, 2), numpy.nan),)],
    "lu_solve": [((numpy.eye(3), numpy.arange(3, dtype="i4")), numpy.ones(2))],
    "lu": [(numpy.ones(3),), (numpy.full((2, 2), numpy.nan),)],
    "ldl": [(numpy.ones((2, 3)),), (numpy.full((2, 2), numpy.nan),)],
    "det": [(numpy.ones((2, 3)),), (numpy.ones(3),), (numpy.full((2, 2), numpy.nan),)],
    "toeplitz": [()], "circulant": [()], "hankel": [()],
    "block_diag": [(numpy.ones((2, 1, 1)), numpy.ones((3, 1, 1)))],
    "hadamard": [(3,), (0,), ("x",)],
    "norm": [(numpy.full(2, numpy.nan),), (numpy.full((2, 2), numpy.inf), 1)],
}


@pytest.mark.parametrize("name", ROWS)
def test_what_scipy_refuses_is_refused_in_its_words(name):
    for arguments in WRONG[name]:
        before = front.fallback_count()
        agrees(name, *arguments, layouts=("contiguous", "managed"))
        assert front.fallback_count() == before, arguments


@pytest.mark.parametrize("assume_a", [None, "gen", "sym", "pos", "diagonal", "tridiagonal"])
@pytest.mark.parametrize("name", ["solve", "inv"])
def test_ill_conditioned_matrices_are_told(name, assume_a):
    """At the line of the call; the result is there all the same."""
    if (name, assume_a) == ("inv", "tridiagonal"):
        return
    stack = numpy.stack([numpy.diag([1, 1, 1, 1, 1e-18]), numpy.diag([1, 1e-9, 1e-17, 1e-9, 1]),
                         3 * numpy.eye(5)])
    rest = (numpy.ones(5),) if name == "solve" else ()
    agrees(name, stack, *rest, assume_a=assume_a, tolerance=1e-11, native=False)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        getattr(numen.scipy.linalg, name)(stack, *rest, assume_a=assume_a)
    assert [item.filename for item in caught] == [__file__]
    assert caught[0].category is scipy.linalg.LinAlgWarning
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(scipy.linalg.LinAlgWarning):
            getattr(numen.scipy.linalg, name)(stack, *rest, assume_a=assume_a)


def test_ill_conditioned_matrices_are_told_in_scipys_words():
    stack = numpy.stack([numpy.eye(2), numpy.diag([1, 1e-18]), numpy.eye(2), numpy.diag([1, 0.5]),
                         numpy.array([[1, 1], [1, 1 + 2e-16]])])
    said = []
    for library in LIBRARIES:
        with pytest.warns(scipy.linalg.LinAlgWarning) as caught:
            library.linalg.inv(stack)
        said.append([str(item.message) for item in caught])
    assert said[0] == said[1]


def test_an_ill_conditioned_band_is_told():
    for a in (numpy.diag([1.0, 1, 1e-17]), numpy.stack([numpy.diag([1, 1e-30])] * 2)):
        agrees("solve", a, numpy.ones(a.shape[-1]), assume_a="banded", tolerance=1e-14,
               native=False)
        agrees("solve", a.astype("c8"), numpy.ones(a.shape[-1], "f4"), assume_a="banded",
               tolerance=1e-6, native=False)


def test_rcond_of_a_matrix_that_is_not_checked():
    a = numpy.array([[1.0, numpy.nan], [2.0, 3.0]])
    agrees("solve", a, [1.0, 2.0], check_finite=False, native=False)


def test_a_pivot_of_zero_is_told():
    a = numpy.array([[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 1.0, 1.0]])
    agrees("lu_factor", numpy.zeros((3, 3)), native=False)
    agrees("lu_factor", numpy.stack([a, numpy.eye(3), numpy.zeros((3, 3))]), tolerance=1e-12,
           native=False)


def test_factors_are_of_use_to_each_other():
    ours = numen.scipy.linalg
    a, b = far_from_singular("f8", (4,)), matrices("f8", (4,), 6, 2)
    found = ours.lu_solve(tuple(ours.lu_factor(a)), b)
    numpy.testing.assert_allclose(a @ found, b, atol=1e-13)
    one = a[0] @ a[0].T
    numpy.testing.assert_allclose(one @ ours.cho_solve(ours.cho_factor(one), b[0]), b[0],
                                  atol=1e-11)
    l, d, order = ours.ldl(a[0] + a[0].T)
    numpy.testing.assert_allclose(l @ d @ l.T, a[0] + a[0].T, atol=1e-12)
    assert (numpy.triu(l[order], 1) == 0).all()


@pytest.mark.parametrize("values", [[1e300] * 5, [1e-300] * 5, [0.0] * 3, [1e-320] * 3, [3e200, 1],
                                    [1e200 + 1e200j] * 4, [2.0**-1074]])
def test_lengths_at_the_ends_of_the_range(values):
    agrees("norm", numpy.array(values), tolerance=1e-14)


@pytest.mark.parametrize("kind", ["matrix", "masked", "object", "sparse", "subclass"])
def test_other_kinds_are_scipys(kind):
    import scipy.sparse

    class Own(numpy.ndarray):
        pass

    a = {"matrix": numpy.matrix(numpy.eye(3)), "masked": numpy.ma.ones((3, 3)),
         "object": numpy.eye(3).astype(object), "sparse": scipy.sparse.eye(3),
         "subclass": numpy.eye(3).view(Own)}[kind]
    said = []
    for library in LIBRARIES:
        try:
            said.append(type(library.linalg.solve(a, numpy.ones(3))).__name__)
        except Exception as error:
            said.append((type(error), str(error)))
    assert said[0] == said[1]


def test_results_are_numens():
    found = numen.scipy.linalg.lu(numpy.eye(3))
    assert [front.state(part) for part in found] == ["exposed"] * 3
    assert front.state(numen.scipy.linalg.toeplitz(numpy.arange(300.0))) == "host"


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("n", [2, 3, 5, 8, 17])
def test_stacks_of_small_matrices_of_all_kinds(n, dtype):
    """Those among them that have a structure, or nearly no inverse, are treated as SciPy does."""
    noise = matrices(dtype, (40,), n, n) + numpy.eye(n, dtype=dtype)
    stack = noise + 2 * n * numpy.eye(n, dtype=dtype)
    stack[3], stack[11] = numpy.tril(stack[3]), numpy.triu(stack[11])
    stack[7], stack[8] = stack[7] + stack[7].T, stack[8] + stack[8].T.conj()
    stack[20] = numpy.diag(numpy.diag(stack[20]))
    right = matrices(dtype, (40,), n, 2)
    agrees("solve", stack, right, tolerance=tolerance(stack))
    agrees("solve", stack.reshape(5, 2, 4, n, n), right[0], tolerance=tolerance(stack))
    agrees("inv", stack, tolerance=tolerance(stack))
    found = numpy.asarray(numen.scipy.linalg.inv(numen.array(stack)))
    assert (numpy.triu(found[3], 1) == 0).all() and (numpy.tril(found[11], -1) == 0).all()
    assert (found[8] == found[8].T.conj()).all() and (found[7] == found[7].T).all()
    stack[0], stack[1] = numpy.diag([1] * (n - 1) + [1e-30]), numpy.ones((n, n))
    stack[1] += numpy.diag(numpy.arange(n)) * 4 * numpy.finfo(dtype).eps
    agrees("inv", stack[[2, 3]], tolerance=tolerance(stack))
    for name, rest in (("solve", (right,)), ("inv", ())):
        with pytest.warns(scipy.linalg.LinAlgWarning):
            getattr(numen.scipy.linalg, name)(stack, *rest)
        stack[5] = 0
        agrees(name, stack, *rest)
        stack[5] = numpy.eye(n)


@pytest.mark.parametrize("condition", [1e2, 1e6, 1e10])
@pytest.mark.parametrize("n", [3, 8, 16])
def test_small_stacks_are_no_less_accurate_than_scipy(n, condition):
    """Backward errors of solve, in units of the last place times n; inverses beside exact ones."""
    left, right = (numpy.linalg.qr(rng.normal(size=(200, n, n)))[0] for _ in range(2))
    a = left * numpy.geomspace(1, 1 / condition, n) @ right
    b = rng.normal(size=(200, n, 1))
    x = numpy.asarray(numen.scipy.linalg.solve(numen.array(a), numen.array(b)))
    long = numpy.longdouble
    residual = abs(a.astype(long) @ x.astype(long) - b).max((1, 2))
    scale = abs(a).sum(2).max(1) * abs(x).max((1, 2)) + abs(b).max((1, 2))
    assert (residual <= 4 * n * 2.0**-53 * scale).all()
    wanted = scipy.linalg.inv(a).astype(long)
    for _ in range(4):  # Newton's steps: each takes an error of 1e-6 or less to its square
        wanted += wanted @ (numpy.eye(n) - a.astype(long) @ wanted)
    errors = [abs(numpy.asarray(library.linalg.inv(a)) - wanted).max() for library in LIBRARIES]
    assert 0 < errors[1] <= 2 * errors[0]


@pytest.mark.parametrize("flag", [numpy.True_, numpy.False_, 0, 1, 2, -1, 2**70, 1.0, None,
                                  numpy.int64(1)], ids=repr)
@pytest.mark.parametrize("name", [
    "cho_factor", "cholesky", "det", "eig", "eigh", "eigvals", "eigvalsh", "inv", "ldl", "lu",
    "lu_factor", "pinv", "pinvh", "qr", "schur", "svd"])
def test_flags_that_are_no_booleans(name, flag):
    matrix = numpy.array([[4.0, 1], [1, 3]])
    defaults = inspect.signature(getattr(scipy.linalg, name)).parameters
    for key in (key for key, each in defaults.items() if type(each.default) is bool):
        said = []
        for library in LIBRARIES:
            try:
                getattr(library.linalg, name)(matrix.copy(), **{key: flag})
                said.append(None)
            except Exception as error:
                said.append((type(error), str(error)))
        assert said[0] == said[1], key
