"""Every method, attribute, operator and subscript of arrays, as a user's program meets them: under
`numen run` they give what NumPy gives, of arrays of every kind and for arguments that fit and that
do not (every_method.py).
"""

import subprocess
import sys
from pathlib import Path

import numpy
import pytest

from . import every_method

PROGRAM = Path(every_method.__file__)
NAMES = sorted(set(dir(numpy.ndarray)) - every_method.NOT_COMPARED)
PARTS = [":".join(["methods", *NAMES[i : i + 30]]) for i in range(0, len(NAMES), 30)]
PARTS += ["assignments", "operators", "subscripts", "functions"]


def both(*arguments):
    """The lines that Python prints, and those that `numen run` does."""
    programs = [subprocess.Popen([sys.executable, *command, PROGRAM, *arguments], text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace",
                                 cwd=PROGRAM.parent)
                for command in ([], ["-m", "numen", "run"])]  # fmt: skip
    printed = [program.communicate(timeout=500) for program in programs]
    for program, (_, told) in zip(programs, printed):
        assert program.returncode == 0, told[-2000:]
    return [text.splitlines() for text, _ in printed]


@pytest.mark.ci
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.split(":")[-1])
def test_calls_give_what_numpy_gives(part):
    wanted, given = both(part)
    assert len(wanted) == len(given) > 20
    groups = [a.split("\t")[0] for a, b in zip(wanted, given) if a != b][:20]
    if groups:
        wanted, given = both(part, *groups)
        assert given == wanted
        pytest.fail(f"the checksums of {groups} differ, and their lines do not")


def test_functions_give_what_numpy_gives(same_output):
    printed = same_output((PROGRAM.parent / "functions_of_users.py").read_text())
    assert len(printed.splitlines()) > 80
