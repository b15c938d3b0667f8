"""`numen bench examples`: whole example programs, `numen run` over plain Python.

The time is the process's, start-up included. The three programs on tiny arrays shall take half of
Python's time; the others, which run with --all, less than Python's, or 5 % more where that is
under a second. What they print is compared, number by number, but for lines about time.
"""

import subprocess
import sys
import time

from ..commands.outputs import compared
from . import options, report
from .children import child_environment
from .progress import Progress

COLUMNS = [
    ("case", "case", -22), ("python s", "python_s", 9), ("numen s", "numen_s", 8),
    ("ratio", "ratio", 6), ("bound", "bound", 5), ("verdict", "verdict", -7),
    ("error", "error", 8),
]
TINY_ARRAYS = ("ode", "nbody", "metropolis")
ARGUMENTS = {"fusion": ["--alone"]}  # which times NumPy itself otherwise
LARGEST_ERROR = 1e-5  # of a printed number


def bound_of(name, python_s):
    if name in TINY_ARRAYS:
        return 0.5
    return 1.0 if python_s >= 1.0 else 1.05


def without_times(text):
    return "\n".join(line for line in text.splitlines() if not line.startswith("time")).encode()


def process_seconds(command, root):
    """(wall time, what it printed) of a child; RuntimeError with its last line of stderr when it
    fails.
    """
    start = time.perf_counter()
    child = subprocess.run(command, cwd=root, capture_output=True, text=True,
                           env=child_environment())
    seconds = time.perf_counter() - start
    if child.returncode:
        raise RuntimeError((child.stderr.splitlines() or [f"exit {child.returncode}"])[-1])
    return seconds, without_times(child.stdout)


def example_cell(name, root, repeats):
    script = str(root / "examples" / f"{name}.py")
    words = [script, *ARGUMENTS.get(name, [])]
    plain, numen = [sys.executable, *words], [sys.executable, "-m", "numen", "run", *words]
    cell = {"case": name}
    try:
        pairs = [(process_seconds(plain, root), process_seconds(numen, root))
                 for _ in range(repeats)]
    except RuntimeError as reason:
        return {**cell, "fault": str(reason)}
    error = max(compared(python[1], ours[1]).worst for python, ours in pairs)
    python_s, numen_s = (min(seconds for seconds, _ in column) for column in zip(*pairs))
    ratio, bound = round(numen_s / python_s, 4), bound_of(name, python_s)
    return {**cell, "python_s": round(python_s, 3), "numen_s": round(numen_s, 3), "ratio": ratio,
            "bound": bound, "error": error, "ratio_of_bound": ratio / bound,
            "bounds": {"ratio": bound, "error": LARGEST_ERROR}}


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    parser = options.parser("examples", __doc__)
    parser.add_argument("--all", action="store_true", help="all the examples")
    given = parser.parse_args(argv)
    given.root = options.results_root(given)
    everything = given.all or given.only
    names = sorted(path.stem for path in (given.root / "examples").glob("*.py")
                   if not path.stem.endswith("_numen")) if everything else TINY_ARRAYS
    options.refuse_unknown(given.only, names)
    table = report.Table(COLUMNS)
    facts = report.circumstances("examples", given.root)
    table.head()
    chosen = [name for name in names if options.wanted(name, given.only)]
    table.plan({"case": name} for name in chosen)
    for name in Progress(chosen):
        table.add(example_cell(name, given.root, 2 if given.quick else 5))
    return report.finish("examples", given.root, facts, table, given)
