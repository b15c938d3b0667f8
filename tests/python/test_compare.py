"""`numen compare`: both ways are run, what they print and write is compared, times are printed."""

import subprocess
import sys

import numpy
import pytest

from numen.commands import outputs

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
    assert "The same outputs" in out and "best of 1" in out
    numpys, numens = (line.split() for line in out.splitlines()[1:3])
    assert numpys[0] == "NumPy" and numens[0] == "Numen"
    assert 0.01 < float(numpys[1]) < 60 and 0.01 < float(numens[1]) < 60
    assert "start-up included" in out
    assert "program.py:5" in out and "fallbacks: 0" in out and "advice" in out


def test_rounding_is_said_and_counts_as_the_same(tmp_path):
    code, out, _ = compared(tmp_path, OTHER.format(value="1.0", more=""))
    assert code == 0 and "what it prints: numbers agree to 1.0e-09" in out


@pytest.mark.parametrize("more, said", [
    ("print('x' if 'Numen' in repr(np) else 'y')", "line 2: 'y' with NumPy, 'x' with Numen"),
    ("print(1 + ('Numen' in repr(np)))", "line 2: '1' with NumPy, '2' with Numen"),
    ("if 'Numen' in repr(np): print()", "1 lines with NumPy, 2 with Numen"),
    ("if 'Numen' in repr(np): raise SystemExit(3)", "exit code: 0 with NumPy, 3 with Numen"),
    ("if 'Numen' in repr(np): open('new.txt', 'w').close()", "new.txt: written by Numen only"),
    ("np.save('n.npy', np.full(3, 1.0 + ('Numen' in repr(np))))", "n.npy: an element differs"),
])
def test_differences_are_named(tmp_path, more, said):
    code, out, _ = compared(tmp_path, OTHER.format(value="1.0", more=more))
    assert code == 1 and "DIFFERENT" in out and said in out
    assert "numen run --check program.py" in out


def test_a_program_that_never_does_the_same_twice(tmp_path):
    text = "import time\nimport numpy as np\nprint(np.float64(time.time()) * 1e3)\n" \
           "print(time.perf_counter_ns())\n"
    code, out, _ = compared(tmp_path, text, options=("--runs", "2", "--tolerance", "0"))
    assert code == 0 and "Two runs with NumPy differ" in out


def test_a_program_that_fails_shows_why(tmp_path):
    code, out, _ = compared(tmp_path, "import numpy as np\nnp.ones(3) + np.ones(4)\n")
    assert code == 0
    assert "exit code 1" in out and "could not be broadcast" in out


@pytest.mark.parametrize("arguments, said", [
    ([], "name a program"), (["nosuch.py"], "there is no file 'nosuch.py'"),
    (["-c"], "name a program"), (["--runs", "0", "-c", "1"], "wants a number above 0, got 0"),
])
def test_wrong_calls(arguments, said):
    done = subprocess.run([sys.executable, "-m", "numen", "compare", *arguments], text=True,
                          stdin=subprocess.DEVNULL, capture_output=True)
    assert done.returncode == 2 and said in done.stderr


@pytest.mark.parametrize("first, second, worst", [
    ("a 1.0 b", "a 1.0 b", 0), ("[1.5 -2.]", "[ 1.5  -2.000002]", 1e-6), ("nan", "nan", 0),
    ("inf", "1", float("inf")), ("1e-300", "1.1e-300", 0.0909), ("one", "two", float("inf")),
    ("1 2", "1 2 3", float("inf")), ("a\nb", "a", float("inf")), ("0.0", "1e-3", 1.0),
])
def test_texts(first, second, worst):
    assert outputs.compared(first.encode(), second.encode())[0] == pytest.approx(worst, rel=1e-2)


def test_arrays_in_files(tmp_path):
    def saved(array):
        numpy.save(tmp_path / "a.npy", array)
        return (tmp_path / "a.npy").read_bytes()
    base = numpy.array([1.0, numpy.nan, 4.0])
    assert outputs.compared(saved(base), saved(base))[0] == 0
    assert outputs.compared(saved(base), saved(base + 4e-9))[0] == pytest.approx(1e-9, rel=1e-2)
    assert outputs.compared(saved(base), saved(base.astype("f4")))[0] == float("inf")
    assert outputs.compared(saved(base), saved(numpy.array([1.0, 2.0, 4.0])))[0] == float("inf")
    assert outputs.compared(saved(numpy.arange(3)), saved(numpy.arange(1, 4)))[0] == float("inf")
