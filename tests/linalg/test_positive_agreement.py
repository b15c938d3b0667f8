"""A matrix is positive definite where NumPy says so, alone and in a stack, with every instruction
set: of nearly singular ones rounding decides, and that is the rounding of NumPy's own LAPACK.
"""

import os
import pathlib
import subprocess
import sys

import numpy
import pytest

import numen
from tests.instruction_sets import AVAILABLE

ROOT = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize("level", AVAILABLE)
def test_positive_definite_is_what_numpy_calls_so(level):
    done = subprocess.run([sys.executable, "-m", "tests.linalg.positive_matrices", "11", "4000"],
                          cwd=ROOT, env=os.environ | {"NUMEN_CPU": level}, capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    used, given, refused, wrong = done.stdout.split(maxsplit=3)
    assert (used, given) == (level, "4000")
    assert 1000 < int(refused) < 3500  # both kinds are there
    assert wrong.strip() == "[]"


@pytest.mark.parametrize("shape", [(4, 4), (1000, 4, 4), (60, 60), (3, 60, 60), (300, 300)])
def test_equal_elements(shape):
    with pytest.raises(numpy.linalg.LinAlgError, match="Matrix is not positive definite"):
        numen.linalg.cholesky(numen.full(shape, 2.0))
