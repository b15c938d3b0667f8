"""What `numen run --profile` keeps and says: times, bytes and counts by line."""

import os
import re
import signal
import subprocess
import sys
import textwrap
import threading

import numpy
import pytest

import numen
from numen import profile_report
from numen.native import front

from .recorded import SIZE, recording  # noqa: F401

FILE = os.path.join(os.path.dirname(__file__), "watched_program.py")  # the user's, by its place


@pytest.fixture
def watched():
    """Runs a text as a user's program, seen by a profile; returns what was seen."""

    def run(text, /, events=0, **names):
        code = compile(textwrap.dedent(text), FILE, "exec")
        front.set_starting(False)  # what starts by itself has no line that wants it
        front.watch(True, events)
        try:
            exec(code, {"np": numen, "SIZE": SIZE, **names})
        finally:
            front.watch(False, 0)
            front.set_starting(True)
        return front.watched()

    yield run
    front.watch(False, 0)


def at(line):
    return (FILE, line)


def programs(seen):
    return [profile_report.Program(*row) for row in seen["programs"]]


def events(seen, kind):
    """{(name, detail, line): calls} of the events of a kind."""
    return {(name, detail, place and place[1]): calls
            for found, name, detail, place, calls, *_ in seen["events"] if found == kind}


def test_a_program_is_charged_to_the_lines_that_recorded_it(watched):
    seen = watched("""\
        a = np.ones(SIZE)
        c = np.sin(a)
        d = c + a
        del c
        d[0]
    """)
    (program,) = programs(seen)
    assert program.looker == at(5)
    assert [(place, name) for place, name, _ in program.steps] == [(at(2), "sin"), (at(3), "add")]
    shares = program.shares()
    assert sum(shares.values()) == pytest.approx(program.seconds)
    assert shares[at(2)] > 4 * shares[at(3)] > 0  # a sine is more work than a sum
    assert program.owner() == at(2)


def test_bytes_passes_and_runs_of_a_program(watched):
    seen = watched("""\
        a, b = np.ones(SIZE), np.ones(SIZE, "f4")
        for i in range(3):
            c = (a * 2 + b) / a
            c[0]
    """)
    (program,) = programs(seen)
    assert program.calls == 3
    assert program.read == 3 * (8 + 4) * SIZE
    assert program.written == 3 * 8 * SIZE
    assert program.saved() == 3 * 2
    assert 0 < program.seconds < seen["seconds"]
    assert 1 <= program.threads <= front.info()["threads"]


def test_a_reduction_is_the_last_step_and_stores_nothing(watched):
    seen = watched("""\
        a = np.ones(SIZE)
        s = (a * a).sum()
    """)
    (program,) = programs(seen)
    assert [name for _, name, _ in program.steps] == ["multiply", "sum"]
    assert (program.read, program.written) == (8 * SIZE, 0)


def test_what_is_explained_is_what_runs(watched):
    said = []
    seen = watched("""\
        a = np.ones(SIZE)
        held = a * 2
        end = held[1:] + np.sin(held[:-1])
        said += outline(end)
        end[0]
    """, said=said, outline=front.outline)
    ran = sorted((len(program.steps), program.read, program.written, program.threads)
                 for program in programs(seen))
    assert len(said) == 2
    assert ran == sorted((program["operations"], program["read"], program["written"],
                          program["threads"]) for program in said)


def test_library_calls_by_line(watched):
    seen = watched("""\
        a = np.ones((60, 60))
        a @ a; a @ a
        np.linalg.svd(a)
        np.fft.fft(a)
        np.sort(a)
        np.argsort(a)
    """)
    assert events(seen, "library") == {
        ("matmul", "", 2): 2, ("linalg.svd", "", 3): 1, ("fft.fft", "", 4): 1, ("sort", "", 5): 1,
        ("argsort", "", 6): 1}
    assert all(row[5] > 0 for row in seen["events"] if row[0] == "library")


def test_fallbacks_and_becomes_with_their_reasons(watched):
    seen = watched("""\
        np.is_busday("2024-01-01")
        a = np.ones(SIZE)
        memoryview(a)
    """)
    assert events(seen, "fallback") == {("is_busday", "", 1): 1}
    assert events(seen, "become") == {("buffer protocol", "", 3): 1}


def test_what_happens_inside_a_fallback_is_the_fallbacks(watched):
    seen = watched("""\
        a = np.ones(SIZE)
        np.busday_count("2024-01-01", np.full(SIZE, "2024-01-03", "datetime64[D]"))
        np.ma.sum(a)
    """)
    fallbacks = events(seen, "fallback")
    assert sum(calls for (_, _, line), calls in fallbacks.items() if line == 3) == 1
    assert events(seen, "become") == {}


def test_time_of_a_program_is_not_its_lookers(watched):
    """Of who looks, the system may take the processor away: once in twenty times it does not."""
    shares = []
    for _ in range(20):
        seen = watched("""\
            a = np.ones(1 << 21)
            b = np.sin(a) + np.cos(a)
            memoryview(b)
        """)
        (program,) = programs(seen)
        (become,) = [row for row in seen["events"] if row[0] == "become"]
        kinds = profile_report.seconds_by_kind(seen, [program])
        assert sum(kinds.values()) <= seen["seconds"]
        shares.append(become[5] / program.seconds)
        if shares[-1] < 1:
            break
    assert min(shares) < 1


def test_operations_at_once_say_why(watched):
    seen = watched("""\
        a = np.ones(SIZE)
        foreign + 1
        with np.errstate(all="raise"):
            a + 1
        a += 1
        np.ones(3) + np.ones(3)
        np.modf(a)
    """, foreign=front.expose(numen.ones(SIZE)))
    found = events(seen, "at once")
    assert found[("add", "foreign memory", 2)] == 1
    assert found[("add", "error state", 4)] == 1
    assert found[("add", "in place", 5)] == 1
    assert found[("add", "small", 6)] == 1
    assert found[("modf", "several results", 7)] == 1


def test_single_elements_are_counted(watched):
    seen = watched("""\
        a, m = np.ones(SIZE), np.ones((20, 30))
        for i in range(50): a[i]
        for i in range(7): m[i, i]
        for x in np.ones(11): pass
        small = np.ones(9)
        for i in range(9): small[i] = i
        m[3]
        counts = np.zeros(9, int)
        for i in range(9): counts[i] += 1
        for i in range(5): a[i] = a[-1]
        for i in range(4): m[i, -1] = np.float32(2)
        m[:2] = 3; m[3] = 1; a[2:3] = 5
    """)
    assert events(seen, "element") == {
        ("read", "", 2): 50, ("read", "", 3): 7, ("read", "", 4): 11, ("written", "", 6): 9,
        ("read", "", 9): 9, ("written", "", 9): 9, ("read", "", 10): 5, ("written", "", 10): 5,
        ("written", "", 11): 4}


def test_threads_are_seen(watched):
    def work():
        x = numen.ones(SIZE) * 2
        x[0]

    def both():
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    seen = watched("both()", events=100, both=both)
    assert sum(program.calls for program in programs(seen)) == 2
    assert len({row[-1] for row in seen["singles"] if row[0] == "program"}) == 2


def test_nothing_is_kept_unless_somebody_watches(watched):
    watched("pass")
    x = numen.ones(SIZE) * 2
    x[0]
    numen.is_busday("2024-01-01")
    seen = front.watched()
    assert (seen["events"], seen["programs"], seen["singles"]) == ([], [], [])


def test_watching_changes_no_value(watched):
    text = """\
        a = np.linspace(0, 3, SIZE)
        found.append((np.sin(a) * a + 2)[::3].tobytes())
    """
    found = []
    watched(text, found=found)
    exec(textwrap.dedent(text), {"np": numen, "SIZE": SIZE, "found": found})
    assert found[0] == found[1]


def test_report_lists_what_takes_a_thousandth_of_the_time():
    calls = ((1, "sort", 0.9), (2, "cumsum", 0.0011), (3, "take", 0.0009), (1, "roll", 0.0011),
             (1, "pad", 0.0009))
    events = [("native", name, "", at(line), 1, seconds, 0.0, 0.0, 0.0, 0)
              for line, name, seconds in calls]
    text = profile_report.report({"seconds": 1.0, "events": events, "programs": []}, [])
    assert "watched_program.py:2" in text and "watched_program.py:3" not in text
    assert "cumsum" in text and "roll" in text and "pad" not in text


def test_report_lists_lines_by_time_and_ends_with_advice(watched):
    seen = watched("""\
        a = np.ones(1 << 21)
        b = np.sin(a)
        b = b * 2
        b[0]
        np.linalg.inv(np.ones((3, 3)) + np.eye(3))
    """)
    lines = profile_report.report(seen, []).split("\n")
    assert lines[1].startswith("numen: ")
    assert "1 run, 1 pass over memory saved" in next(x for x in lines if "fused programs" in x)
    of_lines = [line for line in lines if line.startswith("watched_program.py:")]
    milliseconds = [float(line.split()[1]) for line in of_lines]
    assert milliseconds == sorted(milliseconds, reverse=True)
    start = next(i for i, line in enumerate(lines) if line.startswith("watched_program.py:2 "))
    assert re.search("program +sin multiply: 1 run, 16 MiB read, 16 MiB written, 1 pass saved, "
                     "[\\d.]+ GB/s.*, \\d threads?; wanted by watched_program.py:4",
                     "\n".join(lines[start + 1:start + 4]))
    assert any(line.strip() == "part of 1 program of watched_program.py:2" for line in lines)
    advice, fallbacks = lines.index("advice"), len(lines) - 1
    assert advice < fallbacks and lines[fallbacks] == "fallbacks: 0"


def test_shares_of_the_whole_add_up(watched):
    seen = watched("""\
        a = np.ones(SIZE)
        (a * 2).sum()
        np.sort(a)
    """)
    rows = [line for line in profile_report.totals_table(seen, programs(seen))][1:]
    milliseconds = [float(re.search(r"([\d.]+) ms", line)[1]) for line in rows]
    assert sum(milliseconds) == pytest.approx(1e3 * seen["seconds"], abs=0.1 * len(rows) + 1e-6)


def test_share_of_the_limit(monkeypatch):
    program = profile_report.Program(None, [(at(1), "add", 1)], 4, 2.0, 3e9, 1e9, 2)
    monkeypatch.setattr(profile_report, "bytes_per_second", lambda size: 4e9)
    assert "2.0 GB/s (50% of the machine's limit)" in profile_report.program_text(program, at(1))
    monkeypatch.setattr(profile_report, "bytes_per_second", lambda size: 1e9)
    assert "above the machine's limit for memory: from the caches" in profile_report.program_text(
        program, at(1))


def test_the_limit_is_the_memorys():
    slow = profile_report.Program(None, [(at(1), "add", 1)], 1, 1.0, 6e7, 3e7, 2)
    assert 0 < profile_report.share_of_limit(slow) < 1  # any memory moves 0.09 GB a second


PROGRAM = """\
import numpy as np, os, scipy.stats
hidden = scipy.stats.rankdata(range(90_000)).reshape(300, 300)
a, small = np.ones(1_000_000), np.arange(5.0)
for i in range(60):  # more than the least share of the time that is listed
    c = np.sin(a) * 2
    c.sum()
total = 0.0
for i in range(200_000):
    total += a[i]
{end}
"""


def run(folder, end, *options):
    (folder / "program.py").write_text(PROGRAM.format(end=end))
    return subprocess.run([sys.executable, "-m", "numen", "run", *options, "program.py"],
                          cwd=folder, capture_output=True, text=True, timeout=120, check=False)


def test_the_command(tmp_path):
    done = run(tmp_path, "print('end')", "--profile")
    assert (done.returncode, done.stdout) == (0, "end\n")
    assert re.search("program +sin multiply sum: 60 runs, 458 MiB read, 458 MiB written",
                     done.stderr)
    assert re.findall("plain numpy.ndarray .*", done.stderr) == [
        "plain numpy.ndarray at the end, operations on it run at once: "
        "__main__.hidden float64[300, 300]"]
    assert re.search(r"memory: .* MiB held, .* blocks taken", done.stderr)
    said = done.stderr[done.stderr.index("\nadvice\n"):]
    assert re.search("program.py:8-9 reads single elements, 200,000 times: compute on the whole "
                     "array", said)
    assert re.search(r"\nfallbacks: \d+\n$", said)


def test_the_report_comes_after_an_error_and_once_from_a_parent(tmp_path):
    done = run(tmp_path, "raise ValueError('end')", "--profile")
    assert done.returncode == 1
    assert done.stderr.index("ValueError: end") < done.stderr.index("\nadvice\n")
    child = "pid = os.fork()\nif pid: os.waitpid(pid, 0)"
    assert run(tmp_path, child, "--profile").stderr.count("\nadvice\n") == 1


@pytest.mark.parametrize("end", ["import sys; sys.stdout.close()", "import sys; sys.stdout = None",
                                 "import sys; sys.stderr = None",
                                 "import sys, types; sys.modules['odd'] = module = "
                                 "types.ModuleType('odd'); module.__file__ = 3"])
def test_the_report_comes_whatever_the_program_leaves_behind(tmp_path, end):
    done = run(tmp_path, end, "--profile")
    assert done.returncode == 0 and done.stderr.count("\nadvice\n") == 1
    assert "Traceback" not in done.stderr


def test_waiting_is_said(tmp_path):
    done = run(tmp_path, "import time; time.sleep(0.5)", "--profile")
    waited = float(re.search(r"the main thread waited ([\d.]+) ms", done.stderr)[1])
    assert waited > 499
    assert "waited" not in "".join(profile_report.totals_table(
        {"seconds": 1.0, "events": [], "waited": 0.05}, []))


CHILDREN = {
    "fork": "pid = os.fork()\nif not pid: os._exit(0)\nos.waitpid(pid, 0)",
    "spawn": "import multiprocessing as m\n"
             "p = m.get_context('spawn').Process(target=os.getpid); p.start(); p.join()",
    None: "import subprocess; subprocess.run(['true'])",
}


@pytest.mark.parametrize("way", CHILDREN)
@pytest.mark.parametrize("option", ["--profile", "--check", "--trace"])
def test_reports_say_that_they_are_of_one_process(tmp_path, way, option):
    text = "import os\nimport numpy as np\nx = np.ones(3) + 1\nif __name__ == '__main__':\n"
    (tmp_path / "program.py").write_text(text + textwrap.indent(CHILDREN[way], "    "))
    words = [option, "trace.json"] if option == "--trace" else [option]
    done = subprocess.run([sys.executable, "-m", "numen", "run", *words, "program.py"],
                          cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("of this process only: another was started") == (way is not None)


@pytest.mark.parametrize("option", ["--profile", "--check", "--strict", "--trace=trace.json"])
def test_an_interrupted_program_ends_by_the_signal(tmp_path, option):
    (tmp_path / "program.py").write_text("import os, signal\nimport numpy as np\nx = np.ones(3)\n"
                                         "os.kill(os.getpid(), signal.SIGINT)\n")
    done = subprocess.run([sys.executable, "-m", "numen", "run", option, "program.py"],
                          cwd=tmp_path, capture_output=True, text=True, timeout=120,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    assert done.returncode == -signal.SIGINT and "KeyboardInterrupt" in done.stderr
