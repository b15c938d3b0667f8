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


@pytest.mark.parametrize("module", ["emath", "lib.scimath"])
@pytest.mark.parametrize(
    "name", ["sqrt", "log", "log10", "log2", "arccos", "arcsin", "arctanh"])  # fmt: skip
def test_of_one(module, name):
    for x in ARRAYS:
        kind = numpy.asarray(x).dtype.char
        tight = 1e-3 if kind in "ebB?" else 1e-6 if kind in "fFhH" else 1e-14
        assert_agrees(f"{module}.{name}", x, tolerance=tight)
    assert_agrees(f"{module}.{name}", "x", native=False)
    assert_agrees(f"{module}.{name}", numpy.array([1, 2.5], object), native=False)


@pytest.mark.parametrize("module", ["emath", "lib.scimath"])
def test_of_two(module):
    for x in (A, A.astype("f4"), (A * 4).astype(int), 4, -4.0, A + 1j):
        for p in (2, -2, 0.5, numpy.array([-1, 2, 3, 0, 2, 1, 2, 1]), 1j):
            assert_agrees(module + ".power", x, p, tolerance=1e-5)
        assert_agrees(module + ".logn", 3, x, tolerance=1e-5)
        assert_agrees(module + ".logn", x, -2.5, tolerance=1e-5)
