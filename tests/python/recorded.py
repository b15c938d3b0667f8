"""What the tests of recorded work share: operations are recorded, whatever the filters."""

import numpy
import pytest

import numen
from numen.native import front

SIZE = 1 << 17


@pytest.fixture(autouse=True)
def recording():
    """Records in every test of a module that imports this; afterwards as a program would."""
    front.force_deferral(True)
    yield
    front.set_deferral(True)


def numbers(seed, size=SIZE):
    """The same values in NumPy and in Numen."""
    values = numpy.random.default_rng(seed).random(size)
    return values, numen.array(values)


def states(*arrays):
    return [front.state(x) for x in arrays]
