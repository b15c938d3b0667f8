"""The modules that a user's program sees as `scipy` and `scipy.linalg`.

Of SciPy's other modules the program gets SciPy's own, whose functions take Numen's arrays as
every library's do.
"""

import functools
import importlib
import importlib.util
import sys
from importlib.machinery import ModuleSpec, PathFinder

from ..namespace import SubmoduleLoader
from ..native import front
from ..pickling import module_type, remember
from ..user_module import UserModule
from .registry import declared, kinds

# In these, functions that are not declared become fallbacks.
SUBMODULES = frozenset(("scipy.linalg",))
OURS = SUBMODULES | {"scipy"}


class Module(UserModule):
    """A module whose documentation is looked up when somebody asks."""

    @property
    def __doc__(self):
        return importlib.import_module(self.__name__).__doc__


module_type(Module)


def _spec(name):
    """SciPy's spec of a module, found without importing it; None without SciPy."""
    owner = name.rpartition(".")[0]
    if not owner:
        try:
            return importlib.util.find_spec(name)
        except ValueError:  # sys.modules holds something else under that name
            return None
    inside = _spec(owner).submodule_search_locations
    return PathFinder.find_spec(name, inside) or importlib.util.find_spec(name)


@functools.cache
def is_installed():
    """Whether there is a SciPy to stand in for."""
    return _spec("scipy") is not None


@functools.cache
def module(name):
    """Numen's version of SciPy's module of that name, or SciPy's own where Numen has none."""
    if name not in OURS or not is_installed():
        return importlib.import_module(name)
    made = Module(name)
    names = made.__dict__
    del names["__doc__"]
    spec = _spec(name)
    names.update(__spec__=spec, __path__=spec.submodule_search_locations, __file__=spec.origin,
                 __loader__=spec.loader, __package__=spec.parent)
    for key, found in declared.items():
        owner, _, last = key.rpartition(".")
        if owner == name:
            remember(key, found)
            names[last] = found
    names["__getattr__"] = lambda last: _late(made, last)
    names["__dir__"] = lambda: dir(importlib.import_module(name))
    return made


def _late(made, name):
    """A name that was not put into the module when it was made."""
    full_name = f"{made.__name__}.{name}"
    if full_name in OURS:
        found = module(full_name)
    else:
        found = getattr(importlib.import_module(made.__name__), name)
        if made.__name__ in SUBMODULES and _is_function(found):
            found = front.ScipyFunction(full_name)
            remember(full_name, found)
    made.__dict__[name] = found
    return found


def _is_function(found):
    return callable(found) and not isinstance(found, type)


def replacement(name, fromlist):
    """What `import name` in the user's modules gives; None for what SciPy's own import gives."""
    if not is_installed():
        return None
    if name in OURS:
        return module(name if fromlist else "scipy")
    if fromlist:
        return None
    try:
        importlib.import_module(name)
    except ImportError:
        return None  # which SciPy's import says better
    return module("scipy")


def find_submodule(full_name):
    """The spec of `numen.scipy.linalg` and the like."""
    name = full_name.partition(".")[2]
    if not is_installed():
        raise ModuleNotFoundError(
            f"{full_name} wants SciPy 1.13 or later: no SciPy is installed for {sys.executable}",
            name="scipy")
    if name not in OURS:
        importlib.import_module(name)
    return ModuleSpec(full_name, ScipyLoader, is_package=True)


class ScipyLoader(SubmoduleLoader):
    """What the import system calls for the specs of find_submodule."""

    @staticmethod
    def create_module(spec):
        made = module(spec.name.partition(".")[2])
        spec.loader_state = made.__spec__
        return made


def coverage():
    """As numen.coverage, for the names of SciPy's modules that Numen has; none without SciPy."""
    if not is_installed():
        return {}
    found = {}
    for owner in sorted(SUBMODULES):
        real = importlib.import_module(owner)
        for name in real.__all__:
            key = f"{owner}.{name}"
            is_left = key not in kinds and _is_function(getattr(real, name))
            found[key] = "fallback" if is_left else kinds.get(key, "native")
    return found
