"""The modules that a user's program holds as numpy, numpy.linalg, scipy.linalg …

What a program puts into one, `np.float = float` or mock.patch("numpy.random.rand"), it puts into
NumPy for everybody, as if the module were NumPy's own: libraries see it too. What it takes back is
Numen's here and NumPy's there again.
"""

import sys

from .native import front
from .pickling import module_type, original_of

_absent = object()


class UserModule(front.Namespace):
    """A module that stands for a library's; `vars(module)` is filled without touching that."""

    def __setattr__(self, name, value):
        library = original_of(self)
        mine, theirs = _first(self, library, name)
        super().__setattr__(name, value)
        _put(library, name, theirs if value is mine else original_of(value))

    def __delattr__(self, name):
        library = original_of(self)
        mine, theirs = _first(self, library, name)
        if vars(self).pop(name, _absent) is _absent and name not in vars(library):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        # What this module has not got itself is not deleted, but as it was.
        _put(library, name, theirs if mine is _absent else _absent)

    def __repr__(self):
        from . import __version__

        library = self.__name__.partition(".")[0]
        version = getattr(sys.modules.get(library), "__version__", "")
        return (f"<module {self.__name__!r} from {self.__file__!r} "
                f"(Numen {__version__}, {library} {version})>")


def _first(module, library, name):
    """What a module and its library had by this name before anybody put something there."""
    return vars(module).setdefault("_numen_replaced", {}).setdefault(
        name, (vars(module).get(name, _absent), vars(library).get(name, _absent)))


def reload(module, reload_library):
    """importlib.reload(np): the library is reloaded, and what was put into it taken back."""
    replaced, library = vars(module).pop("_numen_replaced", {}), original_of(module)
    for name, (mine, theirs) in replaced.items():
        if mine is _absent:
            vars(module).pop(name, None)
        else:
            vars(module)[name] = mine
        _put(library, name, theirs)
    shared = [name for name in vars(module).get("__all__", ())
              if vars(module).get(name, _absent) is vars(library).get(name)]
    reload_library(library)
    vars(module).update((name, getattr(library, name)) for name in shared)
    return module


def _put(library, name, value):
    if value is not _absent:
        setattr(library, name, value)
    elif name in vars(library):
        delattr(library, name)


# Programs see a module, nothing more.
UserModule.__name__ = UserModule.__qualname__ = "module"
UserModule.__module__ = "builtins"
module_type(UserModule)
