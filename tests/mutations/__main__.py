"""`python -m tests.mutations`: takes each guard of recorded work out in turn; a test must fail.

A scratch copy of the last commit is built once. For each mutation its file is changed there, what
depends on it is built again and the mutation's tests run; the first failure (or a hang) ends it.
Where none fails, a fixed number of fuzz programs runs, recorded against eager and against NumPy.
What nothing notices has survived: then a test is missing, or the guard is not needed. Results go to
benchmarks/results/<machine>/mutations.json when all mutations were run.

The list (groups, evaluation, recording, front) was made by reading src/graph, src/array,
python/front/array and python/front/ufunc from the first line to the last. It has every line that is
  wall     a condition that keeps an operation out of a group or a program, makes it run at
           once instead of being recorded, or bounds what waits;
  wait     a place that computes or waits for values before it uses them, leaves or takes the lock;
  version  a change of a buffer's version, what is forgotten with it, and what is compared with
           what was remembered;
  store    a condition that has a value stored, and what keeps a value, or its list of arrays and
           readers, alive or up to date;
  write    the settling and the copies before a write.
Conditions of several terms have one mutation a term. What only saves time is not in it: waits that
would become loops (front/array/starting.cpp), programs that would run in two passes, rows
too short or too long to gain by a program.
test_mutations.py looks for the words that such lines are written in (`values(`, `settle(`,
`publish(`, ...): a new line with one of them must come into the list, or among its exceptions with
a reason.
"""

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.fuzz.planted.scratch import scratch_of
from tests.fuzz.record import write_record

from . import MUTATIONS

PROGRAMS = {"modes": 800, "numen": 400}
PATIENCE = 150  # seconds that a test file may take, on a machine that has other things to do


def status_of(command, package):
    """The command's exit status, None if it hangs; what it started ends with it."""
    nothing = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL,
               "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, cwd=package.folder, env=package.environment,
                               start_new_session=True, **nothing)
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        return None
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def killer_among_tests(scratch, tests):
    """The first of the tests that fails, or None."""
    for test in tests:
        if test.endswith(".cpp"):
            scratch.compile("numen_unit")
            command = [scratch.build / "tests/unit/numen_unit", f"-sf=*{Path(test).name}"]
        else:
            command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", test]
        status = status_of(command, scratch.planted)
        if status is None:
            return f"{test} (hangs)"
        if status != 0:
            return test
    return None


def killer_among_programs(scratch):
    """How the first fuzz program that sees the mutation is called, or None."""
    for against, programs in PROGRAMS.items():
        scratch.against = against
        failure = scratch.first_failure(programs)
        if failure is not None:
            return f"tests.fuzz --against {against} --seed {failure['seed']}"
    return None


def run_mutation(scratch, mutation, programs):
    """Its row of the record: who killed it, null if nobody did."""
    began = time.perf_counter()
    before = mutation.apply(scratch.planted.folder)
    try:
        scratch.compile("front")
        killer = killer_among_tests(scratch, mutation.tests)
        if killer is None and programs:
            killer = killer_among_programs(scratch)
    finally:
        (scratch.planted.folder / mutation.file).write_text(before)
    seconds = round(time.perf_counter() - began, 1)
    print(f"{killer or 'SURVIVED'} <- {mutation.kind}: {mutation.name} ({seconds} s)", flush=True)
    return {"mutation": mutation.name, "kind": mutation.kind, "file": mutation.file,
            "commit": scratch.commit, "killed_by": killer, "seconds": seconds}


def run_all(scratch, chosen, resume, programs):
    """The rows of all; what the resume file says was killed is not run again."""
    path = Path(resume) if resume else None
    known = json.loads(path.read_text()) if path and path.exists() else []
    rows = {row["mutation"]: row for row in known if row["killed_by"]}
    for mutation in chosen:
        if mutation.name not in rows:
            rows[mutation.name] = run_mutation(scratch, mutation, programs)
        if path:
            path.write_text(json.dumps(list(rows.values())))
    return [rows[mutation.name] for mutation in chosen]


def main():
    """Runs the mutations; the exit status is 1 if one survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--commit", default="HEAD", help="what the scratch copy is made of")
    parser.add_argument("--resume", metavar="FILE", help="rows so far; the killed stay killed")
    parser.add_argument("--only-tests", action="store_true", help="no fuzz programs: a first look")
    parser.add_argument("names", nargs="*", help="parts of mutations' names; default: all")
    options = parser.parse_args()
    chosen = [mutation for mutation in MUTATIONS
              if not options.names or any(part in mutation.name for part in options.names)]
    began = time.perf_counter()
    with scratch_of(options.commit, options.jobs, "modes") as scratch:
        rows = run_all(scratch, chosen, options.resume, not options.only_tests)
    survivors = sum(row["killed_by"] is None for row in rows)
    seconds = round(time.perf_counter() - began)
    print(f"{len(rows)} mutations, {survivors} survivors, {seconds} s")
    if len(chosen) == len(MUTATIONS) and not options.only_tests:
        write_record("mutations", "python -m tests.mutations", {
            "commit": scratch.commit, "seconds": seconds, "programs": PROGRAMS,
            "mutations": len(rows), "survivors": survivors, "rows": rows})
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
