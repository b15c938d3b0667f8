"""`numen bench fusion`: expressions on large arrays, with time, peak memory and peers.

`share_of_limit` is the time that reading the inputs and writing the result once would take at the
speed at which a loop in C++ adds two arrays into a third, over the time it took. Peers (JAX,
numexpr, torch.compile) are timed where they are installed, each alone; so is Numen for that
comparison. Its time beside NumPy's is taken in turns with NumPy's.
"""

import argparse
import json
import statistics
import subprocess
import sys

import numpy

from . import huge_arrays, large_calls, limits, options, peers, report, sum_alone
from .cases import cell_name, cells_of, key_of
from .children import child_environment
from .fusion_cases import FUSION, ONE_THREAD
from .generated_cases import cases as generated_cases
from .inputs import Inputs
from .interrupts import interrupted
from .progress import Progress
from .timing import compiled_loop, relative_error

COLUMNS = large_calls.COLUMNS[:6] + [
    ("of limit", "share_of_limit", 8), ("jax ms", "jax_ms", 7),
    ("to peer", "ratio_to_best_peer", 7),
] + large_calls.COLUMNS[6:]

FIRST, STOPPED, GENERATED = ("first expression over tenth", "Ctrl-C to KeyboardInterrupt",
                             "generated")  # rows that are no case
HUGE = 200_000_000  # elements above which each module has a process of its own
# Ten times the same expression on new arrays, each result read: the first time over the tenth.
TEN_TIMES = """
import sys, time
import numpy
module = __import__(sys.argv[1])
pairs = [[module.array(numpy.full(1_000_000, x + k / 64, "float32")) for x in (1, 2)]
         for k in range(10)]
seconds = []
for a, b in pairs:
    start = time.perf_counter()
    r = a * b + module.sin(a) + module.cos(b)
    r[-1]
    seconds.append(time.perf_counter() - start)
values = numpy.asarray(r)  # all the same
print(1e3 * seconds[0], 1e3 * seconds[9], values.min(), values.max())
"""


def moved_bytes(case, size, dtype):
    """The bytes of the inputs and of the result, which is of their shape where they are huge."""
    if size > HUGE:
        return (len(case.inputs) + 1) * size * numpy.dtype(dtype).itemsize
    drawn = Inputs(case, size, dtype).draw()
    loop = compiled_loop(case.statement_for(size, dtype), case.inputs, numpy)
    _, result = loop([drawn], 1, lambda: 0.0, lambda result: None)
    arrays = [x for x in (*drawn, result) if isinstance(x, numpy.ndarray)]
    return sum(x.nbytes for x in arrays)


def with_limits(cell, case):
    """The cell with its share of what memory allows, and what that means for its bound."""
    moved = moved_bytes(case, cell["size"], cell["dtype"])
    share = limits.share_of_limit(moved, cell["numen_ms"] / 1e3)
    return {**cell, "share_of_limit": round(share, 4),
            "ratio_or_limit": round(min(cell["ratio"] / case.bound, 0.8 / share), 4)}


def with_peers(cell, case):
    """The cell with the times of peers, and with ours, taken as theirs, over the best of them. A
    peer that should have run and has not leaves the cell unmeasured.
    """
    found, refusals = peers.times(case, cell["size"], cell["dtype"])
    if refusals:
        cell["peers_not_run"] = refusals
    lost = [f"{peer}: {refusals[peer]}" for peer in refusals if peer not in peers.OF_PARTS]
    if lost:
        cell["absent"] = f"a peer was not run: {'; '.join(lost)}"
    others = [found[key] for key in found if key != "numen_alone_ms"]
    if others:
        cell["ratio_to_best_peer"] = round(found["numen_alone_ms"] / min(others), 4)
    if "jax_ms" in found:
        cell["ratio_to_jax"] = round(found["numen_alone_ms"] / found["jax_ms"], 4)
    if case.name == "distance matrix" and (milliseconds := peers.cdist_ms(case, cell)):
        cell["ratio_to_cdist"] = round(cell["numen_ms"] / milliseconds, 4)
    return {**cell, **found}


def measured_cell(case, size, dtype, given, modules):
    """One row: times, memory, limits, peers."""
    if size > HUGE:
        cell = {"case": case.name, "size": size, "dtype": dtype,
                **huge_arrays.measured(case, size, dtype, ("numpy", given.module)),
                **large_calls.peak_memory(case, size, dtype, given.module)}
    else:
        cell = large_calls.measured_cell(case, size, dtype, given, modules)
    if "fault" in cell:
        return cell
    cell = with_limits(cell, case)
    return with_peers(cell, case) if 10_000 <= size <= HUGE else cell


def on_one_thread(case, size, dtype, given):
    """The same in a process whose engine has one thread."""
    what = json.dumps([case.name, size, dtype, vars(given)], default=str)
    child = subprocess.run([sys.executable, "-m", "numen.bench.fusion", what], text=True,
                           capture_output=True,
                           env={**child_environment(), "NUMEN_NUM_THREADS": "1"})
    if child.returncode:
        return {"case": case.name, "size": size, "dtype": dtype, "fault": child.stderr[-200:]}
    return json.loads(child.stdout)


def first_expression(module_name):
    """How much longer the first expression of a process takes than its tenth: the median of five
    processes.
    """
    def both(name):
        runs = [subprocess.run([sys.executable, "-c", TEN_TIMES, name], text=True, check=True,
                               capture_output=True, env=child_environment()) for _ in range(5)]
        times = [[float(x) for x in run.stdout.split()] for run in runs]
        return sorted(times, key=lambda found: found[0] - found[1])[2]
    (numpy_first, _, *wanted), (first, tenth, *found) = both("numpy"), both(module_name)
    return {"case": FIRST, "size": 1_000_000, "dtype": "float32",
            "error": relative_error(numpy.array(wanted), numpy.array(found)),
            "numpy_ms": round(numpy_first, 3), "numen_ms": round(first, 3),
            "milliseconds": round(first - tenth, 3), "ratio": round(first / numpy_first, 4),
            "bounds": {"milliseconds": 2.0, "error": 1e-5}}


def of_expressions(count):
    return f"of {count} expressions"


def summary(cells):
    """The geometric mean and the worst of the generated expressions."""
    ratios = [cell["ratio"] for cell in cells]
    shares = [cell["share_of_limit"] for cell in cells]
    name = of_expressions(len(cells))
    return ({"case": f"geometric mean {name}", "bounds": {"ratio": 0.333},
             "ratio": round(statistics.geometric_mean(ratios), 4),
             "share_of_limit": round(statistics.geometric_mean(shares), 4)},
            {"case": f"worst {name}", "ratio": max(ratios), "share_of_limit": min(shares),
             "bounds": {"ratio": 1.0}})


def run_generated(table, given, modules):
    """The rows of the generator, without peers, and their summary."""
    cells, planned = [], cells_of(generated_cases())
    table.plan(map(key_of, planned))
    table.plan({"case": f"{word} {of_expressions(len(planned))}"}
               for word in ("geometric mean", "worst"))
    for case, size, dtype in Progress(planned, cell_name):
        cell = large_calls.measured_cell(case, size, dtype, given, modules)
        table.add(cell if "fault" in cell else with_limits(cell, case))
        cells += [] if "fault" in cell else [table.cells[-1]]
    for cell in summary(cells) if cells else ():
        table.add(cell)


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    given = options.parser("fusion", __doc__).parse_args(argv)
    root = options.results_root(given)
    options.refuse_unknown(given.only, [
        *(case.name for case in FUSION + ONE_THREAD), FIRST, STOPPED, sum_alone.NAME, GENERATED])
    table = report.Table(COLUMNS)
    facts = report.circumstances("fusion", root)
    modules = options.modules(given.module)
    table.head()
    cells = cells_of(case for case in FUSION + ONE_THREAD
                     if options.wanted(case.name, given.only))
    table.plan(map(key_of, cells))
    table.plan({"case": name} for name in (FIRST, STOPPED, sum_alone.NAME)
               if options.wanted(name, given.only))
    for case, size, dtype in Progress(cells, cell_name):
        table.add(on_one_thread(case, size, dtype, given) if case in ONE_THREAD
                  else measured_cell(case, size, dtype, given, modules))
    if options.wanted(FIRST, given.only):
        table.add(first_expression(given.module))
    if options.wanted(STOPPED, given.only):
        table.add(interrupted(given.module))
    if options.wanted(sum_alone.NAME, given.only):
        for cell in sum_alone.cells(modules[1], given.quick):
            table.add(cell)
    if options.wanted(GENERATED, given.only):
        run_generated(table, given, modules)
    return report.finish("fusion", root, facts, table, given)


def child(what):
    """A row of ONE_THREAD, printed as JSON."""
    name, size, dtype, choices = json.loads(what)
    case = next(case for case in ONE_THREAD if case.name == name)
    given = argparse.Namespace(**choices)
    print(json.dumps(measured_cell(case, size, dtype, given, options.modules(given.module))))


if __name__ == "__main__":
    child(sys.argv[1])
