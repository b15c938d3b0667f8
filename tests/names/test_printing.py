"""Arrays as text, against NumPy."""

import numpy
import pytest

import numen
from numen.composites import printing

from .agreement import assert_agrees, managed

rng = numpy.random.default_rng(12)
NAMES = ("array2string", "array_repr", "array_str")


def numbers():
    """Arrays whose texts differ in widths, signs, lines and what is left out."""
    yield from (numpy.array(x) for x in (
        [1.0], [0.0, -0.0], [1.5, -22.25, 0.125], [1e8, 1.0], [99999999.0], [1e-4, 0.05],
        [9.9e-5, 1.0], [1.0, 1001.0], [1.0, 1000.0], [0.999999999, 0.5], [0.5**9, 3 * 0.5**9],
        [1 / 3, 2 / 3], [123.456789012, 1.0], [numpy.nan, 1.0], [numpy.inf, 1], [True, False],
        [[1, -200], [30, 4]], [5], [-7], [2**62, 1], 3.0, 7, [[]], [], 0.1 + 0.2, [1e300, 1e-300],
        [0.1 + 0.2, 1e-3], [12345678.12345678], [1e7, 1e4], [5e-324], [1.0000000149, 1.0],
    ))  # fmt: skip
    for shape in ((3,), (30,), (200,), (4, 5), (2, 3, 4), (40, 3), (5, 30), (2, 2, 2, 2), (1, 1),
                  (1000,), (1001,), (60, 60), (3, 500), (500, 3), (7, 7, 30), (2, 1001),
                  (3, 2, 900), (6, 200), (1100, 1), (1, 1, 1, 1, 1, 1001)):  # fmt: skip
        for scale in (1, 20, 3000):
            yield rng.random(shape) * scale - scale / 3
            yield rng.integers(-scale, scale, shape)
            yield numpy.round(rng.random(shape) * scale, 2)
        yield rng.random(shape) > 0.5


@pytest.mark.parametrize("name", NAMES)
def test_numbers(name):
    for array in numbers():
        assert_agrees(name, array, layouts=("contiguous", "fortran", "managed"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", ["f4", "f2", "i1", "i2", "i4", "u1", "u8", "D", "F", "q", "g"])
def test_types(name, dtype):
    for array in (numpy.arange(5), numpy.array([1.5, -2.25]), numpy.arange(2000)):
        assert_agrees(name, array.astype(dtype), native=dtype != "g", layouts=("contiguous",))


@pytest.mark.parametrize("options", [
    {"precision": 3}, {"threshold": 5}, {"edgeitems": 1, "threshold": 3}, {"linewidth": 30},
    {"suppress": True}, {"nanstr": "-"}, {"infstr": "oo"}, {"sign": "+"}, {"floatmode": "fixed"},
    {"formatter": {"float": "{:.1f}".format}}, {"legacy": "1.13"}, {"legacy": "1.25"},
    {"override_repr": lambda x: "mine"},
], ids=lambda options: next(iter(options)))  # fmt: skip
def test_settings_are_heeded(options):
    for array in (rng.random(30), numpy.array([[1.5, numpy.nan]]), numpy.arange(20)):
        for name in NAMES:
            with numpy.printoptions(**options):
                wanted = getattr(numpy, name)(array)
                assert getattr(numen, name)(numen.array(array)) == wanted
            assert_agrees(name, array, layouts=("contiguous",))


def test_operators_of_python():
    for array in (numpy.arange(5.0), numpy.array([1e9, 1.0]), numpy.array(2.5), numpy.arange(2000),
                  numpy.array(["a"]), rng.random((3, 4))):
        for given in (numen.array(array), managed(array)):
            assert repr(given) == repr(array) and str(given) == str(array)
            assert f"{given}" == f"{array}"


def test_printing_exposes_nothing():
    for name in NAMES:
        array = managed(numpy.arange(3000.0))
        getattr(numen, name)(array)
        assert numen.native.front.state(array) != "exposed"


@pytest.mark.parametrize("before", [(300,), (40,), (6, 10), (2, 2, 15)])
@pytest.mark.parametrize("now", [(60,), (5000,), (60, 100)])
def test_an_array_that_another_thread_resizes_meanwhile(before, now):
    """As in NumPy: no StopIteration, and nothing of another shape."""
    with pytest.raises(IndexError):
        printing._written(numen.arange(float(numpy.prod(now))).reshape(now), before, " ", "", 75)


def test_an_array_that_has_no_elements_by_now():
    assert printing._written(numen.arange(60.0), (0,), " ", "", 75) is None
