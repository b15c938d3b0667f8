"""What casts warn of, by one instruction set: what elements give cause for, not those between."""

import itertools
import sys
import warnings

import numpy

import numen
from tests.ops.test_complex_products import flags_of

MAX_REPORTED = 20
LENGTHS = [*range(1, 20), 33, 70]
STEPS = [1, 2, 3, -1, -2]
ODD = [numpy.nan, numpy.inf, 1e30, -1e30, 1e6, 70000, 65519, 65520, 1e-6, 1e-10, 2**-14, 2**-24,
       2**-25, 3 * 2**-26, -(2**-14 - 2**-24)]
TARGETS = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4"]


def differences(base, step, target):
    row, mine = base[::step], numen.array(base)[::step]
    wanted = set(flags_of(row.astype, target))
    given = set(flags_of(mine.astype, target))
    if given != wanted:
        yield f"{base.dtype} to {target}, {row.size} elements {step} apart: {given}, not {wanted}"


def all_differences():
    with numpy.errstate(all="ignore"):
        sources = [numpy.array(ODD).astype(dtype) for dtype in ("f4", "f8", "c8")]
    for length, step, odd in itertools.product(LENGTHS, STEPS, sources):
        base = numpy.ones(length * abs(step), odd.dtype)
        for target, value in itertools.product(TARGETS, odd):
            between = base.copy()
            if abs(step) > 1:  # none of them is looked at
                between[:] = value
                between[::step] = 1
            yield from differences(between, step, target)
            among = base.copy()
            among[::step][-1] = value
            yield from differences(among, step, target)
    for dtype, length in itertools.product(["i4", "u4", "i8", "u2"], LENGTHS):
        yield from differences(numpy.full(length, 65535, dtype), 1, "f2")


if __name__ == "__main__":
    warnings.simplefilter("ignore", numpy.exceptions.ComplexWarning)
    found = list(itertools.islice(all_differences(), MAX_REPORTED))
    print(*found, sep="\n", end="")
    sys.exit(1 if found else 0)
