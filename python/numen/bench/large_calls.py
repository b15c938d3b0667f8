"""`numen bench large_calls`: single operations on large arrays, with time and peak memory."""

from . import cases, memory, options, report
from .inputs import Inputs
from .progress import Progress
from .timing import Fault, time_cell

COLUMNS = [
    ("case", "case", -12), ("n", "size", 9), ("dtype", "dtype", -8), ("numpy ms", "numpy_ms", 9),
    ("numen ms", "numen_ms", 9), ("ratio", "ratio", 6), ("numpy MB", "numpy_MB", 8),
    ("numen MB", "numen_MB", 8), ("of allowed", "memory_of_bound", 10),
    ("verdict", "verdict", -7), ("error", "error", 8),
]


def peak_memory(case, size, dtype, module):
    """Peaks in MB of a process that computes the statement once, and ours over the allowed one."""
    inputs = Inputs(case, size, dtype)
    making = "; ".join(
        f"{name} = np.full({inputs.shape(name)}, {k + 1.5}, '{inputs.dtype_of(name)}')"
        for k, name in enumerate(case.inputs))
    statement = case.statement if "r = " in case.statement else f"r = {case.statement}"
    source = f"{making}; {statement}; last = r[-1] if getattr(r, 'ndim', 0) else r"
    numpy_peak = memory.peak_bytes("numpy", source)
    numen_peak = memory.peak_bytes(module, source)
    return {"numpy_MB": round(numpy_peak / 1e6, 1), "numen_MB": round(numen_peak / 1e6, 1),
            "memory_of_bound": round(numen_peak / memory.allowed_bytes(numpy_peak), 4)}


def measured_cell(case, size, dtype, given, modules):
    cell = {"case": case.name, "size": size, "dtype": dtype}
    try:
        # One pass over two input sets: every array that is timed was made for this repeat.
        times = time_cell(case, size, dtype, *modules, repeats=4 if given.quick else 9,
                          seconds=0, pool=2).figures()
        peaks = peak_memory(case, size, dtype, given.module)
    except (Fault, RuntimeError) as reason:
        return {**cell, "fault": str(reason)}
    milliseconds = {key.replace("_ns", "_ms"): round(value / 1e6, 5)
                    for key, value in times.items() if key.endswith("_ns")}
    bounds = {"ratio": case.bound, "error": 1e-5, "memory_of_bound": 1.0}
    return {**cell, **milliseconds, "ratio": times["ratio"], "error": times["error"], **peaks,
            "bounds": bounds}


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    name = "large_calls"
    given = options.parser(name, __doc__).parse_args(argv)
    given.root = options.results_root(given)
    options.refuse_unknown(given.only, [case.name for case in cases.LARGE_CALLS])
    table = report.Table(COLUMNS)
    facts = report.circumstances(name, given.root)
    modules = options.modules(given.module)
    cells = cases.cells_of(case for case in cases.LARGE_CALLS
                           if options.wanted(case.name, given.only))
    table.plan(map(cases.key_of, cells))
    table.head()
    for cell in Progress(cells, cases.cell_name):
        table.add(measured_cell(*cell, given, modules))
    return report.finish(name, given.root, facts, table, given)

