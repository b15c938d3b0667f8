"""Gives Numen to the user's own modules when they import numpy, and NumPy to everybody else.

Importing scipy gives `numen.scipy` in the same way. `builtins.__import__`,
`importlib.import_module` and `importlib.reload` are replaced; the file of the importing code
decides. A module is the user's unless it lies in the standard library, in an installed package or
in Numen. sys.modules["numpy"] stays NumPy and sys.modules["scipy"] SciPy: their modules and
functions are never replaced. Operators and methods of numpy.ndarray are, and those of NumPy's
scalars (front/array/numpy_type.cpp, scalar_types.cpp): they ask in the same way who calls.

An import by C code that no Python code has called is not the user's: NumPy's own C code and
compiled libraries import at the end of the interpreter, and on threads of their own.
"""

import builtins
import functools
import importlib
import importlib.util
import os
import site
import sys
import sysconfig
from importlib.machinery import PathFinder

from . import doors
from .native import front

_real_import = builtins.__import__
_real_import_module = importlib.import_module
_real_reload = importlib.reload
_include = ()
_exclude = ()
_judged = {}
_starter = None
# They import what a text names, to put something in its place: that has to be where the user's
# code looks (and user_module.py puts it into the library as well).
_PATCHING = frozenset(("unittest.mock", "mock.mock", "_pytest.monkeypatch"))
# Packages that look at all values a user has, and compute with none.
_DISPLAYING = frozenset(("IPython", "ipykernel", "spyder_kernels", "debugpy"))
_package_folder = os.path.dirname(os.path.abspath(__file__)) + os.sep


def _folders(found):
    found = {os.path.abspath(folder) for folder in found if folder}
    return tuple(f + os.sep for f in found | {os.path.realpath(f) for f in found})


@functools.lru_cache
def _standard_library():
    paths = sysconfig.get_paths()
    return _folders({paths["stdlib"], paths["platstdlib"]})


@functools.lru_cache
def _library_folders(imported):
    paths = sysconfig.get_paths()
    found = {paths[key] for key in ("stdlib", "platstdlib", "purelib", "platlib")}
    found.update(site.getsitepackages() if hasattr(site, "getsitepackages") else ())
    found.add(site.getusersitepackages())
    # An editable NumPy or SciPy lies elsewhere and is nevertheless not the user's.
    for package in imported:
        spec = importlib.util.find_spec(package)
        if spec is not None and spec.origin:
            found.add(os.path.dirname(spec.origin))
    return _folders(found)


@functools.lru_cache
def _numpys_folders():
    """NumPy serves Numen, whatever the user includes."""
    spec = _spec("numpy")
    return _folders([os.path.dirname(spec.origin)] if spec is not None and spec.origin else [])


def is_standard(file):
    """Whether a file is the standard library's.

    >>> is_standard(os.__file__)
    True
    """
    path = os.path.abspath(file)
    parts = path.split(os.sep)
    if "site-packages" in parts or "dist-packages" in parts:
        return False
    return path.startswith(_standard_library())


def places(name, folders=()):
    """The folders or the file of a package, module or folder; none where nothing has that name.

    It is looked for in `folders` first, and not imported.

    >>> places("numpy.linalg") == [os.path.join(os.path.dirname(numpy.__file__), "linalg")]
    True
    """
    if os.sep in name or os.path.isdir(name):
        return [os.path.abspath(name)] if os.path.exists(name) else []
    spec, parts = None, name.split(".")
    for count in range(1, len(parts) + 1):
        inside = list(folders) if spec is None else spec.submodule_search_locations or []
        package = ".".join(parts[:count])
        spec = PathFinder.find_spec(package, inside) or (count == 1 and _spec(package))
        if not spec:
            return []
    found = spec.submodule_search_locations or [spec.origin] * spec.has_location
    return [os.path.abspath(place) for place in found]


def _spec(package):
    try:
        return importlib.util.find_spec(package)
    except ValueError:  # sys.modules holds something else under that name
        return None


def _matches(path, patterns):
    """Whether a file belongs to one of the packages or folders named by --include/--exclude."""
    for pattern in patterns:
        if os.sep in pattern:
            if path == pattern or path.startswith(pattern + os.sep):
                return True
            continue
        inside = os.sep + pattern.replace(".", os.sep)
        if inside + os.sep in path or path.endswith(inside + ".py"):
            return True
    return False


def is_user_file(filename):
    """Whether code from this file is the user's own.

    >>> is_user_file(numpy.__file__)
    False
    """
    verdict = _judged.get(filename)
    if verdict is None:
        verdict = _judged[filename] = _judge(filename)
    return verdict


def _judge(filename):
    if filename.startswith("<frozen "):
        return False
    path = os.path.abspath(filename)
    if _is_numens(path) or path.startswith(tuple(_numpys_folders())):
        return False
    if _matches(path, _exclude):
        return False
    if _matches(path, _include):
        return True
    parts = path.split(os.sep)
    if "site-packages" in parts or "dist-packages" in parts:
        return False
    imported = tuple(package for package in ("numpy", "scipy") if package in sys.modules)
    return not path.startswith(_library_folders(imported))


def _is_numens(path):
    return path.startswith(_package_folder) or path == _starter


def run_by(frame):
    """The script of the `numen` command, in the outermost frame, is Numen's and not the user's."""
    global _starter
    while frame.f_back is not None:
        frame = frame.f_back
    _starter = os.path.abspath(frame.f_code.co_filename)
    _judged.clear()


def owner_of(filename):
    """"user", "library", "numen" or "display", which is a library that only displays values.

    None for the standard library, which works for its callers. The front asks, to decide who
    computes and how a large array is born.
    """
    if is_user_file(filename):
        return "user"
    path = os.path.abspath(filename)
    if _is_numens(path):
        return "numen"
    parts = path.split(os.sep)
    if "site-packages" in parts or "dist-packages" in parts or _matches(path, _exclude):
        return "library" if _DISPLAYING.isdisjoint(parts) else "display"
    return None if path.startswith(_standard_library()) else "library"


def is_user_frame(frame):
    """Whether the code running in `frame` is the user's.

    Code without a file (exec, notebook cells, -c, stdin) belongs to `__main__` or to whoever
    runs it; what the interpreter's console and doctest run is the user's.
    """
    is_text = False
    while frame is not None:
        filename = frame.f_code.co_filename
        if not filename.startswith("<") or filename.startswith("<frozen "):
            return is_user_file(filename) or is_text and _runs_the_users(filename)
        if frame.f_globals.get("__name__") == "__main__" or filename.startswith("<timeit"):
            return True
        frame, is_text = frame.f_back, True
    return True


def _runs_the_users(filename):
    """Whether a file is one of the standard library's that run what the user wrote."""
    return (os.path.basename(filename) in ("bdb.py", "code.py", "doctest.py", "trace.py")
            and is_standard(filename))


def _is_for_user(name, frame):
    """Whether what an import of `name` in `frame` gives is for the user's own code."""
    if frame is not None and frame.f_code is _import_module.__code__:
        frame = frame.f_back
        if frame is not None and frame.f_globals.get("__name__") == "pkgutil":  # resolve_name
            frame = frame.f_back
    if frame is None:
        return False
    if frame.f_globals.get("__name__") in _PATCHING:
        return not name.startswith("time")  # the user's view of it reads the module itself
    return is_user_frame(frame)


def _importer(frame, names):
    """The frame that imports: where the global names are `names`, if there is one.

    A program's own `__import__` that calls the one before it stands between.
    """
    found = frame
    while names is not None and found is not None:
        if found.f_globals is names:
            return found
        found = found.f_back
    return frame


def _is_inside(package, frame):
    """Whether a package imports its own parts, which have to be the real ones: --include scipy."""
    names = frame.f_globals if frame is not None else {}
    return str(names.get("__name__")).partition(".")[0] == package


def _replacement(name, fromlist, names=None):
    """What an import of `numpy`, `scipy` … gives instead; None for the real module.

    names: the importer's global names, where the call of `__import__` says them.
    """
    frame = _importer(sys._getframe().f_back, names)
    if not _is_for_user(name, frame) or _is_inside(name.partition(".")[0], frame):
        return None
    if name.startswith("scipy"):
        from .scipy_names import replacement

        return replacement(name, fromlist)
    from .namespace import module, numpy

    if sys.modules.get("numpy") is not numpy:  # a test has put its own there
        return None
    # `import numpy.linalg` binds the package; make the submodule an attribute of it.
    wanted = module(name)
    return wanted if fromlist else module("numpy")


_import = front.Importing(_real_import, _replacement)


def _import_module(name, package=None):
    if name == "scipy" or name.startswith("scipy."):
        return _replacement(name, (name,)) or _real_import_module(name)
    found = _real_import_module(name, package)
    if name in ("numpy", "time", "timeit") or name.startswith("numpy."):
        return _replacement(name, (name,)) or found
    return found


def _reload(module):
    from .user_module import UserModule, reload

    return reload(module, _real_reload) if isinstance(module, UserModule) else _real_reload(module)


def _patterns(names):
    """The places of packages and folders, and the names of those that are not there yet."""
    return tuple(found for name in names for found in places(name) or [name])


def chosen():
    """What install() was given: (include, exclude)."""
    return _include, _exclude


def install(include=(), exclude=()):
    """See numen.install."""
    global _include, _exclude
    _include, _exclude = _patterns(include), _patterns(exclude)
    _judged.clear()
    front.forget_callers()
    builtins.__import__ = _import
    importlib.import_module = _import_module
    front.patch_numpy(True)
    doors.install()
    importlib.reload = _reload
    _show_random(True)


def uninstall():
    """See numen.uninstall."""
    builtins.__import__ = _real_import
    importlib.import_module = _real_import_module
    front.patch_numpy(False)
    doors.uninstall()
    importlib.reload = _real_reload
    _show_random(False)


def _show_random(is_shown):
    if "numen.namespace" in sys.modules:  # else the user has no np.random yet
        sys.modules["numen.namespace"].show_random_to_libraries(is_shown)


def is_installed():
    """Whether the user's `import numpy` gives Numen now."""
    return builtins.__import__ is _import
