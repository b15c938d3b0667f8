"""What NumPy refuses is refused: too many arguments, None, flags that are none, one-way iterators.

Expected outcomes are NumPy's, with the type and the text of its errors.
"""

import operator
import re

import numpy
import pytest

import numen

from .agreement import managed
from .generated import calls, is_ufunc
from .test_native_names import NAMES, row_of

NOT_CALLED = {"empty", "empty_like", "lib.stride_tricks.as_strided", "meshgrid"}


class Named:
    """Says 1 as an index and 2 as an array."""

    def __index__(self):
        return 1

    def __array__(self, dtype=None, copy=None):
        return numpy.array(2, dtype)


def result(found):
    if isinstance(found, (tuple, list)):
        return tuple(map(result, found))
    return numpy.asarray(found).tolist() if hasattr(found, "shape") else repr(found)


def outcome(call):
    with numpy.errstate(all="ignore"):
        try:
            return "gives", result(call())
        except Exception as error:
            return type(error).__name__, re.sub("0x[0-9a-f]+", "", " ".join(str(error).split()))


def refused(call):
    kind, text = outcome(call)
    return kind if kind == "gives" else (kind, text)


MATRIX = numpy.arange(6.0).reshape(2, 3)
CUBE = numpy.arange(24.0).reshape(2, 3, 4)
ODD = {"None": None, "text": "junk", "2.5": 2.5, "array": numpy.array([1, 0]),
       "empty": numpy.zeros(0), "object": object(), "list": [], "7": 7}  # fmt: skip

CALLS = """
np.transpose(a, 1, 0)
np.transpose(a, 0, 1)
np.transpose(cube, 0, 1, 2)
np.swapaxes(a, 0, 1, 0)
np.arange(None, 3)
np.arange(None, 3, 1)
np.arange(None, 3.0)
np.arange(None)
np.arange(3, None)
np.concatenate(arrays=[a, a])
np.concat(arrays=[a, a], axis=1)
np.fft.fft(a, n=True)
np.fft.irfft(a, True)
np.fft.fftn(a, s=(True, 2))
np.divmod(a, 2, out=None)
np.frexp(a, out=None)
np.modf(a, out=7)
np.add(a, 1, out=7, casting="junk")
np.sqrt(a, out="junk", order="junk")
np.choose([0, 1], [[1, 2], [3, 4]], mode=7)
np.choose([0, 1], [[1, 2], [3, 4]], mode=-1)
np.take(a, [0], mode=7)
np.array_split(a, iter([1]))
np.apply_over_axes(np.sum, 2.5, 0)
np.apply_over_axes(np.sum, [1, 2], 0)
np.histogramdd(2.5)
np.histogramdd(iter([1.0, 2.0]))
np.hsplit(range(4), 2)
np.common_type(range(2))
np.nan_to_num(a, nan=None)
np.nan_to_num(a, posinf=np.timedelta64("NaT"))
np.mask_indices(True, np.triu)
np.cov(a, bias=None)
np.cov(a, bias=[])
np.fromiter()
np.fromiter([1])
np.fromiter([1], int, 1, 1)
np.fromiter([1], int, None)
np.fromiter([1], "junk")
np.fromiter([1], int, junk=1)
np.roll(a, named)
np.roll(a, named, 0)
np.roll(a, 1, named)
np.roll(a, (named, 1), (0, 1))
np.repeat(a, named)
np.take(a, named, 0)
np.tensordot(a, a, named)
np.delete(a, named, 0)
np.unique(numbers, sorted=False)
np.unique(numbers.astype(float), sorted=False)
np.unique(numbers, axis=0, sorted=False)
np.tile(a, named)
np.tile(a, (named, 2))
np.tile(a, [np.int64(2), True])
np.tile(a, np.array([2, 1]))
np.tile(a, np.array(2))
np.tile(a, 2.0)
np.tile(a, -1)
np.sqrt(2**64, dtype="f8")
np.negative(2**64, dtype="f8")
np.sin(2**70, dtype="f4")
np.absolute(-(2**64), dtype="f8")
np.absolute(-(2**63) - 1, dtype="f4")
np.exp(10**400, dtype="f8")
np.sqrt(2**64, dtype="f8", out=np.zeros(3))
np.sqrt(2**64, np.zeros(3), dtype="f8", where=[True, False, True])
np.sqrt(2**64 - 1, dtype="f8")
np.absolute(-(2**63), dtype="f8")
np.negative(2**63, dtype="c16")
np.negative(5, dtype="u8")
np.negative(2**63, dtype="u8")
np.negative(5, dtype="u8", casting="unsafe")
np.negative(2**64, dtype="f8", casting="unsafe")
np.negative(5, dtype="f4", casting="safe")
np.conjugate(2**64, dtype="f8")
np.arctan2(10**400, a, dtype="c16")
np.not_equal(10**400, a, dtype="f8")
np.bitwise_or(a * 1.0, 10**400)
np.lcm(10**400, a * 1.0)
np.add(a * 1.0, 10**400)
a * 1.0 + 10**400
10**400 < a * 1.0
np.logical_or(a, 2**70)
np.logical_and(2**64, a)
np.logical_xor(a, -(2**63) - 1)
np.logical_or(a, 2**63 - 1)
np.logical_or(cube.astype("c8"), 2**63)
np.put(a, 2**70, 1.0, mode="clip")
np.put(a, 2**63, 1.0, mode="wrap")
np.put(a, -(2**70), 1.0)
np.take(a, 2**70, mode="clip")
a.take(2**70, mode="wrap")
np.reshape(a=a, shape=(3, 2))
np.reshape(a=a)
np.select([a > 1], [a], default="junk")
np.median(cube, axis=iter((2, 1)), keepdims=True)
np.quantile(cube, 0.5, axis=iter((2, 1)), keepdims=True)
np.percentile(cube, 50, axis=iter((0, 1)), keepdims=True)
np.nanmedian(cube, axis=iter((2, 1)), keepdims=True)
np.nanquantile(cube, 0.5, axis=iter((2, 1)), keepdims=True)
np.average(cube, iter((2, 1)), weights=cube)
np.flip(cube, iter((0, 2)))
np.expand_dims(a, iter((0, 2)))
np.ptp(a, iter((0, 1)))
""".strip().splitlines()  # fmt: skip


@pytest.mark.parametrize("made", [numpy.asarray, managed], ids=["small", "managed"])
@pytest.mark.parametrize("text", CALLS)
def test_calls_that_were_taken(text, made):
    def call(np):
        given = made if np is numen else numpy.asarray
        names = {"np": np, "a": given(MATRIX), "cube": given(CUBE), "named": Named(),
                 "numbers": given(numpy.arange(300) * 7919 % 1009 - 300)}  # fmt: skip
        return outcome(lambda: eval(text, names))

    assert call(numen) == call(numpy)


FLAGS = {
    "subok": "copy broadcast_to zeros_like ones_like empty_like full_like".split(),
    "overwrite_input": "median nanmedian percentile nanpercentile quantile nanquantile".split(),
}  # fmt: skip
NEEDS = {"broadcast_to": (MATRIX, (2, 3)), "full_like": (MATRIX, 1)}
PAIRS = [(flag, name) for flag, names in FLAGS.items() for name in names]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("flag, name", PAIRS)
def test_flags(flag, name, odd):
    args = NEEDS.get(name, (MATRIX, 0.5) if name.endswith("tile") else (MATRIX,))

    def call(np):
        return refused(lambda: getattr(np, name)(*args, **{flag: ODD[odd]}))

    assert call(numen) == call(numpy)


def too_many(args):
    for count in range(1, 8):
        for more in (tuple(range(count)), tuple(range(count))[::-1], (None,) * count):
            yield args + more


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NOT_CALLED])
def test_too_many_arguments(name):
    args = tuple(next(iter(calls(name, row_of(name))))[0])
    for given in (*too_many(args), args[:-1], ()):
        def call(np):
            own = [x.copy() if isinstance(x, numpy.ndarray) else x for x in given]
            return refused(lambda: operator.attrgetter(name)(np)(*own))

        wanted = call(numpy)
        if is_ufunc(name) and wanted == "gives":
            continue
        assert call(numen) == wanted, given
