"""Results do not depend on the instruction set or the number of threads beyond NumPy's bounds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.instruction_sets import AVAILABLE

ROOT = Path(__file__).parents[2]
OPERATIONS = ("add", "multiply", "divide", "floor_divide", "remainder", "less", "maximum", "fmin",
              "sqrt", "rint", "left_shift", "sin", "exp", "log", "power", "logical_and", "absolute")
DIGEST = """
import hashlib, numpy, numen
import tests.ops.operands as operands
numpy.seterr(all="ignore")
digest = hashlib.sha256()
for name in ("add", "multiply", "divide", "sqrt", "floor_divide", "remainder", "rint", "less"):
    for dtype in ("f8", "f4", "i8", "u1"):
        values = numpy.resize(operands.base_values(dtype, 3), 200_003)
        pair = [values, values[::-1]][:getattr(numpy, name).nin]
        result = numpy.asarray(getattr(numen, name)(*pair))
        result = numpy.where(result == result, result, 0)
        digest.update(result.tobytes())
integers = numpy.resize(operands.base_values("i8", 1), 300_001)
for name in ("sum", "prod", "max", "argmin", "cumsum", "any"):
    digest.update(numpy.asarray(getattr(numen, name)(integers)).tobytes())
print(digest.hexdigest())
"""


def run(arguments, **settings):
    environment = {**os.environ, **settings}
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment, text=True,
                          capture_output=True)


@pytest.mark.parametrize("name", AVAILABLE)
def test_operations_under_each_instruction_set(name):
    done = run(["-m", "tests.ops.sweep", *OPERATIONS], NUMEN_CPU=name)
    assert done.returncode == 0, done.stdout + done.stderr


def test_exact_results_have_equal_bits_everywhere():
    digests = {}
    for name in AVAILABLE:
        for threads in ("1", "2"):
            done = run(["-c", DIGEST], NUMEN_CPU=name, NUMEN_NUM_THREADS=threads)
            assert done.returncode == 0, done.stderr
            digests[name, threads] = done.stdout
    assert len(set(digests.values())) <= 1, digests
