"""Elementwise operations on operands and results that lie any steps apart, bit for bit as NumPy's
of elements in a row; nothing between the elements of a result is written.

(NumPy 2.4.6 itself reads the wrong elements where `negative` of four bytes goes from every fourth
element to a place that is no row.)
"""

import numpy
import pytest

import numen

STEPS = (1, -1, 2, -2, 3, -3, 4, 5, 7, 16)
COUNTS = (1, 2, 15, 16, 17, 255, 256, 257, 700)
UNARY = ("negative", "absolute", "square", "sqrt", "reciprocal", "conjugate", "floor", "rint",
         "sign", "isnan", "isfinite", "signbit", "logical_not", "invert", "positive", "exp", "sin")
BINARY = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "fmax", "less", "equal",
          "logical_and", "bitwise_xor", "copysign", "hypot", "power", "remainder", "left_shift")
DTYPES = ("?", "i1", "u2", "i4", "i8", "f2", "f4", "f8", "c8", "c16")
ROUNDED = {"exp", "sin", "hypot", "power", "sqrt", "absolute"}  # by some types only
PLACES = 12


def numbers(rng, dtype, size):
    if dtype == "?":
        return rng.random(size) < 0.5
    if dtype[0] in "iu":
        return rng.integers(1, 6, size).astype(dtype)
    values = rng.normal(size=size) * 3
    if dtype[0] == "c":
        values = values + 1j * rng.normal(size=size) * rng.choice([0.1, 1, 10], size)
    else:
        values[rng.random(size) < 0.05] = numpy.nan
    return values.astype(dtype)


def apart(base, step, count):
    """`count` elements of an array of room enough, so many places apart."""
    return base[:count * step:step] if step > 0 else base[:-count * step][::step]


def wanted_of(function, given, step, out_step, count, out, in_place):
    """The results by NumPy of elements in a row, and all that lies between them."""
    operands = [apart(base, steps, count).copy() for base, steps in zip(given, step)]
    with numpy.errstate(all="ignore"):
        plain = getattr(numpy, function)(*operands)
    out = given[0].copy() if in_place else out.copy()
    apart(out, step[0] if in_place else out_step, count)[...] = plain
    return out, plain


def found_of(function, given, step, out_step, count, out, in_place):
    """The same by Numen of the elements where they are."""
    x, *others = map(numen.array, given)
    operands = [apart(base, steps, count) for base, steps in zip((x, *others), step)]
    with numpy.errstate(all="ignore"):
        plain = getattr(numen, function)(*operands)
        out = x if in_place else numen.array(out)
        place = operands[0] if in_place else apart(out, out_step, count)
        getattr(numen, function)(*operands, out=place)
    return numpy.asarray(out), numpy.asarray(plain)


def assert_alike(name, dtype, found, wanted, said):
    for mine, theirs in zip(found, wanted):
        assert mine.dtype == theirs.dtype, said
        if name == "sign" and theirs.dtype.kind == "c":  # by another magnitude than NumPy's
            unit = numpy.finfo(theirs.dtype).eps
            numpy.testing.assert_allclose(mine, theirs, rtol=2 * unit, atol=0, err_msg=said)
        elif name in ROUNDED and theirs.dtype.kind in "fc":
            bound = PLACES * numpy.finfo(theirs.dtype).eps
            numpy.testing.assert_allclose(mine, theirs, rtol=bound, atol=bound, err_msg=said)
        else:
            numpy.testing.assert_array_equal(mine, theirs, err_msg=said)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", UNARY + BINARY)
def test_steps(name, dtype):
    rng = numpy.random.default_rng([(UNARY + BINARY).index(name), DTYPES.index(dtype)])
    inputs = 1 if name in UNARY else 2
    probe = [numbers(rng, dtype, 3) for _ in range(inputs)]
    try:
        with numpy.errstate(all="ignore"):
            out_dtype = getattr(numpy, name)(*probe).dtype
    except TypeError:
        return
    for count in COUNTS:
        for _ in range(6):
            given = [numbers(rng, dtype, 16 * count) for _ in range(inputs)]
            *steps, out_step = rng.choice(STEPS, inputs + 1).tolist()
            in_place = out_dtype == numpy.dtype(dtype) and rng.random() < 0.4
            out = numpy.full(16 * count, 7).astype(out_dtype)
            arguments = name, given, steps, out_step, count, out, in_place
            assert_alike(name, dtype, found_of(*arguments), wanted_of(*arguments),
                         f"{name} of {count} {dtype}, steps {steps}, {out_step}, {in_place}")


@pytest.mark.parametrize("dtype", ("f4", "f8", "c8", "c16", "i4", "u1"))
def test_products_and_folds_of_elements_apart(dtype):
    rng = numpy.random.default_rng(5)
    for count in COUNTS:
        for step in STEPS:
            x, y = (rng.integers(0, 5, 16 * count).astype(dtype) for _ in range(2))
            m, w = numen.array(x), numen.array(y)
            for a, b, np in ((x, y, numpy), (m, w, numen)):
                a, b = apart(a, step, count), apart(b, 17 - abs(step), count)
                found = [a @ b, a.max(), a.min(), a.argmax(), a.sum(), numpy.asarray(a.cumsum())]
                if np is numpy:
                    wanted = found
            for mine, theirs in zip(found, wanted):
                numpy.testing.assert_array_equal(mine, theirs, err_msg=f"{count} {step}")


FOLDS = ("sum", "prod", "max", "min", "any", "all", "mean", "nansum", "nanmax", "argmin",
         "count_nonzero")


def folded(np, name, table, axis):
    with numpy.errstate(all="ignore"):
        return numpy.asarray(getattr(np, name)(table, axis=axis))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", FOLDS)
def test_folds_of_tables_apart(name, dtype):
    """Small whole numbers: their sums are exact in any order."""
    rng = numpy.random.default_rng([FOLDS.index(name), DTYPES.index(dtype)])
    for shape in ((3, 700), (700, 3), (40, 40), (1, 2100), (9, 5), (300, 17)):
        for _ in range(3):
            steps = rng.choice((1, -1, 2, 3, -3, 4, 5, 7), 2).tolist()
            base = rng.integers(0, 2, [7 * extent for extent in shape]).astype(dtype)
            if base.dtype.kind in "fc" and name != "nanmax":
                base[rng.random(base.shape) < 0.001] = numpy.nan
            rows, columns = (slice(None, extent * step if step > 0 else -extent * -step - 1, step)
                             for extent, step in zip(shape, steps))
            mine, theirs = numen.array(base)[rows, columns], base[rows, columns]
            assert theirs.shape == shape
            for axis in (None, 0, 1):
                found, wanted = folded(numen, name, mine, axis), folded(numpy, name, theirs, axis)
                numpy.testing.assert_array_equal(found, wanted, strict=True,
                                                 err_msg=f"{shape} {steps} {axis}")
