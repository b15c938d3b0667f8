"""Under a profiler or debugger operations run at once: each is charged to the line that asks."""

import subprocess
import sys

import pytest

WATCHED = """
import sys
import numpy as np
from numen.native import front
front.set_starting(False)
a = np.ones(1 << 20)
def states():
    pairs = a.reshape(-1, 2)
    return [front.state(x) for x in (a + 1, np.sqrt(a), a.astype("f4"), np.sum(pairs, 1))]
before = states()
{watch}
print(set(before), set({run}), set(states()))
"""
PROFILE = "import cProfile; profile = cProfile.Profile()"
WAYS = [
    (PROFILE, "profile.runcall(states)"),
    ("import profile", "profile.Profile().runcall(states)"),
    ("def run():\n    sys.settrace(lambda *args: None)\n    try:\n        return states()\n"
     "    finally:\n        sys.settrace(None)", "run()"),
    ("def run():\n    sys.setprofile(lambda *args: None)\n    try:\n        return states()\n"
     "    finally:\n        sys.setprofile(None)", "run()"),
]


@pytest.mark.parametrize("watch,run", WAYS)
def test_operations_run_at_once_while_somebody_watches(tmp_path, watch, run):
    script = tmp_path / "program.py"
    script.write_text(WATCHED.format(watch=watch, run=run))
    done = subprocess.run([sys.executable, "-m", "numen", "run", str(script)], text=True,
                          capture_output=True, check=False)
    assert (done.stdout, done.stderr) == ("{'pending'} {'host'} {'pending'}\n", "")
