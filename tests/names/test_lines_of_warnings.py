"""Warnings that NumPy's Python functions give name the line that they name in NumPy: the user's."""

import re
import subprocess
import sys

import pytest

WARNING = re.compile(r"^(?:.*/)?([^/\n]*)\.py:(\d+): (\w+): (.*)$", re.MULTILINE)
ARRAYS = """
import numpy as np
empty, nan = np.array([]), np.array([np.nan, np.nan])
nans = np.full((3, 2), np.nan)
half = np.array([[1.0, np.nan], [2.0, np.nan]])
one, two = np.array([[1.0]]), np.array([1.0, 2.0])
"""
CALLS = [
    "np.nanmean(nan)", "np.nanmean(nans, axis=1)", "np.nanmean(half, axis=0, keepdims=True)",
    "np.nanmax(nan)", "np.nanmin(nans, axis=0)", "np.nanmax(half, 0)", "np.nanmedian(nan)",
    "np.nanmedian(nans, axis=1)", "np.nanquantile(nan, 0.5)", "np.nanpercentile(nans, 30, axis=0)",
    "np.nanvar(nan)", "np.nanstd(nan)", "np.nanvar(two, ddof=2)", "np.nanstd(half, axis=0, ddof=2)",
    "np.cov(one)", "np.cov(two[:1])", "np.cov(np.ones((2, 1)), ddof=3)", "np.corrcoef(one, one)",
    "np.polyfit([1.0, 1.0, 1.0], [1.0, 2.0, 3.0], 2)", "np.var(two, ddof=2)", "np.mean(empty)",
    "np.std(empty)", "np.histogram_bin_edges(two, bins='stone')",
    "(lambda x: np.nanmean(\n    x))(nan)", "[np.nanmax(nan) for _ in range(1)]",
    "np.nanmean(np.nanmean(\n    nans,\n    axis=1))",
]


def warned(folder, text, *command):
    """(file, line, category, text) of all warnings of a program."""
    (folder / "program.py").write_text(text)
    done = subprocess.run([sys.executable, "-W", "always", *command, "program.py"], cwd=folder,
                          capture_output=True, text=True)
    assert "Traceback" not in done.stderr, done.stderr
    return WARNING.findall(done.stderr)


@pytest.mark.parametrize("inside", [False, True])
def test_lines_are_the_users(tmp_path, inside):
    """In the module itself, and in a function of it."""
    body = "\n".join(CALLS)
    if inside:
        body = "def work():\n" + "\n".join("    " + line for line in body.split("\n")) + "\nwork()"
    numpys = warned(tmp_path, ARRAYS + body)
    wanted = [found for found in numpys if found[0] == "program"]
    given = [found for found in warned(tmp_path, ARRAYS + body, "-m", "numen", "run")
             if found[0] == "program"]
    assert len(wanted) >= 20
    assert [found for found in given if found in wanted] == wanted
    # What names a file of NumPy's there may name the user's line here.
    others = {found[2:] for found in numpys if found[0] != "program"}
    assert {found[2:] for found in given if found not in wanted} <= others


def test_a_line_warns_once(tmp_path):
    """By Python's own filter, which remembers in the user's module what has been shown."""
    loop = "for _ in range(3):\n    np.nanmean(nan)\n    np.log(-two)\n    np.nanmax(nan)\n"
    (tmp_path / "program.py").write_text(ARRAYS + loop)
    found = [subprocess.run([sys.executable, *command, "program.py"], cwd=tmp_path, text=True,
                            capture_output=True).stderr for command in ([], ["-m", "numen", "run"])]
    assert [len(WARNING.findall(text)) for text in found] == [3, 3]
    assert WARNING.findall(found[0]) == WARNING.findall(found[1])
