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
import weakref

import numpy
import pytest

import numen
from numen import documentation

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MODULES = ("numpy", "numpy.linalg", "numpy.fft", "numpy.random", "numpy.lib.stride_tricks",
           "numpy.strings", "numpy.rec")


def functions():
    """(name, NumPy's function, Numen's) of every public function that is no ufunc."""
    for module in MODULES:
        theirs = importlib.import_module(module)
        ours = numen if module == "numpy" else operator_path(module)
        for name in sorted(getattr(theirs, "__all__", dir(theirs))):
            original = getattr(theirs, name)
            is_function = callable(original) and not isinstance(original, (type, numpy.ufunc))
            if is_function and name != "test":
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


def without_keywords(doc):
    """What test_help.py judges, left out of a docstring, and the blanks at its end."""
    return doc and doc.partition(documentation.TITLE)[0].rstrip()


@every_function
def test_names(original, function):
    for name in ("__name__", "__qualname__", "__module__"):
        assert getattr(function, name) == getattr(original, name)
    doc = object.__getattribute__(function, "__doc__")  # as pydoc asks
    assert without_keywords(doc) == without_keywords(original.__doc__)
    for text in (repr, str):
        assert text(function).split(" at ")[0] == text(original).split(" at ")[0]


def signature(function):
    try:
        return str(inspect.signature(function))
    except ValueError:
        return None


@every_function
def test_for_inspect(original, function):
    wanted = signature(original)
    assert wanted is None or signature(function) == wanted
    assert callable(function) and not inspect.isclass(function)
    for kind in (types.FunctionType, types.BuiltinFunctionType, types.MethodType, numpy.ufunc):
        assert isinstance(function, kind) <= isinstance(original, kind)


def outcome(ask):
    try:
        return ask()
    except (AttributeError, TypeError) as error:
        return type(error)


# What NumPy's functions in Python have, those of C do not.
ASKED = {
    "arguments": inspect.getfullargspec,
    "defaults": lambda f: (f.__defaults__, f.__kwdefaults__),
    "annotations": lambda f: f.__annotations__,
    "code": lambda f: f.__code__.co_argcount,
    "wrapped": lambda f: inspect.unwrap(f).__name__,
    "has a dictionary": lambda f: hasattr(f, "__dict__"),
    "the dictionary is replaced": lambda f: hasattr(f, "__code__") or setattr(f, "__dict__", {}),
}


@every_function
@pytest.mark.parametrize("asked", ASKED)
def test_what_is_asked_of_functions(original, function, asked):
    assert outcome(lambda: ASKED[asked](function)) == outcome(lambda: ASKED[asked](original))


@every_function
def test_weakly_referred_to(original, function):
    assert weakref.ref(function)() is function


@every_function
def test_reduced_by_name(original, function):
    wanted = outcome(original.__reduce__)
    if isinstance(wanted, str):
        assert function.__reduce__() == function.__reduce_ex__(4) == wanted


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


SET = ("note_of_a_test", "__name__", "__qualname__", "__module__", "__doc__")


@every_function
@pytest.mark.parametrize("name", SET)
def test_attributes_that_are_set(original, function, name):
    """Where NumPy's can be set, ours can, and NumPy's stay as they are."""
    if function is original:
        return
    before = getattr(original, name, None)
    ours = getattr(function, name, None)
    assert ours == before or without_keywords(ours) == without_keywords(before)
    try:
        setattr(original, name, before)
    except (AttributeError, TypeError) as error:
        with pytest.raises(type(error)):
            setattr(function, name, "set")
        return
    if before is None:
        delattr(original, name)
    setattr(function, name, "set")
    assert getattr(function, name) == "set"
    if hasattr(original, "__dict__"):
        assert vars(function)[name] == "set"
        assert getattr(original, name, None) == before
    if before is None:
        delattr(function, name)
    else:
        setattr(function, name, ours)
    assert getattr(function, name, None) == ours


@every_function
def test_attributes(original, function):
    for name in ("_implementation", "__code__", "__self__"):
        assert hasattr(function, name) == hasattr(original, name)
        assert getattr(function, name, None) == getattr(original, name, None)
    # By it inspect finds the signature of a function of C.
    wrapped = getattr(original, "__wrapped__", original)
    assert getattr(function, "__wrapped__", original) == wrapped


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
