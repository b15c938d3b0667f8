"""Makes a failing program small and prints it as a script.

Statements are deleted in halves, quarters, ... and singly, then shapes, types and seeds of the
data are made simple, as long as the same kind of failure remains.
"""

import os
import re
import signal

from .judged import NumpyJudged
from .lockstep import run_program
from .numpy_run import InvalidProgram

DATA = re.compile(r"data\((\([\d, ]*\)), '([^']+)', (\d+)\)")


def failure_kind(program, judged, configuration):
    """The kind of the program's failure, None if it agrees or decides nothing."""
    try:
        mismatch = run_program(program, judged, configuration)
    except (InvalidProgram, SyntaxError):
        return None
    return mismatch.kind if mismatch else None


def crash_kind(program, judged, configuration):
    """The same in a forked child, so that a crash is a kind of failure too."""
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)
        try:
            os._exit(0 if failure_kind(program, judged, configuration) is None else 1)
        except BaseException:
            os._exit(1)
    status = os.waitpid(child, 0)[1]
    return f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else None


def shrink(program, judged, configuration, crashes=False):
    """The smallest program found that still fails in the same way."""
    kind_of = crash_kind if crashes else failure_kind
    wanted = kind_of(program, judged, configuration)
    if wanted is None:
        return program

    def fails(candidate):
        return kind_of(candidate, judged, configuration) == wanted

    program = delete_statements(program, fails)
    program = simplify_data(program, fails)
    return delete_statements(program, fails)


def delete_statements(program, fails):
    """Delta debugging over the list of statements."""
    size = max(1, len(program.statements) // 2)
    while size >= 1:
        start, changed = 0, False
        while start < len(program.statements):
            rest = program.statements[:start] + program.statements[start + size:]
            candidate = program.with_statements(rest)
            if rest and fails(candidate):
                program, changed = candidate, True
            else:
                start += size
        size = size // 2 if size > 1 or not changed else 1
    return program


def simplify_data(program, fails):
    """Tries smaller shapes, float64 and ordinary values in every data(...)."""
    for position in range(len(program.statements)):
        for place in range(len(DATA.findall(program.statements[position].source))):
            for simpler in (smaller_shape, plain_dtype, plain_seed):
                candidate = replaced(program, position, place, simpler)
                if candidate is not None and fails(candidate):
                    program = candidate
    return program


def smaller_shape(shape, dtype, seed):
    return tuple(min(length, 2) for length in shape), dtype, seed


def plain_dtype(shape, dtype, seed):
    return shape, "f8", seed


def plain_seed(shape, dtype, seed):
    return shape, dtype, 2


def replaced(program, position, place, simpler):
    """The program with one data(...) simplified, None if that changes nothing."""
    statement = program.statements[position]
    match = list(DATA.finditer(statement.source))[place]
    shape, dtype, seed = simpler(eval(match[1]), match[2], int(match[3]))
    text = f"data({shape}, {dtype!r}, {seed})"
    if text == match[0]:
        return None
    changed = type(statement).from_data({
        **program.with_statements([statement]).to_data()["statements"][0],
        "source": statement.source.replace(match[0], text),
        "operands": [operand.replace(match[0], text) for operand in statement.operands]})
    statements = list(program.statements)
    statements[position] = changed
    return program.with_statements(statements)


def script(program, judged, configuration, message):
    """A program that shows the failure, to be run from the repository's root."""
    lines = [f"# {message}".replace("\n", "\n# "), f"# seed {program.seed}, {configuration}",
             "import copy, pickle", "import numpy", "from numen import inverse",
             "from tests.fuzz.data import data"]
    if isinstance(judged, NumpyJudged):
        lines.append("import numpy as np")
    else:
        lines += ["import numen as np", "from numen.native import front"]
        threshold = {"0": 0, "infinity": 2 ** 62}.get(configuration.threshold)
        if threshold is not None:
            lines.append(f"front.set_managed_threshold({threshold})")
        lines += [f"front.force_deferral({configuration.stub})", "front.set_debug(True)"]
        if configuration.small:
            lines += ["front.set_small_pieces(True)", f"front.set_threads({configuration.threads})"]
    return "\n".join(lines) + "\n" + program.text() + "\n"
