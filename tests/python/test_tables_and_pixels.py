"""Tables read at positions, places of true elements, and pixels: indices as images have them."""

import numpy
import pytest

import numen

from .test_indexing import threshold  # noqa: F401


TABLE_POSITIONS = [numpy.int8, numpy.uint8, numpy.uint16, numpy.int32, numpy.int64, numpy.uint64]


@pytest.mark.parametrize("positions", TABLE_POSITIONS, ids=lambda t: numpy.dtype(t).name)
@pytest.mark.parametrize("entries", ["u1", "f4", "f8", "c16"])
def test_tables_read_by_images(positions, entries):
    """Look-up tables: arrays of positions of any type, shape and layout, longer than a block."""
    rng = numpy.random.default_rng(5)
    table = rng.integers(0, 100, 128).astype(entries)
    low = 0 if numpy.dtype(positions).kind == "u" else -128
    image = rng.integers(low, 128, (61, 67, 3)).astype(positions)
    for given in [image, image[..., 1], image[::-1, ::2], image.T, image.ravel(), image[:0],
                  numpy.asfortranarray(image[..., 0]), image[0, 0, 0:1]]:
        for values in [table, table[::-1], numpy.repeat(table, 3)[::3]]:
            for read, expected in [(numen.array(values)[given], values[given]),
                                   (numen.take(values, given), numpy.take(values, given))]:
                read = numpy.asarray(read)
                assert read.dtype == expected.dtype and read.strides == expected.strides
                numpy.testing.assert_array_equal(read, expected)


@pytest.mark.parametrize("place", [0, 1500, 2999])
@pytest.mark.parametrize("wrong", [200, -201])
def test_tables_read_outside(place, wrong):
    """One position outside, in any block, is NumPy's error, and ufunc.at then changes nothing."""
    table = numpy.arange(200.0)
    positions = numpy.zeros((3, 1000), "i2")
    positions.flat[place] = wrong
    for call in [lambda np, a: a[positions], lambda np, a: np.take(a, positions),
                 lambda np, a: np.add.at(a, positions.ravel().astype(int), 1.0),
                 lambda np, a: np.add.at(a, positions.ravel(), 1.0)]:
        texts = []
        for np in numpy, numen:
            a = np.array(table)
            with pytest.raises(IndexError) as error:
                call(np, a)
            texts.append(str(error.value))
            numpy.testing.assert_array_equal(numpy.asarray(a), table)
        assert texts[0] == texts[1]


@pytest.mark.parametrize("positions", TABLE_POSITIONS[:5], ids=lambda t: numpy.dtype(t).name)
def test_additions_at_positions_of_every_layout(positions):
    rng = numpy.random.default_rng(6)
    places = rng.integers(0, 100, 5003).astype(positions)
    values = rng.standard_normal(5003)
    low = numpy.dtype(positions).kind == "i"
    for given in [places, places[::-1], numpy.repeat(places, 2)[::2],
                  places - 100 if low else places]:
        expected, sums = numpy.zeros(100), numen.zeros(100)
        numpy.add.at(expected, given, values)
        numen.add.at(sums, given, values)
        numpy.testing.assert_array_equal(numpy.asarray(sums), expected)


@pytest.mark.parametrize("density", [0, 0.01, 0.12, 0.13, 0.5, 0.9, 1])
@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 63, 255, 257, 1023, 1024, 1025, 3001, 20011])
def test_places_of_true_elements(density, length):
    """nonzero of rows of every density, whole and in steps; bytes of true may be any."""
    rng = numpy.random.default_rng(7)
    mask = rng.random(length) < density
    uneven = (mask * rng.integers(1, 256, length)).astype("u1").view(bool)
    for given in [mask, uneven, mask[::-1], mask[::3], mask[:-1], mask[1:]]:
        expected = [place for place, value in enumerate(given.tolist()) if value]
        for found in [numen.flatnonzero(given), numen.nonzero(given)[0], numen.where(given)[0],
                      numen.argwhere(given)[:, 0]]:
            assert numpy.asarray(found).tolist() == expected


@pytest.mark.parametrize("dtype", ["u1", "i2", "f4", "f8", "c16"])
@pytest.mark.parametrize("channels", [1, 2, 3, 4, 6, 7, 9])
def test_pixels_in_another_order(dtype, channels):
    """Images with their channels turned round, chosen, moved to the front and back, converted."""
    values = numpy.arange(67 * 71 * channels) % 251
    image = values.astype(dtype).reshape(67, 71, channels)
    chosen = [channels - 1, 0, -1]
    for np in [numpy, numen]:
        given = np.array(image)
        results = [given[:, :, ::-1].copy(), given[::-1, ::-2].copy(), given[:, :, chosen],
                   given[:, :, chosen[::-1]].copy(), np.ascontiguousarray(given.transpose(2, 0, 1)),
                   np.ascontiguousarray(given.transpose(2, 0, 1).copy().transpose(1, 2, 0)),
                   given.T.copy(), given[..., ::-1].astype("f4" if dtype != "c16" else "c8"),
                   given[:, chosen], given[:, 5:50, ::-1].transpose(1, 0, 2).copy()]
        target = np.zeros((67, 71, channels + 2), dtype)
        target[:, :, 1:-1] = given[:, :, ::-1]
        target[:, :, [0, channels + 1]] = given[:, ::-1, [0, -1]]
        results.append(target)
        if np is numpy:
            expected = results
    for one, other in zip(results, expected):
        assert one.strides == other.strides and one.dtype == other.dtype
        numpy.testing.assert_array_equal(numpy.asarray(one), other)


@pytest.mark.parametrize("dtype", ["u1", "f4", "f8", "c16"])
@pytest.mark.parametrize("channels", [1, 2, 3, 6, 7])
def test_pixels_chosen_by_a_mask(dtype, channels):
    """A mask of pixels broadcast to their channels, longer than a piece, in every layout."""
    rng = numpy.random.default_rng(9)
    image = rng.integers(0, 200, (37, 41, channels)).astype(dtype)
    other = image[::-1].copy()
    mask = rng.random((37, 41)) < 0.4
    for turn in [lambda a: a, lambda a: a[:, ::-1], lambda a: a.transpose(1, 0, 2),
                 lambda a: a[:, 3:20], lambda a: a[..., ::-1]]:
        given, second, chosen = turn(image), turn(other), turn(mask[..., None])
        for values in [second, image.dtype.type(3), second[:1], second[..., :1]]:
            expected = numpy.where(chosen, given, values)
            found = numen.where(chosen, given, values)
            assert found.strides == expected.strides and found.dtype == expected.dtype
            numpy.testing.assert_array_equal(numpy.asarray(found), expected)
