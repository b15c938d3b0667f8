"""`numen accept`: a check is met by what was measured, here and on these sources."""

import json
import subprocess

import pytest

from numen.commands import accept

TESTS = """
import pytest

def test_that_passes():
    pass

@pytest.mark.skipif(True, reason="needs a quiet machine")
def test_that_is_skipped():
    pass

@pytest.mark.full
def test_that_is_long():
    assert False
"""


@pytest.fixture
def root(tmp_path):
    """A checkout with one commit."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src/a.cpp").write_text("int a;\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_it.py").write_text(TESTS)
    settings = '[pytest]\naddopts = -m "not full"\nmarkers = full: long\n'
    (tmp_path / "pytest.ini").write_text(settings)
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def git(root, *arguments):
    identity = ("-c", "user.name=a", "-c", "user.email=a@b")
    return subprocess.run(["git", *identity, *arguments], cwd=root, check=True, text=True,
                          capture_output=True).stdout.strip()


def commit(root):
    git(root, "add", ".")
    git(root, "commit", "-q", "--allow-empty", "-m", "all")
    return git(root, "rev-parse", "--short=10", "HEAD")


def judged(root, kind, how, wanted="passed", **more):
    check = {"id": "A", "text": "a target", "kind": kind, "how": how, "wanted": wanted, **more}
    outcome = accept.judge(root, [check])["A"]
    return outcome.state, outcome.measured


def record(root, **facts):
    folder = root / "benchmarks/results" / facts.pop("machine", "here")
    folder.mkdir(parents=True, exist_ok=True)
    known = {"date": "2026-01-01", "commit": git(root, "rev-parse", "--short=10", "HEAD")}
    (folder / "run.json").write_text(json.dumps({**known, **facts}))


def of_record(root, *wanted, **more):
    return judged(root, "record", "benchmarks/results/*/run.json", list(wanted), **more)


def test_what_is_skipped_is_not_measured(root):
    state, measured = judged(root, "pytest", ["tests"])
    assert state == "not measured" and "needs a quiet machine" in measured
    assert judged(root, "pytest", ["tests"], skips=["another fact"])[0] == "not measured"
    assert judged(root, "pytest", ["tests"], skips=["quiet machine"]) == ("met", "1 passed")
    assert judged(root, "pytest", ["tests/test_it.py::test_that_passes"]) == ("met", "1 passed")


def test_long_tests_run_where_the_check_asks_for_them(root):
    assert judged(root, "pytest", ["tests"], full=True, skips=["quiet"])[0] == "missed"
    assert judged(root, "pytest", ["tests/test_it.py::test_that_is_long"])[0] == "not measured"


def test_records_are_judged_by_their_fields(root):
    assert of_record(root, "failures == 0")[0] == "not measured"
    record(root, failures=0, programs=1000, found="all", sets=["v2", "v3"])
    wanted = ["failures == 0", "programs >= 1000", "found == all", "sets has v3"]
    assert of_record(root, *wanted)[0] == "met"
    for wrong in ("failures > 0", "programs >= 1001", "found == none", "sets has v4"):
        assert of_record(root, *wanted, wrong)[0] == "missed"
    assert of_record(root, "survivors == 0")[0] == "not measured"


def test_the_newest_record_counts_among_those_that_are_asked_for(root):
    record(root, machine="one", failures=0, sets=["v4"])
    record(root, machine="two", failures=1, sets=["v3"], date="2026-01-02")
    assert of_record(root, "failures == 0")[0] == "missed"
    assert of_record(root, "failures == 0", where=["sets has v4"])[0] == "met"
    assert of_record(root, "failures == 0", where=["sets has v5"])[0] == "not measured"


def test_records_belong_to_the_sources(root):
    record(root, failures=0)
    (root / "notes").write_text("a result of its own")
    commit(root)
    assert of_record(root, "failures == 0")[0] == "met"
    (root / "src/a.cpp").write_text("int b;\n")
    for _ in range(2):  # not committed, and committed
        state, measured = of_record(root, "failures == 0")
        assert state == "not measured" and "src/a.cpp has changed" in measured
        commit(root)
    assert of_record(root, "failures == 0", sources=["include"])[0] == "met"
    older = [git(root, "rev-parse", "HEAD"), "a name alone changed"]
    assert of_record(root, "failures == 0", older=older)[0] == "met"
    assert of_record(root, "failures == 1", older=older)[0] == "missed"
    (root / "src/a.cpp").write_text("int c;\n")
    assert of_record(root, "failures == 0", older=older)[0] == "not measured"
    record(root, failures=0, commit="0123456789")
    assert of_record(root, "failures == 0")[0] == "not measured"
    record(root, failures=0, commit=git(root, "rev-parse", "--short=10", "HEAD") + "+")
    assert of_record(root, "failures == 0")[0] == "not measured"


BENCH = """
import json, pathlib, sys
assert sys.argv[1:4] == ["bench", "quick", "--sample"]
folder = pathlib.Path(sys.argv[sys.argv.index("--results") + 1]) / "benchmarks/results/here"
folder.mkdir(parents=True)
cells = [{"case": "a", "ratio": 0.5}, {"case": "b", "ratio": 1.5}]
(folder / "quick.json").write_text(json.dumps({"date": "2026", "cells": cells}))
with open("runs", "a") as runs:
    runs.write("run ")
"""


def package(root, main):
    """A numen that does nothing but this."""
    (root / "numen").mkdir()
    (root / "numen/__init__.py").write_text("")
    (root / "numen/__main__.py").write_text(main)


def test_benchmarks_are_run_here_and_now(root, monkeypatch):
    """What was committed is not read."""
    package(root, BENCH)
    monkeypatch.setenv("PYTHONPATH", str(root))
    committed = root / "benchmarks/results" / accept.machine_slug()
    committed.mkdir(parents=True)
    (committed / "quick.json").write_text(json.dumps({
        "date": "2027", "commit": commit(root), "cells": [{"case": "b", "ratio": 0.1}]}))
    how = {"kind": "bench", "how": "bench quick --sample 3", "text": "fast", "wanted": "<= 1.0"}
    checks = [{"id": name, "case": name, **how} for name in "abc"]
    outcomes = accept.judge(root, checks)
    assert [outcomes[name].state for name in "abc"] == ["met", "missed", "not measured"]
    assert (root / "runs").read_text() == "run "  # once for all
    recorded = accept.judge(root, checks, is_recorded=True)
    assert [recorded[name].state for name in "abc"] == ["not measured", "met", "not measured"]


def test_a_benchmark_that_fails_is_not_measured(root, monkeypatch):
    package(root, "raise SystemExit('no such row')\n")
    monkeypatch.setenv("PYTHONPATH", str(root))
    state, measured = judged(root, "bench", "bench quick", "<= 1.0", case="a")
    assert state == "not measured" and "no such row" in measured


@pytest.mark.parametrize("facts, said", [
    ({}, "recorded on 2026-01-02, 1 commits ago: since"),
    ({"commit": "0123456789+"}, "is no commit here"),
    ({"machine": "elsewhere"}, "no benchmarks/results"),
])
def test_records_of_other_sources_and_machines_say_nothing(root, facts, said):
    """Nor those of sources that were not committed."""
    folder = root / "benchmarks/results" / facts.pop("machine", accept.machine_slug())
    folder.mkdir(parents=True)
    known = {"date": "2026-01-02", "commit": git(root, "rev-parse", "HEAD"),
             "cells": [{"case": "a", "ratio": 0.5}]}
    (folder / "quick.json").write_text(json.dumps({**known, **facts}))
    (root / "src/a.cpp").write_text("int b;\n")
    commit(root)
    check = {"id": "A", "kind": "bench", "how": "bench quick", "text": "", "wanted": "<= 1"}
    outcome = accept.judge(root, [check], is_recorded=True)["A"]
    assert outcome.state == "not measured" and said in outcome.measured
