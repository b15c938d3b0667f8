"""The standard's special cases: signed zeros, infinities, NaN, for every elementwise function.

The expected value is the standard's (C99's for complex numbers). Where NumPy gives another, its
value is expected: a case may leave the standard only if NumPy itself does.
"""

import math

import numpy
import pytest

import numen
from numen.native import front

from .array_api_special_cases import (
    BINARY, COMPLEX, ODD, OTHER_BASES, ROTATED, UNARY, cases, fits, fits_complex, inf, matches,
    nan, same,
)  # fmt: skip

POOL = [nan, inf, -inf, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 3.0, -3.0, 1.5, -1.5, 2.5,
        -2.5, 8.0, -7.0, 0.75, -0.25]  # fmt: skip
# Copies of every element: short runs take scalar code, long ones vector code.
COPIES = (1, 37)
COMPLEX_POOL = POOL[:7] + [0.5, -0.5, 2.0, -2.0]


def evaluated(np, name, operands, dtype):
    """Results for many operands at once; all copies of an operand must agree."""
    found = None
    for copies in COPIES:
        arrays = [numpy.repeat(numpy.array(column, dtype), copies) for column in zip(*operands)]
        if np is numen:
            arrays = [front.wrap(array) for array in arrays]
        with numpy.errstate(all="ignore"):
            result = numpy.asarray(getattr(np, name)(*arrays)).reshape(-1, copies)
        assert copies_agree(result), (name, dtype)
        assert found is None or all(map(alike, result[:, 0], found)), (name, dtype)
        found = result[:, 0]
    return found


def copies_agree(result):
    parts = (result.real, result.imag) if result.dtype.kind == "c" else (result * 1.0,)
    first = [part[:, :1] for part in parts]
    return all((numpy.isclose(part, one, rtol=1e-6, atol=0, equal_nan=True)
                & ((numpy.signbit(part) == numpy.signbit(one)) | numpy.isnan(one))).all()
               for part, one in zip(parts, first))


def alike(one, other):
    """Equal results; of a complex number both parts."""
    if isinstance(one, numpy.complexfloating):
        return same(one.real, other.real) and same(one.imag, other.imag)
    return bool(one == other) if isinstance(one, numpy.bool) else same(float(one), float(other))


def judge(name, operands, dtype, is_right):
    """Each of our results is right by the standard, or is what NumPy gives where it is not."""
    ours, theirs = (evaluated(np, name, operands, dtype) for np in (numen, numpy))
    assert ours.dtype == theirs.dtype
    wrong = []
    for operand, mine, other in zip(operands, ours, theirs):
        if is_right(mine, operand) and is_right(other, operand):
            continue
        if is_right(other, operand) or not alike(mine, other):
            wrong.append(f"{name}{operand} is {mine}, NumPy's {other}")
    assert not wrong, wrong


def identified(table):
    return [pytest.param(*case, id=f"{case[0]}({' '.join(case[1])})={' '.join(case[2])}")
            for case in cases(table)]


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("name, patterns, result", identified(UNARY))
def test_real_functions_of_one(name, patterns, result, dtype):
    operands = [(x,) for x in POOL if matches(patterns, (x,))]
    assert operands
    judge(name, operands, dtype, lambda found, operand: fits(found, result[0], operand))


@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("name, patterns, result", identified(BINARY))
def test_real_functions_of_two(name, patterns, result, dtype):
    operands = [(x, y) for x in POOL for y in POOL if matches(patterns, (x, y))]
    assert operands
    judge(name, operands, dtype, lambda found, operand: fits(found, result[0], operand))


def images(name):
    """(of the operand, of the result): maps under which the cases of a complex function hold."""
    plain = (lambda z: z), (lambda w: w)
    conjugate = (lambda z: (z[0], -z[1])), (lambda w: w.conjugate())
    yield plain
    yield conjugate
    if name in ODD:
        yield (lambda z: (-z[0], -z[1])), (lambda w: complex(-w.real, -w.imag))
        yield (lambda z: (-z[0], z[1])), (lambda w: complex(-w.real, w.imag))
    if name == "cosh":  # even
        yield (lambda z: (-z[0], -z[1])), (lambda w: w)
        yield (lambda z: (-z[0], z[1])), (lambda w: complex(w.real, -w.imag))


def turned(z):
    """i z, part by part."""
    return -z[1], z[0]


@pytest.mark.parametrize("dtype", ["c8", "c16"])
@pytest.mark.parametrize("name, patterns, result", identified(COMPLEX))
def test_complex_functions(name, patterns, result, dtype):
    pool = [(a, b) for a in COMPLEX_POOL for b in COMPLEX_POOL]
    for to_operand, to_result in images(name):
        kept = [z for z in pool if matches(patterns, to_operand(z))]
        assert kept

        def is_right(found, z):
            found = found if len(result) == 1 else to_result(complex(found))
            return fits_complex(found, result, to_operand(z))

        judge_complex(name, kept, dtype, is_right)
    for other, model in (*ROTATED.items(), ("cos", "cosh")):
        if model == name:
            kept = [z for z in pool if matches(patterns, turned(z))]

            def is_right_turned(found, z, other=other):
                # -i w is what the rotated function gives for the model's w.
                w = complex(-found.imag, found.real) if other != "cos" else complex(found)
                return fits_complex(w, result, turned(z))

            judge_complex(other, kept, dtype, is_right_turned)
    if name == "log":
        kept = [z for z in pool if matches(patterns, z)]
        for other, base in OTHER_BASES.items():
            judge_complex(other, kept, dtype, lambda found, z, base=base: fits_complex(
                complex(found.real * base, found.imag * base), result, z))


def judge_complex(name, operands, dtype, is_right):
    ours, theirs = (evaluated_complex(np, name, operands, dtype) for np in (numen, numpy))
    wrong = []
    for operand, mine, other in zip(operands, ours, theirs):
        if is_right(mine, operand) and is_right(other, operand):
            continue
        if is_right(other, operand) or not alike(mine, other):
            wrong.append(f"{name}{operand} is {mine}, NumPy's {other}")
    assert not wrong, wrong


def evaluated_complex(np, name, operands, dtype):
    values = numpy.empty(len(operands), dtype)
    values.real, values.imag = zip(*operands)  # a sum of parts would lose zeros and infinities
    return evaluated(np, name, [(value,) for value in values], dtype)


def takes_complex(name):
    types = getattr(getattr(numpy, name), "types", ["D->D"])  # round is no ufunc
    return any(kinds.startswith("D") for kinds in types)


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("name", sorted({case[0] for table in (UNARY, BINARY, COMPLEX)
                                         for case in cases(table)}))
def test_nothing_else_differs_from_numpy(name, dtype):
    """The whole grid of values, also where the standard leaves the result free."""
    two = name in {case[0] for case in cases(BINARY)}
    if dtype[0] == "c" and not takes_complex(name):
        return
    pool = POOL if dtype[0] == "f" else [complex(a, b) for a in POOL[:9] for b in POOL[:9]]
    operands = [(x, y) for x in pool for y in pool] if two else [(x,) for x in pool]
    if name in ("maximum", "minimum"):  # either zero may win, by the standard and in NumPy
        operands = [(x, y) for x, y in operands if x or y]
    ours, theirs = (evaluated(np, name, operands, dtype) for np in (numen, numpy))
    wrong = [f"{name}{operand} is {mine}, NumPy's {other}"
             for operand, mine, other in zip(operands, ours, theirs) if not alike(mine, other)]
    assert not wrong, wrong[:5]


def test_clip_passes_nan_on():
    for x in ([nan, 1.0], [1.0, 2.0]):
        for low, high in ((nan, 2.0), (0.0, nan), (0.0, 2.0)):
            ours = numen.clip(numen.array(x), low, high).tolist()
            assert all(math.isnan(one) for value, one in zip(x, ours)
                       if any(map(math.isnan, (value, low, high))))


def test_reductions_pass_nan_on():
    for dtype in ("f4", "f8"):
        for place in (0, 5, 99):
            x = numpy.ones(100, dtype)
            x[place] = nan
            ours = front.wrap(x)
            for name in ("max", "min", "sum", "prod", "mean", "std", "var"):
                assert math.isnan(getattr(numen, name)(ours)), name
    with pytest.warns(RuntimeWarning):
        assert math.isnan(numen.mean(numen.ones(0)))
