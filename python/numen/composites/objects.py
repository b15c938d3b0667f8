"""NumPy's callable and indexable objects, made to give Numen's arrays; NumPy computes in them."""

import numpy

from ..native import front
from .registry import facades


class FallbackIndexer:
    """np.r_, np.c_, np.mgrid, np.ogrid: NumPy's object, its result adopted."""

    def __init__(self, name):
        self._target = getattr(numpy, name)
        self._get = front.Fallback(name, self._target.__getitem__)

    def __getitem__(self, key):
        return self._get(key)

    def __getattr__(self, name):
        return getattr(self._target, name)

    def __len__(self):
        return 0


class vectorize(numpy.vectorize):
    """numpy.vectorize whose results are Numen's arrays."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._call = front.Fallback("vectorize", super().__call__)

    def __call__(self, *args, **kwargs):
        return self._call(*args, **kwargs)


def frompyfunc(func, /, nin, nout, **kwargs):
    """A ufunc that calls `func` on each element; see numpy.frompyfunc."""
    return front.Fallback("frompyfunc", numpy.frompyfunc(func, nin, nout, **kwargs))


for _name in ("r_", "c_", "mgrid", "ogrid"):
    facades[_name] = FallbackIndexer(_name)
facades["vectorize"] = vectorize
facades["frompyfunc"] = frompyfunc
