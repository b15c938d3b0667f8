"""What two runs of a program have printed or written, compared: text number by number."""

import io
import re

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|inf|nan)(?!\w)")


def compared(first, second):
    """(largest relative difference of a number, a sentence about where); 0 for equal bytes and
    infinity where they differ in more than numbers.

    >>> compared(b"x = 1.0", b"x = 1.0000001")[0] < 1e-6
    True
    """
    if first == second:
        return 0.0, ""
    if first[:6] == second[:6] == b"\x93NUMPY":
        return arrays_compared(first, second)
    try:
        return texts_compared(first.decode(), second.decode())
    except UnicodeDecodeError:
        return float("inf"), f"other bytes ({len(first)} with NumPy, {len(second)} with Numen)"


def texts_compared(first, second):
    lines = first.splitlines(), second.splitlines()
    worst, where = 0.0, ""
    for number, pair in enumerate(zip(*lines), 1):
        difference = line_difference(*pair)
        if difference > worst:
            worst = difference
            where = f"line {number}: {pair[0]!r} with NumPy, {pair[1]!r} with Numen"
        if worst == float("inf"):
            return worst, where
    if len(lines[0]) != len(lines[1]):
        return float("inf"), f"{len(lines[0])} lines with NumPy, {len(lines[1])} with Numen"
    return worst, where


def line_difference(first, second):
    if first == second:
        return 0.0
    # Columns of numbers may be wider by a sign or a digit.
    words = ["".join(NUMBER.sub("#", line).split()) for line in (first, second)]
    if words[0] != words[1]:
        return float("inf")
    pairs = zip(NUMBER.findall(first), NUMBER.findall(second))
    return max((number_difference(float(a), float(b)) for a, b in pairs), default=0.0)


def number_difference(a, b):
    if a == b or a != a and b != b:
        return 0.0
    if a != a or b != b or abs(a) == float("inf") or abs(b) == float("inf"):
        return float("inf")
    return abs(a - b) / max(abs(a), abs(b))


def arrays_compared(first, second):
    """Of two files that numpy.save has written."""
    import numpy

    a, b = (numpy.load(io.BytesIO(text), allow_pickle=False) for text in (first, second))
    if a.dtype != b.dtype or a.shape != b.shape:
        return float("inf"), f"{a.dtype}{list(a.shape)} with NumPy, {b.dtype}{list(b.shape)} " \
                             "with Numen"
    if a.dtype.kind not in "fc":
        return float("inf"), f"{int((a != b).sum())} of {a.size} elements differ"
    with numpy.errstate(all="ignore"):
        scale = float(numpy.nanmax(abs(a), initial=0.0))
        same = (a == b) | ((a != a) & (b != b))
        worst = float(numpy.max(abs(a - b)[~same], initial=0.0))
    worst = worst / scale if scale else worst
    return worst if worst == worst else float("inf"), f"an element differs by {worst:.1e} of the " \
                                                      "largest"
