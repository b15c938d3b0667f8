"""`python -m tests.mutations`: takes each guard of recorded work out in turn; a test must fail.

Scratch copies of the last commit are built once. For each mutation its file is changed in one, what
depends on it is built again and its tests run, that which killed it by the last record first; the
first failure (or a hang) ends it. Where none fails, a fixed number of fuzz programs runs, recorded
against eager and against NumPy.
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
elsewhere.py has bugs of other places that were planted and that no test saw at first:
  part     some of the elements are computed, or by half;
  report   what a warning or an error says, and whom it tells;
  object   what is held and let go;
  rule     a rule of NUMEN_DEBUG=1.
test_mutations.py looks for the words that such lines are written in (`values(`, `settle(`,
`publish(`, ...): a new line with one of them must come into the list, or among its exceptions with
a reason.
"""

import argparse
import contextlib
import functools
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.fuzz.planted.scratch import Package, scratches_of, side_by_side
from tests.fuzz.record import FoundRows, last_record, write_record

from . import MUTATIONS, NEW

PROGRAMS = {"modes": 800, "numen": 400}
PATIENCE = 150  # seconds that a test file may take, on a machine that has other things to do
FIRST_PATIENCE = 40  # after which it is asked how long the file takes on the clean copy
SLOWER = 4  # than that, so much at least, is what hangs
UNIT_PATIENCE = 40  # the C++ files take a second or two
HANGS = " (hangs)"
BY_PROGRAM = "tests.fuzz --against {} --seed {}"


def status_of(command, package, patience):
    """The command's exit status, None if it takes longer; what it started ends with it."""
    nothing = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL,
               "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, cwd=package.folder, env=package.environment,
                               start_new_session=True, **nothing)
    try:
        return process.wait(patience)
    except subprocess.TimeoutExpired:
        return None
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@functools.lru_cache(maxsize=None)
def clean_seconds(folder, test):
    """How long one of pytest's judges takes where nothing was taken out."""
    began = time.perf_counter()
    status_of(pytest_of(test), Package(folder), PATIENCE)
    return time.perf_counter() - began


def pytest_of(test):
    return [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", test]


def judge(scratch, test):
    """One test's exit status, None if it hangs.

    A judge that takes so much longer than on the clean copy hangs; if that is slow, too, it has
    all the time there is.
    """
    if test.endswith(".cpp"):
        scratch.compile("numen_unit")
        command = [scratch.build / "tests/unit/numen_unit", f"-sf=*{Path(test).name}"]
        return status_of(command, scratch.planted, UNIT_PATIENCE)
    status = status_of(pytest_of(test), scratch.planted, FIRST_PATIENCE)
    if status is None and clean_seconds(scratch.clean.folder, test) > FIRST_PATIENCE / SLOWER:
        return status_of(pytest_of(test), scratch.planted, PATIENCE)
    return status


def killer_among_tests(scratch, tests):
    """The first of the tests that fails, or None."""
    for test in tests:
        status = judge(scratch, test)
        if status is None:
            return test + HANGS
        if status != 0:
            return test
    return None


def killer_among_programs(scratch):
    """How the first fuzz program that sees the mutation is called, or None."""
    for against, programs in PROGRAMS.items():
        scratch.against = against
        failure = scratch.first_failure(programs)
        if failure is not None:
            return BY_PROGRAM.format(against, failure["seed"])
    return None


def known_killer(scratch, known):
    """The killer of the last record, a test or a program, if it is one still; else None."""
    program = re.fullmatch(BY_PROGRAM.format(r"(\w+)", r"(\d+)"), known)
    if program is None:
        test = known.removesuffix(HANGS)
        is_there = (scratch.planted.folder / test.partition("::")[0]).exists()
        return killer_among_tests(scratch, [test]) if is_there else None
    scratch.against = program[1]
    return known if scratch.failure_of(int(program[2])) else None


def find_killer(scratch, mutation, programs, known):
    """Who sees the mutation: the last killer first, the tests in their order, programs."""
    killer = known_killer(scratch, known) if known else None
    killer = killer or killer_among_tests(scratch, mutation.tests)
    return killer or (killer_among_programs(scratch) if programs else None)


def run_mutation(scratch, mutation, programs, known):
    """Its row of the record: who killed it, null if nobody did."""
    began = time.perf_counter()
    before = mutation.apply(scratch.planted.folder)
    try:
        scratch.compile("front")
        killer = find_killer(scratch, mutation, programs, known)
    finally:
        (scratch.planted.folder / mutation.file).write_text(before)
    seconds = round(time.perf_counter() - began, 1)
    print(f"{killer or 'SURVIVED'} <- {mutation.kind}: {mutation.name} ({seconds} s)", flush=True)
    return {"mutation": mutation.name, "kind": mutation.kind, "file": mutation.file,
            "commit": scratch.commit, "killed_by": killer, "seconds": seconds}


def run_all(scratches, chosen, resume, programs):
    """The rows of all; what the resume file says was killed is not run again.

    The slowest come first, so that no scratch is alone at the end.
    """
    rows = FoundRows(resume, "mutation", "killed_by")
    last = {row["mutation"]: row for row in last_record("mutations").get("rows", [])}
    open_ones = [mutation for mutation in chosen if mutation.name not in rows.of]
    open_ones.sort(key=lambda mutation: -last.get(mutation.name, {}).get("seconds", PATIENCE))

    def run(scratch, mutation):
        known = last.get(mutation.name, {}).get("killed_by")
        rows.add(run_mutation(scratch, mutation, programs, known))

    side_by_side(scratches, run, open_ones)
    return [rows.of[mutation.name] for mutation in chosen]


def record_rows(commit, rows, seconds):
    """Writes the record of all mutations."""
    write_record("mutations", "python -m tests.mutations", {
        "commit": commit, "seconds": seconds, "programs": PROGRAMS, "mutations": len(rows),
        "survivors": sum(row["killed_by"] is None for row in rows), "rows": rows})


def main():
    """Runs the mutations; the exit status is 1 if one survived."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("--jobs", type=int, default=2, help="scratch copies side by side")
    parser.add_argument("--commit", default="HEAD", help="what the scratch copies are made of")
    parser.add_argument("--resume", metavar="FILE", help="rows so far; the killed stay killed")
    parser.add_argument("--only-tests", action="store_true", help="no fuzz programs: a first look")
    parser.add_argument("names", nargs="*", help="parts of mutations' names; default: all")
    options = parser.parse_args()
    known = [*MUTATIONS, *NEW] if options.names else MUTATIONS
    chosen = [mutation for mutation in known
              if not options.names or any(part in mutation.name for part in options.names)]
    began = time.perf_counter()
    with scratches_of(options.commit, options.jobs, "modes") as scratches:
        rows = run_all(scratches, chosen, options.resume, not options.only_tests)
    survivors = sum(row["killed_by"] is None for row in rows)
    seconds = round(time.perf_counter() - began)
    print(f"{len(rows)} mutations, {survivors} survivors, {seconds} s")
    if len(chosen) == len(MUTATIONS) and not options.only_tests:
        record_rows(scratches[0].commit, rows, seconds)
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
