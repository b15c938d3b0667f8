"""The checks of numpy.testing on our arrays: what passes and what is said, as NumPy."""

import numpy
import pytest

import numen
from numen.native import front

from .agreement import assert_agrees

nan, inf = numpy.nan, numpy.inf
A = numpy.array([1.0, 2.0, -3.0])
NEAR, FAR = A + 1e-9, A + 0.5
NANS = numpy.array([1.0, nan, inf])
HOLD = [
    ("testing.assert_array_equal", (A, A.copy())),
    ("testing.assert_array_equal", (A, [1, 2, -3])),
    ("testing.assert_array_equal", (A * 0 + 2, 2)),
    ("testing.assert_array_equal", (NANS, NANS)),
    ("testing.assert_array_equal", (A.astype(int), A)),
    ("testing.assert_equal", (A, A)),
    ("testing.assert_allclose", (A, NEAR)),
    ("testing.assert_allclose", (NANS, NANS)),
    ("testing.assert_allclose", (A, FAR, 0.6)),
    ("testing.assert_allclose", (1.0, 1.0 + 1e-9)),
    ("testing.assert_array_less", (A, FAR)),
    ("testing.assert_array_less", (A, 9)),
    ("testing.assert_array_compare", (numpy.less, A, FAR, "", True, "ordered")),
    ("testing.assert_array_almost_equal", (A, NEAR)),
    ("testing.assert_almost_equal", (A, NEAR)),
    ("testing.assert_array_almost_equal", (A, A + 0.04, 1)),
    ("testing.assert_approx_equal", (1.0, 1.0)),
    ("testing.assert_approx_equal", (0.123456789, 0.123456787)),
    ("testing.assert_approx_equal", (3, 3.1, 1)),
    ("testing.assert_array_almost_equal_nulp", (A, numpy.nextafter(A, 9))),
    ("testing.assert_array_max_ulp", (A, numpy.nextafter(A, 9))),
    ("testing.assert_array_max_ulp", (A, A)),
    ("testing.assert_array_max_ulp", (A.astype("f4"), A.astype("f4"), 2)),
]  # fmt: skip
FAIL = [
    ("testing.assert_array_equal", (A, FAR)),
    ("testing.assert_array_equal", (A, A[:2])),
    ("testing.assert_array_equal", (NANS, A)),
    ("testing.assert_equal", (A, FAR)),
    ("testing.assert_equal", ([1], [2])),
    ("testing.assert_allclose", (A, FAR)),
    ("testing.assert_allclose", (NANS, A)),
    ("testing.assert_allclose", (A, A[:2])),
    ("testing.assert_array_less", (FAR, A)),
    ("testing.assert_array_compare", (numpy.less, A, NEAR - 1, "", True, "ordered")),
    ("testing.assert_array_compare", (numpy.less, A, A[:2])),
    ("testing.assert_array_less", (A, NANS)),
    ("testing.assert_array_almost_equal", (A, FAR)),
    ("testing.assert_almost_equal", (A, FAR)),
    ("testing.assert_almost_equal", (1.0, 2.0)),
    ("testing.assert_approx_equal", (1.0, 1.1)),
    ("testing.assert_array_almost_equal_nulp", (A, FAR)),
    ("testing.assert_array_max_ulp", (A, FAR)),
]  # fmt: skip


@pytest.mark.parametrize("case", HOLD, ids=range(len(HOLD)))
def test_what_holds(case):
    name, args = case
    assert_agrees(name, *args)


@pytest.mark.parametrize("case", FAIL, ids=range(len(FAIL)))
def test_what_fails(case):
    name, args = case
    assert_agrees(name, *args, native=False)


def test_other_kinds():
    for name in ("testing.assert_array_equal", "testing.assert_equal"):
        assert_agrees(name, numpy.array(["a"]), ["a"], native=False)
        assert_agrees(name, {"a": A}, {"a": A}, native=False)
        assert_agrees(name, A, A.astype("f4"), strict=True, native=False)
        assert_agrees(name, A, A, strict=True)
    assert_agrees("testing.assert_allclose", numpy.array([None]), [None], native=False)
    assert_agrees("testing.assert_array_almost_equal", NANS, NANS, native=False)


def test_a_passing_check_leaves_an_array_managed():
    large = numen.zeros(10**5)
    assert front.is_managed(large)
    numen.testing.assert_allclose(large, 0)
    numen.testing.assert_array_equal(large, large)
    assert front.is_managed(large)


def test_checks_without_arrays_are_numpys():
    assert numen.testing.assert_raises is numpy.testing.assert_raises
    with numen.testing.assert_warns(RuntimeWarning):
        numen.array([1.0]) / 0
