"""What the machine allows, measured in the same run: its memory, the limit of expressions that move
more than they compute, and its products of matrices, the limit of what consists of them.
"""

import functools
import time

import numpy

from ..native import front  # noqa: F401 (the engine is loaded before anything is timed)


@functools.cache
def bytes_per_second(module, working_set):
    """How fast two arrays are added into a third, `working_set` bytes in all, best of some passes.

    The working set is rounded to a power of two, so that few are measured.
    """
    count = max(working_set // 12, 64)
    a, b = (module.array(numpy.full(count, x, "float32")) for x in (1.5, 2.5))
    out = module.empty(count, "float32")
    passes = max(1, (1 << 22) // count)
    best = float("inf")
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(passes):
            module.add(a, b, out=out)
        best = min(best, (time.perf_counter() - start) / passes)
    return 12 * count / best


def share_of_limit(module, moved_bytes, seconds, largest=1 << 30):
    """The time that moving so many bytes once would take, over the time it took.

    Beyond `largest` bytes memory is taken to be as fast as there.
    """
    working_set = 1 << max(moved_bytes - 1, 1).bit_length()
    return moved_bytes / bytes_per_second(module, min(working_set, largest)) / seconds


def floating_operations_per_second(products, orders=(1024, 2048, 3072), passes=5):
    """The rate of the quickest float64 product of large matrices: the best of some passes.

    `products` are functions (a, b) of NumPy's arrays, of all the BLAS that are here.
    """
    rng = numpy.random.default_rng(0)
    best = 0.0
    for n in orders:
        a, b = rng.standard_normal((2, n, n))
        for product in products:
            for _ in range(passes):
                start = time.perf_counter()
                product(a, b)
                best = max(best, 2 * n**3 / (time.perf_counter() - start))
    return best
