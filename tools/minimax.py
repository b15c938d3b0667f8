"""Compute the coefficients of the vector mathematics and print the header that holds them.

    python tools/minimax.py > src/backends/cpu/vector_math/coefficients.h

Polynomials come from the Remez exchange in 60-digit arithmetic (relative error where the result
may vanish); tables and split constants are correctly rounded. Nothing here is copied: to change
a degree or an interval, edit `polynomials` and print the header again.
"""
import sys

import mpmath
import numpy
from mpmath import mp, mpf

mp.dps = 60


def remez(function, weight, low, high, degree, rounds=12):
    """Coefficients (constant first) minimising max |weight*(function - p)| and that error.

    Every exchange solves for equal, alternating errors at degree + 2 nodes and moves the nodes to
    the extremes of the error on a dense grid.
    """
    low, high = mpf(low), mpf(high)
    size = 60 * (degree + 2)
    grid = [(low + high) / 2 - (high - low) / 2 * mpmath.cos(mpmath.pi * (i + mpf(1) / 2) / size)
            for i in range(size)]
    values = [function(x) for x in grid]
    weights = [weight(x) for x in grid]
    nodes = [round(i * (size - 1) / (degree + 1)) for i in range(degree + 2)]
    best = None
    for _ in range(rounds):
        matrix = mpmath.matrix(degree + 2, degree + 2)
        right = mpmath.matrix(degree + 2, 1)
        for row, node in enumerate(nodes):
            for power in range(degree + 1):
                matrix[row, power] = grid[node] ** power
            matrix[row, degree + 1] = (-1) ** row / weights[node]
            right[row] = values[node]
        solution = mpmath.lu_solve(matrix, right)
        coefficients = [solution[i] for i in range(degree + 1)]
        errors = [w * (v - mpmath.polyval(coefficients[::-1], x))
                  for x, v, w in zip(grid, values, weights)]
        largest = max(abs(e) for e in errors)
        if best is None or largest < best[1]:
            best = (coefficients, largest)
        if largest < abs(solution[degree + 1]) * mpf("1.0001"):
            break
        moved = extremes(errors, degree + 2)
        if moved is None or moved == nodes:
            break
        nodes = moved
    return best


def extremes(errors, count):
    """Indices of `count` alternating extremes of a list of errors, or None if there are fewer."""
    found = []
    for i, e in enumerate(errors):
        if found and (errors[found[-1]] > 0) == (e > 0):
            if abs(e) > abs(errors[found[-1]]):
                found[-1] = i
        else:
            found.append(i)
    while len(found) > count:
        found.pop(0 if abs(errors[found[0]]) < abs(errors[found[-1]]) else -1)
    return found if len(found) == count else None


def literal(x, kind="double"):
    """A hexadecimal C++ literal of x rounded to double or float."""
    return float(x).hex() if kind == "double" else float(numpy.float32(x)).hex() + "f"


def split(x, *bits):
    """x as a sum of doubles: parts of the given numbers of bits, then one rounded to 53."""
    parts = []
    for width in bits:
        scale = mpf(2) ** (width - 1 - int(mpmath.floor(mpmath.log(abs(x), 2))))
        part = mpmath.nint(x * scale) / scale
        parts.append(part)
        x -= part
    return parts + [x]


def on_grid(x, bits):
    """x as (multiple of 2^-bits, rest)."""
    high = mpmath.nint(x * mpf(2) ** bits) / mpf(2) ** bits
    return high, x - high


def print_array(name, values, comment):
    kind = "float" if name.endswith("_float") else "double"
    print(f"// {comment}")
    body = ", ".join(literal(v, kind) for v in values)
    lines, line = [], "   "
    for word in body.split(", "):
        if len(line) + len(word) + 2 > 98:
            lines.append(line)
            line = "   "
        line += f" {word},"
    lines.append(line)
    print(f"constexpr {kind} {name}[{len(values)}] = {{")
    print("\n".join(lines).rstrip(","))
    print("};")


def quotient(function, terms, power):
    """(function(x) - sum of terms) / x^power near 0, by extra digits instead of a series."""
    def value(x):
        with mp.workdps(150):
            x = mpf(x)
            rest = function(x) - sum(c * x**k for k, c in terms.items())
            return +(rest / x**power)
    return value


def in_square(function, terms, power):
    """As `quotient`, for a polynomial in z = x^2."""
    inner = quotient(function, terms, power)
    return lambda z: inner(mpmath.sqrt(z))


def polynomials():
    """Yield (name, function, weight, low, high, degree, comment)."""
    half_ln2 = mpmath.log(2) / 2 * mpf("1.0001")
    quarter_pi = mpmath.pi / 4 * mpf("1.0001")
    tiny, third = mpf("1e-9"), mpf(1) / 3
    one, half = mpf(1), mpf(1) / 2

    def exp_rest(power, terms):
        return quotient(mpmath.exp, terms, power)

    low, high = -half_ln2, half_ln2 * (1 + tiny)
    yield ("exp_tail", exp_rest(4, {0: one, 1: one, 2: half, 3: one / 6}),
           lambda x: abs(x) ** 3, low, high, 9,
           "exp(r) = 1 + r + r^2/2 + r^3/6 + r^4 p(r), |r| <= ln(2)/2")
    for steps, degree in ((16, 5), (128, 3)):
        step = mpmath.log(2) / (2 * steps) * mpf("1.0001")
        yield (f"exp_table_tail_{steps}", exp_rest(2, {0: one, 1: one}), lambda x: x**2, -step,
               step * (1 + tiny), degree, f"exp(r) = 1 + r + r^2 p(r), |r| <= ln(2)/{2 * steps}")
    yield ("exp_short", exp_rest(1, {0: one}), lambda x: one, low, high, 6,
           "exp(r) = 1 + r p(r), |r| <= ln(2)/2, for float32 results")
    z_high = quarter_pi**2
    yield ("sin_tail", in_square(mpmath.sin, {1: one, 3: -one / 6}, 5), lambda z: z**2, tiny,
           z_high, 5, "sin(r) = r - r^3/6 + r^5 p(r^2), |r| <= pi/4")
    yield ("cos_tail", in_square(mpmath.cos, {0: one, 2: -half, 4: one / 24}, 6),
           lambda z: z**3, tiny, z_high, 4, "cos(r) = 1 - r^2/2 + r^4/24 + r^6 p(r^2), |r| <= pi/4")
    yield ("sin_short_tail", in_square(mpmath.sin, {1: one}, 3), lambda z: z, tiny,
           (mpmath.pi / 2 * mpf("1.0001")) ** 2, 4,
           "sin(r) = r + r^3 p(r^2), |r| <= pi/2, for float32 results")
    yield ("cos_short_tail", in_square(mpmath.cos, {0: one}, 2), lambda z: z, tiny, z_high, 4,
           "cos(r) = 1 + r^2 p(r^2), |r| <= pi/4, for float32 results")
    yield from logarithms_and_inverses(one, half, third, tiny)


def logarithms_and_inverses(one, half, third, tiny):
    """The rest of polynomials()."""
    yield ("log_tail", quotient(mpmath.log1p, {1: one, 2: -half}, 3), lambda f: abs(f) ** 2,
           mpf(-1) / 60, mpf(1) / 32 * mpf("1.001"), 8,
           "log(1 + f) = f - f^2/2 + f^3 p(f), -1/60 <= f <= 1/32")
    yield ("log_tail_16", quotient(mpmath.log1p, {1: one, 2: -half}, 3), lambda f: abs(f) ** 2,
           mpf("-0.0372"), mpf("0.0626"), 8,
           "log(1 + f) = f - f^2/2 + f^3 p(f), -0.0372 <= f <= 0.0626")
    yield ("log_precise_tail", quotient(mpmath.log1p, {1: one, 2: -half, 3: third}, 4),
           lambda f: abs(f) ** 3, mpf(-1) / 60, mpf(1) / 32 * mpf("1.001"), 7,
           "log(1 + f) = f - f^2/2 + f^3/3 + f^4 p(f), -1/60 <= f <= 1/32")
    yield ("arctan_tail", in_square(mpmath.atan, {1: one}, 3), lambda z: z, tiny,
           (mpf(1) / 32 * mpf("1.01")) ** 2, 4, "arctan(t) = t + t^3 p(t^2), |t| <= 1/32")
    yield ("arctan_short", in_square(mpmath.atan, {1: one}, 3), lambda z: z, tiny, one, 11,
           "arctan(t) = t + t^3 p(t^2), |t| <= 1, for float32 results")
    yield ("cbrt_start", mpmath.cbrt, lambda x: one, one, mpf(2), 7, "cbrt(x), 1 <= x <= 2")
    yield ("erf_inner", lambda z: mpmath.erf(mpmath.sqrt(z)) / mpmath.sqrt(z) - 1, lambda z: one,
           tiny, one, 11, "erf(x) = x + x p(x^2), |x| <= 1")

    def scaled_erfc(t):
        x = 2 * (1 + t) / (1 - t)
        return mpmath.exp(x * x) * mpmath.erfc(x)

    yield ("erf_outer", scaled_erfc, lambda t: 1 / scaled_erfc(t), mpf(-1) / 3, half, 15,
           "exp(x^2) erfc(x) by t = (x - 2)/(x + 2), 1 <= x <= 6")
    yield ("arcsin_tail", in_square(mpmath.asin, {1: one}, 3), lambda z: z, tiny,
           mpf(1) / 4 * mpf("1.0001"), 12, "arcsin(x) = x + x^3 p(x^2), |x| <= 1/2")
    edge = mpf("0.1716")
    yield ("log_short", in_square(lambda s: 2 * mpmath.atanh(s), {}, 1), lambda z: one, tiny,
           edge**2, 4, "log((1 + s)/(1 - s)) = s p(s^2), |s| <= 3 - 2 sqrt(2), for float32 results")


def float_polynomials():
    """As polynomials(), for arithmetic in float32."""
    tiny, third, one, half = mpf("1e-9"), mpf(1) / 3, mpf(1), mpf(1) / 2
    quarter_pi = (mpmath.pi / 4 * mpf("1.0001")) ** 2
    step = mpmath.log(2) / 16 * mpf("1.0001")
    yield ("exp_tail_float", quotient(mpmath.exp, {0: one, 1: one}, 2), lambda x: x**2, -step,
           step * (1 + tiny), 2, "exp(r) = 1 + r + r^2 p(r), |r| <= ln(2)/16")
    yield ("log_tail_float", quotient(mpmath.log1p, {1: one, 2: -half}, 3), lambda f: abs(f) ** 2,
           mpf("-0.0372"), mpf("0.0626"), 3,
           "log(1 + f) = f - f^2/2 + f^3 p(f), -0.0372 <= f <= 0.0626")
    yield ("sin_tail_float", in_square(mpmath.sin, {1: one}, 3), lambda z: z, tiny, quarter_pi, 3,
           "sin(r) = r + r^3 p(r^2), |r| <= pi/4")
    yield ("cos_tail_float", in_square(mpmath.cos, {0: one, 2: -half}, 4), lambda z: z**2, tiny,
           quarter_pi, 2, "cos(r) = 1 - r^2/2 + r^4 p(r^2), |r| <= pi/4")
    yield ("arcsin_tail_float", in_square(mpmath.asin, {1: one}, 3), lambda z: z, tiny,
           mpf(1) / 4 * mpf("1.0001"), 4, "arcsin(x) = x + x^3 p(x^2), |x| <= 1/2")


def print_polynomials():
    for name, function, weight, low, high, degree, comment in (*polynomials(),
                                                               *float_polynomials()):
        coefficients, error = remez(function, weight, low, high, degree)
        print(f"{name}: 2^{float(mpmath.log(error, 2)):.1f}", file=sys.stderr)
        print_array(name, coefficients, f"{comment}; error 2^{float(mpmath.log(error, 2)):.1f}")


def print_constants():
    ln2 = mpmath.log(2)
    print_array("ln2_parts", split(ln2, 40), "ln 2; the first part times |k| < 2^13 is exact")
    print_array("ln2_pair", split(ln2, 53), "ln 2 to 106 bits")
    print_array("log2_e_pair", split(1 / ln2, 53), "1 / ln 2 to 106 bits")
    print_array("log10_e_pair", split(1 / mpmath.log(10), 53), "1 / ln 10 to 106 bits")
    print(f"constexpr double log10_2 = {literal(mpmath.log10(2))};")
    print_array("half_pi_parts", split(mpmath.pi / 2, 53, 53), "pi/2 to 159 bits")
    print_array("ln2_parts_float", split(ln2, 15), "ln 2; the first part times |k| < 2^9 is exact")
    print_array("ln2_pair_float", split(ln2, 24), "ln 2 to 48 bits")
    print_array("log2_e_pair_float", split(1 / ln2, 24), "1 / ln 2 to 48 bits")
    print_array("log10_e_pair_float", split(1 / mpmath.log(10), 24), "1 / ln 10 to 48 bits")
    print_array("half_pi_parts_float", split(mpmath.pi / 2, 24, 24), "pi/2 to 72 bits")


def print_exp_tables():
    """Powers of two and what they lose by rounding."""
    for steps in (16, 128):
        powers = [mpf(2) ** (mpf(i) / steps) for i in range(steps)]
        print_array(f"exp_high_{steps}", powers, f"2^(i/{steps})")
        print_array(f"exp_low_{steps}", [p - mpf(float(p)) for p in powers], "the rest of it")
    for steps in (16, 8):
        powers = [mpf(2) ** (mpf(i) / steps) for i in range(steps)]
        print_array(f"exp_high_{steps}_float", powers, f"2^(i/{steps})")
        print_array(f"exp_low_{steps}_float", [p - mpf(float(numpy.float32(p))) for p in powers],
                    "the rest of it")


def print_arctan_table():
    angles = [mpmath.atan(mpf(i) / 16) if i <= 16 else mpf(0) for i in range(32)]
    print_array("arctan_high", angles, "arctan(i/16), i <= 16")
    print_array("arctan_low", [a - mpf(float(a)) for a in angles], "the rest of it")


def print_log_table():
    """1/c for 32 intervals of [11/16, 11/8) and ln c on the grid of ln2_parts[0], with the rest."""
    reciprocals, highs, lows = [], [], []
    start = mpf(11) / 16
    for i in range(32):
        width = mpf(1) / 64 if i < 20 else mpf(1) / 32
        left = start + i * mpf(1) / 64 if i < 20 else 1 + (i - 20) * mpf(1) / 32
        around_one = i in (19, 20)
        centre = mpf(1) if around_one else left + width / 2
        reciprocal = mpmath.nint(512 / centre) / 512
        high, low = on_grid(-mpmath.log(reciprocal), 40)
        reciprocals.append(reciprocal)
        highs.append(high)
        lows.append(low)
    print_array("log_reciprocal", reciprocals, "about 1/z, ten bits, by the leading bits of z")
    print_array("log_high", highs, "-log of these on a grid of 2^-40")
    print_array("log_low", lows, "the rest of it")


LOG_RECIPROCALS = [mpf(n) / 32 for n in (32, 29, 28, 26, 25, 24, 23, 22,
                                         42, 40, 39, 37, 36, 35, 34, 32)]


def print_log_table_16():
    """The table of log for 16 intervals of m in [3/4, 3/2), by the four leading bits of the
    fraction of m: 1/c of five or six bits, so that m/c - 1 is exact in the type of m. The
    logarithms of intervals below 1 hold ln 2 too, because getexp counts their exponent from 1.
    """
    reciprocals = LOG_RECIPROCALS
    logs = [-mpmath.log(c) for c in reciprocals]
    print_array("log_reciprocal_16", reciprocals, "about 1/m, by the leading bits of its fraction")
    print_array("log_reciprocal_16_float", reciprocals, "the same")
    for suffix, bits, parts in (("", 42, split(mpmath.log(2), 40)),
                                ("_float", 16, split(mpmath.log(2), 15))):
        pairs = [on_grid(x, bits) for x in logs]
        carried = [parts if i >= 8 else (mpf(0), mpf(0)) for i in range(16)]
        print_array(f"log_high_16{suffix}", [p[0] + c[0] for p, c in zip(pairs, carried)],
                    f"-log of these (+ ln 2 below 1) on a grid of 2^-{bits}")
        print_array(f"log_low_16{suffix}", [p[1] + c[1] for p, c in zip(pairs, carried)],
                    "the rest of it")


def main():
    print("""// Coefficients and tables of the vector mathematics, printed by tools/minimax.py.
//
// Namespace-scope constants have internal linkage, so that the libraries of two instruction sets
// share no symbol.
#pragma once

namespace numen::cpu::NUMEN_ISA::vm {
""")
    print_constants()
    print_exp_tables()
    print_log_table()
    print_log_table_16()
    print_arctan_table()
    print_polynomials()
    print("\n}  // namespace numen::cpu::NUMEN_ISA::vm")


if __name__ == "__main__":
    main()
