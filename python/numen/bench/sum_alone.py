"""What the moments memo costs a sum that nobody follows up: its time over that of a sum without."""

import time

import numpy

from ..native import front
from .timing import relative_error

SIZES, DTYPES = (1_000_000, 10_000_000, 100_000_000), ("float32", "float64")
NAME = "sum over sum without the memo"


def sum_milliseconds(x, value, remembers):
    """(milliseconds, the sum) of an array that has just been written to."""
    front.set_remembering(remembers)
    x[0] = value
    start = time.perf_counter()
    total = x.sum()
    return 1e3 * (time.perf_counter() - start), total


def cell(module, size, dtype, repeats):
    """The best of some sums in turn, with the memo and without it."""
    x = module.array(numpy.random.default_rng(0).random(size, dtype=dtype))
    best = {True: float("inf"), False: float("inf")}
    try:
        for repeat in range(repeats):
            for remembers in ((True, False) if repeat % 2 else (False, True)):
                taken, total = sum_milliseconds(x, repeat, remembers)
                best[remembers] = min(best[remembers], taken)
        error = relative_error(numpy.asarray(x).sum(dtype=dtype), total)
    finally:
        front.set_remembering(True)
    return {"case": NAME, "size": size, "dtype": dtype, "numen_ms": round(best[True], 5),
            "without_ms": round(best[False], 5), "ratio": round(best[True] / best[False], 4),
            "error": error, "bounds": {"ratio": 1.05, "error": 1e-5}}


def cells(module, quick):
    """A cell for each size and type; as many repeats as take a fraction of a second."""
    for size in SIZES:
        for dtype in DTYPES:
            repeats = max(8 if quick else 20, 100_000_000 // size)
            yield cell(module, size, dtype, repeats)
