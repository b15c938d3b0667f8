"""`numen bench linalg`: linear algebra, time beside error.

Times are for one matrix, of new matrices at every repeat, the libraries taking turns in a process
with one thread, in one with two, and in one with all for large matrices. Errors are relative, in
long double, of what the timed calls gave and of matrices of condition 1, 1e4, 1e8 and of half the
rank; up to 10 n u kappa a row is PASSED. Peers (SciPy, JAX, PyTorch) are timed where they are
installed, with one thread and with all.
"""

import os

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


def operator_tables(table, given, workers):
    """The tables of methods, printed as they come, and their cells."""
    tables = []
    for number in range(len(operators.FITS) + 1) if options.wanted(OPERATORS, given.only) else ():
        table.plan(operators.keys(number))
        found = workers["all"].ask({"what": "operators", "table": number})
        if "absent" in found:
            print(found["absent"])
            continue
        others = workers[1].ask({"what": "operators of peers", "table": number})
        if "absent" not in others:
            found = operators.with_best_threads(found, others)
        found["columns"] = operators.COLUMNS
        print("\n" + operators.page(found), flush=True)
        for cell in operators.cells(found):
            table.add(cell)
        tables.append(found)
    return tables


def other_threads(row):
    """With how many more threads the peers of a row are timed: one and all are wanted."""
    wanted = () if not row.peers else (1,) if row.threads == ("all",) else ("all",)
    return [threads for threads in wanted if threads == 1 or os.cpu_count() > max(row.threads)]


def fill(table, given, workers):
    """Measures the rows that are wanted; returns the rate of products where one was needed."""
    rate = None
    wanted = [pair for pair in enumerate(targets.rows())
              if options.wanted(pair[1].name, given.only)]
    for number, row in Progress(wanted, lambda pair: pair[1].name):
        if row.threads == ("all",) and rate is None and row.question == "matmul":
            rate = workers["all"].ask({"what": "products"})["rate"]
        table.plan(cells.keys(row))
        parts = [workers[threads].ask({"what": "row", "row": number}) for threads in row.threads]
        of_peers = [workers[threads].ask({"what": "peers", "row": number})
                    for threads in other_threads(row)]
        for cell in cells.of(row, parts, rate, of_peers):
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
        tables = operator_tables(table, given, workers)
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
