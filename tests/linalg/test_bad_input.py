"""Wrong input to linear algebra: NumPy's errors in NumPy's words, and nothing left behind."""

import warnings

import numpy
import pytest

import numen
from tests.names.agreement import assert_agrees

rng = numpy.random.default_rng(3)
SQUARE = rng.normal(size=(3, 3))
OF_ONE = ("inv", "det", "slogdet", "cholesky", "qr", "svd", "svdvals", "eigh", "eigvalsh", "eig",
          "eigvals", "pinv", "cond", "matrix_rank", "matrix_transpose", "matrix_norm", "trace",
          "diagonal")
WRONG = {
    "a number": 3.0,
    "a vector": numpy.ones(3),
    "no array": "matrix",
    "none": None,
    "not square": rng.normal(size=(2, 3)),
    "a stack of not square": rng.normal(size=(4, 3, 2)),
    "half precision": SQUARE.astype("f2"),
    "objects": SQUARE.astype(object),
    "texts": numpy.array([["a", "b"], ["c", "d"]]),
    "ragged": [[1.0, 2.0], [3.0]],
}
EMPTY = {
    "empty stack": numpy.zeros((0, 3, 3)),
    "empty stack of stacks": numpy.zeros((2, 0, 3, 3)),
    "no rows": numpy.zeros((0, 3)),
    "no columns": numpy.zeros((3, 0)),
    "order zero": numpy.zeros((0, 0)),
    "stack of order zero": numpy.zeros((4, 0, 0)),
}


def answered(function, *args):
    """The call's result, or its error; what it warns of is not asked."""
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return function(*args)
        except Exception as error:
            return error


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("name", OF_ONE)
def test_what_is_no_fitting_matrix(name, what):
    wanted = answered(getattr(numpy.linalg, name), WRONG[what])
    if isinstance(wanted, Exception):
        assert_agrees("linalg." + name, WRONG[what], native=False)
        return
    found = answered(getattr(numen.linalg, name), WRONG[what])
    assert not isinstance(found, Exception)  # its value is compared elsewhere


@pytest.mark.parametrize("what", EMPTY)
@pytest.mark.parametrize("name", OF_ONE)
def test_what_is_empty(name, what):
    assert_agrees("linalg." + name, EMPTY[what], native=False)


@pytest.mark.parametrize("a, b", [
    ((3, 3), (4,)), ((3, 3), (4, 3)), ((3, 3), ()), ((2, 3, 3), (3, 3, 1)), ((3, 4), (3,)),
    ((2, 3, 3), (2, 4, 1)), ((3,), (3,)), ((0, 0), (3,)), ((4, 3, 3), (2, 3, 3)),
])
@pytest.mark.parametrize("name", ["solve", "lstsq", "matmul", "tensorsolve"])
def test_shapes_that_do_not_fit(name, a, b):
    assert_agrees("linalg." + name, rng.normal(size=a), rng.normal(size=b), native=False,
                  tolerance=1e-12)


DIRECT = ("inv", "det", "cholesky", "eigvals", "eig", "eigh", "eigvalsh", "qr", "solve")
# LAPACK's iteration for the singular values of infinities may not end, in NumPy either.
BY_SINGULAR_VALUES = ("svd", "svdvals", "pinv", "cond", "matrix_rank", "lstsq")


@pytest.mark.parametrize("shape", [(3, 3), (4, 3, 3), (20, 20), (60, 60)])
@pytest.mark.parametrize("name, bad", [
    *((name, bad) for name in DIRECT for bad in (numpy.nan, numpy.inf, -numpy.inf)),
    *((name, numpy.nan) for name in BY_SINGULAR_VALUES)])
def test_what_is_not_finite(name, bad, shape):
    if name == "lstsq" and len(shape) > 2:
        shape = shape[1:]
    a = rng.normal(size=shape)
    a = a @ a.swapaxes(-1, -2) + numpy.eye(shape[-1])
    a[..., 1, 1] = bad
    more = (rng.normal(size=shape[-1]),) if name in ("lstsq", "solve") else ()
    wanted = answered(getattr(numpy.linalg, name), a, *more)
    found = answered(getattr(numen.linalg, name), numen.array(a), *map(numen.array, more))
    assert type(found) is type(wanted) or not isinstance(wanted, Exception)
    if isinstance(wanted, Exception):
        assert str(found) == str(wanted)
    else:
        assert not isinstance(found, Exception)
        pairs = zip(found, wanted) if isinstance(wanted, tuple) else [(found, wanted)]
        for one, other in pairs:  # no number where NumPy has none
            assert not numpy.isfinite(numpy.asarray(one)[~numpy.isfinite(other)]).any() or (
                name in ("eigh", "qr"))


@pytest.mark.parametrize("name, args", [
    ("norm", (SQUARE, "no")), ("norm", (SQUARE, 3)), ("norm", (SQUARE, None, 5)),
    ("norm", (SQUARE, None, (0, 0))), ("norm", (SQUARE, "fro", (0, 1, 2))),
    ("matrix_norm", (SQUARE, )), ("cond", (SQUARE, "no")), ("eigh", (SQUARE, "x")),
    ("eigvalsh", (SQUARE, 3)), ("qr", (SQUARE, "wrong")), ("matrix_power", (SQUARE, 1.5)),
    ("matrix_power", (SQUARE, "two")), ("multi_dot", ([SQUARE],)),
    ("multi_dot", ([SQUARE, numpy.ones(4)],)), ("cross", (numpy.ones(4), numpy.ones(4))),
    ("outer", (SQUARE, SQUARE)), ("tensorinv", (SQUARE, 0)), ("tensorinv", (numpy.ones((2, 3)), 1)),
    ("pinv", (SQUARE, [1e-3, 1e-3])), ("pinv", (rng.normal(size=(2, 3, 3)), [1e-3] * 3)),
    ("matrix_rank", (rng.normal(size=(2, 3, 3)), [1e-3] * 3)), ("pinv", (SQUARE, "x")),
    ("lstsq", (SQUARE, numpy.ones(3), "x")), ("vecdot", (numpy.ones(3), numpy.ones(4))),
])
def test_arguments_that_are_wrong(name, args):
    assert_agrees("linalg." + name, *args, native=False, tolerance=1e-12)


@pytest.mark.parametrize("name", ["inv", "cholesky", "eigvals", "solve"])
def test_a_refusal_changes_and_keeps_nothing(name):
    stack = numpy.broadcast_to(numpy.eye(40), (64, 40, 40)).copy()
    stack[37] = numpy.nan if name == "eigvals" else 0
    a = numen.array(stack)
    more = (numen.ones((64, 40, 1)),) if name == "solve" else ()

    def refuse():
        with pytest.raises(numpy.linalg.LinAlgError):
            getattr(numen.linalg, name)(a, *more)

    refuse()
    before = numen.memory.statistics()["live_bytes"]
    for _ in range(20):
        refuse()
    # Less than one result a call; threads keep some blocks of work space.
    assert numen.memory.statistics()["live_bytes"] - before < 20 * 64 * 40 * 8
    assert numpy.array_equal(numpy.asarray(a), stack, equal_nan=True)
