"""Numen runs NumPy programs, unchanged, as fast as the hardware allows.

`import numen as np` is a NumPy whose arrays Numen computes; `numen.install()` makes every
`import numpy` in the user's own modules mean that. Importing this package is light: the
namespace is built when its first name is asked for.
"""

from sys import meta_path as _meta_path
from sys import modules as _modules

__version__ = "0.1.0"


class FallbackError(RuntimeError):
    """Under `numen run --strict`: a call that Numen leaves to NumPy."""


def coverage():
    """Who computes each public name of NumPy and of scipy.linalg.

    Returns a dict from name ("sin", "linalg.norm", "ndarray.sort", "scipy.linalg.solve") to
    "native", "composite" or "fallback". Dtypes, constants, exceptions and functions about
    settings are NumPy's own objects and count as native: there is nothing to compute. Without
    SciPy its names are missing.

    >>> numen.coverage()["add"]
    'native'
    """
    from . import namespace, scipy_names

    return {**namespace.coverage(), **scipy_names.coverage()}


def evaluate(*arrays):
    """Compute the values of arrays whose operations have only been recorded so far.

    Large elementwise operations are deferred until a value of their result is read. This call is
    never needed for correct values; it says when the work is done. Arrays that have
    their values stay as they are, NumPy's own are let through. Raises TypeError for anything but
    arrays.

    >>> x = numen.ones(100_000) * 2
    >>> numen.evaluate(x)
    """
    from .native import front

    front.evaluate(*arrays)


def explain(x, *args, **kwargs):
    """Print how the values of an array would be computed, without computing them.

    Names the programs that would run, with what each reads, its operations in order, what it
    stores, and how: elements of a block, vector lanes, threads. Of an array that has its values
    it says where they are.

    ``explain(function, ...)`` says for a call of linalg.pinv, lstsq, ridge or pinv_apply with these
    arguments which way each matrix of the stack would go, why, and within which bounds the
    condition numbers lie. Raises TypeError for anything else.

    >>> numen.explain(numen.linalg.pinv, numen.eye(3, 5))
    pinv: 1 matrix of 3x5
      1 by normal equations: Cholesky's factor of Y Y'; condition number up to 3, ...
        condition number at most 1
    >>> x = numen.ones((400, 100))
    >>> numen.explain(numen.sqrt(x) * 2)
    float64 [400, 100]: pending, to be computed by 1 program
    <BLANKLINE>
    program 1: 2 operations in one pass over [400, 100]
      a    2.0 (float64)
      b    float64, 312 KiB
      t0   sqrt(b)          float64
      t1   multiply(t0, a)  float64, stored
      reads 312 KiB, writes 312 KiB; blocks of ..., ... lanes (...), ...
    """
    if callable(x):
        from .explaining_routes import text_of as text_of_call

        print(text_of_call(x, args, kwargs))
        return
    from .explaining import text_of

    print(text_of(x, *args, **kwargs))


def install(include=(), exclude=()):
    """From now on `import numpy` in the user's own modules gives Numen.

    Installed packages keep the real NumPy. `include` and `exclude` are package names or folders
    that count as the user's, or not, whatever their place. See `uninstall`.
    """
    from . import hook

    hook.install(include, exclude)


def uninstall():
    """Undo `install`; modules imported meanwhile keep what they imported."""
    from . import hook

    hook.uninstall()


def load_ipython_extension(shell):
    """`%load_ext numen`: `import numpy` in the notebook's cells is Numen from then on.

    What the cells imported from NumPy before is replaced by Numen's; modules of the user's that
    hold NumPy are named.
    """
    from .notebooks import load

    load(shell)


def unload_ipython_extension(shell):
    """`%unload_ext numen`: `import numpy` is NumPy again, and what the cells imported from it."""
    from .notebooks import unload

    unload(shell)


# The only names between double underscores that come with the namespace.
_PUBLIC = frozenset(("__all__", "__array_api_version__", "__array_namespace_info__"))
# Libraries of our own, beside NumPy's names: imported when they are first asked for.
_LIBRARIES = frozenset(("inverse",))
# Parts of the package itself: asking whether they are loaded must not build the namespace.
_PARTS = frozenset(
    (
        "__main__",
        "additions",
        "advice",
        "array_api",
        "bench",
        "check",
        "cloudpickle_types",
        "commands",
        "composites",
        "call_sites",
        "dill_types",
        "documentation",
        "doors",
        "explaining",
        "explaining_routes",
        "facades",
        "fits",
        "hook",
        "machine",
        "memory",
        "memory_speed",
        "namespace",
        "native",
        "notebooks",
        "numba_types",
        "pickling",
        "precision",
        "profile",
        "profile_report",
        "profile_samples",
        "scipy_names",
        "trace",
        "user_module",
        "workers",
    )
)


class _SubmoduleFinder:
    """Makes `import numen.linalg` work, which no file stands for.

    And waits for numba, dill, cloudpickle and tracemalloc, whose presence costs other programs
    nothing.
    """

    @staticmethod
    def find_spec(full_name, path=None, target=None):
        package, _, name = full_name.partition(".")
        if full_name in _TOLD:
            return _spec_and_tell(full_name, path)
        if full_name == "tracemalloc" and "numen.native.front" in _modules:
            _modules["numen.native.front"].trace_memory()
        if package != "numen" or name.partition(".")[0] in _PARTS | _LIBRARIES:
            return None
        if name.partition(".")[0] == "scipy":
            from .scipy_names import find_submodule
        else:
            from .namespace import find_submodule

        return find_submodule(full_name)


# Libraries that have to be told of Numen, and the parts of Numen that tell them. Under `numen run`
# those that start processes are among them (workers.py).
_TOLD = {"numba": "numba_types", "dill": "dill_types", "cloudpickle": "cloudpickle_types",
         "joblib.externals.cloudpickle": "cloudpickle_types"}  # fmt: skip


def _spec_and_tell(library, path):
    """Python's own spec; once the library is imported it is told of Numen."""
    from importlib import import_module
    from importlib.machinery import PathFinder

    spec = PathFinder.find_spec(library, path)
    execute = getattr(getattr(spec, "loader", None), "exec_module", None)
    if execute is None:
        return None

    def execute_and_register(module):
        execute(module)
        import_module("numen." + _TOLD[library]).register()

    spec.loader.exec_module = execute_and_register
    return spec


# Bound before the finder below is there, which would build the namespace to look for it.
from . import memory as memory  # noqa: E402

# Before the finder of files, which would follow the path to NumPy's own.
_meta_path.insert(0, _SubmoduleFinder)


def __getattr__(name):
    # The first public name fills the module with all of them, so this runs about once.
    if name in _PARTS or (name.startswith("__") and name not in _PUBLIC):
        raise AttributeError(f"module 'numen' has no attribute {name!r}")
    if name in _LIBRARIES:
        from importlib import import_module

        return import_module(f"numen.{name}")
    from .namespace import look_up, module

    if name == "_numpy":  # in pickles (pickling.py): what the user's modules have as numpy
        return module("numpy")
    return look_up(globals(), name)


def __dir__():
    from .namespace import public_names

    return sorted({*globals(), *_LIBRARIES, *public_names("numpy")})
