"""The judge of the clients' calls tells apart what a user would."""

import warnings

import astropy.units
import numpy
import pytest

from .judge import difference, plain, told

X = numpy.arange(12.0).reshape(3, 4)


@pytest.mark.parametrize("one, other", [
    (X * astropy.units.km, X * astropy.units.s), (X * astropy.units.km, X),
    (numpy.asmatrix(X), X), (X, numpy.asfortranarray(X)), (X[:, ::2], X[:, ::2].copy()),
    (X[0, 0], numpy.array(0.0)), (X[0, 0], float(X[0, 0])), ([X], (X,)),
    (numpy.ma.array(X), X), (X, X.astype("f4")), (X, X + 1),
])
def test_tells_apart(one, other):
    assert difference(plain(one), plain(other)) and difference(plain(other), plain(one))


@pytest.mark.parametrize("same", [X, X * astropy.units.km, numpy.asmatrix(X), X[0, 0]])
def test_finds_the_same(same):
    assert not difference(plain(same), plain(same.copy()))


def test_hears_each_warning_once():
    def call():
        warnings.warn("again", FutureWarning, stacklevel=1)
        warnings.warn("again", FutureWarning, stacklevel=1)
        return numpy.log(X)

    assert told(call, X)[3] == ["FutureWarning: again",
                                "RuntimeWarning: divide by zero encountered in log"]
