"""Benchmarks time NumPy as they time Numen: the same environment, inputs, rests and turns."""

import collections
import dataclasses
import json
import types

import numpy
import pytest

import numen
from numen.bench import cases, operators, programs, sweep, threads, timing
from numen.bench.inputs import Inputs

CASE = cases.Case("a + b", "a + b", ("a", "b"), 1e9, sizes=(100,), dtypes=("float64",))


@pytest.mark.parametrize("rest", [0.0, 0.001])
def test_both_sides_are_measured_in_turns_and_rest_alike(monkeypatch, rest):
    events = []
    measure = timing.Side.measure

    def measured(side, pool):
        events.append((side.module.__name__, "measure"))
        return measure(side, pool)

    def slept(seconds):
        events.append(("", "sleep"))

    monkeypatch.setattr(timing.Side, "measure", measured)
    monkeypatch.setattr(timing, "wait_for_rest", lambda: events.append(("", "wait")))
    monkeypatch.setattr(timing.time, "sleep", slept)
    case = dataclasses.replace(CASE, rest=rest)
    timing.time_cell(case, 100, "float64", numpy, numen, repeats=6, seconds=0)
    order = [name for name, what in events if what == "measure"]
    assert order == ["numen", "numpy", "numpy", "numen"] * 3
    for at, event in enumerate(events):
        if event[1] == "measure":
            assert events[at - 1] == ("", "wait") and events[at + 1] == ("", "sleep"), events


def test_programs_run_in_the_same_environment(monkeypatch):
    seen = []

    def run(command, env, **more):
        seen.append(env)
        return types.SimpleNamespace(returncode=0, stdout=json.dumps([1.0, 1.0]) + "\n", stderr="")

    monkeypatch.setattr(programs.subprocess, "run", run)
    for way in ((), ("-m", "numen", "run")):
        programs.times_of("program.py", "small", 2, "out.npz", *way)
    assert seen[0] == seen[1] and "PATH" in seen[0]
    assert not {name for name in seen[0] if name.startswith("NPY_")}


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "complex128", "bool"])
@pytest.mark.parametrize("size", [1, 1000, 20_000])
def test_inputs_are_aligned_alike(dtype, size):
    inputs = Inputs(CASE, size, dtype)
    drawn = [inputs.draw() for _ in range(4)]
    for module in (numpy, numen):
        for arrays in inputs.pool(module, drawn):
            for array in arrays:
                assert array.flags.aligned and array.flags.c_contiguous
                assert numpy.asarray(array).ctypes.data % 16 == 0
    if size > 1 and dtype != "bool":  # new ones at each draw, and no constant
        assert len(numpy.unique(drawn[0][0])) > 1
        assert not numpy.array_equal(drawn[0][0], drawn[1][0])


def test_jobs_of_several_threads_wake_some(monkeypatch):
    monkeypatch.setattr(threads.front, "work_counts", lambda: {"woken threads": 7})
    rows = list(threads.cells(numen, True))
    assert all("none was woken" in row["fault"] for row in rows)


def test_statements_of_the_sweep_say_what_their_names_say():
    found = [case.statement for case in operators.operator_cases((10,), ("float64",))]
    assert len(set(found)) == len(found) > 30
    for case in sweep.all_cases():
        last = case.name.rpartition(".")[2]
        names = collections.Counter(case.statement.replace("(", " ").replace(".", " ").split())
        is_named = last in names or case.statement.replace(" ", "") == case.name.replace(" ", "")
        assert is_named or case.name in case.statement, (case.name, case.statement)


def test_others_are_drawn_at_every_commit(monkeypatch):
    """The cells of --sample by the commit, the same by --seed."""
    drawn = []
    monkeypatch.setattr(sweep, "Progress", lambda cells, name: drawn.append(cells) or ())
    monkeypatch.setattr(sweep, "is_refused", lambda cell: False)
    monkeypatch.setattr(sweep.report, "finish", lambda *given, **more: 0)
    monkeypatch.setattr(sweep.report, "circumstances", lambda *given: {"commit": commit})
    for commit, more in (("a", []), ("b", []), ("a", []), ("a", ["--seed", "1"]),
                         ("b", ["--seed", "1"])):
        sweep.main(["--sample", "20", *more])
    one, two, again, seeded, also = ([(case.name, size, dtype) for case, size, dtype in cells]
                                     for cells in drawn)
    assert one == again != two and seeded == also != one and len(one) == 20
