"""Benchmarks that have no answers to compare: what they time, and what over what, on planted
clocks and processes.
"""

import types

import pytest

from numen.bench import checking, clocks, programs, recording, report, threads, verdicts


def verdict(cell):
    return verdicts.verdict(cell)


def test_all_bounds_of_a_cell_are_held_or_it_is_missed():
    bounds = {"ratio": 1.0, "memory": 2.0}
    assert verdict({"ratio": 1.0, "memory": 2.0, "bounds": bounds}) == "met"
    assert verdict({"ratio": 1.01, "memory": 1.0, "bounds": bounds}) == "MISSED"
    assert verdict({"ratio": 0.5, "memory": 2.01, "bounds": bounds}) == "MISSED"


@pytest.mark.parametrize("word, code", [("met", 0), ("-", 0), ("MISSED", 1), ("FAILED", 1),
                                        ("absent", 1)])
def test_check_fails_for_all_that_is_not_met(word, code, capsys):
    table = report.Table([("case", "case", -4)])
    table.cells = [{"case": "a", "verdict": "met"}, {"case": "b", "verdict": word}]
    for is_asked in (True, False):
        given = type("Given", (), {"json": False, "check": is_asked})
        assert report.finish("speed", None, {}, table, given) == (code if is_asked else 0)


class Array:
    """Counts its looks; the clock of the program goes on at each."""

    def __init__(self, scope):
        self.scope = scope

    def __getitem__(self, index):
        self.scope["looks"] += isinstance(index, int)
        return 1.0

    def __setitem__(self, index, value):
        pass

    def __add__(self, other):
        return Array(self.scope)
    __mul__ = __add__


def test_the_program_of_the_clocks_reads_every_second_result(monkeypatch):
    """With a clock that computes nothing the deviation is that of the reading: all."""
    scope, printed = {"looks": 0}, []
    module = type("Module", (), {name: staticmethod(lambda *_: Array(scope)) for name in
                                 ("linspace", "sin", "cos", "exp", "sqrt")})
    scope["clock"], scope["np"], scope["print"] = (lambda: scope["looks"]), module, \
        lambda *words: printed.extend(words)
    text = clocks.PROGRAM.format(clock="", module="planted", repeats=4, turns=3)
    exec(text.replace("import planted as np\n", ""), scope)
    assert printed == [0, 4] and scope["looks"] == 4 * (1 + 3)


@pytest.mark.parametrize("seconds, deviation, word", [
    ((0.1, 0.1), 0.0, "met"), ((0.0, 0.1), 1.0, "MISSED"), ((0.091, 0.1), 0.09, "met"),
    ((0.085, 0.1), 0.15, "MISSED"), ((0.12, 0.1), 0.2, "MISSED")])
def test_a_clock_deviates_by_what_it_does_not_see(seconds, deviation, word):
    cell = clocks.measured_cell("a clock", lambda: seconds)
    assert cell["deviation"] == pytest.approx(deviation) and verdict(cell) == word


def test_a_clock_that_cannot_be_read_is_absent():
    def refused():
        raise ValueError("planted")
    assert verdict(clocks.measured_cell("a clock", refused)) == "absent"


def test_every_clock_that_is_named_has_its_row():
    names = [name for name, _ in clocks.rows("numen", 1)]
    for word in ("perf_counter", "datetime.now", "os.times", "getrusage", "asyncio",
                 "sys.modules", "%time ", "%%time", "%timeit", "installed module", "-m timeit"):
        assert any(word in name for name in names), word
    assert "time.perf_counter, import numen" in names and len(set(names)) == len(names)


def test_magics_of_notebooks_are_timed_unread_and_read(monkeypatch):
    monkeypatch.setattr(clocks, "output_of", lambda *command: "Wall time: 2 ms\nWall time: 1 ms\n"
                        "next\nWall time: 90 ms\nnext\n")
    assert clocks.in_notebook("%time ", "Wall time:") == pytest.approx([1e-3, 90e-3])


def test_cells_of_a_notebook_are_unread_and_read_in_turns(monkeypatch, capsys):
    ran = []

    def run_cell(text):
        ran.append(text)
        print("its sum" if text.endswith("[-1]") else "in full")

    shell = types.SimpleNamespace(run_line_magic=lambda *words: None, run_cell=run_cell)
    kind = types.SimpleNamespace(instance=lambda: shell, initialized=lambda: False)
    monkeypatch.setattr("IPython.core.interactiveshell.InteractiveShell", kind)
    exec(clocks.CELL.format(making="a = 1", magic="%time ", expression="a + a"), {})
    assert ran == ["a = 1", *["%time a + a", "%time a + a[-1]"] * 5]
    unread, read = capsys.readouterr().out.removeprefix("in full\n").split("next")
    assert unread.split("\n") == ["in full"] * 5 + [""] and read.count("its sum") == 5


NO_DIFFERENCE = "numen: check: no difference in {} calls checked of {}"


@pytest.mark.parametrize("run, check, said, word", [
    (0.5, 2.0, NO_DIFFERENCE.format(3, 4), "met"),
    (0.1, 1.01, NO_DIFFERENCE.format(3, 4), "MISSED"),
    (0.5, 2.0, "numen: check: a.py:3: add: NumPy gives 1, Numen 2", "absent"),
    (0.5, 2.0, "", "absent")])
def test_checking_takes_the_check_s_time_over_the_run_s(run, check, said, word, monkeypatch):
    ways = []

    def run_once(path, *way):
        ways.append(way)
        return (check, said) if way == ("--check",) else (run, "")
    monkeypatch.setattr(checking, "run_once", run_once)
    cell = checking.measured_cell("a", None, 2)
    assert ways == [(), ("--check",)] * 2 and verdict(cell) == word
    if word != "absent":
        assert cell["ratio"] == pytest.approx(check / run) and cell["checked"] == 0.75


def test_the_processor_time_of_threads_is_that_of_the_whole_process(monkeypatch):
    """Over one thread's, the least of the rounds of each."""
    taken = {1: [2.0, 1.0], 2: [3.0, 1.2], 8: [1.4, 1.5], 64: [9.0, 4.0]}
    now = []

    class Jobs:
        error = 0.0

        def __init__(self, module):
            pass

        def seconds(self):
            return 1.0

        def regularly(self, count):
            return (taken[now[-1]][len(now) > 4] if count == 50 else 0.0, 2.0)
    monkeypatch.setattr(threads, "Jobs", Jobs)
    monkeypatch.setattr(threads, "Progress", lambda steps, name: (now.append(n) or n
                                                                  for n in steps))
    cells = list(threads.cells(None, True))
    assert [cell["processor_ratio"] for cell in cells] == [1.2, 1.4, 4.0]
    assert [verdict(cell) for cell in cells] == ["met", "MISSED", "met"]


def test_a_regular_job_is_charged_for_all_threads(monkeypatch):
    clock = {"process_time": 0.0, "thread_time": 0.0, "perf_counter": 0.0}
    for name in clock:
        monkeypatch.setattr(threads.time, name, lambda name=name: clock[name])
    monkeypatch.setattr(threads.time, "sleep", lambda seconds: None)
    jobs = threads.Jobs.__new__(threads.Jobs)

    def run():
        clock["process_time"] += 8.0
        clock["thread_time"] += 1.0
        threads.front.work_counts()
    jobs.run = run
    assert jobs.regularly(10)[0] == 8.0


def test_recording_is_told_in_microseconds_of_a_call(monkeypatch):
    timed = []

    class Timer:
        def __init__(self, statement, globals):
            self.statement = statement
            self.seconds = iter({"a": [5e-6, 2e-6, 7e-6], "b": [4e-6, 6e-6, 3e-6]}[statement])

        def timeit(self, calls):
            timed.append(self.statement)
            return calls * next(self.seconds)
    monkeypatch.setattr(recording.timeit, "Timer", Timer)
    assert recording.best_microseconds(["a", "b"], {}, 3) == pytest.approx([2.0, 3.0])
    assert timed == ["a", "b"] * 3
    assert verdict(recording.cell("record", "a", 0.51, 0.5)) == "MISSED"


@pytest.mark.parametrize("numpys, numens, ratio", [([9.0, 2.0, 3.0], [8.0, 1.5, 1.0], 0.5),
                                                   ([0.1, 2.0, 2.0], [0.1, 3.0, 3.0], 1.5)])
def test_programs_are_timed_by_their_best_run_but_the_first(numpys, numens, ratio, monkeypatch,
                                                            tmp_path):
    def times_of(path, size, rounds, out, *way):
        return numens if way == ("-m", "numen", "run") else numpys
    monkeypatch.setattr(programs, "times_of", times_of)
    monkeypatch.setattr(programs, "error_between", lambda *_: 0.0)
    cell = programs.measured_cell(tmp_path / "one.py", "small", quick=False)
    assert cell["ratio"] == ratio and verdict(cell) == ("met" if ratio < 0.9 else "MISSED")
