"""What the tests know of each elementwise operation: names, stated bounds, how to compare."""

import re
from pathlib import Path

import numpy

from tests.fuzz.tolerance import SIGN_OF_ZERO, Tolerance

TABLE = Path(__file__).parents[2] / "src" / "ops" / "elementwise.def"
ROW = re.compile(r"^NUMEN_ELEMENTWISE\((\w+),\s*(\d),\s*(\d),\s*\w+,\s*\w+,\s*([\d.]+),", re.M)


def rows():
    """{name: (inputs, outputs, stated ulp bound)} of the operation table."""
    return {name: (int(inputs), int(outputs), float(ulp))
            for name, inputs, outputs, ulp in ROW.findall(TABLE.read_text())}


UFUNCS = sorted(name for name in rows() if isinstance(getattr(numpy, name, None), numpy.ufunc))
EXTREMES = ("maximum", "minimum", "fmax", "fmin")
SIGN_READERS = ("copysign", "signbit", "spacing", "nextafter")
# Complex arithmetic rounds by an unspecified formula: judged by the modulus.
COMPLEX_ROUNDED = ("multiply", "divide", "true_divide", "square", "reciprocal", "absolute",
                   "sign", "sqrt", "power", "float_power")


def tolerance(name, result, complex_input=False):
    """The Tolerance of a result of NumPy's, None for bits.

    NumPy's own transcendental functions err by up to 4 ulp (float32 sin), ours by the bound in the
    table: 8 covers both; tests/ops/test_accuracy.py judges ours alone.
    """
    dtype = result.dtype
    if name in EXTREMES:
        return SIGN_OF_ZERO
    if dtype.kind not in "fc":
        return None
    if rows()[name][2] == 0 and not (complex_input and name in COMPLEX_ROUNDED):
        return None
    limits = numpy.finfo(dtype)
    return Tolerance(8 * float(limits.smallest_subnormal), 8 * float(limits.eps))
