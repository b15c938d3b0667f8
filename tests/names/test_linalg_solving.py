"""Systems, inverses, determinants and Cholesky factors against NumPy."""

import warnings

import numpy
import pytest

import numen

from .agreement import assert_agrees

rng = numpy.random.default_rng(23)
TYPES = ("f8", "f4", "c16", "c8", "i8", "i2", "u1")
SHAPES = ((3, 3), (1, 1), (2, 4, 4), (3, 2, 3, 3), (0, 0), (0, 3, 3), (2, 0, 0), (5, 1, 2, 2),
          (40, 40))  # fmt: skip
ODD = (
    rng.normal(size=3), numpy.array(2.0), rng.normal(size=(3, 4)), rng.normal(size=(2, 3, 4)),
    numpy.zeros((3, 3)), numpy.ones((2, 2)), numpy.full((3, 3), numpy.nan),
    numpy.stack((numpy.eye(3), numpy.zeros((3, 3)))), numpy.eye(3) * 1e200,
    numpy.eye(3) * 1e-200, numpy.eye(3) * 1e200j, numpy.array([[numpy.inf, 1], [1, 1]]),
    numpy.eye(4, dtype="f4") * 1e30, numpy.eye(2, dtype="f2"), numpy.eye(2, dtype=object),
    numpy.eye(2, dtype="g"), numpy.array([[1.0, 2], [2, 1]]), [[1, 2], [3, 4]],
    [[1, 2], [3, 4.5]], [[True, False], [False, True]], "x", None, 3.0, [[1, 2], [3]],
)  # fmt: skip


def sample(*shape, dtype="f8"):
    values = rng.normal(size=shape) * 3
    kind = numpy.dtype(dtype).kind
    if kind == "c":
        values = values + 1j * rng.normal(size=shape)
    if kind in "iu":  # far from singular
        values = abs(values) + 20 * numpy.eye(shape[-1])
    return values.astype(dtype)


def tolerance(a):
    """Of well-conditioned matrices: n * condition (below 1e4) * eps of the result's type."""
    return 1e-5 if a.dtype.char in "fF" else 1e-10


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", ["inv", "det", "slogdet"])
def test_questions_of_square_matrices(name, shape, dtype):
    a = sample(*shape, dtype=dtype)
    assert_agrees("linalg." + name, a, tolerance=tolerance(a))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_cholesky(shape, dtype):
    a = sample(*shape)
    a = (a @ a.swapaxes(-1, -2) + 50 * numpy.eye(shape[-1])).astype(dtype)
    if numpy.dtype(dtype).kind == "c":
        a += numpy.triu(numpy.full(shape[-1:] * 2, 1j), 1)  # what is not read need not agree
    for upper in (False, True, 1, ()):
        assert_agrees("linalg.cholesky", a, upper=upper, tolerance=tolerance(a))


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_solve(shape, dtype):
    a, n = sample(*shape, dtype=dtype), shape[-1]
    sides = [sample(n), sample(n, 2), sample(n, 0), sample(2, n, 3), sample(3, 2, n, 1),
             sample(n + 1), sample(2, 1, n, n).astype("f4"), sample(n, n).astype("c8"),
             sample(4, n, 2), numpy.arange(n)]  # fmt: skip
    for b in sides:
        assert_agrees("linalg.solve", a, b, tolerance=1e-5 if b.dtype.char in "fF" else
                      tolerance(a))


@pytest.mark.parametrize("a", ODD, ids=range(len(ODD)))
def test_what_is_odd(a):
    for name in ("inv", "det", "slogdet", "cholesky"):
        assert_agrees("linalg." + name, a, native=False, tolerance=1e-12)
    for b in (numpy.ones(3), numpy.ones((2, 2)), numpy.ones((2, 3, 3)), 2.0, "x", None):
        assert_agrees("linalg.solve", a, b, native=False, tolerance=1e-12)


def test_ways_to_call():
    a = sample(3, 3)
    for name in ("inv", "det", "slogdet", "cholesky", "solve"):
        for args, kwargs in (((), {}), ((), {"a": a}), ((a, a, a), {}), ((a,), {"b": a}),
                             ((a,), {"c": a}), ((), {"a": a, "b": a})):  # fmt: skip
            assert_agrees("linalg." + name, *args, native=False, tolerance=1e-12, **kwargs)
    assert_agrees("linalg.cholesky", a @ a.T, True)


def test_results_are_numpys_classes():
    found = numen.linalg.slogdet(numen.eye(2))
    assert type(found) is type(numpy.linalg.slogdet(numpy.eye(2)))
    assert (found.sign, found.logabsdet) == (1.0, 0.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        matrix = numpy.matrix([[1.0, 2], [3, 4]])
    assert type(numen.linalg.inv(matrix)) is numpy.matrix


def test_errstate_decides_about_determinants():
    large = numpy.eye(3) * 1e200
    with numpy.errstate(all="raise"), pytest.raises(FloatingPointError) as wanted:
        numpy.linalg.det(large)
    with numpy.errstate(all="raise"), pytest.raises(FloatingPointError) as given:
        numen.linalg.det(numen.array(large))
    assert str(given.value) == str(wanted.value)
    with numpy.errstate(all="raise"), warnings.catch_warnings():
        warnings.simplefilter("error")
        assert numen.isnan(numen.linalg.inv(numen.full((3, 3), numpy.nan))).all()


@pytest.mark.parametrize("n", [2, 5, 30, 120, 300])
@pytest.mark.parametrize("dtype", ["f8", "f4", "c16"])
def test_backward_error(n, dtype):
    """|a x - b| <= 4 n eps (|a| |x| + |b|): LU with row exchanges, growth of its pivots small."""
    a, b = sample(n, n, dtype=dtype), sample(n, 3, dtype=dtype)
    x = numpy.asarray(numen.linalg.solve(numen.array(a), numen.array(b)))
    wide = numpy.result_type(a, "f8")
    residual = numpy.linalg.norm(a.astype(wide) @ x.astype(wide) - b, numpy.inf)
    size = numpy.linalg.norm(a, numpy.inf) * numpy.linalg.norm(x, numpy.inf)
    assert residual <= 4 * n * numpy.finfo(dtype).eps * (size + numpy.linalg.norm(b, numpy.inf))


def test_a_long_stack_is_shared_out_like_a_short_one():
    a = sample(20000, 3, 3)
    found = numpy.asarray(numen.linalg.inv(numen.array(a)))
    for i in range(0, 20000, 997):
        assert numpy.array_equal(found[i], numen.linalg.inv(numen.array(a[i])))
    a[12345] = 1.0
    with pytest.raises(numpy.linalg.LinAlgError, match="^Singular matrix$"):
        numen.linalg.inv(numen.array(a))
