"""`python -m tests.fuzz.planted`: plants each patch in a scratch copy and fuzzes until found.

The scratch copies are of the last commit, built once; after each patch only what changed is built
again. The program that found a bug by the last record runs first, then all from seed 0 on.
Programs run with the bug planted, and those that fail (wrong answers, broken invariants, crashes)
run again by themselves on a clean build and on the planted one: the bug is found by the first
program that fails with it, twice, and not without it. Results go to
benchmarks/results/<machine>/planted_bugs.json when all patches were run: programs needed per
patch, null if none of them saw the bug. `--deferral` plants those of recorded work, which the
comparison of recorded with eager runs (`--against modes`) must see.
"""

import argparse
import sys
import time
from pathlib import Path

from ..record import FoundRows, last_record, write_record
from .scratch import scratches_of, side_by_side

FOLDER = Path(__file__).parent
PROGRAMS = 20_000  # that may run with each bug
ORDINARY, DEFERRAL = "planted_bugs", "planted_bugs_of_deferral"
AGAINST = {ORDINARY: "numen", DEFERRAL: "modes"}


def explanation(patch):
    """The patch's first line: what it breaks."""
    return patch.read_text().splitlines()[0].removeprefix("Breaks: ")


def run_patch(scratch, patch, programs, known):
    """Plants one bug, looks for it, takes it out again; its row of the record.

    known: the seed that found it last, which is tried first; None if there is none.
    """
    began = time.perf_counter()
    scratch.apply(patch)
    try:
        scratch.compile("front")
        scratch.planted.check()
        failure = None if known is None else scratch.failure_of(known)
        failure = failure or scratch.first_failure(programs)
    finally:
        scratch.apply(patch, reverse=True)
    row = {"patch": patch.stem, "breaks": explanation(patch),
           "programs_until_found": failure and failure["seed"] + 1,
           "kind": failure and failure["kind"], "message": failure and failure["message"],
           "seconds": round(time.perf_counter() - began, 1)}
    found = "not found" if failure is None else \
        f"found by program {row['programs_until_found']}: {row['message'][:160]}"
    print(f"{patch.stem}: {found} ({row['seconds']} s)", flush=True)
    return row


def run_patches(scratches, chosen, programs, name, resume=None):
    """The rows of the patches in their order; those that the resume file found are not run again.

    name: the record that knows which seeds found them last.
    """
    rows = FoundRows(resume, "patch", "programs_until_found")
    last = {row["patch"]: row for row in last_record(name).get("patches", [])}

    def run(scratch, patch):
        seen = last.get(patch.stem, {}).get("programs_until_found")
        rows.add(run_patch(scratch, patch, programs, seen and seen - 1))

    side_by_side(scratches, run, [patch for patch in chosen if patch.stem not in rows.of])
    return [rows.of[patch.stem] for patch in chosen]


def patches_of(name):
    """The files of the bugs that a record is about."""
    return sorted((FOLDER / "deferral" if name == DEFERRAL else FOLDER).glob("*.patch"))


def record_patches(name, commit, programs, rows, seconds):
    """Writes the record of all patches."""
    command = "python -m tests.fuzz.planted" + " --deferral" * (name == DEFERRAL)
    write_record(name, command, {
        "commit": commit, "seconds": seconds, "programs": programs, "planted": len(rows),
        "found": sum(row["programs_until_found"] is not None for row in rows), "patches": rows})


def main():
    """Runs the patches; the exit status is 1 if one was not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.planted", description=__doc__)
    parser.add_argument("--programs", type=int, default=PROGRAMS)
    parser.add_argument("--jobs", type=int, default=2, help="scratch copies side by side")
    parser.add_argument("--commit", default="HEAD", help="what the scratch copies are made of")
    parser.add_argument("--deferral", action="store_true", help="the bugs of recorded work")
    parser.add_argument("--resume", metavar="FILE", help="rows so far; the found stay found")
    parser.add_argument("names", nargs="*", help="parts of patch names; default: all")
    options = parser.parse_args()
    name = DEFERRAL if options.deferral else ORDINARY
    patches = patches_of(name)
    chosen = [patch for patch in patches
              if not options.names or any(part in patch.name for part in options.names)]
    began = time.perf_counter()
    with scratches_of(options.commit, options.jobs, AGAINST[name]) as scratches:
        rows = run_patches(scratches, chosen, options.programs, name, options.resume)
    found = sum(row["programs_until_found"] is not None for row in rows)
    seconds = round(time.perf_counter() - began)
    print(f"{found} of {len(rows)} found, {seconds} s")
    if len(chosen) == len(patches):
        record_patches(name, scratches[0].commit, options.programs, rows, seconds)
    return 0 if found == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
