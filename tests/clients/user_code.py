"""Code as it stands in a user's module, as it runs under Numen and under Python alone."""

import contextlib
import itertools
import sys
import types

import numen
from numen import hook
from numen.native import front

_numbers = itertools.count()


@contextlib.contextmanager
def under_numen(is_wanted):
    """As under `numen run`: imports, the operators of all arrays, doors. Or as under Python."""
    was_installed = hook.is_installed()
    served_foreign = front.set_serves_foreign(is_wanted)
    (numen.install if is_wanted else numen.uninstall)()
    try:
        yield
    finally:
        (numen.install if was_installed else numen.uninstall)()
        front.set_serves_foreign(served_foreign)


def run(text, is_numens):
    """The user's module of that text, which is imported under Numen or not.

    What the module's functions do later they do in the state of that time: see under_numen.
    """
    module = types.ModuleType(f"user_module_{next(_numbers)}")
    sys.modules[module.__name__] = module
    code = compile(text, f"/home/someone/project/{module.__name__}.py", "exec")
    with under_numen(is_numens):
        exec(code, module.__dict__)
    return module
