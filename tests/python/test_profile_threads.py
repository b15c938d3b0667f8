"""`numen run --profile` of programs whose other threads are traced while the main thread waits."""

import subprocess
import sys

import pytest

PROGRAM = """
import threading
import numpy as np

a = np.arange(20.0)

def step():
    return a.sum()

def work():
    for _ in range(20_000):
        step()

threading.{hook}(lambda *_: None)
for _ in range(3):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
print("done")
"""


@pytest.mark.parametrize("hook", ["settrace", "setprofile"])
def test_a_traced_thread_ends(tmp_path, hook):
    """What may not run the calls that the profile has pending is not asked to, without end."""
    path = tmp_path / "program.py"
    path.write_text(PROGRAM.format(hook=hook))
    done = subprocess.run([sys.executable, "-m", "numen", "run", "--profile", path], text=True,
                          capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "done"
