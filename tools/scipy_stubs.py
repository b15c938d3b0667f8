"""Writes the type stubs of numen.scipy, which SciPy itself has none for.

    ./numen python tools/scipy_stubs.py           write python/numen/scipy/*.pyi
    ./numen python tools/scipy_stubs.py --check   exit 1 if they are not what it would write

Names, parameters and defaults are those that the functions have at run time; tests/python/
test_stubs.py judges what is said of results.
"""

import importlib
import inspect
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "python/numen/scipy"
HEAD = "# Made by `./numen python tools/scipy_stubs.py` from SciPy {}; do not edit.\n\n"
A = "NDArray[Any]"
# What functions return whatever their arguments say; of the others it depends on them.
RETURNS = dict.fromkeys(
    """block_diag cho_solve cholesky circulant eigvals eigvalsh expm hadamard hankel inv lu_solve
    null_space orth solve solve_banded solve_triangular svdvals toeplitz""".split(), A)
RETURNS |= {"cho_factor": f"tuple[{A}, bool]", "ldl": f"tuple[{A}, {A}, {A}]",
            "lstsq": f"tuple[{A}, Any, Any, {A} | None]", "lu_factor": f"tuple[{A}, {A}]",
            "polar": f"tuple[{A}, {A}]"}
# Parameters by these names are arrays where they have no default.
ARRAYS = frozenset("a A ab b B c E Q R u v".split())
WIDTH = 100


def default_of(value):
    """A default as a stub writes it: what has no literal is an ellipsis."""
    return repr(value) if type(value) in (bool, int, float, str, type(None)) else "..."


def type_of(parameter):
    if parameter.default is parameter.empty:
        is_array = parameter.name in ARRAYS or parameter.kind is parameter.VAR_POSITIONAL
        return "ArrayLike" if is_array else "Any"
    return "bool" if type(parameter.default) is bool else "Any"


def words(signature):
    """The parameters one by one, with the star before those that are keywords only."""
    has_star = False
    for parameter in signature.parameters.values():
        text = f"{parameter.name}: {type_of(parameter)}"
        if parameter.kind is parameter.VAR_POSITIONAL:
            text, has_star = f"*{text}", True
        if parameter.kind is parameter.KEYWORD_ONLY and not has_star:
            has_star = True
            yield "*"
        if parameter.default is not parameter.empty:
            text += f" = {default_of(parameter.default)}"
        yield text


def declaration(name, function):
    """`def name(...) -> ...: ...`, its lines not longer than others."""
    start = f"def {name}("
    end = f") -> {RETURNS.get(name, 'Any')}: ..."
    pieces = [f"{word}, " for word in words(inspect.signature(function))]
    pieces = [*pieces[:-1], pieces[-1].removesuffix(", ") + end]
    lines = [start]
    for piece in pieces:
        if len(lines[-1]) + len(piece.rstrip()) > WIDTH:
            lines.append(" " * len(start))
        lines[-1] += piece
    return "\n".join(line.rstrip() for line in lines)


def stub_of_linalg():
    ours = importlib.import_module("numen.scipy.linalg")
    real = importlib.import_module("scipy.linalg")
    text = ["from types import ModuleType", "from typing import Any", "",
            "from numpy.linalg import LinAlgError as LinAlgError",
            "from numpy.typing import ArrayLike, NDArray", "",
            "class LinAlgWarning(RuntimeWarning): ...", ""]
    for name in sorted(real.__all__):
        found = getattr(ours, name)
        if inspect.ismodule(found):
            text.append(f"{name}: ModuleType")
        elif not inspect.isclass(found):
            text.append(declaration(name, found))
    return text


def stub_of_scipy():
    """SciPy's other modules are its own, and have no types."""
    real = importlib.import_module("scipy")
    names = sorted(name for name in real.__all__ if inspect.ismodule(getattr(real, name)))
    text = ["from types import ModuleType", "from typing import Any, Final", "",
            "from . import linalg as linalg", "", "__version__: Final[str]",
            "LowLevelCallable: Any", "show_config: Any", "test: Any"]
    return text + [f"{name}: ModuleType" for name in names if name != "linalg"]


def stubs():
    """The files' names and texts."""
    head = HEAD.format(importlib.import_module("scipy").__version__)
    return {name: head + "\n".join(lines) + "\n" for name, lines in
            {"__init__.pyi": stub_of_scipy(), "linalg.pyi": stub_of_linalg()}.items()}


def main(arguments):
    made = stubs()
    if arguments == ["--check"]:
        stale = [name for name, text in made.items() if (FOLDER / name).read_text() != text]
        return f"stale: {', '.join(stale)}" if stale else 0
    for name, text in made.items():
        (FOLDER / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
