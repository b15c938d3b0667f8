"""`numen bench fused_loops`: recorded expressions against loops that fuse them, written by hand.

The loops are in benchmarks/fused_loops; they share the threads and the vector functions of the
kernels. Both sides have run over their arrays once before the clock starts, and write into an
array that is there already; recording, grouping and all that Python does (1 to 2 us an operation)
are on Numen's side.
"""

import ctypes
import os
import time

import numpy

from . import options, report
from .loops import built_loops, pointer
from .progress import Progress
from .timing import Fault, is_pending, relative_error

COLUMNS = [
    ("case", "case", -32), ("n", "size", 8), ("dtype", "dtype", -7), ("threads", "threads", 7),
    ("loop ms", "loop_ms", 8), ("numen ms", "numen_ms", 8), ("ratio", "ratio_to_loop", 6),
    ("verdict", "verdict", -7), ("error", "error", 8),
]
SIZES = (1_000_000, 10_000_000)
ROW = 1000  # elements of the rows that `rows` subtracts and multiplies by
BLACK_SCHOLES = "; ".join((
    "n = lambda d: 1 / (1 + np.exp(-1.702 * d))",
    "price = lambda spot, strike, d1: np.subtract(spot * n(d1), strike * 0.951 * n(d1 - 0.25))",
    "call = lambda spot, strike: price(spot, strike, (np.log(spot / strike) + 0.0625) / 0.25)",
    "r[...] = call(50 * a, 50 * b)",
))
SCALED_SUM = "np.subtract((a * b + c) * 0.5, a, out=r)"
# Name, element type, statement, the loop's function.
CASES = (
    ("a*b + c", "float32", "np.add(a * b, c, out=r)", "multiply_add"),
    ("(a*b + c)*0.5 - a", "float32", SCALED_SUM, "scaled_sum_single"),
    ("(a*b + c)*0.5 - a", "float64", SCALED_SUM, "scaled_sum_double"),
    ("(a*b + c)*3 - a", "int64", "np.subtract((a * b + c) * 3, a, out=r)", "integers"),
    ("a polynomial of degree 5", "float32",
     "np.add(((((0.1 * a + 0.2) * a + 0.3) * a + 0.4) * a + 0.5) * a, 0.6, out=r)", "polynomial"),
    ("sqrt(a*a + b*b)", "float64", "np.sqrt(a * a + b * b, out=r)", "length"),
    ("minimum(maximum(a*b, 0.5), 1.5) - c", "float32",
     "np.subtract(np.minimum(np.maximum(a * b, 0.5), 1.5), c, out=r)", "clipped"),
    ("(a - row)*row + 0.25", "float32",
     f"np.add((a.reshape(-1, {ROW}) - b[:{ROW}]) * c[:{ROW}], 0.25, out=r.reshape(-1, {ROW}))",
     "rows"),
    ("a*b + sin(a) + cos(b)", "float32", "np.add(a * b + np.sin(a), np.cos(b), out=r)", "waves"),
    ("exp(-0.5*a*a)*b + 0.25", "float64", "np.add(np.exp(-0.5 * a * a) * b, 0.25, out=r)", "bell"),
    ("Black-Scholes", "float64", BLACK_SCHOLES, "black_scholes"),
    ("sum((a-b)**2)", "float32", "r[0] = ((a - b) ** 2).sum()", "sum_of_squares"),
)


def statement_function(statement, module):
    """The statement as a function of the arrays a, b, c, which writes into r."""
    scope = {"np": module}
    exec(f"def run(a, b, c, r):\n    {statement}\n", scope)
    return scope["run"]


def drawn(rng, size, dtype):
    if dtype == "int64":
        return rng.integers(1, 10, size)
    return rng.random(size, dtype=dtype) + numpy.dtype(dtype).type(0.5)


def seconds(call, passes, result):
    """Of one call; Fault where `result` was left to be computed."""
    call()
    start = time.perf_counter()
    for _ in range(passes):
        call()
    taken = time.perf_counter() - start
    if is_pending(result):
        raise Fault("unread: the result was not computed when the clock stopped")
    return taken / passes


def best_times(case, size, module, loops, repeats):
    """The best seconds of the loop and of Numen, interleaved on new data, and the error."""
    _, dtype, statement, function = case
    run, loop = statement_function(statement, module), getattr(loops, function)
    rng = numpy.random.default_rng(size)
    is_sum = function == "sum_of_squares"
    plain_result = numpy.zeros(1 if is_sum else size, dtype)
    result = module.zeros(1 if is_sum else size, dtype)
    passes, best, error = max(1, 3_000_000 // size), [float("inf")] * 2, 0.0
    for repeat in range(repeats):
        plain = [drawn(rng, size, dtype) for _ in range(3)]
        given = [module.array(x) for x in plain]
        pointers = (ctypes.c_void_p * 3)(*(x.ctypes.data for x in plain))
        place = pointer(plain_result)
        calls = [lambda: loop(pointers, place, ctypes.c_int64(size)), lambda: run(*given, result)]
        for side in (0, 1) if repeat % 2 else (1, 0):
            best[side] = min(best[side], seconds(calls[side], passes, result))
        error = max(error, relative_error(plain_result, numpy.array(result)))
    return *best, error


def measured_cell(case, size, threads, module, loops, given):
    loops.numen_set_threads(threads)
    cell = {"case": case[0], "size": size, "dtype": case[1], "threads": threads}
    try:
        loop, numen, error = best_times(case, size, module, loops, 5 if given.quick else 11)
    except Exception as reason:  # there is no other library that could refuse
        return {**cell, "fault": f"{type(reason).__name__}: {reason}"}
    bounds = {"ratio_to_loop": 1.5, "error": 1e-6 if case[3] == "sum_of_squares" else 0.0}
    return {**cell, "loop_ms": round(1e3 * loop, 4), "numen_ms": round(1e3 * numen, 4),
            "ratio_to_loop": round(numen / loop, 4), "error": error, "bounds": bounds}


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    given = options.parser("fused_loops", __doc__).parse_args(argv)
    root = given.root = options.results_root(given)
    options.refuse_unknown(given.only, [case[0] for case in CASES])
    module = options.modules("numen")[1]
    loops = built_loops()
    table = report.Table(COLUMNS)
    facts = report.circumstances("fused_loops", root)
    table.head()
    cells = [(case, size, threads) for case in CASES if options.wanted(case[0], given.only)
             for size in SIZES for threads in sorted({1, os.cpu_count()})]
    table.plan({"case": case[0], "size": size, "dtype": case[1], "threads": threads}
               for case, size, threads in cells)
    for case, size, threads in Progress(cells, lambda cell: f"{cell[0][0]} {cell[1]}"):
        table.add(measured_cell(case, size, threads, module, loops, given))
    return report.finish("fused_loops", root, facts, table, given)
