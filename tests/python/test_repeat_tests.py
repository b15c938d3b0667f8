"""tools/repeat_tests.py: what it runs and what it says; `--shuffle` changes the order alone."""

import importlib.util
import json
import os
import subprocess
import sys

import pytest

from numen.commands.checkout import checkout_root

ROOT = checkout_root("test")
spec = importlib.util.spec_from_file_location("repeat_tests", ROOT / "tools/repeat_tests.py")
repeat_tests = importlib.util.module_from_spec(spec)
spec.loader.exec_module(repeat_tests)


def test_ten_runs_have_three_busy_and_three_shuffled():
    done = [{"busy": busy, "shuffled": shuffled, "exit": number == 4,
             "failed": ["a"] * (number == 4)}
            for number, (busy, shuffled) in enumerate(repeat_tests.kinds(10))]
    found = repeat_tests.figures(done)
    assert (found["runs"], found["green"], found["failed"]) == (10, 9, ["a"])
    assert found["busy"] >= 3 and found["shuffled"] >= 3
    assert not any(run["busy"] and run["shuffled"] for run in done)


def test_runs_of_the_same_sources_are_resumed_on_any_machine(tmp_path, monkeypatch):
    def git(*words):
        subprocess.run(["git", "-C", tmp_path, "-c", "user.name=a", "-c", "user.email=a@b", *words],
                       check=True, capture_output=True)

    monkeypatch.setattr(repeat_tests, "ROOT", tmp_path)
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    assert repeat_tests.runs_so_far(tmp_path, []) == []
    git("init")
    (tmp_path / "src").mkdir()
    source = tmp_path / "src/a.cpp"
    source.write_text("1")
    git("add", "src")
    git("commit", "-m", "a")
    for name, date, code in (("a", "2026-11-29T07:00", 0), ("b", "2026-11-29T06:00", 1)):
        record = {"commit": "HEAD", "date": date, "each": [{"exit": code}], "arguments": []}
        (tmp_path / name / "repeated_tests.json").write_text(json.dumps(record))
    assert repeat_tests.runs_so_far(tmp_path, []) == [{"exit": 0}]
    assert repeat_tests.runs_so_far(tmp_path, ["tests/python"]) == []
    (tmp_path / "src/b.cpp").write_text("1")
    assert repeat_tests.runs_so_far(tmp_path, []) == []
    (tmp_path / "src/b.cpp").unlink()
    source.write_text("2")
    assert repeat_tests.runs_so_far(tmp_path, []) == []


ENDS = {"exit 0": (0, []), "exit 3": (3, []), "kill -SEGV $$": (-11, []),
        "echo 'FAILED tests/a.py::test_b - assert 0'; exit 1": (1, ["tests/a.py::test_b"]),
        "echo 'ERROR tests/c.py'; exit 0": (0, ["tests/c.py"])}


@pytest.mark.parametrize("end", ENDS)
def test_a_run_is_green_if_the_command_ends_well_and_nothing_failed(tmp_path, monkeypatch, end):
    monkeypatch.setattr(repeat_tests, "ROOT", tmp_path)
    command = tmp_path / "numen"
    command.write_text(f'#!/bin/sh\necho "$@" > given\n{end}\n')
    command.chmod(0o755)
    run = repeat_tests.one_run(7, False, True, ["tests/x"])
    assert (run["exit"], run["failed"], run["seed"]) == (*ENDS[end], 7)
    assert (tmp_path / "given").read_text() == "test --shuffle 7 tests/x\n"
    assert repeat_tests.figures([run])["green"] == (end == "exit 0")


def test_the_summary_follows_every_run_in_the_checkout(tmp_path, monkeypatch):
    root, elsewhere = tmp_path / "root", tmp_path / "elsewhere"
    (root / "tools").mkdir(parents=True)
    (root / "tools/recorded_figures.py").write_text(
        f"import pathlib; pathlib.Path({str(root)!r}, 'summaries').open('a').write('.')")
    monkeypatch.setattr(repeat_tests, "ROOT", root)
    monkeypatch.setattr(repeat_tests, "circumstances", lambda name, root: {"machine": "m"})
    monkeypatch.setattr(repeat_tests, "folder_of", lambda results, facts: results)
    monkeypatch.setattr(repeat_tests, "one_run", lambda *_: {
        "exit": 0, "failed": [], "busy": False, "shuffled": False})
    for results, options in ((root, []), (elsewhere, ["--results", str(elsewhere)])):
        results.mkdir(exist_ok=True)
        assert repeat_tests.main(["--runs", "2", *options]) == 0
        assert json.loads((results / "repeated_tests.json").read_text())["runs"] == 2
        assert (root / "summaries").read_text() == ".."


def test_failures_are_named():
    text = ("FAILED tests/a.py::test_b[x y-1] - assert 0\nERROR tests/c.py - SyntaxError\n"
            "2 failed, 3 passed in 1s\nnumen test: the C++ unit tests ended with status 1:\n")
    assert repeat_tests.failed_tests(text) == [
        "tests/a.py::test_b[x y-1]", "tests/c.py", "the C++ unit tests ended with status 1"]


def test_cores_are_busy_as_long_as_a_run_lasts():
    with repeat_tests.busy_cores(True) as loops:
        assert len(loops) == os.cpu_count() and all(loop.poll() is None for loop in loops)
    assert all(loop.poll() is not None for loop in loops)
    with repeat_tests.busy_cores(False) as loops:
        assert loops == []


def collected(*options):
    done = subprocess.run([sys.executable, "-m", "pytest", "--collect-only", "-q", *options,
                           "tests/errors", "tests/python/test_held.py"], cwd=ROOT, text=True,
                          capture_output=True)
    return [line for line in done.stdout.splitlines() if "::" in line]


def test_shuffled_tests_are_the_same_tests():
    usual, first, again, second = (collected(*options) for options in (
        (), ("--shuffle", "1"), ("--shuffle", "1"), ("--shuffle", "2")))
    assert len(usual) > 10 and sorted(first) == sorted(usual) == sorted(second)
    assert first == again and first != usual and first != second
