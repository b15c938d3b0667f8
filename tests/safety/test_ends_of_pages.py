"""No loop reads behind the last element of an array or before its first: see ends_of_pages.py."""

import os
import pathlib
import subprocess
import sys

import pytest

from tests.instruction_sets import AVAILABLE

pytestmark = pytest.mark.ci
ROOT = pathlib.Path(__file__).parents[2]
MANY = 700_000  # of the calls are NumPy's functions for the type


@pytest.mark.parametrize("instruction_set", AVAILABLE)
def test_the_pages_around_an_array_are_not_read(instruction_set, tmp_path):
    log = tmp_path / "log"
    done = subprocess.run([sys.executable, "-m", "tests.safety.ends_of_pages", str(log)],
                          cwd=ROOT, capture_output=True, text=True, check=False,
                          env={**os.environ, "NUMEN_CPU": instruction_set})
    assert done.returncode == 0, f"{log.read_text().strip()}\n{done.stderr[-500:]}"
    assert int(done.stdout) >= MANY, done.stdout
