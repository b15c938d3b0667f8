"""`%load_ext numen` and `%unload_ext numen`: a notebook changes over while it runs.

The cells may have imported NumPy already: their names for NumPy's modules, functions and
generators' classes are bound anew. Arrays stay what they are.
"""

import sys
from types import ModuleType

import numpy

from . import hook, namespace
from .pickling import original_of
from .scipy_names import module as scipy_module
from .scipy_names.modules import OURS as SCIPYS

_CLASSES = ("ndarray", "vectorize", "random.Generator", "random.RandomState")


def load(shell):
    """What %load_ext does with its shell; None stands for no shell."""
    hook.install()
    changed = [] if shell is None else rebind(shell.user_ns, numens_of)
    said = []
    if changed:
        said.append(f"{', '.join(changed)} {'is' if len(changed) == 1 else 'are'} Numen's from "
                    "here on")
    for name in sorted(users_modules_with_numpy()):
        said.append(f"{name} has imported NumPy before and keeps it until it is reloaded")
    for line in said:
        print("numen:", line)


def unload(shell):
    """What %unload_ext does with its shell."""
    hook.uninstall()
    if shell is not None:
        rebind(shell.user_ns, librarys_of)


def rebind(names, counterpart_of):
    """Gives each name of a dictionary the counterpart of its value; the names that changed."""
    changed = []
    for name, value in list(names.items()):
        found = None if name.startswith("_") else counterpart_of(value)
        if found is not None and found is not value:
            names[name] = found
            changed.append(name)
    return changed


def numens_of(value):
    """Numen's object in the place of one of NumPy's or SciPy's; None if there is none."""
    if isinstance(value, ModuleType):
        return _module_of(value)
    owner, name = getattr(value, "__module__", None), getattr(value, "__name__", None)
    if not isinstance(owner, str) or not isinstance(name, str):
        return None
    if owner.partition(".")[0] not in ("numpy", "scipy"):
        return None
    for module in _modules_with(value, name):
        return getattr(module, name)
    return None


def _module_of(module):
    name = module.__name__
    if sys.modules.get(name) is not module:
        return None
    if name == "numpy" or name.startswith("numpy."):
        return namespace.module(name)
    return scipy_module(name) if name in SCIPYS else None


def _modules_with(value, name):
    """Numen's modules in which `name` stands for this object of the library."""
    for part in ("", *sorted(namespace.SUBMODULES)):
        full_name = f"numpy.{part}".rstrip(".")
        if getattr(_loaded(full_name), name, None) is value:
            yield namespace.module(full_name)
    for full_name in sorted(SCIPYS):
        if getattr(sys.modules.get(full_name), name, None) is value:
            yield scipy_module(full_name)


def _loaded(full_name):
    """NumPy's module if the program has got it; looking does not import it."""
    return sys.modules.get(full_name)


def librarys_of(value):
    """What NumPy or SciPy has in the place of an object of Numen's."""
    for path in _CLASSES:
        if isinstance(value, type) and value is _attribute(namespace.module("numpy"), path):
            return _attribute(numpy, path)
    return None if value is sys.modules["numen"] else original_of(value)


def _attribute(module, path):
    for name in path.split("."):
        module = getattr(module, name)
    return module


def users_modules_with_numpy():
    """Names of the user's own modules, imported before, whose globals hold NumPy."""
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name in ("__main__", "__mp_main__") or not isinstance(file, str):
            continue
        if not isinstance(module, ModuleType) or isinstance(module, namespace.UserModule):
            continue
        if hook.is_user_file(file) and any(value is numpy for value in vars(module).values()):
            yield name
