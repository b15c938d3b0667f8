"""Whose method it is: the papers are cited, patent claims are told, and no name is another's."""

import ast
import doctest
import inspect
import re
from pathlib import Path

import pytest

import numen
from numen import inverse

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "python/numen/inverse").glob("*.py*"))
PAGE = ROOT / "docs/inverse.md"
PAPERS = ("10.1109/ACCESS.2023.3314336", "10.1109/ACCESS.2025.3565279",
          "10.1109/ACCESS.2025.3617984", "10.1038/s44488-026-00004-0")
FUNCTIONS = [getattr(inverse, name) for name in inverse.__all__]


def words(text):
    return " ".join(text.split())


@pytest.mark.parametrize("paper", PAPERS)
def test_papers_are_cited(paper):
    assert paper in PAGE.read_text() and paper in inverse.__doc__


def test_functions_of_the_papers_cite_them():
    for function in (inverse.fit, inverse.global_importance, inverse.local_importance,
                     inverse.representative, inverse.similarity):
        assert PAPERS[0] in function.__doc__, function
    assert PAPERS[1] in inverse.fit.__doc__ and PAPERS[2] in inverse.fit.__doc__
    assert PAPERS[2] in inverse.local_half_width.__doc__


def test_patent_claims_are_told():
    for text in (words(PAGE.read_text()), words(inverse.__doc__)):
        assert "patent rights" in text and "authors of the method" in text
        assert "must find out whether" in text


def names(tree):
    for node in ast.walk(tree):
        for field in ("id", "attr", "name", "arg", "module", "asname"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield value


def test_no_name_is_that_of_the_authors_package():
    forbidden = "ai" + "me"
    example = ROOT / "examples/inverse_explanations.py"
    for path in [*SOURCES, example, *sorted((ROOT / "tests/inverse").glob("*.py"))]:
        assert forbidden not in path.name.lower()
        found = [name for name in names(ast.parse(path.read_text())) if forbidden in name.lower()]
        assert found == [], path
    assert len(SOURCES) > 8


@pytest.mark.parametrize("thing", [*FUNCTIONS, inverse], ids=lambda thing: thing.__name__)
def test_documentation_is_there_and_its_examples_run(thing):
    assert len(inspect.getdoc(thing)) > 30
    globals_ = {"numen": numen}
    tests = doctest.DocTestFinder(recurse=False).find(thing, globs=globals_)
    runs = [doctest.DocTestRunner().run(test) for test in tests]
    assert all(run.failed == 0 for run in runs)
    if not isinstance(thing, type):
        assert sum(run.attempted for run in runs) > 0


def test_every_public_name_is_on_the_page():
    text = PAGE.read_text()
    assert [name for name in inverse.__all__ if f"`{name}" not in text] == []


def test_the_page_s_program_runs(capsys):
    pytest.importorskip("sklearn")
    program = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
    names = {}
    exec(program, names)
    assert names["pictures"].shape == (10, 64) and names["importance"].shape == (64, 10)
    assert 0.5 < float(capsys.readouterr().out.split()[0]) < 1
    lower, upper = names["found"].importance.lower, names["found"].importance.upper
    assert (lower <= upper).all() and (names["importance"] <= upper + 0.2).all()


def test_the_library_is_imported_when_it_is_asked_for():
    assert numen.inverse is inverse and "inverse" in dir(numen)


def test_the_stub_has_every_name_and_parameter():
    stub = ast.parse((ROOT / "python/numen/inverse/__init__.pyi").read_text())
    found = {}
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            given = node.args
            found[node.name] = [a.arg for a in [*given.args, *given.kwonlyargs]]
        elif isinstance(node, ast.ClassDef):
            found[node.name] = [item.target.id for item in node.body
                                if isinstance(item, ast.AnnAssign)]
    assert set(found) == set(inverse.__all__)
    for name, parameters in found.items():
        assert list(inspect.signature(getattr(inverse, name)).parameters) == parameters, name
