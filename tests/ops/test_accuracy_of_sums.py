"""Sums against exact ones: no worse than NumPy's pairwise sums may be."""

from fractions import Fraction

import numpy
import pytest

import numen

# NumPy adds 16 times in a row in each of eight places of a block of 128, joins these, then halves.
IN_A_BLOCK = 16 + 3
SIZES = [1, 7, 128, 129, 1000, 8193, 40_000, 70_001]
LAYOUTS = {
    "in a row": lambda a: a,
    "every other": lambda a: numpy.repeat(a, 2)[::2],
    "backwards": lambda a: a[::-1].copy()[::-1],
    "last axis": lambda a: numpy.stack([a] * 3),
    "first axis": lambda a: numpy.stack([a] * 3, axis=-1),
}


def numbers(dtype, size):
    """Of all sizes and both signs."""
    rng = numpy.random.default_rng(size)
    values = rng.standard_normal(size) * 2.0 ** rng.integers(-9, 9, size)
    return (values + 1j * values[::-1] if dtype.startswith("c") else values).astype(dtype)


def exact(values):
    """Their exact sum: of integers, one power of two after the other."""
    mantissas, exponents = numpy.frexp(values.astype("f8"))
    total = Fraction(0)
    for exponent in numpy.unique(exponents):
        integers = (mantissas[exponents == exponent] * 2.0**53).astype("i8")
        high, low = integers >> 27, integers & 2**27 - 1
        total += (int(high.sum()) * 2**27 + int(low.sum())) * Fraction(2) ** (int(exponent) - 53)
    return total


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["sum", "mean"])
def test_error_is_within_that_of_pairwise_sums(name, size, dtype, layout):
    values = numbers(dtype, size)
    laid = LAYOUTS[layout](values)
    axis = {"last axis": 1, "first axis": 0}.get(layout)
    given = numpy.asarray(getattr(numen.array(laid), name)(axis=axis)).ravel()
    # NumPy adds halves in float32 and rounds the sum; the result is rounded to its type.
    unit = float(numpy.finfo("f4" if dtype == "f2" else dtype).eps) / 2
    own = float(numpy.finfo(dtype).eps) / 2
    for part in (numpy.real, numpy.imag):
        elements = part(values)
        wanted, size_of_all = exact(elements), exact(abs(elements))
        scale = Fraction(size if name == "mean" else 1)
        bound = (IN_A_BLOCK + numpy.log2(max(size / 128, 1))) * unit * float(size_of_all / scale)
        bound += 2 * own * float(abs(wanted / scale))
        for value in part(given):
            assert abs(Fraction(float(value)) - wanted / scale) <= bound


@pytest.mark.parametrize("size", [100_000, 1_000_000])
def test_error_of_float32_does_not_grow_with_the_size(size):
    values = numbers("f4", size) + numpy.float32(100)
    wanted = Fraction(float(values.astype("f8").sum()))  # 29 bits more than are judged
    error = abs(Fraction(float(numen.array(values).sum())) - wanted)
    of_numpy = abs(Fraction(float(values.sum())) - wanted)
    ulp = Fraction(float(numpy.spacing(numpy.float32(wanted))))
    assert error <= max(of_numpy, 2 * ulp)


def test_sums_of_complex128_have_the_bits_of_numpys():
    for size in (*range(1, 300), 511, 512, 516, 1000, 2047, 2048, 2049, 2056, 5003, 20_000):
        values = numbers("c16", size)
        for laid in (values, values[::-1].copy()[::-1], numpy.stack([values] * 3)):
            given, wanted = numen.array(laid).sum(axis=-1), laid.sum(axis=-1)
            assert numpy.asarray(given).tobytes() == numpy.asarray(wanted).tobytes()
