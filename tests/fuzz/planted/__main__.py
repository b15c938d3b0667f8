"""`python -m tests.fuzz.planted`: plants each patch in a scratch copy and fuzzes until found.

The scratch copy is the last commit; it is built once and after each patch only what changed. A
patch counts as found at the first seed that fails with it and not without it. Results go to
benchmarks/results/planted_bugs.json: programs needed per patch, null if none of them saw it.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[3]
PATCHES = sorted(Path(__file__).parent.glob("*.patch"))
RESULTS = ROOT / "benchmarks" / "results" / "planted_bugs.json"
BATCH = 500  # programs between two looks at the failures


class Scratch:
    """A copy of the last commit with its own build folder."""

    def __init__(self, folder, jobs):
        self.source = Path(folder) / "source"
        self.build = Path(folder) / "build"
        self.jobs = str(jobs)
        self.source.mkdir(parents=True)
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True,
                                 stdout=subprocess.PIPE)
        subprocess.run(["tar", "x"], cwd=self.source, input=archive.stdout, check=True)
        tools = Path(sys.executable).parent
        self.ninja = str(tools / "ninja")
        subprocess.run([tools / "cmake", "-G", "Ninja", "-S", self.source, "-B", self.build,
                        f"-DCMAKE_MAKE_PROGRAM={self.ninja}",
                        f"-DPython_EXECUTABLE={sys.executable}",
                        f"-DNUMEN_PACKAGE_DIR={self.source}/python/numen/native"],
                       check=True, stdout=subprocess.DEVNULL)

    def apply(self, patch, reverse=False):
        """Applies a patch, or takes it back."""
        subprocess.run(["git", "apply", "--recount", *(["-R"] if reverse else []), str(patch)],
                       cwd=self.source, check=True)

    def compile(self):
        """Builds what changed."""
        subprocess.run([self.ninja, "-C", self.build, "-j", self.jobs], check=True,
                       stdout=subprocess.DEVNULL)

    def failing_seeds(self, start, end):
        """The seeds in [start, end) whose programs fail or crash."""
        record = self.source / "record.json"
        environment = {**os.environ, "PYTHONPATH": str(self.source / "python")}
        subprocess.run([sys.executable, "-m", "tests.fuzz", "--seed-start", str(start),
                        "--seed-end", str(end), "--jobs", self.jobs, "--max-failures", "100000",
                        "--no-shrink", "--json", record], cwd=self.source, env=environment,
                       stdout=subprocess.DEVNULL)
        return {failure["seed"] for failure in json.loads(record.read_text())["failures"]}


def explanation(patch):
    """The patch's first line: what it breaks."""
    return patch.read_text().splitlines()[0].removeprefix("Breaks: ")


def programs_until_found(scratch, programs, clean):
    """How many programs it took; None if none of them failed. `clean`: failures without a patch."""
    for start in range(0, programs, BATCH):
        if start not in clean:
            raise KeyError(f"no baseline for seeds from {start}")
        found = scratch.failing_seeds(start, start + BATCH) - clean[start]
        if found:
            return min(found) + 1
    return None


def main():
    """Runs the patches; the exit status is 1 if one was not found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.planted", description=__doc__)
    parser.add_argument("--programs", type=int, default=20_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("names", nargs="*", help="parts of patch names; default: all")
    options = parser.parse_args()
    chosen = [patch for patch in PATCHES
              if not options.names or any(name in patch.name for name in options.names)]
    folder = tempfile.mkdtemp(prefix="numen-planted-")
    try:
        scratch = Scratch(folder, options.jobs)
        scratch.compile()
        clean = {start: scratch.failing_seeds(start, start + BATCH)
                 for start in range(0, options.programs, BATCH)}
        results = [run_patch(scratch, patch, options.programs, clean) for patch in chosen]
    finally:
        shutil.rmtree(folder)
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps({"commit": head.stdout.strip(), "programs": options.programs,
                                   "patches": results}, indent=1) + "\n")
    return 1 if any(result["programs_until_found"] is None for result in results) else 0


def run_patch(scratch, patch, programs, clean):
    """Plants one bug, looks for it, takes it out again."""
    scratch.apply(patch)
    try:
        scratch.compile()
        count = programs_until_found(scratch, programs, clean)
    finally:
        scratch.apply(patch, reverse=True)
    print(f"{patch.stem}: {'not found' if count is None else f'found by program {count}'}",
          flush=True)
    return {"patch": patch.stem, "breaks": explanation(patch), "programs_until_found": count}


if __name__ == "__main__":
    sys.exit(main())
