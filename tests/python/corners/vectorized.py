# Python functions as ufuncs: what they give, and how often they are called.
import numpy as np

calls = []


def told(call):
    calls.clear()
    try:
        return call(), len(calls)
    except Exception as error:
        return f"{type(error).__name__}: {error}", len(calls)


def noted(function):
    def call(*args):
        calls.append(args)
        return function(*args)

    return call


FUNCTIONS = {
    "one": lambda a: a + 1, "pair": lambda a: (a, a * 2), "list": lambda a: [a, a],
    "text": lambda a: "x" * int(min(a, 3)), "none": lambda a: None, "three": lambda a: (1, 2, 3),
    "changing": lambda a: (a, a) if a < 2 else a,
}  # fmt: skip
INPUTS = ([1, 2], 3, np.arange(3.0), np.array(2.0), np.arange(4).reshape(2, 2), np.array([1]))
for name, function in FUNCTIONS.items():
    for number, x in enumerate(INPUTS):
        for outputs in (1, 2, 3):
            ufunc = np.frompyfunc(noted(function), 1, outputs)
            print(name, number, outputs, told(lambda: ufunc(x)))
        for otypes in (None, "d", "dd", "ddd", "O", "i", "U"):
            made = np.vectorize(noted(function), otypes=otypes)
            print(name, number, otypes, told(lambda: made(x)))
            made = np.vectorize(noted(function), otypes=otypes, cache=True)
            print(name, number, otypes, told(lambda: made(x)))
for identity in (None, 0, 1):
    ufunc = np.frompyfunc(lambda a, b: a * b, 2, 1, identity=identity)
    print(ufunc.identity, ufunc.types, ufunc.nargs, isinstance(ufunc, np.ufunc), repr(ufunc))
    for x in (np.arange(5.0), np.arange(0.0), np.float64(3), [1, 2], np.arange(6).reshape(2, 3)):
        print(told(lambda: ufunc.reduce(x)), told(lambda: ufunc.reduce(x, initial=10)))
        print(told(lambda: ufunc(x, x)), told(lambda: ufunc.accumulate(x)))
        print(told(lambda: ufunc.outer(x, [1, 2])), told(lambda: ufunc(x, x, dtype=float)))
print(isinstance(np.isnat, np.ufunc), isinstance(np.char.isalpha, np.ufunc))
