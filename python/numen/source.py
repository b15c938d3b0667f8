"""The source of a program, as a profile asks for it: what is called at a place, and whose it is.

Nothing of the program runs for that: names are looked up in its modules, attributes without
properties, and local names by the only assignment that there is.
"""

import ast
import dis
import functools
import inspect
import linecache
import os
import sys
from types import ModuleType

from .hook import is_user_file

# What a call makes of a class.
_INSTANCE = "an instance of"


@functools.lru_cache(64)
def tree_of(file):
    """The syntax tree of a file; an empty one where it is not to be had."""
    try:
        return ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError):
        return ast.Module([], [])


def library_called(code, offset):
    """The name of the library whose compiled function an instruction calls; None where that is
    Python's, Numen's or the program's own, or where the source does not show whose it is."""
    return _library_called(code.co_filename, code, offset)


@functools.lru_cache(4096)
def _library_called(file, code, offset):
    """The same; code objects of two files may be equal."""
    call = _call_of(code, offset)
    if call is None:
        return None
    found = _value(call.func, code)
    if found is None:
        return None
    module = _module_name(*found)
    top = module.partition(".")[0].lstrip("_")
    return None if top in ("builtins", "numpy", "numen") or _is_programs(module) else top


def _call_of(code, offset):
    """The syntax of the call that an instruction makes; None of others."""
    instruction = next((one for one in dis.get_instructions(code) if one.offset == offset), None)
    if instruction is None or "CALL" not in instruction.opname:
        return None
    where = getattr(instruction, "positions", None)
    if where is None:
        return None
    return next((node for node in ast.walk(tree_of(code.co_filename))
                 if isinstance(node, ast.Call)
                 and (node.lineno, node.end_lineno, node.col_offset, node.end_col_offset)
                 == tuple(where)[:4]), None)  # fmt: skip


def _value(node, code):
    """(object, the module it was found in); of an instance (its class, _INSTANCE); None."""
    if isinstance(node, ast.Name):
        return _named(node.id, code)
    if isinstance(node, ast.Attribute):
        found = _value(node.value, code)
        return found and _attribute(*found, node.attr)
    if isinstance(node, ast.Call):
        found = _value(node.func, code)
        return (found[0], _INSTANCE) if found and isinstance(found[0], type) else None
    return None


def _named(name, code):
    if name in code.co_varnames:
        return _assigned(name, code)
    for module in _modules_of(code.co_filename):
        if name in vars(module):
            return vars(module)[name], module.__name__
    return None


def _assigned(name, code):
    """The value of a local name that is assigned or imported once."""
    functions = [node for node in ast.walk(tree_of(code.co_filename))
                 if isinstance(node, ast.FunctionDef) and node.name == code.co_name
                 and code.co_firstlineno in (node.lineno, *(d.lineno for d in node.decorator_list))]
    inside = [node for function in functions for node in ast.walk(function)]
    values = [node.value for node in inside if isinstance(node, ast.Assign)
              for target in node.targets if isinstance(target, ast.Name) and target.id == name]
    imports = [(node, alias) for node in inside if isinstance(node, (ast.Import, ast.ImportFrom))
               for alias in node.names if (alias.asname or alias.name.partition(".")[0]) == name]
    if len(values) + len(imports) != 1:
        return None
    return _value(values[0], code) if values else _imported(*imports[0])


def _imported(node, alias):
    if isinstance(node, ast.ImportFrom):
        module = sys.modules.get(node.module or "")
        return _attribute(module, None, alias.name) if module is not None else None
    module = sys.modules.get(alias.name if alias.asname else alias.name.partition(".")[0])
    return None if module is None else (module, module.__name__)


@functools.lru_cache(64)
def _modules_of(file):
    path = os.path.abspath(file)
    return [module for module in list(sys.modules.values()) if isinstance(module, ModuleType)
            and isinstance(vars(module).get("__file__"), str)
            and os.path.abspath(vars(module)["__file__"]) == path]


def _attribute(value, module, name):
    if module == _INSTANCE:
        return value, _INSTANCE  # a method of that class
    if isinstance(value, ModuleType):
        return (vars(value)[name], value.__name__) if name in vars(value) else None
    if isinstance(value, type):
        try:
            return inspect.getattr_static(value, name), value.__module__
        except AttributeError:
            return None
    return type(value), _INSTANCE


def _module_name(value, module):
    """Where a function, a class or the class of an instance comes from."""
    if module == _INSTANCE or isinstance(value, type):
        return str(value.__module__)
    own = getattr(value, "__module__", None)
    if isinstance(own, str) and not _is_programs(own):
        return own
    made_by = type(value).__module__  # numba's functions name the module of the program's
    return module if made_by in ("builtins", "numpy") else made_by


def _is_programs(module):
    file = getattr(sys.modules.get(module), "__file__", None)
    return module == "__main__" or (isinstance(file, str) and is_user_file(file))
