"""Long lanes of integers in a narrow range, which are sorted by counting."""

import numpy
import pytest

import numen

RANGES = ["digits", "at the top", "at the bottom", "wide as a table", "one too wide", "all", "one"]


def ends(dtype, name):
    least, most = (int(x) for x in (numpy.iinfo(dtype).min, numpy.iinfo(dtype).max))
    return {"digits": (0, 9), "at the top": (most - 7, most), "all": (least, most), "one": (5, 5),
            "at the bottom": (least, least + 12000), "wide as a table": (1000, 1000 + 65535),
            "one too wide": (1000, 1000 + 65536)}[name]


@pytest.mark.parametrize("name", RANGES)
@pytest.mark.parametrize("dtype", ["i4", "u4", "i8", "u8"])
def test_sorted(dtype, name):
    low, high = ends(dtype, name)
    rng = numpy.random.default_rng(3)
    for count in (131071, 131072, 600_003):
        values = rng.integers(low, high, count, dtype=dtype, endpoint=True)
        values[[0, count // 2]] = low, high
        for last in (values[-1], numpy.iinfo(dtype).max, numpy.iinfo(dtype).min):
            values[-1] = last  # what a sample does not see
            wanted = numpy.sort(values)
            assert numpy.array_equal(numpy.asarray(numen.sort(numen.array(values))), wanted)
            strided = numen.array(numpy.repeat(values, 2))[::2]
            strided.sort(kind="stable")
            assert numpy.array_equal(numpy.asarray(strided), wanted)
