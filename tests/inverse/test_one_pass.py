"""A fit reads X once and makes no array of its size."""

import numpy
import pytest

import numen
from numen import inverse
from numen.inverse import passes, row_blocks

from .formulas import data, same, standardised
from .test_bootstrap import calls


def extra_bytes(function):
    """The most memory that arrays held at a time during a call, beyond what they held before."""
    numen.memory.trim()
    before = numen.memory.statistics()
    filler = numen.ones((before["peak_bytes"] - before["live_bytes"]) // 8 + 1)  # up to the peak
    start = numen.memory.statistics()["live_bytes"]
    function()
    del filler
    return numen.memory.statistics()["peak_bytes"] - start


@pytest.mark.parametrize("method", ["pinv", "ridge", "huber", "bayes"])
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_no_array_of_the_size_of_the_data(method, dtype):
    X, Y = data(20000, 120, 3)
    X = numen.array(X.astype(dtype))
    numen.evaluate(X)
    assert extra_bytes(lambda: inverse.fit(X, Y, method)) < X.nbytes / 4
    fitted = inverse.fit(X, Y, method)
    for function in (inverse.reconstruction_error, inverse.r_squared, inverse.fidelity):
        assert extra_bytes(lambda: function(fitted, X, Y)) < X.nbytes / 4
    assert extra_bytes(lambda: inverse.similarity(fitted, X)) < X.nbytes / 4


@pytest.mark.parametrize("method, passes_made", [("pinv", 1), ("ridge", 1), ("bayes", 1)])
def test_data_are_read_once(method, passes_made):
    X, Y = data(500, 30, 3)
    made = calls(lambda: inverse.fit(X, Y, method, prior_mean="pinv"))
    assert made["linalg.standardised_products"] == passes_made
    assert made["matmul"] <= 4  # of what the pass found


@pytest.mark.parametrize("shape", [(1, 3), (2, 5000), (700, 13), (5000, 1), (4097, 32)])
def test_standardized_products(shape):
    rng = numpy.random.default_rng(8)
    X, Z = rng.normal(size=shape) * 5 + 3, rng.normal(size=(shape[0], 4))
    mean, scale, products = passes.standardized_products("fit", X, Z)
    assert same(mean, X.mean(0), 1e-13)
    assert same(scale, numpy.where(X.std(0) > 0, X.std(0), 1.0), 1e-13)
    wanted = standardised(X).T @ Z
    assert (abs(numpy.asarray(products) - wanted) <= 1e-14 * len(X) * abs(Z).max() * 10).all()


def test_blocks_have_each_row_once():
    for shape in [(1, 1), (5, 100_000), (100_000, 3), (4096, 8)]:
        rows = [i for part in row_blocks.row_blocks(numpy.empty(shape, "i1"))
                for i in range(*part.indices(shape[0]))]
        assert rows == list(range(shape[0]))
