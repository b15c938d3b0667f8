"""Corners in which programs can tell Numen from NumPy: strides, warnings and refusals."""

import math
import operator
import subprocess
import sys
import warnings

import numpy
import pytest

import numen

inf, nan = math.inf, math.nan
PLACED = numpy.arange(8.0).reshape(4, 1, 2).transpose(2, 0, 1)
ODD = numpy.array([inf, -inf, nan, 1.0])
HUGE = numpy.array([1e308, 1e300, 1.0])
HUGE32 = numpy.array([3e38, 3e38, 1, 2], "f4")
HUGE_COMPLEX = numpy.array([3e38 + 3e38j, 1], "c8")
INFINITE = numpy.array([complex(inf, 1), 1, 2, 3])


class Declared(float):
    """A number with operators of its own."""

    __array_priority__ = 1000

    def __sub__(self, other):
        return "difference"

    __rsub__ = __sub__


NUMBER = Declared(1)


def empty(*shape):
    return numpy.zeros(shape)


STRIDES = {
    "number": lambda np: PLACED * 1,
    "pair": lambda np: np.add(PLACED, PLACED),
    "function": lambda np: np.sqrt(PLACED),
    "method": lambda np: PLACED.clip(0, 1),
    "rounded": lambda np: PLACED.round(),
    "of another type": lambda np: PLACED * PLACED.astype("f4"),
    "types that need no cast": lambda np: PLACED * numpy.float32(2),
    "with a row": lambda np: np.add(PLACED, PLACED[:1]),
    "with a vector": lambda np: np.add(PLACED, numpy.ones(1)),
    "two results": lambda np: np.modf(PLACED)[0],
    "in C order": lambda np: np.add(PLACED, 1, order="C"),
    "both orders": lambda np: np.add(numpy.ones((1, 5, 1), order="F"), 1),
    "compared": lambda np: PLACED > 1,
    "large": lambda np: numpy.ones((300, 1, 200)).transpose(2, 0, 1) * 2,
    "dot of stacks": lambda np: np.dot(empty(2, 0, 3), empty(4, 3, 5)),
    "dot with a table": lambda np: np.dot(empty(2, 0, 4), empty(4, 5)),
    "inner": lambda np: np.inner(empty(2, 0, 4), empty(2, 0, 4)),
    "tensordot": lambda np: np.tensordot(empty(2, 0, 4), empty(4, 3), 1),
}
OUTCOMES = {
    "zero": lambda np: np.dot(ODD, 0),
    "zero first": lambda np: np.dot(-0.0, ODD),
    "zero by a table": lambda np: np.dot(ODD.reshape(2, 2), 0.0),
    "zero by a stack": lambda np: np.dot(ODD.reshape(1, 2, 2), 0.0),
    "zero as a vector": lambda np: np.dot(ODD[:, None], numpy.zeros(1)),
    "zero as a table": lambda np: np.dot(numpy.zeros((1, 1)), ODD[None]),
    "two numbers": lambda np: np.dot(numpy.zeros(1), ODD[0]),
    "inner with zero": lambda np: np.inner(0.0, ODD),
    "inner with a zero": lambda np: np.inner(ODD[:, None], numpy.zeros(1)),
    "tensordot with a zero": lambda np: np.tensordot(ODD, numpy.zeros(1), 0),
    "matmul with a zero": lambda np: np.matmul(ODD[:, None], numpy.zeros((1, 1))),
    "method": lambda np: ODD.dot(0.0),
    "complex zero": lambda np: np.dot(ODD.astype("F"), numpy.complex64(0)),
    "float16 zero": lambda np: np.dot(ODD.astype("e"), numpy.float16(0)),
    "negative zeros of a stack": lambda np: np.dot(numpy.zeros((1, 1, 2)), -1.0),
    "negative zeros of float16": lambda np: np.dot(numpy.zeros(2, "e"), numpy.float16(-1)),
    "too large": lambda np: np.dot(HUGE, 1e10),
    "too large a stack": lambda np: np.dot(HUGE.reshape(1, 1, 3), 1e10),
    "too large float16": lambda np: np.inner(numpy.full(3, 6e4, "e"), numpy.float16(-10)),
    "magnitude": lambda np: np.abs(HUGE_COMPLEX),
    "magnitude of a number": lambda np: abs(HUGE_COMPLEX[0]),
    "magnitude of doubles": lambda np: np.abs(numpy.full(9, 1.5e308 + 1.5e308j)),
    "close": lambda np: np.isclose(HUGE_COMPLEX, HUGE_COMPLEX),
    "norm": lambda np: np.linalg.norm(HUGE_COMPLEX, inf),
    "fft": lambda np: np.fft.fft(HUGE32),
    "fft of complex": lambda np: np.fft.fft(HUGE32.astype("F")),
    "ifft": lambda np: np.fft.ifft(HUGE32, norm="forward"),
    "rfft": lambda np: np.fft.rfft(HUGE32),
    "hfft": lambda np: np.fft.hfft(HUGE32),
    "fftn": lambda np: np.fft.fftn(HUGE32.reshape(2, 2)),
    "fft of doubles": lambda np: np.fft.fft(numpy.array([1.5e308, 1.5e308])),
    "fft of infinities": lambda np: np.fft.fft(numpy.array([inf, -inf, 1], "f4")),
    "linspace": lambda np: np.linspace(INFINITE, INFINITE, 3),
    "linspace of whole numbers": lambda np: np.linspace([0, 3], numpy.int8(5), 4),
    "linspace of float32": lambda np: np.linspace(numpy.float32(0.1), 0.7, 4),
    "linspace of integers": lambda np: np.linspace(3, numpy.array([7, 8]), 3, dtype=int),
    "logspace": lambda np: np.logspace(INFINITE, INFINITE, 3),
    "nanvar": lambda np: np.nanvar(HUGE),
    "nanstd of rows": lambda np: np.nanstd(HUGE.reshape(1, 3), axis=1),
    "nanvar, some left out": lambda np: np.nanvar(numpy.append(HUGE, nan)),
    "nanvar of infinities": lambda np: np.nanvar(numpy.array([inf, 1.0])),
    "polyder": lambda np: np.polyder(HUGE, 0),
    "polyder twice": lambda np: np.polyder([1, 2, 3, 4], 2),
    "polyder to nothing": lambda np: np.polyder([1, 2], 3),
    "round into a list": lambda np: np.round(HUGE, 5, 3),
    "round into others": lambda np: np.round(HUGE, 5, numpy.zeros(2)),
    "round into float32": lambda np: np.round(HUGE, 5, numpy.zeros(3, "f4")),
    "round into an array": lambda np: np.round([1.234, 5.678], 1, numpy.zeros(2)),
    "dot into a vector": lambda np: np.dot(HUGE, HUGE, numpy.zeros(3)),
    "dot into float32": lambda np: np.dot(HUGE, 2.0, numpy.zeros(3, "f4")),
    "dot into a number": lambda np: np.dot([1.0, 2.0], [3.0, 4.0], numpy.zeros(())),
    "dot into a table": lambda np: np.dot(numpy.eye(2), [[1.0, 2], [3, 4]], numpy.zeros((2, 2))),
    "method into a vector": lambda np: HUGE.dot(HUGE, numpy.zeros(2)),
    "svd of a vector": lambda np: np.linalg.svd(HUGE, HUGE),
    "svd told unclearly": lambda np: np.linalg.svd(numpy.eye(2), HUGE),
    "vecdot": lambda np: np.linalg.vecdot(HUGE, HUGE),
    "pinv of objects": lambda np: np.linalg.pinv(numpy.array([None, 1]), 1, HUGE),
    "pinv of nothing": lambda np: np.linalg.pinv(empty(0, 3), empty(0, 3), empty(0, 3)),
    "pinv told unclearly": lambda np: np.linalg.pinv(numpy.eye(2), 1e-9, HUGE),
    "isin of nothing": lambda np: np.isin(empty(0), empty(0), empty(0)),
    "isin told unclearly": lambda np: np.isin(numpy.arange(90.0), numpy.arange(99.0), HUGE),
    "isin told by NumPy": lambda np: np.isin([1, 2], [2], numpy.True_),
    "nan_to_num in a number": lambda np: np.nan_to_num(numpy.float64(nan), copy=False),
    "nan_to_num in place": lambda np: np.nan_to_num(numpy.array(nan), copy=False),
    "nan_to_num of a number": lambda np: np.nan_to_num(numpy.float64(nan)),
    "full of no shape": lambda np: np.full(1.5, 1, "?!"),
    "full of no type": lambda np: np.full((1, 2), 1, "?!"),
    "full of too many": lambda np: np.full([2**70], 1, "?!"),
    "full of a ragged list": lambda np: np.full(1.5, [[1], 2]),
    "close to another's number": lambda np: np.isclose(HUGE, NUMBER),
    "close another's number": lambda np: np.allclose(NUMBER, HUGE),
    "another's tolerance": lambda np: np.isclose(HUGE, HUGE, NUMBER),
    "close to NumPy's number": lambda np: np.isclose(HUGE, numpy.float64(1)),
    "complex by zero": lambda np: np.divide(INFINITE - 1, 0),
    "complex by zeros": lambda np: np.divide(numpy.repeat(INFINITE, 9), numpy.zeros(36)),
    "zero by zero": lambda np: np.divide(numpy.zeros(9, complex), 0),
    "round complex": lambda np: np.round(HUGE_COMPLEX, 2),
    "round half of complex": lambda np: np.round(HUGE_COMPLEX.real + 2.345j, 2),
    "round complex table": lambda np: np.round(numpy.eye(3)[:, 1:] * (1.25 + 2.375j), 1),
    "nanpercentile": lambda np: np.nanpercentile(HUGE * 1.7 - 1e308, 20),
    "nanpercentile of int8": lambda np: np.nanpercentile(numpy.int8([100, -128, 0]), 20),
    "nanquantile": lambda np: np.nanquantile(numpy.array([inf, -inf, inf]), 0.5),
    "nanquantile of rows": lambda np: np.nanquantile(numpy.eye(3), 0.4, axis=1),
    "dotted name": lambda np: hasattr(np, "lib.npyio"),
    "classes of grids": lambda np: [type(x).__name__ for x in (np.r_, np.c_, np.mgrid, np.ogrid)],
}


@pytest.mark.parametrize("name", STRIDES)
def test_strides_of_axes_of_length_one_and_of_empty_arrays(name):
    assert STRIDES[name](numen).strides == STRIDES[name](numpy).strides


def outcome(call, np):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            found = repr(call(np))
        except Exception as error:
            found = type(error), str(error)
    return found, [(each.category, str(each.message)) for each in said]


@pytest.mark.parametrize("name", OUTCOMES)
def test_results_warnings_and_refusals(name):
    assert outcome(OUTCOMES[name], numen) == outcome(OUTCOMES[name], numpy)


def test_functions_of_numen_random_are_pickled():
    program = """
import pickle, numen.random
assert pickle.loads(pickle.dumps(numen.random.rand))(3).shape == (3,)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("name", ["add", "sqrt", "matmul", "linalg.det", "r_"])
def test_dill(name):
    dill = pytest.importorskip("dill")
    public = operator.attrgetter(name)(numen)
    data = dill.dumps(public)
    assert b"numen.native" not in data
    assert dill.loads(data) is public
    add = numen.add
    assert dill.loads(dill.dumps(lambda x: add(x, 1)))(2) == 3


def test_dill_that_is_imported_before_numen():
    pytest.importorskip("dill")
    program = """
import dill, numen
assert dill.loads(dill.dumps(numen.add)) is numen.add
"""
    subprocess.run([sys.executable, "-c", program], check=True)
