"""A function of one element has the bits that it has of the same element among many.

In whatever way it comes: an array of one, of no dimension, at once or recorded.
"""

import warnings

import numpy
import pytest

import numen
from numen.native import front

from .table import UFUNCS

ELEMENTS = 200
CHAR = {"f4": "f", "f8": "d"}
# What the quick forms of functions do not serve, and the ends of what they serve.
SPECIAL = {
    "f8": [0.0, -0.0, numpy.inf, -numpy.inf, numpy.nan, -1.0, -2.5, 1.0, 2.0, 5e-324, -1e-310,
           1e300, -1e300, 708.5, -745.0, 1e17, 3e5, 1 - 2.0**-53, 1 + 2.0**-52, 2.0**-300],
    "f4": [0.0, -0.0, numpy.inf, -numpy.inf, numpy.nan, -1.0, -2.5, 1.0, 2.0, 1e-45, -1e-40,
           1e38, -1e38, 87.5, -103.0, 1e9, 7e4, 1 - 2.0**-24, 1 + 2.0**-23, 2.0**-100],
}


def of_floats(dtype):
    """The functions of one or two floats."""
    char = CHAR[dtype]
    return [name for name in UFUNCS if any(kind.split("->")[0] in (char, char * 2)
                                           for kind in getattr(numpy, name).types)]


def arrays(result):
    """The result as real arrays: one, or two of divmod and its like."""
    return [numpy.asarray(part) for part in (result if isinstance(result, tuple) else (result,))]


@pytest.fixture
def small_arrays_are_managed():
    threshold = front.managed_threshold()
    front.set_managed_threshold(0)
    yield
    front.set_managed_threshold(threshold)
    front.set_deferral(True)


def draw(rng, dtype, are_special):
    """Ordinary numbers; every third is none, if wanted."""
    elements = rng.uniform(0.05, 3, ELEMENTS)
    if are_special:
        places = rng.random(ELEMENTS) < 1 / 3
        elements[places] = rng.choice(SPECIAL[dtype], ELEMENTS)[places]
    return elements.astype(dtype)


def bits_of(part):
    """The bytes of one element; all NaN count as one."""
    return b"NaN" if numpy.isnan(part).all() else part.tobytes()


@pytest.mark.parametrize("dtype", CHAR)
@pytest.mark.parametrize("is_recorded", [False, True])
@pytest.mark.parametrize("are_special", [False, True])
def test_one_element_has_the_bits_of_many(small_arrays_are_managed, is_recorded, dtype,
                                          are_special):
    rng = numpy.random.default_rng(11)
    different = []
    for name in of_floats(dtype):
        function = getattr(numen, name)
        elements = [draw(rng, dtype, are_special) for _ in range(getattr(numpy, name).nin)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # arcsin of 3
            front.force_deferral(False)
            many = arrays(function(*map(numen.array, elements)))
            wanted = [[bits_of(part[i]) for part in many] for i in range(ELEMENTS)]
            front.force_deferral(is_recorded)
            # NumPy takes the power of an exponent without a dimension for another function.
            for shape in ((1,), (1, 1), ()) if "power" not in name else ((1,), (1, 1)):
                alone = [arrays(function(*(numen.array(x.reshape(shape)) for x in one)))
                         for one in zip(*elements, strict=True)]
                given = [[bits_of(part) for part in parts] for parts in alone]
                if given != wanted:
                    different.append((name, shape))
    assert different == []
