# Objects whose __array__ gives a large array: NumPy's C code asks for it.
import functools
import os

import numpy as np

SIZE = 30_000
LIBRARY = """
class Column:
    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return self.values

def total(x):
    import numpy
    return numpy.sum(x), numpy.asarray(x)[:3]
"""
library = {"__name__": "columns"}
folder = os.path.dirname(os.path.dirname(np.__file__))
exec(compile(LIBRARY, os.path.join(folder, "columns.py"), "exec"), library)


class Stored:
    def __init__(self):
        self.values = np.arange(SIZE) * 1.0 + 1

    def __array__(self, dtype=None, copy=None):
        return self.values


class Made:
    __slots__ = ()

    def __array__(self, dtype=None, copy=None):
        made = np.arange(SIZE) * 2.0
        return made if dtype is None else made.astype(dtype)


class Derived(Made):
    def __array__(self, dtype=None, copy=None):
        return super().__array__(dtype, copy)


class ByAnotherName:
    def values(self, dtype=None, copy=None):
        return np.arange(SIZE) * 2.0

    __array__ = values


class Unnamed:
    __array__ = lambda self, dtype=None, copy=None: np.arange(SIZE) * 2.0  # noqa: E731


class Static:
    @staticmethod
    def __array__(dtype=None, copy=None):
        return np.arange(SIZE) * 2.0


class OfTheClass:
    @classmethod
    def __array__(cls, dtype=None, copy=None):
        return np.arange(SIZE) * 2.0


def passed_on(function):
    @functools.wraps(function)
    def call(*args, **kwargs):
        return function(*args, **kwargs)

    return call


class Wrapped:
    @passed_on
    def __array__(self, dtype=None, copy=None):
        return np.arange(SIZE) * 2.0


class SetLater:
    pass


SetLater.__array__ = Made.__array__


def other_method(self):
    return 1


class ExchangedLater(Made):
    method = other_method


class Base:
    method = other_method


class SetOnBaseLater(Base):
    pass


getattr(ExchangedLater(), "method")()
getattr(SetOnBaseLater(), "method")()
ExchangedLater.__array__ = lambda self, dtype=None, copy=None: np.arange(SIZE) * 2.0
Base.__array__ = lambda self, dtype=None, copy=None: np.arange(SIZE) * 2.0


class Old:
    def __array__(self):
        return np.arange(SIZE) * 2.0


class WithIndex(Made):
    def __array__(self, dtype=None, copy=None):
        return np.arange(SIZE) % 3

    def __index__(self):
        raise TypeError("an array")


def stored(key, value, shape=(SIZE,)):
    target = np.zeros(shape)
    target[key] = value
    return target.sum()


def copied(value):
    target = np.zeros(SIZE, "f4")
    np.copyto(target, value, casting="same_kind")
    return target[-1]


def added(value):
    x = np.ones(SIZE)
    x += value
    return x.sum()


CALLS = (
    np.asarray, np.array, np.asanyarray, lambda o: np.asarray(o, "f4"), np.shape, np.sum, np.mean,
    lambda o: np.array(o, copy=False), lambda o: np.add(o, 1).sum(), lambda o: o + np.ones(SIZE),
    lambda o: np.ones(SIZE) + o, lambda o: np.sin(o).sum(), np.add.reduce, np.median, np.ndim,
    lambda o: np.dot(o, o), lambda o: stored(..., o), lambda o: stored(slice(None), o, (2, SIZE)),
    lambda o: stored(np.arange(SIZE), o), lambda o: stored(np.ones(SIZE, bool), o), copied, added,
    lambda o: np.array([o, o]).shape, lambda o: np.stack([o, o]).shape, lambda o: np.sort(o)[:4],
    lambda o: np.concatenate([o, np.ones(2)]).shape, lambda o: np.where(o, 1, 2).sum(),
    lambda o: np.ma.array(o).sum(), lambda o: np.matrix(o).shape, lambda o: np.unique(o).size,
    lambda o: (np.arange(SIZE) + 1)[o].sum(), lambda o: np.result_type(np.asarray(o), 1),
    library["total"], lambda o: np.interp(o, o, o).sum(),
)  # fmt: skip


def told(call, *args):
    try:
        found = call(*args)
        return type(found).__name__, found
    except Exception as error:
        return type(error).__name__, str(error).partition("0x")[0]


kinds = (Stored, Made, Derived, ByAnotherName, Unnamed, Static, OfTheClass, Wrapped, SetLater, Old,
         ExchangedLater, SetOnBaseLater, WithIndex,
         lambda: library["Column"](np.arange(SIZE) * 3.0))  # fmt: skip
for kind in kinds:
    kept = kind()
    for number, call in enumerate(CALLS):
        print(type(kept).__name__, number, *told(call, kind()), *told(call, kept))
held = Stored()
seen = np.asarray(held)
held.values[1] = 77
print(seen[:3], seen is held.values, np.shares_memory(seen, held.values))
