"""Integers divided by one number, against Python's integers: floor_divide, remainder, fmod, divmod.

`python -m tests.ops.one_divisor` prints the differences: all pairs of 8 bits, every ninth divisor
of 16 bits (all with --all) and many of 32 and 64 with the dividends on both sides of a step of the
quotient. The instruction-set test runs that in processes with other settings.
"""

import sys

import numpy

import numen

DTYPES = ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8")
COUNT = 71  # more than one vector of bytes and a rest
MAX_REPORTED = 12


def extremes(dtype):
    """The least and the largest number of a type, as Python's integers."""
    info = numpy.iinfo(dtype)
    return int(info.min), int(info.max)


def divisors(dtype, step, count=1500):
    """All but zero of 8 bits, one of `step` of 16 bits and the outermost; of the longer types the
    powers of two, their neighbours, and `count` of every length."""
    least, most = extremes(dtype)
    if most < 1 << 8:
        step = 1
    if most < 1 << 16:
        return [divisor for divisor in range(least, most + 1)
                if divisor != 0 and (divisor % step == 0 or divisor - least < 300
                                     or most - divisor < 300 or abs(divisor) < 300)]
    bits = most.bit_length()
    rng = numpy.random.default_rng(bits)
    found = {*range(1, 130), most, most - 1, most // 3, least, least + 1, least // 3}
    found |= {(1 << power) + offset for power in range(bits + 1) for offset in (-1, 0, 1)}
    found |= {int(wide) >> int(shift) for wide, shift in
              zip(rng.integers(0, most, count, dtype, endpoint=True), rng.integers(0, bits, count))}
    found |= {-divisor for divisor in found}
    return sorted(divisor for divisor in found if least <= divisor <= most and divisor != 0)


def dividends(dtype, divisor):
    """Extremes, and the neighbours of the outermost and some other multiples of the divisor."""
    least, most = extremes(dtype)
    size = abs(divisor)
    multiples = {0, most // size * size, (most // size - 1) * size, least // size * size,
                 (least // size + 1) * size, most // size // 2 * size, size, -size}
    values = {least, least + 1, most, most - 1}
    values |= {multiple + offset for multiple in multiples for offset in (-1, 0, 1)}
    return sorted(value for value in values if least <= value <= most)


def wanted(x, divisor):
    """What each operation gives by Python's integers; a quotient that does not fit wraps."""
    floored = [divmod(value, divisor) for value in x]
    rests = [abs(value) % abs(divisor) * (-1 if value < 0 else 1) for value in x]
    quotients = [quotient for quotient, _ in floored]
    floors = [rest for _, rest in floored]
    return {"floor_divide": [quotients], "remainder": [floors], "fmod": [rests],
            "divmod": [quotients, floors]}


def as_type(values, dtype):
    """An array of Python's integers, wrapped to the type."""
    mask = (1 << 8 * numpy.dtype(dtype).itemsize) - 1
    return numpy.array([value & mask for value in values], f"u{dtype[1]}").view(dtype)


def differences(dtype, step):
    """Sentences about what Numen gives else, for the divisors of a type."""
    found = []
    for divisor in divisors(dtype, step):
        values = range(*extremes(dtype)) if dtype[1] == "1" else dividends(dtype, divisor)
        x = numpy.resize(as_type(values, dtype), max(COUNT, len(values)))
        for name, results in wanted(values, divisor).items():
            with numpy.errstate(all="ignore"):
                given = getattr(numen, name)(x, x.dtype.type(divisor))
            for part, result in zip(given if name == "divmod" else (given,), results):
                right = numpy.resize(as_type(result, dtype), len(x))
                if not numpy.array_equal(numpy.asarray(part), right):
                    at = numpy.flatnonzero(numpy.asarray(part) != right)[0]
                    found.append(f"{name}({dtype}: {x[at]}, {divisor}): {part[at]}, "
                                 f"wanted {right[at]}")
    return found


def main():
    """Prints the differences of all types; the exit status."""
    step = 1 if sys.argv[1:] == ["--all"] else 9
    found = [sentence for dtype in DTYPES for sentence in differences(dtype, step)]
    print("\n".join(found[:MAX_REPORTED]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
