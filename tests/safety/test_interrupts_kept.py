"""Ctrl-C that comes while Numen asks Python code something, whose answer may fail, is not lost."""

import subprocess
import sys

PROGRAM = """
import warnings
import numpy as np

class Meta(type):
    def __subclasscheck__(cls, other):  # a filter's category is asked before work is recorded
        print("asked")
        raise KeyboardInterrupt

class Odd(Warning, metaclass=Meta):
    pass

x = np.ones(200_000)
warnings.filters.insert(0, ("ignore", None, Odd, None, 0))
warnings._filters_mutated()
try:
    y = x * 2
    for _ in range(1000):
        pass
    print("lost")
except KeyboardInterrupt:
    print("kept")
"""


def test_an_interrupt_while_filters_are_read(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    done = subprocess.run([sys.executable, "-m", "numen", "run", "program.py"], cwd=tmp_path,
                          text=True, capture_output=True)
    assert (done.stdout, done.stderr) == ("asked\nkept\n", "")
