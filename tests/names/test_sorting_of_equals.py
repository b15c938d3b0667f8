"""Elements that are equal and look different: a stable sort keeps them in order, to the bit."""

import numpy
import pytest

import numen
from numen.native import front

from .agreement import LAYOUTS, laid_out, managed

FLOATS = ["f2", "f4", "f8", "c8", "c16"]
SIZES = [2, 3, 9, 15, 16, 17, 40, 64, 65, 129, 300, 2000]
# What the elements are drawn from. With one NaN and one zero each, a sort may take any way.
MIXES = {
    "NaNs of both signs": [numpy.nan, -numpy.nan, 1.0, -1.0],
    "NaNs with a sign": [-numpy.nan, 2.0, 3.0],
    "usual NaNs": [numpy.nan, 2.0, -3.0],
    "payloads": ["payloads", 1.0, -2.0, numpy.inf],
    "zeros": [0.0, -0.0, 1.0, -1.0],
    "zeros and NaNs": [numpy.nan, -numpy.nan, 0.0, -0.0, -numpy.inf],
    "ordinary": [5.0, -1.0, 2.5, 0.0],
}


def real_numbers(rng, mix, dtype, count):
    dtype = numpy.dtype(dtype)
    with_payloads = mix[0] == "payloads"
    numbers = numpy.array([numpy.nan, *mix[1:]] if with_payloads else mix)
    array = rng.choice(numbers, count).astype(dtype)
    if with_payloads:
        bits = array.view(f"u{dtype.itemsize}")
        bits[numpy.isnan(array)] |= rng.integers(0, 9, count).astype(bits.dtype)[numpy.isnan(array)]
    return array


def drawn(mix, dtype, count):
    rng = numpy.random.default_rng(count)
    dtype = numpy.dtype(dtype)
    if dtype.kind != "c":
        return real_numbers(rng, mix, dtype, count)
    array = numpy.empty(count, dtype)
    array.real = real_numbers(rng, mix, array.real.dtype, count)
    array.imag = real_numbers(rng, mix, array.real.dtype, count)
    return array


def looks(array):
    return numpy.asarray(array).tobytes(order="C")


def given_as(array, layout):
    """The array in that layout, for NumPy and for Numen."""
    ours = managed(array) if layout == "managed" else front.wrap(laid_out(array, layout))
    return laid_out(array, layout), ours


@pytest.mark.parametrize("kind", ["stable", "mergesort"])
@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("dtype", FLOATS)
def test_a_vector(dtype, mix, kind):
    for count in SIZES:
        array = drawn(MIXES[mix], dtype, count)
        for layout in LAYOUTS:
            theirs, ours = given_as(array, layout)
            case = f"{count} {layout}"
            assert looks(numen.sort(ours, kind=kind)) == looks(numpy.sort(theirs, kind=kind)), case
            assert looks(numen.argsort(ours, kind=kind)) == looks(
                numpy.argsort(theirs, kind=kind)), case
            assert looks(numen.lexsort((ours,))) == looks(numpy.lexsort((theirs,))), case
            ours.sort(kind=kind)
            theirs.sort(kind=kind)
            assert looks(ours) == looks(theirs), case


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("dtype", FLOATS)
def test_the_lanes_of_a_matrix(dtype, mix):
    array = drawn(MIXES[mix], dtype, 3 * 70 * 8).reshape(3, 70, 8)
    for layout in LAYOUTS:
        theirs, ours = given_as(array, layout)
        for axis in (None, 0, 1, 2):
            got = numen.sort(ours, axis=axis, stable=True)
            assert looks(got) == looks(numpy.sort(theirs, axis=axis, stable=True)), (layout, axis)


@pytest.mark.parametrize("mix", MIXES)
@pytest.mark.parametrize("dtype", FLOATS)
def test_a_long_vector(dtype, mix):
    # Long enough to be sorted in pieces, and to have its two-byte elements counted.
    for count in (140_000, 300_000):
        array = drawn(MIXES[mix], dtype, count)
        assert looks(numen.sort(array, kind="stable")) == looks(numpy.sort(array, kind="stable"))


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_of_equal_complex_numbers_the_first_is_distinct(dtype):
    for count in SIZES:
        array = drawn(MIXES["zeros"], dtype, count)
        for options in ({}, {"equal_nan": False}):
            assert looks(numen.unique(array, **options)) == looks(numpy.unique(array, **options))
