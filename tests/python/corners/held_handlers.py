# A class's own __array_function__, __array_ufunc__ and __array_wrap__ that are no plain functions
# of its module: class methods, what decorators make of a function, text, methods of bases.
import functools
import os
import types

import numpy as np

NAMED = {"sum": np.sum, "norm": np.linalg.norm, "add": np.add, "hypot": np.hypot,
         "sqrt": np.sqrt, "multiply": np.multiply}  # fmt: skip


def name_of(*given):
    return [name for thing in given for name, public in NAMED.items() if public is thing]


def tell(self, *given, **named):
    return name_of(*given), len(given)


class ByClass:
    @classmethod
    def __array_function__(cls, self, function, types, args, kwargs):
        return cls.__name__, name_of(function)

    @classmethod
    def __array_ufunc__(cls, self, ufunc, method, *inputs, **kwargs):
        return cls.__name__, name_of(ufunc), method


class Cached:
    @functools.lru_cache
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return name_of(ufunc), method


class Partial:
    def told(self, tag, *given, **named):
        return tag, name_of(*given), len(given)

    __array_function__ = functools.partialmethod(told, "a function")
    __array_ufunc__ = functools.partialmethod(told, "a ufunc")


class PartialFunction:
    __array_function__ = __array_ufunc__ = functools.partial(tell, "first")


class Binds:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner):
        return self.function if instance is None else functools.partial(self.function, instance)

    def __call__(self, *args, **kwargs):
        return self.function(*args, **kwargs)


class Calls:
    def __init__(self, answer):
        self.answer = answer

    def __call__(self, instance, function, *others, **named):
        return self.answer, name_of(function)


class Decorated:
    @Binds
    def __array_function__(self, function, types, args, kwargs):
        return name_of(function)

    @Binds
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return name_of(ufunc), method


class Answered:
    __array_function__ = Calls("a function")
    __array_ufunc__ = Calls("a ufunc")


class StaticCached:
    @staticmethod
    @functools.lru_cache
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return name_of(ufunc), method


class Teller:
    tell = tell


class Bound:
    __array_function__ = __array_ufunc__ = Teller().tell


class Wrapped(np.ndarray):
    @classmethod
    def __array_wrap__(cls, array, context=None, return_scalar=False):
        return "by class", context and name_of(context[0])


class WrappedPartly(np.ndarray):
    def wrap(self, tag, array, context=None, return_scalar=False):
        return tag, context and name_of(context[0])

    __array_wrap__ = functools.partialmethod(wrap, "partly")


TEXT = """
class {0}:
    def __array_function__(self, function, types, args, kwargs):
        return function is np.sum, function is np.linalg.norm

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return ufunc is np.add, ufunc is np.sqrt
"""
names = {"np": np}
exec(TEXT.format("OfText"), names)
module = types.ModuleType("made")
exec("import numpy as np\n" + TEXT.format("OfModule"), module.__dict__)


class Unseen:
    def __array_function__(self, function, types, args, kwargs):
        return name_of(function)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return name_of(ufunc)


class Inherits(Unseen):
    pass


class NotCalled:
    __array_function__ = __array_ufunc__ = int


class Empty:
    pass


class Derived(Empty):
    pass


class Reordered(type):
    def mro(cls):
        return (cls, Aside, object)


class Aside(Unseen):
    def __array_function__(self, function, types, args, kwargs):
        return "aside", name_of(function)


class Rearranged(metaclass=Reordered):
    pass


def told(call, *args):
    try:
        found = call(*args)
        return found if isinstance(found, (tuple, list, str)) else type(found).__name__
    except Exception as error:
        return type(error).__name__, str(error).partition("0x")[0].partition("<")[0]


def show(*kinds):
    for kind in kinds:
        print(kind.__name__, *(told(*call) for call in (
            (np.sum, kind()), (np.linalg.norm, kind()), (np.add, kind(), 1), (np.sqrt, kind()),
            (np.hypot.reduce, kind()), (np.multiply.outer, kind(), 2), (np.sum, [kind()]),
            (np.add, np.ones(3), kind()), (np.add, kind(), np.ones(30_000)))))


show(ByClass, Cached, Partial, PartialFunction, Decorated, Answered, StaticCached, Bound,
     names["OfText"], module.OfModule, Inherits, NotCalled, Empty, Derived, Rearranged)
Empty.__array_function__ = Empty.__array_ufunc__ = tell
show(Empty, Derived)
Derived.__array_function__ = functools.partialmethod(tell, "later")
show(Empty, Derived)
for size in (4, 30_000):
    for kind in (Wrapped, WrappedPartly):
        a = np.arange(float(size)).view(kind)
        print(told(np.sqrt, a), told(np.add, a, 1), told(np.hypot, a, a))

# By a library's call alone.
LIBRARY = "import numpy\ndef total(x):\n    return numpy.sum(x), numpy.add(x, 1)\n"
library = {"__name__": "theirs"}
folder = os.path.dirname(os.path.dirname(np.__file__))
exec(compile(LIBRARY, os.path.join(folder, "theirs.py"), "exec"), library)


class MetLater:
    def __array_function__(self, function, types, args, kwargs):
        return name_of(function)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return name_of(ufunc)


class ByClassLater:
    @classmethod
    def __array_function__(cls, self, function, types, args, kwargs):
        return name_of(function)

    @classmethod
    def __array_ufunc__(cls, self, ufunc, method, *inputs, **kwargs):
        return name_of(ufunc)


print(library["total"](MetLater()), library["total"](ByClassLater()))
for function in (len, [].append, max):
    print(told(getattr, function, "_implementation"), getattr(function, "__wrapped__", None))


class Unbound:
    """Whoever looks for what it wraps runs the program's code."""

    @property
    def __wrapped__(self):
        print("asked for what it wraps")
        raise RuntimeError("unbound")

    def __call__(self, *args, **kwargs):
        return "called"


class Unbinding:
    __array_function__ = Unbound()


print(np.sum(Unbinding()))
