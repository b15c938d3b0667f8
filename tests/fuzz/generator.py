"""Writes programs: picks statements by weight and tries them in NumPy while it writes.

The statement is kept if NumPy accepts it (errors are kept now and then), so most programs are
valid and later statements can be chosen for the shapes and types that are really there.
"""

import itertools
import random
import re
import warnings

import numpy

from .grammar import productions
from .grammar.context import MAX_SIZE, Context
from .judged import Configuration
from .numpy_run import InvalidProgram, NumpyRun
from .reference import Recorder, reference_of
from .statement import Program
from .warned import WarningLog

KEPT_ERRORS = 0.25
MOST_ELEMENTS = 60_000  # of a result
ASSIGNMENT = re.compile(r"(v\d+)\[.*\] = (v\d+)$")
MASKED_WRITE = re.compile(r"out=(v\d+), where=")
SINGULAR_VALUES = re.compile(r"linalg\.(?:svd|pinv|lstsq|matrix_rank|cond\((?!.*, 1\)))")
PAIRING = re.compile(r"\b(?:tril|triu|diag|outer)\(")
ENDLESS = {"**", "power", "float_power", "<<", "left_shift", "ldexp"}
FUNCTIONS = [function for weight, function in productions]
CUMULATIVE = list(itertools.accumulate(weight for weight, function in productions))
CREATION = [function for function in FUNCTIONS if function.__module__.endswith("create")]


def configurations(seed):
    """The two runs of a seed's program: looking after each statement, and only at the end.

    Of ten seeds seven run at threshold 0, four of them recorded, two at the default threshold (with
    sizes around it), one of them recorded, one at infinity. The first run has one thread; the
    second has two, or three that share out arrays of a few elements.
    """
    threshold, stub = CONFIGURATIONS[seed % 10]
    return [Configuration(threshold, stub, True, 1), threaded(threshold, stub)]


def threaded(threshold, stub):
    """Looking only at the end, on threads that get work to do whatever the size."""
    is_small = threshold == "0"
    return Configuration(threshold, stub, False, 3 if is_small else 2, is_small)


CONFIGURATIONS = [("0", True), ("0", False), ("0", True), ("0", False), ("default", False),
                  ("0", True), ("0", False), ("0", True), ("default", True), ("infinity", False)]


def too_big(value, limit):
    """True for results that would make the program slow."""
    if isinstance(value, numpy.ndarray):
        return value.size > limit or value.ndim > 6
    if isinstance(value, (list, tuple)):
        return len(value) > limit or any(too_big(item, limit) for item in value)
    return isinstance(value, (str, bytes)) and len(value) > 100 * limit


def generate(seed):
    """The program of a seed: 10 to 22 statements."""
    return recorded(seed, looks=False)[0]


def written(seed, looks=True):
    """(program, Reference) of a seed; looks: whether the Reference has those."""
    program, recorder = recorded(seed, looks)
    return program, recorder.finish() if recorder.is_whole else reference_of(program, looks)


def recorded(seed, looks):
    """(program, Recorder) of a seed."""
    rng = random.Random(seed)
    big = CONFIGURATIONS[seed % 10][0] == "default"
    log = WarningLog()
    log.install(quiet=False)
    context = Context(rng, NumpyRun(log), big)
    recorder = Recorder(context.run, looks)
    program = Program(seed, [], big)
    length = rng.randint(10, 22)
    for _ in range(6 * length):
        if len(program.statements) >= length:
            break
        if len(program.statements) < 3:
            function = rng.choice(CREATION)
        else:
            function = rng.choices(FUNCTIONS, cum_weights=CUMULATIVE)[0]
        try:
            statement = function(context)
        except (ValueError, TypeError, IndexError):
            continue  # the production met a value it was not written for, such as text
        if statement is not None and accepted(statement, context, recorder):
            program.statements.append(statement)
    warnings.resetwarnings()
    return program, recorder


def grows_without_end(statement, namespace):
    """True for powers and shifts of Python integers, which may take hours."""
    return statement.operation.rstrip("=") in ENDLESS and any(
        getattr(namespace.get(name), "dtype", None) == object for name in statement.reads)


def crashes_numpy(statement, namespace):
    """True for x[()] = x of one Python object, or a view of it: NumPy puts the array into itself.

    The next operation then recurses until the stack is used up.
    """
    found = ASSIGNMENT.match(statement.source)
    target, value = (namespace.get(name) for name in found.groups()) if found else (None, None)
    return isinstance(value, numpy.ndarray) and value.ndim == 0 and value.dtype == object \
        and isinstance(target, numpy.ndarray) and numpy.may_share_memory(target, value)


def pairs_all_elements(statement, namespace):
    """True for tables of all pairs of elements that take NumPy seconds and are thrown away."""
    if not PAIRING.search(statement.source):
        return False
    is_outer = "outer(" in statement.source
    arrays = [namespace.get(name) for name in statement.reads]
    sizes = sorted(x.size for x in arrays
                   if isinstance(x, numpy.ndarray) and (is_outer or x.ndim == 1))
    # The largest with the one before, or with itself.
    return bool(sizes) and sizes[-1] * sizes[-2:][0] > 50 * MOST_ELEMENTS


def negates_others(statement, namespace):
    """True where NumPy 2.4.6 negates every fourth element of four bytes into a target whose own
    are apart: it reads others (with AVX-512)."""
    reads = [namespace.get(name) for name in statement.reads]
    return re.search(r"negative\(.*out=", statement.source) is not None and any(
        isinstance(x, numpy.ndarray) and x.dtype.itemsize == 4 and {16, -16} & set(x.strides)
        for x in reads)


def hangs_numpy(statement, namespace):
    """True for singular values of infinities, for which LAPACK may not return."""
    return SINGULAR_VALUES.search(statement.source) is not None and any(
        isinstance(x, numpy.ndarray) and x.dtype.kind in "fc" and numpy.isinf(x).any()
        for x in map(namespace.get, statement.reads))


def forgets_masked_elements(statement, namespace):
    """True where NumPy leaves rubbish in the elements of `out` that `where` leaves out.

    It does so where `out` is a view of an input with an equal descriptor that is not the same (of
    an unpickled array): the copy that it then writes to begins empty.
    """
    found = MASKED_WRITE.search(statement.source)
    out = namespace.get(found[1]) if found else None
    return isinstance(out, numpy.ndarray) and any(
        isinstance(other := namespace.get(name), numpy.ndarray)
        and other.dtype is not out.dtype and numpy.may_share_memory(other, out)
        for name in statement.reads)


def is_unfit(statement, namespace):
    """True for what is not tried at all."""
    return grows_without_end(statement, namespace) or crashes_numpy(statement, namespace) \
        or hangs_numpy(statement, namespace) or pairs_all_elements(statement, namespace) \
        or negates_others(statement, namespace) \
        or forgets_masked_elements(statement, namespace)


def accepted(statement, context, recorder):
    """Runs a statement in NumPy; True if the program should hold it."""
    run = context.run
    if is_unfit(statement, run.namespace):
        return False
    try:
        step = recorder.attempt(statement)
    except (InvalidProgram, SyntaxError):
        return False
    if step.error is not None and step.error.kind is MemoryError:
        is_kept = False  # tables of all pairs of large arrays' elements: the machine decides
    elif step.error is not None:
        is_kept = context.chance(KEPT_ERRORS)
    else:
        is_kept = statement.writes or not too_big(run.namespace.get(statement.target),
                                                  MOST_ELEMENTS if context.big else MAX_SIZE)
    if is_kept:
        recorder.keep(step)
        return True
    recorder.reject(statement, step)
    if step.error is None:
        del run.namespace[statement.target]
    return False
