"""Compiled libraries take Numen's large arrays: their functions are called through doors.

C code that asks for a `numpy.ndarray` by type would refuse a managed array. So every extension
module that is loaded gets doors on its functions, its types' methods and their constructors; a door
exposes the managed arrays among the arguments, and costs a few nanoseconds. Callables that are not
found in this way can be given one by `open`.
"""

import builtins
import importlib.machinery
import sys
from types import BuiltinFunctionType

from .native import front

_loader = importlib.machinery.ExtensionFileLoader
_real_exec_module = _loader.exec_module
_own = ("numpy", "numen")


def open(callable):
    """Lets a compiled function, method or type take managed arrays. Returns it.

    >>> import math
    >>> open(math.fsum) is math.fsum
    True

    TypeError: it cannot be called.
    """
    if not builtins.callable(callable):
        raise TypeError(f"open wants a function, method or type, got {type(callable).__name__}")
    front.open_doors(callable)
    return callable


def _has_doors(module):
    name, file = getattr(module, "__name__", ""), getattr(module, "__file__", None)
    if not isinstance(name, str) or not isinstance(file, str) or not hasattr(module, "__spec__"):
        return False
    from .hook import is_standard

    if name.startswith("numpy.random."):  # its generators ask for the type: shuffle warns
        return True
    return name.partition(".")[0] not in _own and not is_standard(file)


def _exec_module(self, module):
    _real_exec_module(self, module)
    if _has_doors(module):
        front.open_doors(module)


def _open_own_functions(module):
    """Of a package that holds the functions of an extension module which is gone by now (cv2)."""
    package = module.__name__.partition(".")[0]
    for value in list(vars(module).values()):
        if type(value) is BuiltinFunctionType:
            owner = value.__module__
            if not isinstance(owner, str) or owner.partition(".")[0] == package:
                front.open_doors(value)


def install():
    """Opens doors in the extension modules that are loaded, and in those that will be."""
    if _loader.exec_module is _exec_module:
        return
    _loader.exec_module = _exec_module
    for module in list(sys.modules.values()):
        if not _has_doors(module):
            continue
        if isinstance(getattr(module.__spec__, "loader", None), _loader):
            front.open_doors(module)
        else:
            _open_own_functions(module)


def uninstall():
    """No more doors are opened; those that are open stay, and do nothing without managed arrays."""
    _loader.exec_module = _real_exec_module


CURE = ("numen: a compiled function that has no door refused a large array of Numen's. "
        "np.asarray(x) gives what every C function takes; numen.doors.open(function) opens a door; "
        "NUMEN_MANAGED=0 turns such arrays off.")


def note_cure(error):
    """Adds a line with the cure to a TypeError of C code that refused a managed array."""
    if not isinstance(error, TypeError) or "ndarray" not in str(error):
        return
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return
    names = {**traceback.tb_frame.f_globals, **traceback.tb_frame.f_locals}
    if any(front.is_managed(value) for value in names.values()):
        error.add_note(CURE)
