"""dtype=, axis= and shape arguments of every kind, over every function that takes one.

What NumPy refuses is refused with the same type of error, what it takes gives the same type and
shape.
"""

import array
import collections
import inspect
import warnings

import numpy
import pytest

import numen
from tests.names.agreement import managed

_matrix = numpy.arange(1.0, 5.0).reshape(2, 2)


class Named:
    dtype = numpy.dtype("f4")


def dtypes(np):
    large = managed(numpy.arange(40.0)) if np is numen else numpy.arange(40.0)
    return {
        "large array": large, "small array": np.arange(3.0), "int32 class": numpy.dtypes.Int32DType,
        "float32 class": numpy.dtypes.Float32DType, "object class": numpy.dtypes.ObjectDType,
        "numpy.dtype": numpy.dtype, "int": int, "str": str, "text": "f4", "none": None,
        "scalar": numpy.float32(1), "with a dtype": Named(), "class with a dtype": Named,
        "list": [1, 2], "wrong text": "zz", "complex": complex, "dates": "M8[s]",
        "abstract": numpy.integer, "number": 3,
    }  # fmt: skip


AXES = {
    "true": True, "numpy's true": numpy.True_, "float": 1.0, "text": "1", "array": numpy.array(1),
    "array of one": numpy.array([1]), "tuple of true": (True,), "list": [0], "set": {0},
    "small": numpy.int8(1), "twice": (0, 0), "tuple of float": (1.0,), "huge": 2**70,
    "beyond": 5, "before": -3, "none": None, "empty": (), "range": range(1), "pair": (0, 1),
    "large": 2**40, "tuple of int64": (numpy.int64(1),), "nested": ((0,),),
}  # fmt: skip

SHAPES = {
    "set": lambda: {3}, "dict": lambda: {3: 1}, "true": lambda: True, "(true,)": lambda: (True, 2),
    "numpy's true": lambda: (numpy.True_, 2), "float": lambda: 3.0, "text": lambda: "3",
    "bytes": lambda: b"\2\3", "range": lambda: range(3), "array": lambda: numpy.array([2, 3]),
    "iterator": lambda: iter((2, 3)), "generator": lambda: (i for i in (2,)), "none": lambda: None,
    "array of no axes": lambda: numpy.array(3), "negative": lambda: -1,
    "float in tuple": lambda: (2.0,), "nested": lambda: [2, (1,)], "keys": lambda: {2: 1}.keys(),
    "memory": lambda: memoryview(b"\2\3"), "floats": lambda: numpy.array([2.0, 3.0]),
    "matrix": lambda: numpy.array([[2, 3]]), "huge": lambda: 2**70, "huge in": lambda: (2**70,),
    "array.array": lambda: array.array("i", [2, 2]), "deque": lambda: collections.deque([2, 3]),
    "texts": lambda: ["2"], "booleans": lambda: numpy.array([True, True]), "nothing": set,
    "objects": lambda: numpy.array([2, 2], object), "int8": lambda: numpy.int8(2),
}  # fmt: skip

# What a call needs beside the array; None: it is another kind of function.
NEEDS = {
    "take": {"indices": [0]}, "take_along_axis": {"indices": numpy.zeros((2, 2), int)},
    "put_along_axis": None, "repeat": {"repeats": 2}, "roll": {"shift": 1},
    "compress": {"condition": [True, False]}, "delete": {"obj": 0}, "append": {"values": _matrix},
    "insert": {"obj": 0, "values": 1}, "percentile": {"q": 50}, "quantile": {"q": 0.5},
    "nanpercentile": {"q": 50}, "nanquantile": {"q": 0.5}, "partition": {"kth": 0},
    "argpartition": {"kth": 0}, "apply_along_axis": None, "apply_over_axes": None,
    "array_split": {"indices_or_sections": 2}, "split": {"indices_or_sections": 2},
    "linspace": None, "logspace": None, "geomspace": None,
}  # fmt: skip

STARTS = {
    "arange": (3,), "linspace": (0, 1, 3), "logspace": (0, 1, 3), "geomspace": (1, 10, 3),
    "full": (2, 1.0), "zeros": (2,), "ones": (2,), "eye": (2,), "identity": (2,), "tri": (2,),
    "indices": ((2, 2),), "fromfunction": (lambda i: i, (2,)), "frombuffer": (b"\0" * 32,),
    "full_like": ([1.0, 2.0], 1), "concatenate": ([_matrix, _matrix],), "fromiter": ([1.0],),
    "stack": ([_matrix, _matrix],), "hstack": ([_matrix, _matrix],), "concat": ([_matrix],),
    "vstack": ([_matrix, _matrix],), "cov": ([1.0, 2.0], [3.0, 4.0]),
    "corrcoef": ([1.0, 2.0], [3.0, 5.0]), "empty": (2,), "empty_like": ([1.0],),
}  # fmt: skip
WITHOUT_ARRAYS = {"fromstring", "fromfile", "loadtxt", "genfromtxt", "einsum", "memmap", "isdtype"}


def parameters(name):
    original = getattr(numpy, name)
    if isinstance(original, type) or not callable(original):
        return ()
    if isinstance(original, numpy.ufunc):
        return ("x",) * original.nin + ("dtype",)
    try:
        return tuple(inspect.signature(original).parameters)
    except ValueError:
        return ()


def summary(result):
    if isinstance(result, (tuple, list)):
        return tuple(map(summary, result))
    return (str(result.dtype), result.shape) if hasattr(result, "shape") else type(result).__name__


def outcome(call):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return summary(call())
        except Exception as error:
            return "raises", type(error).__name__


def differences(calls):
    """The calls {kind: function of np} that end otherwise in Numen than in NumPy."""
    found = {kind: (outcome(lambda: call(numpy)), outcome(lambda: call(numen)))
             for kind, call in calls.items()}  # fmt: skip
    return {kind: pair for kind, pair in found.items() if pair[0] != pair[1]}


def taking(parameter, less=()):
    return [name for name in sorted(numpy.__all__)
            if name not in less and parameter in parameters(name)]


@pytest.mark.parametrize("name", taking("dtype", WITHOUT_ARRAYS))
def test_dtype_arguments(name):
    nin = getattr(numpy, name).nin if isinstance(getattr(numpy, name), numpy.ufunc) else 1
    start = STARTS.get(name, ([1.0, 2.0],) * nin)
    calls = {kind: lambda np, kind=kind: getattr(np, name)(*start, dtype=dtypes(np)[kind])
             for kind in dtypes(numpy)}  # fmt: skip
    assert not differences(calls)


METHODS = ("astype", "view", "sum", "prod", "mean", "cumsum", "cumprod", "std", "var", "trace")


@pytest.mark.parametrize("name", METHODS)
def test_dtype_arguments_of_methods(name):
    calls = {kind: lambda np, kind=kind: getattr(np.array(_matrix), name)(dtype=dtypes(np)[kind])
             for kind in dtypes(numpy)}  # fmt: skip
    assert not differences(calls)


OTHER_DTYPES = {
    "dtype": lambda np, d: np.dtype(d), "can_cast from": lambda np, d: np.can_cast(d, "f8"),
    "can_cast to": lambda np, d: np.can_cast("f4", d), "finfo": lambda np, d: np.finfo(d).bits,
    "iinfo": lambda np, d: np.iinfo(d).bits, "promote": lambda np, d: np.promote_types(d, "f4"),
    "issubdtype": lambda np, d: np.issubdtype(d, np.floating), "ndarray": lambda np, d:
    np.ndarray(2, d).shape, "fromiter": lambda np, d: np.fromiter(iter([1.0]), d),
    "random": lambda np, d: np.random.default_rng(1).random(2, dtype=d),
    "integers": lambda np, d: np.random.default_rng(1).integers(3, dtype=d, size=2),
    "randint": lambda np, d: np.random.RandomState(1).randint(3, size=2, dtype=d),
    "reduce": lambda np, d: np.add.reduce([1.0, 2.0], dtype=d),
    "accumulate": lambda np, d: np.add.accumulate([1.0, 2.0], dtype=d),
    "reduceat": lambda np, d: np.add.reduceat([1.0, 2.0], [0], dtype=d),
    "outer": lambda np, d: np.add.outer([1.0, 2.0], [0], dtype=d),
    "array": lambda np, d: np.array([1.0, 2.0], d), "zeros": lambda np, d: np.zeros(2, d),
    "loadtxt": lambda np, d: np.loadtxt(["1 2"], dtype=d),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHER_DTYPES)
def test_other_dtype_arguments(name):
    calls = {kind: lambda np, kind=kind: OTHER_DTYPES[name](np, dtypes(np)[kind])
             for kind in dtypes(numpy)}  # fmt: skip
    assert not differences(calls)


@pytest.mark.parametrize("name", taking("axis", ("where",)))
def test_axis_arguments(name):
    needs = NEEDS.get(name, {})
    if needs is None:
        assert name in NEEDS
        return
    several = parameters(name)[0] in ("arrays", "tup")
    calls = {kind: lambda np, axis=axis: getattr(np, name)(
        [np.array(_matrix)] * 2 if several else np.array(_matrix), axis=axis, **needs)
        for kind, axis in AXES.items()}  # fmt: skip
    assert not differences(calls)


METHODS_OF_AXES = {
    "take": ([0],), "repeat": (2,), "swapaxes": (0,), "compress": ([True, False],),
    "partition": (0,), "diagonal": (0, 0), "trace": (0, 0), "argpartition": (0,),
    **dict.fromkeys(("sum", "prod", "mean", "std", "var", "min", "max", "any", "all", "argmin",
                     "argmax", "cumsum", "cumprod", "sort", "argsort", "squeeze", "transpose"), ()),
}  # fmt: skip


@pytest.mark.parametrize("name", METHODS_OF_AXES)
def test_axis_arguments_of_methods(name):
    calls = {kind: lambda np, axis=axis: getattr(np.array(_matrix), name)(
        *METHODS_OF_AXES[name], axis) for kind, axis in AXES.items()}  # fmt: skip
    assert not differences(calls)


def _set_shape(np, shape):
    a = np.arange(6.0)
    a.shape = shape
    return a


OF_SHAPES = {
    "ones": lambda np, s: np.ones(s), "zeros": lambda np, s: np.zeros(s),
    "empty": lambda np, s: np.empty(s), "full": lambda np, s: np.full(s, 1.0),
    "reshape": lambda np, s: np.reshape(np.arange(6.0), s), "method": lambda np, s:
    np.arange(6.0).reshape(s), "zeros_like": lambda np, s: np.zeros_like([1.0], shape=s),
    "full_like": lambda np, s: np.full_like([1.0], 1, shape=s), "ndarray": lambda np, s:
    np.ndarray(s), "resize": lambda np, s: np.resize(np.arange(6.0), s), "broadcast_to":
    lambda np, s: np.broadcast_to(np.arange(1.0), s), "tile": lambda np, s: np.tile([1.0], s),
    "random": lambda np, s: np.random.default_rng(3).random(s), "indices": lambda np, s:
    np.indices(s), "unravel_index": lambda np, s: np.unravel_index(1, s), "eye": lambda np, s:
    np.eye(s), "arange": lambda np, s: np.arange(s), "shape": _set_shape,
    "ravel_multi_index": lambda np, s: np.ravel_multi_index((0, 0), s),
    "normal": lambda np, s: np.random.normal(size=s),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_SHAPES)
def test_shape_arguments(name):
    calls = {kind: lambda np, make=make: OF_SHAPES[name](np, make())
             for kind, make in SHAPES.items()}  # fmt: skip
    assert not differences(calls)
