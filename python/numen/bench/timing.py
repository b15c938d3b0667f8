"""Time one statement in two array modules, interleaved, on new data at every repeat.

Each module gets a timing loop of its own, compiled from the statement, with `np` bound to the
module, `linalg` to the scipy.linalg that belongs to it, and inputs that the module made. NumPy's
loop counts as a library's code, to which NumPy's operators are its own, any other as the user's:
each pays what a program pays. A repeat writes new inputs, times one module's loop, then the other's
(the order alternates), and reads the last result before the clock stops. The cost of the loop
itself, measured the same way with an empty statement, is subtracted from both.
"""

import contextlib
import functools
import gc
import importlib
import re
import statistics
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy

from ..native import front
from .inputs import Inputs

POOL = 8  # input sets a loop rotates through; at 1,000 elements they stay in the second cache
RECORDED = 10_000  # elements from which an operation may be recorded and run later


class Fault(Exception):
    """The figures of a cell would say nothing; the text says why."""


class TooLong(Exception):
    """A call of which so many would take too long."""


def is_expression(statement):
    try:
        compile(statement, "<statement>", "eval")
    except SyntaxError:
        return False
    return True


def file_of(module):
    """The file whose code a loop is taken for."""
    return str((Path(numpy.__file__).parent if module is numpy else Path.cwd()) / "timed.py")


@contextlib.contextmanager
def as_in_a_program():
    """Operators look at their caller alone, and not at where the arrays were made."""
    served = front.set_serves_foreign(True)
    try:
        yield
    finally:
        front.set_serves_foreign(served)


@functools.cache
def scipy_linalg(module):
    """The scipy.linalg that belongs to the module."""
    name = "scipy.linalg" if module is numpy else f"{module.__name__}.scipy.linalg"
    return importlib.import_module(name)


def compiled_loop(statement, names, module, reads_each=False):
    """A function (pool, passes, clock, read) -> (seconds, last result) for the statement.

    `reads_each`: every result is read, so that none is left uncomputed when the next takes its
    name.
    """
    if statement == "pass":
        body = "r = None"
    elif is_expression(statement):
        body = f"r = {statement}"
    else:
        written = "r" if "r = " in statement else "a" if "a" in names else names[0]
        lines = statement.replace("\n", "\n            ")
        body = f"{lines}\n            r = {written}"
    if reads_each and statement != "pass":
        body += "\n            read(r)"
    source = f"""
def loop(pool, passes, clock, read, np=module):
    start = clock()
    for _ in range(passes):
        for {", ".join(names)}{"," if len(names) == 1 else ""} in pool:
            {body}
    read(r)
    return clock() - start, r
"""
    scope = {"module": module}
    if re.search(r"(?<!\.)\blinalg\.", statement):  # np.linalg is not meant
        scope["linalg"] = scipy_linalg(module)
    exec(compile(source, file_of(module), "exec"), scope)
    return scope["loop"]


def is_pending(result):
    """Is a part of the result still to be computed?"""
    if isinstance(result, (tuple, list)):
        return any(map(is_pending, result))
    return isinstance(result, numpy.ndarray) and front.state(result) == "pending"


def read_result(result):
    """Look at one value, so that no result can stay uncomputed."""
    if isinstance(result, (tuple, list)):
        return [read_result(item) for item in result]
    if getattr(result, "size", 0) and not isinstance(result, type):
        return result[(-1,) * result.ndim] if getattr(result, "ndim", 0) else float(result)
    return None


def check_reader(read=None):
    """Fault where reading a recorded result leaves it to be computed: times would say nothing."""
    from .. import zeros

    recorded = zeros(8 * RECORDED) + 1.0  # which are too few to be computed unasked
    (read or read_result)(recorded)
    if is_pending(recorded):
        raise Fault("unread: a result that was read is still to be computed")


def working_threads():
    """How many threads of this process run or wait for a core, the caller's included."""
    states = []
    for stat in Path("/proc/self/task").glob("*/stat"):
        with contextlib.suppress(FileNotFoundError):  # a thread that has just ended
            states.append(stat.read_text().rpartition(")")[2].split()[0])
    return states.count("R")


def wait_for_rest(patience=0.3, look=0.0003):
    """Sleep until no other thread of this process works, at most `patience` seconds.

    The threads of NumPy's OpenBLAS go on spinning for some 90 ms after a call, on cores that the
    other module, which shares the process here and nowhere else, would use. True if it slept.
    """
    end = time.perf_counter() + patience
    slept = False
    while working_threads() > 1 and time.perf_counter() < end:
        time.sleep(look)
        slept = True
    return slept


def warm_up(run, seconds=0.01):
    """Call run() for so long: after a rest the cores are slow for some milliseconds."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        run()


def relative_error(wanted, given):
    """Largest difference over the largest wanted value; infinite for another dtype or shape, and
    where the difference is no number.
    """
    if isinstance(wanted, (tuple, list)):
        is_alike = isinstance(given, (tuple, list)) and len(wanted) == len(given)
        pairs = zip(wanted, given) if is_alike else [(0, "")]
        return max((relative_error(*pair) for pair in pairs), default=0.0)
    if isinstance(wanted, (type(None), str, type, numpy.dtype)):
        return 0.0 if wanted == given else float("inf")
    wanted, given = numpy.asarray(wanted), numpy.asarray(given)
    if wanted.dtype != given.dtype or wanted.shape != given.shape:
        return float("inf")
    if not wanted.size:
        return 0.0
    same = (wanted == given) | ((wanted != wanted) & (given != given))
    if same.all():
        return 0.0
    if wanted.dtype.kind not in "fc":  # the ratio of two positions says nothing
        return float("inf")
    with numpy.errstate(all="ignore"):
        largest = abs(wanted[numpy.isfinite(wanted)].astype(complex)).max(initial=1e-300)
        wanted, given = (x[~same].astype(complex) for x in (wanted, given))
        error = float(abs(wanted - given).max() / largest)
    return error if error == error else float("inf")


def in_double(value):
    """An input in double the precision; all but arrays of floats as they are."""
    is_single = isinstance(value, numpy.ndarray) and value.dtype.char in "fF"
    return value.astype({"f": "d", "F": "D"}[value.dtype.char]) if is_single else value


class Side:
    """One module's loop and its measured times per call in nanoseconds."""

    def __init__(self, module, case, size, dtype, is_baseline=False):
        self.module, self.names, self.is_baseline = module, case.inputs, is_baseline
        self.loop = compiled_loop(case.statement_for(size, dtype), self.names, module,
                                  size >= RECORDED)
        self.empty = compiled_loop("pass", self.names, module)
        self.times, self.overheads = [], []
        self.passes, self.rest = 1, case.rest

    def run(self, loop, pool):
        """(seconds, last result) of a loop; Fault where the module under test refuses it."""
        try:
            return loop(pool, self.passes, time.perf_counter, read_result)
        except Exception as reason:
            if self.is_baseline:
                raise
            raise Fault(f"refused: {type(reason).__name__}: {reason}") from reason

    def calibrate(self, pool, seconds):
        """Choose the passes so that one loop lasts about `seconds`."""
        while True:
            elapsed, _ = self.run(self.loop, pool)
            if elapsed >= seconds / 2 or self.passes > 10_000_000:
                return
            self.passes *= 2

    def measure(self, pool):
        """Takes a time; the result of its last call. Fault where that was left to be computed."""
        calls = self.passes * len(pool)
        self.overheads.append(1e9 * self.run(self.empty, pool)[0] / calls)
        time.sleep(self.rest)
        seconds, result = self.run(self.loop, pool)
        if is_pending(result):
            raise Fault("unread: the result was not computed when the clock stopped")
        self.times.append(1e9 * seconds / calls)
        return result

    def net_times(self):
        """Nanoseconds per call, the cost of the loop taken off."""
        return [max(t - min(self.overheads), 0.1) for t in self.times]


def error_of(baseline, inputs, drawn, wanted, given):
    """The error of `given`, where the baseline's side gives `wanted`. Where rounding in a long sum
    of its own in float32 may be most of that, it computes the same numbers in double the precision,
    and the smaller distance counts.
    """
    error = relative_error(wanted, given)
    is_single = isinstance(wanted, numpy.ndarray) and wanted.dtype.char in "fF"
    if error <= 1e-6 or not is_single:
        return error
    doubles = [[in_double(value) for value in values] for values in drawn]
    exact = numpy.asarray(baseline.run(baseline.loop, inputs.pool(baseline.module, doubles))[1])
    if exact.dtype.kind not in "fc":
        return error
    return min(error, relative_error(exact.astype(wanted.dtype), given))


@dataclass
class Measurement:
    """Net nanoseconds per call of every repeat in both modules, and the answer's error."""

    numpy: list
    numen: list
    error: float

    def with_round(self, other):
        """The same cell with the repeats of another round added, to both modules alike."""
        return Measurement(self.numpy + other.numpy, self.numen + other.numen,
                           max(self.error, other.error))

    def figures(self):
        """The fields of the result: best, median, ratio of the bests, error."""
        return {
            "numpy_ns": round(min(self.numpy), 2), "numen_ns": round(min(self.numen), 2),
            "numpy_median_ns": round(statistics.median(self.numpy), 2),
            "numen_median_ns": round(statistics.median(self.numen), 2),
            "ratio": round(min(self.numen) / min(self.numpy), 4), "error": self.error,
        }


@contextlib.contextmanager
def no_collections():
    """Python collects no garbage meanwhile."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


@as_in_a_program()
def time_cell(case, size, dtype, baseline, module, repeats=9, seconds=0.004, pool=POOL,
              slow=float("inf"), endless=float("inf")):
    """Time one cell; returns a Measurement. `seconds` is the length of one loop, 0 for one pass.
    A call longer than `slow` seconds is repeated thrice, on one set of inputs.

    The error is the larger one of the first call's and of the last one's that was timed. Raises
    Fault when `module` refuses what the baseline does or leaves it undone, TooLong when the
    baseline takes more than `endless` seconds.
    """
    check_reader()
    inputs = Inputs(case, size, dtype)
    sides = [Side(baseline, case, size, dtype, is_baseline=True), Side(module, case, size, dtype)]
    drawn = [inputs.draw()]
    elapsed, wanted = sides[0].run(sides[0].loop, inputs.pool(baseline, drawn))
    if elapsed > endless:
        raise TooLong(f"a call takes {elapsed:.1f} s")
    given = sides[1].run(sides[1].loop, inputs.pool(module, drawn))[1]
    error = error_of(sides[0], inputs, drawn, wanted, given)

    if case.rest:
        pool = 1
    elif elapsed > slow:
        repeats, pool = min(repeats, 3), 1
    elif seconds:
        drawn = [inputs.draw() for _ in range(pool)]
        for side in sides:
            side.calibrate(inputs.pool(side.module, drawn), seconds)
    del wanted, given
    with no_collections():
        for repeat in range(repeats):
            earlier, drawn = drawn, [inputs.draw() for _ in range(pool)]
            for side in sides[:: 1 if repeat % 2 else -1]:
                pool_of_side = inputs.pool(side.module, drawn)
                earlier_pool = inputs.pool(side.module, earlier)
                if wait_for_rest():
                    warm_up(partial(side.run, side.loop, earlier_pool))
                result = side.measure(pool_of_side)
                if side is sides[1] and repeat == repeats - 1:
                    given = result
                del result
    # What writes into its inputs has to be repeated as often.
    sides[0].passes = sides[1].passes
    wanted = sides[0].run(sides[0].loop, inputs.pool(baseline, drawn))[1]
    error = max(error, error_of(sides[0], inputs, drawn, wanted, given))
    return Measurement(sides[0].net_times(), sides[1].net_times(), error)
