"""ldexp of numbers of every size by every exponent that matters, rounded once: subnormal results,
overflow, zeros of both signs, infinities and NaN, with the errors that NumPy tells."""

import numpy
import pytest

import numen


@pytest.mark.parametrize("exponents", ["i4", "i8"])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_every_exponent(dtype, exponents):
    rng = numpy.random.default_rng(3)
    info = numpy.finfo(dtype)
    widest = 2 * (info.maxexp - info.minexp) + 300
    with numpy.errstate(all="ignore"):
        x = (rng.normal(size=97) * 2.0 ** rng.uniform(info.minexp, info.maxexp, 97)).astype(dtype)
    x[:8] = [0.0, -0.0, numpy.inf, -numpy.inf, numpy.nan, info.max, info.tiny,
             info.smallest_subnormal]
    for power in [*range(-widest, widest, 13), -2**31, 2**31 - 1, -150, -149, -126, 127, 128]:
        y = numpy.full(x.size, power, exponents)
        with numpy.errstate(all="ignore"), numen.errstate(all="ignore"):
            given = numpy.asarray(numen.ldexp(numen.array(x), numen.array(y)))
            wanted = numpy.ldexp(x, y)
        assert numpy.array_equal(given, wanted, equal_nan=True), power
        assert numpy.array_equal(numpy.signbit(given[:4]), numpy.signbit(wanted[:4])), power
    for one, power in ((1.5, 20_000), (1.5, -20_000), (numpy.nan, 3), (numpy.inf, -3), (0.0, 9)):
        told = []
        for np in (numpy, numen):
            with np.errstate(all="ignore", over="raise", invalid="raise"):
                try:
                    np.ldexp(np.full(40, one, dtype), np.full(40, power, exponents))
                    told.append(None)
                except FloatingPointError as error:
                    told.append(str(error))
        assert told[0] == told[1], (one, power)
