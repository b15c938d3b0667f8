"""What programs do with NumPy's functions beside calling them: every public one, as NumPy's does.

As attributes of classes, members of enumerations, keys, with attributes of the program's, and for
inspect. The functions are those of a user's module, the expected answers NumPy's.
"""

import copy
import enum
import importlib
import inspect
import os
import pickle
import subprocess
import sys
import types

import numpy
import pytest

import numen

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MODULES = ("numpy", "numpy.linalg", "numpy.fft", "numpy.random", "numpy.lib.stride_tricks",
           "numpy.strings", "numpy.rec")
# Ours are functions in Python, of which there is the identity alone, and which bind.
IN_PYTHON = {"frompyfunc", "shuffle", "default_rng"}


def functions():
    """(name, NumPy's function, Numen's) of every public function that is no ufunc."""
    for module in MODULES:
        theirs = importlib.import_module(module)
        ours = numen if module == "numpy" else operator_path(module)
        for name in sorted(getattr(theirs, "__all__", dir(theirs))):
            original = getattr(theirs, name)
            is_function = callable(original) and not isinstance(original, (type, numpy.ufunc))
            if is_function and name not in IN_PYTHON | {"test"}:
                yield pytest.param(original, getattr(ours, name), id=f"{module}.{name}")


def operator_path(module):
    found = numen
    for part in module.split(".")[1:]:
        found = getattr(found, part)
    return found


FUNCTIONS = list(functions())
every_function = pytest.mark.parametrize("original, function", FUNCTIONS)


def test_there_are_many():
    assert len(FUNCTIONS) > 250


def binds(function):
    class Holder:
        held = function

    assert Holder.held is function
    return Holder().held is not function


@every_function
def test_as_an_attribute_of_a_class(original, function):
    assert binds(function) == binds(original)


def members(function):
    class Choice(enum.Enum):
        ONE = 1
        OTHER = function

    return list(Choice.__members__)


@every_function
def test_in_an_enumeration(original, function):
    """Those whose type has a `__get__`, which binds or not, are no members."""
    assert members(function) == members(original) or not binds(original)


@every_function
def test_names(original, function):
    for name in ("__name__", "__qualname__", "__module__"):
        assert getattr(function, name) == getattr(original, name)
    assert repr(function).split(" at ")[0] == repr(original).split(" at ")[0]


def signature(function):
    try:
        return str(inspect.signature(function))
    except ValueError:
        return None


@every_function
def test_for_inspect(original, function):
    wanted = signature(original)
    assert wanted is None or signature(function) == wanted
    assert inspect.isroutine(function)
    assert callable(function) and not inspect.isclass(function)
    assert isinstance(function, types.BuiltinFunctionType) <= \
        isinstance(original, types.BuiltinFunctionType)


@every_function
def test_as_a_key(original, function):
    """Of what is of a type of Python's there is the identity alone."""
    if not isinstance(original, types.BuiltinFunctionType):
        assert {original: 1}.get(function) == {function: 1}.get(original) == 1
        assert function == original and not function != original
    assert function != numpy.ndarray and {function: 1}[function] == 1


@every_function
def test_copies_and_pickles(original, function):
    if copy.deepcopy(original) is not original:
        return  # a generator's, which goes along
    assert copy.copy(function) is copy.deepcopy(function) is function
    assert pickle.loads(pickle.dumps(function)) in (function, original)


NATIVE = [param for param in FUNCTIONS if type(param.values[1]) is type(numen.sum)]


@pytest.mark.parametrize("original, function", NATIVE)
def test_attributes(original, function):
    assert not hasattr(function, "note_of_a_test")
    function.note_of_a_test = 1
    try:
        assert function.note_of_a_test == 1 and not hasattr(original, "note_of_a_test")
    finally:
        del function.note_of_a_test
    assert not hasattr(function, "note_of_a_test")
    for name in ("__wrapped__", "_implementation", "__code__", "__self__"):
        assert hasattr(function, name) == hasattr(original, name)
        assert getattr(function, name, None) == getattr(original, name, None)


def test_functions_of_scipy():
    """Each in a process of its own: what SciPy has is looked up by the first that asks."""
    for ask in ("hash(f)", "f == linalg.expm", "repr(f)", "{f: 1}[f]",
                "type('A', (), {'f': f})().f",
                "f.__name__", "hasattr(f, '_implementation')", "pickle.loads(pickle.dumps(f))"):
        program = f"import pickle; from numen.scipy import linalg; f = linalg.inv; print({ask})"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        assert done.returncode == 0 and done.stdout and not done.stderr, (ask, done)


def test_methods_of_a_derived_class():
    """NumPy's own functions serve as methods: `total = np.sum` in the class."""
    class Observations(numpy.ndarray):
        total = numen.sum
        middle = numen.median
        joined = staticmethod(numen.concatenate)

    x = numpy.arange(5.0).view(Observations)
    assert x.total() == 10 and x.middle() == 2 and x.joined((x, x)).shape == (10,)


def test_what_was_called_wrongly_is_named():
    with pytest.raises(TypeError, match=r"sum\(\)"):
        numen.sum()


def test_pythons_own_functions_are_left_alone():
    assert not hasattr(len, "_implementation") and "_implementation" not in dir(len)


def test_whatever_is_asked_of_them_they_do_not_end_the_process(tmp_path):
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.python.asking_objects"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path,
                          stdin=subprocess.DEVNULL,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join([ROOT, *sys.path])})
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout.split()[-1]) > 800
