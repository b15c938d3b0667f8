"""Magnitudes of complex numbers of every size, against longdouble: ordinary ones beside those whose
squares overflow or vanish, infinities and NaN, in any order and alone."""

import numpy
import pytest

import numen

PARTS = {"c16": ("f8", 307), "c8": ("f4", 38)}
KINDS = ["ordinary", "any size", "small part", "tiny part", "special", "subnormal", "huge"]


def numbers(rng, kind, dtype, count):
    part, decades = PARTS[dtype]
    x, y = rng.normal(size=(2, count))
    if kind in ("any size", "special"):
        x, y = (v * 10.0 ** rng.uniform(-decades - 6, decades, count) for v in (x, y))
    elif kind == "small part":
        x = x * 10.0 ** rng.uniform(-decades, decades, count)
        y = x * 10.0 ** rng.uniform(-25, 25, count)
    elif kind == "tiny part":
        y = y * 10.0 ** -rng.uniform(0, decades, count)
    elif kind == "subnormal":
        x, y = (v * 10.0 ** -(decades + 2) for v in (x, y))
    elif kind == "huge":
        x, y = (v * 10.0**decades for v in (x, y))
    with numpy.errstate(all="ignore"):
        x, y = x.astype(part), y.astype(part)
    if kind == "special":
        values = [0.0, -0.0, numpy.inf, -numpy.inf, numpy.nan]
        for v in (x, y):
            chosen = rng.random(count) < 0.2
            v[chosen] = rng.choice(values, count)[chosen]
    z = numpy.empty(count, dtype)
    z.real, z.imag = x, y
    return z


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", PARTS)
def test_magnitudes(dtype, kind):
    rng = numpy.random.default_rng([7, KINDS.index(kind)])
    part = PARTS[dtype][0]
    for count in (1, 7, 16, 33, 3000):
        z = numbers(rng, kind, dtype, count)
        given = numpy.asarray(numen.abs(numen.array(z)))
        exact = numpy.hypot(*(v.astype("g") for v in (z.real, z.imag)))
        with numpy.errstate(all="ignore"):
            wanted = exact.astype(part)
        are_numbers = numpy.isfinite(wanted) & numpy.isfinite(given)
        assert numpy.array_equal(given[~are_numbers], wanted[~are_numbers], equal_nan=True)
        errors = abs(given[are_numbers].astype("g") - exact[are_numbers])
        assert (errors <= 0.8 * numpy.spacing(wanted[are_numbers]).astype("g")).all()
        for i in range(0, count, 37):
            alone = numpy.asarray(numen.abs(numen.array(z[i:i + 1])))
            assert numpy.array_equal(alone, given[i:i + 1], equal_nan=True)


@pytest.mark.parametrize("dtype", PARTS)
def test_no_flag_that_is_not_numpys(dtype):
    rng = numpy.random.default_rng(8)
    for kind in KINDS:
        z = numbers(rng, kind, dtype, 40)
        with numpy.errstate(all="raise"):
            outcomes = []
            for np in (numpy, numen):
                try:
                    np.abs(np.array(z))
                    outcomes.append("none")
                except FloatingPointError as error:
                    outcomes.append(str(error))
        assert outcomes[1] in ("none", outcomes[0]), kind
