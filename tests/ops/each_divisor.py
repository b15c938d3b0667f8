"""Integers divided by as many others, against Python's integers.

`python -m tests.ops.each_divisor` prints the differences: numbers of every length, and dividends on
both sides of a step of the quotient, where a quotient of floating-point numbers would be rounded
to the next. The instruction-set test runs that in processes with other settings.
"""

import sys

import numpy

import numen

from .one_divisor import DTYPES, MAX_REPORTED, extremes

COUNT = 6000


def of_every_length(rng, dtype):
    """Numbers of as many bits as there are, evenly, of either sign."""
    least, most = extremes(dtype)
    bits = most.bit_length()
    wide = rng.integers(0, most, COUNT, dtype, endpoint=True).tolist()
    signs = rng.choice([1, -1] if least < 0 else [1], COUNT).tolist()
    return [sign * (number >> shift) for number, sign, shift in
            zip(wide, signs, rng.integers(0, bits, COUNT).tolist())]


def pairs(dtype, seed=0):
    """Dividends and divisors: no zero, and no quotient that does not fit."""
    rng = numpy.random.default_rng(seed)
    least, most = extremes(dtype)
    found = [(x, y) for x, y in zip(of_every_length(rng, dtype), of_every_length(rng, dtype))]
    for quotient, divisor in list(found):
        middle = most // (abs(divisor) or 1) * divisor if quotient % 3 else quotient * divisor
        found += [(middle + offset, divisor) for offset in (-1, 0, 1)]
    return [(x, y) for x, y in found if least <= x <= most and y != 0 and (x, y) != (least, -1)]


def truncated(x, y):
    return x - y * (abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1))


WANTED = {"floor_divide": lambda x, y: (x // y,), "remainder": lambda x, y: (x % y,),
          "fmod": lambda x, y: (truncated(x, y),), "divmod": divmod}


def differences(dtype):
    both = pairs(dtype)
    small = [pair for pair in both if abs(pair[0]) < 1 << 50 and abs(pair[1]) < 1 << 50]
    for chosen in (both, small):  # blocks with a large number in them, and without
        x, y = (numpy.array(column, dtype) for column in zip(*chosen))
        for step in (1, 2):
            spread = [numpy.repeat(column, step)[::step] for column in (x, y)]
            for name, wanted in WANTED.items():
                given = getattr(numen, name)(*spread)
                given = given if name == "divmod" else (given,)
                right = zip(*(wanted(*pair) for pair in chosen))
                for part, expected in zip(given, right):
                    same = numpy.asarray(part) == numpy.array(expected, dtype)
                    yield from (f"{name} {dtype} step {step}: {chosen[i]}, not {expected[i]}"
                                for i in numpy.flatnonzero(~same))


def main():
    found = [line for dtype in DTYPES for line in differences(dtype)]
    print(*found[:MAX_REPORTED], f"{len(found)} differences", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
