"""`numen bench small_calls`: calls on 1, 10, 100 and 1,000 elements, Numen's time over NumPy's."""

import functools

from . import calls, cases, every_name, options, report, verdicts
from .progress import Progress
from .timing import Fault, Measurement, time_cell

COLUMNS = [
    ("case", "case", -22), ("n", "size", 5), ("dtype", "dtype", -8), ("numpy ns", "numpy_ns", 9),
    ("numen ns", "numen_ns", 9), ("ratio", "ratio", 6), ("bound", "bound", 5),
    ("verdict", "verdict", -7), ("error", "error", 8),
]
GROUP_BOUND, GROUP_SHARE = 0.7, 0.5


def measured(cell, modules, quick):
    """The cell's Measurement, or the reason why the module under test has none."""
    case, size, dtype = cell
    try:
        return time_cell(case, size, dtype, *modules, repeats=5 if quick else 11,
                         seconds=0.002 if quick else 0.004)
    except Fault as reason:
        return str(reason)


def row(cell, rounds):
    """The table's row of one cell from the measurements of its rounds."""
    case, size, dtype = cell
    bound = case.bound_at(size)
    result = {"case": case.name, "size": size, "dtype": dtype, "bound": bound,
              "group": case.group, "statement": case.statement_for(size, dtype)}
    for reason in rounds:
        if isinstance(reason, str):
            return {**result, "fault": reason}
    # A wrong answer is a miss whatever its time: 1e-5 is far above the rounding of float32.
    figures = functools.reduce(Measurement.with_round, rounds).figures()
    return {**result, **figures, "bounds": {"ratio": bound, "error": 1e-5}}


def group_remark(cells):
    """How many rows of the group stay below the tighter bound in all their cells of 1 to 100."""
    rows = {}
    for cell in cells:
        if cell["group"] and cell["size"] < 1000:
            below = cell.get("ratio", 9.0) <= GROUP_BOUND
            rows[cell["case"]] = rows.get(cell["case"], True) and below
    if not rows:
        return []
    holding = sum(rows.values())
    word = verdicts.MET if holding >= GROUP_SHARE * len(rows) else verdicts.MISSED
    return [f"indexing and creation: {holding} of {len(rows)} cases <= {GROUP_BOUND} in every cell "
            f"of 1 to 100 elements (half wanted): {word}"]


def run(given):
    options.refuse_unknown(given.only, [case.name for case in cases.SMALL_CALLS])
    table = report.Table(COLUMNS)
    facts = report.circumstances("small_calls", given.root)
    modules = options.modules(given.module)
    cells = cases.cells_of(case for case in cases.SMALL_CALLS
                           if options.wanted(case.name, given.only))
    # Rounds over the whole table, so that what disturbs the machine for a while spoils no cell.
    rounds = 1 if given.quick else 3
    table.plan(map(cases.key_of, cells))
    measurements = {}
    for cell in Progress(cells * rounds, cases.cell_name):
        taken = measurements.setdefault(cell, [])
        taken.append(measured(cell, modules, given.quick))
        if len(taken) == rounds:
            if not table.cells:
                table.head()
            table.add(row(cell, taken))
    remarks = group_remark(table.cells)
    code = report.finish("small_calls", given.root, facts, table, given, remarks)
    return 1 if given.check and any(verdicts.MISSED in line for line in remarks) else code


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    parser = options.parser("small_calls", __doc__)
    parser.add_argument("--all", action="store_true",
                        help="a call of every native public function; prints those above their "
                             "bound, --json writes small_calls_all")
    given = parser.parse_args(argv)
    given.root = options.results_root(given)
    if not given.all:
        return run(given)
    return every_name.walk("small_calls_all", "native", calls.all_cases(calls.SMALL),
                           lambda case: calls.BOUNDS[case.group], given)
