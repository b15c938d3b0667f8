"""No call works on an array whose layout changes under its hands (array/layout_guard.h)."""

import os
import subprocess
import sys
import threading

import numpy
import pytest

import numen as np

from . import changing_arguments


@pytest.fixture(scope="module")
def outcomes():
    """By call, size and change: what became of the change, and whose result the call's is."""
    done = subprocess.run([sys.executable, "-m", "tests.safety.changing_arguments"],
                          capture_output=True, text=True, timeout=280, check=False)
    rows = [line.split("|") for line in done.stdout.splitlines()]
    assert done.returncode == 0, f"{rows[-1:]}\n{done.stderr[-3000:]}"
    return {(name, int(size), change): words for name, size, change, *words in rows}


# NumPy serves these, on a view of its own: the change is made, as under NumPy.
BY_NUMPY = {"matmul", "sum", "np.sum", "mean", "argmax", "min initial", "cumsum", "take", "put",
            "repeat", "swapaxes", "stack", "fill", "astype", "dot", "reduce", "reduceat",
            "bincount", "lists", "var"}
# The argument is read before the array is looked at, or by a function in Python, which sees
# whatever the array is by then.
HARMLESS = {"subscript with a slice", "tile", "histogram"}


@pytest.mark.parametrize("name", changing_arguments.CALLS)
def test_an_argument_takes_no_memory_from_its_call(outcomes, name):
    """NumPy's own loops, too, which get views of the array."""
    words = {word for (call, _, change), (word, _) in outcomes.items()
             if call == name and change in ("resize", "set_state")}
    assert words <= {"refused", "not asked"} or name in HARMLESS


@pytest.mark.parametrize("name", changing_arguments.CALLS)
def test_an_argument_changes_no_array_of_its_call(outcomes, name):
    words = {word for key, (word, _) in outcomes.items() if key[0] == name}
    allowed = {"refused", "not asked"}
    if name in BY_NUMPY:
        allowed.add("by NumPy")
    assert words <= allowed or name in HARMLESS


@pytest.mark.parametrize("name", sorted(HARMLESS))
def test_a_harmless_change_comes_before_the_call_or_after_it(outcomes, name):
    """The result is NumPy's for one of the two, unless the change is refused."""
    wrong = {key: words for key, words in outcomes.items()
             if key[0] == name and words[0] != "refused" and words[1] != "as NumPy"}
    assert wrong == {}
    made = {words[0] for key, words in outcomes.items() if key[0] == name}
    assert made & {"changed", "by NumPy"}


def test_most_calls_ran_the_code_of_their_arguments(outcomes):
    asked = {key[0] for key, (word, _) in outcomes.items() if word != "not asked"}
    assert len(asked) > 0.8 * len(changing_arguments.CALLS)


class Waiting:
    """An argument that waits, in its conversion, until it is told to go on."""

    def __init__(self):
        self.is_read, self.may_go_on = threading.Event(), threading.Event()

    def __array__(self, dtype=None, copy=None):
        self.is_read.set()
        assert self.may_go_on.wait(30)
        return numpy.ones(1)


def during(x, action):
    """Runs action while another thread's call works on x; the action's thread and the call's."""
    waiting, sums = Waiting(), []
    call = threading.Thread(target=lambda: sums.append(np.add(x, [waiting])))
    call.start()
    assert waiting.is_read.wait(30)
    try:
        action(waiting)
    finally:
        waiting.may_go_on.set()
        call.join()
    return sums


@pytest.mark.parametrize("size", changing_arguments.SIZES)
def test_a_change_waits_for_the_call_of_another_thread(size):
    x = np.arange(float(size))
    done = []

    def change():
        x.shape = (2, size // 2)
        done.append(True)

    changer = threading.Thread(target=change)

    def action(waiting):
        changer.start()
        changer.join(0.3)
        assert not done and x.shape == (size,)

    sums = during(x, action)
    changer.join()
    assert done and x.shape == (2, size // 2)
    assert sums[0].shape == (1, size) and sums[0][0, -1] == size


def test_other_arrays_may_change_meanwhile():
    x, y = np.arange(24.0), np.arange(24.0)

    def action(_):
        y.shape = (4, 6)

    during(x, action)
    assert y.shape == (4, 6)


def test_views_of_the_array_may_change_meanwhile():
    x = np.arange(24.0)
    view = x[:]

    def action(_):
        view.shape = (4, 6)

    assert during(x, action)[0].shape == (1, 24)
    assert view.shape == (4, 6)


def test_a_child_does_not_wait_for_threads_that_it_does_not_have():
    x = np.arange(24.0)

    def action(_):
        child = os.fork()
        if child == 0:
            x.shape = (4, 6)
            os._exit(17 if x.shape == (4, 6) else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 17

    during(x, action)
    assert x.shape == (24,)


def test_the_error_says_what_was_wanted():
    x = np.arange(24.0)

    class Changing:
        def __array__(self, dtype=None, copy=None):
            x.shape = (4, 6)

    with pytest.raises(RuntimeError, match="cannot change the shape of an array from within a"):
        np.add(x, [Changing()])
    x.shape = (4, 6)
    assert x.shape == (4, 6)


WARNED = """
import sys, warnings
import numen as np
x = np.ones(6, sys.argv[1])

def show(*_):
    try:
        x.resize(1, refcheck=False)
    except RuntimeError as error:
        print("numen" in str(error))

warnings.simplefilter("always")
warnings.showwarning = show
x[4] = np.complex128(2 + 1j)
print(x.tolist() == [1, 1, 1, 1, 2, 1])
"""


@pytest.mark.parametrize("kind", ["g", ">f8", "f8", "f4"])
def test_a_warning_about_a_value_changes_no_array_that_it_goes_to(kind, tmp_path):
    file = tmp_path / "program.py"
    file.write_text(WARNED)
    done = subprocess.run([sys.executable, str(file), kind], capture_output=True, text=True,
                          timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "True\nTrue\n"), done.stderr


def test_attributes_that_numpy_does_not_set_are_not_set():
    for array in (np.arange(24.0), np.arange(60_000.0), numpy.arange(3)):
        for name in ("data", "size", "nbytes", "ndim"):
            with pytest.raises(AttributeError):
                setattr(array, name, getattr(numpy.arange(5.0), name))
            with pytest.raises(AttributeError):
                delattr(array, name)
        for name in ("shape", "strides", "dtype"):
            with pytest.raises(AttributeError):
                delattr(array, name)


def test_who_serves_a_call_may_change_its_arrays():
    """As under NumPy, whose call it is then."""
    class Serving:
        def __array_ufunc__(self, ufunc, method, *inputs, **settings):
            inputs[0].shape = (4, 6)
            return inputs[0]

        def __array_function__(self, function, types, args, settings):
            args[0][0].shape = (6, 4)
            return args[0][0]

    x = np.arange(24.0)
    assert np.add(x, Serving()) is x and x.shape == (4, 6)
    assert np.concatenate([x, Serving()]) is x and x.shape == (6, 4)


def test_after_an_error_the_array_is_free():
    x = np.arange(24.0)
    for _ in range(3):
        with pytest.raises(ValueError):
            x + np.zeros(5)
        with pytest.raises(IndexError):
            x[[99]]
    x.shape = (4, 6)
    x.resize(5, refcheck=False)
    assert x.tolist() == [0, 1, 2, 3, 4]


def test_subclasses_are_guarded_like_arrays():
    class Mine(numpy.ndarray):
        pass

    x = numpy.arange(24.0).view(Mine)
    refused = []

    class Changing:
        def __array__(self, dtype=None, copy=None):
            try:
                x.shape = (4, 6)
            except RuntimeError:
                refused.append(True)
            return numpy.ones(1)

    np.copyto(x, Changing())
    assert x.shape == (24,) or not refused
