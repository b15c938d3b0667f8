"""Sizes, steps and values at the ends of their ranges: NumPy's answer or NumPy's error, no crash.

Under the sanitizers every sum and product that leaves its type would end the process.
"""

import warnings

import numpy
import pytest

import numen

BIG = 2**63 - 1  # of int64
LOW = -(2**63)

SIZES = """
np.arange(LOW, BIG, 2**62)
np.arange(BIG, LOW, -(2**62))
np.arange(LOW, BIG)
np.arange(0, LOW, LOW)
np.arange(0, 1e300, 1.0)
np.arange(1e308, -1e308, -1e300)
np.zeros(BIG)
np.zeros(2**63)
np.zeros((2**40, 2**40))
np.zeros((0, 2**40, 2**40))
np.full(2**61, 1.0)
np.linspace(0, 1, 2**62)
np.ones(10).repeat(2**61)
np.ones(10).repeat(BIG)
np.tile(np.arange(3), 2**61)
np.zeros(0).reshape(2**62, 4, 0)
np.zeros(4).reshape(2**62, 4, -1)
np.zeros(4).reshape(2**62, 4)
np.zeros(4).reshape(-5, 2)
np.zeros(4).reshape(2**63)
np.broadcast_to(1.0, (2**40, 2**20))
np.broadcast_to(1.0, (2**40, 2**30))
np.broadcast_to(1.0, (0, 2**40, 2**30))
np.broadcast_to(np.zeros(3), (2**63, 3))
np.broadcast_to(1.0, (2**31, 2**29))[:2, :2].sum()
np.broadcast_to(1.0, (2**31, 1)) + np.broadcast_to(1.0, (1, 2**32))
np.broadcast_to(1.0, (2**31, 1)) + np.broadcast_to(1.0, (1, 2**30))
np.multiply.outer(np.broadcast_to(1.0, 2**31), np.broadcast_to(1.0, 2**32))
np.broadcast_to(1.0, (2**31, 1)) @ np.broadcast_to(1.0, (1, 2**32))
np.concatenate([np.broadcast_to(numpy.int8(1), 2**62)] * 2)
np.concatenate([np.broadcast_to(1.0, 2**59)] * 4)
np.zeros((2, 2, 2))[wide(0), wide(1), wide(2)]
np.zeros((2, 2, 2, 2))[wide(0), wide(1), wide(2), wide(3)]
np.zeros((2, 2, 2, 2))[wide(0), wide(1), wide(2), wide(3)] + 1
""".strip().splitlines()

PLACES = """
np.arange(10)[LOW:BIG:2**62]
np.arange(10)[::LOW]
np.arange(10)[2**70 :: -(2**70)]
np.arange(20).reshape(4, 5)[:: 2**62, :: -(2**62)]
np.arange(20).reshape(4, 5)[:: 2**62, [1, 2]]
set_to_7(np.arange(10), slice(None, None, 2**62))
set_to_7(np.arange(20).reshape(4, 5), (slice(3, None, BIG), [1, 2]))
np.ones(3)[LOW]
np.ones(3)[BIG]
np.ones(3)[[LOW]]
np.ones(3)[np.array([BIG])]
np.ones(3).take(BIG)
np.ones(3).take([LOW])
np.ones(3).sum(axis=2**31)
np.ones(3).sum(axis=-(2**31))
np.ones(3).sum(axis=2**63)
np.ones(3).cumsum(axis=2**63)
np.roll(np.arange(3), BIG)
np.roll(np.arange(3), LOW)
np.eye(3, 4, 2**62)
np.eye(3, 4, -(2**62))
np.diagonal(np.ones((3, 4)), 2**62)
np.unravel_index(2**62, (2**31, 2**32))
np.unravel_index(2**62, (2**31, 2**31 + 1))
np.arange(6).reshape(2, 3).nonzero()
np.zeros((2, 3, 0)).nonzero()
np.zeros((2, 3)).nonzero()
(np.arange(24).reshape(2, 3, 4) % 5 > 2).nonzero()
""".strip().splitlines()

VALUES = """
-np.array([LOW])
abs(np.array([LOW]))
np.sign(np.array([LOW]))
np.square(np.array([LOW, BIG]))
np.reciprocal(np.array([0, LOW]))
np.array([LOW]) // -1
np.array([LOW]) % -1
np.divmod(np.array([LOW]), -1)
np.array([-(2**31)], "i4") // np.array([-1], "i4")
np.array([LOW, 3]) ** 63
np.power(np.array([3, -3], "i2"), np.array([100, 101], "i2"))
np.array([LOW, 1]) << 63
np.array([1]) << np.array([64, -1])
np.array([-1]) >> np.array([64])
np.gcd(np.array([LOW]), LOW)
np.lcm(np.array([LOW]), 3)
np.bitwise_count(np.array([LOW]))
np.array([BIG] * 3).sum()
np.array([BIG] * 3).prod()
np.array([BIG] * 3).cumsum()
np.array([BIG] * 300).cumprod()
np.full(9, 2**31 - 1, "i4").sum(dtype="i4")
np.full(9, 127, "i1").sum(dtype="i1")
np.full(9, 65535, "u2").cumprod(dtype="u2")
np.diff(np.array([BIG, LOW]))
np.array([LOW, BIG]).var()
np.array([BIG] * 3).dot(np.array([BIG] * 3))
np.full((9, 9), -(2**31), "i4") @ np.full((9, 9), -(2**31), "i4")
np.full((2, 2), 65535, "u2") @ np.full((2, 2), 65535, "u2")
np.full((2, 2), -128, "i1") @ np.full((2, 2), -128, "i1")
np.array([65535], "u2") * np.array([65535], "u2")
np.ldexp(np.ones(3), np.array([2**31 - 1, -(2**31), 0]))
np.ldexp(np.ones(3), np.array([BIG, LOW, 0]))
np.ones(3).round(2**31)
np.clip(np.array([LOW]), LOW, BIG)
np.array([LOW]) + 1j
np.arange(3, dtype="i1") + 300
np.arange(3, dtype="e") + 1e300
np.arange(3, dtype="f") * 1e300
np.array([1e300, 2.0], dtype="i8")
set_to_7(np.arange(3), 0, 1e300)
set_to_7(np.arange(3), 0, np.nan)
""".strip().splitlines()

NUMBERS = [numpy.nan, numpy.inf, -numpy.inf, 3e38, -3e38, 2.0**63, 2.0**64, -1.0, 70000.5]


def outcome(text, np):
    """What the text gives with `np` for numpy: the result's repr, or the error's type and text."""
    def wide(axis):
        return np.broadcast_to(0, [65536 if axis == i else 1 for i in range(4)])

    def set_to_7(array, key, value=7):
        array[key] = value
        return array

    names = {"np": np, "numpy": numpy, "BIG": BIG, "LOW": LOW, "wide": wide, "set_to_7": set_to_7}
    try:
        return repr(eval(text, names))
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("text", SIZES + PLACES + VALUES)
def test_as_numpy(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert outcome(text, numen) == outcome(text, numpy)


@pytest.mark.parametrize("source", "efdFD")
@pytest.mark.parametrize("target", "?bBhHiIlLefd")
def test_conversions_out_of_range(source, target):
    """Two lengths: NumPy's conversions of four at a time and of single elements differ."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for values in (NUMBERS[:3], NUMBERS):
            plain = numpy.array(values).astype(source)
            assert numpy.array_equal(numpy.asarray(numen.asarray(plain).astype(target)),
                                     plain.astype(target), equal_nan=True)
