"""Integers divided by as many others: values on each instruction set, zeros and warnings."""

import numpy
import pytest

from tests.instruction_sets import AVAILABLE, assert_passes
from tests.names.agreement import assert_agrees

from .one_divisor import DTYPES, as_type, extremes


@pytest.mark.parametrize("instruction_set", AVAILABLE)
def test_on_each_instruction_set(instruction_set):
    assert_passes(instruction_set, "tests.ops.each_divisor")


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ["floor_divide", "remainder", "fmod", "divmod"])
def test_zeros_and_what_does_not_fit_warn_as_numpy(name, dtype):
    least, most = extremes(dtype)
    low = max(least, -1)
    for count in (1, 3, 5, 64, 300):
        fives = [5] * (count - 1)
        for x, y in ((least, low), (most, 0), (0, 0), (least, 1), (most, most), (1, low)):
            for step in (1, 2):
                both = [numpy.repeat(as_type(column, dtype), step)[::step]
                        for column in ([*fives, x], [*fives, y])]
                assert_agrees(name, *both)


@pytest.mark.parametrize("dtype", DTYPES)
def test_reciprocals_and_bits(dtype):
    least, most = extremes(dtype)
    numbers = [most, least, 1, 2, 3, most - 1, least + 1, most // 2, *range(100)]
    for count in (1, 7, len(numbers)):
        for values in (numbers[:count], [0, *numbers[:count]]):
            assert_agrees("reciprocal", as_type(values, dtype))
            assert_agrees("bitwise_count", as_type(values, dtype))
