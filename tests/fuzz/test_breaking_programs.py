"""The breaking programs give NumPy's answers at threshold 0 and default, stub on and off."""

import warnings

import numpy
import pytest

import numen
from numen.native import front

from .breaking_programs import programs
from .comparison import compare_values

LENGTHS = {"0": 9, "default": 40_000}


@pytest.fixture
def settings():
    """Restores the front's switches."""
    threshold = front.managed_threshold()
    front.set_debug(True)
    yield threshold
    front.set_managed_threshold(threshold)
    front.force_deferral(False)


def is_array(value):
    return front.is_managed(value) or issubclass(type(value), numpy.ndarray)


@pytest.mark.parametrize("stub", [False, True], ids=["eager", "pending"])
@pytest.mark.parametrize("threshold", ["0", "default"])
@pytest.mark.parametrize("program", programs, ids=lambda function: function.__name__)
def test_breaking_program(program, threshold, stub, settings):
    length = LENGTHS[threshold]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = program(numpy, length)
        front.set_managed_threshold(0 if threshold == "0" else settings)
        front.set_deferral(stub)
        given = program(numen, length)
        front.check_invariants()
    message = compare_values(as_tuple(wanted), as_tuple(given), None, is_array)
    assert message is None, f"{program.__name__} at threshold {threshold}: {message}"
    front.check_invariants()


def as_tuple(value):
    return value if isinstance(value, tuple) else (value,)
