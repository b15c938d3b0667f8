"""Time one elementwise expression, a*b + sin(a) + cos(b), on square float32 arrays.

Written step by step it is five passes over memory and three temporaries; the arithmetic alone
would need one pass. The mean of the result is known: for uniform a and b in [0, 1) it is
1/4 + (1 - cos 1) + sin 1 = 1.55117.

Under `numen run` the program starts plain Python beside itself for each size, and prints the time
that NumPy takes there for the same expression on as many new arrays.

Usage: python fusion.py [largest size, default 4000] [--alone: without NumPy's times]
"""

import subprocess
import sys
import time

import numpy as np


def expression(a, b):
    return a * b + np.sin(a) + np.cos(b)


def best_time(size, rng, repeats=5):
    """Best of several runs, each on new data, and the last result."""
    best = float("inf")
    for _ in range(repeats):
        a = rng.random((size, size), dtype=np.float32)
        b = rng.random((size, size), dtype=np.float32)
        start = time.perf_counter()
        result = expression(a, b)
        corner = result[-1, -1]  # look at the result before stopping the clock
        best = min(best, time.perf_counter() - start)
    return best, result, corner


def numpys_time(size):
    """The same with NumPy, by this file in a process that `numen run` does not reach."""
    done = subprocess.run([sys.executable, __file__, "--time", str(size)], check=True,
                          stdout=subprocess.PIPE, text=True)
    return float(done.stdout)


def report(largest, rng, compare):
    """Print a line of checks and a line of times for each size."""
    expected = 0.25 + (1.0 - np.cos(1.0)) + np.sin(1.0)
    checksum = 0.0
    print("  size         mean   expected     smallest      largest       corner")
    for size in [s for s in (100, 500, 1000, 2000, 4000) if s < largest] + [largest]:
        seconds, result, corner = best_time(size, rng)
        mean = result.mean(dtype=np.float64)
        print(f"{size:6d} {mean:12.8f} {expected:10.5f} {result.min():12.8f} "
              f"{result.max():12.8f} {corner:12.8f}")
        line = f"time {size:6d} {1e3 * seconds:10.3f} ms"
        if compare:
            numpys = numpys_time(size)
            line += f"   NumPy {1e3 * numpys:10.3f} ms   NumPy / Numen {numpys / seconds:5.1f}"
        print(line)
        checksum += float(mean)
    print(f"checksum: {checksum!r}")


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    largest = int(words[0]) if words else 4000
    rng = np.random.default_rng(20251020)
    if "--time" in sys.argv:
        print(best_time(largest, rng)[0])
    else:
        report(largest, rng, "numen" in sys.modules and "--alone" not in sys.argv)


if __name__ == "__main__":
    main()
