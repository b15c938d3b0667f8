"""The instruction sets of this machine: each may be NUMEN_CPU's in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

from numen.native import front

ROOT = Path(__file__).parents[1]
LEVELS = ("v2", "v3", "v4")
CURRENT = front.info()["instruction_set"]
# Those up to the one in use; NEON has none below it.
AVAILABLE = LEVELS[:LEVELS.index(CURRENT) + 1] if CURRENT in LEVELS else (CURRENT,)


def assert_passes(instruction_set, module, *arguments, **settings):
    """A module of the tests, run by that instruction set, prints what differs and ends with 1."""
    done = subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, text=True,
                          capture_output=True,
                          env={**os.environ, "NUMEN_CPU": instruction_set, **settings})
    assert done.returncode == 0, done.stdout + done.stderr
