"""Code as it stands in a user's module: with the import hook on, and without it."""

import itertools
import sys
import types

import numen
from numen import hook

_numbers = itertools.count()


def run(text, installed):
    """The user's module of that text; the hook is on while it is imported, or not."""
    module = types.ModuleType(f"user_module_{next(_numbers)}")
    sys.modules[module.__name__] = module
    code = compile(text, f"/home/someone/project/{module.__name__}.py", "exec")
    was_installed = hook.is_installed()
    (numen.install if installed else numen.uninstall)()
    try:
        exec(code, module.__dict__)
    finally:
        (numen.install if was_installed else numen.uninstall)()
    return module
