"""Faults planted in what benchmarks measure are noticed by their judgement: a wrong answer, a
refusal, work left undone when the clock stops, an old answer, a cell or a peer that is lost.
"""

import json
import types

import numpy
import pytest

import numen
from numen.bench import (calls, cases, composites, every_name, examples, formerly_slow, fused_loops,
                         fusion, huge_arrays, large_calls, peers, programs, report, small_calls,
                         sum_alone, sweep, threads, timing)
from numen.bench.progress import Progress
from numen.commands import accept
from numen.commands import bench as benchmarks
from numen.native import front

CASE = cases.Case("a + b", "a + b", ("a", "b"), 1e9, sizes=(100, 20_000), dtypes=("float64",),
                  large_bound=1e9)
WALK = every_name.walk
# What the timed calls of each benchmark are replaced by: a case whose bound is always held.
TIMED = {
    "small_calls": [(cases, "SMALL_CALLS", (CASE,))],
    "large_calls": [(cases, "LARGE_CALLS", (CASE,))],
    "formerly_slow": [(formerly_slow, "SLOW", (CASE,))],
    "composites": [(calls, "all_cases", lambda *_: {"a": CASE}),
                   (calls, "public_names", lambda kind: ["a"]),
                   (every_name, "walk", lambda name, kind, named, bound_of, given:
                    WALK(name, kind, named, lambda case: 1e9, given))],
    "sweep": [(sweep, "all_cases", lambda: [CASE]), (sweep, "BOUND", 1e9),
              (sweep, "all_cells", lambda: cases.cells_of([CASE]))],
    "fusion": [(fusion, "FUSION", (CASE,)), (fusion, "ONE_THREAD", ()),
               (fusion, "with_limits", lambda cell, case: cell),
               (peers, "times", lambda *_: ({}, {}))],
}
MODULES = {"small_calls": small_calls, "large_calls": large_calls, "formerly_slow": formerly_slow,
           "composites": composites, "sweep": sweep, "fusion": fusion}
# Planted in otherwise, below.
OTHERS = {"fused_loops", "programs", "examples", "threads", "linalg"}
NO_ANSWERS = {"checking", "clocks", "memory", "recording", "start_up"}


def changed(answer, where):
    answer = numpy.array(answer)
    answer[where] *= 1.001
    return answer


def with_nan(answer):
    answer = numpy.array(answer)
    answer[answer.size // 2] = numpy.nan
    return answer


FAULTS = {
    "wrong from index 32 on": lambda x: changed(x, slice(32, None)),
    "wrong in the second half": lambda x: changed(x, slice(x.size // 2, None)),
    "wrong at the end": lambda x: changed(x, -1),
    "one is no number": with_nan,
    "another type": lambda x: numpy.array(x, "float32").astype("int64"),
    "another shape": lambda x: numpy.array(x)[None],
}


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A function that runs a benchmark on CASE and gives its exit code and its cells."""
    monkeypatch.setattr(timing.Side, "calibrate", lambda *_: None)
    monkeypatch.setattr(large_calls, "peak_memory", lambda *_: {"memory_of_bound": 0.5})

    def run(name):
        for module, attribute, value in TIMED[name]:
            monkeypatch.setattr(module, attribute, value)
        words = ["--quick", "--check", "--json", "--results", str(tmp_path)]
        code = MODULES[name].main([*words, *(["--only", "a + b"] if name == "fusion" else [])])
        path = next((tmp_path / "benchmarks/results").glob(f"*/{name}.json"))
        return code, json.loads(path.read_text())["cells"]
    return run


def plant(monkeypatch, fault):
    """Every loop of Numen's gives what fault(loop, arguments) gives."""
    compiled_loop = timing.compiled_loop

    def planted(statement, names, module, *more):
        loop = compiled_loop(statement, names, module, *more)
        if module is numpy or statement == "pass":
            return loop
        return lambda *given: fault(loop, given)
    monkeypatch.setattr(timing, "compiled_loop", planted)


def answers_changed(change):
    def fault(loop, given):
        seconds, answer = loop(*given)
        return seconds, change(answer)
    return fault


def test_every_benchmark_is_planted_in():
    assert set(benchmarks.names()) - NO_ANSWERS == TIMED.keys() | OTHERS, \
        "plant a fault in the new benchmark here, or say that it has no answers"


@pytest.mark.parametrize("name", TIMED)
def test_nothing_is_said_of_right_answers(name, results):
    code, cells = results(name)
    assert code == 0 and len(cells) == 2
    assert [cell["verdict"] for cell in cells] == ["met", "met"]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", TIMED)
def test_wrong_answers_are_failed(name, fault, results, monkeypatch):
    plant(monkeypatch, answers_changed(FAULTS[fault]))
    code, cells = results(name)
    assert code == 1 and [cell["verdict"] for cell in cells] == ["FAILED", "FAILED"]
    assert all(cell["fault"].startswith("wrong answer") for cell in cells)


@pytest.mark.parametrize("error", [ValueError, AttributeError, numpy.linalg.LinAlgError])
@pytest.mark.parametrize("name", TIMED)
def test_refusals_are_failed(name, error, results, monkeypatch):
    """Which NumPy does not make."""
    def refuse(loop, given):
        raise error("planted")
    plant(monkeypatch, refuse)
    code, cells = results(name)
    assert code == 1 and [cell["verdict"] for cell in cells] == ["FAILED", "FAILED"]
    assert all(cell["fault"] == f"refused: {error.__name__}: planted" for cell in cells)


@pytest.mark.parametrize("name", TIMED)
def test_an_old_answer_is_failed(name, results, monkeypatch):
    """The first one, right as it was, given again for other inputs."""
    first = {}

    def remember(loop, given):
        seconds, answer = loop(*given)
        return seconds, first.setdefault(len(answer), answer)
    plant(monkeypatch, remember)
    code, cells = results(name)
    assert code == 1 and [cell["verdict"] for cell in cells] == ["FAILED", "FAILED"]


@pytest.fixture
def recording():
    """Operations are recorded whatever pytest's filters of warnings are."""
    front.force_deferral(True)
    yield
    front.set_deferral(True)


@pytest.mark.parametrize("name", TIMED)
def test_work_left_undone_is_failed(name, results, monkeypatch, recording):
    monkeypatch.setattr(timing, "read_result", lambda result: None)
    code, cells = results(name)
    assert code == 1 and [cell["verdict"] for cell in cells] == ["FAILED", "FAILED"]
    assert all(cell["fault"].startswith("unread") for cell in cells)


def test_a_time_whose_work_was_left_undone_is_no_time(recording):
    side = timing.Side(numen, CASE, 20_000, "float64")
    side.empty = side.loop = lambda *_: (1.0, numen.zeros(100_000) + 1)
    with pytest.raises(timing.Fault, match="unread"):
        side.measure([()])


@pytest.mark.parametrize("name", TIMED)
def test_a_lost_cell_is_failed(name, results, monkeypatch):
    monkeypatch.setattr(Progress, "__iter__", lambda self: iter(self.steps[:-1]))
    code, cells = results(name)
    assert code == 1 and [cell["verdict"] for cell in cells] == ["met", "FAILED"]
    assert (cells[1]["size"], cells[1]["fault"][:4]) == (20_000, "lost")


GIVEN = types.SimpleNamespace(quick=True, module="numen")


def judged(cell):
    table = report.Table(every_name.COLUMNS)
    table.judge(dict(cell))
    return table.cells[0]["verdict"]


def test_small_errors_are_errors():
    right = numpy.linspace(1.0, 2.0, 100)
    for size in (1e-4, 1e-7, 1e-12):
        assert timing.relative_error(right, right * (1 + size)) == pytest.approx(size, rel=1e-3)
    cell = {"bounds": {"ratio": 2.0, "error": 1e-5}, "ratio": 1.0, "error": 1.1e-5}
    assert judged(cell) == "FAILED" and judged({**cell, "error": 0.9e-5}) == "met"


@pytest.mark.parametrize("kind", ["?", "u1", "i4", "i8", "U3", "M8[s]"])
def test_what_is_no_number_with_a_point_is_exact(kind):
    """A position that is off by one of ten million is wrong."""
    right = numpy.arange(10_000_000, 10_000_100).astype("i8" if kind == "M8[s]" else kind)
    right = right.astype(kind)
    wrong = right.copy()
    wrong[7] = ~right[7] if kind == "?" else right[8]
    if kind == "U3":
        wrong[7] = "x"
    assert timing.relative_error(right, right.copy()) == 0
    assert timing.relative_error(right, wrong) == numpy.inf


@pytest.mark.parametrize("place", [0, 1, 2])
def test_each_of_a_programs_results_is_compared(tmp_path, place):
    right = [numpy.arange(9.0), numpy.ones(3), numpy.arange(4)]
    wrong = [x * 1.01 if k == place else x for k, x in enumerate(right)]
    for name, arrays in (("a", right), ("b", wrong), ("c", right)):
        numpy.savez(tmp_path / f"{name}.npz", *arrays)
    assert programs.error_between(tmp_path / "a.npz", tmp_path / "c.npz") == 0
    assert programs.error_between(tmp_path / "a.npz", tmp_path / "b.npz") > 1e-3


def test_an_error_that_is_no_number_is_infinite():
    """Nor is it lost among others: max(0.0, nan) is 0.0."""
    right = numpy.arange(100.0)
    assert timing.relative_error(right, with_nan(right)) == numpy.inf
    assert timing.relative_error((right, right), (with_nan(right), right)) == numpy.inf
    assert timing.relative_error((right, right), right) == numpy.inf
    assert timing.relative_error([numpy.inf, 1.0], [1.0, 1.0]) == numpy.inf
    assert timing.relative_error(with_nan(right), with_nan(right)) == 0.0


@pytest.mark.parametrize("fault, verdict", [
    ("", "met"), ("r[1:] *= 1.001", "FAILED"), ("r[-1] = np.nan", "FAILED"),
    ("r = r[None]", "FAILED"), ("r = r.astype('f4')", "FAILED"), ("raise ValueError", "FAILED")])
def test_programs_are_judged_by_their_answers(fault, verdict, tmp_path, monkeypatch):
    monkeypatch.setattr(programs, "BOUND", 1e9)
    program = tmp_path / "program.py"
    program.write_text(f"""
import sys; import numpy as np
SIZES = {{"small": 64}}
prepare = lambda rng, size: (rng.random(size),)

def run(x):
    r = np.sqrt(x) + 1
    if "numen.native.front" in sys.modules:
        {fault or "pass"}
    return r
""")
    cell = programs.measured_cell(program, "small", quick=True)
    assert judged(cell) == verdict, cell


@pytest.mark.parametrize("fault, verdict", [
    ("", "met"), ("x[-1] += 1", "FAILED"), ("raise ValueError", "FAILED")])
def test_examples_are_judged_by_what_they_print(fault, verdict, tmp_path, monkeypatch):
    monkeypatch.setattr(examples, "bound_of", lambda *_: 1e9)
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples/one.py").write_text(f"""
import sys; import numpy as np
x = np.arange(50.0)
if "numen.native.front" in sys.modules:
    {fault or "pass"}
print("the sum", x.sum())
print("time", np.random.rand())
""")
    assert judged(examples.example_cell("one", tmp_path, 1)) == verdict


@pytest.mark.parametrize("fault, verdict", [
    ("pass", "met"), ("r[5] = float('nan')", "FAILED"), ("r[-1] *= 2", "FAILED"),
    ("r = r.astype('f8')", "FAILED"), ("r = r[1:]", "FAILED")])
def test_huge_arrays_are_judged_whole(fault, verdict, monkeypatch):
    mark = "    values = numpy.asarray(r)\n"
    assert mark in huge_arrays.PROGRAM
    planted = f"    if sys.argv[1] == 'numen': {fault}\n{mark}"
    monkeypatch.setattr(huge_arrays, "PROGRAM", huge_arrays.PROGRAM.replace(mark, planted))
    case = cases.Case("a + b", "a + b", ("a", "b"), 1e9)
    cell = huge_arrays.measured(case, 1000, "float32", ("numpy", "numen"), turns=1)
    assert judged({**cell, "memory_of_bound": 0.5}) == verdict


def test_what_stands_alone_is_judged_by_its_answer(monkeypatch):
    monkeypatch.setattr(sum_alone, "SIZES", (1000,))
    monkeypatch.setattr(fusion.subprocess, "run", first_times(1.0))
    assert {judged({**cell, "ratio": 0}) for cell in sum_alone.cells(numen, True)} == {"met"}
    assert judged(fusion.first_expression("numen")) == "met"
    monkeypatch.setattr(fusion.subprocess, "run", first_times(1.1))
    assert judged(fusion.first_expression("numen")) == "FAILED"
    wrong = types.SimpleNamespace(array=lambda x: x.view(WrongSums))
    assert {judged({**cell, "ratio": 0}) for cell in sum_alone.cells(wrong, True)} == {"FAILED"}


class WrongSums(numpy.ndarray):
    def sum(self):
        return super().sum() * self.dtype.type(1.001)


def first_times(least_of_numen):
    """What a process says of the first expression: two times and two values."""
    def run(command, **_):
        least = least_of_numen if command[-1] == "numen" else 1.0
        return types.SimpleNamespace(stdout=f"2.0 1.0 {least} 1.0")
    return run


def test_jobs_of_threads_are_judged_by_their_answer(monkeypatch):
    monkeypatch.setattr(threads, "JOB", 1e-5)
    assert threads.Jobs(numen).error == 0.0
    wrong = types.SimpleNamespace(array=numen.array, empty=numen.empty,
                                  sqrt=lambda x, out: numen.cbrt(x, out=out))
    assert threads.Jobs(wrong).error > 1e-3


def test_a_peer_that_was_not_run_leaves_the_cell_unmeasured(monkeypatch):
    def seconds_of(peer, what, threads):
        if peer in refusing:
            raise RuntimeError("planted")
        return 1.0 if threads == 1 else 2.0
    monkeypatch.setattr(peers, "seconds_of", seconds_of)
    monkeypatch.setattr(peers.importlib.util, "find_spec", lambda name: True)
    held = {"case": "a", "size": 20_000, "dtype": "f8", "ratio": 0.5, "bounds": {"ratio": 1.0}}
    refusing = ()
    cell = fusion.with_peers(dict(held), CASE)
    assert judged(cell) == "met" and cell["ratio_to_jax"] == 1.0 and cell["jax_ms"] == 1000.0
    refusing = ("numexpr",)  # which takes elementwise expressions alone
    cell = fusion.with_peers(dict(held), CASE)
    assert judged(cell) == "met" and cell["peers_not_run"] == {"numexpr": "planted"}
    refusing = ("jax",)
    cell = fusion.with_peers(dict(held), CASE)
    assert judged(cell) == "absent" and "jax: planted" in cell["absent"]


def test_a_bound_whose_value_is_lost_is_not_measured():
    assert judged({"case": "a", "bounds": {"ratio": 1.0}}) == "absent"
    assert judged({"case": "a", "ratio": None, "bounds": {"ratio": 1.0}}) == "absent"
    assert judged({"case": "a", "ratio": numpy.nan, "bounds": {"ratio": 1.0}}) == "MISSED"


def test_acceptance_misses_what_is_failed():
    """Whatever its time is, and although other cells of its name are there."""
    good = {"case": "a", "size": 1, "ratio": 0.5, "verdict": "met"}
    check = {"id": "A", "kind": "bench", "how": "bench x", "wanted": "<= 1.0", "case": "a"}
    for cell in ({"case": "a", "size": 2, "ratio": 0.1, "fault": "wrong answer: error inf"},
                 {"case": "a", "size": 2, "fault": "lost: planted"}):
        context = types.SimpleNamespace(cells_of=lambda check: [good, cell])
        outcome = accept.check_bench(check, context)
        assert outcome.state == "missed" and "a 2: " + cell["fault"] in outcome.measured


@pytest.mark.no_sanitizer  # its library is not that build's
def test_expressions_are_judged_beside_loops_in_cpp(monkeypatch):
    """One test: two at a time would build the loops at once."""
    from numen.bench import limits, loops

    built, function = loops.built_loops(), fused_loops.statement_function
    case = next(case for case in fused_loops.CASES if case[0] == "a*b + c")

    def verdict(fault):
        def planted(statement, module):
            run = function(statement, module)

            def faulty(a, b, c, r):
                run(a, b, c, r)
                fault(r)
            return faulty
        monkeypatch.setattr(fused_loops, "statement_function", planted)
        cell = fused_loops.measured_cell(case, 2000, 1, numen, built, GIVEN)
        return judged({**cell, "ratio_to_loop": 1.0})

    assert verdict(lambda r: None) == "met"
    assert verdict(lambda r: r.__setitem__(slice(32, None), 0)) == "FAILED"
    assert verdict(lambda r: r.__setitem__(-1, numpy.nan)) == "FAILED"
    assert verdict(lambda r: r.resize(3)) == "FAILED"  # which it refuses
    assert limits.floating_operations_per_second(256) > 0  # and its own answers are right
    for count in (1000, 4096):
        a, b, out = (limits.aligned(count, value) for value in (1.5, 2.5, 0.0))
        for call in limits.adders(a, b, out):
            out[:] = 0
            call()
            assert (out == 4.0).all()
