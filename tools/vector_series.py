"""Compute the coefficients of the quick vector functions and print the header that holds them.

    python tools/vector_series.py > src/backends/cpu/vector_math/series.h

As minimax.py, whose exchange and printing it uses: series for functions that fuse their rounding
(quick_*.h), in float64 and in float32.
"""
import mpmath
from minimax import in_square, literal, mpf, on_grid, print_array, quotient, remez, split

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


def print_series(rows):
    """Each row as an array of double and one of float."""
    for name, function, weight, low, high, wide, narrow, comment in rows:
        for suffix, count in (("", wide), ("_float", narrow)):
            coefficients, error = remez(function, weight, low, high, count - 1)
            print_array(name + suffix, coefficients,
                        f"{comment}; error 2^{float(mpmath.log(error, 2)):.1f}")


def main():
    print("""// Coefficients and tables of the quick vector functions, printed by tools/vector_series.py.
#pragma once

namespace numen::cpu::NUMEN_ISA::vm {
""")
    print_series(exponentials())
    print("\n}  // namespace numen::cpu::NUMEN_ISA::vm")


if __name__ == "__main__":
    main()
