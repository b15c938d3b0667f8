"""While long work of any name runs other threads run, whatever the type of the elements.

As test_other_threads.py, with calls from a user's module that are made of the table of names. The
operands of a call grow until it keeps the processor busy for a while. Another thread, which wakes
all the time, notes how far the call has come. On a busy machine it does not always get a processor:
the notes of many turns are put together. Where the lock is kept there are none of any turn; no such
part of a call is larger than a SHARE of it, or takes longer than SHORT.
"""

import contextlib
import functools
import re
import time
import types
import warnings

import numpy
import pytest

import numen
from numen.native import front
from tests.clients.user_code import run, under_numen

from . import every_name
from .every_name import REFUSALS, REFUSED, ROWS, TABLES, TYPES, names_called
from .test_other_threads import counter  # noqa: F401 (a fixture)

SIZES = (1000, 16_000, 128_000, 2_000_000)
# Seconds of the thread, bytes of a result. Whoever reads so many elements takes longer.
LONG, LARGEST = 3e-4, 1 << 26
TURNS, SECONDS = 60, 10
# What may go by without a note: pages that the system takes or gives on the way (16 MB of results).
SHARE, SHORT = 0.15, 6e-4

# Names that keep the lock, by the reason: parts of rows.
KEEPS_IT = {
    "Python code runs, which lets others run between its steps": r"vectorize|fromfunction"
        r"|apply_along|np\.polyval\(\{k\}|array2string|array_str|array_repr|einsum_path"
        r"|inverse\.|mintypecode",
    "pieces that take less than 50 us, in a loop of Python": r"isclose|allclose|gradient|polyval"
        r"|np\.i0|np\.poly\(\{x\}",
    "objects are made": r"tolist|unstack",
    "NumPy's code keeps it": r"np\.strings|np\.char|dumps|tobytes|logical_xor\.accumulate"
        r"|shuffle|diagflat|'ij,ij->j'",
}
TESTED = [row for row in ROWS if not any(re.search(parts, row) for parts in KEEPS_IT.values())]

@functools.lru_cache(maxsize=len(SIZES))
def operands(size, dtype, array=numen.array):
    """What the placeholders of the rows stand for."""
    rng = numpy.random.default_rng(size)
    side, order = int(size ** 0.5), min(int(size ** 0.5), 400)

    def reals(*shape):
        return rng.random(shape) * 50 - 25

    square = reals(order, order)
    given = {letter: reals(side, side).astype(dtype) for letter in "xmyw"}
    given |= {"v": reals(size).astype(dtype), "f": reals(size), "g": reals(side, side),
              "c": rng.random((side, side)) > 0.5, "k": rng.integers(0, 9, size),
              "r": numpy.sort(reals(size)), "s": square + 60 * order * numpy.eye(order),
              "h": square @ square.T + order * numpy.eye(order), "z": numpy.rint(square)}
    given = {letter: array(values) for letter, values in given.items()}
    return types.SimpleNamespace(**given, i=list(range(side)))


def bytes_of(found):
    """Of all arrays of a result, which is computed."""
    if isinstance(found, numpy.ndarray):
        numen.evaluate(found)
        return found.nbytes
    return sum(map(bytes_of, found)) if isinstance(found, (tuple, list)) else 0


@pytest.fixture(scope="module")
def calls():
    with under_numen(True):
        yield run(every_name.module(ROWS), True).CALLS


def seconds_of(call, given):
    """Of this thread's processor; how large the result was."""
    began = time.thread_time()
    size = bytes_of(call(given))
    return time.thread_time() - began, size


def operands_of(row, size, dtype, array=numen.array):
    """With a target of its own for a row that writes."""
    given = types.SimpleNamespace(**vars(operands(size, dtype, array)))
    if "{t}" in row or "copy=False" in row:
        given.t = given.x.copy()
    return given


def numpy_computes(row, dtype):
    """Whether a call has elements of a type that NumPy takes."""
    given = operands_of(row, SIZES[0], dtype, numpy.array)
    with warnings.catch_warnings(), contextlib.suppress(*REFUSALS):
        warnings.simplefilter("ignore")
        exec(every_name.text_of(row), {"np": numpy, "given": given})
        return True
    return False


# The normal run takes each row with one of the types, `--full` with all. Operands of other letters
# than these have one type. One type after the other: its operands are kept.
CASES = []
for place, row in enumerate(TESTED):
    types_of_row = TYPES if re.search(r"\{[xmywvt]\}", row) else TYPES[:1]
    types_of_row = [dtype for dtype in types_of_row if numpy_computes(row, dtype)]
    CASES += [pytest.param(row, dtype, marks=[] if at == place % len(types_of_row)
                           else pytest.mark.full) for at, dtype in enumerate(types_of_row)]
CASES.sort(key=lambda case: case.values[1])


def long_enough(call, row, dtype):
    """(operands, how long the call takes with them): long, unless it is short with the largest."""
    for size in SIZES:
        given = operands_of(row, size, dtype)
        seconds, result = seconds_of(call, given)
        if seconds > LONG:  # the quickest counts: other processes make some calls long
            seconds = min(seconds, *(seconds_of(call, given)[0] for _ in range(2)))
        if seconds > 10 * LONG or result > LARGEST:
            break
    return given, seconds


def notes(counter, call, given):
    """(where in a call, from 0 to 1, the other thread ran; how long it took): of the processor."""
    counter.marks.clear()
    began = time.thread_time_ns()
    bytes_of(call(given))
    whole = time.thread_time_ns() - began
    places = [(mark - began) / whole for mark in counter.marks]
    return [place for place in places if 0 < place < 1], whole * 1e-9


def runs(call, row):
    """With elements of some type."""
    for dtype in TYPES:
        with contextlib.suppress(*REFUSALS):
            bytes_of(call(operands_of(row, SIZES[0], dtype)))
            return True
    return False


@pytest.mark.filterwarnings("ignore")
def test_every_row_can_be_called(calls):
    assert [row for row in TESTED if not runs(calls[row], row)] == []


def test_names_of_refused_rows_have_another():
    called = set().union(*map(names_called, TABLES))
    assert {row for row in REFUSED if not names_called(row) <= called} == set()
    assert set(every_name.MENDED) <= set(every_name.PLAIN)


@pytest.mark.ci
@pytest.mark.no_sanitizer
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("row, dtype", CASES)
def test_other_threads_run_meanwhile(counter, calls, row, dtype):  # noqa: F811
    given, seconds = long_enough(calls[row], row, dtype)
    turns, end, places = 0, time.monotonic() + SECONDS, [0.0, 1.0]
    while seconds > LONG and (turns < TURNS or time.monotonic() < end):
        turns += 1
        found, whole = notes(counter, calls[row], given)
        places = sorted(places + found)
        kept = max(after - before for before, after in zip(places, places[1:]))
        if kept <= max(SHORT / whole, SHARE):
            return
    assert turns == 0, f"the lock is kept for {kept:.0%} of {seconds} s"
