"""NumPy reads the floating-point register after it called Python for each element: what Numen's
operations leave there would be warned of."""

import warnings

import numpy
import pytest

import numen
from numen.native import front

from .test_indexing import threshold  # noqa: F401

OPERATIONS = ["less", "less_equal", "greater", "greater_equal", "equal", "not_equal", "maximum",
              "minimum", "fmax", "negative", "absolute", "fabs", "copysign", "signbit", "conjugate",
              "positive", "isnan", "sign", "isfinite", "rint", "floor", "exp", "sin"]


def flags_seen(function, operands):
    """What NumPy says of the function that called ours for each of two elements."""

    def look(_):
        numpy.asarray(function(*operands))
        return 1.0

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        numpy.frompyfunc(look, 1, 1)(numpy.zeros(2, object))
    return [str(warning.message) for warning in caught if "look" in str(warning.message)]


CASES = [(name, dtype) for name in OPERATIONS for dtype in ("f2", "f4", "f8", "c8", "c16")
         if dtype[0] == "f" or any(types.startswith("D") for types in getattr(numpy, name).types)]


@pytest.mark.parametrize("name, dtype", CASES)
def test_operations_leave_the_flags_that_numpys_leave(name, dtype):
    """Of a NaN, in arrays of every length below and above a vector's, single numbers, steps."""
    ours, theirs = getattr(numen, name), getattr(numpy, name)
    for count in (*range(1, 20), 31, 32, 33, 64, 100):
        values = numpy.linspace(-2, 2, 2 * count).astype(dtype)
        values[::3] = numpy.nan
        x, y, steps = values[:count], values[count:][::-1], values[::2]
        for operands in [(x, y), (x, 0.5), (0.5, x), (steps, y), (steps, steps[::-1]), (x, y[:1])]:
            given = operands[:theirs.nin]
            mine = [front.wrap(each) if isinstance(each, numpy.ndarray) else each for each in given]
            assert flags_seen(ours, mine) == flags_seen(theirs, given), (count, given)


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("name", OPERATIONS[:6])
def test_comparisons_of_few_and_many(name, dtype):
    """Every length around the vectors', NaN, infinities and zeros on both sides, steps, numbers."""
    special = numpy.array([numpy.nan, numpy.inf, -numpy.inf, 0.0, -0.0, 1.0, -1.0, 2.0], dtype)
    generator = numpy.random.default_rng(7)
    for count in range(1, 70):
        values = generator.choice(special, 2 * count)
        a, b = values[:count], values[count:]
        wide = generator.choice(special, 3 * count)
        for left, right in [(a, b), (a, a), (a, special[5]), (special[0], a),
                            (wide[::3], a), (a, wide[::-3]), (a, b[:1]), (b[:1], a)]:
            expected = getattr(numpy, name)(left, right)
            ours = [numen.array(x) if x.ndim else x for x in map(numpy.asarray, (left, right))]
            numpy.testing.assert_array_equal(getattr(numen, name)(*ours), expected)
            out = numen.zeros((count, 2), bool)[:, 0]
            getattr(numen, name)(*ours, out=out)
            numpy.testing.assert_array_equal(out, expected)
