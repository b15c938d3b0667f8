"""What tests count of a process's memory is there, and goes when it is given back."""

import ctypes
import mmap
import sys

import numpy
import pytest

import numen
from tests import held

PAGE = mmap.PAGESIZE


@pytest.mark.no_sanitizer  # whose malloc is another
def test_leaks_are_counted():
    """Of an object, of what C code has taken, and of a buffer."""
    numen.memory.trim()
    before = held.counts()
    objects = [object() for _ in range(2000)]
    assert held.counts()[1] - before[1] >= 2000
    libc = ctypes.CDLL(None)
    libc.malloc.restype = ctypes.c_void_p
    taken = [libc.malloc(ctypes.c_size_t(16)) for _ in range(2000)]
    if held.malloc_bytes():  # glibc
        assert held.counts()[2] - before[2] >= 16 * 2000
    x = numen.zeros(100_000)
    assert held.counts()[0] - before[0] >= x.nbytes
    for place in taken:
        libc.free(ctypes.c_void_p(place))
    del objects, taken, x
    numen.memory.trim()  # cached blocks are malloc's, too
    left = [b - a for a, b in zip(before, held.counts())]
    assert max(left) < 16_000, left


@pytest.mark.skipif(sys.platform != "linux", reason="mincore is asked as Linux answers")
def test_pages_count_once_they_are_touched_and_until_they_are_given_back():
    block = mmap.mmap(-1, 100 * PAGE)
    place = numpy.frombuffer(block, "u1").ctypes.data
    assert held.bytes_in_memory(place, 100 * PAGE) == 0
    for page in range(40):
        block[page * PAGE] = 1
    assert held.bytes_in_memory(place, 100 * PAGE) == 40 * PAGE
    assert held.bytes_in_memory(place + 39 * PAGE + 1, 10) == PAGE
    block.close()
    assert held.bytes_in_memory(place, 100 * PAGE) == 0
