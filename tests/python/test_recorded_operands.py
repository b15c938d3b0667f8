"""Operations that run at once compute what they read, if that is recorded, and copy what they
overwrite."""

import numpy
import pytest

import numen
from numen.native import front

from .recorded import recording, states  # noqa: F401

COUNT = 40_000


def recorded(values):
    """The values, to be computed."""
    array = numen.array(numpy.asarray(values, "f8")) * 1
    assert states(array) == ["pending"]
    return array


def test_elements_that_are_added_at_places():
    target, places = numen.zeros(3), numpy.arange(COUNT) % 3
    numen.add.at(target, places, recorded(places))
    assert target.tolist() == numpy.bincount(places, places).tolist()


def test_places_of_a_recorded_array():
    target = recorded(numpy.zeros(COUNT))
    numen.add.at(target, [1, 1, 5], 2.5)
    assert target[:6].tolist() == [0, 5, 0, 0, 0, 2.5]


def test_an_array_that_is_added_to_itself_at_places():
    places = numpy.arange(9)
    values, array = numpy.arange(9.0), numen.arange(9.0)
    numpy.add.at(values, places, values[::-1])
    numen.add.at(array, places, array[::-1])
    assert array.tolist() == values.tolist()


@pytest.mark.parametrize("count", [2, 5, 9, 100])
def test_a_small_array_that_is_changed_by_a_part_of_itself(count):
    programs = {
        "shifted": lambda x: x[1:].__iadd__(x[:-1]), "reversed": lambda x: x.__iadd__(x[::-1]),
        "back": lambda x: x[:-1].__imul__(x[1:]), "scaled": lambda x: x[::-1].__isub__(x),
    }
    for name, change in programs.items():
        values, array = numpy.arange(1.0, count + 1), numen.arange(1.0, count + 1)
        change(values)
        change(array)
        assert array.tolist() == values.tolist(), name


def test_an_element_that_becomes_a_number():
    values = numpy.arange(COUNT)
    for convert in (float, int, complex, bool):
        assert convert(recorded(values)[7, ...]) == convert(values[7])


@pytest.mark.parametrize("kind", [list, tuple, lambda arrays: arrays[0]])
def test_an_array_that_others_hold_is_read_before_they_write_it(kind):
    """What a function of NumPy's gives may be known to more than its caller."""
    held = kind([numpy.arange(100_000.0)])
    given = front.Fallback("held", lambda x: held)(numen.ones(3))
    if isinstance(held, numpy.ndarray):
        assert held.flags.owndata and held.base is None
        array = held
    else:
        given, array = given[0], held[0]
    later = given * 1
    array[:] = 9
    assert later[5] == 5 and given[5] == 9
    del given, later
    assert array.tolist() == [9] * array.size


def test_what_a_ufunc_folds_and_accumulates():
    values = numpy.random.default_rng(3).integers(-9, 9, (200, 200))
    for name in ("subtract", "hypot"):
        own, numpys = getattr(numen, name), getattr(numpy, name)
        for axis in (0, 1):
            given = own.reduce(recorded(values), axis=axis)
            assert numpy.allclose(given, numpys.reduce(values.astype("f8"), axis=axis))
            given = own.accumulate(recorded(values), axis=axis)
            assert numpy.allclose(given, numpys.accumulate(values.astype("f8"), axis=axis))


def test_a_reduction_with_an_output_or_an_initial_value():
    values = numpy.arange(300.0 * 400).reshape(300, 400)
    for axis in (0, 1):
        out = numen.zeros(values.shape[1 - axis])
        assert numen.max(numen.array(values), axis=axis, out=out) is out
        assert out.tolist() == values.max(axis).tolist()
        out = numen.zeros(values.shape[1 - axis])
        numen.sum(recorded(values), axis=axis, initial=5, out=out)
        assert out.tolist() == values.sum(axis, initial=5).tolist()


def test_an_exponent():
    for out in ({}, {"out": numen.zeros(2)}):
        exponent = recorded(numpy.full((COUNT, 1), 2.0)).max(axis=0)
        assert states(exponent) == ["pending"]
        assert numen.power(numen.array([3.0, 5.0]), exponent, **out).tolist() == [9, 25]
