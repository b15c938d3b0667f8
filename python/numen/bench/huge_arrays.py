"""Times of an expression on arrays that do not fit into memory twice over: each module in processes
of its own, taking turns.
"""

import subprocess
import sys

from .children import child_environment
from .inputs import Inputs

PROGRAM = """
import importlib, sys, time
np = importlib.import_module(sys.argv[1])
best = float("inf")
for turn in range(3):
    exec(sys.argv[2])
    start = time.perf_counter()
    exec(sys.argv[3])
    last = float(r[(-1,) * r.ndim])
    best = min(best, time.perf_counter() - start)
    del r
print(best, last)
"""


def measured(case, size, dtype, modules, turns=2):
    """The fields of a row: milliseconds, ratio, and the difference of the last elements."""
    shape = Inputs(case, size, dtype).shape
    making = "; ".join(f"{name} = np.full({shape(name)}, {k + 1.5} + turn, '{dtype}')"
                       for k, name in enumerate(case.inputs))
    best, last = {}, {}
    for _ in range(turns):
        for module in modules:
            child = subprocess.run(
                [sys.executable, "-c", PROGRAM, module, making, f"r = {case.statement}"],
                capture_output=True, text=True, check=True, env=child_environment())
            seconds, last[module] = map(float, child.stdout.split())
            best[module] = min(best.get(module, seconds), seconds)
    first, second = (best[module] for module in modules)
    error = abs(last[modules[0]] - last[modules[1]]) / abs(last[modules[0]])
    return {"numpy_ms": round(1e3 * first, 3), "numen_ms": round(1e3 * second, 3),
            "ratio": round(second / first, 4), "error": error,
            "bounds": {"ratio": case.bound, "error": 1e-5, "memory_of_bound": 1.0}}
