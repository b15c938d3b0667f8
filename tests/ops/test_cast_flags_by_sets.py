"""Warnings of casts, on each instruction set."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.instruction_sets import AVAILABLE

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("instruction_set", AVAILABLE)
def test_as_numpy_on_each_instruction_set(instruction_set):
    done = subprocess.run([sys.executable, "-m", "tests.ops.cast_flags_by_sets"], cwd=ROOT,
                          text=True, capture_output=True,
                          env={**os.environ, "NUMEN_CPU": instruction_set})
    assert done.returncode == 0, done.stdout + done.stderr
