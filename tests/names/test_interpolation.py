"""Interpolation and digitizing, against NumPy."""

import numpy
import pytest

from .agreement import assert_agrees

nan, inf = numpy.nan, numpy.inf
rng = numpy.random.default_rng(41)
KNOTS = numpy.array([0.0, 1.0, 2.5, 4.0])
VALUES = numpy.array([1.0, -2.0, 3.0, 0.5])
ARGUMENTS = [
    rng.uniform(-1, 5, 20), rng.uniform(-1, 5, (4, 3)), numpy.array(2.0), 1.7, 3, -5, 9.0, KNOTS,
    numpy.array([nan, inf, -inf, 0.0, 4.0]), [1, 2], numpy.array([1, 3], "i2"), numpy.empty(0),
    rng.uniform(0, 4, 40000), numpy.sort(rng.uniform(-1, 5, 40000)), numpy.float32(1.5), True,
    rng.uniform(-1, 5, 6).astype("f4"), numpy.array([True, False]),
]  # fmt: skip
DATA = [
    (KNOTS, VALUES), (KNOTS.astype("f4"), VALUES.astype("i4")), ([1, 2, 3], [4, 5, 6]),
    (KNOTS, VALUES + 1j * KNOTS), (KNOTS[:1], VALUES[:1]), (KNOTS, numpy.array([1, inf, inf, 2])),
    (KNOTS, numpy.array([nan, 1, 2, -inf])), (numpy.array([-inf, 0, 1, inf]), VALUES),
    (numpy.array([0.0, 1, 1, 2]), VALUES), (numpy.arange(900.0), rng.normal(size=900)),
]  # fmt: skip


@pytest.mark.parametrize("data", DATA, ids=range(len(DATA)))
def test_interp(data):
    for x in ARGUMENTS:
        assert_agrees("interp", x, *data)
        assert_agrees("interp", x, *data, left=-7, right=8.5, layouts=("contiguous", "managed"))
    if data[1] is not VALUES and numpy.iscomplexobj(data[1]):
        assert_agrees("interp", KNOTS - 3, *data, 2 + 1j, 5)


def test_interp_with_a_period():
    for data in DATA[:4]:
        for x in ARGUMENTS:
            for period in (3, 3.7, -2.5, 360):
                assert_agrees("interp", x, *data, period=period)
    assert_agrees("interp", KNOTS, KNOTS, VALUES, period=0, native=False)
    assert_agrees("interp", KNOTS, KNOTS, VALUES[1:], period=2, native=False)


def test_interp_refusals():
    assert_agrees("interp", KNOTS, [], [], native=False)
    assert_agrees("interp", KNOTS, KNOTS, VALUES[1:], native=False)
    assert_agrees("interp", KNOTS, KNOTS.reshape(2, 2), VALUES, native=False)
    assert_agrees("interp", KNOTS + 1j, KNOTS, VALUES, native=False)
    assert_agrees("interp", KNOTS, KNOTS, VALUES, "x", native=False)
    assert_agrees("interp", numpy.array(["a"]), KNOTS, VALUES, native=False)


def test_digitize():
    for x in ARGUMENTS:
        for bins in (KNOTS, KNOTS[::-1], [1, 2, 2, 3], [3], numpy.array([2, 2, 2]), [5, 5, 1]):
            for right in (False, True):
                assert_agrees("digitize", x, bins, right)
    assert_agrees("digitize", rng.integers(0, 99, 5000), numpy.arange(0, 99, 7))
    for bins in ([1, 3, 2], [], [1, nan], [nan, 1], [[1, 2]], [1j], [2, nan, 1]):
        assert_agrees("digitize", KNOTS, bins, native=False)
    assert_agrees("digitize", KNOTS + 1j, KNOTS, native=False)
