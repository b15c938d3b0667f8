"""Integers divided by one number: values on each instruction set, lengths, layouts, results in
place, warnings, and the same work recorded."""

import numpy
import pytest

import numen
from numen.native import front
from tests.instruction_sets import AVAILABLE, assert_passes
from tests.names.agreement import assert_agrees

from .one_divisor import DTYPES, as_type, dividends, extremes, wanted

NAMES = ("floor_divide", "remainder", "fmod", "divmod")


def chosen_divisors(dtype):
    least, most = extremes(dtype)
    return sorted({1, 2, 3, 7, 64, 100, most, most - 1, most // 2 + 1, least, least + 1,
                   least // 2, *(number for number in (-1, -2, -7) if number > least)} - {0})


@pytest.mark.parametrize("extent", [(), pytest.param(("--all",), marks=pytest.mark.full)])
@pytest.mark.parametrize("instruction_set", AVAILABLE)
def test_on_each_instruction_set(instruction_set, extent):
    assert_passes(instruction_set, "tests.ops.one_divisor", *extent)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", NAMES)
def test_zeros_and_what_does_not_fit_warn_as_numpy(name, dtype):
    least, most = extremes(dtype)
    for values in ([least, most, 0, 1], [least + 1, most] * 40, [most] * 79 + [least], [0] * 5):
        for divisor in {0, 1, least, most, max(least, -1)}:
            assert_agrees(name, as_type(values, dtype), numpy.dtype(dtype).type(divisor))
            assert_agrees(name, as_type(values, dtype), as_type([divisor], dtype))


@pytest.mark.parametrize("dtype", DTYPES)
def test_all_lengths_and_steps(dtype):
    for divisor in chosen_divisors(dtype):
        values = dividends(dtype, divisor)
        right = wanted(values, divisor)
        for count in (*range(1, 14), 16, 31, 32, 33, 63, 64, 65, 127, 130, 600):
            for step in (1, -1, 3):
                wide = numpy.resize(as_type(values, dtype), count)
                x = numpy.repeat(wide, abs(step))[::abs(step)]
                x = x[::-1].copy()[::-1] if step < 0 else x
                for name in NAMES:
                    out = [numpy.empty(2 * count, dtype)[::2] for _ in right[name]]
                    with numpy.errstate(all="ignore"):
                        given = getattr(numen, name)(x, x.dtype.type(divisor))
                        getattr(numen, name)(x, x.dtype.type(divisor), out=tuple(out))
                    given = given if name == "divmod" else (given,)
                    for part, written, result in zip(given, out, right[name]):
                        expected = numpy.resize(as_type(result, dtype), count)
                        assert numpy.array_equal(numpy.asarray(part), expected)
                        assert numpy.array_equal(written, expected)


@pytest.fixture(params=["at once", "recorded"])
def managed(request):
    """All arrays that Numen makes are managed, and their operations run at once or are recorded."""
    threshold = front.managed_threshold()
    front.set_managed_threshold(0)
    front.force_deferral(request.param == "recorded")
    yield
    front.force_deferral(False)
    front.set_managed_threshold(threshold)


@pytest.mark.parametrize("dtype", DTYPES)
def test_operators(dtype, managed):
    for divisor in chosen_divisors(dtype):
        values = dividends(dtype, divisor)
        quotients, rests = (numpy.resize(as_type(result, dtype), 5000)
                            for result in wanted(values, divisor)["divmod"])
        plain = numpy.resize(as_type(values, dtype), 5000)
        scalar = plain.dtype.type(divisor)
        with numpy.errstate(all="ignore"):
            for x in (numen.array(plain), front.wrap(plain.copy())):
                assert numpy.array_equal(numpy.array(x // scalar), quotients)
                assert numpy.array_equal(numpy.array(x % scalar), rests)
                # Two operations, which are one program where they are recorded.
                assert numpy.array_equal(numpy.array((x // scalar) ^ (x % scalar)),
                                         quotients ^ rests)
                rest = x.copy()
                rest %= scalar
                x //= scalar
                assert numpy.array_equal(numpy.array(rest), rests)
                assert numpy.array_equal(numpy.array(x), quotients)
