"""`NUMEN_MANAGED=0`: every large array, however it is born, is a numpy.ndarray."""

import subprocess
import sys

import pytest

from tests.safety import every_name

HEAD = """
import sys
from types import SimpleNamespace
{first}
{module}
from numen.native import front
import numpy
rng = numpy.random.default_rng(1)
side, size = 150, 22_500

def reals(*shape):
    return rng.random(shape) * 50 - 25

given = dict(x=reals(side, side), y=reals(side, side), w=reals(side, side), m=reals(side, side),
             v=reals(size), f=reals(size), g=reals(side, side), c=reals(side, side) > 0,
             k=rng.integers(0, 9, size), r=numpy.sort(reals(size)), z=numpy.ones((side, side)),
             s=reals(side, side) + 90 * numpy.eye(side), h=side * numpy.eye(side) + 1.0,
             i=list(range(side)), t=reals(side, side))
SLOW = ("outer", "kron", "meshgrid", "'i,j'", "diagflat", "poly", "ix_", "lexsort", "vectorize",
        "inverse.", "roots")

def managed(found):
    if isinstance(found, numpy.ndarray):
        return front.is_managed(found) or type(found).__name__ != "ndarray"
    return any(map(managed, found)) if isinstance(found, (tuple, list)) else False

wrong, large = [], 0
for row, call in CALLS.items():
    if any(part in row for part in SLOW):
        continue
    operands = SimpleNamespace(**{{name: np.array(value) if name != "i" else value
                                  for name, value in given.items()}})
    try:
        found = call(operands)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        continue
    large += isinstance(found, numpy.ndarray) and found.size > 20_000
    if managed(found) or any(map(managed, vars(operands).values())):
        wrong.append(row)
print(wrong, large > 100)
"""
WAYS = {"numen run": (["-m", "numen", "run"], ""), "install": ([], "import numen\nnumen.install()"),
        "import numen": ([], "")}


def program(way):
    module = every_name.module()
    if way == "import numen":
        module = module.replace("import numpy as np", "import numen as np", 1)
    return HEAD.format(first=WAYS[way][1], module=module)


@pytest.mark.no_sanitizer
@pytest.mark.parametrize("setting", ["0", "1"])
@pytest.mark.parametrize("way", WAYS)
def test_no_array_is_managed(tmp_path, monkeypatch, way, setting):
    """With NUMEN_MANAGED=1, to see that the calls would make managed arrays."""
    monkeypatch.setenv("NUMEN_MANAGED", setting)
    (tmp_path / "program.py").write_text(program(way))
    done = subprocess.run([sys.executable, "-W", "ignore", *WAYS[way][0], "program.py"],
                          cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    wrong, _, end = done.stdout.rpartition("] ")
    assert end.startswith("True")
    assert (wrong == "[") == (setting == "0"), wrong
