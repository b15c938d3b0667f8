"""The import hook inside this process: who gets Numen and who keeps NumPy."""

import builtins
import importlib
import sys
import types
from pathlib import Path

import numpy
import pytest

import numen
from numen import hook


@pytest.fixture
def installed():
    numen.install()
    yield
    numen.uninstall()


def run(code, name="user_module", filename="/home/someone/project/program.py"):
    """Runs code as if it stood in that file; its globals."""
    module = types.ModuleType(name)
    exec(compile(code, filename, "exec"), module.__dict__)
    return module


FORMS = {
    "import numpy": "numpy",
    "import numpy as found": "found",
    "import numpy.linalg": "numpy",
    "import numpy.random as r; import numpy as found": "found",
    "import importlib; found = importlib.import_module('numpy')": "found",
    "from importlib import import_module; found = import_module('numpy')": "found",
    "found = __import__('numpy')": "found",
    "exec('import numpy as found')": "found",
    "def f():\n    import numpy\n    return numpy\nfound = f()": "found",
}


@pytest.mark.parametrize("code", FORMS)
def test_every_form_of_import(installed, code):
    found = getattr(run(code), FORMS[code])
    assert found is not numpy and found is numen.namespace.module("numpy")
    assert found.__name__ == "numpy" and found.__version__ == numpy.__version__
    assert found.__file__ == numpy.__file__


def test_names_and_submodules(installed):
    module = run(
        "from numpy.linalg import solve, norm\n"
        "from numpy import linalg, random as r, fft, add, ndarray\n"
        "import numpy.random as r2, numpy.linalg as l2\n"
        "from numpy.lib.stride_tricks import sliding_window_view\n"
        "from numpy import *\n"
        "import numpy.f2py, numpy.core\n"
        "import numpy.exceptions as e\n"
    )
    assert module.norm is module.linalg.norm is module.l2.norm is numen.linalg.norm
    assert module.solve is not numpy.linalg.solve
    assert module.r is module.r2 and module.r.rand is not sys.modules["numpy.random"].rand
    assert module.add is numen.add and module.ndarray is numen.ndarray
    assert module.e.AxisError is numpy.exceptions.AxisError
    assert isinstance(module.sliding_window_view(module.arange(5), 2), module.ndarray)
    assert set(numpy.__all__) <= set(vars(module))


def test_missing_names_raise_as_in_numpy(installed):
    with pytest.raises(ImportError, match="cannot import name 'not_there' from 'numpy'"):
        run("from numpy import not_there")
    with pytest.raises(ModuleNotFoundError, match="No module named 'numpy.not_there'"):
        run("import numpy.not_there")
    with pytest.raises(AttributeError, match="module 'numpy' has no attribute 'float_type'"):
        run("import numpy; numpy.float_type")


LIBRARIES = [
    "/usr/lib/python3/dist-packages/package/module.py",
    "/home/someone/.venv/lib/python3.11/site-packages/package/module.py",
    types.__file__,
    numpy.__file__,
    numen.__file__,
    "<frozen importlib._bootstrap>",
]


@pytest.mark.parametrize("filename", LIBRARIES)
def test_libraries_keep_numpy(installed, filename):
    assert run("import numpy", "package", filename).numpy is numpy
    assert run("import importlib; n = importlib.import_module('numpy')", "p", filename).n is numpy
    # exec in a library is the library's.
    assert run("exec('import numpy')", "package", filename).numpy is numpy


USERS = ["program.py", "/home/someone/a b/x.py", "/tmp/ipykernel_12/34.py", "/srv/tool"]


@pytest.mark.parametrize("filename", USERS)
def test_user_files(installed, filename):
    assert run("import numpy", filename=filename).numpy is not numpy


@pytest.mark.parametrize("filename", ["<stdin>", "<string>", "<ipython-input-3-abc>"])
def test_code_of_main_without_a_file(installed, filename):
    assert run("import numpy", "__main__", filename).numpy is not numpy


def test_include_and_exclude(tmp_path):
    inside = "/x/lib/python3.11/site-packages/package/module.py"
    numen.install(include=["package"], exclude=["mine", str(tmp_path)])
    try:
        assert run("import numpy", "package", inside).numpy is not numpy
        assert run("import numpy", "mine", "/home/me/mine/a.py").numpy is numpy
        assert run("import numpy", "m", "/home/me/mine.py").numpy is numpy
        assert run("import numpy", "m", str(tmp_path / "m.py")).numpy is numpy
    finally:
        numen.uninstall()


def test_numpy_and_numen_are_never_included():
    folder = Path(numpy.__file__).parents[1]
    numen.install(include=[str(folder), "numpy", str(Path(numen.__file__).parents[1])])
    try:
        assert hook.is_user_file(str(folder / "package" / "module.py"))
        assert not hook.is_user_file(numpy.__file__) and not hook.is_user_file(numen.__file__)
    finally:
        numen.uninstall()


def test_install_touches_only_the_two_import_functions(installed):
    assert sys.modules["numpy"] is numpy
    assert type(numpy.zeros(1)) is numpy.ndarray
    assert builtins.__import__ is not hook._real_import
    assert importlib.import_module is not hook._real_import_module


WRAPPER = """
import builtins
before = builtins.__import__
def importing(*arguments, **names):
    return before(*arguments, **names)
"""


def test_who_imports_is_seen_through_a_programs_own_import(installed, monkeypatch):
    monkeypatch.setattr(builtins, "__import__", run(WRAPPER).importing)
    library = str(Path(numpy.__file__).parent.parent / "library" / "inside.py")
    assert run("import numpy", "library.inside", library).numpy is numpy
    assert run("from numpy import linalg", "library.inside", library).linalg is numpy.linalg
    assert run("import numpy").numpy is numen.namespace.module("numpy")


def test_uninstall():
    before = builtins.__import__, importlib.import_module
    numen.install()
    numen.install()
    assert hook.is_installed()
    numen.uninstall()
    assert (builtins.__import__, importlib.import_module) == before
    assert run("import numpy").numpy is numpy


def test_notebook_extension():
    numen.load_ipython_extension(None)
    try:
        assert run("import numpy", "__main__", "<ipython-input-1-a>").numpy is not numpy
    finally:
        numen.unload_ipython_extension(None)
    assert run("import numpy", "__main__", "<ipython-input-1-a>").numpy is numpy


def test_a_failed_import_shows_no_frame_of_ours(installed):
    with pytest.raises(ModuleNotFoundError) as caught:
        run("import nonexistent_module_of_nobody")
    frames = []
    trace = caught.value.__traceback__
    while trace is not None:
        frames.append(trace.tb_frame.f_code.co_filename)
        trace = trace.tb_next
    assert frames[-1] == "/home/someone/project/program.py"


def test_import_by_keywords(installed):
    found = run("found = __import__(name='numpy.linalg', fromlist=('norm',), level=0)").found
    assert found is numen.linalg
    with pytest.raises(TypeError):
        run("__import__()")


IMPORTING = """
def package():
    import numpy
    return numpy

def submodule():
    import numpy.linalg
    return numpy

def private():
    import numpy._core.multiarray
    return numpy

def norm():
    from numpy.linalg import norm
    return norm

def real():
    from numpy._core import multiarray
    return multiarray
"""


def test_an_import_that_is_made_again_gives_the_same(installed):
    module = run(IMPORTING)
    for _ in range(3):
        for function in (module.package, module.submodule, module.private):
            assert function() is numen.namespace.module("numpy")
        assert module.norm() is numen.linalg.norm
        assert module.real() is numpy._core.multiarray


def test_what_imports_gave_is_forgotten_where_the_user_changes(tmp_path, installed):
    module = run(IMPORTING, filename=str(tmp_path / "program.py"))
    assert module.package() is module.private() is numen.namespace.module("numpy")
    numen.install(exclude=(str(tmp_path),))
    assert module.package() is module.private() is numpy
    assert module.norm() is numpy.linalg.norm


def test_what_imports_gave_is_not_given_for_another_numpy(installed, monkeypatch):
    module, other = run(IMPORTING), types.ModuleType("numpy")
    assert module.package() is numen.namespace.module("numpy")
    monkeypatch.setitem(sys.modules, "numpy", other)
    assert module.package() is other
