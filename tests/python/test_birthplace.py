"""Large arrays born in installed packages are exposed at once; the user's own are managed."""

import copy
import importlib.util
import sys
import tracemalloc

import numpy
import pytest

import numen
from numen import hook
from numen.native import front

PROGRAM = """
import numpy
from numen.native import front

def computes(x):
    return x * 2.0

def refused_by_c(x):
    made = abs(x)
    numpy._core.multiarray._place(made, numpy.zeros(made.shape, bool), [1.0])  # a type check in C
    return made.sum()

def combines(a, b):
    return a * b + a
"""


def module_in(folder, name="neighbour"):
    folder.mkdir(parents=True)
    path = folder / f"{name}.py"
    path.write_text(PROGRAM)
    spec = importlib.util.spec_from_file_location(name, path)
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.fixture
def x():
    return numen.arange(20_000.0)


def test_library_code_gives_arrays_that_c_code_takes(tmp_path, x):
    library = module_in(tmp_path / "site-packages")
    made = library.computes(x)
    assert front.state(made) == "exposed" and made[-1] == 39_998.0
    assert front.is_managed(x), "only what is born there is exposed"
    assert library.refused_by_c(x) == numpy.arange(20_000.0).sum()
    assert made.strides == (8,) and made.flags.owndata
    square = library.computes(numen.ones((200, 200), order="F"))
    assert front.state(square) == "exposed" and square.strides == (8, 1600)


@pytest.mark.no_sanitizer  # its functions are on the stack that NumPy looks at
def test_numpy_takes_the_memory_of_temporaries_in_libraries(tmp_path):
    """It does where nobody but Python's interpreter and itself is on the stack: not we either."""
    library = module_in(tmp_path / "site-packages")
    a, b = numpy.ones((2, 400_000))

    def peak():
        tracemalloc.start()
        library.combines(a, b)
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    limit = 1.5 * a.nbytes
    if sys.version_info >= (3, 14):  # plain NumPy does not find its way there on Debian's Python
        front.patch_numpy(False)
        limit = peak() + 0.5 * a.nbytes
        front.patch_numpy(True)
    for _ in range(2):  # when the library is judged, and when it was
        assert a.nbytes <= peak() < limit


def test_users_code_gives_managed_arrays(tmp_path, x):
    assert front.is_managed(module_in(tmp_path / "project").computes(x))
    assert front.is_managed(x + 1)
    namespace = {"x": x}
    exec("made = x + 1", namespace)
    assert front.is_managed(namespace["made"])
    with pytest.raises(TypeError):
        module_in(tmp_path / "other").refused_by_c(x)


def test_standard_library_and_numen_work_for_their_callers(x):
    assert front.is_managed(copy.deepcopy([x])[0])
    assert numen.coverage()["cov"] == "composite"
    assert front.is_managed(numen.cov(numen.ones((200, 200))))


def test_callback_of_a_library_is_the_users(tmp_path, x):
    library = module_in(tmp_path / "site-packages")
    library.computes.__globals__["callback"] = lambda value: value + 1
    exec(compile("def calls(x): return callback(x)", str(tmp_path / "site-packages/n.py"), "exec"),
         library.__dict__)
    assert front.is_managed(library.calls(x))


def test_included_packages_count_as_the_users(tmp_path, x):
    library = module_in(tmp_path / "site-packages")
    assert not front.is_managed(library.computes(x))
    installed = hook.is_installed()
    hook.install(include=["neighbour"])
    try:
        assert front.is_managed(library.computes(x))
    finally:
        hook.install()
        if not installed:
            hook.uninstall()
    assert not front.is_managed(library.computes(x))
