"""Arrays in text files, and back.

Plain decimal numbers in plain tables are read and written natively; whatever is none goes to
NumPy, with the stream back at the place where it was.
"""

import contextlib
import functools
import io
import os
import re

import numpy

from ..native import front
from .files import is_path, to_write
from .registry import Handover, composite, dtype_of

_texts = frozenset((io.StringIO, io.TextIOWrapper))
_bytes = frozenset((io.BytesIO, io.BufferedReader, io.BufferedWriter, io.BufferedRandom))
# In these the text of numbers is its bytes, and parts of a text are encoded as the whole.
_encodings = frozenset((None, "bytes", "ascii", "latin1", "utf-8", "utf8"))
_patterns = str, bytes, re.Pattern
_ROWS = 1 << 16  # numbers that are written at a time

_CONVERSION = re.compile(r"([^%]*)%([-+ 0]*)(\d{0,3})(?:\.(\d{0,2}))?([diuefgs])")


def _character(value):
    """A delimiter or comment as one character or none; longer ones are handed over."""
    if value is None:
        return ""
    if type(value) is bytes:
        value = value.decode("latin1")
    if type(value) is not str or len(value) != 1 or value in "\r\n":
        raise Handover
    return value


def _whole(value, least):
    if type(value) is not int or value < least:
        raise Handover
    return value


def _columns(usecols):
    if usecols is None:
        return None
    columns = [usecols] if type(usecols) is int else usecols
    if type(columns) not in (list, tuple, range) or not columns:
        raise Handover
    return list(columns)


def _opened(path, mode, encoding):
    """A text file by name, decompressed where its name says so."""
    return contextlib.closing(numpy.lib._datasource.open(os.fspath(path), mode, encoding=encoding))


def _table(file, encoding, dtype, delimiter, comment, skipped, most_rows, columns, least_axes):
    """The numbers in a file, a stream or a list of lines."""
    layout = dtype, delimiter, comment, skipped, most_rows, columns, least_axes
    encoding = None if encoding == "bytes" else encoding
    if type(file) in (list, tuple):
        table = front.read_table(file, *layout)
    elif is_path(file):
        with _opened(file, "rt", encoding) as opened:
            table = front.read_table(opened.read, *layout)
    elif most_rows >= 0:  # after the last of them the stream goes on
        raise Handover
    elif type(file) in _texts or (type(file) in _bytes and encoding in _encodings):
        table = _table_of_stream(file, layout)
    else:
        raise Handover
    if table is None:
        raise Handover
    return table


def _table_of_stream(file, layout):
    try:
        place = file.tell()
    except (OSError, ValueError):
        raise Handover from None
    try:
        table = front.read_table(file.read, *layout)
    except (OSError, ValueError):
        table = None
    if table is None:
        file.seek(place)
    return table


@composite("loadtxt", hands_over=False)
def loadtxt(fname, dtype=float, comments="#", delimiter=None, converters=None, skiprows=0,
            usecols=None, unpack=False, ndmin=0, encoding=None, max_rows=None, *,
            quotechar=None, like=None):  # fmt: skip
    if converters is not None or quotechar is not None or like is not None:
        raise Handover
    if type(comments) in (list, tuple) and len(comments) == 1:
        comments = comments[0]
    delimiter, comment = _character(delimiter), _character(comments)
    if comment and (comment == delimiter or comment.isspace()) or ndmin not in (0, 1, 2):
        raise Handover
    table = _table(fname, encoding, float if dtype is None else dtype, delimiter, comment,
                   _whole(skiprows, 0), -1 if max_rows is None else _whole(max_rows, 1),
                   _columns(usecols), _whole(ndmin, 0))
    return table.T if unpack else table


@composite("genfromtxt", hands_over=False)
def genfromtxt(fname, dtype=float, comments="#", delimiter=None, skip_header=0, *args, **kwargs):
    usecols, encoding = kwargs.pop("usecols", None), kwargs.pop("encoding", None)
    unpack, ndmin = kwargs.pop("unpack", None), kwargs.pop("ndmin", 0)
    if args or kwargs or dtype not in (float, int, "f8", "i8") or ndmin not in (0, 1, 2):
        raise Handover
    delimiter, comment = _character(delimiter), _character(comments)
    # Blanks at the ends of a line are no delimiters here.
    if comment and (comment == delimiter or comment.isspace()) or delimiter == " ":
        raise Handover
    table = _table(fname, encoding, dtype, delimiter, comment, _whole(skip_header, 0), -1,
                   _columns(usecols), _whole(ndmin, 0))
    return table.T if unpack else table


@composite("fromstring")
def fromstring(string, dtype=float, count=-1, *, sep="", like=None):
    if type(sep) is not str or len(sep) != 1 or like is not None or count != -1:
        raise Handover
    if sep != " " and (sep.isalnum() or sep.isspace() or sep in "+-."):
        raise Handover
    found = front.read_sequence(string, dtype, sep)
    if found is None:
        raise Handover
    return found


def _plain(array):
    """A plain array over the memory of one of ours, which may be written."""
    return array if type(array) is numpy.ndarray else numpy.asarray(array)


def _matches(file, regexp):
    content = file.read()
    if isinstance(content, bytes) and isinstance(regexp, str):
        regexp = regexp.encode("latin1")
    return re.findall(regexp, content)


@composite("fromregex", hands_over=False)
def fromregex(file, regexp, dtype, encoding=None):
    fields = dtype_of(dtype)
    if fields.names is None or not isinstance(regexp, _patterns):
        raise Handover
    if type(file) in _texts or type(file) in _bytes:
        found = _matches(file, regexp)
    elif is_path(file):
        with _opened(file, "rt", encoding) as opened:
            found = _matches(opened, regexp)
    else:
        raise Handover
    if not found or type(found[0]) is tuple:
        return numpy.array(found, fields)  # structured arrays are NumPy's own
    first = fields[fields.names[0]]
    if first.itemsize == fields.itemsize:
        numbers = front.read_table(found, first, "", "", 0, -1, None, 1)
        if numbers is not None and numbers.shape == (len(found),):
            return numpy.frombuffer(_plain(numbers), fields)
    return numpy.array(found, first).view(fields)


def _conversion(match, kind):
    """(text before, flags, width, precision, kind) as `write_rows` wants it."""
    before, flags, width, precision, letter = match.groups()
    if letter in "diu" or (letter == "s" and kind in "iu" and not flags.strip("-")):
        if precision is not None:
            raise Handover
        letter = "d"
    elif letter == "s":
        raise Handover
    digits = 6 if precision is None else int(precision or 0)
    return before, flags, int(width or 0), digits, letter


def _conversions(text, kind):
    """The conversions of a format, and the text after the last."""
    found, end = [], 0
    while match := _CONVERSION.match(text, end):
        found.append(_conversion(match, kind))
        end = match.end()
    if not found or "%" in text[end:]:
        raise Handover
    return found, text[end:]


@functools.lru_cache(64)
def _formats(fmt, delimiter, columns, kind):
    """The conversions of a row, the text after it, and the whole as a format of Python's."""
    if type(fmt) is tuple:
        fmt = delimiter.join(fmt)
    elif fmt.count("%") == 1:
        (one, *_), after = _conversions(fmt, kind)
        between = (after + delimiter + one[0], *one[1:])
        return [one] + [between] * (columns - 1), after, delimiter.join([fmt] * columns)
    conversions, after = _conversions(fmt, kind)
    if len(conversions) != columns:
        raise Handover
    return conversions, after, fmt


def _write_table(write, matrix, formats, newline):
    conversions, after, format = formats
    rows, at = len(matrix), 0
    step = max(_ROWS // len(conversions), 1)
    while at < rows:
        last = min(at + step, rows)
        text, written = front.write_rows(matrix, conversions, after + newline, at, last)
        if text:
            write(text)
        at += written
        if at < last:  # a number with a form, or a refusal, of Python's own
            write(format % tuple(matrix[at]) + newline)
            at += 1


def _comment(text, comments, newline):
    return comments + text.replace("\n", "\n" + comments) + newline if text else ""


def _encoding_write(file, encoding):
    def write(text):
        file.write(text.encode(encoding or "latin1"))

    return write


@composite("savetxt", hands_over=False)
def savetxt(fname, X, fmt="%.18e", delimiter=" ", newline="\n", header="", footer="",
            comments="# ", encoding=None):  # fmt: skip
    matrix = to_write(X)
    kind, fmt = matrix.dtype.kind, tuple(fmt) if type(fmt) is list else fmt
    words = delimiter, newline, header, footer, comments, *(fmt if type(fmt) is tuple else [fmt])
    if kind not in "biuf" or matrix.ndim not in (1, 2) or {type(word) for word in words} != {str}:
        raise Handover
    matrix = matrix.reshape(-1, 1) if matrix.ndim == 1 else matrix
    if not matrix.size or "%" in delimiter or matrix.dtype.char == "e":
        raise Handover
    if type(fmt) is tuple and len(fmt) != matrix.shape[1]:
        raise Handover
    formats = _formats(fmt, delimiter, matrix.shape[1], kind)

    def write_to(write):
        for text in (_comment(header, comments, newline), None,
                     _comment(footer, comments, newline)):  # fmt: skip
            if text is None:
                _write_table(write, matrix, formats, newline)
            elif text:
                write(text)

    if type(fname) in _texts:
        write_to(fname.write)
    elif type(fname) in _bytes and encoding in _encodings and encoding != "bytes":
        write_to(_encoding_write(fname, encoding))
    elif is_path(fname):
        open(os.fspath(fname), "wt").close()
        with _opened(fname, "wt", encoding) as opened:
            write_to(opened.write)
    else:
        raise Handover
