"""`numen compare`: both ways are run, what they print and write is compared, times are printed."""

import os
import signal
import subprocess
import sys
import time

import pytest

from numen.commands import compare
from numen.commands.program_runs import Run

SAME = """
import sys
import numpy as np
a = np.arange(200_000.0)
b = np.sin(a) * 2 + 1
print("sum", b.sum(), sys.argv[1:])
print(sys.stdin.read())
np.save("result.npy", b)
"""
# The file of the module says whose NumPy it is.
OTHER = """
import numpy as np
print("value", {value} + 1e-9 * (np.sqrt(np.ones(5)).sum() > 0) * ("Numen" in repr(np)))
{more}
"""


def compared(folder, text, *arguments, options=("--runs", "1"), given=""):
    (folder / "program.py").write_text(text)
    done = subprocess.run([sys.executable, "-m", "numen", "compare", *options, "program.py",
                           *arguments], cwd=folder, text=True, input=given, capture_output=True)
    return done.returncode, done.stdout, done.stderr


def test_a_program_that_does_the_same(tmp_path):
    code, out, _ = compared(tmp_path, SAME, "--size", "3", given="typed")
    assert code == 0, out
    assert "The same outputs\n" in out and "best of 1" in out
    numpys, numens = (line.split() for line in out.splitlines()[1:3])
    assert numpys[0] == "NumPy" and numens[0] == "Numen"
    assert 0.01 < float(numpys[1]) < 60 and 0.01 < float(numens[1]) < 60
    assert "start-up included" in out
    assert "program.py:5" in out and "fallbacks: 0" in out and "advice" in out


def test_rounding_is_said_and_counts_as_the_same(tmp_path):
    code, out, _ = compared(tmp_path, OTHER.format(value="1.0", more=""))
    assert code == 0 and "what it prints: numbers agree to 1.0e-09" in out


NUMEN = "'Numen' in repr(np)"
CHECK = "numen run --check program.py 'a b'"


@pytest.mark.parametrize("more, said, is_number", [
    (f"print('x' if {NUMEN} else 'y')", "line 2: 'y' with NumPy, 'x' with Numen", False),
    (f"print(1 + ({NUMEN}))", "line 2: '1' with NumPy, '2' with Numen", True),
    (f"print(10**9 + ({NUMEN}))", "line 2: '1000000000' with NumPy, '1000000001' with", True),
    (f"if {NUMEN}: print()", "lines: 1 with NumPy, 2 with Numen", False),
    (f"if {NUMEN}: raise SystemExit(3)", "exit code: 0 with NumPy, 3 with Numen", False),
    (f"if {NUMEN}: open('new.txt', 'w').close()", "new.txt: written by Numen only", False),
    (f"np.save('n.npy', np.full(3, 1.0 + ({NUMEN})))", "n.npy: an element differs", True),
    (f"import sys; print('a' if {NUMEN} else 'b', file=sys.stderr)",
     "standard error: line 1: 'b' with NumPy, 'a' with Numen", False),
])
def test_differences_are_named(tmp_path, more, said, is_number):
    code, out, _ = compared(tmp_path, OTHER.format(value="1.0", more=more), "a b")
    assert code == 1 and "DIFFERENT" in out and said in out
    assert (CHECK in out) == is_number  # it looks at NumPy's calls, not at what is printed


TIMED = """
import time
import numpy as np
print(time.perf_counter_ns())
print(f"result {{1.0 + {wrong}}} in {{time.perf_counter()}} s")
open(f"{{time.perf_counter_ns()}}.txt", "w").close()
np.save("same.npy", np.full(3, 1.0 + {wrong}))
{more}
"""


def test_what_never_is_the_same_twice_is_left_out_and_named(tmp_path):
    code, out, _ = compared(tmp_path, TIMED.format(wrong="0", more=""))
    assert code == 0 and "The same outputs, as far as they are compared" in out
    left_out = out[out.index("Not compared"):out.index("Where Numen's time went")]
    assert "line 1" in left_out and "of 'result 1.0 in " in left_out and ".txt" in left_out
    assert "same.npy" not in left_out


@pytest.mark.parametrize("wrong, more, said", [
    (f"({NUMEN})", "", ["line 2: 'result 1.0 in", "same.npy: an element differs"]),
    ("0", f"if {NUMEN}: raise ValueError('of Numen')",
     ["exit code: 0 with NumPy, 1 with Numen", "  ValueError: of Numen"]),
    ("0", f"if {NUMEN}: raise SystemExit(5)",
     ["exit code 5, and nothing on standard error", "exit code: 0 with NumPy, 5 with Numen"]),
])
def test_a_time_hides_no_difference(tmp_path, wrong, more, said):
    code, out, _ = compared(tmp_path, TIMED.format(wrong=wrong, more=more))
    assert code == 1 and "DIFFERENT" in out
    assert [text for text in said if text not in out] == []


@pytest.mark.parametrize("fault", ["print(wrong)", "raise SystemExit(4 * wrong)",
                                   "if wrong: open('new.txt', 'w').close()",
                                   "if not wrong: open('new.txt', 'w').close()",
                                   "np.save('x.npy', np.full(3, 1.0 + wrong))"])
def test_every_run_with_numen_is_compared(tmp_path, fault):
    """A difference that one of three runs has."""
    count = tmp_path / "count"
    count.mkdir()
    outside = tmp_path / "inner"
    outside.mkdir()
    text = f"""
import os
import numpy as np
if {NUMEN} and "--profile" not in os.environ.get("X", ""):
    open(f"{count}/{{len(os.listdir('{count}'))}}", "w").close()
wrong = len(os.listdir("{count}")) == 3 and {NUMEN}
{fault}
"""
    code, out, _ = compared(outside, text, options=("--runs", "3"))
    assert code == 1 and "(in 1 of the runs with Numen)" in out


def test_runs_do_not_find_each_others_files(tmp_path):
    text = f"""
import os
import numpy as np
if os.path.exists("check.npy"):
    x = np.load("check.npy")
else:
    x = np.full(3, 1.0 + ({NUMEN}))
    np.save("check.npy", x)
with open("log.txt", "a") as file:
    file.write("more\\n")
os.remove("old.txt")
os.makedirs("made/inner")
print(x, open("log.txt").read())
"""
    (tmp_path / "log.txt").write_text("first\n")
    (tmp_path / "old.txt").write_text("old")
    code, out, err = compared(tmp_path, text, options=("--runs", "2"))
    assert code == 1 and "[1. 1. 1.]" in out and "[2. 2. 2.]" in out, out + err
    assert "exit code" not in out  # nor the folder that is made, or the file that is removed
    assert (tmp_path / "log.txt").read_text() == "first\nmore\n"
    assert not (tmp_path / "old.txt").exists() and (tmp_path / "made/inner").is_dir()
    import numpy
    assert numpy.load(tmp_path / "check.npy")[0] == 1.0  # of the last run, with NumPy


def test_signs_of_vectors_point_to_their_page(tmp_path):
    text = f"import numpy as np\nprint(np.array([0.5, -0.25]) * (1 - 2 * ({NUMEN})))\n"
    code, out, _ = compared(tmp_path, text)
    assert code == 1 and "but for their signs" in out and "docs/linear_algebra.md" in out


def test_rounding_errors_and_spellings_are_named(tmp_path):
    text = f"import numpy as np\nn = {NUMEN}\nprint('error', 1e-13 + n * 1e-14)\n" \
           "print(1 if n else 1.0)\n"
    code, out, _ = compared(tmp_path, text)
    assert code == 0 and "rounding errors, below 1e-09 both: 1e-13 with NumPy" in out
    assert "texts differ, numbers agree: line 2: '1.0' with NumPy, '1' with Numen" in out
    code, out, _ = compared(tmp_path, text, options=("--runs", "1", "--zero", "0"))
    assert code == 1 and "line 1: 'error 1e-13'" in out


@pytest.mark.parametrize("text, said", [
    ("import numpy as np\nnp.ones(3) + np.ones(4)\n", "could not be broadcast"),
    ("import sys\nsys.exit(3)\n", "Both ways end with exit code 3, and nothing on standard error"),
    ("import sys\nprint('x' * 5000, file=sys.stderr)\nsys.exit('end')\n", "  " + "x" * 5000),
])
def test_a_program_that_fails_shows_why(tmp_path, text, said):
    code, out, _ = compared(tmp_path, text)
    assert code == 0
    assert "Both ways end with exit code" in out and said in out


def test_warnings_are_compared_without_their_places(tmp_path):
    text = "import warnings\nimport numpy as np\n{}\nwarnings.warn('{}')\n"
    same = text.format(f"if {NUMEN}: pass", "both")
    assert compared(tmp_path, same)[0] == 0
    code, out, _ = compared(tmp_path, text.format(f"if {NUMEN}: warnings.warn('more')", "both"))
    assert code == 1 and "UserWarning: more" in out


def test_the_table_says_who_is_faster():
    found = {"NumPy": [took(4.0, 7.0), took(5.0, 5.0)], "Numen": [took(1.0, 1.5), took(2.0, 3.0)]}
    lines = list(compare.table(found))
    assert lines[1].split()[:3] == ["NumPy", "4.000", "7.000"]
    assert lines[2].split()[:3] == ["Numen", "1.000", "1.500"]
    assert lines[3] == "Numen takes 0.25 of NumPy's time, start-up included: 4.0 times as fast"
    slower = {"NumPy": [took(1.0, 1.0)], "Numen": [took(1.25, 1.0)]}
    assert list(compare.table(slower))[3] == (
        "Numen takes 1.25 of NumPy's time, start-up included")


def took(seconds, processor):
    return Run(0.0, seconds, processor, 1 << 20, 0, b"", b"", {})


@pytest.mark.parametrize("numpys, numens, said", [
    ([took(0.2, 0.2)], [took(0.1, 0.1)], "Most of this is start-up"),
    ([took(4.0, 2.0)], [took(1.0, 1.0)], "The best run with NumPy took much longer than its"),
    ([took(4.0, 2.0)], [took(2.0, 1.0)], "run with NumPy and Numen took much longer"),
    ([took(4.0, 4.0), took(6.0, 5.9)], [took(1.0, 1.0)], "differ by a factor of 1.5"),
    ([took(4.0, 4.0)], [took(2.0, 3.5)], None),
])
def test_what_the_times_may_not_say(numpys, numens, said):
    lines = list(compare.table({"NumPy": numpys, "Numen": numens}))
    assert len(lines) == 4 + (said is not None)
    assert said is None or said in lines[-1]


@pytest.mark.parametrize("arguments, said", [
    ([], "name a program"), (["nosuch.py"], "there is no file 'nosuch.py'"),
    (["-c"], "name a program"), (["--runs", "0", "-c", "1"], "wants a number above 0, got 0"),
    (["--tolerance", "-1", "-c", "1"], "--tolerance: wants a number of at least 0, got -1"),
    (["--zero", "nan", "-c", "1"], "--zero: wants a number of at least 0, got nan"),
    (["-"], "-: the program is run several times and has to be a file"),
    (["--profile", "x.py"], "--profile: compare ends with that report anyway"),
    (["--check", "x.py"], "--check: that is an option of numen run"),
])
def test_wrong_calls(arguments, said):
    done = subprocess.run([sys.executable, "-m", "numen", "compare", *arguments], text=True,
                          stdin=subprocess.DEVNULL, capture_output=True)
    assert done.returncode == 2 and said in done.stderr


def test_the_help_says_what_happens_to_files():
    done = subprocess.run([sys.executable, "-m", "numen", "compare", "--help"], text=True,
                          capture_output=True)
    for words in ("several times", "put back", "last run with NumPy", "relative to the"):
        assert words in " ".join(done.stdout.split())


def test_an_interrupt_ends_quietly(tmp_path):
    (tmp_path / "program.py").write_text(
        "import time\nopen('made.txt', 'w').close()\ntime.sleep(60)\n")
    child = subprocess.Popen([sys.executable, "-m", "numen", "compare", "program.py"], text=True,
                             cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, start_new_session=True,
                             preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    while not (tmp_path / "made.txt").exists():
        assert child.poll() is None
        time.sleep(0.01)
    os.kill(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == -signal.SIGINT
    assert "Traceback" not in err and "interrupted" in err.splitlines()[-1] and out == ""
    assert not (tmp_path / "made.txt").exists()


def test_a_log_of_the_comparison_itself_is_not_compared(tmp_path):
    (tmp_path / "program.py").write_text("import numpy as np\nprint(np.arange(5).sum())\n")
    with open(tmp_path / "log.txt", "w") as log:
        done = subprocess.run([sys.executable, "-m", "numen", "compare", "--runs", "1",
                               "program.py"], cwd=tmp_path, stdout=log, stderr=log)
    said = (tmp_path / "log.txt").read_text()
    assert done.returncode == 0 and "DIFFERENT" not in said, said
    assert "Neither compared nor put back, as other programs write to them: log.txt" in said


def test_no_peak_is_said_that_is_the_commands_own(tmp_path):
    """The kernel gives a process the peak of the one that started it; here that of the tests is
    larger than what is measured."""
    beside = b"1" * 500_000_000
    _, out, _ = compared(tmp_path, "for _ in range(3000):\n    print('x' * 10_000)\n")
    small = [line.split("MiB")[0].split()[3:] for line in out.splitlines()[1:3]]
    assert [words[0] for words in small] == ["<", "<"], out
    _, out, _ = compared(tmp_path, "x = b'1' * 300_000_000\nprint(len(x))\n")
    large = [line.split("MiB")[0].split()[3:] for line in out.splitlines()[1:3]]
    assert all(300 < float(words[0]) / 0.954 < 420 for words in large), out
    del beside


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_command_that_is_ended_puts_the_files_back(tmp_path, number):
    (tmp_path / "program.py").write_text(
        "import os, time\nos.remove('in.txt')\nprint('removed')\ntime.sleep(60)\n")
    (tmp_path / "in.txt").write_text("input")
    inner = tmp_path / "temporary"
    inner.mkdir()
    with subprocess.Popen([sys.executable, "-m", "numen", "compare", "program.py"], cwd=tmp_path,
                          env=dict(os.environ, TMPDIR=str(inner)), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as child:
        while (tmp_path / "in.txt").exists():
            time.sleep(0.01)
        child.send_signal(number)
        _, said = child.communicate()
    assert child.returncode == 128 + number, said
    assert (tmp_path / "in.txt").read_text() == "input"
    assert [name for name in os.listdir(inner) if name.startswith("numen-compare")] == []


def test_a_program_that_fails_both_ways(tmp_path):
    code, out, _ = compared(tmp_path, "raise ValueError('no')\n", options=("--runs", "1", "--"))
    assert code == 0 and "Both ways fail alike" in out and "The same outputs" not in out
