"""`python -m tests.fuzz.million --resume PREFIX`: the campaign that ends a step, on a clean commit.

A million programs, half of them Numen against NumPy and half its recorded runs against eager ones,
then all planted bugs and all mutations. What is done is kept in files that begin with PREFIX and
with a key of the git trees in KEYED, of the instruction set and of NumPy: a commit that changes
something else goes on with them, one that changes these starts anew. Run it with ./numen python,
which builds what the commit says. The result goes to
benchmarks/results/<machine>/million_programs_of_step_5.json.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy

from numen.commands.accept import SOURCES
from tests import mutations
from tests.mutations import __main__ as mutating

from .campaign import Campaign
from .planted import __main__ as planting
from .planted.scratch import scratches_of
from .record import ROOT, write_record

KEYED = (*SOURCES, "tests/fuzz", "tests/mutations")
NAME = "million_programs_of_step_5"
JUDGES = ("numen", "modes")
MOST_FAILURES = 50  # of a judge; then there is something to mend first


def git(*arguments):
    """What git says of this repository."""
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True,
                          text=True).stdout.strip()


def changed_files():
    """What git would commit, records of long runs left out: this very run writes some."""
    return git("status", "--porcelain", "--", ".", ":(exclude)benchmarks/results")


def key():
    """What decides what is found, as a short text: the trees, the machine's kind, the peers."""
    from numen.native import front

    trees = git("rev-parse", *[f"HEAD:{folder}" for folder in KEYED])
    told = f"{trees}{sys.version_info[:2]}{numpy.__version__}{front.info()['instruction_set']}"
    return hashlib.sha256(told.encode()).hexdigest()[:12]


class Stages:
    """The parts of the campaign, each with a file of its own below the prefix."""

    def __init__(self, prefix, jobs):
        self.prefix = f"{prefix}.{key()}"
        self.jobs = jobs
        self.commit = git("rev-parse", "HEAD")

    def file(self, stage):
        return f"{self.prefix}.{stage}"

    def timed(self, stage, work):
        """(result, seconds) of work(); the seconds of earlier runs are counted too."""
        clock = Path(self.file(stage) + ".seconds")
        earlier = float(clock.read_text()) if clock.exists() else 0.0
        began = time.perf_counter()
        try:
            result = work()
        finally:
            seconds = earlier + time.perf_counter() - began
            clock.write_text(str(seconds))
        return result, round(seconds)

    def programs(self, judge, first, count, again):
        """A campaign that ran over its seeds."""
        campaign = Campaign(judge, first, first + count, self.jobs + 1, MOST_FAILURES,
                            self.file(judge), shrinks=False, again=again)
        campaign.run()
        return campaign

    def planted(self, name):
        """The rows of one kind of planted bugs."""
        with scratches_of(self.commit, self.jobs, planting.AGAINST[name]) as scratches:
            return planting.run_patches(scratches, planting.patches_of(name), planting.PROGRAMS,
                                        name, self.file(name))

    def mutations(self):
        """The rows of all mutations."""
        with scratches_of(self.commit, self.jobs, "modes") as scratches:
            return mutating.run_all(scratches, mutations.MUTATIONS, self.file("mutations"), True)


def program_facts(stages, options):
    """What the programs found, of both judges together and of each."""
    facts = {"programs": 0, "failures": 0, "run_again": 0, "undecided_runs": 0,
             "below_minimum": 0, "programs_seconds": 0, "judges": {}}
    half = options.programs // len(JUDGES)
    for number, judge in enumerate(JUDGES):
        campaign, seconds = stages.timed(judge, lambda judge=judge, number=number: stages.programs(
            judge, options.seed_start + number * half, half, options.again))
        counts = campaign.counts
        facts["programs"] += counts["programs"]
        facts["failures"] += len(campaign.failures)
        facts["programs_seconds"] += seconds
        missing = campaign.coverage.missing(counts["programs"]) if counts["programs"] > 5000 else []
        facts["run_again"] += len(campaign.run_again)
        facts["undecided_runs"] += counts["invalid"]
        facts["below_minimum"] += len(missing)
        facts["judges"][judge] = {
            "programs": counts["programs"], "first_seed": options.seed_start + number * half,
            "failed_seeds": sorted(failure["seed"] for failure in campaign.failures),
            "run_again": campaign.run_again, "undecided_runs": counts["invalid"],
            "statements": counts["statements"], "seconds": seconds,
            "coverage_below_minimum": missing}
    return facts


def planted_facts(stages):
    """How many of the planted bugs were found: "all", or a number."""
    planted = found = total = 0
    for name in (planting.ORDINARY, planting.DEFERRAL):
        rows, seconds = stages.timed(name, lambda name=name: stages.planted(name))
        planting.record_patches(name, stages.commit[:10], planting.PROGRAMS, rows, seconds)
        planted += len(rows)
        found += sum(row["programs_until_found"] is not None for row in rows)
        total += seconds
    return {"planted": planted, "planted_found": "all" if found == planted else found,
            "planted_seconds": total}


def mutation_facts(stages):
    """How many mutations there are and how many survived."""
    rows, seconds = stages.timed("mutations", stages.mutations)
    mutating.record_rows(stages.commit[:10], rows, seconds)
    return {"mutations": len(rows), "mutations_seconds": seconds,
            "survivors": sum(row["killed_by"] is None for row in rows)}


def is_clean(facts):
    """True if nothing failed, nothing was missed and all was reached."""
    return facts["failures"] == 0 and facts["planted_found"] == "all" \
        and facts["survivors"] == 0 \
        and not any(judge["coverage_below_minimum"] for judge in facts["judges"].values())


def main():
    """Runs what is not done yet; the exit status is 1 unless all is as it must be."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.million", description=__doc__)
    parser.add_argument("--resume", metavar="PREFIX", required=True, help="of the files kept")
    parser.add_argument("--programs", type=int, default=1_000_000)
    parser.add_argument("--seed-start", type=int, default=50_000_000)
    parser.add_argument("--jobs", type=int, default=2, help="processors; programs take one more")
    parser.add_argument("--again", action="store_true", help="run the seeds that failed once more")
    options = parser.parse_args()
    changed = changed_files()
    if changed:
        sys.exit(f"only a commit is tested, and this is not committed:\n{changed}")
    stages = Stages(options.resume, options.jobs)
    commit = stages.commit
    facts = {"commit": commit, **program_facts(stages, options), **planted_facts(stages),
             **mutation_facts(stages)}
    if git("rev-parse", "HEAD") != commit or changed_files():
        sys.exit("the sources changed meanwhile: what is done is kept, nothing is recorded")
    facts["seconds"] = sum(facts[f"{part}_seconds"]
                           for part in ("programs", "planted", "mutations"))
    write_record(NAME, "python -m tests.fuzz.million", facts)
    print(json.dumps({name: facts[name] for name in ("programs", "failures", "planted_found",
                                                     "survivors", "seconds")}))
    return 0 if is_clean(facts) else 1


if __name__ == "__main__":
    sys.exit(main())
