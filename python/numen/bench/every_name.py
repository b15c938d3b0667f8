"""What the benchmarks of many calls share: their rows, rounds, and the table of the losers."""

import functools
import warnings

import numpy

from . import calls, options, report, verdicts
from .cases import cell_name, cells_of, key_of
from .progress import Progress
from .timing import Fault, Measurement, time_cell

COLUMNS = [
    ("name", "case", -22), ("n", "size", 7), ("dtype", "dtype", -8), ("numpy ns", "numpy_ns", 10),
    ("numen ns", "numen_ns", 10), ("ratio", "ratio", 6), ("of bound", "ratio_of_bound", 8),
    ("verdict", "verdict", -7), ("error", "error", 8),
]


def measured(cell, modules, given, endless=float("inf")):
    """The Measurement of a cell, or why there is none; large cells are timed pass by pass."""
    case, size, dtype = cell
    large = size >= 10_000
    repeats = 9 if case.rest else 5  # each is one pass
    try:
        with warnings.catch_warnings(), numpy.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            return time_cell(case, size, dtype, *modules, repeats=3 if given.quick else repeats,
                             seconds=0.001 if given.quick else 0.002, pool=2 if large else 8,
                             slow=0.03, endless=endless)
    except Fault as reason:
        return str(reason)


def row(cell, rounds, bound):
    """The table's row of one cell from its rounds."""
    case, size, dtype = cell
    result = {"case": case.name, "size": size, "dtype": dtype, "bound": bound,
              "group": case.group, "statement": case.statement}
    for reason in rounds:
        if isinstance(reason, str):
            return {**result, "fault": reason}
    figures = functools.reduce(Measurement.with_round, rounds).figures()
    if case.rest:  # the best of some passes would be one to which another woke the cores
        figures["ratio"] = round(figures["numen_median_ns"] / figures["numpy_median_ns"], 4)
    of_bound = round(figures["ratio"] / bound, 4)
    return {**result, **figures, "ratio_of_bound": of_bound,
            "bounds": {"ratio_of_bound": 1.0, "error": 1e-5}}


class Losers(report.Table):
    """Keeps every row and prints those that miss their bound."""

    def add(self, cell):
        self.judge(cell)
        if cell["verdict"] != verdicts.MET:
            print(self.line(self.entries(cell)), flush=True)


def judged(cell, bound, modules, given, **limits):
    """The row of a cell. One that misses its bound is measured again, twice, before it counts as
    lost: what disturbs the machine for a while spoils no cell. NumPy's times and ours are repeated
    alike.
    """
    rounds = [measured(cell, modules, given, **limits)]
    while len(rounds) < (2 if given.quick else 3) and verdicts.verdict(
            row(cell, rounds, bound)) == verdicts.MISSED:
        rounds.append(measured(cell, modules, given))
    return row(cell, rounds, bound)


def lost_names(table):
    return sorted({cell["case"] for cell in table.cells if cell["verdict"] != verdicts.MET})


def walk(name, kind, named, bound_of, given):
    """Time one call of each name of that kind of coverage; returns the exit code."""
    options.refuse_unknown(given.only, calls.public_names(kind))
    table = Losers(COLUMNS)
    facts = report.circumstances(name, given.root)
    modules = options.modules(given.module)
    wanted = [n for n in calls.public_names(kind) if options.wanted(n, given.only)]
    cells = cells_of(named[n] for n in wanted)
    table.plan(map(key_of, cells))
    table.head()
    for cell in Progress(cells, cell_name):
        table.add(judged(cell, bound_of(cell[0]), modules, given))
    lost = lost_names(table)
    remarks = [f"{len(wanted)} names, {len(lost)} with a cell above its bound: {' '.join(lost)}"]
    return report.finish(name, given.root, facts, table, given, remarks)
