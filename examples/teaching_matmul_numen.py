"""Time float32 matrix products with whichever array module is passed in.

A teaching program: the function takes the array module, makes one product to warm up, and then
times ten products of two 2000 x 2000 matrices. The products themselves are thrown away.

Usage: python teaching_matmul_numen.py [size, default 2000]
"""

import sys
import time

import numen as np


def benchmark_matmul(xp, size=2000, iterations=10):
    """Average time of one float32 product, in milliseconds."""
    rng = xp.random.default_rng(0)
    a = rng.standard_normal((size, size)).astype(xp.float32)
    b = rng.standard_normal((size, size)).astype(xp.float32)

    _ = a @ b  # warm-up

    start = time.perf_counter()
    for _ in range(iterations):
        _ = a @ b
    return 1e3 * (time.perf_counter() - start) / iterations


def trace_of_product(xp, size):
    """tr(A A') computed through the product, and as the sum of squares that it must equal."""
    a = xp.random.default_rng(1).standard_normal((size, size)).astype(xp.float32)
    through_product = xp.trace(a @ a.T, dtype=xp.float64)
    direct = xp.sum(a * a, dtype=xp.float64)
    return float(through_product), float(direct)


def main():
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    milliseconds = benchmark_matmul(np, size)
    print(f"float32 product of {size} x {size} matrices, average of 10")
    print(f"time {milliseconds:.2f} ms, {2e-6 * size**3 / milliseconds:.1f} GFLOP/s")

    through_product, direct = trace_of_product(np, size)
    print(f"trace of A A' = {through_product:.9g}, sum of squares of A = {direct:.9g}")
    print(f"checksum: {through_product!r}")


if __name__ == "__main__":
    main()
