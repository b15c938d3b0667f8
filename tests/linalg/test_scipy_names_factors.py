"""scipy.linalg's qr, svd, orth, null_space, polar, pinv, pinvh and lstsq, natively.

Values are judged by what defines them: a = q r, orthonormal columns, ranks; those that have one
answer by SciPy's.
"""

import itertools

import numpy
import pytest

from tests.linalg.scipy_calls import (
    OURS, STACKS, adjoint, assert_near, assert_orthonormal, both, cases, flat, general,
    hermitian, positive, precision, refuses, wide,
)


def reflected(packed, scales):
    """The product of the reflections 1 - tau v v^H that LAPACK leaves below R."""
    q = numpy.eye(len(packed), dtype=packed.dtype)
    for k, tau in enumerate(scales):
        v = numpy.where(numpy.arange(len(q)) > k, packed[:, k], numpy.arange(len(q)) == k)
        q = q - tau * numpy.outer(q @ v, v.conj())
    return q


MODES = ("full", "r", "economic", "raw")


@pytest.mark.parametrize("pivoting", (False, True))
@pytest.mark.parametrize("mode", MODES)
def test_qr(mode, pivoting):
    for a in cases(general):
        if mode == "raw" and a.ndim > 2:
            continue
        found, wanted = both("qr", a, mode=mode, pivoting=pivoting)
        parts = [found] if mode == "r" and a.ndim > 2 and not pivoting else list(found)
        if pivoting:
            pivots = parts.pop()
            assert (numpy.sort(pivots) == numpy.arange(a.shape[-1])).all()
            a = numpy.take_along_axis(a, numpy.array(pivots)[..., None, :], -1)
        r, bound = parts[-1], precision(flat(found)[0])
        assert_near(adjoint(wide(r)) @ wide(r), adjoint(wide(a)) @ wide(a), bound)
        assert (numpy.tril(r, -1) == 0).all()
        if pivoting:
            sizes = abs(numpy.diagonal(wide(r), axis1=-2, axis2=-1))
            assert (sizes[..., 1:] <= sizes[..., :-1] * (1 + bound)).all()
        if mode in ("full", "economic"):
            assert_near(wide(parts[0]) @ wide(r), a, bound)
            assert_orthonormal(parts[0], bound)
        if mode == "raw":
            q = reflected(*map(wide, parts[0]))
            assert_near(q[:, : len(r)] @ wide(r), a, bound)
            assert_orthonormal(q, bound)


@pytest.mark.parametrize("driver", ("gesdd", "gesvd"))
@pytest.mark.parametrize("full", (True, False))
def test_svd(full, driver):
    for a in cases(general):
        (u, s, vh), wanted = both("svd", a, full_matrices=full, lapack_driver=driver)
        bound = precision(s)
        assert_near(s, wanted[1], bound)
        k = s.shape[-1]
        assert_near(wide(u)[..., :k] * wide(s)[..., None, :] @ wide(vh)[..., :k, :], a, bound)
        assert_orthonormal(u, bound)
        assert_orthonormal(adjoint(vh), bound)
        values, _ = both("svd", a, compute_uv=False, lapack_driver=driver)
        assert_near(values, wanted[1], bound)


def test_svdvals():
    for a in cases(general):
        found, wanted = both("svdvals", a)
        assert_near(found, wanted, precision(found))


def of_rank(dtype, rank, *shape):
    left, right = general(dtype, *shape[:-1], rank), general(dtype, *shape[:-2], rank, shape[-1])
    return left @ right


@pytest.mark.parametrize("dtype", ("f4", "f8", "c8", "c16"))
def test_orth_and_null_space(dtype):
    for stack, (m, n) in itertools.product(STACKS, ((4, 4), (6, 4), (4, 6), (20, 20))):
        for rank in (1, 3, min(m, n)):
            a = of_rank(dtype, rank, *stack, m, n)
            bound = 10 * precision(a)
            # Where rounding decides about the rank the call is SciPy's.
            native = rank == min(m, n)
            basis, wanted = both("orth", a, native=native)
            assert basis.shape[-1] == rank
            assert_near(wide(basis) @ adjoint(wide(basis)), wide(wanted) @ adjoint(wide(wanted)),
                        bound)
            nothing, wanted = both("null_space", a, native=native)
            assert_orthonormal(nothing, bound)
            assert abs(wide(a) @ wide(nothing)).max(initial=0) <= bound * abs(a).max()
            if not stack:
                both("null_space", a, rcond=0.9)
                both("orth", a, 0.9)
    a = numpy.stack([numpy.eye(3), numpy.ones((3, 3))]).astype(dtype)
    for name in ("orth", "null_space"):
        refuses(name, a)


def test_polar():
    for a, side in itertools.product(cases(general), ("right", "left")):
        (u, p), (_, wanted) = both("polar", a, side=side)
        bound = precision(p)
        assert_near(p, wanted, bound)
        assert_near(p, adjoint(p), bound)
        assert_near(wide(u) @ wide(p) if side == "right" else wide(p) @ wide(u), a, bound)


def test_pinv():
    for a in cases(general):
        least = numpy.linalg.svd(wide(a), compute_uv=False)
        condition = (least[..., 0] / least[..., -1].clip(1e-300)).max()
        (inverse, rank), wanted = both("pinv", a, return_rank=True, native=condition < 1e4)
        if condition < 1e4:
            assert_near(inverse, wanted[0], precision(inverse) * condition)
        numpy.testing.assert_array_equal(rank, wanted[1])
        assert_near(*both("pinv", a, rtol=0.3), 100 * precision(inverse))
        assert_near(*both("pinv", a, atol=4.0, rtol=0, native=a.dtype.kind in "fc"),
                    100 * precision(inverse))  # one number may be 4


def test_pinvh():
    for a in cases(hermitian, square=True):
        least = abs(numpy.linalg.eigvalsh(wide(a)))
        condition = (least.max(-1) / least.min(-1).clip(1e-300)).max()
        (inverse, rank), wanted = both("pinvh", a, return_rank=True, native=condition < 1e4)
        if condition < 1e4:
            assert_near(inverse, wanted[0], precision(inverse) * condition)
            numpy.testing.assert_array_equal(rank, wanted[1])
        assert_near(*both("pinvh", a, rtol=0.3, lower=False), 100 * precision(inverse))


@pytest.mark.parametrize("driver", (None, "gelsd", "gelsy", "gelss"))
def test_lstsq(driver):
    for dtype, right in itertools.product(("f4", "f8", "c8", "c16", "i4", "?"), ("f4", "c16")):
        for stack, (m, n) in itertools.product(STACKS, ((1, 1), (4, 4), (7, 3), (3, 7))):
            if stack and driver == "gelsy":
                continue
            a = general(dtype, *stack, m, n) if dtype != "?" else (
                numpy.eye(m, n, dtype=bool) | numpy.zeros((*stack, 1, 1), bool))
            for b in (general(right, m), general(right, *stack, m, 2)):
                condition = numpy.linalg.cond(wide(a)).max()
                found, wanted = both("lstsq", a, b, lapack_driver=driver, native=condition < 1e4)
                bound = precision(found[0]) * 10 * condition**2
                assert_near(found[0], wanted[0], bound)
                assert_near(found[1], wanted[1], bound)
                numpy.testing.assert_array_equal(found[2], wanted[2])
                if driver != "gelsy":
                    assert_near(found[3], wanted[3], precision(found[0]))


def test_lstsq_of_low_rank():
    for dtype, (m, n), driver in itertools.product(("f8", "c16"), ((9, 5), (5, 9)),
                                                   (None, "gelsy", "gelss")):
        a, b = of_rank(dtype, 3, m, n), general(dtype, m, 2)
        found, wanted = both("lstsq", a, b, cond=1e-10, lapack_driver=driver)
        assert found[2] == 3 and found[1].size == 0
        assert_near(found[0], wanted[0], 1e-9)


def test_infinities_and_nan():
    for place in ((0, 0), (0, 1), (1, 0), (2, 1)):
        for value in (numpy.nan, numpy.inf):
            a = general("f8", 3, 3)
            a[place] = value
            found, wanted = both("expm", a)
            numpy.testing.assert_array_equal(found, wanted)
            found, wanted = both("expm", numpy.triu(a))
            numpy.testing.assert_array_equal(numpy.isnan(found), numpy.isnan(wanted))
            for name in ("qr", "svd", "svdvals", "eigh", "eig", "eigvals", "schur", "pinv",
                         "pinvh", "polar", "orth", "null_space", "logm"):
                refuses(name, a)
            refuses("lstsq", a, numpy.ones(3))
            refuses("lstsq", numpy.eye(3), a)
            refuses("eigh", numpy.eye(3), a)
    with pytest.warns(RuntimeWarning, match="err = nan"):  # SciPy does not return
        assert numpy.isnan(OURS.logm(numpy.triu(numpy.full((3, 3), numpy.inf)))).all()
    stack = numpy.stack([numpy.eye(3), numpy.full((3, 3), numpy.nan)])
    refuses("sqrtm", stack)


REFUSED = [
    ("qr", [numpy.ones(3)], {}),
    ("qr", [numpy.ones((3, 3))], {"mode": "none"}),
    ("qr", [numpy.ones((2, 3, 3))], {"mode": "raw"}),
    ("qr", [numpy.ones((0, 3, 3))], {}),
    ("svd", [numpy.ones(3)], {}),
    ("svd", [numpy.ones((3, 3))], {"lapack_driver": "gesxx"}),
    ("svd", [numpy.ones((3, 3))], {"lapack_driver": 1}),
    ("svdvals", [numpy.ones((3, 3), object)], {}),
    ("eigh", [numpy.ones((3, 4))], {}),
    ("eigh", [numpy.eye(3), numpy.eye(4)], {}),
    ("eigh", [numpy.eye(3), -numpy.eye(3)], {}),
    ("eigh", [numpy.eye(3), numpy.eye(3)], {"type": 4}),
    ("eigh", [numpy.eye(3), numpy.eye(3)], {"driver": "evr"}),
    ("eigh", [numpy.eye(3)], {"driver": "gvd"}),
    ("eigh", [numpy.eye(3)], {"driver": "none"}),
    ("eigh", [numpy.eye(3)], {"driver": "ev", "subset_by_index": [0, 1]}),
    ("eigh", [numpy.eye(3)], {"subset_by_index": [1, 0]}),
    ("eigh", [numpy.eye(3)], {"subset_by_index": [0, 3]}),
    ("eigh", [numpy.eye(3)], {"subset_by_value": [1, 1]}),
    ("eigh", [numpy.eye(3)], {"subset_by_value": [0, 1], "subset_by_index": [0, 1]}),
    ("eigvalsh", [numpy.ones((2, 0, 3, 3))], {}),
    ("eig", [numpy.ones((3, 4))], {}),
    ("eig", [numpy.eye(3), numpy.eye(2)], {}),
    ("eig", [numpy.eye(3), numpy.ones((3, 2))], {}),
    ("eigvals", [numpy.ones((2, 3, 3)), numpy.ones((3, 3, 3))], {}),
    ("schur", [numpy.ones((3, 4))], {}),
    ("schur", [numpy.eye(3)], {"output": "none"}),
    ("schur", [numpy.eye(3)], {"sort": "none"}),
    ("expm", [numpy.ones(3)], {}),
    ("expm", [numpy.ones((3, 4))], {}),
    ("sqrtm", [numpy.ones((3, 4))], {}),
    ("logm", [numpy.ones((3, 4))], {}),
    ("pinv", [numpy.ones((3, 4))], {"atol": -1}),
    ("pinv", [numpy.ones((3, 4))], {"rtol": -1}),
    ("pinv", [numpy.ones(4)], {}),
    ("pinvh", [numpy.ones((3, 4))], {}),
    ("pinvh", [numpy.eye(3)], {"rtol": -0.5}),
    ("lstsq", [numpy.ones((3, 4)), numpy.ones(4)], {}),
    ("lstsq", [numpy.ones(3), numpy.ones(3)], {}),
    ("lstsq", [numpy.eye(3), numpy.ones(3)], {"lapack_driver": "none"}),
    ("lstsq", [numpy.stack([numpy.eye(3, 2), numpy.ones((3, 2))]), numpy.ones(3)], {}),
    ("polar", [numpy.ones((3, 4))], {"side": "up"}),
    ("polar", [numpy.ones(3)], {}),
    ("orth", [numpy.ones(3)], {}),
    ("null_space", [numpy.ones((0, 3, 3))], {}),
]


@pytest.mark.parametrize(("name", "args", "kwargs"), REFUSED)
def test_refused_in_scipys_words(name, args, kwargs):
    refuses(name, *args, **kwargs)


def test_empty_matrices_are_scipys():
    for name, shape in itertools.product(("qr", "svd", "svdvals", "pinv", "polar", "orth"),
                                         ((0, 3), (3, 0), (0, 0))):
        both(name, numpy.ones(shape), native=False)
    for name in ("eigh", "eig", "eigvals", "schur", "expm", "sqrtm"):
        both(name, numpy.ones((0, 0)), native=False)


def test_nothing_is_written_into_the_arguments():
    a, b = positive("f8", 5, 5), positive("f8", 5, 5)
    before = a.copy(), b.copy()
    for order in "CF":
        a, b = numpy.array(a, order=order), numpy.array(b, order=order)
        for name in ("qr", "svd", "eigh", "eig", "schur", "expm", "logm", "sqrtm", "pinv",
                     "pinvh", "polar", "orth", "null_space"):
            getattr(OURS, name)(a)
        OURS.eigh(a, b, driver="gvx")
        OURS.eig(a, b)
        OURS.lstsq(a, b, lapack_driver="gelsy")
        assert (a == before[0]).all() and (b == before[1]).all()
