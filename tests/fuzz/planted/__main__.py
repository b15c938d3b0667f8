"""`python -m tests.fuzz.planted`: plants each patch in a scratch copy and fuzzes until found.

The scratch copy is the last commit, built once; after each patch only what changed is built again.
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

from ..record import write_record
from .scratch import scratch_of

FOLDER = Path(__file__).parent


def explanation(patch):
    """The patch's first line: what it breaks."""
    return patch.read_text().splitlines()[0].removeprefix("Breaks: ")


def run_patch(scratch, patch, programs):
    """Plants one bug, looks for it, takes it out again; its row of the record."""
    began = time.perf_counter()
    scratch.apply(patch)
    try:
        scratch.compile("front")
        scratch.planted.check()
        failure = scratch.first_failure(programs)
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


def main():
    """Runs the patches; the exit status is 1 if one was not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.planted", description=__doc__)
    parser.add_argument("--programs", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--commit", default="HEAD", help="what the scratch copy is made of")
    parser.add_argument("--deferral", action="store_true", help="the bugs of recorded work")
    parser.add_argument("names", nargs="*", help="parts of patch names; default: all")
    options = parser.parse_args()
    patches = sorted((FOLDER / "deferral" if options.deferral else FOLDER).glob("*.patch"))
    chosen = [patch for patch in patches
              if not options.names or any(name in patch.name for name in options.names)]
    began = time.perf_counter()
    against = "modes" if options.deferral else "numen"
    with scratch_of(options.commit, options.jobs, against) as scratch:
        rows = [run_patch(scratch, patch, options.programs) for patch in chosen]
    found = sum(row["programs_until_found"] is not None for row in rows)
    seconds = round(time.perf_counter() - began)
    print(f"{found} of {len(rows)} found, {seconds} s")
    if len(chosen) == len(patches):
        name = "planted_bugs_of_deferral" if options.deferral else "planted_bugs"
        command = "python -m tests.fuzz.planted" + " --deferral" * options.deferral
        write_record(name, command, {
            "commit": scratch.commit, "seconds": seconds, "programs": options.programs,
            "planted": len(rows), "found": found, "patches": rows})
    return 0 if found == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
