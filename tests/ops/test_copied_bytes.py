"""Long copies between places that lie anywhere in their pages (src/array/copy_bytes.h)."""

import numpy
import pytest

import numen
from numen.native import front

PIECE, NEAREST, PAGE = 2048, 31, 4096
LENGTHS = (PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 1, 3 * PIECE + 5, 20000)
STEPS = (0, 1, 8, 16, NEAREST - 1, NEAREST, NEAREST + 1, 64, 1000, PAGE - 1, PAGE, PAGE + 1,
         PAGE + 8)
RANDOM = numpy.random.default_rng(7)


def _page(size):
    """Random bytes that begin at the beginning of a page."""
    room = RANDOM.integers(0, 256, size + PAGE, numpy.uint8)
    return room[-room.ctypes.data % PAGE:][:size]


@pytest.mark.parametrize("length", LENGTHS)
def test_between_two_arrays(length):
    source = _page(length)
    for step in STEPS:
        target = _page(length + 2 * PAGE)
        wanted = target.copy()
        wanted[step : step + length] = source.tolist()
        front.wrap(target)[step : step + length] = front.wrap(source)
        assert target.tobytes() == wanted.tobytes(), step


@pytest.mark.parametrize("length", LENGTHS)
def test_within_one_array(length):
    for step in STEPS:
        for to, start in ((step, 0), (0, step)):
            room = _page(length + 2 * PAGE)
            before = room.tobytes()
            wanted = before[:to] + before[start : start + length] + before[to + length :]
            array = front.wrap(room)
            array[to : to + length] = array[start : start + length]
            assert room.tobytes() == wanted, (to, start)


@pytest.mark.parametrize("dtype", ("u1", "i2", "f4", "f8", "c16"))
def test_joined(dtype):
    itemsize = numpy.dtype(dtype).itemsize
    for length in LENGTHS:
        long = _page(length // itemsize * itemsize).view(dtype)
        for step in (0, 1, 8 // min(8, itemsize), 16 // itemsize, 32 // itemsize):
            short = RANDOM.integers(0, 100, step).astype(dtype)
            for pieces in ((short, long), (long, short, long)):
                joined = numen.concatenate([front.wrap(piece) for piece in pieces])
                assert joined.tobytes() == b"".join(piece.tobytes() for piece in pieces)


def test_what_is_kept_when_an_array_grows():
    for length in (*LENGTHS, 1 << 20, (1 << 22) + 12345):
        bytes_ = RANDOM.integers(0, 256, length, numpy.uint8)
        array = numen.array(bytes_)
        array.resize(2 * length + 77, refcheck=False)
        assert array.tobytes() == bytes_.tobytes() + bytes(length + 77)
