"""Every function of the array API standard: it is there, takes the standard's arguments in the
standard's way, follows its type rules, and behaves as NumPy does.

The standard is data (array_api_standard.py). Where NumPy itself leaves it, NumPy wins, and the
case is named here.
"""

import inspect

import numpy
import pytest

import numen
from numen.namespace import module
from numen.native import front

from ..names.agreement import differences, disagreement, outcome
from .array_api_standard import (
    ARRAY_ATTRIBUTES, ARRAY_METHODS, CONSTANTS, DTYPES, KINDS, functions,
)  # fmt: skip

FUNCTIONS = {name: (signature, kind, result) for name, signature, kind, result in functions()}
# Signs and phases of their vectors are free: types and shapes are compared.
FREE_VALUES = {"empty", "empty_like", "linalg.eig", "linalg.eigh", "linalg.eigvals", "linalg.qr",
               "linalg.svd"}  # fmt: skip

SQUARE = numpy.array([[4, 1, 0], [1, 3, 1], [0, 1, 2]])
INDICES = numpy.array([[0, 2, 1], [1, 1, 0], [2, 0, 2]])
# Arguments that the parameter's name alone does not give, or that a function wants different.
ARGUMENTS = {
    "arange": [7], "cumulative_sum": [SQUARE.ravel()], "cumulative_prod": [SQUARE.ravel()],
    "linalg.outer": [SQUARE[0], SQUARE[1]],
   "astype": [SQUARE, "float64"], "broadcast_arrays": [SQUARE, SQUARE[0]],
    "broadcast_shapes": [(3, 1), (1, 4)], "can_cast": [numpy.dtype("i4"), numpy.dtype("f8")],
    "concat": [[SQUARE, SQUARE]], "empty": [(2, 3)], "eye": [3], "expand_dims": [SQUARE, 1],
    "fft.fftfreq": [7], "fft.rfftfreq": [8], "finfo": [numpy.dtype("f4")],
    "full": [(2, 3), 7], "full_like": [SQUARE, 5], "iinfo": [numpy.dtype("i4")],
    "isdtype": [numpy.dtype("f4"), "real floating"], "linspace": [0, 10, 5],
    "linalg.matrix_power": [SQUARE, 3], "meshgrid": [SQUARE[0], SQUARE[1]],
    "moveaxis": [SQUARE, 0, -1], "ones": [(2, 3)], "permute_dims": [SQUARE, (1, -2)],
    "repeat": [SQUARE, 2], "reshape": [SQUARE, (9,)], "result_type": [SQUARE, numpy.dtype("f4")],
    "roll": [SQUARE, 1], "searchsorted": [numpy.array([0, 1, 3]), SQUARE],
    "squeeze": [SQUARE[:, None], 1], "stack": [[SQUARE, SQUARE]], "take": [SQUARE, INDICES[0]],
    "take_along_axis": [SQUARE, INDICES], "tile": [SQUARE, (2, 1)],
    "where": [SQUARE > 1, SQUARE, SQUARE.T], "zeros": [5], "broadcast_to": [SQUARE, (2, 3, 3)],
}  # fmt: skip
KEYWORDS = {
    "append": [SQUARE[:, :1]], "axes": [1, (0,), (0, 1)], "axis": [0, -1, 1, 5],
    "copy": [True, False, None], "correction": [1, 1.0, 0.5], "d": [0.5], "descending": [True],
    "device": ["cpu", None, "gpu"], "dtype": ["float64", "float32", "complex128"],
    "endpoint": [False], "full_matrices": [False], "include_initial": [True],
    "indexing": ["ij", "no"], "invert": [True], "k": [1, -1, 9], "keepdims": [True],
    "max": [2, SQUARE], "min": [1, SQUARE], "mode": ["complete", "r"], "n": [2, 5],
    "n_cols": [4], "norm": ["ortho", "forward", "no"], "offset": [1, -1],
    "ord": [1, numpy.inf, -1, 2, "nuc"], "prepend": [SQUARE[:, :1]], "rtol": [0.5, 1e-3],
    "s": [(2, 2), (4, 3)], "side": ["right"], "sorter": [numpy.array([0, 1, 2])],
    "stable": [True, False, None], "step": [2], "stop": [9], "upper": [True],
}  # fmt: skip


def look_up(np, name):
    for part in name.split("."):
        np = getattr(np, part)
    return np


def standard(name):
    """The parameters that the standard gives the function."""
    return inspect.signature(eval(f"lambda {FUNCTIONS[name][0].replace(', /', '')}: 0")).parameters


def arguments(name, dtype=None):
    """The positional arguments of a call, its arrays of the type asked for."""
    chosen = ARGUMENTS.get(name)
    if chosen is None:
        required = [p for p in standard(name).values()
                    if p.default is p.empty and p.kind is not p.KEYWORD_ONLY]
        chosen = [SQUARE, SQUARE.T][: len(required)]
    return [typed(argument, dtype) for argument in chosen]


def typed(argument, dtype):
    if isinstance(argument, list):
        return [typed(item, dtype) for item in argument]
    indices = argument is INDICES or getattr(argument, "base", None) is INDICES
    if dtype is None or type(argument) is not numpy.ndarray or indices or argument.dtype == bool:
        return argument.copy() if type(argument) is numpy.ndarray else argument
    return argument.astype(dtype)


def calls(name, dtype):
    """Yields (args, kwargs): every option of the standard, at its default and elsewhere."""
    args = arguments(name, dtype)
    yield args, {}
    if name.startswith("cumulative_"):
        for axis in KEYWORDS["axis"]:
            yield [typed(SQUARE, dtype)], {"axis": axis, "include_initial": True}
    positional = FUNCTIONS[name][0].partition("/")[0]
    for key, parameter in standard(name).items():
        if parameter.default is parameter.empty:
            continue
        for value in (parameter.default, *KEYWORDS[key]):
            if key + "=" in positional:
                yield [*args, value], {}
            else:
                yield args, {key: typed(value, None)}


def compared(name, args, kwargs, layout):
    wanted = outcome(numpy, name, args, kwargs, layout)
    given = outcome(numen, name, args, kwargs, layout)
    if name == "iinfo":  # one more object at each call
        given, wanted = (map(str, one) for one in (given, wanted))
        return "" if list(given) == list(wanted) else "differs"
    if name == "unique_values" and wanted[0] == given[0] == "value":
        # The order is free, and NumPy's that of a hash table.
        return next(differences(numpy.sort(given[1]), numpy.sort(wanted[1]), 0), "")
    if name in FREE_VALUES and wanted[0] == given[0] == "value":
        return next(differences(shapes(given[1]), shapes(wanted[1]), 0), "")
    if name == "unique_values":  # in no order of the standard's, and NumPy's is a hash table's
        given, wanted = ((kind, numpy.sort(numpy.asarray(result)), *rest)
                         for kind, result, *rest in (given, wanted))
    single = any(getattr(x, "dtype", None) in ("f4", "c8") for x in args)
    tolerance = 1e-5 if single or kwargs.get("dtype") == "float32" else 1e-13
    return disagreement(given, wanted, tolerance)


def shapes(result):
    if isinstance(result, tuple):
        return [type(result).__name__, *map(shapes, result)]
    return [str(result.dtype), result.shape]


def test_there_are_all_functions_of_the_standard():
    assert len(FUNCTIONS) == 133 + 27 + 14 == len(list(functions()))
    for np in (numen, module("numpy")):
        assert [name for name in FUNCTIONS if not callable(look_up(np, name))] == []
        assert [name for name in CONSTANTS if getattr(np, name) != getattr(numpy, name)
                and name != "nan"] == []  # fmt: skip
        assert all(getattr(np, name) is getattr(numpy, name) for name in DTYPES)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.filterwarnings("ignore")
def test_takes_the_standards_arguments_as_numpy_does(name):
    dtypes = {"none": [None]}.get(FUNCTIONS[name][1]) or KINDS[FUNCTIONS[name][1]]
    for dtype in (dtypes[0], dtypes[len(dtypes) // 2], dtypes[-1]):
        for args, kwargs in calls(name, dtype):
            for layout in ("contiguous", "managed", "strided"):
                found = compared(name, args, kwargs, layout)
                assert not found, f"{found} <- {name}({args}, {kwargs}), {layout}"


# Keywords of the standard that NumPy 2.4 lacks; NumPy's refusal is ours.
LACKING = {("argsort", "descending"), ("sort", "descending"), ("fft.fftfreq", "dtype"),
           ("fft.rfftfreq", "dtype")}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.filterwarnings("ignore")
def test_accepts_every_keyword_of_the_standard(name):
    dtype = None if FUNCTIONS[name][1] == "none" else KINDS[FUNCTIONS[name][1]][-1]
    positional = FUNCTIONS[name][0].partition("/")[0]
    for key, parameter in standard(name).items():
        if parameter.default is parameter.empty or key + "=" in positional:
            continue
        result = outcome(numen, name, arguments(name, dtype), {key: parameter.default},
                         "contiguous")
        refused = result[0] is TypeError and "keyword" in result[1]
        assert refused == ((name, key) in LACKING), f"{name}({key}=): {result[:2]}"


# --- types ------------------------------------------------------------------------------------


def promoted(one, other):
    """The standard's promotion of two types of one kind."""
    if one == other:
        return one
    bits = {name: int(name.lstrip("uintcomplexfloat") or 1) for name in (one, other)}
    unsigned = [name for name in (one, other) if name.startswith("u")]
    if one.strip("0123456789") == other.strip("0123456789"):
        return max(one, other, key=bits.get)
    if len(unsigned) == 1:  # with a signed one
        signed = one if other in unsigned else other
        return f"int{max(bits[signed], 2 * bits[unsigned[0]])}"
    real, complex_ = sorted((one, other), key=lambda name: name.startswith("complex"))
    return f"complex{max(2 * bits[real], bits[complex_])}"


def by_rule(rule, dtype):
    if rule == "same":
        return dtype
    if rule == "bool":
        return "bool"
    if rule == "index":
        return "int64"
    if rule == "real":
        return {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)
    if rule == "complex":
        return {"float32": "complex64", "float64": "complex128"}.get(dtype, dtype)
    assert rule == "sum"
    return "uint64" if dtype.startswith("uint") else "int64" if dtype.startswith("int") else dtype


def pairs(kind):
    """Pairs of types that the standard lets meet."""
    for one in KINDS[kind]:
        for other in KINDS[kind]:
            both = {one, other}
            groups = (KINDS["integral"], KINDS["floating"], KINDS["boolean"])
            if any(both <= set(group) for group in groups) and not (
                "uint64" in both and any(name.startswith("int") for name in both)
            ):
                yield one, other


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if FUNCTIONS[name][2]])
@pytest.mark.filterwarnings("ignore")
def test_result_types_are_the_standards(name):
    _, kind, rule = FUNCTIONS[name]
    binary = [key for key in standard(name) if key in ("x1", "x2")]
    for one, other in pairs(kind) if len(binary) == 2 else zip(KINDS[kind], KINDS[kind]):
        args = arguments(name, one)
        if len(binary) == 2:
            args[1] = args[1].astype(other)
        theirs = outcome(numpy, name, args, {}, "contiguous")[1]
        ours = outcome(numen, name, args, {}, "contiguous")[1]
        wanted = by_rule(rule, promoted(one, other))  # NumPy deviates in none
        assert str(theirs.dtype) == wanted, f"NumPy's {name}({one}, {other}) is {theirs.dtype}"
        assert str(ours.dtype) == wanted, f"{name}({one}, {other}) is {ours.dtype}"


OF_ARRAYS_ONLY = {"matmul", "tensordot", "vecdot", "isin", "searchsorted", "where"}


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if "x2" in standard(name)
                                  and name not in OF_ARRAYS_ONLY and "." not in name])
@pytest.mark.filterwarnings("ignore")
def test_one_python_scalar_takes_the_arrays_type(name):
    kind = FUNCTIONS[name][1]
    for dtype in KINDS[kind]:
        scalar = {"b": True, "i": 1, "u": 1, "f": 1.5, "c": 1.5j}[numpy.dtype(dtype).kind]
        for args in ([typed(SQUARE, dtype), scalar], [scalar, typed(SQUARE, dtype)]):
            result = outcome(numen, name, args, {}, "contiguous")[1]
            assert result.dtype == by_rule(FUNCTIONS[name][2], dtype), (name, dtype, args)
            assert not compared(name, args, {}, "contiguous")


# --- the namespace and the array --------------------------------------------------------------


def test_inspection():
    for np in (numen, module("numpy")):
        assert np.__array_api_version__ == "2025.12"
        info, theirs = np.__array_namespace_info__(), numpy.__array_namespace_info__()
        assert info.devices() == ("cpu",) == tuple(theirs.devices())
        assert info.capabilities() == theirs.capabilities()
        assert set(info.capabilities()) >= {"boolean indexing", "data-dependent shapes",
                                            "max dimensions"}  # fmt: skip
        assert info.default_device() == "cpu"
        assert info.default_dtypes() == theirs.default_dtypes(device="cpu")
        assert list(info.dtypes()) == list(theirs.dtypes()) and set(info.dtypes()) == set(DTYPES)
        for kind in ("bool", "signed integer", "unsigned integer", "integral", "real floating",
                     "complex floating", "numeric", ("bool", "integral"), ()):
            assert info.dtypes(kind=kind) == theirs.dtypes(kind=kind)
        with pytest.raises(ValueError):
            info.dtypes(kind="strange")
        with pytest.raises(ValueError):
            info.dtypes(device="gpu")


@pytest.mark.parametrize("threshold", [0, 1 << 62])
def test_arrays_name_their_namespace(threshold):
    old = front.managed_threshold()
    front.set_managed_threshold(threshold)
    try:
        array = numen.ones((3, 4))
    finally:
        front.set_managed_threshold(old)
    for version in (None, "2021.12", "2022.12", "2023.12", "2024.12", "2025.12"):
        assert array.__array_namespace__(api_version=version) is module("numpy")
    xp = array.__array_namespace__()
    assert xp.add is numen.add and xp.__array_api_version__ == "2025.12"
    assert type(xp.add(array, array)) in (front.ndarray, front.managed)
    with pytest.raises(ValueError, match='Version "2020.12" of the Array API'):
        array.__array_namespace__(api_version="2020.12")
    assert array.device in xp.__array_namespace_info__().devices()
    assert array.to_device(array.device) is array
    for kind in (front.ndarray, front.managed):
        assert [name for name in (*ARRAY_ATTRIBUTES, *ARRAY_METHODS) if not hasattr(kind, name)
                ] == []  # fmt: skip


def test_lists_of_arrays_are_tuples():
    x = numen.ones((2, 3))
    for result in (numen.broadcast_arrays(x, x), numen.meshgrid(x[0], x[1]), numen.unstack(x),
                   numen.nonzero(x)):
        assert type(result) is tuple
    for name, fields in {
        "linalg.eig": ("eigenvalues", "eigenvectors"), "linalg.svd": ("U", "S", "Vh"),
        "linalg.eigh": ("eigenvalues", "eigenvectors"), "linalg.qr": ("Q", "R"),
        "linalg.slogdet": ("sign", "logabsdet"),
        "unique_all": ("values", "indices", "inverse_indices", "counts"),
        "unique_counts": ("values", "counts"), "unique_inverse": ("values", "inverse_indices"),
    }.items():  # fmt: skip
        assert look_up(numen, name)(numen.eye(3))._fields == fields


def test_expand_dims_takes_several_axes():
    x = numen.ones((2, 3))
    assert numen.expand_dims(x, axis=(0, -1)).shape == (1, 2, 3, 1)
    assert numen.permute_dims(x, axes=(-1, 0)).shape == (3, 2)
    for axis in (5, (0, 7)):
        with pytest.raises(IndexError):
            numen.expand_dims(x, axis=axis)
