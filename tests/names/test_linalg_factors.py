"""Factorisations, eigenvalues and least squares against NumPy.

Vectors are judged by what they rebuild: their signs and phases, the order of general eigenvalues
and the basis of a space that several share are the library's choice. A residual may be as large as
a small multiple of the matrix, its order and eps of the result's type.
"""

import numpy
import pytest

import numen

from .agreement import LAYOUTS, assert_agrees, managed

rng = numpy.random.default_rng(29)
TYPES = ("f8", "f4", "c16", "c8", "i8")
SHAPES = ((3, 3), (1, 1), (5, 3), (3, 5), (2, 3, 5, 4), (2, 3, 4, 5), (2, 1, 4, 4), (40, 37))
EMPTY = ((0, 0), (0, 3), (3, 0), (2, 0, 3), (0, 3, 2))
ODD = (
    rng.normal(size=3), numpy.array(2.0), numpy.zeros((3, 3)), numpy.zeros((2, 3, 3)),
    numpy.full((3, 3), numpy.nan), numpy.full((40, 40), numpy.nan),
    numpy.array([[numpy.inf, 1], [1, 1]]), "x", None, 3.0, numpy.eye(2, dtype=object),
    numpy.eye(2, dtype="f2"), numpy.eye(2, dtype="g"), numpy.eye(4, dtype="f4") * 1e30,
)  # fmt: skip


def sample(*shape, dtype="f8"):
    values = rng.normal(size=shape) * 3
    if numpy.dtype(dtype).kind == "c":
        values = values + 1j * rng.normal(size=shape)
    return values.astype(dtype)


def hermitian(*shape, dtype="f8"):
    a = sample(*shape, dtype=dtype)
    return a + numpy.conj(a.swapaxes(-1, -2))


def adjoint(a):
    return numpy.conj(a.swapaxes(-1, -2))


def eps(a):
    return numpy.finfo(a.dtype if a.dtype.kind in "fc" else "f8").eps


def assert_rebuilds(product, a, factor=8):
    bound = factor * max(*a.shape[-2:], 1) * eps(a)
    wide = numpy.result_type(a, "f8")
    distance = numpy.abs(product - a.astype(wide)).max(initial=0)
    assert distance <= bound * max(numpy.abs(a).max(initial=0) * max(a.shape[-2:]), 1e-300)


def assert_orthonormal(q):
    identity = numpy.eye(q.shape[-1])
    wide = q.astype(numpy.result_type(q, "f8"))
    distance = numpy.abs(adjoint(wide) @ wide - identity).max(initial=0)
    assert distance <= 8 * max(q.shape[-2], 1) * eps(q)


def result_of(name, a, *args, **kwargs):
    """Numen's result as plain arrays, of NumPy's class, types, shapes and strides."""
    wanted = getattr(numpy.linalg, name)(a, *args, **kwargs)
    found = getattr(numen.linalg, name)(managed(a), *args, **kwargs)
    assert type(found) is type(wanted) or not isinstance(wanted, tuple)
    pairs = zip(found, wanted) if isinstance(wanted, tuple) else [(found, wanted)]
    for one, other in pairs:
        assert (one.dtype, one.shape, one.strides) == (other.dtype, other.shape, other.strides)
    if isinstance(wanted, tuple):
        return [numpy.asarray(part).astype(numpy.result_type(part, "f8")) for part in found]
    return numpy.asarray(found)


def laid_out(a):
    wide = numpy.zeros((*a.shape[:-1], 2 * a.shape[-1]), a.dtype)
    wide[..., 1::2] = a
    return a, numpy.asfortranarray(a), wide[..., 1::2], a[..., ::-1, :].copy()[..., ::-1, :]


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES + EMPTY)
def test_qr(shape, dtype):
    for a in laid_out(sample(*shape, dtype=dtype)):
        for mode in ("reduced", "complete"):
            q, r = result_of("qr", a, mode)
            assert_orthonormal(q.astype(a.dtype if a.dtype.kind in "fc" else "f8"))
            assert_rebuilds(q @ r, a)
            assert not numpy.tril(r, -1).any()
    # The same reflections in the same order: equal up to rounding.
    for mode in ("reduced", "complete", "r", "raw"):
        assert_agrees("linalg.qr", sample(*shape, dtype=dtype), mode,
                      tolerance=4e-4 if dtype in ("f4", "c8") else 1e-11)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", SHAPES + EMPTY)
def test_svd(shape, dtype):
    a = sample(*shape, dtype=dtype)
    least = min(shape[-2:])
    for x in laid_out(a):
        for full in (False, True):
            u, s, vh = result_of("svd", x, full_matrices=full)
            typed = a.dtype if a.dtype.kind in "fc" else numpy.dtype("f8")
            assert_orthonormal(u.astype(typed))
            assert_orthonormal(adjoint(vh).astype(typed))
            assert_rebuilds(u[..., :least] * s[..., None, :] @ vh[..., :least, :], x)
    # Values: within a few ulps of the largest.
    bound = 16 * max(*shape, 1) * eps(a)
    for name, kwargs in (("svd", {"compute_uv": False}), ("svdvals", {})):
        assert_agrees("linalg." + name, a, tolerance=bound, **kwargs)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [(3, 3), (1, 1), (2, 3, 4, 4), (0, 0), (2, 0, 3, 3), (30, 30)])
def test_hermitian(shape, dtype):
    a = hermitian(*shape, dtype=dtype)
    typed = a.dtype if a.dtype.kind in "fc" else numpy.dtype("f8")
    bound = 16 * max(*shape, 1) * eps(a)
    for x in laid_out(a):
        values, vectors = result_of("eigh", x)
        assert_orthonormal(vectors.astype(typed))
        assert_rebuilds(vectors * values[..., None, :] @ adjoint(vectors), x)
        u, s, vh = result_of("svd", x, hermitian=True)
        assert (numpy.diff(s, axis=-1) <= 0).all()
        assert_orthonormal(u.astype(typed))
        assert_rebuilds(u * s[..., None, :] @ vh, x)
    for triangle in ("L", "U", "l", "u"):
        assert_agrees("linalg.eigvalsh", sample(*shape, dtype=dtype), triangle, tolerance=bound)
    assert_agrees("linalg.svd", a, compute_uv=False, hermitian=True, tolerance=bound)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [(3, 3), (1, 1), (2, 3, 4, 4), (0, 0), (2, 0, 3, 3), (25, 25)])
def test_eig(shape, dtype):
    a = sample(*shape, dtype=dtype)
    for matrix in (a, hermitian(*shape, dtype=dtype), a[:1] if a.ndim > 2 else a):
        for x in laid_out(matrix):
            values, vectors = result_of("eig", x)
            # |A v - λ v| is small beside |A|: dgeev is backward stable.
            residual = x @ vectors - vectors * values[..., None, :]
            assert_rebuilds(residual + x, x, factor=64)
            lengths = numpy.sqrt((numpy.abs(vectors) ** 2).sum(-2))
            assert numpy.allclose(lengths, 1, atol=64 * eps(a))
            alone = result_of("eigvals", x)
            assert numpy.allclose(numpy.sort_complex(alone), numpy.sort_complex(values),
                                  atol=1e3 * eps(a) * max(numpy.abs(x).max(initial=0), 1))


def test_real_matrices_of_real_and_complex_eigenvalues():
    turn = numpy.array([[0.0, 1], [-1, 0]])
    stack = numpy.stack((turn, numpy.diag([1.0, 2])))
    for a in (turn, stack, numpy.diag([1.0, 2]), turn.astype("f4"), stack.astype("f4")):
        for name in ("eig", "eigvals"):
            assert_agrees("linalg." + name, a, tolerance=1e-6)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("shape", [(3, 3), (5, 3), (3, 5), (1, 1), (0, 0), (0, 3), (3, 0), (30, 7)])
def test_lstsq(shape, dtype):
    a, m = sample(*shape, dtype=dtype), shape[0]
    deficient = a.copy()
    deficient[:, -1:] = deficient[:, :1]
    for matrix in (a, deficient):
        for b in (sample(m, dtype=dtype), sample(m, 2, dtype=dtype), sample(m, 0, dtype=dtype),
                  sample(m + 1), sample(), sample(2, m, 1), numpy.arange(m)):  # fmt: skip
            # At eps the rank of a deficient matrix is chance.
            for rcond in (None, -1, 0.5, 1e-3) if matrix is a else (0.5, 1e-3):
                assert_agrees("linalg.lstsq", matrix, b, rcond, native=b.shape != (m, 0),
                              tolerance=3e-4 if dtype in ("f4", "c8") else 1e-10)


@pytest.mark.parametrize("value", [numpy.nan, numpy.inf, -numpy.inf])
def test_lstsq_of_what_is_not_finite_ends(value):
    # LAPACK's iteration, and so NumPy, does not end for some of these.
    for a in (numpy.eye(5), numpy.ones((4, 2)), numpy.eye(2, 5) * 1j):
        a[0, 0] = value
        with pytest.raises(numpy.linalg.LinAlgError, match="SVD did not converge in Linear Least"):
            numen.linalg.lstsq(a, numpy.ones(len(a)))


@pytest.mark.parametrize("a", ODD, ids=range(len(ODD)))
def test_what_is_odd(a):
    for name in ("qr", "svd", "svdvals", "eig", "eigvals", "eigh", "eigvalsh"):
        # Beside values that are NaN NumPy leaves vectors of some kind, if its search ends at all.
        if name != "svd" or a is not ODD[6]:
            assert_agrees("linalg." + name, a, native=False, tolerance=1e-6)
    # Which of 40 NaNs comes first is the sort's choice, and NumPy's vectors beside infinities have
    # signs of their own.
    if a is not ODD[5] and a is not ODD[6]:
        assert_agrees("linalg.svd", a, hermitian=True, native=False, tolerance=1e-6)
    for b in (numpy.ones(3), numpy.ones((2, 2)), 2.0, "x", None):
        assert_agrees("linalg.lstsq", a, b, native=False, tolerance=1e-6)


def test_ways_to_call():
    a = numpy.diag([3.0, 2, 1])
    for mode in ("full", "f", "e", "economic", "x", None, 3):
        assert_agrees("linalg.qr", a, mode, native=False)
    for argument in ("full", "x", None, 3, "", "LU"):
        assert_agrees("linalg.eigh", a, argument, native=False)
        assert_agrees("linalg.eigvalsh", a, UPLO=argument, native=False)
        assert_agrees("linalg.svd", a, argument, native=False)
    for name in ("qr", "svd", "svdvals", "eig", "eigvals", "eigh", "eigvalsh", "lstsq"):
        for args, kwargs in (((), {}), ((), {"a": a}), ((a,) * 5, {}), ((a,), {"c": 1})):
            assert_agrees("linalg." + name, *args, native=False, tolerance=1e-15, **kwargs)
    b = numpy.ones(3)
    for rcond in (numpy.float64(1e-3), 1, numpy.float32(0.1), "x", numpy.array(0.1)):
        assert_agrees("linalg.lstsq", a, b, rcond=rcond, native=False)


def test_layouts_are_those_of_the_other_tests():
    assert len(laid_out(sample(2, 2))) == len(LAYOUTS) - 1  # managed: result_of
