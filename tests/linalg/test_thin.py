"""svd, svdvals, pinv and lstsq of matrices with a long and a short side, around the crossovers of
strips: backward errors and distances from orthogonality, singular values beside
NumPy's, small ones of graded matrices beside those of the matrix sorted by sizes.
"""

import functools

import numpy
import pytest
import scipy.linalg

import numen

from .matrices import U
from .signs import follows_rule

SHAPES = [(1, 1), (2, 1), (300, 3), (130, 13), (16, 8), (17, 8), (98, 49), (196, 49), (254, 127),
          (635, 127), (256, 128), (5003, 3), (20011, 2)]
WIDE = [shape[::-1] for shape in SHAPES[2:9]]
SINGLE = 2.0**-24


def random(shape, seed=5):
    return numpy.random.default_rng([seed, *shape]).normal(size=shape)


@functools.cache
def orthonormal(rows, columns):
    return numpy.linalg.qr(random((rows, columns)))[0]


def with_condition(shape, condition):
    left, right = (orthonormal(side, min(shape)) for side in shape)
    return left * numpy.geomspace(1, 1 / condition, min(shape)) @ right.T


def bordered(shape, column):
    a = random(shape)
    a[:, -1] = column(a)
    return a


KINDS = {
    "random": random,
    "unit vectors": lambda shape: (numpy.eye(*shape, shape[1] - shape[0])
                                   * numpy.arange(1.0, max(shape) + 1)[:shape[1]]),
    "condition 60": lambda shape: with_condition(shape, 60),
    "condition 1e5": lambda shape: with_condition(shape, 1e5),
    "condition 2e7": lambda shape: with_condition(shape, 2e7),
    "condition 9e7": lambda shape: with_condition(shape, 9e7),
    "condition 1e14": lambda shape: with_condition(shape, 1e14),
    "rank of half": lambda shape: (random((shape[0], min(shape) // 2 + 1))
                                   @ random((min(shape) // 2 + 1, shape[1]), 6)),
    "a zero column": lambda shape: bordered(shape, lambda a: 0),
    "an equal column": lambda shape: bordered(shape, lambda a: a[:, 0]),
    "zero": numpy.zeros,
    "ones": numpy.ones,
    "huge": lambda shape: random(shape) * 1e200,
    "tiny": lambda shape: random(shape) * 1e-200,
    "subnormal": lambda shape: random(shape) * 1e-312,
}
DTYPES = ("f8", "f4")


def long(x):
    """In long double; in double where products of long doubles would take seconds."""
    return numpy.asarray(x).astype("g" if min(x.shape) <= 17 else "f8")


def norm(x):
    return numpy.sqrt((long(x) ** 2).sum())


def judge(a, u, s, vh, unit):
    """Asserts that a = u s vh to rounding, u and vh orthonormal, signs by the rule."""
    least = min(a.shape)
    # float32 is computed in double and rounded as it is stored.
    bound = 10 * least * unit + 20 * max(a.shape) ** 0.5 * U
    assert s.dtype == u.dtype == vh.dtype == a.dtype and (numpy.diff(s) <= 0).all()
    # Near one, in two steps: their product may be beyond doubles.
    half = 2.0 ** -(numpy.frexp(float(abs(a).max() or 1))[1] // 2)
    scaled, values = long(a) * half * half, s.astype("g") * half * half
    rest = scaled - (long(u) * values.astype(scaled.dtype)) @ long(vh)
    subnormal = numpy.finfo(a.dtype).smallest_subnormal * half * half * a.size
    assert norm(rest) <= bound * norm(scaled) + subnormal
    for q in (long(u), long(vh).T):
        assert norm(q.T @ q - numpy.eye(least)) <= bound * max(1, least ** 0.5)
    kept = s > max(a.shape) * unit * s[0]
    short = vh.T if a.shape[0] >= a.shape[1] else u
    assert follows_rule(short[:, kept]).all()


def judge_whole(a, u, s, vh, unit):
    """The same of square matrices u and vh: what has no singular value is orthonormal, too."""
    judge(a, u[:, :len(s)], s, vh[:len(s)], unit)
    for q in (u, vh.T):
        rest = norm(q.T.astype("f8") @ q - numpy.eye(len(q)))
        assert rest <= 10 * len(q) * unit * len(q) ** 0.5
        assert follows_rule(q[:, len(s):].astype("f8")).all()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", SHAPES + WIDE, ids=str)
def test_svd_of_thin_matrices(shape, kind, dtype):
    with numpy.errstate(over="ignore", under="ignore"):
        a = KINDS[kind](shape).astype(dtype)
    if not numpy.isfinite(a).all():
        return
    unit = U if dtype == "f8" else SINGLE
    u, s, vh = map(numpy.asarray, numen.linalg.svd(numen.array(a), full_matrices=False))
    judge(a, u, s, vh, unit)
    if max(shape) <= 300:
        judge_whole(a, *map(numpy.asarray, numen.linalg.svd(numen.array(a))), unit)
    wanted = numpy.linalg.svd(a.astype("f8"), compute_uv=False)
    # The norm bounds what NumPy's values are off by.
    share = 20 * min(shape) * unit + 20 * max(shape) ** 0.5 * U
    bound = share * wanted[0] + numpy.finfo(dtype).smallest_subnormal
    alone = numpy.asarray(numen.linalg.svdvals(numen.array(a)))
    assert (abs(s - wanted) <= bound).all() and (abs(alone - wanted) <= bound).all()


@pytest.mark.parametrize("ordering", ["up", "down", "mixed"])
@pytest.mark.parametrize("side", ["rows", "columns"])
@pytest.mark.parametrize("shape", [(24, 12), (200, 40), (60, 200), (600, 120)], ids=str)
def test_small_values_of_graded_thin_matrices(shape, side, ordering):
    """Those of the sorted matrix hold to digits of their own in LAPACK's iteration. The condition
    number is some 1e5 by the long side, 1e9 by the short one: strips take both."""
    axis = 0 if side == "rows" else 1
    decades = 9 if shape[axis] == min(shape) else 5 * shape[axis] / min(shape)
    grades = numpy.geomspace(1, 10.0 ** -decades, shape[axis])
    order = {"up": slice(None, None, -1), "down": slice(None),
             "mixed": numpy.random.default_rng(3).permutation(shape[axis])}[ordering]
    grades = numpy.expand_dims(grades[order], 1 - axis)
    a = random(shape) * grades
    assert_small_values(a)


@pytest.mark.parametrize("is_wide", [False, True])
@pytest.mark.parametrize("shape", [(24, 12), (60, 30), (200, 40), (600, 120)], ids=str)
def test_small_values_by_small_rows(shape, is_wide):
    """Where large rows are multiples of one, all singular values but the first are those of the
    small ones: NumPy gives them to 1e-11."""
    m, n = shape
    rng = numpy.random.default_rng(shape)
    halves = [rng.uniform(0.5, 1.5, count).astype("f2").astype("f8") for count in shape]
    a = numpy.outer(*halves)  # exact
    a[rng.permutation(m)[:m // 2]] = 1e-5 * random((m // 2, n))
    assert_small_values(a.T.copy() if is_wide else a)


def assert_small_values(a):
    by_size = a[numpy.argsort(-abs(a).max(1))][:, numpy.argsort(-abs(a).max(0))]
    wanted = scipy.linalg.svd(by_size, full_matrices=False, lapack_driver="gesvd")[1]
    for s in (numen.linalg.svd(numen.array(a), full_matrices=False)[1],
              numen.linalg.svdvals(numen.array(a))):
        assert (abs(numpy.asarray(s) / wanted - 1) <= 2e3 * U).all()


@pytest.mark.parametrize("shape", [(40, 10), (10, 40), (700, 127), (300, 3)], ids=str)
@pytest.mark.parametrize("at", [0, -1])
@pytest.mark.parametrize("value", [numpy.nan, numpy.inf, -numpy.inf])
def test_thin_matrices_that_are_not_finite(shape, value, at):
    """NumPy raises for NaN; for infinities its iteration may not end."""
    a = random(shape)
    a.flat[at] = value
    a = numen.array(a)
    for call in (lambda: numen.linalg.svd(a, full_matrices=False)[1],
                 lambda: numen.linalg.svdvals(a)):
        if numpy.isnan(value):
            with pytest.raises(numpy.linalg.LinAlgError):
                call()
        else:
            assert numpy.isnan(numpy.asarray(call())).all()


@pytest.mark.parametrize("shape", [(40, 10), (10, 40), (300, 60), (600, 120)], ids=str)
@pytest.mark.parametrize("layout", ["transposed", "strided", "repeated", "stack"])
def test_layouts_of_thin_matrices(shape, layout):
    a = random(shape)
    laid = {"transposed": lambda: numen.array(a.T.copy()).T,
            "strided": lambda: numen.array(numpy.repeat(numpy.repeat(a, 2, 0), 3, 1))[::2, ::3],
            "repeated": lambda: numen.broadcast_to(numen.array(a), (3, *shape)),
            "stack": lambda: numen.array(numpy.stack([a, -2 * a, a[::-1]]))}[layout]()
    u, s, vh = map(numpy.asarray, numen.linalg.svd(laid, full_matrices=False))
    given = numpy.asarray(laid).astype("f8")
    for index in numpy.ndindex(given.shape[:-2]):
        judge(given[index], u[index], s[index], vh[index], U)


@pytest.mark.parametrize("condition", [3, 1e4, 1e9])
@pytest.mark.parametrize("sides", [1, 3])
@pytest.mark.parametrize("shape", [(32, 16), (34, 17), (85, 17), (350, 70), (635, 127), (640, 128),
                                   (70, 350), (127, 640)], ids=str)
def test_lstsq_of_thin_matrices(shape, sides, condition):
    a, b = with_condition(shape, condition), random((shape[0], sides), 8)
    x, _, rank, s = numen.linalg.lstsq(numen.array(a), numen.array(b), rcond=None)
    wanted = numpy.linalg.lstsq(a, b, rcond=None)
    assert rank == wanted[2]
    assert (abs(numpy.asarray(s) - wanted[3]) <= 20 * min(shape) * U).all()
    # The residual is orthogonal to the columns, and x has no part outside of the rows.
    x = long(x)
    rest = long(b) - long(a) @ x
    size = norm(b) + norm(x)
    assert norm(long(a).T @ rest) <= 20 * min(shape) * U * size
    if shape[0] < shape[1]:
        assert norm(rest) <= 20 * min(shape) * U * size
        wanted_x = numpy.linalg.pinv(a) @ b
        assert norm(x - wanted_x) <= 50 * min(shape) * U * condition * norm(wanted_x)


@pytest.mark.parametrize("kind", ["random", "unit vectors", "a zero column", "ones", "zero",
                                  "triangle", "condition 1e5"])
@pytest.mark.parametrize("shape", [(300, 3), (130, 13), (254, 127), (256, 128), (40, 1)], ids=str)
def test_complete_qr_of_thin_matrices(shape, kind):
    """All columns of q are NumPy's, whose last ones no rounding decides where those of a are
    independent or zero."""
    a = numpy.triu(random(shape)) if kind == "triangle" else KINDS[kind](shape)
    q, r = map(numpy.asarray, numen.linalg.qr(numen.array(a), "complete"))
    assert norm(q.T @ q - numpy.eye(len(q))) <= 10 * len(q) * U
    assert norm(q @ r - a) <= 10 * len(q) * U * norm(a)
    if kind != "ones":
        wanted = numpy.linalg.qr(a, "complete")[0]
        assert abs(q - wanted).max() <= 1e6 * len(q) * U * (kind == "condition 1e5" or 1e-5)


@pytest.mark.parametrize("sizes", [(300, -60), (200, -120), (150, -180), (50, -290), (0, -300),
                                   (-100, -300), (300, 0)], ids=str)
@pytest.mark.parametrize("shape", [(2, 2), (3, 2), (3, 3), (24, 3), (15, 7), (64, 8), (300, 5),
                                   (64, 32), (1000, 40), (7, 15), (3, 15, 7)], ids=str)
def test_qr_of_columns_of_all_sizes(shape, sizes):
    """Each column is as accurate as any other, however small."""
    powers = numpy.linspace(*sizes, shape[-1])
    a = random(shape) * 10.0**powers
    for mode in ("reduced", "complete"):
        q, r = map(numpy.asarray, numen.linalg.qr(numen.array(a), mode))
        unit = abs(a).max(-2, keepdims=True)
        error = abs(long(q) @ (long(r) / long(unit)) - long(a) / long(unit))
        assert error.max() <= 10 * max(shape) * U
    wanted = numpy.linalg.qr(a, "r")
    assert (abs(r[..., :len(powers), :] - wanted) <= 100 * max(shape) * U * unit).all()


@pytest.mark.parametrize("power", [-305, -307, -308, -309, -310, -318])
@pytest.mark.parametrize("shape", [(5, 5), (40, 3), (3, 40), (300, 20), (20, 300), (500, 100)],
                         ids=str)
def test_lstsq_where_reciprocals_overflow(shape, power):
    a = random(shape) * 10.0**power
    b = a.sum(-1) if shape[0] >= shape[1] else a[:, 0].copy()
    x, _, rank, _ = numen.linalg.lstsq(numen.array(a), numen.array(b), None)
    wanted, _, wanted_rank, _ = numpy.linalg.lstsq(a, b, None)
    assert rank == wanted_rank
    allowed = 1e3 * max(U, 5e-324 / 10.0**power)  # of which digits are left
    assert norm(numpy.asarray(x) - wanted) <= allowed * max(shape) * norm(wanted)
