"""The harness sees what it must see."""

import numpy
import pytest

import numen

from .agreement import assert_agrees, differences


def test_agreement():
    assert_agrees("flip", numpy.arange(6.0).reshape(2, 3), 1)
    assert_agrees("expand_dims", numpy.arange(3), 5)
    assert_agrees("mean", numpy.array([]), native=False)


@pytest.mark.parametrize("given", [
    numpy.arange(3.0), numpy.arange(4), numpy.arange(8)[::2], numpy.array([0, 1, 3]), 3, [1]])
def test_difference_is_found(given):
    assert list(differences(given, numpy.arange(3), 0.0))


def test_sign_of_zero_is_seen():
    assert list(differences(numen.array([-0.0]), numpy.array([0.0]), 0.0))


def test_fallback_is_seen():
    with pytest.raises(AssertionError, match="fallback"):
        assert_agrees("polynomial.polynomial.polyval", numpy.arange(3), numpy.arange(3))
