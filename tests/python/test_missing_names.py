"""Names that NumPy has not, and those that it warns of, are asked for as in NumPy."""

import subprocess
import sys

import pytest


def outcome(text, tmp_path, *start):
    (tmp_path / "program.py").write_text(text)
    done = subprocess.run([sys.executable, *start, "program.py"], cwd=tmp_path, text=True,
                          capture_output=True, timeout=60)
    return done.stdout, done.stderr


PROGRAMS = {
    "a warning once for each line": """
import numpy as np
for i in range(3):
    np.log(0.0)
    hasattr(np, "trapz"), getattr(np, "nothing", None), hasattr(np.linalg, "nothing")
""",
    "the line that asks": """
import numpy as np
print(np.row_stack([[1], [2]]))
getattr(np, "in1d", None)
""",
    "a misspelled name": "import numpy as np\nnp.linspce(0, 1, 5)\n",
    "one of a submodule": "import numpy as np\nnp.linalg.sovle(1, 2)\n",
    "imported": "from numpy import linspce\n",
    "parts": """
import numpy as np
print(np.fft.__name__, np.lib.stride_tricks.__name__, np.polynomial.chebyshev.chebval(2, [1, 2]))
print(np.emath.sqrt(-1), np.char.add("a", "b"), hasattr(np, "random"), hasattr(np, "_nothing"))
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_numpy(name, tmp_path):
    wanted = outcome(PROGRAMS[name], tmp_path)
    assert outcome(PROGRAMS[name], tmp_path, "-m", "numen", "run") == wanted
    assert "".join(wanted)


def test_the_warnings_of_other_threads_are_theirs(tmp_path):
    """Asking for a name changes nothing that other threads see."""
    text = """
import threading
import warnings
import numpy as np
warnings.simplefilter("error")
is_done, unraised = False, 0

def work():
    global unraised
    while not is_done:
        try:
            warnings.warn("of the thread", UserWarning)
            unraised += 1
        except UserWarning:
            pass

thread = threading.Thread(target=work)
thread.start()
try:
    for i in range(3000):
        getattr(np, "nothing", None)
finally:
    is_done = True
    thread.join()
print(unraised)
"""
    assert outcome(text, tmp_path, "-m", "numen", "run") == ("0\n", "")
