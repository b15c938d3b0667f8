"""Covariances and correlations, against NumPy."""

import numpy
import pytest

from .agreement import assert_agrees

rng = numpy.random.default_rng(8)
A = rng.normal(size=(4, 6))
COUNTS = numpy.array([1, 2, 1, 3, 1, 2])
WEIGHTS = rng.random(6) + 0.1
SOME = ("contiguous", "strided", "fortran", "managed")


@pytest.mark.parametrize("kwargs", [
    {}, {"bias": True}, {"ddof": 0}, {"ddof": 2}, {"dtype": "f4"}, {"dtype": "f8"},
    {"dtype": "c16"}, {"fweights": COUNTS}, {"aweights": WEIGHTS}, {"fweights": COUNTS.tolist()},
    {"fweights": COUNTS, "aweights": WEIGHTS}, {"aweights": WEIGHTS, "ddof": 0},
    {"fweights": COUNTS, "aweights": WEIGHTS, "bias": True, "dtype": "f4"},
], ids=str)  # fmt: skip
def test_cov(kwargs):
    tolerance = 1e-5 if kwargs.get("dtype") == "f4" else 1e-13
    for m in (A, A.astype("f4"), (4 * A).astype(int), A[0]):
        assert_agrees("cov", m, tolerance=tolerance, layouts=SOME, **kwargs)
        assert_agrees("cov", m.T if m.ndim == 2 else m, rowvar=False, tolerance=tolerance,
                      layouts=SOME, **kwargs)
        assert_agrees("cov", m, A[1:3], tolerance=tolerance, layouts=SOME, **kwargs)
    if kwargs.get("dtype") not in ("f4", "f8"):
        assert_agrees("cov", A + 1j * A[::-1], tolerance=tolerance, layouts=SOME, **kwargs)


def test_many_observations():
    long = rng.normal(size=(5, 5000))
    for count in (1, 2, 4, 5):
        assert_agrees("cov", long[:count], tolerance=1e-13, layouts=SOME)
        assert_agrees("cov", long[:count] + 1j * long[-count:], tolerance=1e-13, layouts=SOME)
    assert_agrees("cov", long[:2], aweights=long[2] ** 2, tolerance=1e-13)
    assert_agrees("corrcoef", long[0], long[1], tolerance=1e-13)


def test_cov_refuses():
    for kwargs in ({"ddof": 1.5}, {"fweights": COUNTS + 0.5}, {"fweights": -COUNTS},
                   {"fweights": COUNTS[:2]}, {"aweights": -WEIGHTS}, {"aweights": A},
                   {"fweights": COUNTS * 0}, {"aweights": WEIGHTS[:3]}, {"dtype": int}):
        assert_agrees("cov", A, native=False, **kwargs)
    assert_agrees("cov", A + 1j, dtype="f8", native=False)
    assert_agrees("cov", A[None], native=False)
    assert_agrees("cov", A[:, :1], native=False)
    assert_agrees("cov", A, fweights=COUNTS, ddof=30, native=False)


@pytest.mark.parametrize("dtype", [None, "f4", "f8", "c8"])
def test_corrcoef(dtype):
    tolerance = 1e-5 if dtype in ("f4", "c8") else 1e-13
    for args in ((A,), (A[0], A[1]), (A, A[2]), ((9 * A).astype(int),), (A.T, None, False)):
        assert_agrees("corrcoef", *args, dtype=dtype, tolerance=tolerance, layouts=SOME)
