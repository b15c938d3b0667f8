"""Masks with runs of every length, at every place in a block and a word of its bits."""

import numpy
import pytest

import numen

DTYPES = ["?", "u2", "f4", "i8", "c16"]
RUNS = [1, 2, 7, 12, 40, 63, 64, 65, 130, 300]  # the mean length
LENGTHS = [1, 7, 63, 64, 65, 255, 256, 257, 511, 1000, 5003]


def mask_of_runs(rng, length, mean):
    """Runs of true and false in turns, of random lengths; truths of any other byte than zero."""
    lengths = rng.geometric(1 / mean, size=2 * length // mean + 4)
    values = numpy.arange(lengths.size) % 2 == rng.integers(2)
    mask = numpy.repeat(values, lengths)[:length]
    mask = numpy.concatenate([mask, numpy.zeros(length - mask.size, bool)])
    return (mask * rng.integers(1, 256, size=length).astype("u1")).view(bool)


def elements(rng, dtype, count):
    return (rng.random(count) * 1000).astype(dtype)


@pytest.mark.parametrize("mean", RUNS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_reads_and_writes(dtype, mean):
    rng = numpy.random.default_rng(mean)
    for length in LENGTHS:
        selected, plain = mask_of_runs(rng, length, mean), elements(rng, dtype, length)
        count = int(numpy.count_nonzero(selected))
        ours, ours_mask = numen.zeros(length, dtype), numen.zeros(length, "u1").view(bool)
        ours[...] = plain
        ours_mask.view("u1")[...] = selected.view("u1")
        numpy.testing.assert_array_equal(ours[ours_mask], plain[selected])
        numpy.testing.assert_array_equal(ours[::-1][ours_mask], plain[::-1][selected])
        numpy.testing.assert_array_equal(ours[ours_mask[::-1]], plain[selected[::-1]])
        values = elements(rng, dtype, count)
        for given in (values, values[::-1], elements(rng, dtype, 1)[0]):
            plain[selected] = given
            ours[ours_mask] = given
            numpy.testing.assert_array_equal(ours, plain)
            plain[::-1][selected] = given
            ours[::-1][ours_mask] = given
            numpy.testing.assert_array_equal(ours, plain)
