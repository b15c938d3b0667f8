"""What is wrong around Numen is one sentence that says what is wanted and what was found."""

import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import numen
from numen.commands.test import link_package

# Processes of their own, some of an engine that is not sanitized or not there.
pytestmark = pytest.mark.no_sanitizer

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(numen.__file__).resolve().parent
PROGRAM = "import numpy as np; print(np.zeros(2).sum())"
# Each way in: the words after the interpreter, or the bootstrap's.
COMMANDS = {
    "numen run": [sys.executable, "-c", "from numen.__main__ import main; raise SystemExit(main())",
                  "run", "-c", PROGRAM],
    "python -m numen run": [sys.executable, "-m", "numen", "run", "-c", PROGRAM],
    "python -m numen info": [sys.executable, "-m", "numen", "info"],
    "python -m numen bench": [sys.executable, "-m", "numen", "bench", "memory", "numpy", "1"],
    "python -m numen compare": [sys.executable, "-m", "numen", "compare", "-c", PROGRAM],
    "./numen run": [ROOT / "numen", "run", "-c", PROGRAM],
}  # fmt: skip
IMPORTS = {
    "import numen as np": "import numen as np; print(np.zeros(2).sum())",
    "import numen.linalg": "import numen.linalg",
    "numen.install": "import numen; numen.install(); import numpy",
    "numen.memory": "import numen; numen.memory.statistics()",
    "numen.coverage": "import numen; numen.coverage()",
}
SWITCH = "wants one of 1 on yes true 0 off no false"
# What a wrong value of each setting is answered with.
SETTINGS = {
    "NUMEN_CPU": "wants one of ",
    "NUMEN_DEBUG": SWITCH,
    "NUMEN_EAGER": SWITCH,
    "NUMEN_MANAGED": SWITCH,
    "NUMEN_NUM_THREADS": "wants a whole number above 0",
    "NUMEN_PATCH": SWITCH,
}
WANTED = "wants NumPy 2.1 or later, below 3"
BROKEN = "wants a NumPy 2.1 or later, below 3, that can be imported: "
# Text of numpy/__init__.py, and what it is answered with.
NUMPYS = {
    "absent": ("raise ModuleNotFoundError(\"No module named 'numpy'\", name='numpy')",
               f"{WANTED}: no NumPy is installed for "),
    "too old": ("__version__ = '2.0.2'", f"NumPy 2.0.2: {WANTED}"),
    "of another major version, older": ("__version__ = '1.26.4'", f"NumPy 1.26.4: {WANTED}"),
    "of another major version, newer": ("__version__ = '3.0.0'", f"NumPy 3.0.0: {WANTED}"),
    "with a library missing": ("raise ImportError('\\n\\nlibx.so: cannot open\\n\\nLong advice.')",
                               f"{BROKEN}ImportError: libx.so: cannot open"),
    "that fails": ("1 / 0", f"{BROKEN}ZeroDivisionError: division by zero"),
    "without its compiled part": ("__version__ = '2.4.0'",
                                  f"{BROKEN}ModuleNotFoundError: No module named 'numpy._core'"),
    "without a version": ("", f"{BROKEN}AttributeError: module 'numpy' has no attribute "),
}  # fmt: skip


def run(command, path=(), **settings):
    """The exit code and both outputs of a command that finds modules in `path` first."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("NUMEN_")}
    paths = [str(folder) for folder in (*path, PACKAGE.parent)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=ROOT,
                          stdin=subprocess.DEVNULL,
                          env=kept | {"PYTHONPATH": os.pathsep.join(paths)} | settings)
    return done.returncode, done.stdout, done.stderr


def assert_one_sentence(done, sentence):
    """A command ends with code 2 and one line; a traceback is for programs that import Numen."""
    code, out, err = done
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert err.startswith(f"numen: {sentence}"), err


def assert_import_error(done, sentence):
    code, out, err = done
    last = err.rstrip("\n").splitlines()[-1]
    assert (code, out) == (1, "") and last.startswith(f"ImportError: {sentence}"), err


@pytest.mark.parametrize("setting", SETTINGS)
def test_wrong_settings(setting):
    sentence = f"{setting}=nonsense: {SETTINGS[setting]}"
    for command in COMMANDS.values():
        assert_one_sentence(run(command, **{setting: "nonsense"}), sentence)
    for program in IMPORTS.values():
        done = run([sys.executable, "-c", program], **{setting: "nonsense"})
        assert_import_error(done, sentence)


def test_every_setting_is_tried():
    """CONTRIBUTING's table has all of them; NUMEN_PYTHON is the bootstrap's alone."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    named = {row.split("`")[1].partition("=")[0]
             for row in text.splitlines() if row.startswith("| `NUMEN_")}  # fmt: skip
    assert named == {*SETTINGS, "NUMEN_PYTHON"}
    sources = ROOT / "python/front/module/switches.cpp"
    known = sources.read_text().partition("settings[] = {")[2].partition("}")[0].split('"')[1::2]
    assert {f"NUMEN_{name}" for name in known} == set(SETTINGS)


@pytest.fixture(params=NUMPYS)
def another_numpy(request, tmp_path):
    """A folder with a NumPy of another kind, and what is said of it."""
    text, sentence = NUMPYS[request.param]
    (tmp_path / "numpy").mkdir()
    (tmp_path / "numpy/__init__.py").write_text(text)
    return tmp_path, sentence


def test_other_numpys(another_numpy):
    folder, sentence = another_numpy
    for command in COMMANDS.values():
        assert_one_sentence(run(command, [folder]), sentence)
    for program in IMPORTS.values():
        assert_import_error(run([sys.executable, "-c", program], [folder]), sentence)


def test_without_any_installed_package():
    """Really absent: Python without its site-packages."""
    sentence = f"{WANTED}: no NumPy is installed for {sys.executable}"
    assert_one_sentence(run([sys.executable, "-S", "-m", "numen", "info"]), sentence)
    program = IMPORTS["import numen as np"]
    assert_import_error(run([sys.executable, "-S", "-c", program]), sentence)


def test_what_needs_no_engine_works_without_numpy(another_numpy):
    folder, _ = another_numpy
    for words in (["--version"], ["--help"]):
        code, out, err = run([sys.executable, "-m", "numen", *words], [folder])
        assert (code, err) == (0, "") and out
    assert run([sys.executable, "-c", "import numen"], [folder]) == (0, "", "")


SUFFIX = next(path.name for path in (PACKAGE / "native").glob("front.*.so")).removeprefix("front")


@pytest.fixture
def unbuilt(tmp_path):
    """The package as a checkout has it before the build."""
    link_package(PACKAGE, tmp_path / "numen")
    return tmp_path


def refused(folder, sentence):
    """Both ways in, with the package in `folder` before all others."""
    numen_command = [sys.executable, "-m", "numen", "run", "-c", PROGRAM]
    assert_one_sentence(run(numen_command, [folder]), sentence)
    program = IMPORTS["import numen as np"]
    assert_import_error(run([sys.executable, "-c", program], [folder]), sentence)


def test_package_that_is_not_built(unbuilt):
    refused(unbuilt, f"Numen's engine is not built: {unbuilt}/numen/native wants front{SUFFIX} "
                     "and has no front; `./numen build` in a checkout makes it, "
                     "`pip install .` installs it")  # fmt: skip


def test_engine_of_another_python(unbuilt):
    other = "front.cpython-39-x86_64-linux-gnu.so"
    (unbuilt / "numen/native" / other).touch()
    refused(unbuilt, f"Numen's engine in {unbuilt}/numen/native is {other}: "
                     f"Python {sys.version.split()[0]} wants front{SUFFIX}")  # fmt: skip


def test_engine_that_cannot_be_loaded(unbuilt):
    (unbuilt / f"numen/native/front{SUFFIX}").write_text("no library")
    refused(unbuilt, "Numen's engine cannot be loaded: ")


def test_without_scipy(tmp_path):
    for name in ("numpy", "numpy.libs"):
        installed = Path(numpy.__file__).parent.with_name(name)
        if installed.exists():
            (tmp_path / name).symlink_to(installed)

    def without(*words):
        return run([sys.executable, "-S", *words], [tmp_path])

    assert without("-m", "numen", "run", "-c", PROGRAM) == (0, "0.0\n", "")
    names = "import numen; print('scipy.linalg.solve' in numen.coverage())"
    assert without("-c", names) == (0, "False\n", "")
    for program in ("import numen.scipy.linalg", "from numen.scipy import linalg",
                    "from numen.scipy.linalg import solve"):  # fmt: skip
        code, out, err = without("-c", program)
        assert (code, out) == (1, "")
        assert err.splitlines()[-1] == (
            "ModuleNotFoundError: numen.scipy wants SciPy 1.13 or later: "
            f"no SciPy is installed for {sys.executable}")
