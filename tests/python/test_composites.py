"""Composites against NumPy: same values (bits), dtype, shape, and the same errors."""

import ast
import inspect
import pathlib
import re
import warnings

import numpy
import pytest

import numen
from numen.composites import complete, composites, registry

for late in ("numpy.fft", "numpy.testing"):
    complete(late)

rng = numpy.random.default_rng(7)
VECTOR = rng.normal(size=7)
MATRIX = rng.normal(size=(4, 5))
CUBE = rng.normal(size=(2, 3, 4))
INTS = rng.integers(-9, 9, size=(4, 4))
NANS = numpy.array([1.0, numpy.nan, -numpy.inf, numpy.inf, -0.0])
COMPLEX = VECTOR + 1j * VECTOR[::-1]
EMPTY = numpy.empty((0, 3))
SINGLE = MATRIX.astype("f4")

# (name, positional arguments, keyword arguments)
CASES = [
    *[("expand_dims", (MATRIX, axis), {}) for axis in (0, 1, -1, (0, 2), 5)],
    *[
        ("moveaxis", (CUBE, s, d), {})
        for s, d in ((0, -1), ((0, 1), (2, 0)), (3, 0), ((0,), (1, 2)))
    ],
    *[("rollaxis", (CUBE, axis, start), {}) for axis in range(3) for start in (-1, 0, 2, 3, 9)],
    *[("flip", (CUBE, axis), {}) for axis in (None, 0, -1, (0, 2), 3)],
    *[(name, (a,), {}) for name in ("flipud", "fliplr") for a in (MATRIX, VECTOR, 3.0)],
    *[("rot90", (CUBE, k, axes), {}) for k in range(-1, 5) for axes in ((0, 1), (2, 0), (1, 1))],
    *[("roll", (CUBE, s, a), {}) for s, a in ((1, None), (-5, 1), ((1, 2), (0, 2)), (3, (0, 1)))],
    ("roll", (EMPTY, 2, 0), {}),
    ("roll", (INTS, (1, 1), (0, 0)), {}),
    *[
        (n, (a,), {})
        for n in ("atleast_1d", "atleast_2d", "atleast_3d")
        for a in (2.5, VECTOR, MATRIX, CUBE)
    ],
    ("atleast_2d", (1, [2, 3]), {}),
    *[(n, (a,), {}) for n in ("shape", "ndim", "size") for a in (2.5, [1, 2], MATRIX)],
    ("size", (CUBE, 1), {}),
    ("size", (CUBE, (0, 2)), {}),
    *[("diag", (a, k), {}) for a in (VECTOR, [1, 2], MATRIX) for k in (-2, 0, 1)],
    ("diag", (CUBE,), {}),
    ("diagflat", (MATRIX, 1), {}),
    *[("tri", a, k) for a, k in (((3,), {}), ((3, 5, 1), {}), ((4, 2, -1, "i2"), {}))],
    *[
        (n, (a, k), {})
        for n in ("tril", "triu")
        for a in (MATRIX, CUBE, INTS, VECTOR)
        for k in (-1, 0, 2)
    ],
    *[("trace", (a, k), {}) for a in (MATRIX, INTS, CUBE, VECTOR) for k in (-1, 0, 3)],
    ("trace", (CUBE, 0, 1, 2), {}),
    ("trace", (SINGLE,), {"dtype": "f8"}),
    ("linalg.trace", (CUBE,), {"offset": 1}),
    *[(n, (a,), {}) for n in ("flatnonzero", "argwhere") for a in (INTS, VECTOR > 0, 3, EMPTY)],
    ("matrix_transpose", (CUBE,), {}),
    ("matrix_transpose", (VECTOR,), {}),
    *[(n, ((MATRIX, MATRIX),), {}) for n in ("vstack", "hstack", "dstack", "column_stack")],
    *[(n, ((VECTOR, VECTOR),), {}) for n in ("vstack", "hstack", "dstack", "column_stack")],
    *[(n, ((VECTOR, MATRIX),), {}) for n in ("vstack", "hstack", "dstack", "column_stack")],
    *[(n, ((1, 2.5),), {}) for n in ("vstack", "hstack", "dstack", "column_stack")],
    *[(n, ([],), {}) for n in ("vstack", "hstack", "dstack", "column_stack")],
    ("append", (VECTOR, 3), {}),
    ("append", (MATRIX, MATRIX, 0), {}),
    ("append", (MATRIX, 1, 0), {}),
    *[("array_split", (VECTOR, s), {}) for s in (1, 3, 9, [2, 5], [5, 2], 0)],
    *[("split", (MATRIX, s, axis), {}) for s, axis in ((2, 0), (5, 1), (3, 0), ([1], 1))],
    ("hsplit", (MATRIX, 5), {}),
    ("hsplit", (VECTOR, 7), {}),
    ("vsplit", (MATRIX, 2), {}),
    ("dsplit", (CUBE, 2), {}),
    ("vsplit", (VECTOR, 2), {}),
    ("dsplit", (MATRIX, 2), {}),
    ("unstack", (CUBE,), {"axis": 1}),
    *[("tile", (a, r), {}) for a in (2, VECTOR, MATRIX) for r in (2, (2, 1), (1, 2, 3), 0, ())],
    *[("meshgrid", (VECTOR, [1, 2, 3]), k) for k in ({}, {"indexing": "ij"}, {"sparse": True})],
    ("meshgrid", (1, 2), {}),
    ("meshgrid", (VECTOR,), {}),
    ("meshgrid", ([1], [2], [3.0, 4]), {}),
    *[("delete", (MATRIX, 1, axis), {}) for axis in (None, 0, 1)],
    ("delete", (VECTOR, 9), {}),
    *[("eye", a, {}) for a in ((3,), (3, 5), (4, 3, 1), (2, 4, -1, "i4"), (0,), (3, 3, 7))],
    ("identity", (3,), {}),
    ("identity", (2, "f4"), {}),
    ("full_like", (SINGLE, 2.5), {}),
    ("full_like", (INTS, 1.5), {"dtype": float}),
    ("full_like", (INTS, 7), {"shape": (2,)}),
    *[
        ("linspace", a, k)
        for a in ((0, 1), (2.5, -3, 7), (0, 10, 1), (1, 5, 0), (0, 1j, 4))
        for k in ({}, {"endpoint": False}, {"retstep": True}, {"dtype": "i4"}, {"dtype": "f4"})
        if not (a[1] == 1j and k.get("dtype"))
    ],
    ("linspace", (VECTOR, 2.0, 5), {"axis": -1}),
    ("linspace", (0, 1, -1), {}),
    ("linspace", (0.0, 5e-324, 3), {}),
    ("linspace", (numpy.float32(0), numpy.float32(1), 5), {}),
    ("logspace", (0, 3, 4), {}),
    ("logspace", (0, 3, 4), {"base": 2, "dtype": int}),
    *[("indices", ((2, 3),), k) for k in ({}, {"sparse": True}, {"dtype": float})],
    ("fromfunction", (lambda i, j: i * 10 + j, (3, 2)), {}),
    *[("vander", ([1.0, 2, 3],), k) for k in ({}, {"increasing": True}, {"N": 2})],
    ("diag_indices", (3,), {}),
    ("tril_indices", (3, 1), {}),
    ("triu_indices", (3, 0, 4), {}),
    ("ix_", ([0, 2], [True, False, True], []), {}),
    *[("unravel_index", (i, (3, 4)), k) for i in (0, 7, 12, [1, 2]) for k in ({}, {"order": "F"})],
    ("take_along_axis", (MATRIX, INTS[:, :2] % 4, 1), {}),
    ("take_along_axis", (VECTOR, numpy.array([1, 2]), None), {}),
    *[
        ("isclose", (a, b), k)
        for a, b in ((VECTOR, VECTOR + 1e-9), (NANS, NANS), (INTS, INTS + 1), (1.0, 1.0))
        for k in ({}, {"equal_nan": True}, {"rtol": 1})
    ],
    *[("allclose", (a, b), {}) for a, b in ((VECTOR, VECTOR), (NANS, NANS), (1, 2))],
    *[
        ("array_equal", (a, b), k)
        for a, b in ((INTS, INTS), (NANS, NANS), (VECTOR, MATRIX))
        for k in ({}, {"equal_nan": True})
    ],
    ("array_equiv", ([1, 1], 1), {}),
    ("array_equiv", ([1, 1], [1, 2, 3]), {}),
    *[
        ("nan_to_num", (a,), k)
        for a in (NANS, NANS.astype("f4"), NANS + 1j * NANS, INTS, numpy.nan, 5)
        for k in ({}, {"nan": 9.0, "posinf": 1.0, "neginf": -1.0})
    ],
    *[
        (n, (a,), {})
        for n in (
            "isscalar",
            "iscomplexobj",
            "isrealobj",
            "isreal",
            "iscomplex",
            "real",
            "imag",
            "angle",
        )
        for a in (2, 2.5, 1j, VECTOR, COMPLEX, numpy.float64(3))
    ],
    ("angle", (COMPLEX, True), {}),
    *[(n, (a,), {}) for n in ("isposinf", "isneginf") for a in (NANS, INTS, COMPLEX, numpy.inf)],
    *[("count_nonzero", (a, axis), {}) for a in (INTS, VECTOR > 0) for axis in (None, 0)],
    ("count_nonzero", (INTS, None), {"keepdims": True}),
    *[("result_type", a, {}) for a in ((SINGLE, 1.0), (INTS, SINGLE), ("i4", numpy.float64(1)))],
    ("can_cast", (SINGLE, "f8"), {}),
    ("can_cast", ("f8", "f4", "same_kind"), {}),
    ("can_cast", (1, "i1"), {}),
    ("min_scalar_type", (200,), {}),
    ("min_scalar_type", (INTS,), {}),
    ("common_type", (SINGLE, INTS), {}),
    *[
        ("diff", (a,), k)
        for a in (VECTOR, MATRIX, INTS, VECTOR > 0)
        for k in ({}, {"n": 2}, {"axis": 0}, {"prepend": 0}, {"n": -1})
    ],
    ("diff", (3.0,), {}),
    ("ediff1d", (VECTOR,), {}),
    ("ediff1d", (INTS, 5, [1, 2]), {}),
    ("ediff1d", (INTS, 1.5), {}),
    ("trapezoid", (VECTOR,), {}),
    ("trapezoid", (MATRIX, [0, 1, 3, 4, 8]), {}),
    ("trapezoid", (MATRIX,), {"axis": 0, "dx": 0.1}),
    *[
        ("average", (MATRIX,), k)
        for k in (
            {},
            {"axis": 0},
            {"weights": MATRIX**2},
            {"axis": 1, "weights": MATRIX**2, "returned": True},
            {"axis": 0, "weights": [1, 2, 3, 4]},
            {"weights": MATRIX * 0},
            {"returned": True},
            {"keepdims": True},
        )
    ],
    ("average", (INTS,), {"weights": INTS**2, "axis": 1}),
    *[("ptp", (MATRIX,), k) for k in ({}, {"axis": 0}, {"axis": 1, "keepdims": True})],
    ("select", ([VECTOR > 1, VECTOR > 0], [VECTOR, VECTOR**2]), {}),
    ("select", ([VECTOR > 1, VECTOR < 0], [1, INTS.ravel()[:7]], 2.5), {}),
    ("select", ([], []), {}),
    ("select", ([INTS], [INTS]), {}),
    ("select", ([True], [1, 2]), {}),
    *[
        ("gradient", (a, *s), k)
        for a in (MATRIX, INTS, SINGLE)
        for s, k in (
            ((), {}),
            ((0.5,), {}),
            ((1.0, 2.0), {}),
            ((), {"axis": 0}),
            ((), {"edge_order": 2}),
        )
    ],
    ("gradient", ([1.0],), {}),
    ("gradient", (VECTOR, numpy.arange(7.0) ** 2), {}),
    ("polyval", ([3, 0, 1], 5), {}),
    ("polyval", ([3.5, 0, 1], VECTOR), {}),
    ("polyval", ([], VECTOR), {}),
    *[
        ("inner", (a, b), {})
        for a, b in (
            (INTS, INTS),
            (INTS[0], INTS[1]),
            (INTS, 2),
            (INTS, INTS[:, :2]),
            (INTS, INTS[0]),
        )
    ],
    ("vdot", (INTS, INTS.T), {}),
    ("vdot", (INTS[0] * 1j, INTS[1]), {}),
    *[
        ("tensordot", (INTS, INTS), {"axes": x})
        for x in (0, 1, 2, ([0], [1]), ((0, 1), (1, 0)), (0, 1))
    ],
    ("tensordot", (INTS, INTS[:3]), {}),
    ("fix", (VECTOR * 3,), {}),
    ("linalg.vector_norm", (numpy.array([3.0, 4.0]),), {}),
    ("linalg.tensordot", (INTS, INTS), {"axes": 1}),
]


def outcome(function, args, kwargs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return function(*args, **kwargs)
        except Exception as error:
            return error


def same(ours, theirs):
    if isinstance(theirs, Exception):
        assert isinstance(ours, type(theirs)), (ours, theirs)
        return
    assert not isinstance(ours, Exception), ours
    if isinstance(theirs, (tuple, list)):
        assert isinstance(ours, (tuple, list)) and len(ours) == len(theirs)
        for mine, other in zip(ours, theirs):
            same(mine, other)
        return
    if isinstance(theirs, numpy.ndarray):
        assert isinstance(ours, numpy.ndarray)
        assert ours.dtype == theirs.dtype and ours.shape == theirs.shape
        # Zeros may differ in no sign, NaNs in no place: bits, but for the payload of a NaN.
        numpy.testing.assert_array_equal(ours, theirs)
        if theirs.dtype.kind == "f":
            keep = ~numpy.isnan(theirs)
            assert (numpy.signbit(ours)[keep] == numpy.signbit(theirs)[keep]).all()
        return
    assert type(ours) is type(theirs)
    assert ours == theirs or (ours != ours and theirs != theirs)


def function_of(module, name):
    for part in name.split("."):
        module = getattr(module, part)
    return module


# A sum in another order may differ in the last bits; these compare within 4 ulp of the result.
ROUNDED = {
    "trace",
    "linalg.trace",
    "average",
    "trapezoid",
    "linalg.vector_norm",
    "logspace",
    "angle",
}


@pytest.mark.parametrize(
    "name, args, kwargs", CASES, ids=[f"{i}-{case[0]}" for i, case in enumerate(CASES)]
)
@pytest.mark.parametrize("form", ["numpy", "numen"])
def test_as_numpy(name, args, kwargs, form):
    theirs = outcome(function_of(numpy, name), args, kwargs)
    given = args
    if form == "numen":
        given = tuple(numen.array(a) if isinstance(a, numpy.ndarray) else a for a in args)
    ours = outcome(function_of(numen, name), given, kwargs)
    if name in ROUNDED and not isinstance(theirs, (Exception, tuple)):
        assert numpy.asarray(ours).dtype == numpy.asarray(theirs).dtype
        numpy.testing.assert_allclose(
            ours, theirs, rtol=4 * 2.0**-23 if numpy.asarray(theirs).dtype == "f4" else 4 * 2.0**-52
        )
        return
    same(ours, theirs)


def test_signatures_are_numpys():
    for name, ours in composites.items():
        theirs = function_of(numpy, name)
        try:
            wanted = list(inspect.signature(theirs).parameters)
        except (TypeError, ValueError):
            continue
        assert list(inspect.signature(ours).parameters) == wanted, name


def test_composites_reach_only_native_and_composite_names():
    folder = pathlib.Path(registry.__file__).parent
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            text = ast.unparse(node) if isinstance(node, ast.Attribute) else ""
            if re.fullmatch(r"own(\.\w+)+", text) and file.name != "registry.py":
                missing = function_of(registry, text.rpartition(".")[0])
                assert hasattr(missing, text.rpartition(".")[2]), text


def test_results_are_numens_arrays():
    assert type(numen.flip(VECTOR)) in (numen.ndarray, type(numen.zeros(10**6)))
    assert type(numen.linspace(0, 1)) is numen.ndarray


def test_views_share_memory():
    base = numen.array(MATRIX)
    numen.flip(base)[0, 0] = 99
    numen.moveaxis(base, 0, 1)[0, 0] = 77
    numen.split(base, 2)[1][0, 1] = 55
    assert base[-1, -1] == 99 and base[0, 0] == 77 and base[2, 1] == 55


def test_foreign_arrays_are_handed_to_numpy():
    masked = numpy.ma.masked_array([1.0, 2, 3], [False, True, False])
    assert isinstance(numen.flip(masked), numpy.ma.MaskedArray)
    assert isinstance(numen.vstack([numpy.matrix([1, 2])]), numpy.matrix)


@pytest.mark.parametrize("shape, key", [((30,), numpy.s_[::3]), ((30,), numpy.s_[::-1]),
                                        ((6, 7), numpy.s_[1:, ::2]), ((6, 7), numpy.s_[:, 0]),
                                        ((6, 7), numpy.s_[::-1, ::-1]),
                                        ((3, 4, 5), numpy.s_[..., 1]), ((9000,), numpy.s_[::2]),
                                        ((9000,), numpy.s_[::-1]), ((5, 5), numpy.s_[::2, :0])])
@pytest.mark.parametrize("dtype", ["?", "i1", "u1", "i4", "f8"])
def test_what_lies_apart_is_counted(shape, key, dtype):
    a = numpy.random.default_rng(1).integers(0, 3, shape).astype(dtype)
    found = numen.count_nonzero(numen.array(a)[key])
    assert found == numpy.count_nonzero(a[key])
    assert type(found) is type(numpy.count_nonzero(a[key]))


def test_scalars_of_every_type():
    class Text(str):
        pass

    for element in (1, 2.5, True, 1j, "a", b"a", None, [], (), numpy.float32(1), numpy.str_("a"),
                    numpy.datetime64("2020"), numpy.void(b"a"), numpy.array(1), object(), Text("a"),
                    memoryview(b"a"), range(2)):
        assert numen.isscalar(element) is numpy.isscalar(element)
