"""The functions of numpy.emath, against NumPy."""

import numpy
import pytest

from .agreement import assert_agrees

A = numpy.array([0.5, -2.0, 3.0, -0.25, 0.0, -0.0, 1.0, -1.0])
ARRAYS = [
    A, abs(A), A.astype("f4"), (A * 4).astype(int), (A * 4).astype("i1"), abs(A * 4).astype("u1"),
    A.astype("f2"), A > 0, A + 1j, A + 0j, A.astype("c8"), 4, -4, -2.5, 0.5, 1j, [1, -1],
    A.reshape(2, 4), numpy.empty(0), numpy.array([numpy.nan, -1, numpy.inf]),
]  # fmt: skip


@pytest.mark.parametrize("name", [
    "emath.sqrt", "emath.log", "emath.log10", "emath.log2", "emath.arccos", "emath.arcsin",
    "emath.arctanh", "lib.scimath.sqrt", "lib.scimath.log", "lib.scimath.log10",
    "lib.scimath.log2", "lib.scimath.arccos", "lib.scimath.arcsin", "lib.scimath.arctanh"])
def test_of_one(name):
    for x in ARRAYS:
        kind = numpy.asarray(x).dtype.char
        tight = 1e-3 if kind in "ebB?" else 1e-6 if kind in "fFhH" else 1e-14
        assert_agrees(name, x, tolerance=tight)
    assert_agrees(name, "x", native=False)
    assert_agrees(name, numpy.array([1, 2.5], object), native=False)


@pytest.mark.parametrize("power, logarithm", [
    ("emath.power", "emath.logn"), ("lib.scimath.power", "lib.scimath.logn")])
def test_of_two(power, logarithm):
    for x in (A, A.astype("f4"), (A * 4).astype(int), 4, -4.0, A + 1j):
        for p in (2, -2, 0.5, numpy.array([-1, 2, 3, 0, 2, 1, 2, 1]), 1j):
            assert_agrees(power, x, p, tolerance=1e-5)
        assert_agrees(logarithm, 3, x, tolerance=1e-5)
        assert_agrees(logarithm, x, -2.5, tolerance=1e-5)
