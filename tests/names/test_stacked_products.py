"""Products of stacks of small matrices, and of matrices with vectors, against NumPy and fractions.

Rounded sums of k products are within k * eps * sum |a| |b| of the exact ones (Higham, Accuracy and
Stability of Numerical Algorithms, section 3.1); complex products add two of those.
"""

from fractions import Fraction

import numpy
import pytest

import numen

from .agreement import assert_agrees

rng = numpy.random.default_rng(31)
TYPES = ("f8", "f4", "c16", "c8", "i8", "i1", "?", "f2")
SIDES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 33)


def sample(*shape, dtype="f8"):
    values = rng.normal(size=shape) * 4
    if numpy.dtype(dtype).kind == "c":
        values = values + 1j * rng.normal(size=shape)
    return values.astype(dtype)


def tolerance(dtype):
    return {"e": 4e-3, "f": 2e-5, "F": 2e-5}.get(numpy.dtype(dtype).char, 1e-12)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("n", SIDES)
def test_square(n, dtype):
    bound = tolerance(dtype)
    stack, vectors = sample(5, n, n, dtype=dtype), sample(5, n, dtype=dtype)
    assert_agrees("matmul", stack, stack[::-1].copy(), tolerance=bound)
    assert_agrees("matmul", stack, stack[0], tolerance=bound)
    assert_agrees("matmul", stack[0], vectors[0], tolerance=bound)
    assert_agrees("matmul", vectors[0], stack[0], tolerance=bound)
    assert_agrees("matmul", stack, vectors[0], tolerance=bound)
    assert_agrees("matmul", vectors[0], stack, tolerance=bound)
    assert_agrees("matvec", stack, vectors, tolerance=bound)
    assert_agrees("vecmat", vectors, stack, tolerance=bound)
    assert_agrees("einsum", "nij,nj->ni", stack, vectors, tolerance=bound)
    assert_agrees("einsum", "nij,ni->nj", stack, vectors, tolerance=bound)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shapes", [
    ((3, 2, 4), (3, 4, 5)), ((3, 5, 1), (3, 1, 5)), ((3, 1, 6), (3, 6, 1)), ((4, 3, 8), (8, 8)),
    ((2, 3, 4, 4), (3, 4, 4)), ((2, 1, 4, 4), (3, 4, 1)), ((3, 7, 4), (3, 4, 4)),
    ((4, 1, 4), (1, 4, 4)), ((3, 9, 20), (3, 20, 1)), ((3, 1, 20), (3, 20, 9)),
    ((0, 4, 4), (0, 4, 4)), ((3, 0, 4), (3, 4, 4)), ((3, 4, 0), (3, 0, 4)), ((3, 4, 0), (3, 0, 1)),
    ((3, 4, 4), (3, 4, 0)), ((1, 1, 1), (1, 1, 1)), ((6, 1, 1), (6, 1, 1)),
])  # fmt: skip
def test_shapes(shapes, dtype):
    a, b = (sample(*shape, dtype=dtype) for shape in shapes)
    assert_agrees("matmul", a, b, tolerance=tolerance(dtype))


def products(x):
    """Products of the parts of a stack of matrices; x has at least as many rows as columns."""
    k = x.shape[-1]
    row = x[..., 0, :]
    return [x @ x[..., :k, :], x.mT @ x, x @ row[..., None],
            row[..., None, :] @ x[..., :k, :], x @ row[(0,) * (row.ndim - 1)]]  # fmt: skip


@pytest.mark.parametrize("dtype", ["f8", "f4", "i4"])
def test_steps(dtype):
    """Operands that are views: turned, cut, spread, backwards."""
    base = sample(6, 5, 8, 8, dtype=dtype)
    ours = numen.array(base)
    for cut in (numpy.s_[:, :, :4, :4], numpy.s_[::2, ::-1, 1:4, 2:5], numpy.s_[:, 0, ::2, ::2],
                numpy.s_[3, :, ::-1, ::-1], numpy.s_[::-1, ::2, :, 3:4]):  # fmt: skip
        for given, wanted in zip(products(ours[cut]), products(base[cut])):
            assert (given.dtype, given.shape) == (wanted.dtype, wanted.shape)
            assert given.strides == wanted.strides
            assert numpy.allclose(given, wanted, rtol=tolerance(dtype), atol=50 * tolerance(dtype))


def exact_bound(a, b, eps):
    return a.shape[-1] * eps * (abs(a).astype("f8") @ abs(b).astype("f8"))


@pytest.mark.parametrize("dtype", ["f8", "f4"])
@pytest.mark.parametrize("n", [1, 3, 4, 7, 8, 19, 40])
def test_against_exact_sums(n, dtype):
    a, b = sample(3, n, n, dtype=dtype), sample(3, n, 1, dtype=dtype)
    exact = numpy.array([[float(sum(Fraction(float(p)) * Fraction(float(q))
                                    for p, q in zip(row, right[:, 0]))) for row in matrix]
                         for matrix, right in zip(a, b)])  # fmt: skip
    for found in (numen.array(a) @ numen.array(b), numen.einsum("nij,njk->nik", a, b)):
        error = abs(numpy.asarray(found)[..., 0].astype("f8") - exact)
        assert (error <= exact_bound(a, b, numpy.finfo(dtype).eps)[..., 0]).all()
    single = numpy.asarray(numen.array(a[0]) @ numen.array(b[0, :, 0])).astype("f8")
    assert (abs(single - exact[0]) <= exact_bound(a, b, numpy.finfo(dtype).eps)[0, :, 0]).all()


@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_a_result_does_not_depend_on_its_place(dtype):
    """Each product of a long stack (its work is shared out) has the bits that it has alone."""
    for n in (3, 4, 9, 12, 15, 16, 20, 64, 70):
        a = sample(min(30000, 600000 // n**2), n, n, dtype=dtype)
        b = sample(n, dtype=dtype)
        ours, right = numen.array(a), numen.array(b)
        found = numpy.asarray(ours @ right)
        for i in range(0, len(a), len(a) // 7):
            assert numpy.array_equal(found[i], (ours[i : i + 1].copy() @ right)[0])


def test_values_that_are_not_finite():
    a = sample(4, 4, 4)
    a[1, 2, 3], a[2, 0, 0] = numpy.nan, numpy.inf
    for dtype in ("f8", "f4"):
        typed = a.astype(dtype)
        with numpy.errstate(invalid="ignore"):  # OpenBLAS multiplies infinities by padding zeros
            assert_agrees("matmul", typed, typed, tolerance=tolerance(dtype))
            assert_agrees("matmul", typed, typed[:, :, :1].copy(), tolerance=tolerance(dtype))


@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_long_rows_and_columns(dtype):
    for m, k in ((1, 5000), (5000, 1), (3, 4001), (1000, 999), (64, 2000), (2000, 64)):
        a, x, y = sample(m, k, dtype=dtype), sample(k, dtype=dtype), sample(m, dtype=dtype)
        bound = 50 * tolerance(dtype)
        assert_agrees("matmul", a, x, tolerance=bound)
        assert_agrees("matmul", y, a, tolerance=bound)
