"""Notebooks: %load_ext numen after `import numpy`, displaying arrays, and back again."""

import json
import subprocess
import sys

NOTEBOOK = """
import json
import sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="nocolor")
said = []
shell.user_ns["say"] = lambda *values: said.append([str(value) for value in values])
for cell in json.loads(sys.argv[1]):
    shell.run_cell(cell).raise_error()
print(json.dumps(said))
"""


def told(cells, folder):
    """(what the cells said, what they printed)"""
    done = subprocess.run([sys.executable, "-c", NOTEBOOK, json.dumps(cells)], cwd=folder,
                          text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    *printed, said = done.stdout.splitlines()
    return json.loads(said), "\n".join(printed)


BEFORE = """
import numpy as np
import numpy.linalg
import scipy.linalg
from numpy import float64, pi, sin, zeros
from numpy.linalg import norm
from numpy.random import Generator, default_rng
from scipy.linalg import solve
x = np.arange(3.0)
rng = default_rng(0)
mine = [np]
"""
WHOSE = """
import sys
real = sys.modules["numpy"]
real_random = sys.modules["numpy.random"]  # libraries see the user's as real.random
say(np is not real, sin is not real.sin and sin is np.sin, zeros is not real.zeros,
    norm is not real.linalg.norm and norm is np.linalg.norm,
    Generator is not real_random.Generator, default_rng is not real_random.default_rng,
    numpy is np,
    scipy.linalg.solve is not sys.modules["scipy.linalg"].solve and solve is scipy.linalg.solve)
say(float64 is real.float64, pi == real.pi, mine[0] is real, type(x) is real.ndarray)
say(sin(x).tolist() == real.sin(x).tolist(), type(default_rng(1).normal(size=2)) is type(zeros(2)))
"""


def test_load_ext_after_imports_takes_effect_and_is_undone(tmp_path):
    said, printed = told([BEFORE, "%load_ext numen", WHOSE, "%unload_ext numen", WHOSE], tmp_path)
    assert said[0] == ["True"] * 8 and said[3] == ["False"] * 6 + ["True", "False"]
    assert said[1] == said[4] == ["True"] * 4
    assert said[2] == said[5] == ["True"] * 2
    (line,) = (line for line in printed.splitlines() if line.startswith("numen: "))
    for name in ("np", "numpy", "sin", "zeros", "norm", "Generator", "default_rng", "scipy",
                 "solve"):
        assert name in line.replace(",", "").split()
    assert line.endswith("are Numen's from here on")


def test_load_ext_names_modules_that_keep_numpy(tmp_path):
    (tmp_path / "analysis.py").write_text("import numpy as np\n")
    said, printed = told([
        "import sys; sys.path.insert(0, '.')\nimport analysis, pandas", "%load_ext numen",
        "from importlib import reload\nreload(analysis)\nimport numpy\nsay(analysis.np is numpy)"
    ], tmp_path)
    lines = [line for line in printed.splitlines() if line.startswith("numen: ")]
    assert lines == ["numen: analysis has imported NumPy before and keeps it until it is reloaded"]
    assert said == [["True"]]


def test_load_ext_before_imports_says_nothing(tmp_path):
    said, printed = told(["%load_ext numen", "import numpy as np", "say(np)"], tmp_path)
    assert printed == "" and "Numen" in said[0][0] and "numpy/__init__.py" in said[0][0]


# Each shows `x`, a large array that no other library has seen.
DISPLAYS = ["x", "display(x)", "{'a': x, 'b': [x, (x,)]}", "x[:3], x", "print(x)", "%whos", "%who",
            "x?", "repr(x)", "str(x)", "f'{x}'", "_ = x; _", "x.T", "%precision 3\nx", "x.dtype"]


def test_displaying_does_not_expose(tmp_path):
    cells = ["%load_ext numen", "import numpy as np\nfrom numen.native import front\n"
                                "from IPython.display import display"]
    for display in DISPLAYS:
        cells += ["x = np.arange(50_000.0) * 2 + 1", display, "say(front.is_managed(x))"]
    said, printed = told(cells, tmp_path)
    assert dict(zip(DISPLAYS, said)) == {display: ["True"] for display in DISPLAYS}
    assert printed.count("shape=(50000,)") >= 6


def test_compiled_code_still_gets_an_exposed_array(tmp_path):
    said, _ = told(["%load_ext numen", "import numpy as np\nfrom numen.native import front\n"
                    "x = np.arange(50_000.0) * 2", "x", "import pandas\ns = pandas.Series(x)",
                    "say(front.state(x), s.sum() == x.sum())"], tmp_path)
    assert said == [["exposed", "True"]]
