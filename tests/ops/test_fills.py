"""One value in every element: lengths on both sides of where a fill is made of copies."""

import numpy
import pytest

import numen
from numen.native import front

# Bytes written one by one, and of the longest copy (src/backends/cpu/element_moves.h).
FIRST, PIECE = 512, 2048
BYTES = sorted({edge + more for edge in (FIRST, 2 * FIRST, 3 * FIRST, PIECE, PIECE + FIRST,
                                         2 * PIECE, 3 * PIECE, 1 << 16, 1 << 20)
                for more in (-32, -16, 0, 16, 32)} | {0, 16, 32, 7 * PIECE + 176})
VALUES = {"?": [True, False], "i1": [-1, 7], "u2": [258, 257, 0], "i4": [-2, 0, 0x01020304],
          "f2": [1.5, -0.0], "f4": [numpy.nan, 0, 1], "i8": [-1, 0x0102030405060708, 1 << 56],
          "f8": [0, -0.0, 1.25], "c8": [1 + 2j, 0], "c16": [1 + 2j, 3, 3j, 0, 2 + 2j]}


@pytest.mark.parametrize("dtype", VALUES)
def test_as_numpy(dtype):
    for value in VALUES[dtype]:
        for size in BYTES:
            count = size // numpy.dtype(dtype).itemsize
            wanted = numpy.full(count, value, dtype)
            made = numen.full(count, value, dtype)
            assert made.tobytes() == wanted.tobytes(), (value, size)
            room = numpy.full(count + 2, 9, dtype)
            right = room.copy()
            front.wrap(room)[1:-1] = value
            right[1:-1] = value
            assert room.tobytes() == right.tobytes(), (value, size)


@pytest.mark.parametrize("dtype", VALUES)
def test_zeros_and_ones(dtype):
    for size in BYTES:
        count = size // numpy.dtype(dtype).itemsize
        for name in ("zeros", "ones"):
            used = numen.full(count, 1, dtype)  # leaves memory that is not zero
            del used
            made, wanted = getattr(numen, name)(count, dtype), getattr(numpy, name)(count, dtype)
            assert made.tobytes() == wanted.tobytes(), (name, size)
