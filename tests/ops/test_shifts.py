"""Shifts by every amount that a type can hold, those beyond its width and negative ones included,
of numbers of either sign: as whole rows, by one amount for all, and of elements that lie apart."""

import numpy
import pytest

import numen

TYPES = ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"]


def operands(dtype):
    info = numpy.iinfo(dtype)
    numbers = numpy.array([0, 1, 5, info.max // 3, info.max - 1, info.max, info.min, info.min + 1,
                           info.min // 2], dtype)
    amounts = [*range(70), info.max, info.max - 1]
    if info.min < 0:
        amounts += [-1, -2, -31, -32, -63, -64, info.min]
    amounts = numpy.array([amount for amount in amounts if amount <= info.max], dtype)
    return numpy.repeat(numbers, amounts.size), numpy.tile(amounts, numbers.size)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["left_shift", "right_shift"])
def test_every_amount(name, dtype):
    of_numpy, mine = getattr(numpy, name), getattr(numen, name)
    numbers, amounts = operands(dtype)
    for step in (1, 2, -1):
        x, y = numbers[::step], amounts[::step]
        given = mine(numen.array(numbers)[::step], numen.array(amounts)[::step])
        assert numpy.array_equal(numpy.asarray(given), of_numpy(x, y)), step
    for amount in numpy.unique(amounts):
        given = numpy.asarray(mine(numen.array(numbers), amount))
        assert numpy.array_equal(given, of_numpy(numbers, amount)), amount
    for number in numpy.unique(numbers):
        given = numpy.asarray(mine(number, numen.array(amounts)))
        assert numpy.array_equal(given, of_numpy(number, amounts)), number
