"""`numen bench programs`: forty typical programs at three sizes, `numen run` over plain Python.

Each is a file of benchmarks/programs, unchanged, in processes of its own, both ways in turns. A
process runs it some times on new data, reads the results and says how long each run took: start-up
is not counted (`numen bench start_up` does). The error is the largest difference from NumPy's
results over their largest value. Why a program stays above 0.67 stands in reasons.toml beside it.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import numpy

from . import options, report
from .children import child_environment
from .progress import Progress
from .timing import relative_error

COLUMNS = [
    ("case", "case", -24), ("size", "size", -6), ("numpy ms", "numpy_ms", 9),
    ("numen ms", "numen_ms", 9), ("ratio", "ratio", 6), ("verdict", "verdict", -7),
    ("error", "error", 8),
]
SIZES = ("small", "medium", "large")
BOUND, LARGEST_ERROR = 0.9, 1e-5
WITH_REASON = 0.67  # above it a program needs a reason
RUNNER = """
import importlib.util, json, sys, time
import numpy as np
path, size, rounds, out = sys.argv[1:]
spec = importlib.util.spec_from_file_location("program", path)
program = importlib.util.module_from_spec(spec)
spec.loader.exec_module(program)

def read(result):
    for part in result if isinstance(result, (tuple, list)) else [result]:
        if getattr(part, "ndim", 0) and part.size:
            part[(-1,) * part.ndim]

def is_pending(result):
    front = sys.modules.get("numen.native.front")
    parts = result if isinstance(result, (tuple, list)) else [result]
    return front is not None and any(front.state(part) == "pending" for part in parts
                                     if isinstance(part, np.ndarray))

times = []
for turn in range(int(rounds)):
    data = program.prepare(np.random.default_rng(turn), program.SIZES[size])
    start = time.perf_counter()
    result = program.run(*data)
    read(result)
    times.append(time.perf_counter() - start)
    if is_pending(result):
        raise SystemExit("unread: the result was not computed when the clock stopped")
np.savez(out, *(result if isinstance(result, (tuple, list)) else [result]))
print(json.dumps(times))
"""


def times_of(path, size, rounds, out, *way):
    """Seconds of each run in a process of its own; the last results are left in `out`."""
    child = subprocess.run([sys.executable, *way, "-c", RUNNER, str(path), size, str(rounds), out],
                           text=True, capture_output=True, env=child_environment())
    if child.returncode:
        raise RuntimeError((child.stderr.splitlines() or [f"exit {child.returncode}"])[-1])
    return json.loads(child.stdout.splitlines()[-1])


def error_between(numpys, numens):
    """The largest relative error of two files of results; infinite where they hold others."""
    with numpy.load(numpys) as wanted, numpy.load(numens) as given:
        return relative_error([wanted[name] for name in wanted.files],
                              [given[name] for name in given.files])


def measured_cell(path, size, quick):
    cell = {"case": path.stem, "size": size}
    rounds, processes = (3, 1) if quick else (6, 3)
    best = {(): float("inf"), ("-m", "numen", "run"): float("inf")}
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/{name}.npz" for name in ("numpy", "numen")]
        try:
            for process in range(processes):
                ways = list(zip(best, files))
                for way, out in ways if process % 2 == 0 else ways[::-1]:
                    # The first run warms up.
                    times = times_of(path, size, rounds, out, *way)
                    best[way] = min(best[way], *times[1:])
            error = error_between(*files)
        except RuntimeError as reason:
            return {**cell, "fault": str(reason)}
    numpys, numens = best.values()
    return {**cell, "numpy_ms": round(1e3 * numpys, 4), "numen_ms": round(1e3 * numens, 4),
            "ratio": round(numens / numpys, 4), "error": error,
            "bounds": {"ratio": BOUND, "error": LARGEST_ERROR}}


def reasons_of(folder):
    """Why programs of the folder gain little, by their names."""
    return tomllib.loads((Path(folder) / "reasons.toml").read_text())


def section_of_reasons(cells, reasons):
    """The part of the page that says why programs stay above WITH_REASON."""
    slow = sorted({cell["case"] for cell in cells if cell.get("ratio", 0) > WITH_REASON})
    lines = [f"- {name}: {reasons.get(name, 'no reason is written')}" for name in slow]
    return "\n".join([f"## Above {WITH_REASON} of NumPy's time", "", *lines, ""])


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    name = "programs"
    given = options.parser(name, __doc__).parse_args(argv)
    given.root = options.results_root(given)
    folder = options.checkout_root("bench") / "benchmarks" / "programs"
    paths = sorted(Path(folder).glob("*.py"))
    options.refuse_unknown(given.only, [path.stem for path in paths])
    table = report.Table(COLUMNS)
    facts = report.circumstances(name, given.root)
    table.head()
    cells = [(path, size) for path in paths if options.wanted(path.stem, given.only)
             for size in SIZES]
    table.plan({"case": path.stem, "size": size} for path, size in cells)
    for path, size in Progress(cells, lambda cell: f"{cell[0].stem}, {cell[1]}"):
        table.add(measured_cell(path, size, given.quick))
    return report.finish(name, given.root, facts, table, given,
                         sections=section_of_reasons(table.cells, reasons_of(folder)))
