"""NumPy's objects that are made to give Numen's arrays; NumPy computes in them."""

import functools

import numpy

from ..native import front
from .registry import facades


def frompyfunc(func, /, nin, nout, **kwargs):
    """A ufunc that calls `func` on each element; see numpy.frompyfunc."""
    return front.Fallback("frompyfunc", numpy.frompyfunc(func, nin, nout, **kwargs))


facades["frompyfunc"] = front.Adopting(frompyfunc, functools.wraps(numpy.frompyfunc),
                                       numpy.frompyfunc)
