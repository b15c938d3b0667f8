"""Whose function a class's own __array_function__ is told: its module's. (Which: the program
tests/python/corners/named_functions.py.)
"""

import subprocess
import sys

import pytest

CLASS = """
class Told:
    def __array_function__(self, function, types, args, kwargs):
        return function is np.sum, function is sys.modules["numpy"].sum

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return ufunc is np.add, ufunc is sys.modules["numpy"].add
"""
SHOWN = """
import sys
from told import Told
np.ones(1)  # imports NumPy
numpys = sys.modules["numpy"]
print(np.sum(Told()), numpys.sum(Told()), np.add(Told(), 1), numpys.add.reduce(Told()),
      numpys.ones(3) + Told(), np.ones(30_000) + Told())
"""
AS_NUMENS, AS_NUMPYS = "(True, False)", "(False, True)"
IMPORTS = {
    "numen": ("import numen as np", AS_NUMENS),
    "parts of numen": ("import numen as np\nfrom numen import sum, add", AS_NUMENS),
    "both": ("import numpy, numen as np", AS_NUMPYS),
    "numpy, never installed": ("import numpy as np", "(True, True)"),
    "numpy, installed": ("import numpy as np", AS_NUMENS),
    "neither, installed": ("", AS_NUMENS),
    "a library": ("import numpy as np", "(True, True)"),
}


@pytest.mark.parametrize("case", IMPORTS)
def test_a_module_is_told_the_functions_that_it_sees(case, tmp_path):
    imports, wanted = IMPORTS[case]
    is_library = case == "a library"
    folder = tmp_path / ("site-packages" if is_library else "users")
    folder.mkdir()
    named = CLASS
    if case.startswith("neither"):
        named = CLASS.replace("        return", "        import numpy as np\n        return")
    (folder / "told.py").write_text(f"import sys\n{imports}\n{named}")
    has_numpy = case.startswith("numpy,") or is_library
    program = tmp_path / "program.py"
    program.write_text(f"import sys\nsys.path.insert(0, {str(folder)!r})\nimport numen\n"
                       f"{'numen.install()' if 'installed' in case and 'never' not in case else ''}"
                       f"\n{'import numpy as np' if has_numpy else 'import numen as np'}\n{SHOWN}")
    done = subprocess.run([sys.executable, program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == " ".join([wanted] * 6)
