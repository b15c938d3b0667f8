"""Reductions and scans by axis around the sizes at which the loops cut their work.

What is computed in blocks, strips or pieces goes wrong at their ends: lengths lie at, before and
after every size that src/backends/cpu cuts by, and multiples of it with a remainder. One element of
each line decides any, all, extremes and their places; it lies at a cut as well. Sums and products
are exact in any order, so NumPy's are the only right ones.
"""

import numpy
import pytest

import numen

CUTS = (8, 16, 32, 64, 128, 256, 512, 1024)
PIECE, SEARCHED = 32 << 10, 256 << 10  # elements of a long row, of one that is searched
TYPES = ("f8", "f4", "i8", "i4", "i1", "?", "c16")
REDUCTIONS = ("sum", "prod", "any", "all", "max", "min", "argmax", "argmin", "mean", "var", "std",
              "ptp", "count_nonzero", "nansum", "nanprod", "nanmax", "nanmin", "nanmean", "median")
SCANS = ("cumsum", "cumprod", "nancumsum", "nancumprod", "sort")
ACCUMULATED = ("add", "multiply", "maximum", "minimum", "logical_or", "logical_and")
ROUNDED = ("mean", "nanmean", "var", "std")

CALLS = {name: lambda np, a, axis, name=name: getattr(np, name)(a, axis=axis)
         for name in REDUCTIONS + SCANS}
CALLS |= {f"{name}.accumulate": lambda np, a, axis, name=name:
          getattr(np, name).accumulate(a, axis=axis) for name in ACCUMULATED}
CALLS |= {f"{name}.reduce": lambda np, a, axis, name=name:
          getattr(np, name).reduce(a, axis=axis) for name in ACCUMULATED}

LAYOUTS = {
    "C": lambda a: numen.array(a, order="C"), "F": lambda a: numen.array(a, order="F"),
    "gaps": lambda a: numen.array(numpy.repeat(a, 2, axis=-1))[..., ::2],
}


def lengths(rng):
    """One next to each cut, one a little longer than some multiple of it."""
    for cut in CUTS:
        yield cut + int(rng.integers(-1, 2))
        yield cut * int(rng.integers(1, 4)) + int(rng.integers(1, cut))


def shapes(rng):
    """Of two and three axes, each of which is once the long one, and tall ones of few columns."""
    for length in lengths(rng):
        few = int(rng.integers(2, 20))
        yield from ((few, length), (length, few))
    yield from ((3, 1500, 2), (2, 3, 1025), (1030, 2, 3))
    yield from ((2 * PIECE + int(rng.integers(-1, 2)),), (SEARCHED + int(rng.integers(1, PIECE)),))
    for columns in (1, 2, 4, 63, 64, 65):
        yield PIECE // columns * int(rng.integers(2, 5)) + int(rng.integers(-1, 2)), columns


def places(rng, length, lines):
    """Of one element a line: at the ends or about a cut."""
    near = [at for cut in (*CUTS, PIECE, SEARCHED) for at in (cut - 1, cut, length - cut)]
    return rng.choice([0, length - 1, *(at for at in near if 0 <= at < length)], lines)


def values(rng, shape, dtype, axis, common, rare):
    """All alike but one element of each line along the axis, for some lines none."""
    given = numpy.full(shape, common, dtype)
    lines = numpy.moveaxis(given, axis, 0).reshape(shape[axis], -1)
    at, chosen = places(rng, len(lines), lines.shape[1]), rng.random(lines.shape[1]) < 0.8
    lines[at[chosen], numpy.flatnonzero(chosen)] = rare
    return numpy.moveaxis(lines.reshape(shape[axis], *numpy.delete(shape, axis)), 0, axis)


def is_same(expected, found, name, length):
    """Exactly, but for moments: NumPy adds their rounded terms one after another."""
    found = numpy.asarray(found)
    if expected.dtype != found.dtype or expected.shape != found.shape:
        return False
    if name in ROUNDED:
        tolerance = (8 + length) * float(numpy.finfo(expected.dtype).eps)
        return numpy.allclose(found, expected, rtol=tolerance, atol=tolerance)
    return numpy.array_equal(found, expected)


@pytest.mark.filterwarnings("ignore")  # of products and differences that NumPy does not make
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("common, rare", [(0, 1), (1, 0)])
def test_as_numpy(dtype, common, rare):
    rng = numpy.random.default_rng([TYPES.index(dtype), common])
    wrong = []
    for shape in shapes(rng):
        for axis in range(len(shape)):
            given = values(rng, shape, dtype, axis, common, rare)
            built = {layout: build(given) for layout, build in LAYOUTS.items()}
            for name, call in CALLS.items():
                try:
                    expected = numpy.asarray(call(numpy, given, axis))
                except TypeError:
                    continue  # ptp of bools
                for layout, mine in built.items():
                    if not is_same(expected, call(numen, mine, axis), name, shape[axis]):
                        wrong.append((name, shape, axis, layout))
    assert wrong == []
