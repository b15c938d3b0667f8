"""While long work of any name runs other threads run, whatever the type of the elements.

As test_other_threads.py, with calls from a user's module that are made of the table of names. The
operands of a call grow until it keeps the processor busy for a while. Another thread has run, or
work of ours has released the lock.
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
from .test_other_threads import counter  # noqa: F401 (a fixture)

SIZES = (1000, 4000, 16_000, 64_000, 256_000, 1_000_000)
LONG, LARGEST = 3e-4, 1 << 26  # seconds of the thread, bytes of a result
TURNS, ENOUGH = 60, 2
TYPES = ("f8", "f4", "c16", "i4")

# Names that keep the lock, by the reason: parts of rows.
KEEPS_IT = {
    "Python code runs, which lets others run between its steps": r"vectorize|fromfunction"
        r"|apply_along|np\.polyval\(\{k\}|array2string|array_str|array_repr|einsum_path"
        r"|inverse\.|mintypecode",
    "pieces that take less than 50 us, in a loop of Python": r"isclose|allclose|gradient|polyval",
    "objects are made": r"tolist|unstack",
    "NumPy's code keeps it": r"np\.strings|np\.char|dumps|tobytes|logical_xor\.accumulate"
        r"|shuffle|diagflat|'ij,ij->j'",
}
# Operands for the rows that cannot be called with the ones they have.
MENDED = {
    "np.compress({k} > 1, {x})": "np.compress({c}.ravel(), {x})",
    "np.diff({x}, prepend=0, append=[1])": "np.diff({v}, prepend=0, append=[1])",
    "np.linalg.solve({m}, {v})": "np.linalg.solve({s}, {s}[0])",
    "np.linalg.cholesky({x})": "np.linalg.cholesky({h})",
    "np.linalg.tensorinv({x}, {n})": "np.linalg.tensorinv({s}, 1)",
    "np.linalg.multi_dot([{v}, {m}, {m}])": "np.linalg.multi_dot([{m}[0], {m}, {m}])",
    "np.histogramdd({x})": "np.histogramdd({x}[:, :3])", "np.full({x})": "np.full({x}.shape, 2.5)",
    "np.lib.scimath.logn({x})": "np.lib.scimath.logn(2, {x})",
    "np.lib.scimath.power({x})": "np.lib.scimath.power({x}, 2)",
    "np.lib.stride_tricks.sliding_window_view({x})":
        "np.lib.stride_tricks.sliding_window_view({x}, 3, 0)",
    "np.ma.core.expand_dims({x})": "np.ma.core.expand_dims({x}, 0)",
    "np.ma.expand_dims({x})": "np.ma.expand_dims({x}, 0)",
    "{x}.argpartition()": "{x}.argpartition(3)",
    "{x}.choose()": "({x} > 0).choose([{x}, {y}])",
    "{x}.compress()": "{x}.compress({c}.ravel())",
    "{x}.dot()": "{x}.dot({m})", "{x}.fill()": "{t}.fill(2)", "{x}.item()": "{x}.item(3)",
    "{x}.put()": "{t}.put({k}, 2)", "{x}.repeat()": "{x}.repeat(3)",
    "{x}.reshape()": "{x}.reshape(-1)", "{x}.swapaxes()": "{x}.swapaxes(0, 1)",
    "{x}.take()": "{x}.take({k})",
}
ROWS = list(dict.fromkeys(MENDED.get(row, row) for row in every_name.ROWS))
TABLES = {MENDED.get(row, row) for row in every_name.rows_of_tables()} | set(MENDED.values())
REFUSALS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)

def names_called(row):
    """Functions with their modules, methods with what ends the expression before them."""
    return set(re.findall(r"(?:np|[})])\.[\w.]+(?=\()", row))


def numpy_takes(row):
    """Whether the plainest call of a name has the arguments that the name needs."""
    for dtype in TYPES:
        given = types.SimpleNamespace(**{letter: numpy.ones((4, 4), dtype) for letter in "xw"})
        with warnings.catch_warnings(), contextlib.suppress(*REFUSALS):
            warnings.simplefilter("ignore")
            eval(every_name.text_of(row), {"np": numpy, "given": given})
            return True
    return False


# What NumPy refuses is left out: a row of the tables calls that name, says a test.
REFUSED = {row for row in ROWS if row not in TABLES and not numpy_takes(row)}
TESTED = [row for row in ROWS if row not in REFUSED
          and not any(re.search(parts, row) for parts in KEEPS_IT.values())]

# The normal run takes each row with one of the types, `--full` with all. Operands of other letters
# than these have one type.
CASES = []
for place, row in enumerate(TESTED):
    types_of_row = TYPES if re.search(r"\{[xmywvt]\}", row) else TYPES[:1]
    CASES += [pytest.param(row, dtype, marks=[] if at == place % len(types_of_row)
                           else pytest.mark.full) for at, dtype in enumerate(types_of_row)]


@functools.lru_cache(maxsize=len(SIZES))
def operands(size, dtype):
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
    given = {letter: numen.array(array) for letter, array in given.items()}
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


def operands_of(row, size, dtype):
    """With a target of its own for a row that writes."""
    given = types.SimpleNamespace(**vars(operands(size, dtype)))
    if "{t}" in row or "copy=False" in row:
        given.t = given.x.copy()
    return given


def long_enough(call, row, dtype):
    """The operands with which the call takes a while; None where it never does, or raises: no row
    raises for every type, see below.
    """
    for size in SIZES:
        given = operands_of(row, size, dtype)
        try:
            found = [seconds_of(call, given) for _ in range(4)]
        except REFUSALS:
            return None
        seconds, result = min(found)
        if seconds > 10 * LONG or result > LARGEST:
            break
    return given if seconds > LONG else None


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
    assert set(MENDED) <= set(every_name.ROWS)


@pytest.mark.no_sanitizer
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("row, dtype", CASES)
def test_other_threads_run_meanwhile(counter, calls, row, dtype):  # noqa: F811
    given = long_enough(calls[row], row, dtype)
    total, unlocked = 0, front.times_unlocked()
    for _ in range(TURNS if given else 0):
        before = counter.count
        bytes_of(calls[row](given))
        total += counter.count - before
        if max(total, front.times_unlocked() - unlocked) >= ENOUGH:
            return
    if given is not None:  # the quickest of many: other processes make some calls long
        quickest = min(seconds_of(calls[row], given)[0] for _ in range(TURNS))
        assert quickest <= LONG, (given.x.size, quickest)
