"""Parts of arrays put together and taken out, against NumPy."""

import numpy
import pytest

from .agreement import assert_agrees

V = numpy.arange(10)
A = numpy.arange(24.0).reshape(4, 6)
CUBE = numpy.arange(24).reshape(2, 3, 4)


@pytest.mark.parametrize("name", ["concatenate", "stack"])
def test_axes_beyond_an_int_are_no_axes(name):
    for axis in (2**32, -(2**32), 2**63):
        assert_agrees(name, [A, A], axis=axis, native=False)


@pytest.mark.parametrize("places", [
    0, -1, 3, [1], [1, 2], [0, 0, -1], [3, 1], numpy.array([1, 3]), numpy.array([2], "u1"),
    slice(1, 3), slice(None), slice(3, 1), slice(0, 4, 2), slice(None, None, -1), slice(3, 0, -2),
    slice(3, None, -3), slice(-2, None), numpy.array(2), numpy.int64(1), slice(5, 99), (1, 2),
    numpy.array([[0, 1], [2, 1]]),
], ids=str)  # fmt: skip
def test_delete(places):
    assert_agrees("delete", V, places)
    assert_agrees("delete", A, places)
    assert_agrees("delete", A, places, 0)
    assert_agrees("delete", A, places, axis=-1)
    assert_agrees("delete", CUBE.transpose(2, 1, 0), places, 0)


def test_delete_by_mask():
    assert_agrees("delete", V, V % 3 == 0)
    assert_agrees("delete", A, [True, False, False, True], axis=0)
    assert_agrees("delete", A, A[0] > 2, axis=1)
    assert_agrees("delete", V[:1], [True])


def test_delete_refuses():
    for places in (10, -11, [1, 12], [True, False], True, [1.0, 2.0], "a", [], None,
                   numpy.empty(0, int), numpy.empty(0)):
        assert_agrees("delete", V, places, native=False)
    assert_agrees("delete", V, 1, axis=1, native=False)
