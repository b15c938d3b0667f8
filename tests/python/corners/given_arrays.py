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

for array in (BIG, np.arange(3.0)):
    print(array.__array_priority__, getattr(array, "__array_priority__"))
