"""Builds the module that a user's program sees as `numpy`, and its submodules.

For each public name: Numen's native function, else a composite (Python over native names), else
a counted fallback around NumPy's function. Classes, dtypes, constants and functions that touch
no array are NumPy's own objects.
"""

import functools
import importlib
import sys
from importlib.machinery import ModuleSpec
from types import BuiltinFunctionType, ModuleType

from .native import front  # isort: skip  # before NumPy: it opens NumPy's BLAS with a short spin
import numpy

from . import doors
from .additions import ADDITIONS
from .array_api import ATTRIBUTES
from .composites import complete, composites, facades
from .documentation import add_keywords, document
from .pickling import remember
from .user_module import UserModule

doors.install()

NATIVE = (BuiltinFunctionType, front.NativeFunction)  # types of front.functions
# Submodules that get Numen's version of their functions, made when first asked for. All others
# (numpy.f2py, numpy.core, ...) are NumPy's own modules.
SUBMODULES = frozenset(
    """linalg fft random lib lib.array_utils lib.format lib.introspect lib.mixins lib.npyio
    lib.scimath lib.stride_tricks ma ma.core ma.extras testing polynomial polynomial.chebyshev
    polynomial.hermite polynomial.hermite_e polynomial.laguerre polynomial.legendre
    polynomial.polynomial polynomial.polyutils char strings rec ctypeslib emath exceptions dtypes
    typing""".split()
)
# Nothing in these computes.
PASSED_ON = frozenset(("exceptions", "dtypes", "typing"))
# Loaded by their first use only: merely asking NumPy for them imports them.
LATE = SUBMODULES | {"core", "f2py", "matlib", "distutils"}

# Functions about settings, names and dtypes. They take no array, so NumPy's own are used.
SETTINGS = frozenset(
    """base_repr binary_repr broadcast_shapes datetime_data format_float_positional
    format_float_scientific get_include get_printoptions getbufsize geterr geterrcall info isdtype
    issubdtype iterable mintypecode printoptions promote_types set_printoptions setbufsize seterr
    seterrcall show_config show_runtime test typename""".split()
)
# What numpy.testing has beside its checks of arrays: these look at exceptions, warnings, texts.
SETTINGS |= {
    "testing." + name
    for name in """assert_ assert_no_gc_cycles assert_no_warnings assert_raises assert_raises_regex
    assert_string_equal assert_warns break_cycles build_err_msg check_support_sve
    clear_and_catch_warnings decorate_methods jiffies measure memusage print_assert_equal rundocs
    run_threaded runstring suppress_warnings temppath tempdir TestCase""".split()
}
# Classes that compute nothing themselves; in the others (matrix, nditer, ...) NumPy computes.
PASSIVE = (
    numpy.generic, numpy.dtype, numpy.errstate, numpy.finfo, numpy.iinfo, numpy.ufunc,
    numpy.ndindex, numpy.busdaycalendar, numpy.__array_namespace_info__, BaseException,
)  # fmt: skip

_modules = {}
_by_original = {}


def real_module(module_name):
    """NumPy's module of this name; some (numpy.emath) can only be had as an attribute."""
    found = numpy
    for part in module_name.split(".")[1:]:
        if not hasattr(found, part):
            importlib.import_module(f"{found.__name__}.{part}")
        attribute = getattr(found, part)
        # What libraries are shown is the user's.
        is_users = attribute is _modules.get("numpy.random")
        found = sys.modules["numpy.random"] if is_users else attribute
    return found


def show_random_to_libraries(is_shown):
    """Lets libraries have the user's np.random by that name, or NumPy's again.

    They compare what they are given with it: `random_state is np.random`. Its functions give arrays
    by who calls them.
    """
    made = _modules.get("numpy.random")
    if made is not None:
        numpy.random = made if is_shown else sys.modules["numpy.random"]


def public_names(module_name):
    """The public names of one of NumPy's modules, in its own order."""
    real = real_module(module_name)
    if hasattr(real, "__all__"):
        return list(real.__all__)
    names = [name for name in dir(real) if not name.startswith("_")]
    return [name for name in names if not isinstance(getattr(real, name), ModuleType)]


def classify(key, original):
    """("native" | "composite" | "fallback", the object) for the public name `key`."""
    if key in front.functions:
        found = front.functions[key]
        if isinstance(found, NATIVE) and found.__doc__ is None:
            document(found, original)
        add_keywords(key, found, original)
        return "native", found
    if key in composites:
        add_keywords(key, composites[key], original)
        return "composite", composites[key]
    if key in facades:
        return "fallback", facades[key]
    if key in SETTINGS or isinstance(original, ModuleType) or not callable(original):
        return "native", original
    if isinstance(original, type):
        return "native" if issubclass(original, PASSIVE) else "fallback", original
    # One function under two names (abs, absolute) is one object here too.
    return _by_original.get(id(original)) or ("fallback", front.Fallback(key, original))


def entries(module_name):
    """Yields (name, kind, object) for every public name of a module, submodules left out."""
    prefix = module_name.partition(".")[2] + "." if "." in module_name else ""
    real = real_module(module_name)
    complete(module_name)
    random_names = _random_names() if module_name == "numpy.random" else {}
    for name in public_names(module_name):
        key = prefix + name
        if key in LATE:
            continue
        if key in random_names:
            found = random_names[key]
            if type(found) is front.Adopting:
                remember(f"numpy.{key}", found, getattr(real, name))
            yield name, "native", found
        elif key == "ndarray":
            yield name, "native", front.ndarray
        else:
            original = getattr(real, name)
            kind, found = classify(key, original)
            if callable(original) and not isinstance(original, type):
                _by_original.setdefault(id(original), (kind, found))
            if found is not original and not isinstance(found, type):
                remember(f"numpy.{key}", found, original)
            yield name, kind, found


def _random_names():
    from . import random

    return {"random." + name: getattr(random, name) for name in random.__all__}


def module(module_name):
    """Numen's version of the NumPy module `module_name` ("numpy", "numpy.linalg", ...).

    It carries NumPy's name, file and version, and is never entered into sys.modules under them.
    """
    made = _modules.get(module_name)
    if made is not None:
        return made
    if module_name != "numpy":
        name = module_name.partition(".")[2]
        if name not in SUBMODULES or name in PASSED_ON:
            return importlib.import_module(module_name)
        module("numpy")
    real = real_module(module_name)
    made = UserModule(module_name, real.__doc__)
    names = made.__dict__  # what is set as an attribute is put into NumPy too
    for name in ("__file__", "__path__", "__spec__", "__package__", "__loader__", "__version__"):
        if hasattr(real, name):
            names[name] = getattr(real, name)
    names["__all__"] = public_names(module_name)
    names.update((name, found) for name, _, found in entries(module_name))
    if module_name == "numpy":
        names.update(ATTRIBUTES)
    names.update(ADDITIONS.get(module_name, {}))
    names["_numen_parts"] = {
        name.rpartition(".")[2]: functools.partial(module, "numpy." + name)
        for name in SUBMODULES if f"numpy.{name}".rpartition(".")[0] == module_name
    }  # fmt: skip
    # No frame of ours between the program and NumPy, which warns of some names.
    names["__getattr__"] = functools.partial(getattr, real)
    names["__dir__"] = lambda: dir(real)
    _modules[module_name] = made
    if module_name == "numpy.random":
        from .hook import is_installed

        show_random_to_libraries(is_installed())
    for library, part in sys.modules["numen"]._TOLD.items():
        if module_name == "numpy" and library in sys.modules:  # imported before Numen was
            importlib.import_module("numen." + part).register()
    return made


def look_up(namespace, name):
    """Fills the package `numen` with the public names and returns the one asked for."""
    whole = module("numpy")
    for public in whole.__all__:
        if public not in LATE:
            namespace.setdefault(public, whole.__dict__[public])
    namespace.setdefault("__all__", list(whole.__all__))
    namespace.update(ATTRIBUTES)
    sys.modules["numen"].__class__ = front.Namespace
    if name in namespace:
        return namespace[name]
    if "." not in name and name in SUBMODULES or name == "scipy":
        return importlib.import_module("numen." + name)
    if name.startswith("_"):
        raise AttributeError(f"module 'numen' has no attribute {name!r}")
    return getattr(whole, name)


def coverage():
    """See numen.coverage."""
    kinds = {}
    for module_name in ("numpy", *("numpy." + name for name in sorted(SUBMODULES))):
        prefix = module_name.partition(".")[2] + "." if "." in module_name else ""
        module("numpy")
        for name, kind, _ in entries(module_name):
            kinds[prefix + name] = kind
    for name in dir(numpy.ndarray):
        kinds["ndarray." + name] = method_kind(name)
    return kinds


# Hooks of the type that compute nothing: what NumPy calls for subclasses and overrides.
HOOKS = frozenset(("__array_finalize__", "__array_function__"))


def method_kind(name):
    """Whether Numen's array type has its own method or attribute of this name."""
    if name in HOOKS:
        return "native"
    # type's own attribute: to a program the class shows numpy.ndarray's dictionary.
    own = type.__dict__["__dict__"].__get__(front.managed).get(name)
    counted = type(own).__name__ in ("FallbackMethod", "FallbackAttribute")
    return "fallback" if counted else "native"


def find_submodule(full_name):
    """The spec of `numen.linalg` and the like: the module object is the one of the namespace."""
    name = full_name.partition(".")[2]
    if name not in SUBMODULES or name == "random":
        return None  # numen.random is a file of our own
    nested = any(other.startswith(name + ".") for other in SUBMODULES)
    return ModuleSpec(full_name, SubmoduleLoader, is_package=nested)


class SubmoduleLoader:
    """What the import system calls for the specs of find_submodule."""

    @staticmethod
    def create_module(spec):
        made = module("numpy." + spec.name.partition(".")[2])
        spec.loader_state = made.__spec__
        return made

    @staticmethod
    def exec_module(made):
        made.__spec__ = made.__spec__.loader_state
