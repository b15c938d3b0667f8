"""What runs of a program have printed or written, compared by what it is: text, arrays, archives.

Files that are read: texts, .npy, .npz and other zip archives, .gz, and raw float64 or float32.
Pickles are not: unpickling runs code.
"""

import gzip
import io
import re
import zipfile
import zlib

from . import texts
from .texts import INFINITY, Agreement, Rule

MOST_UNPACKED = 1 << 28  # bytes of a compressed file that is compared
NPY, ZIP, GZIP = b"\x93NUMPY", b"PK\x03\x04", b"\x1f\x8b"
# Dates that files say they were written at, to the second: two runs of NumPy may have the same.
DATES = re.compile(rb"/(?:Creation|Mod)Date ?\([^)]*\)|(?<=Created on: )[A-Z][^\0]{23}")
# What no text has, not even one that moves a terminal's cursor.
CONTROLS = re.compile(rb"[\0-\x06\x0e-\x1a\x1c-\x1f]")
# Sizes of the numbers that raw files are read as: no smaller, and no further apart.
LEAST_NUMBER, LARGEST_RATIO = 1e-30, 1e24


def compared(first, second, rule=Rule(), others=()):
    """The Agreement of two outputs; `others` are those of NumPy's other runs.

    >>> compared(b"x = 1.0", b"x = 1.0000001").worst < 1e-6
    True
    """
    if first == second:
        return Agreement()
    same_kind = (first, second, *others)
    if all(text[:2] == GZIP for text in same_kind):
        return compared_inside(unzipped, first, second, rule, others)
    if all(text[:4] == ZIP for text in same_kind):
        return compared_inside(members, first, second, rule, others)
    try:
        if any(map(CONTROLS.search, same_kind)):
            return binaries_compared(first, second, rule, others)
        first, second, *others = (text.decode() for text in same_kind)
    except UnicodeDecodeError:
        return binaries_compared(first, second, rule, others)
    return texts.compared(first, others, second, rule)


def binaries_compared(first, second, rule, others):
    """Of files that have no lines: as a whole, or left out where NumPy's own runs differ."""
    kind = arrays_compared if first[:6] == second[:6] == NPY else bytes_compared
    if any(first != other and kind(first, other, rule).differs(rule) for other in others):
        return Agreement(left_out=["the whole file"])
    return kind(first, second, rule)


def bytes_compared(first, second, rule):
    if DATES.sub(b"", first) == DATES.sub(b"", second):
        return Agreement()
    found = raw_compared(first, second, rule)
    if found is not None:
        return found
    return Agreement(INFINITY, "not a format that compare reads: other bytes "
                     f"({len(first)} with NumPy, {len(second)} with Numen)", signs=False)


def raw_compared(first, second, rule):
    """The Agreement of files that ndarray.tofile has written, or None: of bytes that are other than
    floating-point numbers as programs compute them."""
    import numpy

    for kind in ("f8", "f4"):
        if len(first) == len(second) and len(first) % int(kind[1]) == 0:
            a, b = (numpy.frombuffer(text, kind) for text in (first, second))
            if are_numbers(a) and are_numbers(b):
                found = elements_compared(a, b, rule)
                if not found.differs(rule):
                    return found
    return None


def are_numbers(a):
    """Whether bytes are numbers: read as such, integers, texts and pickles are subnormal or as far
    apart as their types allow."""
    import numpy

    nan = numpy.abs(numpy.array(numpy.nan, a.dtype)).view(f"u{a.itemsize}")
    if (numpy.abs(a[a != a]).view(nan.dtype) != nan).any():  # of no operation
        return False
    sizes = numpy.abs(a[numpy.isfinite(a) & (a != 0)])
    if not sizes.size:
        return True
    least, most = float(sizes.min()), float(sizes.max())
    return LEAST_NUMBER < least and most < 1 / LEAST_NUMBER and most < LARGEST_RATIO * least


def unzipped(text):
    """{name: content} of a gzip file."""
    with gzip.GzipFile(fileobj=io.BytesIO(text)) as file:
        content = file.read(MOST_UNPACKED + 1)
    if len(content) > MOST_UNPACKED:
        raise ValueError("too large")
    return {"": content}


def members(text):
    """{name: content} of a zip archive."""
    with zipfile.ZipFile(io.BytesIO(text)) as archive:
        if sum(each.file_size for each in archive.infolist()) > MOST_UNPACKED:
            raise ValueError("too large")
        return {name: archive.read(name) for name in archive.namelist()}


def compared_inside(opened, first, second, rule, others):
    """The Agreement of all that an archive holds."""
    try:
        a, b, *rest = (opened(text) for text in (first, second, *others))
    except (OSError, ValueError, EOFError, RuntimeError, NotImplementedError, zipfile.BadZipFile,
            zlib.error):
        return binaries_compared(first, second, rule, others)
    found = Agreement()
    for name in sorted(a.keys() | b.keys()):
        if name not in a or name not in b:
            found.note(INFINITY, f"{name}: {'NumPy' if name in a else 'Numen'} only")
            continue
        inner = compared(a[name], b[name], rule, [each[name] for each in rest if name in each])
        found.merge(inner, f"{name}: " if name else "")
    return found


def arrays_compared(first, second, rule):
    """Of two files that numpy.save has written."""
    import numpy

    try:
        a, b = (numpy.load(io.BytesIO(text), allow_pickle=False) for text in (first, second))
    except (ValueError, OSError, EOFError):  # of Python's objects, or cut off
        return Agreement(INFINITY, "an array of objects, which compare does not read: other bytes",
                         signs=False)
    if a.dtype != b.dtype or a.shape != b.shape:
        return Agreement(INFINITY, f"{a.dtype}{list(a.shape)} with NumPy, {b.dtype}{list(b.shape)} "
                                   "with Numen", signs=False, in_numbers=True)
    if a.dtype.kind not in "fc":
        count = int((a != b).sum())
        return Agreement(INFINITY if count else 0.0, f"{count} of {a.size} elements differ",
                         signs=False, in_numbers=True)
    return elements_compared(a, b, rule)


def elements_compared(a, b, rule):
    """Of floating-point arrays, relatively to the largest element."""
    import numpy

    with numpy.errstate(all="ignore"):
        same = (a == b) | ((a != a) & (b != b))
        finite = numpy.isfinite(a) & numpy.isfinite(b)
        odd = int((~same & ~finite).sum())
        if odd:
            return Agreement(INFINITY, f"{odd} of {a.size} elements are infinite or NaN with one, "
                             "another value with the other", signs=False, in_numbers=True)
        scale = max((float(numpy.max(abs(each[finite]), initial=0.0)) for each in (a, b)))
        worst = float(numpy.max(abs(a - b)[finite], initial=0.0))
        bare = float(numpy.max(abs(abs(a) - abs(b))[finite], initial=0.0))
    if not worst:
        return Agreement()
    if scale < rule.zero:
        return Agreement(tiny=f"elements of at most {scale:.1e}")
    return Agreement(worst / scale, f"an element differs by {worst / scale:.1e} of the largest",
                     signs=bare <= rule.tolerance * scale, in_numbers=True)
