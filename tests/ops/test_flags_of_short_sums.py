"""Short sums and means tell of floating-point errors as NumPy's do, though few read the flags.

What a mean loses in its division NumPy names after that step or a cast, Numen after the whole.
"""

import warnings

import numpy
import pytest

import numen

LIMITS = {"f4": numpy.finfo("f4"), "f8": numpy.finfo("f8")}


def lists(dtype):
    largest, tiny = float(LIMITS[dtype].max), float(LIMITS[dtype].smallest_subnormal)
    normal = float(LIMITS[dtype].tiny)
    inf, nan = numpy.inf, numpy.nan
    yield from ([1.0, 2.0], [0.0], [0.0, 0.0], [-0.0], [1.0, -1.0], [largest], [largest, largest],
                [largest, largest, -largest], [-largest, -largest], [inf], [inf, 1.0], [inf, -inf],
                [-inf, nan], [nan], [nan, 1.0], [tiny], [tiny, 0.0], [tiny] * 3, [tiny, -tiny],
                [normal, tiny], [normal, 0.0, 0.0], [normal, normal], [normal] * 7, [3 * tiny, 0.0],
                [largest, tiny], [1.0, tiny])
    for length in (31, 255, 256, 257, 300):
        yield [largest] + [0.0] * (length - 1)
        yield [largest] * length
        yield [1.0] * (length - 1) + [inf]
        yield [inf] * (length - 1) + [-inf]
        yield [tiny] * length
        yield [tiny] + [0.0] * (length - 1)


def signalling(dtype):
    bits = {"f4": (numpy.uint32, 0x7F800001), "f8": (numpy.uint64, 0x7FF0000000000001)}[dtype]
    return numpy.array([bits[1]], bits[0]).view(dtype)


def told(call):
    with warnings.catch_warnings(record=True) as given, numpy.errstate(all="warn"):
        warnings.simplefilter("always")
        value = call()
    return value.tobytes(), [told_of(str(warning.message)) for warning in given]


def told_of(message):
    return "underflow" if message.startswith("underflow ") else message


@pytest.mark.parametrize("dtype", LIMITS)
@pytest.mark.parametrize("name", ("sum", "mean"))
def test_as_numpy(name, dtype):
    seen = set()
    for items in (*lists(dtype), signalling(dtype)):
        x = numpy.array(items, dtype)
        y = numen.array(x)
        wanted = told(lambda: getattr(numpy, name)(x))
        assert told(lambda: getattr(numen, name)(y)) == wanted, items[:4]
        seen.update(message.split()[0] for message in wanted[1])
    assert seen >= {"overflow", "invalid"} and (name == "sum" or "underflow" in seen)
