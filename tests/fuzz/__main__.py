"""The fuzzer's command: `python -m tests.fuzz --programs 20000 --seed-start 0 --jobs 2`."""

import argparse
import json
import os
import subprocess
import sys

from . import worker
from .campaign import Campaign
from .generator import generate
from .judged import judged_named
from .record import write_record
from .shrink import crash_kind, script, shrink


def arguments():
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--programs", type=int, default=20_000)
    parser.add_argument("--seed-start", type=int, default=0)
    parser.add_argument("--seed-end", type=int, help="default: seed-start + programs")
    parser.add_argument("--against", choices=("numen", "numpy", "modes"), default="numen")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--max-failures", type=int, default=10)
    parser.add_argument("--no-shrink", action="store_true", help="report failures as they are")
    parser.add_argument("--resume", metavar="FILE", help="skip the ranges this file calls done")
    parser.add_argument("--again", action="store_true",
                        help="with --resume: run the seeds that failed by that file once more")
    parser.add_argument("--json", metavar="OUT", help="write the record here")
    parser.add_argument("--record", metavar="NAME",
                        help="write a table to benchmarks/results/<machine>/NAME.json")
    parser.add_argument("--show", type=int, metavar="SEED", help="print the seed's program")
    parser.add_argument("--seed", type=int, help="run one seed here, shrink what it finds")
    parser.add_argument("--shrink-crash", type=int, metavar="SEED")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def run_one(seed, judged):
    """Runs one seed in this process; exit status 1 if it fails."""
    mismatch, configuration, program, _ = worker.run_seed(seed, judged)
    if mismatch is None:
        print(f"seed {seed} agrees")
        return 0
    print(worker.failure_data(seed, mismatch, configuration, program, judged, True)["script"])
    return 1


def shrink_crash(seed, judged):
    """Finds the configuration that kills the process and prints the smallest program that does."""
    program = generate(seed)
    for configuration in worker.configurations_of(judged, program):
        kind = crash_kind(program, judged, configuration)
        if kind is not None:
            small = shrink(program, judged, configuration, crashes=True)
            print(script(small, judged, configuration, kind))
            return 1
    print(f"seed {seed} does not crash by itself")
    return 0


def commit():
    """The repository's commit, "unknown" outside git."""
    found = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True)
    return found.stdout.strip() or "unknown"


def main():
    """Runs what the command line asks for; the exit status."""
    options = arguments()
    if options.worker:
        worker.main(options.against, not options.no_shrink)
        return 0
    if options.show is not None:
        print(generate(options.show).text())
        return 0
    if options.seed is not None:
        return run_one(options.seed, judged_named(options.against))
    if options.shrink_crash is not None:
        return shrink_crash(options.shrink_crash, judged_named(options.against))
    end = options.seed_end or options.seed_start + options.programs
    campaign = Campaign(options.against, options.seed_start, end, options.jobs,
                        options.max_failures, options.resume, not options.no_shrink,
                        options.again)
    failures = campaign.run()
    record = {"commit": commit(), "command": " ".join(sys.argv), "cores": os.cpu_count(),
              **campaign.record()}
    counts = record["counts"]
    missing = campaign.coverage.missing(counts["programs"]) if counts["programs"] > 5000 else []
    print(f"{counts['programs']} programs, {counts['statements'] / max(counts['programs'], 1):.1f} "
          f"statements each, {record['seconds']:.0f} s, {len(failures)} failures, "
          f"{counts['invalid']} undecided runs")
    for line in missing:
        print("coverage below its minimum:", line)
    if options.record:
        write_record(options.record, "python -m tests.fuzz", {
            "programs": counts["programs"], "first_seed": options.seed_start,
            "failures": len(failures), "run_again": campaign.run_again,
            "undecided_runs": counts["invalid"],
            "statements": counts["statements"], "seconds": round(record["seconds"]),
            "coverage_below_minimum": missing})
    if options.json:
        with open(options.json, "w") as file:
            json.dump(record, file, indent=1)
            file.write("\n")
    return 1 if failures or missing else 0


if __name__ == "__main__":
    sys.exit(main())
