"""What only long arrays or many threads meet: the ends of pieces that leave remainders, orders and
sorts without room for a second copy, the last element of a block.
"""

import numpy
import pytest

import numen
from numen.native import front


@pytest.fixture(params=[2, 3, 4, 8])
def threads(request):
    before = front.info()["threads"]
    front.set_threads(request.param)
    yield request.param
    front.set_threads(before)


@pytest.mark.parametrize("size", [1_000_010, 999_999, 1_234_567, 3_000_023])
def test_no_element_is_lost_between_the_pieces_of_many_threads(threads, size):
    """Of 12, 16 and 32 pieces with remainders of every kind."""
    x = numpy.arange(float(size))
    given, out = numen.array(x), numen.zeros(size)
    out[...] = -1.0
    numen.sqrt(given, out=out)
    assert numpy.array_equal(numpy.asarray(out), numpy.sqrt(x))
    assert numpy.array_equal(numpy.asarray(given * 2 + 1), x * 2 + 1)
    assert numpy.array_equal(numpy.asarray(given.astype("i4")), x.astype("i4"))


@pytest.mark.ci
@pytest.mark.parametrize("size", [10_000_000, 9_000_001])
@pytest.mark.parametrize("dtype", ["f8", "i8"])
def test_lanes_without_room_for_a_second_are_sorted(threads, dtype, size):
    """More than 64 MiB: pieces are merged where they lie."""
    rng = numpy.random.default_rng(threads)
    x = rng.integers(0, 1 << 40, size).astype(dtype)
    x[: size // 5] //= 1 << 30  # the halves of a pair differ in length
    assert numpy.array_equal(numpy.asarray(numen.sort(numen.array(x))), numpy.sort(x))


@pytest.mark.parametrize("values", [1000, 1 << 40])
def test_orders_without_room_for_all_entries_are_stable(values):
    """Of more than 64 MiB of entries: ranges of keys come one after the other."""
    x = numpy.random.default_rng(1).integers(0, values, 4_000_001)
    given = numen.argsort(numen.array(x), kind="stable")
    assert numpy.array_equal(numpy.asarray(given), numpy.argsort(x, kind="stable"))


@pytest.mark.parametrize("dtype", list("bBhHiIlL"))
@pytest.mark.parametrize("size", [16, 63, 64, 65, 128, 200])
def test_a_power_larger_than_all_others_counts_wherever_it_is(dtype, size):
    base = numpy.full(size, 3, dtype)
    for place in range(size):
        exponents = numpy.ones(size, dtype)
        exponents[place] = 37
        given = numen.power(numen.array(base), numen.array(exponents))
        assert numpy.array_equal(numpy.asarray(given), numpy.power(base, exponents)), place


def arrays_with_values_put(module, extent, places, values):
    """The same by every way to put values at places."""
    for put in (lambda a, p, v: a.__setitem__(p, v), module.put,
                lambda a, p, v: module.put_along_axis(a, p, v, 0),
                lambda a, p, v: module.add.at(a, p, v)):
        a = module.array(numpy.zeros(extent))
        put(a, module.array(places), module.array(values))
        yield numpy.asarray(a)


def values_taken(module, values, places):
    a, p = module.array(values), module.array(places)
    yield from map(numpy.asarray, (a[p], module.take(a, p), module.take_along_axis(a, p, 0)))


@pytest.mark.parametrize("size", [8, 11, 1000, 200_001])
def test_a_single_place_from_the_end_is_found_wherever_it_stands(size):
    for at in (*range(min(size, 11)), size - 1, size // 2 + 1, size // 2 + 3):
        places = numpy.arange(size)
        places[at] = -1
        values = numpy.random.default_rng(at).random(size)
        for ours, theirs in zip(arrays_with_values_put(numen, 2 * size, places, values),
                                arrays_with_values_put(numpy, 2 * size, places, values)):
            assert numpy.array_equal(ours, theirs), at
        long = numpy.arange(2.0 * size)
        for ours, theirs in zip(values_taken(numen, long, places),
                                values_taken(numpy, long, places)):
            assert numpy.array_equal(ours, theirs), at


def test_every_part_of_a_long_axis_is_written_by_its_thread(threads):
    """Each of up to four threads writes to its own part, the last ones to the remainder, too."""
    for size in (1_000_001, 1_000_002, 1_000_003):
        rng = numpy.random.default_rng(size)
        places, values = rng.permutation(size), rng.random(size)
        for way, found in enumerate(arrays_with_values_put(numen, size, places, values)):
            assert numpy.array_equal(found[places], values), (size, way)


def test_many_pieces_of_different_lengths_are_joined(threads):
    """Each thread begins where those before it end."""
    rng = numpy.random.default_rng(threads)
    for shape in ((100,), ()):
        longest = 100_000 // 100 ** len(shape)
        pieces = [rng.random((length, *shape)) for length in rng.integers(0, longest, 400)]
        given = numen.concatenate([numen.array(piece) for piece in pieces])
        assert numpy.array_equal(numpy.asarray(given), numpy.concatenate(pieces))
    columns = [rng.random((300, width)) for width in rng.integers(1, 40, 200)]
    given = numen.concatenate([numen.array(piece) for piece in columns], axis=1)
    assert numpy.array_equal(numpy.asarray(given), numpy.concatenate(columns, axis=1))


@pytest.mark.parametrize("size", [1_000_001, 1_000_003])
def test_the_last_of_many_values_are_counted(threads, size):
    values = numpy.random.default_rng(2).integers(0, 100, size)
    values[-3:] = 100
    for dtype in ("u1", "i4", "i8"):
        given = numen.bincount(numen.array(values.astype(dtype)))
        assert numpy.array_equal(numpy.asarray(given), numpy.bincount(values))
