"""A commit built in a folder of its own, to be changed and fuzzed beside its clean copy."""

import contextlib
import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[3]
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
        self.commit = commit
        self.against = against
        self.planted = Package(folder / "planted")
        self.clean = Package(folder / "clean")
        self.jobs = jobs
        source = self.planted.folder
        self.build = source / "build/release"  # as in a checkout, whose compiler's cache serves
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
                        f"-DPython_EXECUTABLE={sys.executable}", "-DNUMEN_TESTS=ON",
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
            raise RuntimeError(done.stdout + done.stderr)

    def failure_of(self, seed):
        """The planted package's failure of one seed, None if it has none or the clean one too."""
        found = self.planted.failures(seed, seed + 1, 1, self.against)
        return found[0] if found and not self.clean.failures(seed, seed + 1, 1, self.against) \
            else None

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
                raise RuntimeError(f"{len(failures)} of {BATCH} programs from seed {start} fail "
                                   "without the bug too, or once only: see python -m tests.fuzz")
        return None


@contextlib.contextmanager
def scratches_of(revision, jobs, against):
    """So many Scratches of a revision, in a folder that goes with them; each works by itself.

    What is compiled after a change is one file and what links it, which keeps one processor busy.
    """
    commit = subprocess.run(["git", "rev-parse", "--short=10", revision], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.strip()
    with tempfile.TemporaryDirectory(prefix="numen-scratch-") as folder:
        scratches = []
        for number in range(jobs):
            place = Path(folder).resolve() / str(number)
            place.mkdir()
            scratches.append(Scratch(place, commit, jobs, against))
        for scratch in scratches:
            scratch.jobs = 1
        yield scratches


def side_by_side(scratches, work, items):
    """Calls work(scratch, item) for all items, one at a time in each scratch."""
    orders = queue.SimpleQueue()
    for item in items:
        orders.put(item)

    def serve(scratch):
        with contextlib.suppress(queue.Empty):
            while True:
                work(scratch, orders.get_nowait())

    with ThreadPoolExecutor(len(scratches)) as pool:
        for done in [pool.submit(serve, scratch) for scratch in scratches]:
            done.result()
