"""Matrices beyond order 127, which svd, eigh, solve and inv take apart on threads of their own.

Orders lie on both sides of the crossovers (128: two and three diagonals; 256: halves, elimination
in strips) and of the widths of blocks, panels and strips. Backward errors in double precision stay
within 10 n units of rounding (Frobenius norm), as for smaller matrices.
"""

import os
import subprocess
import sys

import numpy
import pytest

import numen

from .matrices import U

SINGLE = 2.0**-24
ORDERS = (127, 128, 129, 144, 160, 193, 255, 256, 257, 289, 320, 385)
SHAPES = ((130, 129), (129, 130), (200, 128), (128, 230), (300, 257), (257, 400), (384, 300),
          (235, 128), (500, 130), (129, 900), (1500, 260))


def random(shape, seed=5):
    return numpy.random.default_rng(seed).normal(size=shape)


def grade(n, low=-12):
    return 10.0 ** numpy.linspace(0, low, n)


def with_values(values):
    n = len(values)
    left, right = (numpy.linalg.qr(random((n, n), seed))[0] for seed in (1, 2))
    return left * values @ right


# Square matrices of order n that are hard on reductions and on division.
KINDS = {
    "random": lambda n: random((n, n)),
    "zero": lambda n: numpy.zeros((n, n)),
    "identity": lambda n: numpy.eye(n),
    "ones": lambda n: numpy.ones((n, n)),
    "diagonal": lambda n: numpy.diag(random(n)),
    "two diagonals": lambda n: numpy.diag(random(n)) + numpy.diag(random(n - 1, 6), 1),
    "blocks": lambda n: numpy.kron(numpy.eye(n // 2 + 1), random((2, 2)))[:n, :n],
    "half the rank": lambda n: random((n, n // 2)) @ random((n // 2, n), 6),
    "repeated values": lambda n: with_values(numpy.repeat([3.0, 1.0, 0.5], n)[::3]),
    "graded columns": lambda n: random((n, n)) * grade(n),
    "graded rows": lambda n: random((n, n)) * grade(n)[::-1, None],
    "graded steeply": lambda n: random((n, n)) * grade(n, -300),
    "condition 1e16": lambda n: with_values(numpy.logspace(0, -16, n)),
    "small": lambda n: random((n, n)) * 2.0**-19,
    "large": lambda n: random((n, n)) * 2.0**19,
    "huge": lambda n: random((n, n)) * 1e300,
    "tiny": lambda n: random((n, n)) * 1e-290,
    "subnormal": lambda n: random((n, n)) * 1e-310,
    "one large element": lambda n: random((n, n)) + 1e200 * numpy.eye(n)[::-1] * numpy.eye(n, n, 1),
    "a zero column": lambda n: random((n, n)) * (numpy.arange(n) != n // 2),
}


def scaled(*arrays):
    """By a power of two, so that products neither overflow nor vanish; what was multiplied by."""
    most = max(abs(a).max(initial=0) for a in arrays)
    exponent = 0 if most == 0 else -int(numpy.frexp(most)[1])
    return [numpy.ldexp(numpy.asarray(a, "f8"), exponent) for a in arrays]


def assert_orthonormal(q, bound):
    """In the Frobenius norm. LAPACK's own vectors of a matrix of ones reach 0.6 of `bound`, which
    twice as much may exceed.
    """
    q = numpy.asarray(q, "f8")
    assert numpy.linalg.norm(q.T @ q - numpy.eye(q.shape[1])) <= 1.25 * bound


def judge_svd(a, unit=U, precision=None, room=0.0):
    n, least = max(a.shape), min(a.shape)
    bound, options = 10 * n * unit, {} if precision is None else {"precision": precision}
    wanted = numpy.linalg.svd(a.astype("f8"), compute_uv=False)
    for full in (False, True):
        u, s, vh = map(numpy.asarray, numen.linalg.svd(numen.array(a), full, **options))
        assert u.shape == (a.shape[0], a.shape[0] if full else least)
        assert vh.shape == (a.shape[1] if full else least, a.shape[1])
        assert (numpy.diff(s) <= 0).all() and (s >= 0).all()
        assert_orthonormal(u, bound)
        assert_orthonormal(vh.T, bound)
        right, values = scaled(a, s)
        rest = numpy.asarray(u, "f8")[:, :least] * values @ numpy.asarray(vh, "f8")[:least] - right
        assert numpy.linalg.norm(rest) <= bound * numpy.linalg.norm(right) + room
    values = numpy.asarray(numen.linalg.svdvals(numen.array(a), **options))
    for found in (s, values):
        assert abs(found - wanted).max() <= bound * wanted[0] + 2.0**-1060


def judge_eigh(a, unit=U, precision=None, room=0.0):
    n, options = len(a), {} if precision is None else {"precision": precision}
    bound, wanted = 10 * n * unit, numpy.linalg.eigvalsh(a.astype("f8"))
    for triangle in "LU":
        # The other triangle is not read.
        other = numpy.triu_indices(n, 1) if triangle == "L" else numpy.tril_indices(n, -1)
        given = a.copy()
        given[other] = numpy.nan
        w, v = map(numpy.asarray, numen.linalg.eigh(numen.array(given), triangle, **options))
        values = numpy.asarray(numen.linalg.eigvalsh(numen.array(given), triangle, **options))
        assert_orthonormal(v, bound)
        right, middle = scaled(a, w)
        rest = numpy.asarray(v, "f8") * middle @ numpy.asarray(v, "f8").T - right
        assert numpy.linalg.norm(rest) <= bound * numpy.linalg.norm(right) + room
        for found in (w, values):
            assert (numpy.diff(found) >= 0).all()
            assert abs(found - wanted).max() <= bound * abs(wanted).max() + 2.0**-1060


# A subnormal number is half of its unit off, and so is every element of a result.
def room_of(kind):
    return 1e-12 if kind == "subnormal" else 0.0


@pytest.mark.parametrize("kind", KINDS)
def test_svd_of_hard_matrices(kind):
    for n in (128, 257):
        judge_svd(KINDS[kind](n), room=room_of(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_eigh_of_hard_matrices(kind):
    for n in (128, 257):
        a = KINDS[kind](n)
        judge_eigh(a / 2 + a.T / 2, room=room_of(kind))


def test_svd_of_every_order():
    for n in ORDERS:
        judge_svd(random((n, n)))


@pytest.mark.parametrize("shape", SHAPES)
def test_svd_of_rectangles(shape):
    judge_svd(random(shape))
    judge_svd(random(shape)[::-1, ::-1].T)


def test_eigh_of_every_order():
    for n in ORDERS:
        judge_eigh(random((n, n)) + random((n, n)).T)


@pytest.mark.parametrize("scale", [1, 1e-30, 1e-37, 1e30])
def test_single_precision(scale):
    """Computed in float64 and rounded, or throughout in float32: each in its own unit."""
    for n in (129, 300):
        a = (random((n, n)) * scale).astype("f4")
        judge_svd(a, 4 * SINGLE / n**0.5)
        judge_svd(a, SINGLE, "native")
        a = a / 2 + a.T / 2
        judge_eigh(a, 4 * SINGLE / n**0.5)
        judge_eigh(a, SINGLE, "native")


@pytest.mark.parametrize("value", [numpy.nan, numpy.inf])
@pytest.mark.parametrize("place", [(0, 0), (5, 100), (139, 139)])
def test_not_finite(value, place):
    a = random((140, 140))
    a[place] = value
    if numpy.isnan(value):
        with pytest.raises(numpy.linalg.LinAlgError):
            numen.linalg.svd(numen.array(a))
    else:
        assert all(numpy.isnan(part).all() for part in numen.linalg.svd(numen.array(a)))
    try:
        values = numpy.linalg.eigvalsh(a)
    except numpy.linalg.LinAlgError:
        with pytest.raises(numpy.linalg.LinAlgError):
            numen.linalg.eigvalsh(numen.array(a))
    else:
        numpy.testing.assert_allclose(numen.linalg.eigvalsh(numen.array(a)), values, rtol=1e-9)


def layouts(a):
    wide = numpy.zeros((2 * len(a), 3 * len(a)), a.dtype)
    wide[::2, ::3] = a
    return {"rows": a, "columns": numpy.asfortranarray(a), "spread": wide[::2, ::3],
            "reversed": a[::-1, ::-1].copy()[::-1, ::-1]}


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
def test_systems_in_every_layout(dtype):
    for n in (255, 256, 289, 400):
        a = random((n, n)).astype(dtype) + (1j * random((n, n), 6) if dtype[0] == "c" else 0)
        a = a.astype(dtype)
        for name, given in layouts(a).items():
            for count in (1, 5, 200):
                b = random((n, count)).astype(dtype)
                x = numen.linalg.solve(numen.array(given), numen.array(b))
                wanted = numpy.linalg.solve(given, b)
                assert x.dtype == wanted.dtype
                x = numpy.asarray(x)
                scale = numpy.linalg.norm(a) * numpy.linalg.norm(x)
                unit = SINGLE if dtype in ("f4", "c8") else 0
                rest = a.astype("c16") @ x - b
                assert numpy.linalg.norm(rest) <= (4 * n * U + unit) * scale, (n, name, count)
        inverse = numpy.asarray(numen.linalg.inv(numen.array(given)))
        scale = numpy.linalg.norm(a) * numpy.linalg.norm(inverse)
        rest = a.astype("c16") @ inverse - numpy.eye(n)
        assert numpy.linalg.norm(rest) <= (4 * n * U + unit) * scale


@pytest.mark.parametrize("dtype", ["f4", "f8", "c16"])
def test_determinants(dtype):
    for n in (255, 256, 300, 577):
        a = random((n, n)) + (1j * random((n, n), 6) if dtype == "c16" else 0)
        a = a.astype(dtype)
        for given in layouts(a).values():
            sign, logarithm = map(numpy.asarray, numen.linalg.slogdet(numen.array(given)))
            wanted_sign, wanted = numpy.linalg.slogdet(a)
            bound = n * U * numpy.linalg.cond(a) + (SINGLE if dtype == "f4" else 0)
            assert abs(sign - wanted_sign) <= bound
            assert abs(logarithm - wanted) <= bound * wanted
        a /= numpy.exp(wanted / n)  # det a is of size 1
        numpy.testing.assert_allclose(numen.linalg.det(numen.array(a)), numpy.linalg.det(a),
                                      rtol=1e-9 if dtype != "f4" else 1e-6)


@pytest.mark.parametrize("n", [256, 300, 389])
def test_rows_are_exchanged(n):
    """A permutation, whose every pivot lies elsewhere, has an exact answer."""
    order = numpy.random.default_rng(7).permutation(n)
    a = numpy.eye(n)[order] * 3
    a[0, order[1]] = 1e-3  # else it is recognised
    b = numpy.arange(2.0 * n).reshape(n, 2)
    numpy.testing.assert_allclose(numen.linalg.solve(numen.array(a), numen.array(b)),
                                  numpy.linalg.solve(a, b), rtol=1e-15)
    numpy.testing.assert_allclose(numen.linalg.inv(numen.array(a)), numpy.linalg.inv(a),
                                  rtol=1e-15)


@pytest.mark.parametrize("column", [0, 95, 96, 200, 299])
def test_singular_matrices(column):
    a = random((300, 300))
    a[:, column] = 0
    for call in (lambda: numen.linalg.solve(numen.array(a), numen.ones(300)),
                 lambda: numen.linalg.inv(numen.array(a))):
        with pytest.raises(numpy.linalg.LinAlgError, match="Singular matrix"):
            call()


@pytest.mark.parametrize("power", [-1060, -1000, 900])
def test_scaled_systems(power):
    a = numpy.random.default_rng(8).integers(-9, 10, (300, 300)) + 900.0 * numpy.eye(300)
    b = numpy.arange(300.0)
    given = numen.array(numpy.ldexp(a, power)), numen.array(numpy.ldexp(b, power))
    numpy.testing.assert_allclose(numen.linalg.solve(*given), numpy.linalg.solve(a, b),
                                  rtol=1e-12, atol=1e-14)


def test_stacks_of_large_matrices():
    """Each as it is alone, bit for bit: threads take whole matrices then."""
    a = random((5, 260, 260))
    for name in ("svd", "eigh", "inv"):
        function = getattr(numen.linalg, name)
        together, alone = function(numen.array(a)), [function(numen.array(one)) for one in a]
        parts = together if isinstance(together, tuple) else (together,)
        for i, one in enumerate(alone):
            for part, own in zip(parts, one if isinstance(one, tuple) else (one,), strict=True):
                assert numpy.array_equal(part[i], own)


PROGRAM = """
import hashlib
import numpy
import numen as np
a = numpy.random.default_rng(1).normal(size=(390, 390))
parts = [*np.linalg.svd(np.array(a)), *np.linalg.eigh(np.array(a + a.T)),
         np.linalg.solve(np.array(a), np.array(a[:, :3].copy())), np.linalg.inv(np.array(a))]
print(*[hashlib.md5(numpy.asarray(part).tobytes()).hexdigest() for part in parts])
"""


def test_bits_do_not_depend_on_the_number_of_threads():
    found = {subprocess.run([sys.executable, "-c", PROGRAM], check=True, capture_output=True,
                            env=os.environ | {"NUMEN_NUM_THREADS": threads}).stdout
             for threads in ("1", "2", "3", "7")}
    assert len(found) == 1
