"""Time sum, mean and standard deviation of one float32 array.

The three answers could be had from one pass over the data; computed one after the other they
read the array four times. For uniform numbers in [0, 1) the mean is 1/2 and the standard
deviation 1/sqrt(12) = 0.288675.

Usage: python reductions.py [largest size, default 6000]
"""

import sys
import time

import numpy as np


def moments(a):
    return np.sum(a), np.mean(a), np.std(a)


def best_time(size, rng, repeats=3):
    """Best of several runs, each on new data, and the last answers."""
    best = float("inf")
    for _ in range(repeats):
        a = rng.random((size, size), dtype=np.float32)
        start = time.perf_counter()
        answers = moments(a)
        best = min(best, time.perf_counter() - start)
    return best, answers, a


def main():
    largest = int(sys.argv[1]) if len(sys.argv) > 1 else 6000
    rng = np.random.default_rng(20251020)
    checksum = 0.0

    print(f"{'size':>6} {'sum':>14} {'mean':>12} {'std':>12}")
    for size in [s for s in (100, 500, 1000, 3000, 6000) if s < largest] + [largest]:
        seconds, (total, mean, deviation), a = best_time(size, rng)
        print(f"{size:6d} {total:14.2f} {mean:12.8f} {deviation:12.8f}")
        print(f"time {size:6d} {1e3 * seconds:10.3f} ms")
        checksum += float(mean) + float(deviation)

    print("first four rows of the last array")
    print("  mean", a.mean(axis=1)[:4])
    print("  std ", a.std(axis=1)[:4])
    print(f"checksum: {checksum!r}")


if __name__ == "__main__":
    main()
