# Which function of NumPy's a class's own __array_function__, __array_ufunc__ and __array_wrap__ are
# told: the one that the class's module sees under that name.
import os

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

LIBRARY = """
import sys
import numpy

class Theirs:
    def __array_function__(self, function, types, args, kwargs):
        return function is sys.modules["numpy"].__dict__[function.__name__]

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return ufunc is sys.modules["numpy"].__dict__[ufunc.__name__]

def total(x):
    return numpy.sum(x), numpy.add(x, 1), numpy.linalg.norm(x)
"""
library = {"__name__": "theirs"}
folder = os.path.dirname(os.path.dirname(np.__file__))
exec(compile(LIBRARY, os.path.join(folder, "theirs.py"), "exec"), library)

MODULES = (("", np), ("linalg.", np.linalg), ("fft.", np.fft), ("strings.", np.strings),
           ("ma.", np.ma))  # fmt: skip
NAMES = [(prefix + name, getattr(module, name)) for prefix, module in MODULES
         for name in sorted(module.__all__) if name not in ("f2py", "test")]
NAMES = [(name, public) for name, public in NAMES
         if callable(public) and not isinstance(public, type)]


def name_of(function):
    found = [name for name, public in NAMES if public is function]
    assert all(function == public for name, public in NAMES if name in found)
    return sorted(found)


class Tells:
    def __repr__(self):
        return "<>"

    def __array_function__(self, function, types, args, kwargs):
        return name_of(function), function in {function: 1}, len(args)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return name_of(ufunc), method, len(inputs)


class Derived(Tells):
    pass


class AddedLater:
    pass


class ByAnotherName:
    def __repr__(self):
        return "<>"

    def tell(self, function, *others, **named):
        return name_of(function)

    __array_function__ = __array_ufunc__ = tell


class Static(ByAnotherName):
    @staticmethod
    def __array_function__(self, function, types, args, kwargs):
        return name_of(function)


class WithOperators(NDArrayOperatorsMixin):
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return name_of(ufunc), method, ufunc is np.multiply


class OfArrays(np.ndarray):
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        print("  ufunc", name_of(ufunc), method, ufunc is np.multiply)
        inputs = [x.view(np.ndarray) if isinstance(x, OfArrays) else x for x in inputs]
        return super().__array_ufunc__(ufunc, method, *inputs, **kwargs)

    def __array_function__(self, function, types, args, kwargs):
        print("  function", name_of(function), function is np.concatenate)
        return super().__array_function__(function, types, args, kwargs)


class Wraps(np.ndarray):
    def __array_wrap__(self, array, context=None, return_scalar=False):
        told = None if context is None else (name_of(context[0]), len(context), context[2])
        print("  wrap", told, return_scalar)
        return super().__array_wrap__(array, context, return_scalar)


class Computes:
    def __repr__(self):
        return "<>"

    def __array_function__(self, function, types, args, kwargs):
        inner = [np.arange(3.0) if isinstance(x, Computes) else x for x in args]
        return function(*inner, **kwargs), function._implementation(*inner, **kwargs)


HANDLED = {}


def implements(*functions):
    def keep(answer):
        HANDLED.update(dict.fromkeys(functions, answer))
        return answer

    return keep


class Dispatches:
    def __array_function__(self, function, types, args, kwargs):
        if function not in HANDLED:
            return NotImplemented
        return HANDLED[function](*args, **kwargs)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return HANDLED.get((ufunc, method), NotImplemented)


@implements(np.sum, np.linalg.norm, np.fft.fft, np.vsplit, np.nanmax)
def answered(*args, **kwargs):
    return "answered", len(args)


HANDLED[np.add, "__call__"] = HANDLED[np.hypot, "reduce"] = "a ufunc"


def told(call, *args, **kwargs):
    try:
        return call(*args, **kwargs)
    except Exception as error:
        return type(error).__name__, str(error).partition("0x")[0]


for name, function in NAMES:
    if name.startswith("ma."):
        continue
    for count in range(1, 5):
        found = told(function, *[Tells()] * count)
        if not isinstance(found, tuple) or found[:1] != ("TypeError",):
            print(name, count, found if isinstance(found, tuple) else type(found))
            break
AddedLater.__array_function__ = Tells.__array_function__
AddedLater.__array_ufunc__ = Tells.__array_ufunc__
for kind in (Derived, AddedLater, ByAnotherName, Static, Computes, Dispatches, library["Theirs"]):
    for function in (np.sum, np.mean, np.linalg.norm, np.fft.fft, np.nanmax, np.add, np.hypot,
                     np.hypot.reduce, np.multiply.outer, np.matmul):
        print(kind.__name__, function.__name__, told(function, kind(), *[2] * (
            function in (np.add, np.hypot, np.multiply.outer, np.matmul))))
    print(kind.__name__, told(np.vsplit, kind(), 2), told(np.ones, 3, like=kind()),
          told(np.array, [1], like=kind()), library["total"](kind()) if kind is Derived else None)
o = WithOperators()
print(o * 2, 2 * o, o + np.ones(3), np.ones(30_000) * o, -o, o @ o, o < 3, o**2, abs(o))
for size in (4, 30_000):
    a = np.arange(float(size)).view(OfArrays)
    print((a * 2)[:3], np.sqrt(a)[:3], a.sum(), np.concatenate([a, a]).size, np.mean(a), a.max())
    w = np.arange(float(size)).view(Wraps)
    print(np.sin(w)[:3], (w + 1)[:3], w.sum(), np.modf(w)[1][:3], np.cumsum(w)[:3])
print(hasattr(len, "_implementation"), hasattr([].append, "_implementation"))
