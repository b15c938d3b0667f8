"""Rows of a few elements, with operands that are the same for all rows or for all columns."""

import numpy
import pytest

import numen
from numen.native import front

LENGTHS = (2, 3, 7, 17, 127, 128, 129)
rng = numpy.random.default_rng(71)


@pytest.fixture(params=["recorded", "recorded, small pieces", "at once", "at once, small pieces"])
def rows(request):
    """How many rows there are."""
    is_small = request.param.endswith("small pieces")
    front.set_small_pieces(is_small)
    (front.force_deferral if request.param.startswith("recorded") else front.set_deferral)(
        request.param.startswith("recorded"))
    yield 601 if is_small else 9_001
    front.set_small_pieces(False)
    front.set_deferral(True)


# Of an array of rows x, a vector v, a column c of flags, and a wider array w.
CALLS = {
    "vector": lambda np, x, v, c, w: (x - v) / 3 + v,
    "vector of another type": lambda np, x, v, c, w: x * v.astype("f4") - v.astype("i2"),
    "vector backwards": lambda np, x, v, c, w: (x - v[::-1]) * 2,
    "rows backwards": lambda np, x, v, c, w: (x[::-1, ::-1] - v) * 2,
    "column": lambda np, x, v, c, w: (x - x[:, :1]) * 2,
    "flags": lambda np, x, v, c, w: np.where(c[:, None], x, v) + 1,
    "every second flag": lambda np, x, v, c, w: np.where(c[::-1][::1, None], x + 1, 0.0),
    "comparison": lambda np, x, v, c, w: (x + 1 > v) & c[:, None],
    "part of rows": lambda np, x, v, c, w: (w[:, 1:-2] - v) * x,
    "part of rows and a number": lambda np, x, v, c, w: (w[:, 1:-2] - 2) * w[0, 0],
    "three axes": lambda np, x, v, c, w: (np.stack([x, x + 1]) - v) * c[:, None],
    "columns": lambda np, x, v, c, w: (x.T - v[:, None]) * 2,
    "complex": lambda np, x, v, c, w: (x * (1 + 2j) - v) * c[:, None],
    "sum": lambda np, x, v, c, w: ((x - v) * 2).sum(),
    "sums of rows": lambda np, x, v, c, w: ((x - v) * 2).sum(axis=1),
    "sums of columns": lambda np, x, v, c, w: ((x - v) * 2).sum(axis=0),
}


def operands(np, rows, length):
    x, w = rng.normal(size=(rows, length)), rng.normal(size=(rows, length + 3))
    v, c = rng.normal(size=length), rng.random(rows) < 0.5
    return [[np.array(each) for each in (x, v, c, w)] for np in (numpy, np)]


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("call", CALLS)
def test_results_are_numpys(call, length, rows):
    theirs, ours = operands(numen, rows, length)
    wanted = CALLS[call](numpy, *theirs)
    found = numpy.asarray(CALLS[call](numen, *ours))
    assert (found.dtype, found.shape, found.strides) == (wanted.dtype, wanted.shape,
                                                         wanted.strides)
    numpy.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-9 * call.startswith("sum"))


@pytest.mark.parametrize("length", LENGTHS)
def test_rows_are_written_in_place(length, rows):
    (x, v, c, w), (ours, our_v, our_c, our_w) = operands(numen, rows, length)
    for target, vector, flags, wide in ((x, v, c, w), (ours, our_v, our_c, our_w)):
        target -= vector * 2
        target[:, 1:] *= flags[:, None] + 1
        wide[:, 1:-2] = target - vector
        target -= target[3]
    assert numpy.array_equal(numpy.asarray(ours), x)
    assert numpy.array_equal(numpy.asarray(our_w), w)


def test_short_rows_go_together(rows):
    x, v = numen.array(rng.random((rows, 3))), numen.array(rng.random(3))
    before = front.work_counts()["merged rows"]
    numpy.asarray((x - v) * 2)
    assert front.work_counts()["merged rows"] == before + 1


def test_warnings_of_short_rows_are_told(rows):
    x, v = numen.array(rng.random((rows, 3))), numen.array([1.0, 0.0, 2.0])
    with pytest.warns(RuntimeWarning, match="divide by zero encountered in divide"):
        numpy.asarray(x / v + 1)
