"""`numen bench sweep`: every native name and operator, over sizes, dtypes and layouts, after work
and after rest, Numen's time over NumPy's.

All cells take many hours; --sample measures so many of them, drawn at random: others at every
commit, the same by --seed. A cell above the bound is measured twice more before it counts. Cells
that NumPy refuses do not exist.
"""

import dataclasses
import random
import warnings
from collections import Counter

import numpy

from . import calls, every_name, options, report, verdicts
from .cases import key_of
from .inputs import Inputs
from .operators import operator_cases
from .progress import Progress
from .timing import TooLong, compiled_loop

BOUND = 1.05
# Between the powers of ten lie the thresholds: of recording, of the memo of moments, of starting.
SIZES = (1, 7, 100, 1_000, 8_191, 16_384, 16_385, 32_769, 100_003, 1_048_576, 1_048_577,
         10_000_000)
DTYPES = ("bool", "uint8", "int32", "int64", "float32", "float64", "complex128")
REST = 0.2
LAYOUTS = ("contiguous", "strided")
LARGEST_OF_LINALG = 300_000  # a matrix of about 550 x 550: the rest is in `numen bench linalg`
LONGEST = 2.0  # seconds of a call
COLUMNS = [*every_name.COLUMNS[:3], ("layout", "layout", -10), ("after", "after", -5),
           *every_name.COLUMNS[3:]]


def all_cases():
    """The cases of every native name and of every operator, for all dtypes."""
    named = calls.all_cases(SIZES)
    native = [dataclasses.replace(named[name], dtypes=DTYPES)
              for name in calls.public_names("native")]
    return [*native, *operator_cases(SIZES, DTYPES)]


def all_cells():
    """(case, size, dtype) of all cells, the layout and the rest being the case's."""
    for case in all_cases():
        for strided in (False, True):
            for rest in (0.0, REST):
                variant = dataclasses.replace(case, strided=strided, rest=rest)
                for size in SIZES:
                    if case.name.startswith("linalg.") and size > LARGEST_OF_LINALG:
                        continue
                    yield from ((variant, size, dtype) for dtype in DTYPES)


def is_refused(cell):
    """Does NumPy refuse the statement for this dtype, or have no such inputs?"""
    case, size, dtype = cell
    try:
        with warnings.catch_warnings(), numpy.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            inputs = Inputs(case, min(size, 10), dtype)
            loop = compiled_loop(case.statement, case.inputs, numpy)
            loop(inputs.pool(numpy, [inputs.draw()]), 1, float, lambda r: None)
    except (TypeError, ValueError, IndexError, OverflowError, numpy.linalg.LinAlgError):
        return True
    return False


def described(cell):
    case, size, dtype = cell
    return {"layout": LAYOUTS[case.strided], "after": "rest" if case.rest else "work"}


def cell_name(cell):
    case, size, dtype = cell
    return f"{case.name} {size} {dtype} {' '.join(described(cell).values())}"


def row_of(cell, modules, given):
    """The cell's row, None where a call takes too long."""
    try:
        return every_name.judged(cell, BOUND, modules, given, endless=LONGEST)
    except TooLong:
        return None


def remarks_on(table, left_out):
    """The names that lose, those with the most cells first, and what was not measured."""
    lost = Counter(cell["case"] for cell in table.cells if cell["verdict"] != verdicts.MET)
    listed = "; ".join(f"{name} ({count})" for name, count in lost.most_common())
    return [f"{len(table.cells)} cells, {sum(lost.values())} above {BOUND}, of {len(lost)} names: "
            f"{listed}", f"{left_out} cells left out: a call takes more than {LONGEST:.0f} s"]


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    name = "sweep"
    parser = options.parser(name, __doc__)
    parser.add_argument("--sample", type=int, metavar="N", help="so many cells, drawn at random")
    parser.add_argument("--seed", type=int, help="of --sample (default: by the commit)")
    given = parser.parse_args(argv)
    given.root = options.results_root(given)
    options.refuse_unknown(given.only, [case.name for case in all_cases()])
    cells = [cell for cell in all_cells() if options.wanted(cell[0].name, given.only)]
    facts = report.circumstances(name, given.root)
    if given.sample is not None:
        seed = facts["commit"] if given.seed is None else given.seed
        cells = random.Random(seed).sample(cells, min(given.sample, len(cells)))
    table = every_name.Losers(COLUMNS)
    modules = options.modules(given.module)
    table.head()
    left_out = 0
    there = [cell for cell in cells if not is_refused(cell)]
    table.plan({**key_of(cell), **described(cell)} for cell in there)
    for cell in Progress(there, cell_name):
        row = row_of(cell, modules, given)
        if row is None:
            table.drop({**key_of(cell), **described(cell)})
            left_out += 1
        else:
            table.add({**row, **described(cell)})
    return report.finish(name, given.root, facts, table, given, remarks_on(table, left_out),
                         more={"drawn": len(cells), "refused": len(cells) - len(there),
                               "left_out": left_out})
