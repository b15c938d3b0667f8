"""Masks so long that several threads take a piece each."""

import numpy
import pytest

import numen
from numen.native import front

SIZE = 400_003
DTYPES = ["?", "u1", "i2", "f4", "f8", "c16"]
MASKS = {
    "random": lambda rng: rng.random(SIZE) < 0.5,
    "few": lambda rng: rng.random(SIZE) < 1e-4,
    "runs": lambda rng: numpy.repeat(rng.random(SIZE // 1000 + 1) < 0.5, 1000)[:SIZE],
    "the last": lambda rng: numpy.arange(SIZE) >= SIZE - 70_000,
    "none": lambda rng: numpy.zeros(SIZE, bool),
    "all": lambda rng: numpy.ones(SIZE, bool),
}


@pytest.fixture(autouse=True)
def threads():
    before = front.info()["threads"]
    front.set_threads(3)
    yield
    front.set_threads(before)


def numbers(dtype, count=SIZE):
    return (numpy.random.default_rng(1).random(count) * 100).astype(dtype)


@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_reads_and_writes(dtype, mask):
    selected = MASKS[mask](numpy.random.default_rng(2))
    plain, count = numbers(dtype), int(selected.sum())
    ours, ours_mask = numen.array(plain), numen.array(selected)
    numpy.testing.assert_array_equal(ours[ours_mask], plain[selected])
    numpy.testing.assert_array_equal(ours[::-1][ours_mask], plain[::-1][selected])
    values = numbers(dtype, count)[::-1]
    for given in (values, numpy.repeat(values, 2)[::2], plain[0]):
        plain[selected] = given
        ours[ours_mask] = given
        numpy.testing.assert_array_equal(ours, plain)


def test_several_threads_take_part():
    array = numen.array(numbers("f8"))
    mask = numen.array(MASKS["random"](numpy.random.default_rng(2)))
    before = front.work_counts()["shared jobs"]
    array[mask]
    assert front.work_counts()["shared jobs"] >= before + 2


def test_elements_that_share_memory_take_the_last_value():
    plain = numpy.zeros(SIZE + 1, "u2")
    shared = numpy.lib.stride_tricks.as_strided(plain.view("u1"), (SIZE,), (1,)).view("u1")
    overlapping = numpy.ndarray((SIZE,), "u2", plain.data, 0, (1,))
    ours = numen.array(plain)
    ours_overlapping = numen.ndarray((SIZE,), "u2", ours.data, 0, (1,))
    mask = MASKS["random"](numpy.random.default_rng(3))
    values = numpy.arange(mask.sum()).astype("u2")
    overlapping[mask] = values
    ours_overlapping[mask] = values
    numpy.testing.assert_array_equal(ours, plain)
    assert shared.any()
