"""NumPy's names live in numen.linalg, SciPy's in numen.scipy.linalg; the user's imports find them.
"""

import importlib
import inspect
import pathlib
import pickle
import pydoc
import subprocess
import sys
import types

import numpy
import pytest
import scipy
import scipy.linalg

import numen
import numen.scipy.linalg
from numen import scipy_names
from numen.native import front

OURS = numen.scipy.linalg
KINDS = {name.rpartition(".")[2]: kind for name, kind in scipy_names.coverage().items()}
COMPUTED = sorted(name for name, kind in KINDS.items() if kind != "native"
                  or not isinstance(getattr(scipy.linalg, name), (type, types.ModuleType)))


@pytest.fixture
def installed():
    numen.install()
    yield
    numen.uninstall()


def run(code, filename="/home/someone/project/program.py"):
    """The module that `code` makes as a file of that name."""
    module = types.ModuleType("user_module")
    exec(compile(code, filename, "exec"), module.__dict__)
    return module


FORMS = {
    "import scipy": "scipy.linalg",
    "import scipy as found": "found.linalg",
    "import scipy.linalg": "scipy.linalg",
    "import scipy.linalg as found": "found",
    "from scipy import linalg as found": "found",
    "import scipy.special": "scipy.linalg",
    "import importlib; found = importlib.import_module('scipy.linalg')": "found",
    "import importlib; found = importlib.import_module('scipy')": "found.linalg",
    "found = __import__('scipy.linalg', fromlist=('solve',))": "found",
}


@pytest.mark.parametrize("code", FORMS)
def test_every_form_of_import(installed, code):
    module = run(code)
    assert eval(FORMS[code], module.__dict__) is OURS


@pytest.mark.parametrize("code", FORMS)
def test_libraries_keep_scipy(installed, code):
    module = run(code, "/home/someone/.venv/lib/python3.11/site-packages/package/module.py")
    assert eval(FORMS[code], module.__dict__) is scipy.linalg


def test_names_and_other_submodules(installed):
    module = run("from scipy.linalg import solve, dft, LinAlgWarning, lapack\n"
                 "from scipy.special import ndtr\n"
                 "import scipy.special as special, scipy.linalg.lapack as routines\n"
                 "import scipy.stats\n"
                 "from scipy.linalg import *\n")
    assert module.solve is OURS.solve and module.dft is OURS.dft
    assert module.LinAlgWarning is scipy.linalg.LinAlgWarning
    assert module.lapack is module.routines is scipy.linalg.lapack
    assert module.special is importlib.import_module("scipy.special")
    assert module.ndtr is module.special.ndtr and module.scipy is numen.scipy
    assert set(scipy.linalg.__all__) <= set(vars(module))


def test_the_modules_show_what_scipys_do():
    for ours, theirs in ((numen.scipy, scipy), (OURS, scipy.linalg)):
        assert (ours.__name__, ours.__file__, ours.__doc__) == (
            theirs.__name__, theirs.__file__, theirs.__doc__)
        assert repr(ours) == (f"{repr(theirs)[:-1]} "
                              f"(Numen {numen.__version__}, scipy {scipy.__version__})>")
        assert dir(ours) == dir(theirs)
        assert ours.__all__ == theirs.__all__ and ours.__package__ == theirs.__package__
    assert numen.scipy.__version__ == scipy.__version__
    assert OURS is not scipy.linalg and numen.linalg is not OURS


@pytest.mark.parametrize("code", ["import scipy.not_there", "from scipy import not_there",
                                  "from scipy.linalg import not_there",
                                  "import scipy.linalg.not_there",
                                  "import scipy; scipy.linalg.not_there"])
def test_missing_names_raise_as_in_scipy(code):
    said = []
    for _ in range(2):
        with pytest.raises((ImportError, AttributeError)) as caught:
            run(code)
        said.append((type(caught.value), str(caught.value)))
        numen.install()
    numen.uninstall()
    assert said[0] == said[1] and "not_there" in said[0][1]


@pytest.mark.parametrize("name", COMPUTED)
def test_a_name_is_known_as_scipys(name):
    ours, theirs = getattr(OURS, name), getattr(scipy.linalg, name)
    assert ours is not theirs and ours.__name__ == theirs.__name__
    assert ours.__doc__ == theirs.__doc__ and repr(ours) == repr(theirs)
    assert inspect.signature(ours) == inspect.signature(theirs)
    assert pickle.loads(pickle.dumps(ours)) is ours
    assert theirs.__doc__.strip().split("\n")[0] in pydoc.render_doc(ours)


def test_each_name_is_what_coverage_says():
    assert set(KINDS) == set(scipy.linalg.__all__)
    for name, kind in KINDS.items():
        found = getattr(OURS, name)
        assert (type(found) is front.ScipyFunction) == (kind == "fallback"), name
    assert numen.coverage().items() >= scipy_names.coverage().items()


def test_a_fallback_counts_and_gives_our_arrays():
    before = front.fallback_count()
    found = OURS.hilbert(3)
    assert front.fallback_count() == before + 1 and front.state(found) == "exposed"
    numpy.testing.assert_array_equal(found, scipy.linalg.hilbert(3))


def test_what_scipy_refuses_is_no_fallback():
    before = front.fallback_count()
    for ours, theirs in ((OURS.hilbert, scipy.linalg.hilbert), (OURS.solve, scipy.linalg.solve)):
        said = []
        for function in (ours, theirs):
            with pytest.raises((TypeError, ValueError)) as caught:
                function(numpy.ones((2, 3)), numpy.ones(2))
            said.append((type(caught.value), str(caught.value)))
        assert said[0] == said[1]
    assert front.fallback_count() == before


def in_a_process(code, *options):
    done = subprocess.run([sys.executable, *options, "-c", code], capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_scipy_is_imported_only_when_it_is_needed():
    said = in_a_process("""
import sys, numen
numen.install()
assert "scipy" not in sys.modules
import scipy, scipy.linalg
from scipy import linalg
print("scipy" in sys.modules, end=" ")
scipy.linalg.hilbert(2)
print("scipy.linalg" in sys.modules)""")
    assert said == "False True\n"


def test_without_scipy(tmp_path):
    """In an environment that has NumPy only."""
    for path in pathlib.Path(numpy.__file__).parents[1].glob("numpy*"):
        (tmp_path / path.name).symlink_to(path)
    package = pathlib.Path(numen.__file__).parents[1]
    said = in_a_process(f"""
import sys
sys.path[:0] = [{str(tmp_path)!r}, {str(package)!r}]
import numen
assert not any(name.startswith("scipy.") for name in numen.coverage())
numen.install()
for code in ("import scipy", "import scipy.linalg", "from scipy.linalg import solve",
             "import numen.scipy", "import numen.scipy.linalg", "numen.scipy"):
    try:
        exec(code)
    except ImportError as error:
        print(type(error).__name__, error.name, error)""", "-S")
    wanted = f"numen.scipy wants SciPy 1.13 or later: no SciPy is installed for {sys.executable}"
    assert said.splitlines() == [
        *["ModuleNotFoundError scipy No module named 'scipy'"] * 3,
        *[f"ModuleNotFoundError scipy {wanted}"] * 3]


STRICT = """
from scipy.linalg import hilbert
try:
    hilbert(2, 3)
except TypeError as error:
    print(error)
hilbert(2)
"""


def test_strict_refuses_fallbacks_and_lets_scipy_say_what_is_wrong(tmp_path):
    (tmp_path / "program.py").write_text(STRICT)
    done = subprocess.run([sys.executable, "-m", "numen", "run", "--strict", "program.py"],
                          cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1 and "positional argument" in done.stdout
    assert done.stderr.rstrip().endswith(
        "numen.FallbackError: scipy.linalg.hilbert falls back to SciPy at program.py:7")
