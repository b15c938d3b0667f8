"""numba's view of the names of a user's module: in compiled code np.sin is NumPy's sin.

numba knows NumPy's functions by their identity and compiles its own versions of them. `register`
is called once numba has been imported (numen.__init__ waits for it): programs without numba pay
nothing. Where Numen's function, ufunc or module stands in the source, numba sees NumPy's.
"""

import functools
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType

import numpy

from .native import front
from .pickling import original_of


def register():
    """Makes numba read Numen's objects as NumPy's."""
    from numba.core import bytecode, extending, interpreter

    kinds = (ModuleType, numpy.ufunc, front.Composite, front.Fallback, front.ScipyFunction,
             front.NativeFunction, front.Adopting, BuiltinFunctionType)
    for kind in kinds:
        extending.typeof_impl.register(kind)(_typeof(extending.typeof_impl.dispatch(kind)))
    # Passes that recognise calls, such as those for parallel loops, look at the values themselves.
    for name in ("get_global_value", "get_closure_value"):
        read = getattr(interpreter.Interpreter, name, None)
        if read is not None:
            setattr(interpreter.Interpreter, name, _reading_originals(read))
    if "numen.check_rewriting" in sys.modules:  # numen run --check
        identity = bytecode.FunctionIdentity
        identity.from_function = classmethod(_of_written(identity.from_function.__func__))
    overload = _overloading_originals(extending.overload)
    for module in (extending, sys.modules.get("numba.extending", extending)):
        module.overload = overload


def _of_written(identify):
    """What numba reads a function by: of one whose operators are checked, what the program says."""
    from numba.core.bytecode import get_function_object

    from .check_rewriting import written

    def identify_written(kind, function):
        found = get_function_object(function)
        return identify(kind, written(found) if isinstance(found, FunctionType) else function)

    return identify_written


def _typeof(typeof_others):
    """What numba calls for the type of a value, in the place of `typeof_others`."""
    def typeof(value, context):
        original = original_of(value)
        if original is value:
            return typeof_others(value, context)
        from numba.core.registry import cpu_target
        from numba.core.typing.typeof import Purpose, typeof_impl

        if context.purpose is Purpose.argument:
            return typeof_impl(original, context)
        return cpu_target.typing_context.resolve_value_type(original)

    return typeof


def _reading_originals(read):
    def read_original(self, key):
        return original_of(read(self, key))

    return read_original


def _overloading_originals(overload):
    """numba.extending.overload(np.clip) gives an implementation of NumPy's clip."""
    @functools.wraps(overload)
    def overload_original(func, *args, **kwargs):
        return overload(original_of(func), *args, **kwargs)

    return overload_original
