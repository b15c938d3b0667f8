"""Input values of fuzz programs: decided by a seed, mostly dyadic so that sums are exact.

`data(shape, dtype, seed)` is the one name that programs use besides the two array modules. It
returns a real NumPy array: programs copy or adopt it.
"""

import ctypes
import functools

import numpy

MT19937 = numpy.random.MT19937(0)
GENERATOR = numpy.random.Generator(MT19937)
STATE_BYTES = 4 * 624 + 4
SPECIAL = (0.0, -0.0, numpy.inf, -numpy.inf, numpy.nan, 1.0, -1.0, 0.5, 3.0, -7.25)


def data(shape, dtype, seed):
    """A C-contiguous array of `shape` and `dtype`; equal seeds give equal values.

    Seeds divisible by 7 hold infinities, NaN and signed zeros; those that leave rest 1 hold large
    magnitudes; all others small multiples of 1/4, whose sums and products are exact.
    """
    fresh = original(shape, dtype, seed).copy()
    return fresh if seed & 8 else fresh.reshape(shape)  # one owns its memory, the other views it


@functools.lru_cache(maxsize=256)
def original(shape, dtype, seed):
    """What `data` returns copies of: a program and its two runs ask for it five times."""
    generator = seeded(seed & 0xFFFFF)
    dtype = numpy.dtype(dtype)
    count = int(numpy.prod(shape))
    if dtype.kind == "b":
        return (generator.integers(0, 2, count) == 1).reshape(shape)
    if dtype.kind in "iu":
        return integers(generator, count, dtype, seed).astype(dtype).reshape(shape)
    if dtype.kind == "c":
        real = floats(generator, count, seed)
        imaginary = floats(generator, count, seed)
        result = numpy.empty(count, dtype)
        result.real, result.imag = real, imaginary
        return result.reshape(shape)
    with numpy.errstate(all="ignore"):
        return floats(generator, count, seed).astype(dtype).reshape(shape)


def seeded(seed):
    """The one generator in the state that MT19937(seed) begins in, which takes long to find."""
    ctypes.memmove(MT19937.ctypes.state_address, first_state(seed), STATE_BYTES)
    return GENERATOR


@functools.lru_cache(maxsize=2048)
def first_state(seed):
    """624 words and the position among them."""
    fresh = numpy.random.MT19937(seed)
    return ctypes.string_at(fresh.ctypes.state_address, STATE_BYTES)


def integers(generator, count, dtype, seed):
    """Small integers, or ones from the whole range of the type."""
    limits = numpy.iinfo(dtype)
    if seed % 7 == 1:
        return generator.integers(limits.min, limits.max, count, dtype=dtype.newbyteorder("="),
                                  endpoint=True)
    low = 0 if dtype.kind == "u" else -6
    return generator.integers(low, 12, count)


def floats(generator, count, seed):
    """Multiples of 1/4, with special or large values for some seeds."""
    values = generator.integers(-32, 48, count) / 4.0
    if seed % 7 == 0 and count:
        places = generator.integers(0, count, max(1, count // 3))
        values[places] = numpy.take(SPECIAL, generator.integers(0, len(SPECIAL), len(places)))
    elif seed % 7 == 1:
        values = values * 2.0 ** generator.integers(-20, 13, count)
    return values
