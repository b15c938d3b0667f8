# __array__ that is no function of the class: NumPy takes the array all the same. And objects that
# stand for an array, whose attributes are the array's.
import functools
import re
import unittest.mock

import numpy as np

BIG = np.arange(30000) * 1.0
BIG_INTEGERS = np.arange(30000) + 1


def shown(x):
    if isinstance(x, np.ndarray):
        return f"{x.dtype}{x.shape}{x.ravel()[-2:].tolist()}"
    return f"{type(x).__name__} {x!r}"[:100]


def told(key, call):
    try:
        answer = shown(call())
    except Exception as error:
        answer = f"{type(error).__name__}: {error}"
    print(key, re.sub(" at 0x[0-9a-f]+", "", answer))


def kinds(make):
    def give(*args, **kwargs):
        return make()

    class Callable:
        def __call__(self, *args, **kwargs):
            return make()

    class Instance:
        def __init__(self):
            self.__array__ = give

    class Mocked:
        def __init__(self):
            self.__array__ = unittest.mock.Mock(side_effect=give)

    class Given:
        def __getattr__(self, name):
            if name == "__array__":
                return give
            raise AttributeError(name)

    class Always:
        def __getattribute__(self, name):
            return give if name == "__array__" else super().__getattribute__(name)

    class Lazy:
        def __getattr__(self, name):
            return getattr(make(), name)

    yield "instance", Instance()
    yield "mock", Mocked()
    yield "getattr", Given()
    yield "getattribute", Always()
    yield "lazy", Lazy()
    ways = {
        "partialmethod": functools.partialmethod(give),
        "cached": functools.lru_cache(None)(give),
        "property": property(lambda self: give),
        "callable": Callable(),
        "static": staticmethod(give),
        "class": classmethod(give),
        "lambda": lambda self, dtype=None, copy=None: make(),
    }
    for name, way in ways.items():
        yield name, type("Giver", (), {"__array__": way})()


def stored(values):
    target = np.zeros(30000)
    target[:] = values
    return target


MAKERS = {
    "small": lambda: np.arange(3.0),
    "new": lambda: np.zeros(30000),
    "computed": lambda: BIG * 2 + 1,
    "kept": lambda: BIG,
    "integers": lambda: BIG_INTEGERS,
    "sequence": lambda: [1.0, 2.0],
    "text": lambda: "text",
}
for size, make in MAKERS.items():
    for name, x in kinds(make):
        key = f"{size} {name}"
        told(f"asarray {key}", lambda: np.asarray(x))
        told(f"float32 {key}", lambda: np.array(x, dtype=np.float32))
        told(f"list {key}", lambda: np.array([x, x]))
        told(f"sum {key}", lambda: np.sum(x))
        told(f"sqrt {key}", lambda: np.sqrt(x))
        told(f"joined {key}", lambda: np.concatenate([x, (1.0, 2.0)]))
        told(f"where {key}", lambda: np.where(BIG > 5, x, BIG))
        told(f"stored {key}", lambda: stored(x))
        told(f"times {key}", lambda: BIG * x)
        told(f"less {key}", lambda: BIG < x)
        told(f"left {key}", lambda: x - BIG)
        told(f"dot {key}", lambda: np.dot(x, BIG))
        told(f"sort {key}", lambda: np.sort(x)[::-1])



class Giver:
    """Gives a new array each time."""

    def __init__(self, value):
        self.__array__ = lambda dtype=None, copy=None: np.full(20000, value)


def added(shape):
    target = np.zeros(shape)
    np.add.at(target, (Giver(0), Giver(1)), 1)
    return target


def written(key, value=1.0):
    target = np.zeros((200, 200))
    target[key] = value
    return target.sum(axis=0)


table = np.arange(40000.0).reshape(200, 200)
record = np.dtype([("a", int, (20000,)), ("b", int)])
KEYS = {
    "two": lambda: (Giver(0), Giver(1)),
    "one": lambda: (Giver(0),),
    "slice": lambda: (Giver(0), slice(None)),
    "new axis": lambda: (None, Giver(0)),
    "ellipsis": lambda: (..., Giver(0)),
    "list": lambda: [Giver(0), Giver(1)],
    "alone": lambda: Giver(0),
}
for name, key in KEYS.items():
    told(f"key {name}", lambda: table[key()])
    told(f"turned key {name}", lambda: table.T[key()])
    told(f"written key {name}", lambda: written(key()))
told("value", lambda: written(slice(None), np.full(200, 2.0)))
told("added", lambda: added((5, 5)))
told("added to many", lambda: added((200, 200)))
told("record", lambda: np.array([(Giver(0), 3)], dtype=record)["b"])


class NoArray:
    asked = 0

    def __array__(self, dtype=None, copy=None):
        NoArray.asked += 1
        return [1]


told("no array", lambda: np.asarray(NoArray()))
told("no array in a list", lambda: np.array([NoArray(), 1]))
print(NoArray.asked)

for array in (BIG, np.arange(3.0)):
    print(array.__array_priority__, getattr(array, "__array_priority__"))
