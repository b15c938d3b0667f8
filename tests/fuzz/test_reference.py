"""What the generator saw of NumPy is what NumPy does when the program runs by itself."""

import warnings

import numpy
import pytest

from .comparison import compare_frozen
from .frozen import FrozenArray, freeze
from .generator import generate, recorded
from .reference import reference_of
from .statement import codes_of
from .tolerance import ANY, SIGN_OF_ZERO, extremum

SEEDS = range(3_000_000, 3_000_400)


@pytest.fixture(autouse=True)
def warnings_as_before():
    with warnings.catch_warnings():
        yield


def is_array(value):
    return isinstance(value, numpy.ndarray)


def facts(step):
    """What a step must agree in; values only where somebody promises them."""
    look = step.look
    values = {name: value for name, value in look.values.items() if look.loose.get(name) != ANY}
    return (step.code, step.twins, step.error and step.error[:2], step.warned, step.invalid,
            values, list(look.values), look.bases, look.loose)


def test_the_generators_record_is_that_of_a_run():
    whole = 0
    for seed in SEEDS:
        program, recorder = recorded(seed, looks=True)
        if recorder.is_whole:
            whole += 1
            found, wanted = recorder.finish(), reference_of(program)
            assert len(found.steps) == len(wanted.steps) == len(program.statements)
            for one, other in zip(found.steps, wanted.steps):
                assert facts(one) == facts(other), f"seed {seed}"
            assert found.relations == wanted.relations and found.loose == wanted.loose
    assert whole > 0.6 * len(SEEDS)


def test_looks_are_of_their_moment():
    x = numpy.arange(6.0).reshape(2, 3)
    objects = numpy.array([1, [2]], dtype=object)
    before = freeze((x, x[1], objects, numpy.float64(2), 2.5, memoryview(x)))
    assert compare_frozen(before, (x, x[1], objects, numpy.float64(2), 2.5, memoryview(x)), None,
                          is_array) is None
    assert isinstance(before.items[0], FrozenArray)
    x[1, 2] = 7
    objects[1].append(3)
    assert "[0] element 5 is" in compare_frozen(before, (x, *[None] * 5), None, is_array)
    for place, value in enumerate((x, x[1], objects, numpy.float64(3), 2.25, memoryview(x))):
        assert compare_frozen(before.items[place], value, None, is_array)


@pytest.mark.parametrize("other", [
    numpy.array([1.0, 2.0], "f4"), numpy.array([[1.0, 2.0]]), numpy.array([1.0, 0, 2.0])[::2],
    numpy.array([1.0, 2.0], ">f8"), numpy.array([1.0, numpy.nan]), [1.0, 2.0], 1.0, None])
def test_arrays_that_differ_are_told_apart(other):
    assert compare_frozen(freeze(numpy.array([1.0, 2.0])), other, None, is_array)


def test_signs_of_zero_and_types_of_numbers_are_told_apart():
    for wanted, given in ((0.0, -0.0), (1.0, 1), (numpy.float32(1), numpy.float64(1)),
                          (1j, complex(-0.0, 1)), ((1, 2), [1, 2]), ("a", "b"), (True, 1)):
        assert compare_frozen(freeze(wanted), given, None, is_array)
        assert compare_frozen(freeze(wanted), wanted, None, is_array) is None


def test_either_sign_of_zero_where_both_meet():
    zeros, small = numpy.zeros(2), numpy.full(2, -5e-324)
    for given in ((zeros, -zeros), (-zeros,), (numpy.zeros(2, "f4"), -numpy.zeros(2, "f4"))):
        assert extremum(given[0], *given) is SIGN_OF_ZERO
    assert extremum(zeros, zeros, small) is None
    assert extremum(zeros.astype("f4"), zeros, small) is SIGN_OF_ZERO


def test_codes_name_their_statement():
    program = generate(5)
    for position, code in enumerate(codes_of(program)):
        assert code.co_filename == f"<statement {position}>"
