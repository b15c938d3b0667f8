"""`numen bench formerly_slow`: operations once measured slower than NumPy's, over NumPy's time."""

from . import every_name, options, report
from .cases import cell_name, cells_of, key_of
from .progress import Progress
from .slow_cases import SLOW


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    name = "formerly_slow"
    given = options.parser(name, __doc__).parse_args(argv)
    given.root = options.results_root(given)
    options.refuse_unknown(given.only, [case.name for case in SLOW])
    table = report.Table(every_name.COLUMNS)
    facts = report.circumstances(name, given.root)
    modules = options.modules(given.module)
    cells = cells_of(case for case in SLOW if options.wanted(case.name, given.only))
    table.plan(map(key_of, cells))
    table.head()
    for cell in Progress(cells, cell_name):
        table.add(every_name.judged(cell, cell[0].bound, modules, given))
    lost = every_name.lost_names(table)
    remarks = [f"{len(lost)} operations with a cell above its bound: {'; '.join(lost)}"]
    return report.finish(name, given.root, facts, table, given, remarks)
