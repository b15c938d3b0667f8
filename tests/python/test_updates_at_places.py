"""ufunc.at and assignments at positions: every type, rows and elements, places named twice."""

import warnings

import numpy
import pytest

import numen

from .test_indexing import threshold  # noqa: F401

TYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
UFUNCS = ["add", "subtract", "multiply", "divide", "floor_divide", "power", "maximum", "minimum",
          "fmax", "fmin", "logical_and", "logical_or", "logical_xor", "bitwise_and", "bitwise_or",
          "bitwise_xor", "left_shift", "hypot", "copysign", "negative", "sqrt", "square", "invert"]


def outcome(np, ufunc, target, positions, values):
    """The target after the call, or the error; and the warnings."""
    a = np.array(target)
    operands = (values,) if getattr(numpy, ufunc).nin == 2 else ()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            getattr(np, ufunc).at(a, positions, *operands)
        except (TypeError, ValueError) as error:
            return type(error), str(error)
    return numpy.asarray(a), sorted(str(warning.message) for warning in caught)


def assert_same(found, expected, ulps=0):
    if isinstance(expected[0], type):
        assert found == expected
        return
    assert found[0].dtype == expected[0].dtype and found[1] == expected[1]
    eps = numpy.finfo(found[0].dtype).eps if found[0].dtype.kind in "fc" else 0
    numpy.testing.assert_allclose(found[0], expected[0], rtol=ulps * eps, atol=0)


def numbers(dtype, shape, seed):
    rng = numpy.random.default_rng(seed)
    drawn = rng.integers(0, 120, shape)
    if numpy.dtype(dtype).kind == "b":
        return drawn % 2 == 1
    if numpy.dtype(dtype).kind == "c":
        return ((drawn + 1j * rng.integers(-9, 9, shape)) / 130).astype(dtype)  # powers stay finite
    return (drawn if numpy.dtype(dtype).kind == "u" else drawn - 60).astype(dtype)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("ufunc", UFUNCS)
def test_ufuncs_at_places(ufunc, dtype):
    """Vectors and rows; places named many times; one value, a row of them, or one for each."""
    positions = numpy.random.default_rng(1).integers(-50, 50, 230)
    is_exact = ufunc not in ("hypot", "power") and numpy.dtype(dtype).kind != "c"
    for target, values in [
            (numbers(dtype, 50, 2), numbers(dtype, 230, 3)),
            (numbers(dtype, 50, 2), numbers(dtype, (), 4)),
            (numbers(dtype, 100, 2)[::-2], numbers(dtype, 460, 3)[::2]),
            (numbers(dtype, (50, 3), 5), numbers(dtype, (230, 3), 6)),
            (numbers(dtype, (50, 3), 5), numbers(dtype, 3, 7)),
            (numbers(dtype, (50, 6), 5)[:, ::-2], numbers(dtype, (230, 1), 8)),
            (numbers(dtype, (50, 2, 3), 5), numbers(dtype, (230, 1, 3), 8)),
            (numbers(dtype, (50, 2, 3), 5), numbers(dtype, (2, 1), 8))]:
        for chosen in positions, positions.astype("i2"), positions[::-1]:
            expected = outcome(numpy, ufunc, target, chosen, values)
            assert_same(outcome(numen, ufunc, target, chosen, values), expected,
                        0 if is_exact else 2**15)  # squares double the error each time


@pytest.mark.parametrize("ufunc", ["maximum", "minimum", "fmax", "fmin", "add", "divide"])
@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16"])
def test_special_values_at_places(ufunc, dtype):
    """NaN, infinities and zeros: the same values and the same warnings."""
    special = numpy.array([numpy.nan, numpy.inf, -numpy.inf, 0.0, -0.0, 1.0, 3.0], dtype)
    if ufunc in ("fmax", "fmin", "maximum", "minimum") and special.dtype.kind == "c":
        special = special.real.astype(dtype)
    positions = numpy.repeat(numpy.arange(7), 7)
    values = numpy.tile(special, 7)
    for value in values, special[0], special[5]:
        assert_same(outcome(numen, ufunc, special, positions, value),
                    outcome(numpy, ufunc, special, positions, value))


@pytest.mark.parametrize("dtype", ["?", "u1", "i2", "f4", "f8", "c16"])
@pytest.mark.parametrize("channels", [1, 2, 3, 4, 6, 8, 9])
def test_pixels_written_at_places(dtype, channels):
    """Channels turned round, pixels chosen by a mask and by positions, from memory of every layout,
    the target's own too; of two values for one place the last stays."""
    image = numbers(dtype, (37, 41, channels), 1)
    given = numbers(dtype, (37, 41, channels), 2)
    mask = numpy.random.default_rng(3).random((37, 41)) < 0.4
    order = [channels - 1, *range(channels - 1)]
    rows = numpy.random.default_rng(4).integers(-37, 37, 90)
    columns = numpy.random.default_rng(5).integers(-41, 41, 90)
    writes = [
        lambda a, v: a.__setitem__((slice(None), slice(None), order), v),
        lambda a, v: a.__setitem__((slice(None), slice(None), order), v[::-1]),
        lambda a, v: a.__setitem__((slice(None), slice(None), [0, 0, -1]), v[..., :1]),
        lambda a, v: a.__setitem__((slice(None), slice(None), [0, 0]), v[..., [0, -1]]),
        lambda a, v: a.__setitem__((Ellipsis, order), v.transpose(1, 0, 2)[:37, :37, :][:, :1]),
        lambda a, v: a.__setitem__((Ellipsis, order), a),
        lambda a, v: a.__setitem__((Ellipsis, order), a[::-1]),
        lambda a, v: a.__setitem__(mask, v[0, 0]),
        lambda a, v: a.__setitem__(mask, v[mask]),
        lambda a, v: a.__setitem__(mask[:, ::-1], 1),
        lambda a, v: a.__setitem__((rows, columns), v[rows, columns]),
        lambda a, v: a.__setitem__((rows, columns), v[0, :1]),
        lambda a, v: a.__setitem__(rows, v[rows]),
        lambda a, v: a.__setitem__((slice(None), columns), v[:, columns]),
        lambda a, v: a.__setitem__((slice(None), columns), v[:, :90 // 3].repeat(3, 1)),
        lambda a, v: a.__setitem__((slice(None), [[1, 2], [5, 1]]), v[:, [[1, 2], [5, 1]]]),
    ]
    for turn in [lambda a: a, lambda a: a[:, ::-1], lambda a: a[..., ::-1],
                 lambda a: numpy.asfortranarray(a) if isinstance(a, numpy.ndarray) else a]:
        for number, write in enumerate(writes):
            results = []
            for np in numpy, numen:
                a, v = np.array(image), np.array(given)
                write(turn(a), turn(v))
                results.append(numpy.asarray(a))
            numpy.testing.assert_array_equal(results[1], results[0], err_msg=str(number))


@pytest.mark.parametrize("dtype", TYPES)
def test_python_numbers_written_at_positions(dtype):
    """Those that fit, are rounded, overflow or are refused, with their warnings."""
    positions = numpy.random.default_rng(1).integers(-50, 50, 70)
    for value in (0, 7, -1, 2**53 + 1, 2**70, 10**400, 70000, True, 1.5, -0.0, 1e-8, 1e300,
                  float("inf"), float("nan"), 2j, 1.5 - 1j):
        for step in (1, -2):
            results = []
            for np in numpy, numen:
                a = np.array(numbers(dtype, 100, 2))[:50 * abs(step)][::step]
                with warnings.catch_warnings(record=True) as caught:
                    warnings.simplefilter("always")
                    try:
                        a[positions] = value
                        error = None
                    except (TypeError, ValueError, OverflowError) as raised:
                        error = type(raised), str(raised)
                results.append((numpy.asarray(a).tobytes(), error,
                                sorted(str(warning.message) for warning in caught)))
            assert results[1] == results[0], (value, step)
