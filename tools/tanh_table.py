"""Compute the table of tanh of float32 for vectors of 16 lanes and print the header that holds it.

    python tools/tanh_table.py > src/backends/cpu/vector_math/tanh_table.h

Four pieces of each binade from 1/16 to 8, one from 8 to 10 and one from 0 on, 32 rows in all: in
each a polynomial in the distance from a number near its middle, by the Remez exchange in 60 digits
(minimax.py). That number is one of which tanh is almost a float32, so that the first coefficient
has no rounding of its own.
"""

import sys

import mpmath
import numpy
from minimax import remez
from mpmath import mpf

ROWS, DEGREE = 32, 6
FIRST_END, BEYOND = 1 / 16, 10.0


def pieces():
    """The two ends of each piece but the first."""
    for exponent in range(-4, 3):
        for quarter in range(4):
            yield 2.0**exponent * (1 + quarter / 4), 2.0**exponent * (1 + (quarter + 1) / 4)
    yield 8.0, BEYOND


def rounding_of(number):
    """How far tanh of a float32 lies from the next float32, in units in the last place."""
    exact = mpmath.tanh(mpf(float(number)))
    near = numpy.float32(float(exact))
    return abs(exact - mpf(float(near))) / mpf(float(numpy.spacing(near)))


def middle_of(low, high):
    around = numpy.linspace(0.7 * low + 0.3 * high, 0.3 * low + 0.7 * high, 2001)
    return min(around.astype(numpy.float32), key=rounding_of)


def row_of_piece(low, high):
    """The middle and the coefficients, constant first."""
    middle = middle_of(low, high)
    at = mpf(float(middle))
    value, slope = mpmath.tanh(at), 1 - mpmath.tanh(at) ** 2

    def slope_to(t):
        return (mpmath.tanh(at + t) - value) / t if t else slope

    coefficients, _ = remez(slope_to, lambda t: abs(t) + mpf("1e-9"), low - at, high - at,
                            DEGREE - 1)
    return [middle, value, *coefficients]


def row_at_zero():
    """tanh(x) = x + x^2 q(x): the constant is not used, and the first power is no part of q."""
    coefficients, _ = remez(lambda t: (mpmath.tanh(t) - t) / t**2, lambda t: t, mpf("1e-6"),
                            FIRST_END, DEGREE - 2)
    return [0, 0, 0, *coefficients]


def main():
    rows = [row_at_zero(), *(row_of_piece(*piece) for piece in pieces())]
    rows += [rows[-1]] * (ROWS - len(rows))
    print("// The pieces of tanh of float32, printed by tools/tanh_table.py: the middle of each,")
    print("// then the coefficients of the powers of the distance from it.")
    print("#pragma once\n\nnamespace numen::cpu::NUMEN_ISA::vm {\n")
    print(f"alignas(64) inline constexpr float tanh_table[{DEGREE + 2}][{ROWS}] = {{")
    for column in zip(*rows):
        numbers = [float(numpy.float32(float(x))).hex() for x in column]
        numbers = [f"{x.replace('0x0.0p+0', '0x0p+0')}f" for x in numbers]
        print("    {" + ", ".join(numbers[:3]) + ",")
        for start in range(3, ROWS, 3):
            end = "}," if start + 3 >= ROWS else ","
            print("     " + ", ".join(numbers[start:start + 3]) + end)
    print("};\n\n}  // namespace numen::cpu::NUMEN_ISA::vm")
    return 0


if __name__ == "__main__":
    sys.exit(main())
