"""`numen bench linalg`: linear algebra, time beside error.

Times are for one matrix, of new matrices at every repeat, the libraries taking turns in a process
with one thread, in one with two, and in one with all for large matrices. Errors are relative, in
long double, of the timed matrices and of such of condition 1, 1e4, 1e8 and of half the rank; up to
10 n u kappa a row is PASSED. Peers (SciPy, JAX, PyTorch) are timed where they are installed.
"""

from .. import options, report
from ..progress import Progress
from . import cells, operators, page, targets
from .worker import Worker

COLUMNS = [
    ("question", "case", -32), ("n", "size", 6), ("dtype", "dtype", -7), ("batch", "batch", 7),
    ("numpy ns", "numpy_ns", 9), ("numen ns", "numen_ns", 9), ("ratio", "ratio", 6),
    ("bound", "bound", 6), ("to peer", "ratio_to_best_peer", 7), ("to best", "ratio_to_best", 7),
    ("error", "error", 8), ("at 1", "error_1", 8), ("at 1e4", "error_1e4", 8),
    ("at 1e8", "error_1e8", 8), ("deficient", "error_deficient", 9),
    ("of bound", "error_over_bound", 8), ("numpy's", "numpy_over_bound", 7),
    ("jax's", "jax_over_bound", 7), ("torch's", "torch_over_bound", 7), ("status", "status", -6),
    ("numpy MB", "numpy_MB", 8), ("numen MB", "numen_MB", 8), ("verdict", "verdict", -7),
]
OPERATORS = "operators"  # what --only calls the tables of methods


def operator_tables(given, worker):
    """The tables of methods, printed as they come."""
    tables = []
    if options.wanted(OPERATORS, given.only):
        for number in range(len(operators.FITS) + 1):
            table = worker.ask({"what": "operators", "table": number})
            if "absent" in table:
                print(table["absent"])
                continue
            table["columns"] = operators.COLUMNS
            print("\n" + operators.page(table), flush=True)
            tables.append(table)
    return tables


def fill(table, given, workers):
    """Measures the rows that are wanted; returns the rate of products where one was needed."""
    rate = None
    wanted = [pair for pair in enumerate(targets.rows())
              if options.wanted(pair[1].name, given.only)]
    for number, row in Progress(wanted, lambda pair: pair[1].name):
        if row.threads == ("all",) and rate is None and row.question == "matmul":
            rate = workers["all"].ask({"what": "products"})["rate"]
        parts = [workers[threads].ask({"what": "row", "row": number}) for threads in row.threads]
        for cell in cells.of(row, parts, rate):
            table.add(cell)
    return rate


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    given = options.parser("linalg", __doc__).parse_args(argv)
    given.root = options.results_root(given)
    options.refuse_unknown(given.only, [*(row.name for row in targets.rows()), OPERATORS])
    table = report.Table(COLUMNS)
    facts = report.circumstances("linalg", given.root)
    facts |= {name: version for name in ("scipy", "jax", "torch", "cupy")
              if (version := report.version_of(name))}
    workers = {threads: Worker(threads, given.module, given.quick) for threads in (1, 2, "all")}
    try:
        table.head()
        rate = fill(table, given, workers)
        tables = operator_tables(given, workers["all"])
    finally:
        for worker in workers.values():
            worker.end()
    if rate:
        facts["gigaflops_of_products"] = round(rate / 1e9, 1)
    sections = "\n".join(operators.page(one) for one in tables)
    code = report.finish("linalg", given.root, facts, table, given, more={"tables": tables},
                         sections=sections)
    if given.json:
        page.write(report.folder_of(given.root, facts), "linalg", facts, table, tables)
    return code
