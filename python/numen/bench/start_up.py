"""`numen bench start_up`: what starting costs.

The import is timed inside fresh processes, `import numen` and `import numpy` in turn, up to the
first array: a package that puts its work off until it is used does not get it for nothing.
The finished set-up is what `./numen python` takes over its environment's interpreter alone. The
programs are run by `python` and by `numen run`; what they take is the processor's time.
"""

import resource
import statistics
import subprocess
import sys
import time

from . import options, report
from .children import child_environment

COLUMNS = [
    ("case", "case", -32), ("without s", "without", 9), ("with s", "with", 8),
    ("seconds", "seconds", 8), ("median", "median", 8), ("bound", "bound", 6),
    ("verdict", "verdict", -7),
]
IMPORT = """
import time
start = time.perf_counter()
import {} as np
np.ones(3) + np.ones(3)
print(time.perf_counter() - start)
"""
PROGRAMS = {"program without imports": "pass", "program that imports NumPy": "import numpy"}


def import_seconds(module):
    child = subprocess.run([sys.executable, "-c", IMPORT.format(module)], capture_output=True,
                           text=True, check=True, env=child_environment())
    return float(child.stdout)


def command_seconds(command, root):
    start = time.perf_counter()
    subprocess.run([*command, "-c", "pass"], cwd=root, check=True, capture_output=True)
    return time.perf_counter() - start


def processor_seconds(*command):
    """Of a process, in this one's environment, and of those that it waited for."""
    def used():
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        return spent.ru_utime + spent.ru_stime

    before = used()
    subprocess.run([sys.executable, *command], check=True, capture_output=True,
                   env=child_environment())
    return used() - before


def compare(name, without, with_it, repeats, bound=None):
    """A cell from two functions that return seconds, called in turn; the best of each counts."""
    pairs = [(without(), with_it()) for _ in range(repeats + 1)][1:]  # the first warms the caches
    best, best_with = (min(column) for column in zip(*pairs))
    middle = statistics.median(b for _, b in pairs) - statistics.median(a for a, _ in pairs)
    return {"case": name, "without": round(best, 4), "with": round(best_with, 4),
            "seconds": round(best_with - best, 4), "median": round(middle, 4), "bound": bound,
            "bounds": {} if bound is None else {"seconds": bound}}


def name_of(row, given):
    return f"import {given.module} over import numpy" if row == "import" else row


def import_cell(given, repeats):
    name = name_of("import", given)
    try:
        return compare(name, lambda: import_seconds("numpy"),
                       lambda: import_seconds(given.module), repeats, 0.06)
    except subprocess.CalledProcessError as failure:
        return {"case": name, "bound": 0.06, "absent": failure.stderr.splitlines()[-1]}


def set_up_cell(given, repeats):
    script, interpreter = given.root / "numen", given.root / ".venv" / "bin" / "python"
    if not script.is_file() or not interpreter.exists():
        return {"case": "finished set-up", "bound": 0.15, "absent": "no ./numen or no .venv"}
    try:
        return compare("finished set-up", lambda: command_seconds([interpreter], given.root),
                       lambda: command_seconds([script, "python"], given.root), repeats, 0.15)
    except subprocess.CalledProcessError as failure:
        return {"case": "finished set-up", "bound": 0.15, "absent": str(failure)}


def program_cell(name, repeats):
    text = PROGRAMS[name]
    return compare(name, lambda: processor_seconds("-c", text),
                   lambda: processor_seconds("-m", "numen", "run", "-c", text), repeats)


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    given = options.parser("start_up", __doc__).parse_args(argv)
    given.root = options.results_root(given)
    table = report.Table(COLUMNS)
    facts = report.circumstances("start_up", given.root)
    repeats = 5 if given.quick else 15
    rows = {"import": import_cell, "finished set-up": set_up_cell}
    options.refuse_unknown(given.only, [*rows, *PROGRAMS])
    table.plan({"case": name_of(row, given)} for row in (*rows, *PROGRAMS)
               if options.wanted(row, given.only))
    table.head()
    for name, cell in rows.items():
        if options.wanted(name, given.only):
            table.add(cell(given, repeats))
    for name in PROGRAMS:
        if options.wanted(name, given.only):
            table.add(program_cell(name, repeats))
    return report.finish("start_up", given.root, facts, table, given)
