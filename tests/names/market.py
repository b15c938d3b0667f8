"""Arrays that the tests of names draw from: of each kind, with holes, ends and special values."""

import numpy

rng = numpy.random.default_rng(11)

VECTOR = rng.normal(size=6)
MATRIX = rng.normal(size=(3, 4))
SQUARE = rng.normal(size=(3, 3))
CUBE = rng.normal(size=(2, 3, 4))
SPECIAL = numpy.array([1.0, numpy.nan, -numpy.inf, numpy.inf, -0.0, 1e300])
INTS = rng.integers(-9, 9, size=(3, 4))
TYPED = [MATRIX.astype("f4"), INTS, INTS.astype("u1"), INTS.astype("i2"), MATRIX > 0,
         MATRIX + 1j * MATRIX]
EMPTY = numpy.empty((0, 3))
POINT = numpy.array(2.5)
HALF = MATRIX.astype("f2")  # a type that NumPy keeps


def frozen(array):
    array = array.copy()
    array.flags.writeable = False
    return array
