"""`numen run --trace FILE`: a file that Chrome's and Perfetto's viewers read, whatever happened."""

import json
import subprocess
import sys

import pytest

PROGRAM = """\
import numpy as np, threading
a = np.ones(500_000)
def work():
    b = np.sin(a) + np.cos(a)
    b[0]
thread = threading.Thread(target=work, name="a helper")
thread.start()
c = np.sin(a) * 2
c[0]
np.sort(a)
np.is_busday("2024-01-01")
memoryview(a)
np.cumsum(a)
import time; thread.join()
{end}
"""
ENDS = {"its end": ("", 0), "an error": ("raise ValueError", 1),
        "an exit": ("raise SystemExit(3)", 3), "a syntax error of a module": ("exec('x = (')", 1)}


@pytest.fixture(scope="module")
def trace(tmp_path_factory):
    """A function: the trace of the program with an end, and its exit code."""

    def run(end):
        folder = tmp_path_factory.mktemp("trace")
        (folder / "program.py").write_text(PROGRAM.format(end=end))
        command = [sys.executable, "-m", "numen", "run", "--trace", "out.json", "program.py"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120,
                              check=False)
        return json.loads((folder / "out.json").read_text()), done

    return run


@pytest.mark.parametrize("name", ENDS)
def test_the_file_is_whole_after(trace, name):
    end, code = ENDS[name]
    found, done = trace(end)
    assert done.returncode == code, done.stderr
    kinds = {event.get("cat") for event in found["traceEvents"]}
    assert {"program", "library", "fallback", "become", "run"} <= kinds
    assert found["otherData"] == {"events left out": 0}


@pytest.fixture(scope="module")
def events(trace):
    return trace("")[0]["traceEvents"]


def complete(events):
    return [event for event in events if event["ph"] == "X"]


def test_events_have_what_viewers_ask_for(events):
    (whole,) = [event for event in complete(events) if event["cat"] == "run"]
    for event in complete(events):
        assert set(event) >= {"name", "cat", "ph", "pid", "tid", "ts", "dur"}
        assert event["pid"] == whole["pid"]
        assert 0 <= event["ts"] and event["dur"] >= 0
        assert event["ts"] + event["dur"] <= whole["ts"] + whole["dur"]


def test_programs_name_their_operations_and_lines(events):
    found = {event["name"]: event for event in events if event.get("cat") == "program"}
    bytes_moved = {"bytes read": 4_000_000, "bytes written": 4_000_000}
    assert found["sin multiply"]["args"] == {"line": "program.py:8", "wanted by": "program.py:9",
                                             **bytes_moved}
    (name,) = set(found) - {"sin multiply"}
    assert sorted(name.split()) == ["add", "cos", "sin"]
    assert found[name]["args"] == {"line": "program.py:4", "wanted by": "program.py:5",
                                   **bytes_moved}


def test_calls_name_their_lines(events):
    found = {(event["cat"], event["name"]): event["args"]["line"] for event in complete(events)
             if event["cat"] in ("library", "fallback", "become")}
    assert found[("library", "sort")] == "program.py:10"
    assert found[("fallback", "is_busday")] == "program.py:11"
    assert found[("become", "buffer protocol")] == "program.py:12"


def test_calls_that_compute_at_once_are_there_with_their_bytes(events):
    (call,) = [event for event in complete(events) if event["name"] == "cumsum"]
    assert call["cat"] == "native"
    assert call["args"] == {"line": "program.py:13", "bytes read": 4_000_000,
                            "bytes written": 4_000_000}
    (sort,) = [event for event in complete(events) if event["name"] == "sort"]
    assert (sort["args"]["bytes read"], sort["args"]["bytes written"]) == (4_000_000, 4_000_000)


def test_arrows_lead_from_recording_to_evaluation(events):
    """One for each recorded operation, inside an event of its thread at both ends."""
    ends = {kind: {event["id"]: event for event in events if event["ph"] == kind}
            for kind in ("s", "f")}
    assert len(ends["s"]) == 5 and set(ends["s"]) == set(ends["f"])
    programs = [event for event in complete(events) if event["cat"] == "program"]
    recordings = [event for event in complete(events) if event["cat"] == "record"]

    def around(end, found):
        (only,) = [event for event in found if event["tid"] == end["tid"]
                   and event["ts"] <= end["ts"] <= event["ts"] + event["dur"]]
        return only

    found = set()
    for number in ends["s"]:
        start, end = around(ends["s"][number], recordings), around(ends["f"][number], programs)
        assert start["args"]["line"] == end["args"]["line"]
        found.add((start["name"], start["args"]["line"]))
    assert found == {("sin", "program.py:4"), ("cos", "program.py:4"), ("add", "program.py:4"),
                     ("sin", "program.py:8"), ("multiply", "program.py:8")}


def test_bytes_and_durations_are_those_of_the_calls(tmp_path):
    (tmp_path / "program.py").write_text(
        "import numpy as np\na = np.arange(2_000_000.0)[::-1].copy()\n"
        "np.argmax(a)\nnp.repeat(a[:1000], 500)\nnp.sort(a)\nnp.busday_count('2001', '2201')\n")
    command = [sys.executable, "-m", "numen", "run", "--trace", "out.json", "program.py"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=120)
    found = {event["args"]["line"]: event for event in
             json.loads((tmp_path / "out.json").read_text())["traceEvents"]
             if event.get("cat") in ("native", "library", "fallback", "at once")}
    moved = {line: (found[f"program.py:{line}"]["args"].get("bytes read", 0),
                    found[f"program.py:{line}"]["args"].get("bytes written", 0))
             for line in (3, 4, 5)}
    assert moved == {3: (16_000_000, 0), 4: (8000, 4_000_000), 5: (16_000_000, 16_000_000)}
    lasting = {line: found[f"program.py:{line}"]["dur"] for line in (3, 4, 5, 6)}
    assert lasting[3] > 100 and lasting[4] > 20 and lasting[5] > 500 and lasting[6] > 1, lasting


def test_threads_are_rows(events):
    programs = [event for event in events if event.get("cat") == "program"]
    assert len({event["tid"] for event in programs}) == 2
    (row,) = [event for event in events if event["name"] == "thread_name"
              and event["args"]["name"] == "MainThread"]
    threads = {event["tid"] for event in programs}
    assert row["tid"] in threads
    (helper,) = threads - {row["tid"]}
    assert [event["args"]["name"] for event in events if event["name"] == "thread_name"
            and event["tid"] == helper] == ["a thread that has ended"]


def test_workers_are_rows_with_the_pieces_that_they_ran(tmp_path):
    (tmp_path / "program.py").write_text(
        "import numpy as np\nfrom numen.native import front\nfront.set_threads(2)\n"
        "a = np.ones(8_000_000)\n"
        "for i in range(30): (np.sin(a) + np.cos(a)).sum()\n")
    command = [sys.executable, "-m", "numen", "run", "--trace", "out.json", "program.py"]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=120)
    found = json.loads((tmp_path / "out.json").read_text())["traceEvents"]
    pieces = [event for event in found if event.get("cat") == "piece"]
    programs = [event for event in found if event.get("cat") == "program"]
    (main,) = {event["tid"] for event in programs}
    named = {event["tid"]: event["args"]["name"] for event in found
             if event["name"] == "thread_name"}
    workers = {event["tid"] for event in pieces} - {main}
    assert workers and {named[worker] for worker in workers} == {"a worker of Numen's"}
    assert named[main] == "MainThread"
    ends = [(event["ts"], event["ts"] + event["dur"]) for event in programs]
    assert any(start <= piece["ts"] and piece["ts"] + piece["dur"] <= end
               for piece in pieces if piece["tid"] in workers for start, end in ends)


def test_the_name_of_the_file_is_an_option(tmp_path):
    command = [sys.executable, "-m", "numen", "run", "--trace"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "--trace" in done.stderr
    done = subprocess.run([*command, "no/such/folder", "-c", "pass"], cwd=tmp_path,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "no/such/folder" in done.stderr


def test_a_program_is_not_overwritten(tmp_path):
    (tmp_path / "program.py").write_text("print(5)\n")
    command = [sys.executable, "-m", "numen", "run", "--trace", "program.py"]
    for arguments in ([], ["program.py"], ["missing.py"]):
        done = subprocess.run([*command, *arguments], cwd=tmp_path, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False)
        assert done.returncode == 2 and "program.py is no place" in done.stderr
        assert (tmp_path / "program.py").read_text() == "print(5)\n"


def test_a_trace_that_cannot_be_written_at_the_end_is_a_line_on_stderr(tmp_path):
    program = "import numpy as np; print(np.ones(3).sum())"
    command = [sys.executable, "-m", "numen", "run", "--profile", "--trace", "/dev/full", "-c"]
    done = subprocess.run([*command, program], cwd=tmp_path, capture_output=True, text=True,
                          check=False)
    assert (done.returncode, done.stdout) == (0, "3.0\n")
    assert "numen run: --trace: [Errno 28]" in done.stderr and "Traceback" not in done.stderr
    assert "advice" in done.stderr.partition("Errno 28")[2]
