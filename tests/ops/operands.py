"""Operands of the operation tests: for each type a line of telling values, in every layout."""

import numpy

DTYPES = ("?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16")
LAYOUTS = ("contiguous", "strided", "reversed", "broadcast", "0-d", "empty", "unaligned",
           "transposed")
LENGTH = 37  # more than two vectors of any type plus a rest


def special_floats(dtype):
    """Zeros, infinities, NaN, the largest, the smallest and ordinary values."""
    limits = numpy.finfo(dtype)
    values = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, -2.5, 2.0, 3.0, 10.0, -7.25, numpy.inf,
              -numpy.inf, numpy.nan, float(limits.max), float(limits.min), float(limits.tiny),
              float(limits.smallest_subnormal), float(limits.eps), 100.0, -33.0, 0.1, -0.3]
    return numpy.array(values).astype(dtype)


def base_values(dtype, seed=0, tame=False):
    """LENGTH values of a type in an order decided by seed; tame ones are small and finite."""
    dtype = numpy.dtype(dtype)
    generator = numpy.random.default_rng(seed + 17)
    if dtype.kind == "b":
        return generator.integers(0, 2, LENGTH) == 1
    if dtype.kind in "iu":
        limits = numpy.iinfo(dtype)
        values = generator.integers(0 if dtype.kind == "u" else -9, 12, LENGTH).astype(dtype)
        if not tame:
            values[:5] = [0, limits.max, limits.min, 1, limits.max // 3]
        return generator.permutation(values)
    if dtype.kind == "c":
        part = f"f{dtype.itemsize // 2}"
        result = numpy.empty(LENGTH, dtype)
        result.real = base_values(part, seed, tame)
        result.imag = base_values(part, seed + 1, tame)
        return result
    values = (generator.integers(-40, 60, LENGTH) / 8).astype(dtype)
    if not tame:
        special = special_floats(dtype)
        values[:len(special)] = special
    return generator.permutation(values)


def in_layout(values, layout):
    """A real array with those values (or some of them) in a layout."""
    count = len(values)
    if layout == "contiguous":
        return values.copy()
    if layout == "strided":
        spaced = numpy.zeros(3 * count, values.dtype)
        spaced[::3] = values
        return spaced[::3]
    if layout == "reversed":
        return values[::-1].copy()[::-1]
    if layout == "broadcast":
        return numpy.broadcast_to(values[:, None], (count, 3))
    if layout == "0-d":
        return values[3:4].reshape(()).copy()
    if layout == "empty":
        return values[:0].copy()
    if layout == "unaligned":
        raw = numpy.zeros(count * values.itemsize + 1, "u1")
        view = raw[1:].view(values.dtype)
        view[:] = values
        return view
    if layout == "transposed":
        return values[:36].reshape(4, 9).copy().T
    raise ValueError(layout)


def partner_layout(layout):
    """The layout of the second operand, of a shape that fits the first."""
    return {"contiguous": "strided", "strided": "reversed", "reversed": "unaligned",
            "broadcast": "broadcast", "0-d": "0-d", "empty": "empty", "unaligned": "contiguous",
            "transposed": "transposed"}[layout]
