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
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ..record import write_record

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).parent
BATCH = 400  # programs between two looks at the failures
FAILURES = 20  # per batch; as many failures on the clean build mean that there is nothing to learn
WHERE = "import numen.native.front as front; print(front.__file__)"


class Package:
    """A folder with `python` (built) and `tests`: what a campaign needs."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.environment = {**os.environ, "PYTHONPATH": str(self.folder / "python")}

    def check(self):
        """Raises unless the package can be imported and is this folder's."""
        found = subprocess.run([sys.executable, "-c", WHERE], cwd=self.folder, check=True,
                               env=self.environment, capture_output=True, text=True).stdout
        if not Path(found.strip()).is_relative_to(self.folder):
            raise RuntimeError(f"{self.folder} is fuzzed with {found}")

    def failures(self, start, end, jobs, against):
        """The failures of the seeds in [start, end) in order, crashes too; about FAILURES at most.

        Orders go out in sequence and are finished once begun, so the first failure is among them.
        """
        record = self.folder / "record.json"
        record.unlink(missing_ok=True)
        subprocess.run([sys.executable, "-m", "tests.fuzz", "--seed-start", str(start),
                        "--seed-end", str(end), "--jobs", str(jobs), "--max-failures",
                        str(FAILURES), "--no-shrink", "--against", against, "--json", record],
                       cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL)
        return sorted(json.loads(record.read_text())["failures"], key=lambda f: f["seed"])


class Scratch:
    """A commit's sources with their build folder, and the clean package that was built first."""

    def __init__(self, folder, commit, jobs, against):
        self.against = against
        self.planted = Package(folder / "planted")
        self.clean = Package(folder / "clean")
        self.build = folder / "build"
        self.jobs = jobs
        source = self.planted.folder
        source.mkdir()
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True,
                                 stdout=subprocess.PIPE)
        subprocess.run(["tar", "x"], cwd=source, input=archive.stdout, check=True)
        tools = Path(sys.executable).parent
        self.ninja = str(tools / "ninja")
        # The compiler's cache takes the files of one scratch copy for those of another.
        self.environment = {**os.environ, "CCACHE_BASEDIR": str(folder), "CCACHE_NOHASHDIR": "1"}
        subprocess.run([tools / "cmake", "-G", "Ninja", "-S", source, "-B", self.build,
                        f"-DCMAKE_MAKE_PROGRAM={self.ninja}",
                        f"-DPython_EXECUTABLE={sys.executable}",
                        f"-DNUMEN_PACKAGE_DIR={source}/python/numen/native"],
                       check=True, stdout=subprocess.DEVNULL)
        self.compile("all")
        for part in ("python", "tests"):
            shutil.copytree(source / part, self.clean.folder / part, symlinks=True)
        self.clean.check()

    def apply(self, patch, reverse=False):
        """Applies a patch, or takes it back."""
        subprocess.run(["git", "apply", "--recount", *(["-R"] if reverse else []), str(patch)],
                       cwd=self.planted.folder, check=True)

    def compile(self, target):
        """Builds what changed; "front" holds all that patches may touch besides the kernels."""
        done = subprocess.run([self.ninja, "-C", self.build, "-j", str(self.jobs), target],
                              env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)

    def first_failure(self, programs):
        """The first failure of the planted package that the clean one does not share, or None."""
        for start in range(0, programs, BATCH):
            failures = self.planted.failures(start, min(start + BATCH, programs), self.jobs,
                                             self.against)
            for failure in failures:
                seed = failure["seed"]
                if not self.clean.failures(seed, seed + 1, 1, self.against) \
                        and self.planted.failures(seed, seed + 1, 1, self.against):
                    return failure
            if len(failures) >= FAILURES:
                sys.exit(f"{len(failures)} of {BATCH} programs from seed {start} fail without the "
                         "bug too, or once only: see python -m tests.fuzz")
        return None


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
    commit = subprocess.run(["git", "rev-parse", "--short=10", options.commit], cwd=ROOT,
                            check=True, capture_output=True, text=True).stdout.strip()
    with tempfile.TemporaryDirectory(prefix="numen-planted-") as folder:
        scratch = Scratch(Path(folder).resolve(), commit, options.jobs,
                          "modes" if options.deferral else "numen")
        rows = [run_patch(scratch, patch, options.programs) for patch in chosen]
    found = sum(row["programs_until_found"] is not None for row in rows)
    seconds = round(time.perf_counter() - began)
    print(f"{found} of {len(rows)} found, {seconds} s")
    if len(chosen) == len(patches):
        name = "planted_bugs_of_deferral" if options.deferral else "planted_bugs"
        command = "python -m tests.fuzz.planted" + " --deferral" * options.deferral
        write_record(name, command, {
            "commit": commit, "seconds": seconds, "programs": options.programs,
            "planted": len(rows), "found": found, "patches": rows})
    return 0 if found == len(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
