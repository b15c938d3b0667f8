"""The compiled engine. Where it cannot be loaded, one sentence says what is wanted and found."""

import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES

ENGINE = f"front{EXTENSION_SUFFIXES[0]}"


def _first_line(error):
    """NumPy explains a failed import of its own in paragraphs."""
    lines = [line.strip() for line in str(error).splitlines()]
    return next(filter(None, lines), type(error).__name__)


def _missing_engine():
    """No file of the engine is one that this interpreter loads."""
    from pathlib import Path

    folder = Path(__file__).parent
    built = sorted(path.name for path in folder.glob("front.*") if path.suffix in (".so", ".pyd"))
    if built:
        return (f"Numen's engine in {folder} is {', '.join(built)}: "
                f"Python {sys.version.split()[0]} wants {ENGINE}")  # fmt: skip
    return (f"Numen's engine is not built: {folder} wants {ENGINE} and has no front; "
            "`./numen build` in a checkout makes it, `pip install .` installs it")  # fmt: skip


def _loader_fault():
    """What the system's loader says against the engine's file, or None."""
    from ctypes import CDLL

    try:
        CDLL(__file__.replace("__init__.py", ENGINE))
    except OSError as error:
        return _first_line(error)
    return None


def _reason(error):
    """What keeps the engine from loading, or None where the error says so itself."""
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    if missing == f"{__name__}.front":
        return _missing_engine()
    if missing == "numpy":
        return "wants NumPy 2.1 or later, below 3: no NumPy is installed for " + sys.executable
    fault = _loader_fault()
    if fault:
        return f"Numen's engine cannot be loaded: {fault}"
    if "numpy._core.multiarray" not in sys.modules and "wants NumPy" not in str(error):
        return ("wants a NumPy 2.1 or later, below 3, that can be imported: "
                f"{type(error).__name__}: {_first_line(error)}")  # fmt: skip
    return None


try:
    import_module(f"{__name__}.front")
except Exception as error:  # a broken NumPy may raise anything
    sentence = _reason(error)
    if sentence is None:
        raise
    raise ImportError(sentence) from error
