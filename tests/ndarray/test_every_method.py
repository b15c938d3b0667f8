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
PARTS = [":".join(["methods", *NAMES[i : i + 12]]) for i in range(0, len(NAMES), 12)]
PARTS += ["assignments", "operators", "subscripts", "functions"]


def lines(*command):
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=500,
                          cwd=PROGRAM.parent, errors="replace")
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.split(":")[-1])
def test_calls_give_what_numpy_gives(part):
    wanted, given = lines(PROGRAM, part), lines("-m", "numen", "run", PROGRAM, part)
    assert len(wanted) == len(given) > 20
    groups = [a.split("\t")[0] for a, b in zip(wanted, given) if a != b][:20]
    if groups:
        wanted = lines(PROGRAM, part, *groups)
        given = lines("-m", "numen", "run", PROGRAM, part, *groups)
        assert given == wanted
