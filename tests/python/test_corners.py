"""Corners of NumPy, and what other kinds of arrays do beside Numen's: programs and single calls.

Each program of corners/ runs with NumPy and on Numen, with the usual threshold and with every
array managed; it must print the same and raise the same warnings. Each call of corner_calls/ is
made over arrays of every kind: the same values, layouts, errors and warnings.
"""

import contextlib
import io
import os
import subprocess
import sys
import warnings
from pathlib import Path

import numpy
import pytest

import numen
from numen import hook
from numen.native import front

from .corner_calls import kinds_of_arrays, memory, other_classes
from .corner_calls.setting import KINDS, outcome

FOLDER = Path(__file__).parent / "corners"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.py"))


def printed(text, filename):
    """What a program prints, with the warnings it raises and the error that ends it."""
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            exec(compile(text, filename, "exec"), {"__name__": "corner"})
        except Exception as error:
            print(f"ended by {type(error).__name__}: {error}")
    for warning in caught:
        print(f"{warning.category.__name__}: {warning.message}", file=shown)
    return shown.getvalue()


@pytest.fixture(params=[None, 0], ids=["usual", "managed"])
def threshold(request):
    old = front.managed_threshold()
    if request.param is not None:
        front.set_managed_threshold(request.param)
    yield request.param
    front.set_managed_threshold(old)


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_prints_what_it_prints_with_numpy(name, threshold):
    filename = str(FOLDER / f"{name}.py")
    text = (FOLDER / f"{name}.py").read_text()
    assert not hook.is_installed()
    wanted = printed(text, filename).splitlines()
    hook.install()
    try:
        given = printed(text, filename).splitlines()
    finally:
        hook.uninstall()
    for line, (one, other) in enumerate(zip(given, wanted)):
        assert one == other, f"line {line} of {len(wanted)}, after {wanted[max(line - 2, 0):line]}"
    assert len(given) == len(wanted), (given[len(wanted):], wanted[len(given):])
    assert len(wanted) > 10 and not wanted[-1].startswith("ended by"), wanted[-1]


def test_there_is_a_program_for_each_corner_of_the_step():
    assert set(PROGRAMS) >= set(
        "pickling copying files memory_maps masked structured strings dates objects matrices "
        "subclasses testing strides iterators flags addresses resizing constructing".split())


CALLS = [(corner.lower(), text.strip())
         for tables in (memory.TABLES, kinds_of_arrays.TABLES, other_classes.TABLES)
         for corner, table in tables.items() for text in table.strip().splitlines()]


@pytest.mark.parametrize("corner, text", CALLS, ids=lambda value: value)
def test_call_does_what_it_does_with_numpy(corner, text, threshold, tmp_path):
    wrong = []
    for kind in KINDS:
        wanted = outcome(numpy, text, kind, tmp_path)
        given = outcome(numen, text, kind, tmp_path)
        if given != wanted:
            wrong.append(f"{kind}\n  wanted {wanted}\n  given  {given}")
    assert not wrong, "\n".join(wrong)


def test_calls_reach_what_they_are_about():
    """Each works with some kind of array, or is meant to be refused; there are many per corner."""
    assert len(CALLS) == len(set(CALLS)) and len(KINDS) >= 12
    corners = [corner for corner, _ in CALLS]
    assert min(corners.count(corner) for corner in corners) >= 18


LOADING = """
import pickle, sys
sys.modules["numen"] = None
with open(sys.argv[1], "rb") as file:
    text, buffers = pickle.load(file)
for pickled in text:
    print(pickle.loads(pickled).tolist())
shared = pickle.loads(buffers[0], buffers=buffers[1])
print(shared.tolist(), type(shared).__module__, type(shared).__name__)
"""


@pytest.mark.parametrize("size", [6, 20_000])
def test_pickles_load_where_numen_is_not(tmp_path, size):
    import pickle

    array = numen.arange(float(size)).reshape(2, -1)
    numbers = range(pickle.HIGHEST_PROTOCOL + 1)
    texts = [pickle.dumps(item, number) for item in (array, array.T) for number in numbers]
    buffers = []
    outside = pickle.dumps(array, 5, buffer_callback=buffers.append)
    path = tmp_path / "arrays"
    path.write_bytes(pickle.dumps((texts, (outside, [bytes(b.raw()) for b in buffers]))))
    done = subprocess.run([sys.executable, "-c", LOADING, path], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": ""})
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    reference = numpy.arange(float(size)).reshape(2, -1)
    assert lines[:len(numbers)] == [str(reference.tolist())] * len(numbers)
    assert lines[len(numbers):-1] == [str(reference.T.tolist())] * len(numbers)
    assert lines[-1] == f"{reference.tolist()} numpy ndarray"
