"""numen.install() and %load_ext numen: `import numpy` in the user's code is Numen from then on."""

import subprocess
import sys

USER_CODE = """
import numpy as np
import numpy.linalg as linalg
x = np.arange(3.0) + 1
print(np.__name__, np is sys.modules["numpy"], float(linalg.norm(x)) == 14 ** 0.5, x)
"""
EXPECTED = "numpy False True [1. 2. 3.]\n"


def output_of(source, folder):
    done = subprocess.run([sys.executable, "-c", source], text=True, capture_output=True,
                          cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_install_makes_import_numpy_numen(tmp_path):
    assert output_of(f"import sys, numen\nnumen.install()\n{USER_CODE}", tmp_path) == EXPECTED


def test_uninstall_gives_numpy_back(tmp_path):
    source = f"import sys, numen\nnumen.install()\nnumen.uninstall()\n{USER_CODE}"
    assert output_of(source, tmp_path) == EXPECTED.replace("False", "True", 1)


def test_installed_libraries_keep_the_real_numpy(tmp_path):
    source = "import sys, numen\nnumen.install()\nimport pandas\n" \
             "print(pandas.core.frame.np is sys.modules['numpy'])"
    assert output_of(source, tmp_path) == "True\n"


NOTEBOOK = """
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
for cell in {cells!r}:
    shell.run_cell(cell).raise_error()
"""


def test_load_ext_makes_import_numpy_numen(tmp_path):
    cells = ["%load_ext numen", f"import sys{USER_CODE}"]
    assert output_of(NOTEBOOK.format(cells=cells), tmp_path).endswith(EXPECTED)


def test_unload_ext_gives_numpy_back(tmp_path):
    cells = ["%load_ext numen", "%unload_ext numen", f"import sys{USER_CODE}"]
    assert output_of(NOTEBOOK.format(cells=cells), tmp_path).endswith(
        EXPECTED.replace("False", "True", 1))


OPERATORS = """
import sys, numen
import numpy as np
from numen.native import front

x = np.arange(1.0, 50_001)
k = np.arange(1, 50_001)
OPERATIONS = ["s + x", "s - x", "s * x", "s / x", "s // x", "s % x", "s ** x", "s < x", "s == x",
              "j & k", "j | k", "j ^ k", "j << k % 9", "j >> k", "x + s", "x @ x", "-x", "x[::2]",
              "x.cumsum()", "x.copy()"]

def managed():
    found = []
    for text in OPERATIONS:
        for kind in (np.float64, np.float32):
            code = compile(text, "/home/someone/program.py", "eval")
            value = eval(code, {"x": x, "k": k, "s": kind(1), "j": np.int64(3)})
            if front.is_managed(value):
                found.append(text)
    return found

"""


def test_uninstall_gives_arrays_and_scalars_their_operators_back(tmp_path):
    """Of arrays, and of NumPy's scalars on their left."""
    counted = "print(len(managed()) > 20, end=' ')\nnumen.uninstall()\nprint(managed(), end=' ')\n"
    source = OPERATORS + "numen.install()\n" + counted * 2 + "numen.install()\n"
    source = source.replace("\nprint(len", "\nnumen.install()\nprint(len")
    assert output_of(source + "print(len(managed()) > 20)", tmp_path) == \
        "True [] True [] True\n"
