"""Powers of integers around the ends of blocks: every type, step, size and kind of exponent."""

import numpy
import pytest

import numen

SIZES = (1, 15, 16, 17, 63, 64, 65, 127, 1000, 16_400)
STEPS = (1, 2, -1)


def largest_exponents(info):
    return {"small": 3, "byte": 8, "half": info.max // 2, "all": info.max}


def result_or_refusal(module, bases, exponents):
    try:
        return numpy.asarray(module.power(bases, exponents))
    except ValueError as error:
        return str(error)


def assert_same(ours, theirs):
    given, wanted = result_or_refusal(numen, *ours), result_or_refusal(numpy, *theirs)
    assert type(given) is type(wanted)
    assert given == wanted if isinstance(wanted, str) else numpy.array_equal(given, wanted)
    assert isinstance(wanted, str) or given.dtype == wanted.dtype


@pytest.mark.parametrize("exponents", ["small", "byte", "half", "all", "negative"])
@pytest.mark.parametrize("dtype", list("bBhHiIlL"))
def test_powers(dtype, exponents):
    info, rng = numpy.iinfo(dtype), numpy.random.default_rng(7)
    largest = largest_exponents(info).get(exponents, 5)
    for size in SIZES:
        bases = rng.integers(info.min, info.max, size=2 * size, dtype=dtype, endpoint=True)
        powers = rng.integers(0, largest, size=2 * size, dtype=dtype, endpoint=True)
        if exponents == "negative" and info.min < 0:
            powers[rng.integers(0, 2 * size)] = -1
        for step in STEPS:
            theirs = [array[::step][:size] for array in (bases, powers)]
            ours = [numen.array(array)[::step][:size] for array in (bases, powers)]
            assert_same(ours, theirs)
            for cut in ((slice(None), slice(1)), (slice(1), slice(None))):
                assert_same([array[part] for array, part in zip(ours, cut)],
                            [array[part] for array, part in zip(theirs, cut)])
