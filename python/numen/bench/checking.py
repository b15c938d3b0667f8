"""`numen bench checking`: what `numen run --check` costs, over `numen run`.

The programs are the examples, the tests' and the typical ones at their small size, each in
processes of its own, both ways in turns; start-up is counted. `checked` is the part of the calls
that were compared with NumPy's.
"""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from . import options, report
from .children import child_environment
from .progress import Progress

COLUMNS = [
    ("case", "case", -38), ("run s", "run_s", 8), ("check s", "check_s", 8),
    ("ratio", "ratio", 6), ("checked", "checked", 7), ("verdict", "verdict", -7),
]
BOUND = 10
FOLDERS = ("examples", "tests/programs", "benchmarks/programs")
# Programs of the benchmarks are functions.
RUN = """
run(*prepare(np.random.default_rng(0), SIZES["small"]))
"""
SUMMARY = re.compile(r"numen: check: no difference in (\d+) calls checked of (\d+)")


def programs(root):
    """{name of a row: path} of all programs of a checkout."""
    return {f"{folder}/{path.stem}": path for folder in FOLDERS
            for path in sorted((Path(root) / folder).glob("*.py"))
            if not path.stem.startswith(("test_", "__"))}


def run_once(path, *way):
    """(seconds, what is on stderr) of one process; RuntimeError where it fails."""
    start = time.perf_counter()
    child = subprocess.run([sys.executable, "-m", "numen", "run", *way, str(path)], text=True,
                           capture_output=True, cwd=path.parent, env=child_environment())
    seconds = time.perf_counter() - start
    if child.returncode:
        raise RuntimeError((child.stderr.splitlines() or [f"exit {child.returncode}"])[-1])
    return seconds, child.stderr


def measured_cell(name, path, turns):
    cell = {"case": name}
    try:
        pairs = [(run_once(path), run_once(path, "--check")) for _ in range(turns)]
    except RuntimeError as reason:
        return {**cell, "absent": str(reason)}
    found = SUMMARY.search(pairs[0][1][1])
    if found is None:  # a difference, or no summary at all
        return {**cell, "absent": pairs[0][1][1][-200:]}
    run, check = (min(seconds for seconds, _ in way) for way in zip(*pairs))
    checked, calls = map(int, found.groups())
    return {**cell, "run_s": round(run, 3), "check_s": round(check, 3),
            "ratio": round(check / run, 3), "checked": round(checked / max(calls, 1), 4),
            "bounds": {"ratio": BOUND}}


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    name = "checking"
    given = options.parser(name, __doc__).parse_args(argv)
    given.root = options.results_root(given)
    found = programs(options.checkout_root("bench"))
    options.refuse_unknown(given.only, list(found))
    table = report.Table(COLUMNS)
    facts = report.circumstances(name, given.root)
    table.head()
    chosen = [row for row in found.items() if options.wanted(row[0], given.only)]
    table.plan({"case": row} for row, _ in chosen)
    with tempfile.TemporaryDirectory() as folder:
        for row, path in Progress(chosen, lambda row: row[0]):
            if row.startswith("benchmarks/"):
                copied = Path(folder) / path.name
                copied.write_text(path.read_text() + RUN)
                path = copied
            table.add(measured_cell(row, path, 1 if given.quick else 3))
    return report.finish(name, given.root, facts, table, given)
