"""`numen accept`: what is not there, or in part alone, is not met; each kind's own conditions."""

import json
import types

import pytest

from numen.commands import accept


def check(kind, how="", wanted="", **more):
    return {"id": "A", "text": "a target", "kind": kind, "how": how, "wanted": wanted, **more}


def of_cells(measured, wanted="<= 1.0", **more):
    context = types.SimpleNamespace(cells_of=lambda check: measured)
    return accept.check_bench(check("bench", "bench x", wanted, **more), context).state


GOOD = {"case": "a", "size": 1, "dtype": "f8", "ratio": 0.5}
ALSO = {"case": "b", "size": 1, "dtype": "f8", "ratio": 0.9}
BAD = {"case": "b", "size": 2, "dtype": "f8", "ratio": 1.04}
EMPTY = {"case": "b", "size": 3, "dtype": "f8"}


@pytest.mark.parametrize("cells, more, state", [
    ([GOOD, ALSO], {}, "met"), ([GOOD, BAD], {}, "missed"), ([], {}, "not measured"),
    ([GOOD], {"case": "b"}, "not measured"), ([GOOD], {"cases": ["a", "b"]}, "not measured"),
    ([GOOD, EMPTY], {}, "not measured"), ([EMPTY], {"case": "b"}, "not measured"),
    ([GOOD, {**GOOD, "ratio": None}], {}, "not measured"), ([GOOD, BAD, EMPTY], {}, "missed"),
    ([GOOD, BAD], {"case": "a"}, "met"), ([GOOD, BAD], {"without": ["b"]}, "met"),
    ([GOOD, BAD], {"sizes": [1], "dtypes": ["f8"], "case": "a"}, "met"),
    ([GOOD, BAD], {"sizes": [1, 2], "dtypes": ["f8"], "case": "a"}, "not measured"),
    ([GOOD, BAD], {"sizes": [1], "dtypes": ["f8", "f4"], "case": "a"}, "not measured"),
    ([GOOD, BAD], {"share": 0.5}, "met"), ([GOOD, BAD], {"share": 0.51}, "missed"),
    ([GOOD, ALSO, BAD], {"share": 0.5}, "met"), ([BAD], {"share": 0.1}, "missed"),
    ([GOOD, {**GOOD, "ratio": float("nan")}], {}, "missed"),
    ([GOOD], {"value": "deviation"}, "not measured"),
    ([{**GOOD, "deviation": 0.2}], {"value": "deviation"}, "met"),
    ("no such row", {}, "not measured"),
    ([{**GOOD, "absent": "a peer was not run"}], {}, "not measured"),
    ([GOOD, ALSO], {"cells": ">= 2"}, "met"), ([GOOD, ALSO], {"cells": ">= 3"}, "not measured"),
    ([GOOD, ALSO], {"cells": ">= 2", "case": "a"}, "not measured"),
])
def test_every_cell_is_judged_and_has_to_be_there(cells, more, state):
    assert of_cells(cells, **more) == state


WRONG = {**GOOD, "fault": "wrong answer: error inf"}


@pytest.mark.parametrize("cells, more, is_within", [
    ([GOOD, BAD], {"at_worst": "<= 1.1"}, True), ([GOOD, BAD], {"at_worst": "<= 1.03"}, False),
    ([GOOD, BAD], {}, False), ([GOOD, BAD, WRONG], {"at_worst": "<= 9"}, False),
    ([BAD, BAD], {"at_worst": "<= 9", "most_missed": 1}, False),
    ([BAD, GOOD], {"at_worst": "<= 9", "most_missed": 1}, True)])
def test_a_reason_speaks_of_cells_up_to_its_bound(cells, more, is_within):
    context = types.SimpleNamespace(cells_of=lambda check: cells)
    found = accept.check_bench(check("bench", "bench x", "<= 1.0", **more), context)
    assert (found.state, found.is_within_reason) == ("missed", is_within)
    outcomes = types.SimpleNamespace(outcomes={"A": found}, reasons={"A"})
    assert (accept.check_self(check("self"), outcomes).state == "met") == is_within


@pytest.mark.parametrize("wanted, state", [
    ("<= 0.5", "met"), ("< 0.5", "missed"), (">= 0.5", "met"), ("> 0.5", "missed"),
    ("<= 0.49", "missed"), (">= 0.51", "missed")])
def test_bounds_are_compared_as_they_are_written(wanted, state):
    assert of_cells([GOOD], wanted) == state


def test_a_test_that_did_not_run_is_not_measured():
    results = {"tests/a.py::test_x": "passed", "tests/b.py::test_y": "failed",
               "tests/ab.py::test_z": "passed"}
    context = types.SimpleNamespace(pytest_results={False: results})

    def state(*nodes):
        return accept.check_pytest(check("pytest", list(nodes)), context).state
    assert state("tests/a.py") == "met" == state("tests/a.py::test_x", "tests/ab.py")
    assert state("tests/a.py", "tests/c.py") == state("tests/c.py") == "not measured"
    assert state("tests/a.py", "tests/a.py::test_missing") == "not measured"
    assert state("tests/a.py", "tests/b.py") == "missed"


@pytest.mark.parametrize("ending, state", [
    ("", "passed"), ("def pytest_sessionfinish(session):\n    session.exitstatus = 1\n", "failed")])
def test_the_exit_status_of_pytest_counts(tmp_path, ending, state):
    (tmp_path / "conftest.py").write_text(ending)
    (tmp_path / "test_a.py").write_text("def test_x(): pass\n")
    assert accept.run_pytest(["test_a.py"], tmp_path) == {"test_a.py::test_x": state}


@pytest.mark.parametrize("how, wanted, state", [
    ("echo faster", "exit 0", "met"), ("echo faster; exit 3", "exit 0", "missed"),
    ("echo faster; exit 3", "prints fast", "missed"), ("echo faster", "prints fast", "met"),
    ("echo slower", "prints fast", "missed"), ("echo fast >&2", "prints fast", "missed"),
    ("no-such-command-here", "exit 0", "not measured")])
def test_a_command_ends_well_and_prints_what_is_wanted(how, wanted, state, tmp_path):
    context = types.SimpleNamespace(root=tmp_path)
    assert accept.check_command(check("command", how, wanted), context).state == state


def test_a_file_has_all_that_is_wanted(tmp_path):
    (tmp_path / "page.md").write_text("# One\ntwo\n")
    context = types.SimpleNamespace(root=tmp_path)

    def state(how, *wanted):
        return accept.check_file(check("file", how, list(wanted)), context).state
    assert state("*.md", "# One", "t.o") == "met" and state("none.md", "# One") == "not measured"
    assert state("page.md", "# One", "three") == state("page.md", "three", "two") == "missed"


@pytest.mark.parametrize("states, state", [
    ("met met", "met"), ("met missed", "missed"), ("met not_measured", "missed"),
    ("reasoned met", "met"), ("reasoned missed", "missed"), ("reasoned not_measured", "missed")])
def test_a_step_is_done_when_each_check_is_met_or_has_its_reason(states, state):
    names = states.split()
    outcomes = {name: accept.Outcome("missed" if name == "reasoned" else name.replace("_", " "), "")
                for name in names}
    context = types.SimpleNamespace(outcomes=outcomes, reasons={"reasoned"})
    assert accept.check_self(check("self"), context).state == state


@pytest.mark.parametrize("states, code", [
    ("met met", 0), ("met missed", 1), ("met|not measured", 1), ("missed missed", 1)])
def test_the_exit_code_says_whether_all_are_met(states, code, tmp_path, monkeypatch, capsys):
    names = states.split("|") if "|" in states else states.split()
    (tmp_path / "acceptance").mkdir()
    table = "\n".join(f'[[check]]\nid = "C{i}"\ntext = "t"\nkind = "file"\nhow = "x"\nwanted = []'
                      for i in range(len(names)))
    (tmp_path / "acceptance/07.toml").write_text(table)
    monkeypatch.setattr(accept, "checkout_root", lambda name: tmp_path)
    monkeypatch.setattr(accept, "judge", lambda root, checks, is_recorded: {
        each["id"]: accept.Outcome(name, "") for each, name in zip(checks, names)})
    assert accept.main(["7"]) == code
    said = capsys.readouterr().out.splitlines()
    assert len(said) == len(names) + 1 and said[-1].count(",") == 2


def test_sources_that_git_does_not_know_yet_make_a_record_old(tmp_path):
    from .test_accept import commit, git

    (tmp_path / "src").mkdir()
    (tmp_path / "src/a.cpp").write_text("int a;\n")
    git(tmp_path, "init", "-q")
    made = commit(tmp_path)
    assert accept.change_since(made, accept.SOURCES, tmp_path) is None
    (tmp_path / "src/new.cpp").write_text("int b;\n")
    assert "src/new.cpp" in accept.change_since(made, accept.SOURCES, tmp_path)


def test_the_newest_record_is_the_one_by_its_date(tmp_path):
    for name, date, value in (("a", "2026-02-01", 1), ("b", "2026-01-01", 2)):
        folder = tmp_path / "results" / name
        folder.mkdir(parents=True)
        (folder / "r.json").write_text(json.dumps({"date": date, "value": value}, indent=1))
    assert accept.newest("results/*/r.json", tmp_path).parent.name == "a"
