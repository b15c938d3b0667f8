"""Which matrices are computed one in each lane of a vector and which by LAPACK, matrix by matrix:
the table of src/linalg/small.cpp from both sides of every border, right on either.
"""

import numpy
import pytest

import numen
from numen.native import front

from .matrices import rng

# (largest order, least number of matrices): of the entries the first whose order is not below.
SOLVING = ((8, 1), (16, 2), (32, 3), (48, 4), (64, 5))
INVERTING = ((8, 1), (16, 2), (32, 3), (48, 5), (64, 6))
REFLECTING = ((8, 1), (16, 2), (32, 3), (48, 4))
COMPLEX_SOLVING = ((16, 2), (24, 3), (32, 4))
ROTATING = ((8, 1), (16, 2), (32, 4), (48, 6))
ROTATING_VALUES = ((8, 1), (16, 3), (32, 6))


def given(count, n, dtype):
    """Matrices that are easy on every question: positive definite, of a small condition."""
    a = rng.normal(size=(count, n, n))
    if numpy.dtype(dtype).kind == "c":
        a = a + 1j * rng.normal(size=(count, n, n))
    return (a @ a.conj().swapaxes(1, 2) / n + 2 * numpy.eye(n)).astype(dtype)


def rebuilt(u, s, vh):
    return u * s[..., None, :] @ vh


# The call, and what of its results is unique.
QUESTIONS = {
    "solve": (lambda np, a: np.linalg.solve(a, a[..., :1] + 1), lambda x: x),
    "solve of three": (lambda np, a: np.linalg.solve(a, np.ones((a.shape[-1], 3))), lambda x: x),
    "inv": (lambda np, a: np.linalg.inv(a), lambda x: x),
    "det": (lambda np, a: np.linalg.det(a), lambda x: x),
    "slogdet": (lambda np, a: tuple(np.linalg.slogdet(a)), lambda s, x: s * numpy.exp(x)),
    "cholesky": (lambda np, a: np.linalg.cholesky(a), lambda x: x),
    "qr": (lambda np, a: tuple(np.linalg.qr(a)), lambda q, r: q @ r),
    "eigh": (lambda np, a: tuple(np.linalg.eigh(a)),
             lambda w, v: rebuilt(v, w, v.conj().swapaxes(1, 2))),
    "eigvalsh": (lambda np, a: np.linalg.eigvalsh(a), lambda x: x),
    "svd": (lambda np, a: tuple(np.linalg.svd(a)), rebuilt),
    "svdvals": (lambda np, a: np.linalg.svd(a, compute_uv=False), lambda x: x),
}
OTHERS = {"inv": INVERTING, "qr": REFLECTING, "eigh": ROTATING, "eigvalsh": ROTATING_VALUES,
          "svd": ROTATING, "svdvals": ROTATING_VALUES}
OF_COMPLEX = ("solve", "solve of three", "inv", "det", "slogdet", "cholesky")


def table_of(name, dtype):
    if numpy.dtype(dtype).kind == "c":
        return COMPLEX_SOLVING if name in OF_COMPLEX else ()
    return OTHERS.get(name, SOLVING)


def is_served(table, count, n):
    least = next((least for order, least in table if n <= order), None)
    return least is not None and count >= least


def sides(table):
    """(number, order) on both sides of every border of the table."""
    for order, least in table or ((8, 1),):
        for n in (order, order + 1):
            for count in {max(least - 1, 1), least, least + 5, 9}:
                yield count, n


def values(found):
    found = found if isinstance(found, tuple) else (found,)
    return tuple(numpy.asarray(x) for x in found)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i4", "D", "F"])
@pytest.mark.parametrize("name", QUESTIONS)
def test_both_sides_of_every_border(name, dtype):
    call, unique = QUESTIONS[name]
    for count, n in sides(table_of(name, dtype)):
        a = given(count, n, dtype)
        mine = numen.array(a)
        before = front.matrices_in_lanes()
        found = values(call(numen, mine))
        in_lanes = front.matrices_in_lanes() - before
        assert in_lanes == (count if is_served(table_of(name, dtype), count, n) else 0), (count, n)
        wanted = values(call(numpy, a))
        assert [x.dtype for x in found] == [x.dtype for x in wanted]
        tolerance = 1e-5 if dtype in "f4F" else 1e-12
        mine, theirs = unique(*found), unique(*wanted)
        assert numpy.allclose(mine, theirs, rtol=n * tolerance, atol=n * tolerance), (count, n)


def test_what_lanes_leave_open_is_answered_by_lapack():
    a = given(12, 4, "f8")
    a[5] = 0
    before = front.matrices_in_lanes()
    with pytest.raises(numpy.linalg.LinAlgError):
        numen.linalg.cholesky(numen.array(a))
    assert front.matrices_in_lanes() - before == 11
    a[5] = numpy.eye(4) * 1e-200
    before = front.matrices_in_lanes()
    logarithm = numpy.asarray(numen.linalg.slogdet(numen.array(a))[1])
    assert front.matrices_in_lanes() - before == 11
    assert abs(logarithm[5] - 4 * numpy.log(1e-200)) < 1e-10
