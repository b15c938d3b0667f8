"""clip between two numbers, which short and long arrays go about in different ways."""

import numpy
import pytest

import numen
from numen.native import front

from .agreement import assert_agrees

SIZES = [5, 20_000]
rng = numpy.random.default_rng(31)


def numbers(dtype, size):
    found = rng.uniform(0, 100, size).astype(dtype)
    if found.dtype.kind == "f":
        found[::7], found[1::7], found[2::7] = numpy.nan, -0.0, numpy.inf
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i8", "i4", "i1", "u1", "u8"])
def test_clip(dtype, size):
    a = numbers(dtype, size)
    bounds = [(20, 60), (60, 20), (0, 0), (1, 3)]
    if a.dtype.kind == "f":
        bounds += [(0.0, -0.0), (numpy.nan, 60), (20, numpy.nan), (-numpy.inf, 30.5), (1e300, 0)]
    for low, high in bounds:
        for array in (a, a.reshape(5, -1)):
            assert_agrees("clip", array, low, high)
            assert_agrees("clip", array, low, high, out=numpy.zeros_like(array))
    one = a.dtype.type
    assert_agrees("clip", a, one(20), one(60), out=numpy.zeros_like(a))
    assert_agrees("clip", a, one(20), 60.5, native=False)
    assert_agrees("clip", a, -1, 3, native=False)
    assert_agrees("clip", a, 20, 60, out=numpy.zeros(size, "c16"), native=False)
    assert_agrees("clip", a, 20, 60, out=numpy.zeros((size, 1), dtype), native=False)


@pytest.mark.parametrize("size", SIZES)
def test_target_that_is_read(size):
    expected = numpy.clip(numpy.arange(2.0 * size), 30, 600)

    def check(write):
        a = numen.arange(2.0 * size)
        wanted = numpy.arange(2.0 * size)
        write(a, numen), write(wanted, numpy)
        assert numpy.array_equal(numpy.asarray(a), wanted)

    check(lambda a, np: np.clip(a, 30, 600, out=a))
    check(lambda a, np: np.clip(a[1:], 30, 600, out=a[:-1]))
    check(lambda a, np: np.clip(a[:-1], 30, 600, out=a[1:]))
    check(lambda a, np: np.clip(a[::2], 30, 600, out=a[1::2]))
    check(lambda a, np: np.clip(a[::-1], 30, 600, out=a))
    assert numpy.array_equal(numpy.asarray(numen.clip(numen.arange(2.0 * size), 30, 600)), expected)


@pytest.mark.parametrize("size", SIZES)
def test_target_that_is_not_writeable(size):
    target = numen.zeros(size)
    target.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        numen.clip(numen.ones(size), 2, 3, out=target)


def test_readers_of_a_target_keep_what_they_read():
    target, a = numen.ones(40_000), numen.arange(40_000.0)
    before = target + 1
    numen.clip(a, 10, 20, out=target)
    assert before.sum() == 80_000 and target[-1] == 20 and target[0] == 10


def test_arrays_without_axes_give_numbers():
    threshold = front.info()["managed_threshold"]
    front.set_managed_threshold(0)  # where every array is as long ones are
    try:
        for number in (3.5, 3, numpy.float32(0.5)):
            clipped = numen.array(number).clip(-1, 2)
            assert type(clipped) is type(numpy.array(number).clip(-1, 2))
    finally:
        front.set_managed_threshold(threshold)
