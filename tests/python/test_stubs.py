"""The type stubs say what is there at run time: names, parameters, defaults, results.

What mypy makes of them judges test_types.py.
"""

import ast
import importlib
import inspect
import pathlib
import sys

import numpy
import pytest

import numen
import numen.linalg  # so that numen.linalg is an attribute
from numen import documentation
from tests.linalg.scipy_table import ROWS, far_from_singular, matrices, positive, vectors

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import scipy_stubs  # noqa: E402

PACKAGE = pathlib.Path(numen.__file__).parent
OWN = {"numen": "__init__.pyi", "numen.linalg": "linalg.pyi", "numen.memory": "memory.pyi",
       "numen.scipy": "scipy/__init__.pyi", "numen.scipy.linalg": "scipy/linalg.pyi"}  # fmt: skip


def declared(module):
    """{name: the nodes that define it} of a stub, names that it passes on left out."""
    found = {}
    for node in ast.parse((PACKAGE / OWN[module]).read_text()).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.AnnAssign):
            found.setdefault(node.target.id, []).append(node)
    return found


def parameters_of_stub(node):
    """(name, kind, default's text or None) of each parameter of a function's definition."""
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(plain) - len(arguments.defaults)) + arguments.defaults
    kinds = [inspect.Parameter.POSITIONAL_ONLY] * len(arguments.posonlyargs)
    kinds += [inspect.Parameter.POSITIONAL_OR_KEYWORD] * len(arguments.args)
    rows = list(zip(plain, kinds, defaults))
    if arguments.vararg:
        rows.append((arguments.vararg, inspect.Parameter.VAR_POSITIONAL, None))
    rows += [(argument, inspect.Parameter.KEYWORD_ONLY, default)
             for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    if arguments.kwarg:
        rows.append((arguments.kwarg, inspect.Parameter.VAR_KEYWORD, None))
    return [(argument.arg, kind, default and ast.unparse(default))
            for argument, kind, default in rows]


def parameters_at_run_time(module, name):
    """The same of what is called; keywords that numpy.linalg has not stand in the help."""
    found = importlib.import_module(module)
    rows = [(p.name, p.kind, None if p.default is p.empty else p.default)
            for p in inspect.signature(getattr(found, name)).parameters.values()
            if p.name != "self"]
    if module == "numen.linalg":
        rows += [(word, inspect.Parameter.KEYWORD_ONLY, ...)
                 for word in documentation.TAKEN.get(name, ())]
    return rows


FUNCTIONS = [(module, name, nodes[0]) for module in OWN for name, nodes in declared(module).items()
             if len(nodes) == 1 and isinstance(nodes[0], ast.FunctionDef)]  # fmt: skip


@pytest.mark.parametrize("module, name, node", [
    pytest.param(*row, id=".".join(row[:2])) for row in FUNCTIONS])
def test_parameters_are_those_at_run_time(module, name, node):
    shown, real = parameters_of_stub(node), parameters_at_run_time(module, name)
    assert sorted(row[:2] for row in shown) == sorted(row[:2] for row in real)
    positional = [row[0] for row in real if row[1] != inspect.Parameter.KEYWORD_ONLY]
    assert [row[0] for row in shown][:len(positional)] == positional
    defaults = {row[0]: row[2] for row in real}
    for word, _, default in shown:
        assert default is None or default == "..." or defaults[word] is ... or (
            ast.literal_eval(default) == defaults[word]), word


OVERLOADED = [(module, name, nodes) for module in OWN for name, nodes in declared(module).items()
              if len(nodes) > 1]  # fmt: skip


@pytest.mark.parametrize("module, name, nodes", [
    pytest.param(*row, id=".".join(row[:2])) for row in OVERLOADED])
def test_overloads_have_all_parameters(module, name, nodes):
    wanted = {row[0] for row in parameters_at_run_time(module, name)}
    assert set().union(*({row[0] for row in parameters_of_stub(node)} for node in nodes)) == wanted


@pytest.mark.parametrize("module", OWN)
def test_names_are_there_at_run_time(module):
    found = importlib.import_module(module)
    assert declared(module)
    for name in declared(module):
        assert hasattr(found, name), f"{module}.{name}"


def test_scipys_names_are_all_declared():
    for module in ("numen.scipy", "numen.scipy.linalg"):
        names = set(importlib.import_module(module.removeprefix("numen.")).__all__)
        passed_on = {"linalg"} if module == "numen.scipy" else {"LinAlgError"}
        assert names == set(declared(module)) | passed_on


def test_stubs_of_scipy_are_what_the_tool_writes():
    for name, text in scipy_stubs.stubs().items():
        assert (PACKAGE / "scipy" / name).read_text() == text, (
            "run ./numen python tools/scipy_stubs.py")


# Calls of the functions that scipy_table.py has no row for.
OTHERS = {
    "eigvals": lambda t, s: [((matrices(t, s, 6, 6),), {})],
    "eigvalsh": lambda t, s: [((positive(t, s),), {})],
    "expm": lambda t, s: [((matrices(t, s, 6, 6) / 9,), {})],
    "lstsq": lambda t, s: [((matrices(t, (), 7, 4), vectors(t, (), 7)), {})],
    "null_space": lambda t, s: [((matrices(t, (), 4, 7),), {})],
    "orth": lambda t, s: [((matrices(t, (), 7, 4),), {})],
    "polar": lambda t, s: [((far_from_singular(t, ()),), {"side": "left"})],
    "svdvals": lambda t, s: [((matrices(t, s),), {})],
}


def is_of(found, text):
    """Whether a value is of the type that an annotation of the tool's says."""
    if text == "Any" or "|" in text and found is None:
        return True
    if text.startswith("tuple["):
        parts = text[6:-1].replace("NDArray[Any]", "NDArray").split(", ")
        return (type(found) is tuple and len(found) == len(parts)
                and all(map(is_of, found, parts)))
    if text == "bool":
        return isinstance(found, (bool, numpy.bool))
    return isinstance(found, numpy.ndarray)


@pytest.mark.parametrize("name", sorted(scipy_stubs.RETURNS))
def test_results_are_what_the_stub_says(name):
    function = getattr(importlib.import_module("numen.scipy.linalg"), name)
    calls = (ROWS | OTHERS)[name]
    count = 0
    for dtype in ("f8", "D"):
        for arguments, keywords in calls(dtype, ()):
            try:
                found = function(*arguments, **keywords)
            except NotImplementedError:  # SciPy's solve, of complex matrices and transposed=True
                continue
            assert is_of(found, scipy_stubs.RETURNS[name]), (type(found), keywords)
            count += 1
    assert count
