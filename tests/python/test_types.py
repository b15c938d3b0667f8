"""Type stubs: every public name has one, mypy accepts the examples and refuses wrong programs."""

import ast
import os
import pathlib
import re
import subprocess
import sys

import numpy
import pytest

import numen
from numen import namespace

# mypy reads stubs; nothing of the engine runs.
pytestmark = pytest.mark.no_sanitizer

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = pathlib.Path(numen.__file__).absolute().parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
REVEALED = re.compile(r'program\.py:(\d+): note: Revealed type is "(.*)"$')


@pytest.fixture(scope="module")
def mypy(tmp_path_factory):
    """A function: the lines that mypy says about programs, given as {file name: text}."""
    cache = tmp_path_factory.mktemp("mypy")

    def check(programs):
        folder = tmp_path_factory.mktemp("programs")
        for name, text in programs.items():
            (folder / name).write_text(text)
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--check-untyped-defs", "--hide-error-context",
             "--no-error-summary", "--ignore-missing-imports", "--cache-dir", cache, *programs],
            cwd=folder, capture_output=True, text=True, timeout=600,
            env={**os.environ, "MYPYPATH": str(PACKAGE.parent)})
        assert done.returncode in (0, 1) and not done.stderr, done.stderr
        return done.stdout.splitlines()

    return check


# NumPy's stubs leave it out, so that `del x[0]`, which always fails, is refused.
WITHOUT_TYPE = {"ndarray.__delitem__"}


def test_every_public_name_has_a_type(mypy):
    names = [*namespace.coverage(), *numpy.__all__, *namespace.SUBMODULES]
    names = sorted({name for name in names if name not in WITHOUT_TYPE})
    assert len(names) > 1500
    lines = mypy({"program.py": "import numen\n" + "".join(
        f"reveal_type(numen.{name})\n" for name in names)})
    found = dict(REVEALED.match(line).groups() for line in lines if REVEALED.match(line))
    errors = [line for line in lines if " error: " in line]
    assert errors == []
    untyped = [name for number, name in enumerate(names, 2) if found.get(str(number)) == "Any"]
    assert untyped == [] and len(found) == len(names)


def test_a_name_without_type_is_noticed(mypy):
    assert "error" in mypy({"program.py": "import numen\nnumen.no_such_name\n"})[0]
    assert "error" in mypy({"program.py": "import numen\nnumen.linalg.no_such_name\n"})[0]


SAME = """np.zeros(3)
np.zeros(3, dtype=np.int8)
np.float32(2) * np.float32(3)
np.linalg.norm(np.ones(2))
np.random.default_rng(1).normal(size=3)
library.fft.fft(np.ones(4))
stride_tricks.sliding_window_view(np.arange(4), 2)
random.default_rng().random()
np.lib.stride_tricks.as_strided
np.ndarray
np.add.reduce
np.einsum("i,i", [1], [2])
np.__array_namespace_info__()""".splitlines()
OWN = {"np.coverage()": "dict[str, str]", "np.install()": "None", "np.__version__": "str",
       "np.FallbackError()": "numen.FallbackError"}


def test_types_are_numpys(mypy):
    said = []
    for library in ("numpy", "numen"):
        start = (f"import {library} as np\nimport {library}.fft\nimport {library} as library\n"
                 f"import {library}.random as random\nfrom {library}.lib import stride_tricks\n")
        said.append(mypy({"program.py": start + "".join(
            f"reveal_type({text})\n" for text in SAME)}))
    assert said[0] == said[1]
    assert len(said[0]) == len(SAME) and all("ndarray" in line for line in said[0][:2])


def test_types_of_what_numen_adds(mypy):
    lines = mypy({"program.py": "import numen as np\n" + "".join(
        f"reveal_type({text})\n" for text in OWN)})
    assert [REVEALED.match(line)[2] for line in lines] == list(OWN.values())


def test_keywords_that_linear_algebra_adds(mypy):
    program = """import numen as np
a = np.eye(3, dtype=np.float32)
with np.linalg.precision("native"):
    u, s, vh = np.linalg.svd(a)
values = np.linalg.svd(a, compute_uv=False, precision="native") + np.linalg.svdvals(a)
w, v = np.linalg.eigh(a, "U", precision="native")
q, r = np.linalg.qr(a)
x = np.linalg.solve(a, a, assume="pos") @ np.linalg.inv(a, assume="diagonal")
y = np.linalg.pinv(a, 1e-9, method="qr") + np.linalg.ridge(a, a, 0.5, method="normal")
np.linalg.lstsq(a, a, precision="default")[3].sum()
"""
    assert mypy({"program.py": program}) == []
    said = mypy({"program.py": "import numen as np\nnp.linalg.inv(np.eye(2), assume='round')\n"})
    assert len(said) == 1 and said[0].endswith("[arg-type]")


def with_numen(path):
    text = re.sub(r"(?m)^import numpy$", "import numen as numpy", path.read_text())
    return re.sub(r"(?m)^import numpy as np$", "import numen as np", text)


def test_examples_pass_when_they_import_numen(mypy):
    programs = {path.name: with_numen(path) for path in EXAMPLES}
    assert len(programs) >= 12
    assert all("import numen" in text for text in programs.values())
    assert mypy(programs) == []


WRONG = {
    "name": ("np.arrange(3)", "attr-defined"),
    "argument": ("np.zeros(3, kind='f8')", "call-overload"),
    "type of argument": ("np.linspace('a', [], None)", "call-overload"),
    "attribute": ("np.ones(3).shap", "attr-defined"),
    "type of result": ("x: str = np.ones(3)", "assignment"),
    "own function": ("np.coverage(3)", "call-arg"),
    "own result": ("x: int = np.coverage()['add']", "assignment"),
    "submodule": ("np.linalg.solv(np.eye(2), np.ones(2))", "attr-defined"),
    "deletion": ("x = np.ones(3)\ndel x[0]", "attr-defined"),
    "import": ("from numen.fft import ftt", "attr-defined"),
    "import of scipy": ("from numen.scipy.linalg import slove", "attr-defined"),
    "argument of scipy": ("from numen.scipy.linalg import inv\ninv(np.eye(2), upper=True)",
                          "call-arg"),
}


def test_wrong_programs_are_refused(mypy):
    said = mypy({f"{name.replace(' ', '_')}.py": f"import numen as np\n\n{text}\n"
                 for name, (text, _) in WRONG.items()})
    for name, (text, code) in WRONG.items():
        mine = [line for line in said if line.startswith(f"{name.replace(' ', '_')}.py:")]
        assert any(line.endswith(f"[{code}]") for line in mine), (name, mine)


def test_stub_names_what_numen_adds():
    def own(tree):
        kinds = (ast.FunctionDef, ast.ClassDef)
        return {node.name for node in tree.body if isinstance(node, kinds)
                and not node.name.startswith("_")}

    stub = ast.parse((PACKAGE / "__init__.pyi").read_text())
    assert own(stub) == own(ast.parse((PACKAGE / "__init__.py").read_text()))
    assert {"coverage", "install", "FallbackError"} <= own(stub)


def test_package_says_that_it_is_typed():
    assert (PACKAGE / "py.typed").exists()
    stubs = {path.stem for path in PACKAGE.glob("*.pyi")} - {"__init__"}
    assert stubs == {"memory"} | {name for name in namespace.SUBMODULES if "." not in name}
