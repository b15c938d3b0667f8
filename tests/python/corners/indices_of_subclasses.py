# Indices that are arrays of a subclass, or objects whose __index__ says no.
import os
import tempfile

import numpy as np


class Own(np.ndarray):
    pass


class Counting(np.ndarray):
    def __index__(self):
        return 1


class Positions:
    def __array__(self, dtype=None, copy=None):
        return np.array([2, 0])

    def __index__(self):
        raise TypeError("an array, rather")


def mapped(values):
    with tempfile.TemporaryDirectory() as folder:
        made = np.memmap(os.path.join(folder, "x"), values.dtype, "w+", shape=values.shape)
        made[...] = values
        return made


def told(call):
    try:
        return repr(call())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def stored(x, key, value):
    y = x * 1
    y[key] = value
    return y.sum(), y[:4].tolist()


def added(x, key):
    y = x * 1
    y[key] += 3
    return y.sum()


def indices(values):
    values = np.asarray(values)
    yield np.ma.masked_array(values, mask=values == values.max())
    yield from (np.matrix(values), values.view(Own), values.view(Counting), mapped(values))


for x in (np.arange(6.0) + 1, np.arange(12.0).reshape(6, 2) + 1, np.arange(40000.0) + 1):
    half = np.arange(len(x)) % 2 == 0
    for values in ([1, 2], [[0, 2], [1, 1]], half, [1.0, 2.0], [10**6], np.array([3, 1], "u1")):
        for key in indices(values):
            print(type(key).__name__, told(lambda: x[key].sum()), told(lambda: x[key, ...].shape))
            print(told(lambda: x[key, 0].sum()), told(lambda: x[0, key]), told(lambda: x[key:]))
            print(told(lambda: stored(x, key, 7)), told(lambda: stored(x, (key,), 8)))
            print(told(lambda: stored(x, key, x[:2] * 3)), told(lambda: added(x, key)))
    print(x[Positions()], told(lambda: stored(x, Positions(), 7)), told(lambda: x[Positions(), 0]))
