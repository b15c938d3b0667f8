"""Time the vector mathematics against NumPy, in nanoseconds per element.

    python tools/measure_speed.py [--functions exp,sin] [--sets v3,v4] [--sizes 20000,1000000]

Both write into an existing array; each figure is the best of several repeats. The column "numpy"
includes NumPy's overhead of one call, ours are the bare loops.
"""
import argparse
import ctypes
import tempfile
import time

import numpy as np

from measure_ulp import BINARY, FLAGS, UNARY, compile_library


def best_time(function, size):
    """Seconds of one call: the least mean over several groups of calls."""
    calls = max(1, 100_000 // size)
    best = np.inf
    for _ in range(12):
        start = time.perf_counter()
        for _ in range(calls):
            function()
        best = min(best, (time.perf_counter() - start) / calls)
    return best


def arguments_of(name, dtype, size):
    random = np.random.default_rng(3)
    if name in ("arcsin", "arccos", "arctanh"):
        first = random.uniform(-0.99, 0.99, size)
    elif name == "arccosh":
        first = random.uniform(1, 10, size)
    elif name in ("log", "log2", "log10", "log1p", "power"):
        first = random.uniform(0.1, 10, size)
    else:
        first = random.uniform(-10, 10, size)
    second = [random.uniform(-5, 5, size).astype(dtype)] if name in BINARY else []
    return [first.astype(dtype), *second]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--functions", default=",".join(UNARY + BINARY))
    parser.add_argument("--sets", default="v3,v4")
    parser.add_argument("--sizes", default="20000,1000000")
    options = parser.parse_args()
    sets = options.sets.split(",")
    sizes = [int(s) for s in options.sizes.split(",")]
    print(f"{'function':9}{'dtype':9}{'size':>8}" + "".join(f"{s:>8}" for s in sets)
          + f"{'numpy':>8}")
    with tempfile.TemporaryDirectory() as folder:
        libraries = {s: compile_library(folder, "measure_vector_math.cpp", s,
                                        [*FLAGS[s], f"-DNUMEN_ISA={s}"]) for s in sets}
        for name in options.functions.split(","):
            for dtype in ("float64", "float32"):
                for size in sizes:
                    print(f"{name:9}{dtype:9}{size:8}"
                          + "".join(f"{1e9 * t / size:8.2f}"
                                    for t in times(name, dtype, size, libraries)))


def times(name, dtype, size, libraries):
    """Yield seconds for every library, then for NumPy."""
    arguments = arguments_of(name, dtype, size)
    out = np.empty_like(arguments[0])
    pointers = [a.ctypes.data_as(ctypes.c_void_p) for a in (*arguments, out)]
    count = ctypes.c_int64(size)
    for library in libraries.values():
        if not hasattr(library, f"numen_{name}_f{out.itemsize * 8}"):
            return
        entry = getattr(library, f"numen_{name}_f{out.itemsize * 8}")
        yield best_time(lambda: entry(*pointers, count), size)
    if hasattr(np, name):
        function = getattr(np, name)
        with np.errstate(all="ignore"):
            yield best_time(lambda: function(*arguments, out=out), size)


if __name__ == "__main__":
    main()
