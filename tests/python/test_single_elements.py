"""Single elements stored and read, against NumPy: every type by value, index and layout, with the
errors and the warnings; and stores whose index or value changes the array meanwhile."""

import subprocess
import sys
from pathlib import Path

import numpy
import pytest

from tests.clients.user_code import run, under_numen

from . import single_elements as cases

TEXT = Path(cases.__file__).read_text()
STORED = [*cases.NUMERIC, *cases.OTHERS]


@pytest.fixture(scope="module")
def numens():
    return run(TEXT, True)


@pytest.fixture(scope="module")
def numpys():
    return run(TEXT, False)


def compare(numens, numpys, name, *arguments):
    """The first case of which the two modules tell different things fails the test."""
    with under_numen(False):
        expected = list(getattr(numpys, name)(*arguments))
    with under_numen(True):
        found = list(getattr(numens, name)(*arguments))
    assert len(found) == len(expected) > 0
    different = [(*ours[:2], *right[1:2]) for ours, right in zip(found, expected) if ours != right]
    assert different == []


def layouts_of(dtype):
    """Of types that Numen has none of, large arrays are as small ones are."""
    return [layout for layout in cases.LAYOUTS
            if dtype in cases.NUMERIC or layout == "large" or not layout.startswith("large")]


def other_keys(begin):
    """Every third, others in each layout."""
    return cases.OTHER_KEYS[begin % 3::3]


def keys_of(layout):
    make = cases.LAYOUTS.get(layout) or cases.PENDING[layout]
    return cases.GOOD_KEYS[make("f8").ndim]


@pytest.mark.parametrize("dtype", STORED, ids=str)
def test_every_value_is_stored_as_numpy_stores_it(numens, numpys, dtype):
    compare(numens, numpys, "outcomes_of_stores", dtype, "row", ["3"], cases.VALUES)
    # Of 108 values others in each layout.
    for begin, layout in enumerate(layouts_of(dtype)):
        values = cases.VALUES[begin % 5::5]
        compare(numens, numpys, "outcomes_of_stores", dtype, layout, keys_of(layout)[:1], values)


@pytest.mark.parametrize("dtype", "efdFD")
def test_floating_point_errors_of_a_store_are_raised(numens, numpys, dtype):
    values = cases.VALUES
    compare(numens, numpys, "outcomes_of_stores", dtype, "row", ["3"], values, "raise")
    compare(numens, numpys, "outcomes_of_stores", dtype, "large", ["3"], values[::3], "raise")


@pytest.mark.parametrize("dtype", STORED, ids=str)
def test_every_index_stores_where_numpy_stores(numens, numpys, dtype):
    for begin, layout in enumerate(layouts_of(dtype)):
        keys = keys_of(layout) + other_keys(begin)
        values = ["1"] if layout.startswith("large") else ["1", "np.float64(2)", "None"]
        compare(numens, numpys, "outcomes_of_stores", dtype, layout, keys, values)


@pytest.mark.parametrize("dtype", [t for t in cases.NUMERIC if t != "?"])
@pytest.mark.parametrize("layout", cases.PENDING)
def test_a_store_into_what_is_not_computed_yet(numens, numpys, dtype, layout):
    values = ["1", "2.5", "np.int64(3)", "10**400", "'x'"]
    compare(numens, numpys, "outcomes_of_stores", dtype, layout, keys_of(layout)[:2], values)


@pytest.mark.parametrize("dtype", STORED, ids=str)
def test_every_element_is_read_as_numpy_reads_it(numens, numpys, dtype):
    layouts = [*layouts_of(dtype), *(cases.PENDING if dtype in cases.NUMERIC else ())]
    for begin, layout in enumerate(layouts):
        keys = keys_of(layout) + other_keys(begin)
        compare(numens, numpys, "outcomes_of_reads", dtype, layout, keys)


# What an index or a value may do to the array, and to the arrays that share its memory.
CHANGES = ["x.shape = (2, 3)", "x.shape = (1, 6)", "x.resize(1, refcheck=False)",
           "x.resize(100_000, refcheck=False)", "x.resize(0, refcheck=False)",
           "x.dtype = 'u1'", "x.strides = (0,) * x.ndim",
           "x.__setstate__((1, (1,), np.dtype('u1'), False, b'a'))", "x += 1",
           "x.flags.writeable = False", "globals().pop('x', None)"]
ACTS = ["x[Index()] = 1", "x[Index()] = Value()", "x[3] = Value()", "x[-1] = Value()",
        "x[np.int64(2)] = Value()", "x[Index()]", "x.item(Index())", "x[3] = Number(2)",
        "x[(Index(),) * x.ndim] = Value()", "x[3] = Exporting()", "x[Index():Index()] = 1"]
HOSTILE = """
import gc, sys, warnings
import numpy as np

warnings.simplefilter("ignore")


def change():
    try:
        exec(CHANGE, globals())
    except Exception:
        pass


class Index:
    def __index__(self):
        change()
        return 4


class Value:
    def __float__(self):
        change()
        return 2.0

    def __int__(self):
        change()
        return 2

    def __complex__(self):
        change()
        return 2j


class Number(float):
    def __float__(self):
        change()
        return 3.0


class Exporting:
    def __array__(self, dtype=None, copy=None):
        change()
        return np.array(5.0)


def show(kind, value, trace):
    change()


for CHANGE in CHANGES:
    for act in ACTS:
        for dtype in "?bhqefdgFDO":
            for size in (6, 20_000):
                x = np.ones(size, dtype)
                y = x + x if dtype not in "?O" else x
                x = y
                try:
                    exec(act)
                except Exception as error:
                    assert not isinstance(error, SystemError), (CHANGE, act, dtype, size)
print("lived on")
"""


@pytest.mark.parametrize("change", CHANGES)
def test_an_index_or_a_value_that_changes_the_array_crashes_nothing(tmp_path, change):
    program = tmp_path / "hostile.py"
    program.write_text(f"CHANGES, ACTS = {[change]!r}, {ACTS!r}\n" + HOSTILE)
    command = [sys.executable, "-X", "faulthandler", "-m", "numen", "run", str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.stdout == "lived on\n", done.stderr[-2000:]


def recorded(text):
    """What a user's program prints."""
    done = subprocess.run([sys.executable, "-m", "numen", "run", "-c", text], capture_output=True,
                          text=True, timeout=300)
    assert done.stderr == ""
    return done.stdout


def test_what_reads_the_old_values_is_computed_before_a_store():
    assert recorded("""
import numpy as np
x = np.arange(20_000.0)
y = x + 1
x[3] = 50.0
z = x * 2
print(y[3], z[3], z.sum() - (np.arange(20_000.0) * 2).sum())
""") == "4.0 100.0 94.0\n"


def test_elements_of_what_is_not_computed_yet():
    assert recorded("""
import numpy as np
x = np.arange(20_000.0)
print((x + 1)[3], (x + 2)[[5]].item(), (x + 3)[-1:].tolist(), (x + 4).item(7))
print((x + 5).tolist()[:2], (x + 6).tobytes()[:8], next(iter(x + 7)))
""") == ("4.0 7.0 [20002.0] 11.0\n"
         r"[5.0, 6.0] b'\x00\x00\x00\x00\x00\x00\x18@' 7.0" "\n")


CHANGED = """
import numpy as np

class Index:
    def __index__(self):
        x.resize(2, refcheck=False)
        return 4

class Value:
    def __float__(self):
        x.resize(2, refcheck=False)
        return 9.0

def act(text, make):
    global x
    x = make()
    try:
        exec(text, globals())
        return "done"
    except Exception as error:
        return type(error).__name__

objects, numbers = lambda: np.array(list("abcdef"), object), lambda: np.ones(6)
extended = lambda: np.ones(6, np.longdouble)
print(act("x[Index()]", objects), act("x[Index()]", numbers), act("x[Index()] = 1", extended))
print(act("x[4] = Value()", numbers), act("x[4] = Value()", extended))
"""


def test_an_array_that_is_made_shorter_meanwhile_is_not_written_beyond():
    # Either the element is refused, as NumPy refuses it where the index was asked first, or the
    # change is.
    assert set(recorded(CHANGED).split()) <= {"IndexError", "RuntimeError"}
