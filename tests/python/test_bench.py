"""What benchmarks say while they run, and what `numen bench` says of them."""

import importlib
import io

import numpy
import pytest

import numen
from numen.bench import cases, formerly_slow, pages, report, slow_cases, timing
from numen.bench.inputs import Inputs
from numen.bench.progress import Progress
from numen.bench.timing import compiled_loop, relative_error
from numen.commands import bench as benchmarks


class Clock:
    def __init__(self, step):
        self.now, self.step = 0.0, step

    def __call__(self):
        self.now += self.step
        return self.now


def test_progress_says_what_comes_and_how_long_it_takes():
    stream = io.StringIO()
    steps = Progress(["one", "two", "three", "four"], between=15, stream=stream, clock=Clock(10))
    assert list(steps) == ["one", "two", "three", "four"]
    lines = stream.getvalue().splitlines()
    assert lines[0] == "1 of 4: one"
    assert lines[1] == "3 of 4: three (30 s so far, about 30 s left)"
    assert len(lines) == 2  # one every fifteen seconds at most


def test_progress_stays_in_one_line_of_a_terminal():
    stream = io.StringIO()
    stream.isatty = lambda: True
    list(Progress(["one", "x" * 200], stream=stream, clock=Clock(100)))
    assert "\n" not in stream.getvalue()
    assert all(len(part) <= 79 for part in stream.getvalue().split("\r"))


def test_benchmarks_are_listed_with_a_line_each(capsys):
    assert benchmarks.main(["--help"]) == 0
    listed = capsys.readouterr().out
    for name in benchmarks.names():
        line = next(line for line in listed.splitlines() if line.split()[:1] == [name])
        assert len(line.split()) > 3


def test_running_benchmark_tells_its_progress(capsys, monkeypatch):
    monkeypatch.setattr(timing.Side, "calibrate", lambda *_: None)
    assert formerly_slow.main(["--only", "x[::-1].copy()", "--quick"]) == 0
    captured = capsys.readouterr()
    assert "1 of 35: x[::-1].copy() 1000 bool" in captured.err
    assert "cells" not in captured.err and " met, " in captured.out


@pytest.mark.parametrize("case", slow_cases.SLOW,
                         ids=lambda case: f"{case.name} of {case.sizes[0]}")
def test_answers_of_the_slow_cases_agree(case):
    size = case.sizes[0]
    for dtype in case.dtypes:
        inputs = Inputs(case, size, dtype)
        drawn = [inputs.draw()]
        results = [compiled_loop(case.statement, case.inputs, module)(
            inputs.pool(module, drawn), 1, float, lambda r: None)[1] for module in (numpy, numen)]
        assert relative_error(*results) < 1e-5


def test_a_rested_case_sleeps_before_each_measurement(monkeypatch):
    slept = []
    monkeypatch.setattr(timing.time, "sleep", slept.append)
    monkeypatch.setattr(timing, "wait_for_rest", lambda: False)
    case = cases.Case("rested", "a + b", ("a", "b"), 1.0, rest=0.25)
    measured = timing.time_cell(case, 100, "float64", numpy, numen, repeats=4)
    assert slept == [0.25] * 8 and len(measured.numpy) == len(measured.numen) == 4


@pytest.mark.parametrize("name", [n for n in benchmarks.names() if n != "memory"])
def test_every_column_of_a_page_has_a_meaning(name):
    module = importlib.import_module(f"numen.bench.{name}")
    columns = getattr(module, "COLUMNS", None) or module.every_name.COLUMNS
    assert len(pages.legend(columns)) == len([key for _, key, _ in columns if key != "case"])
    with pytest.raises(KeyError, match="nonsense"):
        pages.legend([("a", "nonsense", 1)])


def test_pages_begin_with_a_summary_a_legend_and_the_losses():
    table = report.Table([("name", "case", -5), ("ratio", "ratio", 5), ("verdict", "verdict", -7)])
    for case, ratio, more in (("fast", 0.25, {}), ("slow", 1.5, {}), ("slower", 3.0, {}),
                              ("wrong", 0.1, {"fault": "wrong answer | error inf"}),
                              ("gone", None, {"absent": "not built"})):
        table.judge({"case": case, "ratio": ratio, "bounds": {"ratio": 1.0}, **more})
    text = pages.page("speed", {"machine": "this one"}, table, ["counts", "a remark"])
    lines = [line for line in text.splitlines() if line]
    assert lines[:5] == [
        "# speed", "- 5 cells: 1 met, 1 FAILED, 2 MISSED, 1 absent",
        "- worst: slower, 3 of its bound", "- best: fast, 0.25 of its bound", "- a remark"]
    assert lines[5] == "## How to read it" and lines[6].startswith("- ratio: Numen's time over")
    losses = lines[lines.index("## Losses"):lines.index("## Held")]
    assert [line.split(" | ")[0] for line in losses[3:]] == [
        "| wrong", "| slower", "| slow", "| gone"]
    assert losses[3].endswith("| FAILED | wrong answer / error inf |")
    assert lines[lines.index("## Held") + 3].startswith("| fast |")
    assert lines[-2:] == ["## Where and when", "- machine: this one"]


def test_a_record_names_the_variables_that_choose_kernels_and_threads(monkeypatch, tmp_path):
    for name in list(report.os.environ):
        if name.startswith(report.SETTINGS):
            monkeypatch.delenv(name)
    monkeypatch.setenv("OPENBLAS_MAIN_FREE", "1")
    assert report.circumstances("x", tmp_path)["environment"] == "no variables"
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Haswell")
    monkeypatch.setenv("NUMEN_NUM_THREADS", "1")
    assert (report.circumstances("x", tmp_path)["environment"]
            == "NUMEN_NUM_THREADS=1 OPENBLAS_CORETYPE=Haswell")
