"""Compute the coefficients of the quick vector functions and print the header that holds them.

    python tools/vector_series.py > src/backends/cpu/vector_math/series.h

As minimax.py, whose exchange and printing it uses: series for functions that fuse their rounding
(quick_*.h), in float64 and in float32.
"""
import mpmath
import numpy
from minimax import LOG_RECIPROCALS, in_square, mpf, print_array, quotient, remez, split

ONE, HALF, TINY = mpf(1), mpf(1) / 2, mpf("1e-9")


def exponentials():
    """Yield (name, function, weight, low, high, coefficients in float64, in float32, comment)."""
    reach = mpmath.log(2) / 2 * mpf("1.0001")
    yield ("expm1_series", quotient(mpmath.exp, {0: ONE, 1: ONE, 2: HALF}, 3), lambda r: r**2,
           -reach, reach * (1 + TINY), 10, 5,
           "exp(r) = 1 + r + r^2/2 + r^3 p(r), |r| <= ln(2)/2")
    yield ("cosh_series", in_square(mpmath.cosh, {0: ONE, 2: HALF}, 4), lambda z: z**2, TINY,
           reach**2, 4, 2, "cosh(r) = 1 + r^2/2 + r^4 p(r^2), |r| <= ln(2)/2")
    yield ("sinh_series", in_square(mpmath.sinh, {1: ONE}, 3), lambda z: z, TINY, reach**2, 5, 3,
           "sinh(r) = r + r^3 p(r^2), |r| <= ln(2)/2")


def logarithms():
    """The same for logarithms."""
    yield ("arctanh_series", in_square(mpmath.atanh, {1: ONE}, 3), lambda z: z, TINY,
           mpf("0.0400") ** 2, 4, 2, "arctanh(g) = g + g^3 p(g^2), |g| <= 0.0400")


def powers():
    """The same for powers and roots."""
    low, high = mpf("-0.0372"), mpf("0.0626")
    yield ("power_log_series", quotient(mpmath.log1p, {1: ONE, 2: -HALF, 3: ONE / 3}, 4),
           lambda f: abs(f) ** 3, low, high, 9, 0,
           "log(1 + f) = f - f^2/2 + f^3/3 + f^4 p(f), -0.0372 <= f <= 0.0626")
    yield ("power_log_short", quotient(mpmath.log1p, {1: ONE}, 2), abs, low, high, 6, 0,
           "log(1 + f) = f + f^2 p(f), -0.0372 <= f <= 0.0626, for float32 results")
    step = mpmath.log(2) / 32 * mpf("1.0001")
    yield ("power_exp_short", quotient(mpmath.exp, {0: ONE, 1: ONE}, 2), lambda r: r**2, -step,
           step * (1 + TINY), 3, 0, "exp(r) = 1 + r + r^2 p(r), |r| <= ln(2)/32, likewise")
    yield ("cbrt_series", quotient(lambda f: mpmath.cbrt(1 + f), {0: ONE}, 1), abs, low, high, 9, 4,
           "cbrt(1 + f) = 1 + f p(f), -0.0372 <= f <= 0.0626")


def angles():
    """The same for angles."""
    yield ("arctan_series", in_square(mpmath.atan, {1: ONE}, 3), lambda z: z, TINY,
           mpf("0.0996") ** 2, 6, 3, "arctan(t) = t + t^3 p(t^2), |t| <= 0.0996")
    yield ("tan_series", in_square(mpmath.tan, {1: ONE}, 3), lambda z: z, TINY,
           (mpmath.pi / 32 * mpf("1.0001")) ** 2, 5, 2, "tan(r) = r + r^3 p(r^2), |r| <= pi/32")


def rounded(x, kind):
    """x as a number of the type."""
    return mpf(float(x)) if kind == "double" else mpf(float(numpy.float32(float(x))))


def print_pair_table(name, values, comment):
    """Values and what they lose by rounding, in both types."""
    for suffix, kind in (("", "double"), ("_float", "float")):
        print_array(f"{name}{suffix}", values, comment)
        print_array(f"{name}_low{suffix}", [v - rounded(v, kind) for v in values],
                    "the rest of it")


def print_roots():
    """Cube roots of the reciprocals of minimax.LOG_RECIPROCALS, and of powers of two by their
    exponent modulo the places of a register; logarithms for float32 results.
    """
    doubled = [(mpf(2) if i >= 8 else ONE) / c for i, c in enumerate(LOG_RECIPROCALS)]
    print_pair_table("cbrt_starts", [mpmath.cbrt(x) for x in doubled],
                     "roots of 1/c, or 2/c below 1")
    print_array("log_short_16", [mpmath.log(x) for x in doubled], "logarithms of these numbers")
    third = mpmath.cbrt(2)
    for suffix, kind, places in (("", "double", 8), ("_float", "float", 16)):
        units = [ONE, third] + [ONE] * (places - 3) + [1 / third]
        print_array(f"cbrt_units{suffix}", units, "cbrt(2^n), |n| <= 1")
        print_array(f"cbrt_units_low{suffix}", [u - rounded(u, kind) for u in units],
                    "the rest of it")


def print_slopes():
    """A slope of six bits and its angle for each half octave from 1/16 to 16, by the exponent and
    the first bit of the fraction. The first interval begins at 0; the last has no end, and a slope
    so large that (y - cx)/(x + cy) is -x/y.
    """
    slopes = [mpf(0)] * 16
    for i in range(16):
        low = mpf(2) ** (i // 2 - 4) * (1 + mpf(i % 2) / 2)
        high = mpf(2) ** (i // 2 - 4) * (mpf(3) / 2 + mpf(i % 2) / 2)
        middle = mpmath.tan((mpmath.atan(low) + mpmath.atan(high)) / 2)
        unit = mpf(2) ** (int(mpmath.floor(mpmath.log(middle, 2))) - 5)
        slopes[(i + 6) % 16] = mpmath.nint(middle / unit) * unit
    angles = [mpmath.atan(c) for c in slopes]
    for suffix, large in (("", mpf(2) ** 200), ("_float", mpf(2) ** 60)):
        slopes[6], slopes[5] = mpf(0), large
        print_array(f"slopes{suffix}", slopes, "slopes by the leading bits of a quotient")
    angles[6], angles[5] = mpf(0), mpmath.pi / 2
    print_pair_table("slope_angles", angles, "their angles")
    print_pair_table("left_angles", [mpmath.pi - a for a in angles], "pi minus these")


def print_turns():
    sixteenths = [mpmath.pi * i / 16 for i in range(16)]
    sines = [mpmath.sin(a) for a in sixteenths]
    cosines = [mpf(0) if i == 8 else mpmath.cos(a) for i, a in enumerate(sixteenths)]
    print_pair_table("turn_sines", sines, "sin(i pi/16)")
    print_pair_table("turn_cosines", cosines, "cos(i pi/16)")
    for name, parts in (("turn_parts", (53, 53)), ("turn_parts_float", (24, 24))):
        print_array(name, split(mpmath.pi / 16, *parts), "pi/16 in three parts")


def print_series(rows):
    """Each row as an array of double and one of float."""
    for name, function, weight, low, high, wide, narrow, comment in rows:
        for suffix, count in (("", wide), ("_float", narrow)):
            if count == 0:
                continue
            coefficients, error = remez(function, weight, low, high, count - 1)
            print_array(name + suffix, coefficients,
                        f"{comment}; error 2^{float(mpmath.log(error, 2)):.1f}")


def main():
    print("""// Coefficients and tables of the quick functions, printed by tools/vector_series.py.
#pragma once

namespace numen::cpu::NUMEN_ISA::vm {
""")
    print_series(exponentials())
    print_series(logarithms())
    print_series(powers())
    print_roots()
    print_series(angles())
    print_slopes()
    print_turns()
    print("\n}  // namespace numen::cpu::NUMEN_ISA::vm")


if __name__ == "__main__":
    main()
