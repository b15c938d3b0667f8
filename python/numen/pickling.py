"""Pickles of Numen's functions, generators and modules: by NumPy's and SciPy's names.

A pickle has to load where Numen is not installed, and should give Numen's object where it is in
use. So np.median is pickled as the expression

    getattr(getattr(sys.modules.get("numen"), "_numpy", None), "median",
            pkgutil.resolve_name("numpy:median"))

in which all names are Python's own: a process that has not loaded Numen gets NumPy's function. The
workers of `numen run` have loaded it (workers.py), those of a program that calls install() or
imports numen have where they import the program. copy and deepcopy evaluate the same expression
and give the object itself.
"""

import copyreg
import importlib
import pickle
import sys
from abc import ABCMeta
from types import BuiltinFunctionType, ModuleType

from .native import front

_roots = {"numpy": "_numpy", "scipy": "scipy"}  # the attributes of the package numen that hold them
_names = {}  # id of one of our functions: where its library has it, "numpy.linalg.norm"
_originals = {}  # the same id: (ours, what the library has there)


class Spelled:
    """A call that is pickled as it is written, and made when the pickle is loaded."""

    def __init__(self, function, *arguments):
        self.function, self.arguments = function, arguments

    def __reduce__(self):
        return self.function, self.arguments

    def value(self):
        arguments = (a.value() if type(a) is Spelled else a for a in self.arguments)
        return self.function(*arguments)

    def __call__(self, *arguments):
        return self.value()(*arguments)

    def __getattr__(self, name):  # copy.copy evaluates the outermost call only
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.value(), name)


def resolved(name):
    """What pkgutil.resolve_name finds: a module, or "module:name.in.it"."""
    from pkgutil import resolve_name

    return Spelled(resolve_name, name)


def by_name(path):
    """Numen's object at "numpy.linalg.norm", or NumPy's where Numen is not loaded."""
    library, _, rest = path.partition(".")
    found = Spelled(resolved("sys:modules.get"), "numen")
    *owners, last = [_roots[library], *filter(None, rest.split("."))]
    for name in owners:
        found = Spelled(getattr, found, name, None)
    return Spelled(getattr, found, last, resolved(f"{library}:{rest}"))


def remember(path, public, original=None):
    """From now on the function `public`, which stands for `original`, is pickled as `path`.

    It is what the user's `__array_function__` is given. An original that is None is looked up when
    it is asked for.
    """
    if id(public) in _names:
        return
    _names[id(public)] = path
    _originals[id(public)] = (public, original)  # an object that lives keeps its id
    if original is not None:
        front.pair_functions(original, public)


def path_of(public):
    """The name that an object of ours is pickled by; None if it has none."""
    return _names.get(id(public))


def original_of(public):
    """What NumPy or SciPy has in the place of our function, class or module, else `public`."""
    if isinstance(public, ModuleType):
        name = public.__name__
        if name in ("numen", "numen.random"):
            return _real("numpy" + name[len("numen"):])
        return _real(name) if isinstance(public, front.Namespace) else public
    if id(public) not in _originals:
        return public
    _, original = _originals[id(public)]
    return _real(path_of(public)) if original is None else original


def _real(path):
    from .namespace import real_module

    library, _, rest = path.partition(".")
    if library == "numpy":
        if path in sys.modules:
            return real_module(path)
        owner, _, name = path.rpartition(".")
        return getattr(real_module(owner), name)
    found = importlib.import_module(library)
    for name in filter(None, rest.split(".")):
        if not hasattr(found, name):
            importlib.import_module(f"{found.__name__}.{name}")
        found = getattr(found, name)
    return found


def _reduce_function(public):
    path = path_of(public)
    if path is not None:
        return by_name(path).__reduce__()
    target = getattr(public, "__wrapped__", None)
    owner = _path_of_ufunc(target)
    if owner is None:
        raise pickle.PicklingError(f"Can't pickle {public!r}: it is not a public function")
    return by_name(f"{owner}.{target.__name__}").__reduce__()


def _path_of_ufunc(method):
    """The name of the ufunc of ours whose method NumPy computes: np.add.reduceat's is numpy.add."""
    import numpy

    owner = getattr(method, "__self__", None)
    path = f"numpy.{getattr(owner, '__name__', '')}"
    is_public = isinstance(owner, numpy.ufunc) and getattr(numpy, owner.__name__, None) is owner
    return path if is_public else None


def _reduce_native(function):
    path = path_of(function)
    return function.__reduce__() if path is None else by_name(path).__reduce__()


def _reduce_adopting(function):
    """A method of the generators' classes; a function of numpy.random is bound to its generator."""
    if path_of(function) is None:  # numen.random imported by itself has named nothing yet
        from .namespace import module

        module("numpy.random")
    path = path_of(function)
    if path is None:
        raise pickle.PicklingError(f"Can't pickle {function!r}: it is not a public function")
    original = original_of(function)
    if isinstance(getattr(original, "__self__", None), (type(None), ModuleType)):
        return by_name(path).__reduce__()
    # Another process goes on where this one stands, as with NumPy: the generator goes along.
    return original.__reduce__()


def _reduce_module(module):
    name = module.__name__
    if name.startswith("numen"):  # the program asks for Numen by name
        return resolved(name).__reduce__()
    return by_name(name).__reduce__()


class PublicClass(ABCMeta):
    """The type of classes of ours that stand for NumPy's: they are pickled by NumPy's names.

    pickle asks nobody about a class whose type is `type` itself, and finds it by its module. A
    program may derive from such a class and from abc.ABC.
    """

    def __repr__(self):
        return repr(original_of(self)) if id(self) in _originals else super().__repr__()

    def __instancecheck__(self, instance):
        # Libraries hand instances of NumPy's class on: np.random.mtrand._rand.
        is_public = id(self) in _originals
        return super().__instancecheck__(instance) or (
            is_public and isinstance(instance, original_of(self)))


def _reduce_class(kind):
    path = path_of(kind)
    return kind.__qualname__ if path is None else by_name(path).__reduce__()  # a program's own


def _reduce_array_class(kind):
    """The type of managed arrays stands for numpy.ndarray."""
    return resolved("numpy:ndarray").__reduce__()


def _reduce_ufunc_class(kind):
    return resolved("numpy:ufunc").__reduce__()


def module_type(kind):
    """Lets modules of this type be pickled."""
    copyreg.pickle(kind, _reduce_module)
    return kind


def register():
    """Tells pickle, copy and what builds on them how our types are reduced."""
    ufuncs = {front.ufunc, type(front.functions["matmul"])}
    for kind in (*ufuncs, front.Composite, front.Fallback, front.ScipyFunction):
        copyreg.pickle(kind, _reduce_function)
    copyreg.pickle(front.Adopting, _reduce_adopting)
    copyreg.pickle(BuiltinFunctionType, _reduce_native)
    copyreg.pickle(front.NativeFunction, _reduce_native)
    copyreg.pickle(type(front.managed), _reduce_array_class)
    copyreg.pickle(type(front.ufunc), _reduce_ufunc_class)
    copyreg.pickle(PublicClass, _reduce_class)
    module_type(front.Namespace)


register()
