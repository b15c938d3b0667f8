"""What a program or its tests put into NumPy: its own code sees it, and libraries do."""

import importlib
import subprocess
import sys
import time
from unittest import mock

import numpy
import pytest
import scipy.linalg

import numen
from tests.clients.user_code import run

from .test_examples import environment

USER = "import numpy as np\nimport numpy\nimport scipy.linalg\nimport time\nnumpy.random\n"


def user_module(text=""):
    return run(USER + text, True)


@pytest.fixture(autouse=True)
def installed():
    numen.install()
    yield
    numen.uninstall()


@pytest.fixture
def np():
    return user_module().np


# Targets: a function of each kind, of each kind of module, a constant, a class's method.
TARGETS = ["random.rand", "sin", "sum", "median", "unwrap", "linalg.norm", "linalg.solve",
           "fft.fft", "pi", "random.default_rng", "lib.stride_tricks.as_strided", "emath.sqrt",
           "testing.assert_allclose", "ma.array", "_core.multiarray", "float64"]


def found_in(module, path):
    for name in path.split("."):
        module = getattr(module, name)
    return module


@pytest.mark.parametrize("target", TARGETS)
def test_patch_by_name_reaches_everybody_and_goes(np, target):
    before = found_in(np, target), found_in(numpy, target)
    for patch in (mock.patch(f"numpy.{target}"), mock.patch(f"numpy.{target}", 5)):
        with patch as fake:
            assert found_in(np, target) is found_in(numpy, target)
            assert found_in(np, target) in (fake, 5)
        assert (found_in(np, target), found_in(numpy, target)) == before
        assert found_in(np, target) is before[0] and found_in(numpy, target) is before[1]


@pytest.mark.parametrize("target", TARGETS)
def test_patch_object(np, target):
    before = found_in(np, target), found_in(numpy, target)
    owner, _, name = target.rpartition(".")
    with mock.patch.object(found_in(np, owner) if owner else np, name) as fake:
        assert found_in(np, target) is fake and found_in(numpy, target) is fake
    assert found_in(np, target) is before[0] and found_in(numpy, target) is before[1]


@pytest.mark.parametrize("target", TARGETS)
def test_monkeypatch(np, target):
    before = found_in(np, target), found_in(numpy, target)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"numpy.{target}", "fake")
        assert found_in(np, target) == found_in(numpy, target) == "fake"
    assert found_in(np, target) is before[0] and found_in(numpy, target) is before[1]
    if target.startswith("_"):
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(f"numpy.{target}")
        for module in (np, numpy):
            with pytest.raises(AttributeError):
                found_in(module, target)
    assert found_in(np, target) is before[0] and found_in(numpy, target) is before[1]


def test_patches_of_one_name_lie_on_one_another(np):
    before = np.random.rand, numpy.random.rand
    with mock.patch("numpy.random.rand", return_value=1), mock.patch.object(np.random, "rand") as m:
        m.return_value = 2
        assert np.random.rand(3) == numpy.random.rand() == 2
        with mock.patch("numpy.random.rand", return_value=3):
            assert np.random.rand(3, 2) == 3
        assert numpy.random.rand(3) == 2
    assert (np.random.rand, numpy.random.rand) == before


@pytest.mark.parametrize("name", ["random.rand", "linalg.norm", "sum", "median"])
def test_autospec(np, name):
    with mock.patch(f"numpy.{name}", autospec=True) as fake:
        assert found_in(np, name)(3) is fake.return_value is found_in(numpy, name)(3)
        fake.assert_called_with(3)


DECORATED = """
from unittest import TestCase, mock

def drawn():
    return np.random.rand(2).tolist(), np.linalg.norm([3.0, 4.0])

class Tests(TestCase):
    @mock.patch("numpy.linalg.norm", return_value=7)
    @mock.patch.object(np.random, "rand", lambda n: np.full(n, 0.5))
    def test(self, norm):
        assert drawn() == ([0.5, 0.5], 7)
        norm.assert_called_once_with([3.0, 4.0])

@mock.patch.multiple("numpy", sin=mock.DEFAULT, cos=mock.DEFAULT)
def several(sin, cos):
    np.sin(1)
    return sin.called and not cos.called
"""


def test_decorated_tests_of_the_users(np):
    from unittest import TestResult

    made = user_module(DECORATED)
    result = TestResult()
    made.Tests("test").run(result)
    assert result.wasSuccessful(), result.failures + result.errors
    assert made.several()
    assert made.drawn()[1] == 5.0 and numpy.linalg.norm([3.0, 4.0]) == 5.0


CODE = """
import time
import numpy as np
from numpy.random import rand

def drawn():
    return np.random.rand(3)

def drawn_by_name():
    return rand(3)

def inverse(x):
    return 1 / x

def now():
    return time.time()
"""
TESTS = """
import sys
import time
from unittest import mock
import code_under_test as code
import numpy as np
import pytest

@mock.patch("numpy.random.rand", return_value=7)
def test_by_name(fake):
    assert code.drawn() == 7

@mock.patch("code_under_test.np.random.rand", return_value=7)
def test_through_the_code(fake):
    assert code.drawn() == 7

@mock.patch("code_under_test.rand", return_value=7)
def test_imported_name(fake):
    assert code.drawn_by_name() == 7

def test_monkeypatch(monkeypatch):
    monkeypatch.setattr(np.random, "rand", lambda n: n)
    assert code.drawn() == 3
    monkeypatch.setattr("numpy.random.rand", lambda n: 8)
    assert code.drawn() == 8

def test_nothing_is_left():
    assert len(code.drawn()) == len(code.drawn_by_name()) == 3 and code.now() > 7

@mock.patch("time.time", return_value=5)
def test_clock(fake):
    assert code.now() == 5

def test_clock_by_monkeypatch(monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 6)
    assert code.now() == 6

@pytest.fixture
def norm():
    with mock.patch("numpy.linalg.norm", wraps=np.linalg.norm) as fake:
        yield fake

def test_wraps(norm):
    assert np.linalg.norm([3, 4]) == 5 and norm.called

def test_warnings(recwarn):
    code.inverse(np.zeros(100_000))
    assert "divide by zero" in str(recwarn[0].message)

def test_runs_on_numen():
    assert np is not sys.modules["numpy"]
"""


def test_a_test_suite_of_the_users(tmp_path):
    (tmp_path / "code_under_test.py").write_text(CODE)
    (tmp_path / "test_code.py").write_text(TESTS)
    done = subprocess.run([sys.executable, "-m", "numen", "run", "-m", "pytest", "-q", tmp_path],
                          cwd=tmp_path, text=True, capture_output=True, env=environment(True))
    assert done.returncode == 0 and "10 passed" in done.stdout, done.stdout + done.stderr


def test_names_in_the_users_own_modules(np):
    made = user_module("def f():\n    return np.zeros(2)\n")
    with mock.patch(f"{made.__name__}.np") as fake:
        assert made.f() is fake.zeros.return_value
    with mock.patch(f"{made.__name__}.np.zeros") as zeros:
        assert made.f() is zeros.return_value and numpy.zeros is zeros
    assert made.f().tolist() == [0, 0] and numpy.zeros(1).tolist() == [0]


def test_old_names_put_back_are_there_for_libraries(np):
    """`np.float = float`: what programs do for a library that is older than NumPy."""
    np.float, np.new_name = float, 3
    try:
        assert numpy.float is float and numpy.new_name == 3
    finally:
        del np.float, np.new_name
    assert not hasattr(numpy, "float") and not hasattr(np, "new_name")
    with pytest.raises(AttributeError):
        del np.new_name


def test_a_function_of_ours_is_numpys_for_libraries(np):
    with mock.patch.object(np, "mean", np.median):
        assert np.mean is np.median and numpy.mean is numpy.median
    assert numpy.mean([1, 2, 6]) == 3 and np.mean is not np.median


def test_what_only_numen_has(np):
    before = np.linalg.ridge
    with mock.patch("numpy.linalg.ridge") as fake:
        assert np.linalg.ridge is fake
    assert np.linalg.ridge is before and not hasattr(numpy.linalg, "ridge")


def test_scipys_names():
    made = user_module()
    before = made.scipy.linalg.solve, scipy.linalg.solve
    assert before[0] is not before[1]
    with mock.patch("scipy.linalg.solve") as fake:
        assert made.scipy.linalg.solve is fake and scipy.linalg.solve is fake
    with mock.patch.object(made.scipy.linalg, "solve") as fake:
        assert scipy.linalg.solve is fake
    assert (made.scipy.linalg.solve, scipy.linalg.solve) == before


LATE = ["_core", "__version__", "core", "f2py"]


@pytest.mark.parametrize("name", LATE)
@pytest.mark.filterwarnings("ignore:numpy.core is deprecated")
def test_names_that_are_looked_up_in_numpy(np, name):
    before = getattr(np, name), getattr(numpy, name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(np, name, 1)
        assert getattr(np, name) == getattr(numpy, name) == 1
        patch.setattr(f"numpy.{name}", 2)
        assert getattr(np, name) == getattr(numpy, name) == 2
    assert (getattr(np, name), getattr(numpy, name)) == before
    with mock.patch.object(np, name):
        assert getattr(np, name) is getattr(numpy, name) is not before[0]
    assert (getattr(np, name), getattr(numpy, name)) == before


def test_a_module_in_the_place_of_numpy():
    """Tests that hide NumPy, or put a module of their own there, get what they put there."""
    fake = type(sys)("numpy")
    with mock.patch.dict(sys.modules, {"numpy": fake}):
        assert run("import numpy", True).numpy is fake
    with mock.patch.dict(sys.modules, {"numpy": None}), pytest.raises(ImportError):
        run("import numpy", True)
    assert run("import numpy", True).numpy is user_module().np


@pytest.mark.parametrize("name", ["np", "np.linalg", "np.random", "np.fft"])
@pytest.mark.filterwarnings("ignore:The NumPy module was reloaded")
def test_reload_takes_back_what_was_put_there(name):
    made = user_module("import importlib\nfrom importlib import reload\n")
    module = eval(name, vars(made))
    public = [key for key in module.__all__ if key != "test"]
    before = [getattr(module, key) for key in public]
    library = importlib.import_module(module.__name__.replace("np", "numpy"))
    for reload in (made.reload, made.importlib.reload):
        setattr(module, public[3], "patched")
        module.something_new = 1
        assert getattr(library, public[3]) == "patched"
        assert reload(module) is module
        assert all(getattr(module, key) is value for key, value in zip(public, before))
        assert getattr(library, public[3]) != "patched"
        assert not hasattr(module, "something_new") and not hasattr(library, "something_new")


def test_reload_of_others_is_pythons():
    import json

    reload = user_module("from importlib import reload\n").reload
    assert reload(json) is json
    with pytest.raises(TypeError, match="must be a module"):
        reload("numpy")


def test_reloading_numpy_warns_as_numpy_does():
    reload = user_module("from importlib import reload\n").reload
    said = []
    for module in (numpy, user_module().np):
        with pytest.warns(UserWarning, match="was reloaded") as caught:
            reload(module)
        said.append([str(warning.message) for warning in caught])
    assert said[0] == said[1]


def test_modules_say_what_they_are(np):
    assert repr(np) == (f"{repr(numpy)[:-1]} "
                        f"(Numen {numen.__version__}, numpy {numpy.__version__})>")
    assert type(np).__name__ == type(np).__qualname__ == "module"
    assert isinstance(np, type(sys)) and repr(type(np)) == "<class 'module'>"
    assert "numpy.linalg" in repr(np.linalg) and "Numen" in repr(np.linalg)
