"""The special cases of the array API standard (version 2025.12; C99 for complex numbers) as data.

A line is a function and its cases, `operands -> result`. Operands are patterns, results what the
value must be; a complex number is written as its two parts. `PATTERNS` says what a pattern stands
for. A result `±0` or `±inf` leaves the sign free, `x` and `y` are the operands, `cis` turns the
infinity or zero before it by the angle of the imaginary part.
"""

import math

import numpy

inf, nan = math.inf, math.nan


def is_odd(v):
    return math.isfinite(v) and v % 2 == 1


PATTERNS = {
    "any": lambda v: True, "nan": math.isnan, "inf": lambda v: v == inf,
    "-inf": lambda v: v == -inf, "±inf": math.isinf,
    "0": lambda v: v == 0 and math.copysign(1, v) > 0,
    "-0": lambda v: v == 0 and math.copysign(1, v) < 0, "±0": lambda v: v == 0,
    "1": lambda v: v == 1, "-1": lambda v: v == -1, "finite": math.isfinite,
    "pos": lambda v: 0 < v < inf, "neg": lambda v: -inf < v < 0,
    "nonzero": lambda v: math.isfinite(v) and v != 0, ">0": lambda v: v > 0,
    "<0": lambda v: v < 0, ">1": lambda v: v > 1, "<-1": lambda v: v < -1, "<1": lambda v: v < 1,
    "≠0": lambda v: v != 0, "≠1": lambda v: v != 1, "number": lambda v: not math.isnan(v),
    "whole": lambda v: math.isfinite(v) and v == int(v), "|>1|": lambda v: abs(v) > 1,
    "|1|": lambda v: abs(v) == 1, "|<1|": lambda v: abs(v) < 1,
    "odd>0": lambda v: v > 0 and is_odd(v), "odd<0": lambda v: v < 0 and is_odd(v),
    "even>0": lambda v: v > 0 and not is_odd(v), "even<0": lambda v: v < 0 and not is_odd(v),
    "broken": lambda v: math.isfinite(v) and v != int(v),
}  # fmt: skip

UNARY = """
abs: nan -> nan, -0 -> 0, 0 -> 0, -inf -> inf, inf -> inf
acos: nan -> nan, >1 -> nan, <-1 -> nan, 1 -> 0
acosh: nan -> nan, <1 -> nan, 1 -> 0, inf -> inf
asin: nan -> nan, >1 -> nan, <-1 -> nan, ±0 -> x
asinh: nan -> nan, ±0 -> x, ±inf -> x
atan: nan -> nan, ±0 -> x, inf -> pi/2, -inf -> -pi/2
atanh: nan -> nan, <-1 -> nan, >1 -> nan, -1 -> -inf, 1 -> inf, ±0 -> x
ceil: whole -> x, ±inf -> x, ±0 -> x, nan -> nan
cos: nan -> nan, ±0 -> 1, ±inf -> nan
cosh: nan -> nan, ±0 -> 1, ±inf -> inf
exp: nan -> nan, ±0 -> 1, inf -> inf, -inf -> 0
expm1: nan -> nan, ±0 -> x, inf -> inf, -inf -> -1
floor: whole -> x, ±inf -> x, ±0 -> x, nan -> nan
isfinite: ±inf -> false, nan -> false, finite -> true
isinf: ±inf -> true, nan -> false, finite -> false
isnan: nan -> true, number -> false
log: nan -> nan, <0 -> nan, ±0 -> -inf, 1 -> 0, inf -> inf
log1p: nan -> nan, <-1 -> nan, -1 -> -inf, ±0 -> x, inf -> inf
log2: nan -> nan, <0 -> nan, ±0 -> -inf, 1 -> 0, inf -> inf
log10: nan -> nan, <0 -> nan, ±0 -> -inf, 1 -> 0, inf -> inf
negative: 0 -> -0, -0 -> 0, inf -> -inf, -inf -> inf, nan -> nan
positive: ±0 -> x, ±inf -> x, nan -> nan
reciprocal: nan -> nan, 0 -> inf, -0 -> -inf, inf -> 0, -inf -> -0
round: whole -> x, ±inf -> x, ±0 -> x, nan -> nan
sign: <0 -> -1, ±0 -> ±0, >0 -> 1, nan -> nan
signbit: 0 -> false, -0 -> true, >0 -> false, <0 -> true
sin: nan -> nan, ±0 -> x, ±inf -> nan
sinh: nan -> nan, ±0 -> x, ±inf -> x
sqrt: nan -> nan, <0 -> nan, ±0 -> x, inf -> inf
square: nan -> nan, ±0 -> 0, ±inf -> inf
tan: nan -> nan, ±0 -> x, ±inf -> nan
tanh: nan -> nan, ±0 -> x, inf -> 1, -inf -> -1
trunc: whole -> x, ±inf -> x, ±0 -> x, nan -> nan
"""

DIVIDE = """nan any -> nan, any nan -> nan, ±inf ±inf -> nan, ±0 ±0 -> nan, 0 >0 -> 0, -0 >0 -> -0,
0 <0 -> -0, -0 <0 -> 0, >0 0 -> inf, >0 -0 -> -inf, <0 0 -> -inf, <0 -0 -> inf, inf pos -> inf,
inf neg -> -inf, -inf pos -> -inf, -inf neg -> inf, pos inf -> 0, pos -inf -> -0, neg inf -> -0,
neg -inf -> 0"""

BINARY = f"""
add: nan any -> nan, any nan -> nan, inf -inf -> nan, -inf inf -> nan, inf inf -> inf, \
-inf -inf -> -inf, inf finite -> inf, -inf finite -> -inf, finite inf -> inf, finite -inf -> -inf, \
-0 -0 -> -0, -0 0 -> 0, 0 -0 -> 0, 0 0 -> 0, ±0 nonzero -> y, nonzero ±0 -> x
atan2: nan any -> nan, any nan -> nan, >0 ±0 -> pi/2, 0 >0 -> 0, 0 0 -> 0, 0 -0 -> pi, 0 <0 -> pi, \
-0 >0 -> -0, -0 0 -> -0, -0 -0 -> -pi, -0 <0 -> -pi, <0 ±0 -> -pi/2, pos inf -> 0, pos -inf -> pi, \
neg inf -> -0, neg -inf -> -pi, inf finite -> pi/2, -inf finite -> -pi/2, inf inf -> pi/4, \
inf -inf -> 3pi/4, -inf inf -> -pi/4, -inf -inf -> -3pi/4
copysign: number <0 -> -|x|, number -0 -> -|x|, number 0 -> |x|, number >0 -> |x|, nan any -> nan
divide: {DIVIDE}
equal: nan any -> false, any nan -> false, inf inf -> true, -inf -inf -> true, ±0 ±0 -> true, \
inf -inf -> false, inf finite -> false
floor_divide: {DIVIDE}
hypot: ±inf any -> inf, any ±inf -> inf, ±0 number -> |y|, number ±0 -> |x|, finite nan -> nan, \
nan finite -> nan, nan nan -> nan
logaddexp: nan any -> nan, any nan -> nan, inf number -> inf, number inf -> inf
maximum: nan any -> nan, any nan -> nan, inf number -> inf, -inf number -> y
minimum: nan any -> nan, any nan -> nan, -inf number -> -inf, inf number -> y
multiply: nan any -> nan, any nan -> nan, ±inf ±0 -> nan, ±0 ±inf -> nan, 0 pos -> 0, 0 neg -> -0, \
-0 pos -> -0, -0 neg -> 0, inf >0 -> inf, inf <0 -> -inf, -inf >0 -> -inf, -inf <0 -> inf, \
0 -0 -> -0, -0 -0 -> 0, pos inf -> inf, neg inf -> -inf
nextafter: nan any -> nan, any nan -> nan, -0 0 -> 0, 0 -0 -> -0
not_equal: nan any -> true, any nan -> true, inf -inf -> true, ±0 ±0 -> false
pow: ≠1 nan -> nan, any ±0 -> 1, nan ≠0 -> nan, |>1| inf -> inf, |>1| -inf -> 0, |1| ±inf -> 1, \
1 number -> 1, |<1| inf -> 0, |<1| -inf -> inf, inf >0 -> inf, inf <0 -> 0, -inf odd>0 -> -inf, \
-inf even>0 -> inf, -inf odd<0 -> -0, -inf even<0 -> 0, 0 >0 -> 0, 0 <0 -> inf, -0 odd>0 -> -0, \
-0 even>0 -> 0, -0 odd<0 -> -inf, -0 even<0 -> inf, neg broken -> nan
remainder: nan any -> nan, any nan -> nan, ±inf any -> nan, ±0 ±0 -> nan, ±0 >0 -> 0, ±0 <0 -> -0, \
>0 ±0 -> nan, <0 ±0 -> nan, pos inf -> x, pos -inf -> y, neg inf -> y, neg -inf -> x
subtract: nan any -> nan, any nan -> nan, inf inf -> nan, -inf -inf -> nan, inf -inf -> inf, \
-inf inf -> -inf, -0 0 -> -0, -0 -0 -> 0, 0 0 -> 0, 0 -0 -> 0, finite inf -> -inf, nonzero ±0 -> x
greater: nan any -> false, any nan -> false, inf finite -> true, ±0 ±0 -> false
greater_equal: nan any -> false, any nan -> false, inf inf -> true, ±0 ±0 -> true
less: nan any -> false, any nan -> false, -inf finite -> true, ±0 ±0 -> false
less_equal: nan any -> false, any nan -> false, -inf -inf -> true, ±0 ±0 -> true
logical_and: ±0 any -> false, any ±0 -> false, nan nan -> true, ±inf nan -> true
logical_or: nan ±0 -> true, ±0 nan -> true, ±0 ±0 -> false
"""

# Each stands for its conjugate too: f(conj(z)) = conj(f(z)).
COMPLEX = """
abs: ±inf any -> inf, any ±inf -> inf, ±0 number -> |y|, number ±0 -> |x|, nan finite -> nan, \
finite nan -> nan, nan nan -> nan
acos: ±0 0 -> pi/2 -0, ±0 nan -> pi/2 nan, finite inf -> pi/2 -inf, nonzero nan -> nan nan, \
-inf pos -> pi -inf, inf pos -> 0 -inf, -inf inf -> 3pi/4 -inf, inf inf -> pi/4 -inf, \
±inf nan -> nan ±inf, nan finite -> nan nan, nan inf -> nan -inf, nan nan -> nan nan
acosh: ±0 0 -> 0 pi/2, finite inf -> inf pi/2, nonzero nan -> nan nan, 0 nan -> nan ±pi/2, \
-inf pos -> inf pi, inf pos -> inf 0, -inf inf -> inf 3pi/4, inf inf -> inf pi/4, \
±inf nan -> inf nan, nan finite -> nan nan, nan inf -> inf nan, nan nan -> nan nan
asinh: 0 0 -> 0 0, pos inf -> inf pi/2, finite nan -> nan nan, inf pos -> inf 0, \
inf inf -> inf pi/4, nan 0 -> nan 0, nan nonzero -> nan nan, nan inf -> ±inf nan, nan nan -> nan nan
atanh: 0 0 -> 0 0, 0 nan -> 0 nan, 1 0 -> inf 0, pos inf -> 0 pi/2, nonzero nan -> nan nan, \
inf pos -> 0 pi/2, inf inf -> 0 pi/2, inf nan -> 0 nan, nan finite -> nan nan, \
nan inf -> ±0 pi/2, nan nan -> nan nan
cosh: 0 0 -> 1 0, 0 inf -> nan ±0, 0 nan -> nan ±0, nonzero inf -> nan nan, \
nonzero nan -> nan nan, inf 0 -> inf 0, inf nonzero -> inf cis, inf inf -> ±inf nan, \
inf nan -> inf nan, nan ±0 -> nan ±0, nan nonzero -> nan nan, nan nan -> nan nan
exp: ±0 0 -> 1 0, finite inf -> nan nan, finite nan -> nan nan, inf 0 -> inf 0, \
-inf finite -> 0 cis, inf nonzero -> inf cis, -inf inf -> ±0 ±0, inf inf -> ±inf nan, \
-inf nan -> ±0 ±0, inf nan -> ±inf nan, nan 0 -> nan 0, nan nonzero -> nan nan, \
nan inf -> nan nan, nan nan -> nan nan
expm1: ±0 0 -> 0 0, finite inf -> nan nan, finite nan -> nan nan, inf 0 -> inf 0, \
-inf finite -> -1 cis, inf nonzero -> inf cis, -inf inf -> -1 ±0, inf inf -> ±inf nan, \
-inf nan -> -1 ±0, inf nan -> ±inf nan, nan 0 -> nan 0, nan nonzero -> nan nan, nan nan -> nan nan
isfinite: nan any -> false, any nan -> false, ±inf any -> false, any ±inf -> false, \
finite finite -> true
isinf: ±inf any -> true, any ±inf -> true, finite finite -> false, nan finite -> false
isnan: nan any -> true, any nan -> true, number number -> false
log: -0 0 -> -inf pi, 0 0 -> -inf 0, finite inf -> inf pi/2, finite nan -> nan nan, \
-inf pos -> inf pi, inf pos -> inf 0, -inf inf -> inf 3pi/4, inf inf -> inf pi/4, \
±inf nan -> inf nan, nan finite -> nan nan, nan inf -> inf nan, nan nan -> nan nan
log1p: -1 0 -> -inf 0, finite inf -> inf pi/2, finite nan -> nan nan, -inf pos -> inf pi, \
inf pos -> inf 0, -inf inf -> inf 3pi/4, inf inf -> inf pi/4, ±inf nan -> inf nan, \
nan finite -> nan nan, nan inf -> inf nan, nan nan -> nan nan
sign: ±0 ±0 -> ±0 ±0, nan any -> nan nan, any nan -> nan nan
sinh: 0 0 -> 0 0, 0 inf -> ±0 nan, 0 nan -> ±0 nan, pos inf -> nan nan, pos nan -> nan nan, \
inf 0 -> inf 0, inf pos -> inf cis, inf inf -> ±inf nan, inf nan -> ±inf nan, nan 0 -> nan 0, \
nan nonzero -> nan nan, nan nan -> nan nan
sqrt: ±0 0 -> 0 0, any inf -> inf inf, finite nan -> nan nan, -inf pos -> 0 inf, inf pos -> inf 0, \
-inf nan -> nan ±inf, inf nan -> inf nan, nan finite -> nan nan, nan nan -> nan nan
tanh: 0 0 -> 0 0, nonzero inf -> nan nan, 0 inf -> 0 nan, nonzero nan -> nan nan, 0 nan -> 0 nan, \
inf pos -> 1 ±0, inf inf -> 1 ±0, inf nan -> 1 ±0, nan 0 -> nan 0, nan nonzero -> nan nan, \
nan nan -> nan nan
"""

# By rotation, sin(z) = -i sinh(iz) and so on; log2 and log10 by a change of base.
ROTATED = {"asin": "asinh", "atan": "atanh", "sin": "sinh", "tan": "tanh"}
OTHER_BASES = {"log2": math.log(2), "log10": math.log(10)}
ODD = {"asinh", "atanh", "sinh", "tanh"}

_angles = {"pi": 1, "pi/2": 1 / 2, "pi/4": 1 / 4, "3pi/4": 3 / 4}


def cases(table):
    """Yields (function, operand patterns, result patterns)."""
    for line in table.replace(",\n", ", ").strip().splitlines():
        name, _, rest = line.partition(": ")
        for case in rest.split(", "):
            operands, _, result = case.strip().partition(" -> ")
            yield name, operands.split(), result.split()


def matches(patterns, values):
    return all(PATTERNS[pattern](value) for pattern, value in zip(patterns, values))


def same(one, other):
    """One value: NaN is NaN, zeros have signs, others agree to single precision."""
    if math.isnan(other) or other == 0 or math.isinf(other):
        return math.isnan(one) if math.isnan(other) else (
            one == other and math.copysign(1, one) == math.copysign(1, other))  # fmt: skip
    return math.isclose(one, other, rel_tol=1e-6)


def fits(result, pattern, operands):
    """Whether a part of a result is what a pattern asks for."""
    if pattern in ("true", "false"):
        return result == (pattern == "true")
    if pattern.startswith("±"):
        return any(fits(value, pattern[1:], operands) for value in (result, -result))
    sign = -1.0 if pattern.startswith("-") else 1.0
    bare = pattern.lstrip("-")
    if bare in _angles:
        return same(result, sign * _angles[bare] * math.pi)
    if bare.strip("|") in ("x", "y"):
        value = operands["xy".index(bare.strip("|"))]
        return same(result, sign * (abs(value) if "|" in bare else value))
    return same(result, sign * {"nan": nan, "inf": inf, "0": 0.0, "1": 1.0}[bare])


def fits_complex(result, patterns, operands):
    """The same for a complex result, or the real one of a complex operand."""
    if len(patterns) == 1:
        return fits(result.real, patterns[0], operands)
    if patterns[1] != "cis":
        parts = (result.real, result.imag)
        return all(fits(part, pattern, operands) for part, pattern in zip(parts, patterns))
    angle = operands[1]
    scale = {"inf": inf, "0": 0.0, "-1": 0.0}[patterns[0]]
    shift = -1.0 if patterns[0] == "-1" else 0.0
    wanted = scale * numpy.cos(angle) + shift, scale * numpy.sin(angle)
    return same(result.real, wanted[0]) and same(result.imag, wanted[1])
