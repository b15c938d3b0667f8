"""Files beside a program, or in the folder it is started from, that bear names of Python's modules.

What NumPy does not import of the standard library when a program starts, Numen takes from there.
"""

import subprocess
import sys
from pathlib import Path

import pytest

# `./numen` starts the build that is not sanitized.
pytestmark = pytest.mark.no_sanitizer

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import numpy as np
x = np.arange(30_000.0) * 2
print(x.sum(), np.linalg.inv(np.eye(2)), np.sort(x)[:2])
"""


def run(folder, *command):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def shadow(folder):
    """Files by the names of all modules that NumPy does without."""
    loaded = run(folder, sys.executable, "-c", "import sys, numpy as np; np.linalg, np.fft\n"
                 "print(*sys.modules)")[1].split()  # fmt: skip
    for name in sys.stdlib_module_names - {*loaded, *sys.builtin_module_names}:
        (folder / f"{name}.py").write_text(f"raise ImportError('the {name}.py of the program')\n")


@pytest.mark.parametrize("options", [(), ("--profile",), ("--check",), ("--strict",)])
def test_names_of_the_standard_library(tmp_path, options):
    shadow(tmp_path)
    (tmp_path / "program.py").write_text(PROGRAM)
    expected = run(tmp_path, sys.executable, "program.py")
    assert expected[0] == 0
    forms = [("program.py",)] if options else [("program.py",), ("-m", "program"), ("-c", PROGRAM)]
    for form in forms:
        code, out, err = run(tmp_path, ROOT / "numen", "run", *options, *form)
        assert (code, out) == expected[:2], err
        assert "Traceback" not in err
