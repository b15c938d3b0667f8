"""Textbook programs print the same under `python` and under `numen run`, letter by letter.

They were committed before they had ever run on Numen, with the digests of `as_written.sha256`; a
program that prints something else on Numen is a fault of Numen's, never a reason to change it.
"""

import functools
import hashlib
import pathlib
import re
import subprocess
import sys

import pytest

from tests.python.test_examples import environment, imported_modules

FOLDER = pathlib.Path(__file__).parent
PROGRAMS = sorted(path for path in FOLDER.glob("*.py")
                  if not path.stem.startswith(("__init__", "test_")))
NAMES = [path.stem for path in PROGRAMS]
WANTED = {"viterbi", "pagerank", "gauss_seidel", "kriging", "fft_convolution", "ising",
          "time_warping", "kalman", "percolation", "edit_distance"}


@functools.cache
def output(name, *command):
    """Exit status, standard output and errors of one program; each runs once per session."""
    done = subprocess.run(
        [sys.executable, *command, FOLDER / f"{name}.py"], capture_output=True, text=True,
        timeout=600, cwd=FOLDER, env=environment("numen" in command))
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_prints_the_same_under_numen(name):
    status, text, errors = output(name)
    assert (status, errors) == (0, "")
    assert len(text.splitlines()) >= 8, "prints too little to be judged"
    assert output(name, "-m", "numen", "run") == (status, text, errors)


def test_they_compute_on_numen(tmp_path):
    # A program whose arrays Numen never saw would print the same too.
    path = tmp_path / "program.py"
    path.write_text((FOLDER / "pagerank.py").read_text()
                    + "\nimport numen\nprint(type(np.zeros(3)) is numen.ndarray)\n")
    done = subprocess.run([sys.executable, "-m", "numen", "run", path], capture_output=True,
                          text=True, timeout=600, env=environment(True))
    assert done.stdout.splitlines()[-1] == "True", done


def test_they_are_as_they_were_written():
    digests = dict(reversed(line.split()) for line in
                   (FOLDER / "as_written.sha256").read_text().splitlines())
    assert digests == {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
                       for path in PROGRAMS}


def test_there_are_the_wanted_kinds_and_more():
    assert set(NAMES) >= WANTED
    assert len(NAMES) >= 10
    examples = {path.stem for path in (FOLDER.parents[1] / "examples").glob("*.py")}
    assert not examples & set(NAMES)


@pytest.mark.parametrize("path", PROGRAMS, ids=NAMES)
def test_is_plain_numpy_and_a_page_long(path):
    assert set(imported_modules(path)) <= {"numpy", "math", "itertools"}
    lines = path.read_text().splitlines()
    assert len(lines) <= 130
    assert not re.search(r"\btime\b.*perf_counter|warnings|numen", path.read_text(), re.IGNORECASE)
