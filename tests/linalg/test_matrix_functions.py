"""scipy.linalg's expm, sqrtm and logm, natively; on hard matrices against mpmath in 60 digits."""

import itertools
import warnings

import mpmath
import numpy
import pytest

from tests.linalg.scipy_calls import (
    OURS, REAL, TYPES, assert_near, both, cases, form, general, positive, precision, rng, wide,
)


FUNCTIONS = ("expm", "sqrtm", "logm")


def rebuilt(name, found):
    """The argument, by the inverse function."""
    found = wide(found)
    if name == "sqrtm":
        return found @ found
    return REAL.expm(found)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_matrices(name):
    for make in (general, positive):
        for a in cases(make, square=True):
            if name != "expm" and abs(numpy.linalg.det(wide(a))).min() < 1e-3:
                continue
            if (a.shape[-1] == 1 and a.dtype.char not in "fdFD") or (
                    a.shape[-1] > 9 and a.dtype.char not in "fD"):
                continue
            if name == "expm":
                a = a / 8 if make is general else a / (8 * a.shape[-1])
            # SciPy warns of its own logarithms' errors, some of which are of single precision.
            found, wanted = both(name, a, quiet=name == "logm", native=name != "logm")
            if name == "expm":
                assert_near(found, wanted, precision(found))
            elif a.shape[-1] < 30:
                bound = 1e4 * precision(found) * numpy.linalg.cond(wide(a)).max()
                assert_near(rebuilt(name, found), a, min(bound, 0.1))


def test_types_of_functions():
    for name, dtype, sign in itertools.product(FUNCTIONS, TYPES, (1, -1)):
        a = positive(dtype, 3, 4, 4)
        if sign < 0 and a.dtype.kind not in "u?":
            a = a * numpy.array(sign, a.dtype)
        if name != "expm" or a.dtype.kind in "fc":
            both(name, a / 100 if name == "expm" else a, quiet=name == "logm",
                 native=name == "expm" or dtype != "?")  # those of truth values may be singular


def exact(name, a):
    """By mpmath, in 60 digits."""
    with mpmath.workdps(60):
        function = {"expm": lambda m: mpmath.expm(m, "pade"), "sqrtm": mpmath.sqrtm,
                    "logm": mpmath.logm}[name]
        found = function(mpmath.matrix(a.tolist()))
        return numpy.array([[complex(found[i, j]) for j in range(a.shape[1])]
                            for i in range(a.shape[0])])


def upper(n, diagonal, beside):
    return numpy.diag(numpy.full(n, diagonal)) + numpy.triu(numpy.full((n, n), beside), 1)


HARD = {
    "nilpotent": numpy.triu(numpy.arange(25.0).reshape(5, 5), 1),
    "large and nilpotent": 1e6 * numpy.diag(numpy.ones(4), 1),
    "defective": upper(4, 2.0, 1.0),
    "defective and turned": numpy.linalg.qr(rng.normal(size=(4, 4)))[0] @ upper(4, 2.0, 1.0),
    "near triangle": numpy.array([[1, 1e6], [0, -1.0]]),
    "nearly equal": numpy.array([[1.0, 1e3], [0, 1 + 1e-9]]),
    "apart": numpy.array([[1e-8, 1.0, 2.0], [0, 1.0, 3.0], [0, 0, 1e4]]) / 1e3,
    "tiny": rng.normal(size=(5, 5)) * 1e-12,
    "tinier": rng.normal(size=(5, 5)) * 1e-200,
    "large norm": rng.normal(size=(6, 6)) * 30,
    "negative": -numpy.eye(4) * 40 + rng.normal(size=(4, 4)),
    "rotation": numpy.array([[0, -100.0], [100.0, 0]]),
    "singular": numpy.outer(numpy.arange(1.0, 5), numpy.arange(4.0, 0, -1)) / 10,
    "lower": numpy.tril(rng.normal(size=(5, 5))),
    "overscaled": numpy.array([[1.0, 1e5, 1e10], [0, -1.0, 1e5], [0, 0, 0.5]]),
    "complex": rng.normal(size=(4, 4)) + 1j * rng.normal(size=(4, 4)),
    "zero": numpy.zeros((3, 3)),
}


@pytest.mark.parametrize("kind", HARD)
def test_exponentials_against_more_digits(kind):
    a = HARD[kind]
    wanted = exact("expm", a)
    ours = abs(wide(OURS.expm(a)) - wanted).max() / abs(wanted).max()
    with numpy.errstate(all="ignore"):
        scipys = abs(REAL.expm(a) - wanted).max() / abs(wanted).max()
    norm = numpy.linalg.norm(a, 1)
    # Scaling and squaring: the norm's share of the condition number (Higham 2009).
    assert ours <= max(4 * scipys, 20 * a.shape[0] * 2.0**-53 * max(1, min(norm, 1e3)))


ROOTED = {
    "defective": upper(4, 2.0, 1.0),
    "nearly defective": upper(4, 2.0, 1.0) + numpy.diag(numpy.arange(4) * 1e-6),
    "nearly equal": numpy.array([[1.0, 1e3], [0, 1 + 1e-9]]),
    "apart": numpy.array([[1e-8, 1.0, 2.0], [0, 1.0, 3.0], [0, 0, 1e4]]),
    "far from normal": numpy.array([[1.0, 1e8], [0, 2.0]]),
    "near one": numpy.eye(5) + rng.normal(size=(5, 5)) * 1e-9,
    "tiny": (3 * numpy.eye(4) + rng.normal(size=(4, 4))) * 1e-200,
    "huge": (3 * numpy.eye(4) + rng.normal(size=(4, 4))) * 1e200,
    "pairs": numpy.kron(numpy.eye(3), [[1.0, -2], [2, 1]]) + numpy.triu(rng.normal(size=(6, 6)), 2),
    "near the cut": numpy.array([[-1.0, 1e-3], [-1e-3, -1.0]]),
    "negative": numpy.array([[1.0, 2, 0], [3, -4, 1], [0, 1, 2]]),
    "complex": rng.normal(size=(4, 4)) + 1j * rng.normal(size=(4, 4)),
    "lower": numpy.tril(rng.normal(size=(4, 4))) + 3 * numpy.eye(4),
}


@pytest.mark.parametrize("name", ("sqrtm", "logm"))
@pytest.mark.parametrize("kind", ROOTED)
def test_roots_and_logarithms_against_more_digits(kind, name):
    a = ROOTED[kind]
    if name == "sqrtm":  # mpmath iterates, which needs a norm of about 1
        scale = 2.0 ** numpy.round(numpy.log2(abs(a).max()) / 2)
        wanted = exact(name, a / scale**2) * scale
    else:
        shift = numpy.round(numpy.log2(abs(a).max()))
        wanted = exact(name, a / 2.0**shift) + numpy.eye(len(a)) * shift * numpy.log(2)
    ours = abs(wide(getattr(OURS, name)(a)) - wanted).max() / abs(wanted).max()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scipys = abs(getattr(REAL, name)(a) - wanted).max() / abs(wanted).max()
    assert ours <= max(4 * numpy.nan_to_num(scipys), 1e-14)  # SciPy's of huge numbers may be NaN


SINGULAR = {
    "zero": numpy.zeros((3, 3)),
    "one zero": numpy.diag([1.0, 0, 2]),
    "nilpotent": numpy.array([[0, 1.0], [0, 0]]),
    "of rank 1": numpy.ones((2, 2)),
    "tiny eigenvalue": numpy.diag([1e-300, 1.0]),
    "triangle": numpy.array([[1.0, 1], [0, 0]]),
}


@pytest.mark.parametrize("kind", SINGULAR)
def test_singular_matrices(kind):
    a = SINGULAR[kind]
    root, wanted = both("sqrtm", a, native=False)
    numpy.testing.assert_allclose(root, wanted, atol=1e-15)
    logarithm, wanted = both("logm", a, native=False)
    numpy.testing.assert_allclose(logarithm, wanted, rtol=1e-13, atol=1e-15)


def test_logm_tells_the_error_where_asked():
    a = positive("f8", 2, 4, 4)
    for argument in (a, a[0], -a[0]):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            found, error = OURS.logm(argument, disp=False)
        with warnings.catch_warnings(record=True) as wanted:
            warnings.simplefilter("always")
            theirs = REAL.logm(argument, disp=False)
        assert [(w.category, str(w.message)) for w in said] == [
            (w.category, str(w.message)) for w in wanted][:1]
        assert form(error) == form(theirs[1]) and (numpy.array(error) < 1e-13).all()
        assert_near(found, theirs[0], 1e-12)
