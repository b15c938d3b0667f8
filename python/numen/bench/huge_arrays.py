"""Times of an expression on arrays that do not fit into memory twice over: each module in processes
of its own, taking turns.
"""

import subprocess
import sys

import numpy

from .children import child_environment
from .inputs import Inputs
from .timing import relative_error

PROGRAM = """
import importlib, sys, time
import numpy
np = importlib.import_module(sys.argv[1])
best = float("inf")
for turn in range(3):
    exec(sys.argv[2])
    start = time.perf_counter()
    exec(sys.argv[3])
    r[(-1,) * r.ndim]
    best = min(best, time.perf_counter() - start)
    values = numpy.asarray(r)
    found = values.min(), values.max()  # which are no numbers where one is none
    alike = values.dtype.str, *values.shape
    del r, values
print(best, *map(float, found), *alike)
"""


def error_between(wanted, given):
    """Of two lists of words: the least and the greatest value, the type, the extents."""
    if wanted[2:] != given[2:]:
        return float("inf")
    return relative_error(*(numpy.array(found[:2], "f8") for found in (wanted, given)))


def measured(case, size, dtype, modules, turns=2):
    """The fields of a row: milliseconds, ratio, and the difference of the results of the last turn:
    all their elements are the same, the least and the greatest are compared.
    """
    shape = Inputs(case, size, dtype).shape
    making = "; ".join(f"{name} = np.full({shape(name)}, {k + 1.5} + turn, '{dtype}')"
                       for k, name in enumerate(case.inputs))
    best, found = {}, {}
    for _ in range(turns):
        for module in modules:
            child = subprocess.run(
                [sys.executable, "-c", PROGRAM, module, making, f"r = {case.statement}"],
                capture_output=True, text=True, check=True, env=child_environment())
            seconds, *found[module] = child.stdout.split()
            best[module] = min(best.get(module, float("inf")), float(seconds))
    first, second = (best[module] for module in modules)
    error = error_between(*(found[module] for module in modules))
    return {"numpy_ms": round(1e3 * first, 3), "numen_ms": round(1e3 * second, 3),
            "ratio": round(second / first, 4), "error": error,
            "bounds": {"ratio": case.bound, "error": 1e-5, "memory_of_bound": 1.0}}
