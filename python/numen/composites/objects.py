"""NumPy's objects that are made to give Numen's arrays; NumPy computes in them."""

import numpy

from ..native import front
from .registry import facades


def frompyfunc(func, /, nin, nout, **kwargs):
    """A ufunc that calls `func` on each element; see numpy.frompyfunc."""
    return front.Fallback("frompyfunc", numpy.frompyfunc(func, nin, nout, **kwargs))


facades["frompyfunc"] = frompyfunc
