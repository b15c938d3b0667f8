"""Quotients and reciprocals of complex numbers of every size, bit for bit as NumPy's."""

import numpy
import pytest

import numen

from .test_magnitudes import KINDS, PARTS, numbers

COUNTS = (1, 3, 4, 7, 8, 9, 16, 31, 1000)


def bits(array):
    """The parts' bits, one for all NaNs."""
    parts = numpy.asarray(array).view(f"f{array.itemsize // 2}")
    found = parts.view(f"u{array.itemsize // 2}").copy()
    found[parts != parts] = 1
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", PARTS)
def test_quotients(dtype, kind):
    rng = numpy.random.default_rng([8, KINDS.index(kind)])
    for count in COUNTS:
        x, y, z = (numbers(rng, each, dtype, count) for each in (kind, kind, "ordinary"))
        y[rng.random(count) < 0.1] = 0
        m, w, v = (numen.array(each) for each in (x, y, z))
        number = z[0].item() if dtype == "c16" else z[0]
        with numpy.errstate(all="ignore"):
            for found, wanted in ((m / w, x / y), (m / v, x / z), (v / w, z / y),
                                  (m / number, x / number), (number / w, number / y),
                                  (numen.reciprocal(w), numpy.reciprocal(y))):
                assert (bits(found) == bits(wanted)).all(), (count, found, wanted)


@pytest.mark.parametrize("dtype", PARTS)
def test_what_is_warned_of(dtype):
    """Once a kind, as NumPy: also where one of many numbers gives cause."""
    infinities = [(complex(part, other), 0) for part, other in
                  ((-2.5, -numpy.inf), (numpy.inf, 1), (numpy.inf, -numpy.inf), (0, numpy.inf))]
    for x, y in (*infinities, (1, 0), (0, 0), (1e300, 1e-300), (1e-30, 1e30),
                 (numpy.inf, numpy.inf),
                 (numpy.nan, 0), (1, 1 + 1j), (1e308, 1e-10), (5e-324, 2)):
        for count in (1, 8, 21):
            with numpy.errstate(all="ignore"):
                a = numpy.ones(count, dtype)
                b = numpy.full(count, 2 - 1j, dtype)
                a[-1], b[-1] = x, y
            for function, given in (("divide", (a, b)), ("reciprocal", (b,)), ("reciprocal", (a,))):
                said = []
                for module in (numpy, numen):
                    kinds = set()
                    with numpy.errstate(all="call", call=lambda kind, flag: kinds.add(kind)):
                        getattr(module, function)(*map(module.array, given))
                    said.append(kinds)
                assert said[0] == said[1], (function, x, y, count, said)
