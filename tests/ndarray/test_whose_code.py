"""Code without a file and the standard library work for whoever calls them.

What the user's code computes from a large array is managed, what a library's code computes is not.
"""

import subprocess
import sys

import pytest

HEAD = """
import sys
sys.path.append("site-packages")
import library
import numpy as np
from numen.native import front
x = np.asarray(memoryview(bytearray(400_000))).view("f8")
managed = front.is_managed
"""


@pytest.fixture
def printed(tmp_path):
    """What a program prints under `numen run`, beside an installed package `library`."""

    def run(library, program):
        packages = tmp_path / "site-packages"
        packages.mkdir()
        (packages / "library.py").write_text(library)
        (tmp_path / "program.py").write_text(HEAD + program)
        done = subprocess.run([sys.executable, "-m", "numen", "run", "program.py"], cwd=tmp_path,
                              capture_output=True, text=True)
        assert done.stderr == ""
        return done.stdout.split()

    return run


GENERATED = """
from concurrent.futures import ThreadPoolExecutor
text = "def add(x):\\n    return x + x\\n"
scope = {"__name__": "generated"}
exec(compile(text, "<lambdifygenerated-1>", "exec"), scope)
add = scope["add"]

def add_here(x):
    return add(x)

def add_on_a_thread(x):
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(add, x).result()
"""


def test_generated_code(printed):
    """As SymPy and dataclasses make it: a library's where a library calls it, on threads too."""
    assert printed(GENERATED, """
print(managed(library.add(x)), managed(library.add_here(x)), managed(library.add_on_a_thread(x)))
""") == ["True", "False", "False"]


CONVERTING = """
import colorsys
import timeit

def convert(x):
    return colorsys.rgb_to_yiq(x, x, x)[0]

def time(statement, names):
    timeit.timeit(statement, globals=names, number=1)
"""


def test_the_standard_library(printed):
    """Its own operators are the library's or the user's, call by call."""
    assert printed(CONVERTING, """
import colorsys
for _ in range(2):
    print(managed(colorsys.rgb_to_yiq(x, x, x)[0]), managed(library.convert(x)))
""") == ["True", "False"] * 2


SPREADING = """
import functools
import numpy as np
spread = functools.singledispatch(np.ndarray.std)  # calls it from a file of Python's own

def directly(arrays):
    return [np.ndarray.std(x) for x in arrays]

def by_the_standard_library(arrays):
    return [spread(x) for x in arrays]
"""


def test_methods_that_the_standard_library_calls(printed):
    """Numen's deviations differ from NumPy's in last digits; a library gets NumPy's each time."""
    assert printed(SPREADING, """
rng = np.random.RandomState(1)
arrays = [rng.uniform(size=size).astype("f4") for size in range(100, 400)]
print(library.by_the_standard_library(arrays) == library.directly(arrays),
      [x.std() for x in arrays] == library.directly(arrays))
""") == ["True", "False"]


def test_a_statement_of_timeit_is_the_users(printed):
    assert printed(CONVERTING, """
found = []
library.time("found.append(x * 2)", {"x": x, "found": found})
print(managed(found[0]))
""") == ["True"]


def test_a_threads_function_of_the_user(printed):
    assert printed("", """
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(1) as pool:
    print(managed(pool.submit(lambda: x * 2).result()))
""") == ["True"]


COMPUTING = """
def compute(x):
    names = {"x": x}
    exec("result = x * 2", names)
    return names["result"]
"""


def test_a_judgement_does_not_outlive_its_module(printed):
    """Where the dictionary of the user's text was, a library's may come to lie."""
    assert set(printed(COMPUTING, """
def compute():
    exec("result = x * 2", {"__name__": "__main__", "x": x})

for _ in range(50):
    compute()
    print(managed(library.compute(x)))
""")) == {"False"}


def test_a_dictionary_that_refuses_to_compare(printed):
    """Nothing is raised by judging; NumPy's own programs know nothing of it."""
    assert printed("", """
class Key:
    is_armed = False  # before the code runs: from Python 3.13 on exec asks for the name
    def __hash__(self): return hash("__name__")
    def __eq__(self, other):
        if Key.is_armed: raise ValueError("compared")
        return False

def arm():
    Key.is_armed = True

names = {Key(): 1, "x": x, "arm": arm}
exec("arm(); a = x * 2; b = x.astype('f4')", names)
print(names["a"][-1], names["b"].dtype)
Key.is_armed = False
try:
    raise KeyError("before")
except KeyError:
    exec("arm(); c = x + 1", names)
print(names["c"][-1])
""") == ["0.0", "float32", "1.0"]


def test_judging_goes_on_after_a_refusal_to_compare(printed):
    """What the user's text is has been found out: an operation asks once at most, for its place."""
    assert printed("", """
class Key:
    asked = 0
    def __hash__(self): return hash("__name__")
    def __eq__(self, other):
        Key.asked += 1
        raise ValueError("compared")

names = globals()
del names["__name__"]
exec("names[Key()] = 1\\n" + "a = x * 2\\n" * 10, names)  # 3.14 asks when it begins
print(Key.asked <= 11)
""") == ["True"]


def test_code_that_runs_while_judging_has_no_exception(printed):
    """Python asks the module `__main__` for its `__spec__`: there a program's code may run."""
    assert printed("", """
class Key:
    is_armed = False
    def __hash__(self): return hash("__name__")
    def __eq__(self, other):
        if Key.is_armed: raise ValueError("compared")
        return False

class Main:
    met = []
    @property
    def __spec__(self):
        Main.met.append("began")  # a SystemError where an exception is set
        Main.met.append("ended")

def arm():
    Key.is_armed = True

names = {Key(): 1, "x": x, "arm": arm}
before, sys.modules["__main__"] = sys.modules["__main__"], Main()
try:
    exec("arm(); a = x * 2", names)
finally:
    Key.is_armed, sys.modules["__main__"] = False, before
print(names["a"][-1], Main.met.count("ended") == Main.met.count("began") > 0)
""") == ["0.0", "True"]


def test_arrays_that_a_library_hands_to_a_method_of_a_users(printed):
    """NumPy's method, which asks for an ndarray: `unittest` and thread pools call such methods."""
    assert printed("def call(method, *args, **keywords): return method(*args, **keywords)\n", """
rows = np.asarray(memoryview(bytearray(800_000))).view("f8").reshape(2, 50_000)

def target(dtype="f8"):
    made = np.zeros(50_000, dtype)
    assert managed(made) and not managed(rows)
    return made

at, total, largest, ones = target(int), target(), target(), target() + 1
rows[1] = 1
library.call(rows.argmax, 0, at)
library.call(rows.sum, axis=0, out=total)
library.call(rows.max, 0, out=largest)
print(at.sum(), total.sum(), largest.sum(), library.call(rows.dot, ones)[1])
""") == ["50000", "50000.0", "50000.0", "50000.0"]
