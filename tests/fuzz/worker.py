"""One worker process: reads ranges of seeds, runs their programs, writes one line per event.

Lines on its standard output: `begin SEED`, and JSON objects for failures and finished ranges. The
parent learns from the last `begin` which program killed the process.
"""

import json
import os
import resource
import sys
import time

from .coverage import Coverage
from .generator import configurations, written
from .judged import judged_named
from .lockstep import trial
from .numpy_run import InvalidProgram
from .shrink import script, shrink

MOST_BYTES = 8 << 30  # of a worker's addresses
SHRINK_LIMIT = 3  # failures per worker that are made small; the others are only counted


def run_seed(seed, judged):
    """(mismatch, configuration, program, invalid runs) of one seed; mismatch None if it agrees."""
    program, reference = written(seed, judged.wants_looks)
    made, invalid = trial(program, judged, reference), 0
    for configuration in configurations_of(judged, program):
        try:
            mismatch = made.mismatch(configuration)
        except InvalidProgram:
            invalid += 1
            continue
        if mismatch is not None:
            return mismatch, configuration, program, invalid
    return None, None, program, invalid


def configurations_of(judged, program):
    """How the program is run against what is judged."""
    of_its_own = getattr(judged, "configurations", None)
    return of_its_own(program) if of_its_own else configurations(program.seed)


def failure_data(seed, mismatch, configuration, program, judged, small):
    """What the parent prints and stores about one failure."""
    if small:
        program = shrink(program, judged, configuration)
    return {"event": "failure", "seed": seed, "kind": mismatch.kind, "message": str(mismatch),
            "configuration": str(configuration),
            "script": script(program, judged, configuration, str(mismatch))}


def bound_memory():
    """A program that wants too much gets a MemoryError; the sanitizers reserve terabytes."""
    if "libasan" not in os.environ.get("LD_PRELOAD", ""):
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        most = MOST_BYTES if hard == resource.RLIM_INFINITY else min(MOST_BYTES, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def main(judged_name, shrinks=True):
    """Serves ranges until standard input ends."""
    bound_memory()
    judged = judged_named(judged_name)
    # Programs may print, and LAPACK writes what it thinks of an argument.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr
    failures = 0
    for line in sys.stdin:
        start, end = map(int, line.split())
        coverage, statements, invalid, began = Coverage(), 0, 0, time.perf_counter()
        work_before = judged.work_counts()
        for seed in range(start, end):
            output.write(f"begin {seed}\n")
            output.flush()
            mismatch, configuration, program, skipped = run_seed(seed, judged)
            coverage.add(program)
            statements += len(program.statements)
            invalid += skipped
            if mismatch is not None:
                failures += 1
                event = failure_data(seed, mismatch, configuration, program, judged,
                                     shrinks and failures <= SHRINK_LIMIT)
                output.write(json.dumps(event) + "\n")
        coverage.add_work(work_before, judged.work_counts())
        output.write(json.dumps({"event": "done", "start": start, "end": end,
                                 "statements": statements, "invalid": invalid,
                                 "seconds": time.perf_counter() - began,
                                 "coverage": coverage.to_data()}) + "\n")
        output.flush()
