"""Extremes, their positions, quantifiers and running extremes of booleans against NumPy: types x
lengths x layouts.

`python -m tests.ops.extremes_by_sets` prints the differences; the instruction-set test of
test_extremes_by_sets.py runs that in processes with other settings.
"""

import sys

import numpy

import numen
from numen.native import front

# On both sides of words, vectors, groups of lanes, blocks and pieces of the loops.
LENGTHS = (1, 2, 7, 8, 9, 31, 33, 63, 64, 65, 127, 129, 255, 257, 319, 320, 321, 577, 1023, 1025,
           2047, 2049, 2305, 16383, 16385, 65537)
PIECE = 1 << 18  # elements that a search of one long row reads together
NAMES = ("argmax", "argmin", "max", "min", "any", "all")
DTYPES = ("?", "u1", "i1", "i2", "i4", "i8", "f2", "f4", "f8", "c8", "c16")
MAX_REPORTED = 12


def special_values(dtype):
    """Few, so that ties are many."""
    if dtype == "?":
        return numpy.array([False, True])
    if dtype[0] in "iu":
        info = numpy.iinfo(dtype)
        return numpy.array([info.min, info.max, 0, 1, 2], dtype)
    reals = [0.0, -0.0, 1.0, -1.0, 6e-8, -6e-8, numpy.inf, -numpy.inf, numpy.nan]
    if dtype[0] == "f":
        return numpy.array([*reals, -numpy.nan], dtype)
    return numpy.array([complex(real, imag) for real in reals for imag in reals], dtype)


def rows(dtype, length, rng):
    """Rows of one value but for a few places, the first, last or any, and rows of all values."""
    values = special_values(dtype)
    numbers = values[values == values]
    for base in rng.choice(numbers, 2):
        for places in ([], [0], [length - 1], rng.integers(0, length, 2), [length // 2]):
            row = numpy.full(length, base, dtype)
            row[places] = rng.choice(values, len(places))
            yield row
    yield rng.choice(numbers, length)
    yield rng.choice(values, length)
    if dtype[0] in "fc":
        yield numpy.sort(rng.standard_normal(length)).astype(dtype)


def layouts(row):
    """The row as it is, reversed, with gaps, not aligned, and as matrices."""
    yield row
    yield row[::-1]
    yield numpy.repeat(row, 3)[1::3]
    shifted = numpy.empty(row.nbytes + 1, "u1")[1:].view(row.dtype)
    shifted[:] = row
    yield shifted
    for pair in (numpy.stack([row, row[::-1], numpy.roll(row, 1)]),):
        yield pair
        yield pair.T
        yield numpy.repeat(pair, 2, 1)[:, ::2]


def differences(array):
    """The calls on one array whose results differ from NumPy's."""
    ours = front.wrap(array)
    for axis in (None, *range(array.ndim)):
        for name in NAMES:
            right, given = getattr(array, name)(axis), getattr(numen, name)(ours, axis)
            if not numpy.array_equal(right, given, equal_nan=array.dtype.kind in "fc"):
                yield f"{name}({array.dtype} {array.shape} {array.strides}, {axis}): " \
                      f"{numpy.ravel(given)[:5]} instead of {numpy.ravel(right)[:5]}"
    if array.dtype != bool:
        return
    for axis in range(array.ndim):
        for name in ("maximum", "minimum"):
            right = getattr(numpy, name).accumulate(array, axis)
            given = getattr(numen, name).accumulate(ours, axis)
            if bytes(numpy.asarray(given)) != bytes(right):
                yield f"{name}.accumulate({array.shape} {array.strides}, {axis})"
    if array.ndim == 1:
        for other in (array, array[::-1], ~array):
            if bool(numen.dot(ours, front.wrap(other))) != bool(numpy.dot(array, other)):
                yield f"dot({array.shape} {array.strides})"


def all_differences():
    rng = numpy.random.default_rng(7)
    for dtype in DTYPES:
        for length in LENGTHS:
            for row in rows(dtype, length, rng):
                for array in layouts(row):
                    yield from differences(array)
        for length in (2 * PIECE + 1, 3 * PIECE + 5):
            row = numpy.full(length, special_values(dtype)[0], dtype)
            for place in (length - 1, 2 * PIECE, 2 * PIECE - 1, PIECE, PIECE - 1, 1):
                row[place] = special_values(dtype)[1 if dtype[0] in "?iu" else -1]
                yield from differences(row)
            yield from differences(~row if dtype == "?" else -row)
    with_other_bytes = numpy.frombuffer(bytes([0] * 700 + [2, 0, 128, 255, 1] * 99), "?")
    for array in layouts(with_other_bytes):
        yield from differences(array)


if __name__ == "__main__":
    with numpy.errstate(all="ignore"):
        found = []
        for difference in all_differences():
            found.append(difference)
            if len(found) == MAX_REPORTED:
                break
    print(*found, sep="\n", end="")
    sys.exit(1 if found else 0)
