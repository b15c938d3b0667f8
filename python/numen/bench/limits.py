"""What the machine allows, measured in the same run by loops written by hand: its memory, the limit
of expressions that move more than they compute, and its multiplications and additions, the limit of
matrix products.
"""

import ctypes
import functools
import time

import numpy

from . import loops

LINE = 64  # bytes
PIECE = 1024  # elements of which a loop with streaming stores takes whole pieces
REPEATS = 7


def aligned(count, value):
    """Numbers that begin with a line of the caches."""
    memory = numpy.empty(4 * count + LINE, "u1")
    first = -memory.ctypes.data % LINE
    found = memory[first:first + 4 * count].view("float32")
    found[:] = value
    return found


def best_seconds(call, passes, repeats=REPEATS):
    """The best time of a call."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        for _ in range(passes):
            call()
        best = min(best, (time.perf_counter() - start) / passes)
    return best


def adders(a, b, out):
    """Calls of the loops that add two arrays into a third."""
    built, places = loops.built_loops(), [loops.pointer(x) for x in (a, b, out)]
    yield lambda: built.add_arrays(*places, ctypes.c_int64(out.size))
    if out.size % PIECE == 0:
        yield lambda: built.add_arrays_past_caches(*places, ctypes.c_int64(out.size))


@functools.cache
def bytes_per_second(working_set, adders=adders):
    """How fast two arrays are added into a third, `working_set` bytes in all, by the best of the
    calls that adders(a, b, out) gives.

    The working set is a power of two, so that few are measured.
    """
    count = max(working_set // 12, 64)
    count -= count % PIECE if count > PIECE else 0
    a, b, out = (aligned(count, value) for value in (1.5, 2.5, 0.0))
    passes = max(1, (1 << 22) // count)
    return 12 * count / min(best_seconds(call, passes) for call in adders(a, b, out))


def rounded(moved_bytes, largest):
    """The working set that stands for so many bytes: a power of two, `largest` at most."""
    return min(1 << max(moved_bytes - 1, 1).bit_length(), largest)


def share_of_limit(moved_bytes, seconds, largest=1 << 30, adders=adders):
    """The time that moving so many bytes once would take, over the time it took.

    Beyond `largest` bytes memory is taken to be as fast as there.
    """
    return moved_bytes / bytes_per_second(rounded(moved_bytes, largest), adders) / seconds


@functools.cache
def floating_operations_per_second(count=1 << 13):
    """The rate at which tiles in the first cache are multiplied, by all threads, in float64."""
    built = loops.built_loops()
    rows, columns, depth = built.tile_rows(), built.tile_columns(), built.tile_depth()
    turns = built.tile_turns()
    rng = numpy.random.default_rng(0)
    a, b = rng.standard_normal((depth, rows)), rng.standard_normal((depth, columns))
    sums = numpy.empty(count)
    places = [loops.pointer(x) for x in (a, b, sums)]
    taken = best_seconds(lambda: built.multiply_tiles(*places, ctypes.c_int64(count)), 1)
    if not numpy.allclose(sums, turns * (a.T @ b).sum()):
        raise AssertionError("numen bench: the tiles' products are wrong")
    return 2 * rows * columns * depth * turns * count / taken
