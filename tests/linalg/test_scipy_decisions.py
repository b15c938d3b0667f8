"""What rounding decides is decided by SciPy's own LAPACK: whether a matrix is singular, positive
definite, ill-conditioned or of full rank, and what is raised, warned of and given for it.

The matrices are those of singular_matrices.py and positive_matrices.py, of every kind: singular,
nearly singular, multiples, decimals, scaled, of small and larger orders, alone and in stacks.
"""

import itertools
import warnings

import numpy
import pytest
import scipy.linalg

import numen.scipy.linalg
from numen.native import front

from . import positive_matrices, singular_matrices

SMALL, LARGE = range(2, 13), (20, 33, 48, 60)


def regular(random, n):
    return random.standard_normal((n, n))


KINDS = {kind.__name__: kind for kind in singular_matrices.KINDS + (regular,)}
KINDS |= {"positive " + kind.__name__: kind for kind in positive_matrices.KINDS}


def bands(a, lower, upper):
    """The diagonals of a as solve_banded takes them."""
    n = a.shape[-1]
    found = numpy.zeros((*a.shape[:-2], lower + upper + 1, n), a.dtype)
    for i, j in itertools.product(range(n), range(n)):
        if -lower <= j - i <= upper:
            found[..., upper + i - j, j] = a[..., i, j]
    return found


def systems(a, b):
    for kind in (None, "gen", "sym", "her", "pos", "lower triangular", "upper triangular",
                 "tridiagonal", "banded"):
        yield "solve", (a, b), {"assume_a": kind}
        if kind not in ("tridiagonal", "banded"):
            yield "inv", (a,), {"assume_a": kind}
    n = a.shape[-1]
    for lower, upper in ((1, 1), (2, 1), (1, 2), (0, 1), (2, 0), (n - 1, n - 1)):
        if max(lower, upper) < n:
            yield "solve_banded", ((lower, upper), bands(a, lower, upper), b), {}
    yield "solve_triangular", (a, b), {}


def factors(a, half):
    for name in ("cholesky", "cho_factor"):
        for lower in (False, True):
            yield name, (a,), {"lower": lower}
    for name in ("lu_factor", "lu", "ldl", "det", "polar", "svd", "eigh", "eig", "sqrtm", "logm"):
        yield name, (a,), {}
    yield "lu_factor", (half,), {}
    yield "lu", (half,), {}
    yield "eigh", (numpy.eye(a.shape[-1], dtype=a.dtype), a), {}


def ranks(a, b, half):
    for name in ("pinv", "pinvh"):
        yield name, (a,), {"return_rank": True}
    yield "pinv", (half,), {"return_rank": True}
    yield "lstsq", (half, b), {}
    for driver in ("gelsd", "gelss", "gelsy"):
        if driver != "gelsy" or a.ndim == 2:
            yield "lstsq", (a, b), {"lapack_driver": driver}
    for name, given in itertools.product(("null_space", "orth"), (a, half)):
        yield name, (given,), {}


def calls(a):
    half = a[..., :max(1, a.shape[-1] // 2)]
    b = numpy.ones(a.shape[-1:] if a.ndim == 2 else (a.shape[-1], 2), a.dtype)
    return itertools.chain(systems(a, b), factors(a, half), ranks(a, b, half))


def outcome(library, name, args, keywords):
    """What is raised or warned of, and the result."""
    with warnings.catch_warnings(record=True) as said, numpy.errstate(all="ignore"):
        warnings.simplefilter("always")
        try:
            found = getattr(library, name)(*args, **keywords)
        except Exception as error:
            return (type(error), str(error)), None
    # What logm warns of by a RuntimeWarning is the error of its own result.
    return sorted(item.category.__name__ for item in said
                  if (name, item.category) != ("logm", RuntimeWarning)), found


def form(result):
    return [form(item) for item in result] if isinstance(result, (tuple, list)) else \
        numpy.shape(result)


def decided(name, result):
    """What is all or nothing in a result: ranks, and what is exactly zero."""
    if name == "lstsq":
        return numpy.array(result[2]).tolist()
    if name in ("pinv", "pinvh"):
        return numpy.array(result[1]).tolist()
    if name == "det":
        return (numpy.asarray(result) == 0).tolist()
    if name == "lu":
        return (numpy.diagonal(numpy.asarray(result[-1]), axis1=-2, axis2=-1) == 0).tolist()
    return numpy.isrealobj(result) if name == "sqrtm" else None


VALUES = {"solve": 0, "inv": 0, "solve_banded": 0, "det": 0, "pinv": 1}


def values_of(name, result):
    return numpy.asarray(result[0] if VALUES[name] else result)


def check(a):
    for name, args, keywords in calls(a):
        case = (name, keywords, a.dtype, a.tolist())
        wanted, theirs = outcome(scipy.linalg, name, args, keywords)
        said, ours = outcome(numen.scipy.linalg, name, args, keywords)
        assert said == wanted, case
        if theirs is None:
            continue
        assert form(ours) == form(theirs), case
        assert decided(name, ours) == decided(name, theirs), case
        if name in VALUES and not wanted:
            theirs, ours = values_of(name, theirs), values_of(name, ours)
            given = args[1] if name == "solve_banded" else args[0]
            # Systems that are solved without a warning have condition numbers up to 1/eps.
            eps = numpy.finfo(a.dtype).eps
            condition = min(numpy.nanmax(numpy.linalg.cond(given), initial=1), 1 / eps) \
                if name != "solve_banded" else 1 / eps
            bound = 100 * a.shape[-1] * eps * condition
            if bound < 1e-2:
                scale = abs(theirs).max((-1, -2) if theirs.ndim > 1 else None, keepdims=True)
                assert (abs(ours - theirs) <= bound * scale).all(), case


def make(random, n, kind, dtype):
    if kind not in positive_matrices.KINDS:
        return singular_matrices.make(random, n, kind, dtype)
    found = kind(random, n)
    return found.astype(numpy.result_type(dtype, "c8") if found.dtype.kind == "c" else dtype)


def check_kind(kind, seed, rounds):
    random = numpy.random.default_rng(seed)
    for turn in range(rounds):
        n = int(random.choice(LARGE if turn % 5 == 4 else SMALL))
        dtype = random.choice(["f8", "f8", "c16", "f4", "c8"])
        if turn % 4 < 3:
            check(make(random, n, kind, dtype))
        else:
            stack = numpy.array([make(random, n, kind, dtype) for _ in range(3)])
            stack[random.integers(3)] = numpy.eye(n)
            check(stack)


@pytest.mark.parametrize("kind", KINDS)
def test_decisions_are_scipys(kind):
    check_kind(KINDS[kind], 3, 5)


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_many_decisions_are_scipys(kind):
    check_kind(KINDS[kind], 4, 200)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("n", [4, 30, 300])
def test_ordinary_matrices_are_ours(n, dtype):
    """Nothing is done twice for them."""
    random = numpy.random.default_rng(n)
    a = random.standard_normal((n, n)).astype(dtype)
    a += numpy.eye(n, dtype=dtype)
    positive = (a @ a.T / n + numpy.eye(n)).astype(dtype)
    b = numpy.ones(n, dtype)
    before = front.fallback_count()
    linalg = numen.scipy.linalg
    for given in (a, positive):
        for name in ("solve", "lstsq"):
            getattr(linalg, name)(given, b)
        for name in ("inv", "lu", "lu_factor", "det", "pinv", "null_space", "orth"):
            getattr(linalg, name)(given)
    for name in ("cholesky", "cho_factor", "pinvh", "sqrtm"):
        getattr(linalg, name)(positive)
    linalg.solve_banded((1, 2), bands(positive, 1, 2), b)
    assert front.fallback_count() == before
