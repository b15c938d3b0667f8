"""Stacks of small matrices: every question over orders 1 to 66, odd numbers of matrices,
rectangles, layouts and types.

Backward errors in long double stay within the bounds of the method (n units of rounding), with the
rounding of results to single precision added where the input has it; what has one answer is
compared with NumPy's or SciPy's too. The unit is that of double precision, in which all but
products of matrices and SciPy's triangular solves are computed.
"""

import itertools

import numpy
import pytest
import scipy.linalg

import numen
from numen.scipy import linalg as numen_scipy

from .matrices import U, long as exact, norm, rng

ORDERS = tuple(range(1, 67))
TYPES = ("f4", "f8", "c8", "c16", "i4")
COUNTS = (1, 3, 5, 9, 17)
RECTANGLES = ((5, 3), (3, 5), (1, 4), (4, 1), (9, 8), (10, 200), (200, 10), (66, 5), (49, 48),
              (31, 66))
SINGLE = 2.0**-24


def entries(dtype, *shape):
    """Random matrices of a type."""
    kind = numpy.dtype(dtype).kind
    if kind == "i":
        return rng.integers(-9, 10, shape).astype(dtype)
    found = rng.normal(size=shape)
    return (found + 1j * rng.normal(size=shape) if kind == "c" else found).astype(dtype)


def well_conditioned(dtype, *shape):
    """Noise beside a diagonal that keeps it from being singular."""
    found = entries(dtype, *shape)
    return found + (10 * shape[-1] * numpy.eye(*shape[-2:])).astype(dtype)


def positive(dtype, *shape):
    found = entries(dtype, *shape)
    return adjoint(found) @ found + (numpy.eye(shape[-1]) * 2 * shape[-1]).astype(dtype)


def hermitian(dtype, *shape):
    found = entries(dtype, *shape)
    return found + adjoint(found)


def adjoint(a):
    return a.swapaxes(-1, -2).conj()


def unit(*arrays):
    """Of rounding: a product of complex numbers has 2 sqrt(2) of those of real ones (Higham 2002,
    3.6); NumPy's svd of 3 by 3 has errors of 1.6 times 10 n U."""
    return U * 8**0.5 if numpy.result_type(*arrays).kind == "c" else U


def rounding(*arrays):
    """Of results: 0 for double precision."""
    return SINGLE if numpy.result_type(*arrays).char in "fF" else 0.0


def assert_within(error, bound):
    error, bound = numpy.asarray(error), numpy.asarray(bound)
    assert (error <= bound).all(), f"{(error / bound).max():.3g} of the bound"


def assert_unitary(q, n, single):
    """The columns of a stack are orthonormal."""
    q = exact(q)
    width = q.shape[-1]
    bound = 10 * n * unit(q) + 4 * single * width**0.5
    assert_within(norm(adjoint(q) @ q - numpy.eye(width)), bound)


def judge_solve(a, b):
    x = numen.linalg.solve(numen.asarray(a), numen.asarray(b))
    wanted = numpy.linalg.solve(a, b)
    assert x.shape == wanted.shape and x.dtype == wanted.dtype
    scale, n = norm(a) * norm(x), a.shape[-1]
    bound = 4 * n * U * (scale + norm(b)) + rounding(x) * scale
    assert_within(norm(exact(a) @ exact(x) - exact(b)), bound)


def judge_inv(a):
    x = numen.linalg.inv(numen.asarray(a))
    assert x.dtype == numpy.linalg.inv(a).dtype
    n, scale = a.shape[-1], norm(a) * norm(x)
    bound = 4 * n * U * (scale + 1) + rounding(x) * scale
    assert_within(norm(exact(a) @ exact(x) - numpy.eye(n)), bound)


def judge_det(a):
    found, wanted = numen.linalg.det(numen.asarray(a)), numpy.linalg.det(a)
    assert found.dtype == wanted.dtype
    n = a.shape[-1]
    with numpy.errstate(over="ignore"):
        near = numpy.isfinite(wanted)
        bound = (10 * n * n * U * numpy.linalg.cond(a) + 2 * rounding(wanted)) * abs(wanted)
    assert (numpy.isfinite(found) == near).all()
    assert_within(abs(exact(found) - exact(wanted))[near], bound[near] + 1e-300)


def judge_slogdet(a):
    sign, logarithm = map(numpy.asarray, numen.linalg.slogdet(numen.asarray(a)))
    wanted_sign, wanted = numpy.linalg.slogdet(a)
    assert sign.dtype == wanted_sign.dtype and logarithm.dtype == wanted.dtype
    n, single = a.shape[-1], rounding(wanted)
    bound = 10 * n * n * U * numpy.linalg.cond(a)
    assert_within(abs(sign - wanted_sign), bound + 4 * single)
    assert_within(abs(logarithm - wanted), bound + 4 * (single + U) * abs(wanted))


def judge_cholesky(a):
    for upper in (False, True):
        factor = numen.linalg.cholesky(numen.asarray(a), upper=upper)
        lower = adjoint(exact(factor)) if upper else exact(factor)
        assert (numpy.triu(lower, 1) == 0).all()
        bound = (4 * a.shape[-1] * U + 4 * rounding(factor)) * norm(a)
        assert_within(norm(lower @ adjoint(lower) - exact(a)), bound)


def judge_qr(a):
    most, least = max(a.shape[-2:]), min(a.shape[-2:])
    for mode in ("reduced", "complete") if most <= 66 else ("reduced",):
        q, r = numen.linalg.qr(numen.asarray(a), mode)
        single = rounding(q)
        assert (numpy.tril(numpy.asarray(r), -1) == 0).all()
        assert_unitary(q, most, single)
        bound = (10 * most * unit(a) + 4 * single * least**0.5) * norm(a)
        assert_within(norm(exact(q) @ exact(r) - exact(a)), bound)


def judge_svd(a):
    most, least = max(a.shape[-2:]), min(a.shape[-2:])
    wanted = numpy.linalg.svd(a, compute_uv=False)
    for full in (False, True):
        u, s, vh = numen.linalg.svd(numen.asarray(a), full_matrices=full)
        single = rounding(u)
        assert s.dtype == wanted.dtype and u.shape[-1] == (a.shape[-2] if full else least)
        assert (numpy.diff(numpy.asarray(s)) <= 0).all()
        assert_unitary(u, most, single)
        assert_unitary(adjoint(exact(vh)), most, single)
        rebuilt = exact(u)[..., :least] * exact(s)[..., None, :] @ exact(vh)[..., :least, :]
        bound = (10 * most * unit(a) + 4 * single * least**0.5) * norm(a)
        assert_within(norm(rebuilt - exact(a)), bound)
    for found in (s, numen.linalg.svdvals(numen.asarray(a))):
        error = abs(numpy.asarray(found).astype("g") - wanted).max(axis=-1)
        assert_within(error, (10 * most * U + 2 * single) * wanted[..., 0])


def judge_eigh(a):
    n, wanted = a.shape[-1], numpy.linalg.eigvalsh(a)
    for triangle in "LU":
        values, vectors = numen.linalg.eigh(numen.asarray(a), triangle)
        single = rounding(vectors)
        assert values.dtype == wanted.dtype
        assert_unitary(vectors, n, single)
        rebuilt = exact(vectors) * exact(values)[..., None, :] @ adjoint(exact(vectors))
        bound = (10 * n * unit(a) + 4 * single * n**0.5) * norm(a)
        assert_within(norm(rebuilt - exact(a)), bound)
        assert_within(abs(exact(values) - wanted).max(axis=-1), bound)


def judge_pinv(a):
    """The four equations of Penrose; an error of n u kappa in x enters them times ||a|| ||x||."""
    x = numen.linalg.pinv(numen.asarray(a))
    assert x.dtype == numpy.linalg.pinv(a).dtype and x.shape[-2:] == a.shape[:-3:-1]
    condition = numpy.linalg.cond(a.astype(numpy.result_type(a, "f8")))
    bound = (10 * max(a.shape[-2:]) * U + 4 * rounding(x)) * condition * norm(a) * norm(x)
    left, right = exact(a), exact(x)
    assert_within(norm(left @ right @ left - left), bound * norm(a))
    assert_within(norm(right @ left @ right - right), bound * norm(x))
    for product in (left @ right, right @ left):
        assert_within(norm(product - adjoint(product)), bound)


def judge_matmul(a):
    b = adjoint(a).copy()
    product = numen.matmul(numen.asarray(a), numen.asarray(b))
    wanted = numpy.matmul(a, b)
    assert product.dtype == wanted.dtype
    unit = SINGLE if product.dtype.char in "fF" else U
    error = norm(exact(product) - exact(a) @ exact(b))
    assert_within(error, 4 * a.shape[-1] * unit * norm(a) * norm(b))


def judge_triangular(a):
    for lower in (False, True):
        triangle = numpy.tril(a) if lower else numpy.triu(a)
        for one, right in zip(triangle, a, strict=True):
            x = numen_scipy.solve_triangular(numen.asarray(one), numen.asarray(right), lower=lower)
            wanted = scipy.linalg.solve_triangular(one, right, lower=lower)
            assert x.dtype == wanted.dtype
            unit = SINGLE if wanted.dtype.char in "fF" else U
            bound = 4 * len(one) * unit * (norm(one) * norm(x) + norm(right))
            assert_within(norm(exact(one) @ exact(x) - exact(right)), bound)


def judge_lstsq(a):
    for one in a:
        b = entries(a.dtype, one.shape[0], 2)
        x, residuals, rank, s = numen.linalg.lstsq(numen.asarray(one), numen.asarray(b), rcond=None)
        right, wanted_residuals, wanted_rank, wanted_s = numpy.linalg.lstsq(one, b, rcond=None)
        assert x.dtype == right.dtype and rank == wanted_rank and s.dtype == wanted_s.dtype
        single, most = rounding(x), max(one.shape)
        error = 10 * most * U + 4 * single
        assert_within(abs(exact(s) - wanted_s), error * wanted_s[0])
        # By a change of a and b in the last places (Wedin), by the residual for kappa^2.
        condition = wanted_s[0] / wanted_s[-1]
        left = norm(exact(one) @ exact(right) - exact(b))
        bound = error * condition * (norm(right) + (norm(b) + condition * left) / wanted_s[0])
        assert_within(norm(exact(x) - exact(right)), bound)
        assert residuals.shape == wanted_residuals.shape
        assert_within(abs(exact(residuals) - exact(wanted_residuals)),
                      error * condition * norm(b) ** 2)


# What the questions are asked of, and who judges the answers.
SQUARE = {
    "solve": (well_conditioned, lambda a: judge_solve(a, a[..., ::-1].copy())),
    "solve for one": (well_conditioned, lambda a: judge_solve(a, a[..., :1].copy())),
    "inv": (well_conditioned, judge_inv),
    "det": (well_conditioned, judge_det),
    "slogdet": (well_conditioned, judge_slogdet),
    "cholesky": (positive, judge_cholesky),
    "qr": (entries, judge_qr),
    "svd": (entries, judge_svd),
    "eigh": (hermitian, judge_eigh),
    "pinv": (well_conditioned, judge_pinv),
    "lstsq": (well_conditioned, judge_lstsq),
    "triangular": (well_conditioned, judge_triangular),
    "matmul": (entries, judge_matmul),
}
RECTANGULAR = ("qr", "svd", "pinv", "lstsq", "matmul")


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", SQUARE)
def test_orders(name, dtype):
    make, judge = SQUARE[name]
    for n in ORDERS if dtype == "f8" else (*range(1, 10), 16, 17, 32, 33, 48, 49, 64, 66):
        judge(make(dtype, COUNTS[n % len(COUNTS)] if n <= 40 else 3, n, n))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", RECTANGULAR)
def test_rectangles(name, dtype):
    _, judge = SQUARE[name]
    for shape, count in itertools.product(RECTANGLES, (1, 9, 17)):
        judge(entries(dtype, count, *shape))


LAYOUTS = {
    "columns": lambda a: numpy.asfortranarray(a),
    "transposed": lambda a: a.swapaxes(1, 2).copy().swapaxes(1, 2),
    "reversed": lambda a: a[:, ::-1, ::-1].copy()[:, ::-1, ::-1],
    "spread": lambda a: numpy.repeat(numpy.repeat(a, 2, 1), 3, 2)[:, ::2, ::3],
    "unaligned": lambda a: numpy.frombuffer(b"-" + a.tobytes(), a.dtype, -1, 1).reshape(a.shape),
    "repeated": lambda a: numpy.broadcast_to(a[:1], a.shape),
    "last first": lambda a: a[::-1],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", SQUARE)
def test_layouts(name, layout):
    make, judge = SQUARE[name]
    for dtype, n in itertools.product(("f8", "f4"), (3, 5, 11, 33)):
        judge(LAYOUTS[layout](make(dtype, 9, n, n)))


@pytest.mark.parametrize("name", [x for x in SQUARE if x not in ("lstsq", "triangular")])
def test_nested_and_empty_stacks(name):
    make, judge = SQUARE[name]
    judge(make("f8", 3, 1, 5, 4, 4))
    judge(make("f8", 2, 7, 6, 6)[:, ::-2])
    function = name.split()[0]
    for shape in ((0, 4, 4), (3, 0, 4, 4), (5, 0, 0), (0, 0, 0)):
        empty = numpy.zeros(shape)
        operands = (empty, empty) if function in ("solve", "matmul") else (empty,)
        home, theirs = (numen, numpy) if function == "matmul" else (numen.linalg, numpy.linalg)
        found = getattr(home, function)(*map(numen.asarray, operands))
        wanted = getattr(theirs, function)(*operands)
        found, wanted = (x if isinstance(x, tuple) else (x,) for x in (found, wanted))
        for x, y in zip(found, wanted, strict=True):
            assert x.shape == y.shape and x.dtype == y.dtype
            if function != "svd":  # any basis does
                assert numpy.array_equal(x, y)


@pytest.mark.parametrize("scale", [1, 1e-42, 1e-30, 1e30, 1e36])
def test_native_svd(scale):
    """In float32 throughout: the same bounds in its own unit."""
    for n, count in ((1, 3), (2, 17), (3, 33), (5, 9), (8, 40), (11, 5), (16, 17), (33, 9),
                     (48, 7)):
        for a in (rng.uniform(-1, 1, (count, n, n)), rng.uniform(-1, 1, (count, 2 * n + 1, n)),
                  numpy.ones((count, n, n)), numpy.zeros((count, n, n)),
                  rng.uniform(-1, 1, (count, n, n)) * 10.0 ** numpy.linspace(0, -6, n)):
            a = (a * scale).astype("f4")
            u, s, vh = numen.linalg.svd(numen.array(a), full_matrices=False, precision="native")
            assert u.dtype == s.dtype == vh.dtype == "f4"
            unit = 10 * max(a.shape[1:]) * SINGLE
            smallest = 2.0**-149 * a.size
            rebuilt = exact(u) * exact(s)[..., None, :] @ exact(vh)
            assert_within(norm(rebuilt - exact(a)), unit * norm(a) + smallest)
            for sides in (exact(u), adjoint(exact(vh))):
                gram = adjoint(sides) @ sides
                assert_within(norm(gram - numpy.eye(n)), unit)
            wanted = numpy.linalg.svd(a.astype("f8"), compute_uv=False)
            values = numen.linalg.svdvals(numen.array(a), precision="native")
            for found in (s, values):
                assert (numpy.diff(numpy.asarray(found)) <= 0).all()
                error = abs(exact(found) - wanted).max(-1)
                assert_within(error, unit * wanted[:, 0] + smallest)
