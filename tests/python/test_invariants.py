"""NUMEN_DEBUG=1: every C function that Python calls is checked at its end, and a broken invariant
is an AssertionError that names it.

The processes break what holds between Numen's arrays by writing into its objects, as a bug in C++
would.
"""

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(code, **environment):
    """The code's output, from a process of its own with NUMEN_DEBUG=1."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env={**os.environ, "NUMEN_DEBUG": "1", **environment}, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


# NumPy's fields of an array object, then Numen's: the buffer's address; and fields of a buffer.
POKING = textwrap.dedent("""
    import ctypes
    import numpy
    import numen as np
    from numen.native import front

    PLACES = dict(references=0, data=16, dimensions=32, base=48, flags=64, handler=88, buffer=96)
    BUFFER_PLACES, RUNNING = dict(version=32, references=48, state=56, producer=64), 1
    Word, Flags = ctypes.c_ssize_t, ctypes.c_int
    own_dictionary = type.__dict__["__dict__"].__get__  # a program is shown numpy.ndarray's

    def field(x, name, kind=Word):
        return kind.from_address(id(x) + PLACES[name])

    def of_buffer(x, name, kind=Word):
        return kind.from_address(field(x, "buffer").value + BUFFER_PLACES[name])

    def address_of(function):
        return ctypes.cast(getattr(ctypes.pythonapi, function), ctypes.c_void_p).value

    # The places of an attribute's functions, which the check calls.
    def accessors(name):
        definition = Word.from_address(id(own_dictionary(front.managed)[name]) + 40).value
        checked = Word.from_address(definition + 32).value
        return {"get": Word.from_address(checked + 8), "set": Word.from_address(checked + 16)}

    def fails(invariant, place, value, act=lambda: np.abs(-1)):
        before, place.value = place.value, value
        try:
            act()
        except AssertionError as error:
            print(error)
            assert str(error).startswith("numen invariant broken: " + invariant)
        else:
            raise SystemExit(f"{invariant} was broken, and nobody says so")
        finally:
            place.value = before
        assert front.checked_entries()[1] > 0

    managed = np.zeros(20_000, "i1") + np.int8(1)
    pending = managed + np.int8(1)
    front.evaluate(managed)
    exposed = np.arange(10.0)
    large = np.zeros(30_000)
    memoryview(large)
    assert front.state(pending) == "pending" and front.state(large) == "exposed"
    assert np.abs(-1) == 1  # all is well
""")

BREAKAGES = {
    "I1 a managed array has a buffer": """
fails("I1", field(managed, "buffer"), 0)""",
    "I2 an exposed array has no buffer": """
fails("I2", field(exposed, "buffer"), field(managed, "buffer").value)""",
    "I3 a view's base is the root": """
view = managed[1:]
fails("I3", field(view, "base"), id(pending))""",
    "I4 a view inside its buffer": """
fails("I4", Word.from_address(field(managed, "dimensions").value), 20_001)""",
    "I4 flags say what strides say": """
fails("I4", field(exposed, "flags", Flags), field(exposed, "flags", Flags).value & ~1)""",
    "I5 a data pointer that follows the buffer": """
fails("I5", field(managed, "data"), field(managed, "data").value + 64)""",
    "I6 no write overtakes a reader": """
later = managed + np.int8(5)
version = of_buffer(managed, "version")
fails("I6", version, version.value + 1)""",
    "I7 data held by a handler": """
fails("I7", field(exposed, "handler"), 0)""",
    "I7 memory that stays": """
fails("I7", field(large, "data"), field(large, "data").value + 64)""",
    "I8 nobody writes behind our back": """
fails("I8", ctypes.c_byte.from_address(field(managed, "data").value + 5), 7)""",
    "I9 what is pending has a producer": """
fails("I9", of_buffer(pending, "producer"), 0)""",
    "I9 what runs has a thread": """
fails("I9", of_buffer(pending, "state", ctypes.c_ubyte), RUNNING)""",
    "I10 what fails says why": """
shape = accessors("shape")
fails("I10", shape["get"], address_of("PyErr_Occurred"), lambda: managed.shape)""",
    "I10 what succeeds sets no error": """
shape = accessors("shape")
fails("I10", shape["set"], address_of("PyErr_NoMemory"), lambda: setattr(managed, "shape", 1))""",
    "I10 no error is lost": """
def clear(*_):
    ctypes.pythonapi.PyErr_Clear()

class Raises:
    def __instancecheck__(self, instance):
        raise KeyError

class Clears:
    __instancecheck__ = front.Composite("clears", clear, clear, clear, (), False)

# Calls a function of C for each element without a step of Python's in between.
raises, clears, count = Raises(), Clears(), ctypes.c_size_t(2)
lfind = ctypes.PyDLL(None).lfind
lfind.argtypes = [ctypes.c_void_p] * 5
fails("I10", Word(), 0, lambda: lfind(id(0), id(raises), ctypes.addressof(count),
                                      (id(clears) - id(raises)) % 2 ** 64,
                                      address_of("PyObject_IsInstance")))""",
    "I11 every block of memory belongs to somebody": """
lost = [np.zeros(20_000, "i1") + np.int8(3)]
front.evaluate(lost[0])
references = of_buffer(lost[0], "references", ctypes.c_uint)
fails("I11 every block", references, references.value + 1,
      lambda: (lost.clear(), np.abs(-1)))""",
    "I11 a living array has references": """
fails("I11", field(managed, "references"), 0)""",
    "I11 nobody touches an object": """
number = np.zeros(3)
address = id(number)
del number
fails("I11", Word.from_address(address + PLACES["data"]), 0, lambda: float(exposed[0]))""",
}


def test_every_rule_of_entries_and_blocks_is_broken_once():
    text = "".join((ROOT / "python/front/array" / file).read_text()
                   for file in ("checked_entries.cpp", "debug.cpp"))
    rules = set(re.findall(r'"(I1[01] [^"]*)"', text))
    assert rules and not {rule for rule in rules
                          if not any(rule.startswith(name) for name in BREAKAGES)}


def _of_this_python(name):
    # A function of Python's does not begin with an error set since 3.13.
    needs_old = pytest.mark.skipif(sys.version_info >= (3, 13), reason="no error reaches the check")
    return pytest.param(name, marks=needs_old if name == "I10 no error is lost" else ())


@pytest.mark.parametrize("name", [_of_this_python(name) for name in BREAKAGES])
def test_a_broken_invariant_is_named(name):
    assert name[:3].strip() in run(POKING + BREAKAGES[name])


COUNTING = textwrap.dedent("""
    import numpy
    import numen as np
    from numen.native import front

    def counts(call, *args, **kwargs):
        before = front.checked_entries()[0]
        try:
            call(*args, **kwargs)
        except Exception:
            pass
        return front.checked_entries()[0] > before

    own_dictionary = type.__dict__["__dict__"].__get__  # a program is shown numpy.ndarray's

    class Other:
        pass

    # What computes nothing and touches no array, and Python's own; memoryview() asks the slot of
    # __buffer__, which is checked.
    EXCEPTIONS = {"__hash__", "__doc__", "__getattribute__", "__array_priority__", "__new__",
                  "__class_getitem__", "__numpy_dtype__", "__dict__", "__buffer__"}
""")


def test_every_function_is_checked():
    output = run(COUNTING + textwrap.dedent("""
        missing = [name for name, function in front.functions.items()
                   if not counts(function, Other())]
        for ufunc in (np.add, np.sin):
            missing += [f"ufunc.{name}" for name in dir(type(ufunc)) if not name.startswith("_")
                        and callable(getattr(ufunc, name)) and not counts(getattr(ufunc, name))]
        others = 0
        for name in dir(np):
            if name.startswith("_") or isinstance(getattr(np, name), (type, type(np))):
                continue
            if type(getattr(np, name)).__name__ in ("Composite", "Fallback"):
                others += 1
                if not counts(getattr(np, name), Other()):
                    missing.append(name)
        print()
        print(len(front.functions), others, missing)
    """))
    functions, others, missing = output.splitlines()[-1].split(maxsplit=2)
    assert int(functions) > 250 and int(others) > 20 and missing.strip() == "[]"


@pytest.mark.parametrize("kind", ["managed", "exposed"])
def test_every_slot_method_and_attribute_is_checked(kind):
    output = run(COUNTING + f"kind = {kind!r}" + textwrap.dedent("""
        def array():
            return np.zeros(30_000) if kind == "managed" else np.zeros(3)
        assert front.state(array()) in ("host", "exposed")
        seen, missing = 0, []
        front.patch_numpy(False)
        numpys = {name: found for name, found in numpy.ndarray.__dict__.items()
                  if type(found).__name__ != "wrapper_descriptor"}
        front.patch_numpy(True)
        for name, found in own_dictionary(front.managed).items():
            if name in EXCEPTIONS or (kind == "exposed" and name not in numpy.ndarray.__dict__):
                continue
            # What the user's exposed arrays have from NumPy itself.
            if kind == "exposed" and (name in ("__len__", "__array_finalize__")
                                      or numpy.ndarray.__dict__[name] is numpys.get(name)):
                continue
            seen += 1
            x = array()
            if hasattr(type(found), "__set__") and not callable(found):
                good = counts(getattr, x, name)
            elif type(found).__name__ == "wrapper_descriptor":
                good = counts(getattr(x, name)) or counts(getattr(x, name), Other()) \\
                    or counts(getattr(x, name), 0, 0)
            else:
                good = counts(getattr(x, name))
            if not good:
                missing.append(name)
        print(seen, missing)
    """))
    seen, missing = output.split(maxsplit=1)
    assert int(seen) > 100 and missing.strip() == "[]"


OPERATIONS = textwrap.dedent("""
    import operator
    checked = {}
    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "eq", "ne",
                 "lt", "le", "gt", "ge", "iadd", "isub", "imul", "itruediv", "ifloordiv", "imod",
                 "ipow"):
        checked[name] = counts(getattr(operator, name), array(), array())
    for name in ("and_", "or_", "xor", "lshift", "rshift", "iand", "ior", "ixor", "ilshift",
                 "irshift"):
        checked[name] = counts(getattr(operator, name), array().astype(int), array().astype(int))
    for name in ("neg", "pos", "abs", "invert", "index"):
        checked[name] = counts(getattr(operator, name), array())
    for name in ("bool", "int", "float", "complex", "len", "iter", "repr", "str", "memoryview",
                 "divmod"):
        if length == 3 and name in ("complex", "len", "memoryview"):
            continue  # an exposed array's, from NumPy itself
        checked[name] = counts(getattr(__builtins__, name),
                               *[array() for _ in range(1 + (name == "divmod"))])
    x = array()
    checked["getitem"] = counts(lambda: x[0])
    checked["setitem"] = counts(lambda: operator.setitem(x, 0, 1))
    checked["contains"] = counts(lambda: 1 in x)
    iterator = iter(x)
    checked["next"] = counts(next, iterator)
    checked["number on the left"] = counts(lambda: numpy.float64(2) * x)
    print([name for name, good in checked.items() if not good])
""")


@pytest.mark.parametrize("length", [3, 30_000])
def test_every_operator_is_checked(length):
    code = COUNTING + f"length = {length}\ndef array(): return np.ones(length)\n" + OPERATIONS
    assert run(code).strip() == "[]"


def test_tracemalloc_takes_over_what_blocks_are_told_to():
    code = """if True:
        import numen as np
        from numen.native import front
        x = np.arange(30_000.0) * 2
        x[0]
        front.trace_memory()  # as at the import of tracemalloc
        del x
        y = np.arange(60_000.0) + 1
        print(y[0], front.checked_entries()[1])"""
    assert run(code).strip() == "1.0 0"


def test_the_registry_alone_checks_no_entry():
    """Only those whose tables are made later would be, and take writes that go on for foreign."""
    code = """if True:
        import numen as np
        from numen.native import front
        front.set_debug(True)
        [float(x) for x in np.arange(30_000.0)]
        np.histogram([1, 2, 3])
        print(front.checked_entries())"""
    assert run(code, NUMEN_DEBUG="0").strip() == "(0, 0)"


def test_without_the_variable_nothing_is_checked():
    assert run("import numen as np; from numen.native import front; np.ones(3) + 1;"
               "print(front.checked_entries())", NUMEN_DEBUG="0").strip() == "(0, 0)"


def test_memory_that_somebody_takes_again_before_the_check():
    assert run("""
import numpy
import numen as np
x = np.arange(40000.)
memoryview(x)
np.abs(-1)
before = x.ctypes.data
numpy.ndarray.resize(x, 60000, refcheck=False)  # NumPy's own, which is not checked
assert np.empty(40000).ctypes.data == before
print("good")""").strip() == "good"
