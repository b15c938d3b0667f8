"""What this process holds, counted: Numen's bytes, Python's blocks, what malloc has handed out, and
which pages of a block are in memory.

Not the process's resident memory: that depends on what other threads do, on the tests that ran
before, and on what the system has taken back.
"""

import ctypes
import mmap
import sys

from numen import memory

FIELDS = ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks",
          "fordblks", "keepcost")
PIECE = 1 << 20  # bytes that are asked about at once
COUNTING = f"exec(open({__file__!r}).read())\n"  # a line of a program that has these functions then


class Mallinfo(ctypes.Structure):
    """glibc's struct mallinfo2."""

    _fields_ = [(name, ctypes.c_size_t) for name in FIELDS]


libc = ctypes.CDLL(None, use_errno=True)


def malloc_bytes():
    """What malloc has handed out in this process; 0 with a C library that does not say."""
    try:
        mallinfo = libc.mallinfo2
    except AttributeError:
        return 0
    mallinfo.restype = Mallinfo
    found = mallinfo()
    return found.uordblks + found.hblkhd


def live_bytes():
    """What Numen's own buffers hold."""
    return memory.statistics()["live_bytes"]


def counts():
    """(bytes of Numen's buffers, Python's blocks, bytes of malloc)."""
    return live_bytes(), sys.getallocatedblocks(), malloc_bytes()


def bytes_in_memory(address, size):
    """How much of a block lies in memory, by whole pages; what is no longer mapped does not."""
    page = mmap.PAGESIZE
    first, end = address & -page, -(-(address + size) // page) * page
    found = 0
    for at in range(first, end, PIECE):
        count = (min(at + PIECE, end) - at) // page
        states = (ctypes.c_ubyte * count)()
        if libc.mincore(ctypes.c_void_p(at), ctypes.c_size_t(count * page), states) == 0:
            found += page * sum(state & 1 for state in states)
    return found
