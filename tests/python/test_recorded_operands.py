"""Operations that run at once compute what they read, if that is recorded."""

import numpy

import numen

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
