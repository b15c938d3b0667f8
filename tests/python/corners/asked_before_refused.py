"""A class with __array_ufunc__ is asked before NumPy looks at options, by the method's name."""

import numpy as np


class Asked:
    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        return ufunc.__name__, method, len(inputs), sorted(options)


OPTIONS = [("dtype", "units"), ("dtype", 3), ("dtype", np.floating), ("casting", "SAFE"),
           ("casting", None), ("order", "X"), ("order", 1), ("where", "x"), ("subok", "x"),
           ("signature", 1)]
PLAIN = np.arange(3.0)


def show(label, call):
    try:
        print(label, call())
    except Exception as error:
        print(label, type(error).__name__, error)


for ufunc in np.add, np.sin, np.less, np.power, np.logical_and, np.divmod:
    for name, value in OPTIONS:
        option = {name: value}
        inputs = [PLAIN] * ufunc.nin
        show((ufunc, option), lambda: ufunc(*inputs, **option))
        show((ufunc, option, "first"), lambda: ufunc(Asked(), *inputs[1:], **option))
        show((ufunc, option, "out"), lambda: ufunc(*inputs, out=(Asked(),) * ufunc.nout, **option))
    if ufunc.nin == 2:
        for out in Asked(), (Asked(),), np.zeros((3, 3)), (np.zeros((3, 3)),), None, 1, (None,):
            if ufunc.nout == 1:
                show((ufunc, "outer"), lambda: ufunc.outer(PLAIN, PLAIN, out=out))
        show((ufunc, "asked"), lambda: ufunc.outer(PLAIN, Asked()))

# What is refused, and what says nothing of itself.
for axis in True, False, np.True_, 0, 1.0, None:
    show(("accumulate", axis), lambda: np.add.accumulate(np.ones((2, 2)), axis=axis))
    show(("reduceat", axis), lambda: np.add.reduceat(np.ones((2, 2)), [0], axis=axis))
for casting in "no", "equiv", "safe", "same_kind", "unsafe":
    for number in 3, 2.5, 1j, True, np.float64(2), np.int8(2):
        for dtype in "f8", "f4", "u1", "i8", "D", "?":
            a = np.ones(2, dtype)
            show((casting, number, dtype), lambda: np.add(a, number, casting=casting))
            show((casting, number, dtype), lambda: np.less(number, a, casting=casting))
for name in "var", "std":
    for options in {"correction": None}, {"correction": 1}, {"mean": None}, {"correction": 0}:
        show((name, options), lambda: getattr(PLAIN, name)(**options))
for places, values in ([0], []), ([], []), ([0], [1]), ([], [1]), (0, []):
    show(("put", places, values), lambda: np.empty(0).put(places, values))
    show(("put", places, values), lambda: np.put(np.empty((0, 2), int), places, values, "wrap"))
for number in 1e300, -1e300, 1e39, 2.0:
    for exponent in 1, 2, -1, 0.5, 3:
        show((number, exponent), lambda: number ** np.array(exponent, "f4"))
        show((number, exponent), lambda: np.power(number, np.float32(exponent)))
        show((number, exponent), lambda: number ** np.array([exponent, exponent], "f4"))
        show((number, exponent), lambda: np.array(exponent, "f4") ** number)
