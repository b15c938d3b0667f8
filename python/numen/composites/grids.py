"""np.r_, np.c_, np.mgrid and np.ogrid: arrays written as indices."""

import math
import sys

import numpy

from ..native import front
from ..pickling import by_name
from .registry import Handover, composites, ours, own

_real = frozenset((bool, int, float))
_weak = _real | {complex}


class _Bracketed:
    """One of NumPy's objects; what `_made` hands over is NumPy's to compute."""

    def __init__(self, name):
        self._target = getattr(numpy, name)
        self._in_words = front.Fallback("bmat", numpy.bmat)
        self._numpys = front.Fallback(name, self._target.__getitem__)
        self.__doc__ = self._target.__doc__
        self._name = name

    def __getitem__(self, key):
        if isinstance(key, str) and self._name in ("r_", "c_"):
            # The text names variables of the caller, which is NumPy's caller too.
            caller = sys._getframe().f_back
            return self._in_words(key, caller.f_globals, caller.f_locals)
        try:
            return self._made(key)
        except Handover:
            pass
        return self._numpys(key)

    def __getattr__(self, name):
        if name.startswith("__") or "_target" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self._target, name)

    def __reduce__(self):
        return by_name(f"numpy.{self._name}").__reduce__()


def _line(item):
    """What a slice stands for in r_ and c_: a range, or with an imaginary step a linspace."""
    start = 0 if item.start is None else item.start
    step = 1 if item.step is None else item.step
    if isinstance(step, (complex, numpy.complexfloating)):
        return own.linspace(start, item.stop, num=int(abs(step)))
    return own.arange(start, item.stop, step)


class Joiner(_Bracketed):
    """np.r_, which joins along the first axis, and np.c_, which joins columns."""

    def __init__(self, name, columns):
        super().__init__(name)
        self._columns = columns

    def __len__(self):
        return 0

    def _made(self, key):
        if type(key) is not tuple:
            key = (key,)
        if not key:
            raise Handover
        scalars = [item for item in key if type(item) in _weak]
        if len(scalars) == len(key) and not self._columns:
            return own.array(scalars, numpy.result_type(*scalars))
        parts, types = [], []
        for item in key:
            if isinstance(item, slice):
                if item.stop is None:
                    raise Handover
                item = _line(item)
            elif type(item) in _weak:
                parts.append(item)
                types.append(item)
                continue
            elif isinstance(item, str):
                raise Handover
            part = ours(item)
            parts.append(part)
            types.append(part.dtype)
        dtype = numpy.result_type(*types)
        shaped = [self._shaped(own.asarray(part, dtype)) for part in parts]
        return own.concatenate(shaped, -1 if self._columns else 0)

    def _shaped(self, part):
        if not self._columns:
            return part if part.ndim else part.reshape(1)
        return part if part.ndim > 1 else part.reshape(-1, 1)


def _extent(item):
    """Start, step, number of points and type of one axis of a grid."""
    if type(item) is not slice:
        raise Handover
    start = 0 if item.start is None else item.start
    step = 1 if item.step is None else item.step
    stop = item.stop
    if type(start) not in _real or type(stop) not in _real:
        raise Handover
    if type(step) is complex:
        # Then it says how many points there are, both ends being points.
        count = int(abs(step))
        return start, (stop - start) / float(count - 1) if count != 1 else 1, count, float
    if type(step) not in _real or not step:
        raise Handover
    kind = float if float in (type(start), type(stop), type(step)) else int
    return start, step, math.ceil((stop - start) / step), kind


def _points(extent, dtype):
    start, step, count, _ = extent
    line = own.arange(count) if dtype is int else own.arange(float(count))
    return line if step == 1 and start == 0 else line * step + start


class Grid(_Bracketed):
    """np.mgrid, one array with a plane for each axis, and np.ogrid, an open grid."""

    def __init__(self, name, sparse):
        super().__init__(name)
        self._sparse = sparse

    def _made(self, key):
        if type(key) is slice:
            if type(key.step) is complex:
                return _points(_extent(key), float)
            start, step, _, _ = _extent(key)
            return own.arange(start, key.stop, step)
        if type(key) is not tuple or not key:
            raise Handover
        extents = [_extent(item) for item in key]
        if min(extent[2] for extent in extents) < 0:
            raise Handover
        dtype = float if any(extent[3] is float for extent in extents) else int
        ndim = len(key)
        lines = [
            _points(extent, dtype)[(None,) * axis + (slice(None),) + (None,) * (ndim - axis - 1)]
            for axis, extent in enumerate(extents)
        ]
        if self._sparse:
            return tuple(lines)
        result = own.empty((ndim, *(extent[2] for extent in extents)), dtype)
        for axis, line in enumerate(lines):
            result[axis] = line
        return result


def _known_as(kind, name, **how):
    """An object of the kind; its class says NumPy's name of that object's class."""
    numpys = type(getattr(numpy, name))
    described = {"__module__": numpys.__module__, "__doc__": numpys.__doc__}
    composites[name] = type(numpys.__name__, (kind,), described)(name, **how)


_known_as(Joiner, "r_", columns=False)
_known_as(Joiner, "c_", columns=True)
_known_as(Grid, "mgrid", sparse=False)
_known_as(Grid, "ogrid", sparse=True)
