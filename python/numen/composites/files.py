"""Arrays in binary files, and back.

Arrays of our types go straight between their memory and a file or a stream of Python's own;
other types, pickled objects, memory maps and programs' own file-like objects are NumPy's.
"""

import functools
import io
import math
import os
import re
import stat

import numpy
from numpy.lib.npyio import NpzFile

from ..native import front
from .registry import Handover, composite, dtype_of, own

_wrap, _look, _read_binary = front.wrap, front.look, front.read_binary
_arrays = (front.managed, numpy.ndarray)
_converted = frozenset((list, tuple, int, float, complex, bool))
_sources = frozenset((io.BytesIO, io.BufferedReader, io.BufferedRandom))
_targets = frozenset((io.BytesIO, io.BufferedWriter, io.BufferedRandom))

# The types that files hold as we do, by the name that a header gives them.
_types = {numpy.dtype(code).str: numpy.dtype(code) for code in "?bBhHiIlLefdFD"}
_MAGIC = b"\x93NUMPY\x01\x00"
_EXTENT = rb"(?:0|[1-9]\d*)"
_SHAPE = rb"(?:%b,|%b(?:, %b)+)?" % (_EXTENT, _EXTENT, _EXTENT)
_HEADER = re.compile(rb"{'descr': '(\S+)', 'fortran_order': (True|False), "
                     rb"'shape': \((%b)\), } *\n" % _SHAPE)
_GROWTH = 21  # digits that an extent may grow to without moving the data behind the header
_PIECE = 1 << 24  # bytes of a strided array that are copied at a time


def is_path(file):
    return type(file) is str or isinstance(file, os.PathLike)


def to_write(value):
    """A plain array over the value's memory; other libraries' and NumPy's own are handed over."""
    if type(value) not in _arrays:
        if type(value) not in _converted:
            raise Handover
        try:
            value = own.asarray(value)
        except (TypeError, ValueError):
            raise Handover from None
    array = _look(value)
    if type(array) is not numpy.ndarray or array.dtype.str not in _types:
        raise Handover
    flags = array.flags
    if not (flags.c_contiguous or flags.f_contiguous) and array.nbytes > _PIECE:
        raise Handover  # NumPy copies such arrays piece by piece
    return array


@functools.lru_cache(256)
def _header(code, is_fortran, shape):
    """What stands before the data of a .npy file."""
    text = f"{{'descr': '{code}', 'fortran_order': {is_fortran}, 'shape': {shape!r}, }}"
    if shape:
        text += " " * (_GROWTH - len(str(shape[-1 if is_fortran else 0])))
    size = len(_MAGIC) + 2 + len(text) + 1
    text += " " * (64 - size % 64) + "\n"
    if len(text) >= 1 << 16:
        raise Handover
    return _MAGIC + len(text).to_bytes(2, "little") + text.encode()


def _write_array(write, array):
    flags = array.flags
    is_fortran = flags.f_contiguous and not flags.c_contiguous
    write(_header(array.dtype.str, is_fortran, array.shape))
    if array.size:
        write(array.T if is_fortran else array if flags.c_contiguous else array.copy())


@composite("save", hands_over=False)
def save(file, arr, allow_pickle=True):
    array = to_write(arr)
    if type(file) in _targets:
        return _write_array(file.write, array)
    name = os.fspath(file) if is_path(file) else None
    if type(name) is not str:
        raise Handover
    with open(name if name.endswith(".npy") else name + ".npy", "wb") as opened:
        _write_array(opened.write, array)


def _longest(header_size, trusts):
    """The characters that a header may have in a file that is trusted or not."""
    return 1 << 16 if trusts else header_size


def _read_array(stream, longest_header):
    """The array at a stream's place; None, and the stream where it was, for NumPy's to read."""
    place = stream.tell()
    head = stream.read(10)
    if head[:8] == _MAGIC and len(head) == 10:
        size = int.from_bytes(head[8:], "little")
        header = _HEADER.fullmatch(stream.read(size)) if size <= longest_header else None
        dtype = header and _types.get(header[1].decode("latin1"))
        if dtype is not None:
            shape = tuple([int(extent) for extent in header[3].split(b",") if extent.strip()])
            try:
                array = _read_binary(stream.readinto, math.prod(shape), dtype)
            except (MemoryError, OverflowError, ValueError):
                array = None
            if array is not None:
                return array.reshape(shape[::-1]).T if header[2] == b"True" else \
                    array.reshape(shape)
    stream.seek(place)
    return None


class Archive(NpzFile):
    """An opened .npz file whose arrays are ours."""

    def __getitem__(self, key):
        name = self._files.get(key)
        if name is not None:
            with self.zip.open(name) as member:
                array = _read_array(member, _longest(self.max_header_size, self.allow_pickle))
            if array is not None:
                return array
        return _wrap(super().__getitem__(key))


# It is NumPy's to the program.
Archive.__name__, Archive.__qualname__, Archive.__module__ = (
    NpzFile.__name__, NpzFile.__qualname__, NpzFile.__module__)


def _is_archive(stream):
    place = stream.tell()
    first = stream.read(4)
    stream.seek(place)
    return first in (b"PK\x03\x04", b"PK\x05\x06")


@composite("load", hands_over=False)
def load(file, mmap_mode=None, allow_pickle=False, fix_imports=True, encoding="ASCII", *,
         max_header_size=10000):  # fmt: skip
    if mmap_mode is not None or encoding not in ("ASCII", "latin1", "bytes"):
        raise Handover
    longest = _longest(max_header_size, allow_pickle)
    if type(file) in _sources:
        array = _read_array(file, longest)
        is_archive = array is None and _is_archive(file)
    elif is_path(file):
        with open(os.fspath(file), "rb") as opened:
            array = _read_array(opened, longest)
            is_archive = array is None and _is_archive(opened)
    else:
        raise Handover
    if array is not None:
        return array
    if not is_archive:
        raise Handover
    archive = numpy.load(file, None, allow_pickle, fix_imports, encoding,
                         max_header_size=max_header_size)
    archive.__class__ = Archive
    return archive


def _save_archive(file, arrays, named, is_compressed):
    import zipfile

    from .deflating import by_all_cores

    contents = dict(named)
    for i, value in enumerate(arrays):
        if f"arr_{i}" in contents:
            raise Handover
        contents[f"arr_{i}"] = value
    contents = {name: to_write(value) for name, value in contents.items()}
    if not hasattr(file, "write") or not hasattr(file, "read"):
        file = os.fspath(file)
        if type(file) is not str:
            raise Handover
        file = file if file.endswith(".npz") else file + ".npz"
    method = zipfile.ZIP_DEFLATED if is_compressed else zipfile.ZIP_STORED
    with zipfile.ZipFile(file, "w", method, allowZip64=True) as archive:
        for name, array in contents.items():
            with archive.open(name + ".npy", "w", force_zip64=True) as member:
                _write_array(by_all_cores(member, array.nbytes), array)


@composite("savez", hands_over=False)
def savez(file, *args, allow_pickle=True, **kwds):
    _save_archive(file, args, kwds, False)


@composite("savez_compressed", hands_over=False)
def savez_compressed(file, *args, allow_pickle=True, **kwds):
    _save_archive(file, args, kwds, True)


def _read_numbers(stream, dtype, count, offset):
    """The numbers from a place of a regular file on."""
    stream.flush()
    facts = os.fstat(stream.fileno())
    there = facts.st_size - stream.tell() - offset
    length, rest = divmod(there, dtype.itemsize)
    if not stat.S_ISREG(facts.st_mode) or length <= 0 or count == 0:
        raise Handover
    is_short = count > length
    length = length if count < 0 else min(count, length)
    if offset:
        stream.seek(offset, 1)
    array = _read_binary(stream.readinto, length, dtype)
    if array is None:
        raise Handover
    if is_short and rest:  # as after an attempt to read more
        stream.seek(0, os.SEEK_END)
    return array


@composite("fromfile", hands_over=False)
def fromfile(file, dtype=None, count=-1, sep="", offset=0, *, like=None):
    if type(sep) is not str or sep or like is not None or not type(count) is type(offset) is int:
        raise Handover
    found = dtype_of(dtype)
    if found.str not in _types or offset < 0:
        raise Handover
    if type(file) in (io.BufferedReader, io.BufferedRandom):
        try:
            return _read_numbers(file, found, count, offset)
        except io.UnsupportedOperation:
            raise Handover from None
    if not is_path(file):
        raise Handover
    with open(os.fspath(file), "rb") as opened:
        return _read_numbers(opened, found, count, offset)
