"""Deflate streams of long data, pressed by all cores: blocks that each know what stood before.

A block ends at a whole byte, and has the 32 KB before it as its dictionary, so that the blocks in
a row are one stream, hardly longer than if one core had pressed it.
"""

import concurrent.futures
import zlib

from ..native import front

_BLOCK = 1 << 18
_WINDOW = 1 << 15  # how far back a deflate stream refers
_PART = 1 << 26  # bytes that are pressed, and held, at a time
_RAW = -15  # without the header and checksum of zlib's own files


class _Deflater:
    """A compressor, as zipfile uses one, whose `compress` runs on several threads."""

    def __init__(self, threads):
        self._pool = concurrent.futures.ThreadPoolExecutor(threads)
        self._before = b""

    def compress(self, data):
        data = memoryview(data).cast("B")
        first = self._before

        def pressed(begin):
            known = data[max(begin - _WINDOW, 0) : begin] if begin else first
            how = zlib.Z_DEFAULT_COMPRESSION, zlib.DEFLATED, _RAW, zlib.DEF_MEM_LEVEL
            stream = zlib.compressobj(*how, zlib.Z_DEFAULT_STRATEGY, known) if known \
                else zlib.compressobj(*how)
            return stream.compress(data[begin : begin + _BLOCK]) + stream.flush(zlib.Z_SYNC_FLUSH)

        blocks = list(self._pool.map(pressed, range(0, len(data), _BLOCK)))
        self._before = bytes(data[-_WINDOW:])
        return b"".join(blocks)

    def flush(self):
        self._pool.shutdown()
        return zlib.compressobj(wbits=_RAW).flush()  # an empty last block


def by_all_cores(member, size):
    """A write function for `size` bytes into a member of a zip archive that is being written."""
    threads = front.info()["threads"]
    # The attribute is zipfile's own affair: without it one core does the work.
    if size < 4 * _BLOCK or threads < 2 or getattr(member, "_compressor", None) is None:
        return member.write
    member._compressor = _Deflater(threads)

    def write(data):
        data = memoryview(data).cast("B")
        for begin in range(0, len(data), _PART):
            member.write(data[begin : begin + _PART])

    return write
