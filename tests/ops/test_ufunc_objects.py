"""ufunc objects: attributes, keywords and methods of every row of the table, against NumPy's."""

import pickle
import warnings

import numpy
import pytest

import numen
from numen.native import front
from tests.names.agreement import LAYOUTS, assert_agrees

from .table import rows

DTYPES = ["?", "i1", "u1", "i4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
NAMES = [name for name in rows() if hasattr(numpy, name)]
BINARY = [name for name in NAMES if (getattr(numpy, name).nin, getattr(numpy, name).nout) == (2, 1)]
EXACT = {"add", "subtract", "multiply", "maximum", "minimum", "fmax", "fmin"}
SMALL = ("contiguous", "strided", "managed")


@pytest.mark.parametrize("size", [9, 70, 5000, 200_001])
def test_a_mask_that_overlaps_the_output(size):
    found = []
    for np in (numpy, numen):
        for out, where in ((slice(1, None), slice(-1)), (slice(-1), slice(1, None)),
                           (slice(None), slice(None, None, -1))):
            mask = np.arange(size) % 7 > 1
            np.logical_not(mask[out] | True, out=mask[out], where=mask[where])
            found.append(mask.tolist())
    assert found[:3] == found[3:]


def operand(dtype, shape, seed=0):
    """Small whole numbers of any type, so that no operation overflows to special values."""
    values = numpy.random.default_rng([seed, *shape]).integers(1, 5, shape)
    return (values % 2 if dtype == "?" else values).astype(dtype)


def tolerance(name, dtype):
    """Some float type may be computed in, float16 and float32 among them."""
    if name in EXACT:
        return 0.0
    return 8 * float(numpy.finfo("f2" if dtype in ("?", "i1", "u1", "f2") else "f4").eps)


@pytest.mark.parametrize("name", NAMES)
def test_attributes(name):
    ours, theirs = getattr(numen, name), getattr(numpy, name)
    for attribute in ("nin", "nout", "nargs", "ntypes", "types", "identity", "signature",
                      "__name__", "__doc__"):
        assert getattr(ours, attribute) == getattr(theirs, attribute)
    assert isinstance(ours, numen.ufunc) and repr(ours) == repr(theirs)
    assert pickle.loads(pickle.dumps(ours)) is ours


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", NAMES)
def test_keywords(name, dtype):
    ufunc = getattr(numpy, name)
    arguments = [operand(dtype, (3, 4), seed) for seed in range(ufunc.nin)]
    mask = operand("?", (3, 4), 9)
    bound = 4 * float(numpy.finfo("f4").eps)
    with numpy.errstate(all="ignore"):
        try:
            result = ufunc(*arguments)
        except TypeError:
            assert_agrees(name, *arguments, native=False, layouts=SMALL)
            return
    first = result[0] if isinstance(result, tuple) else result
    for keywords in ({"order": "F"}, {"order": "C"}, {"casting": "safe"}, {"casting": "no"},
                     {"subok": False}, {"where": True}, {"dtype": first.dtype}):
        assert_agrees(name, *arguments, tolerance=bound, native=False, layouts=SMALL, **keywords)
    if ufunc.nout == 1:
        outs = [numpy.zeros((3, 4), first.dtype), numpy.zeros((3, 4), "f8"),
                numpy.zeros((3, 4), "i2"), numpy.zeros(3, "f8")]
        if name != "isfinite":  # NumPy 2.4.6 says False of repeated finite numbers
            outs.append(numpy.zeros((2, 3, 4), first.dtype))
        for out in outs:
            assert_agrees(name, *arguments, out=out, native=False, tolerance=bound)
            assert_agrees(name, *arguments, out=(out,), where=mask, native=False, tolerance=bound)
        out = numpy.zeros((3, 4), first.dtype)
        for where in (mask, mask[0], mask[:, :1], [True, False, True, False]):
            assert_agrees(name, *arguments, out=out, where=where, tolerance=bound)
        assert_agrees(name, *arguments, out, native=False, tolerance=bound)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", BINARY)
def test_reduce_and_accumulate(name, dtype):
    bound = tolerance(name, dtype)
    for shape in ((5,), (3, 4), (2, 3, 2), (1, 3), (0, 3)):
        a = operand(dtype, shape)
        for axis in range(len(shape)):
            for method in ("reduce", "accumulate"):
                assert_agrees(f"{name}.{method}", a, axis, tolerance=bound, native=False,
                              layouts=SMALL if axis else LAYOUTS)
        assert_agrees(f"{name}.reduce", a, keepdims=True, tolerance=bound, native=False)
        assert_agrees(f"{name}.reduce", a, axis=None, tolerance=bound, native=False)
        assert_agrees(f"{name}.reduce", a, axis=5, native=False)
        assert_agrees(f"{name}.accumulate", a, axis=5, native=False)
    assert_agrees(f"{name}.reduce", operand(dtype, (3, 4)), dtype="f8", tolerance=bound,
                  native=False)
    assert_agrees(f"{name}.reduce", operand(dtype, (3, 4)), initial=2, tolerance=bound,
                  native=False)
    mask = operand("?", (3, 4), 9)
    assert_agrees(f"{name}.reduce", operand(dtype, (3, 4)), where=mask, tolerance=bound,
                  native=False)
    assert_agrees(f"{name}.reduce", operand(dtype, (3, 4)), where=mask, initial=1, axis=1,
                  tolerance=bound, native=False)


@pytest.mark.parametrize("name", ["subtract", "divide", "hypot"])
def test_folds_of_many_halves(name):
    # NumPy rounds a difference or quotient of a row once, at its end.
    rows = numpy.random.default_rng(7).choice([0.8, 1.25, 1.1], (3, 400)).astype("f2")
    for axis in (0, 1):
        assert_agrees(f"{name}.reduce", rows, axis, native=False)
    assert_agrees(f"{name}.reduce", rows[0], native=False)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", BINARY)
def test_outer(name, dtype):
    a, b = operand(dtype, (3,)), operand(dtype, (2, 2), 1)
    bound = tolerance(name, dtype)
    for one, other in ((a, b), (b, a), (a, 2), (1, 2), ([1, 2], a)):
        assert_agrees(f"{name}.outer", one, other, native=False, tolerance=bound)
    assert_agrees(f"{name}.outer", a, b, dtype="f4", native=False, tolerance=bound)
    assert_agrees(f"{name}.outer", a, native=False)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", BINARY)
def test_reduceat(name, dtype):
    bound = tolerance(name, dtype)
    places = numpy.array([0, 3, 1, 1, 4])
    for shape in ((5,), (5, 2), (2, 5), (2, 5, 3), (5, 0)):
        for axis in (shape.index(5), shape.index(5) - len(shape)):
            assert_agrees(f"{name}.reduceat", operand(dtype, shape), places, axis, native=False,
                          tolerance=bound)
    a = operand(dtype, (40,))
    for indices in ([0, 20], [39], numpy.array([], "i8"), numpy.array([0, 2, 30], "i4"), [40], [-1],
                    [[0]], 3, [1.5], numpy.arange(10)[::3]):
        assert_agrees(f"{name}.reduceat", a, indices, native=False, tolerance=bound)
    for keywords in ({"dtype": "f8"}, {"dtype": "i8"}, {"axis": 1}, {"axis": None},
                     {"out": numpy.zeros(5)}):
        assert_agrees(f"{name}.reduceat", a, places, native=False, tolerance=bound, **keywords)
    assert_agrees(f"{name}.reduceat", a[0], places, native=False)


@pytest.mark.parametrize("size", [2, 8192, 20_000])
def test_the_cast_of_a_result_that_overlaps_complains_as_numpys(size):
    def complaints(np):
        x = np.full(size, 6e4, "f2")
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            np.multiply(x[::-1], np.full(size, 10, "f8"), out=x, casting="unsafe")
        return [str(warning.message) for warning in found]

    assert complaints(numen) == complaints(numpy) != []


@pytest.mark.parametrize("dtype", ["f8", "c8", "c16"])
def test_reduceat_keeps_the_signs_of_zeros(dtype):
    """A stretch is not added to zero. Complex numbers have two zeros each to lose."""
    for value in (-0.0, complex(3, -0.0), complex(-0.0, 3)) if dtype[0] == "c" else (-0.0,):
        for shape in ((6,), (6, 7), (7, 6)):
            array = numpy.full(shape, value, dtype)
            wanted = numpy.add.reduceat(array, [0, 2, 1])
            given = numpy.asarray(numen.add.reduceat(numen.array(array), [0, 2, 1]))
            assert given.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", BINARY)
def test_at(name, dtype):
    bound = tolerance(name, dtype)
    places = numpy.array([0, 2, 2, -1])
    a = operand(dtype, (4,))
    for b in (2, operand(dtype, (4,), 1), operand(dtype, (1,), 1), 1.5, operand("f8", (4,), 1),
              [1]):
        assert_agrees(f"{name}.at", a, places, b, native=False, tolerance=bound)
    grid = operand(dtype, (3, 4))
    for index in ((places[:3], places[:3] - 1), numpy.array([1, 1]), grid > 2,
                  (slice(None), [0, 0]), (1, [1, 1, 2]), 1, slice(0, 2), ([0, 0], slice(1, 3))):
        assert_agrees(f"{name}.at", grid, index, 2, native=False, tolerance=bound)
    assert_agrees(f"{name}.at", a, numpy.array([7]), 1, native=False)
    assert_agrees(f"{name}.at", a, places, operand(dtype, (3,)), native=False)


@pytest.mark.parametrize("name, arguments", [
    ("add.reduce", (numpy.arange(6.0), 0)), ("add.accumulate", (numpy.arange(6.0),)),
    ("subtract.reduce", (numpy.arange(6.0).reshape(2, 3), 1)),
    ("bitwise_or.reduce", (numpy.arange(6),)), ("maximum.accumulate", (numpy.arange(6.0),)),
    ("logical_and.reduce", (numpy.arange(6.0).reshape(2, 3), None)),
    ("multiply.outer", (numpy.arange(3.0), numpy.arange(4.0))),
    ("add.reduceat", (numpy.arange(6.0), numpy.array([0, 2, 1]))),
    ("subtract.reduceat", (numpy.arange(6.0).reshape(2, 3), [0, 1], 1)),
    ("multiply.reduceat", (numpy.arange(6), [0, 4])),
    ("add.at", (numpy.zeros(4), numpy.array([1, 1, 2]), 2.5)),
    ("add.at", (numpy.zeros((4, 4)), ([1, 1, 2], [0, 0, 3]), numpy.arange(3.0))),
    ("negative.at", (numpy.arange(4.0), numpy.array([1, 1, 2]))),
])
def test_nothing_falls_back(name, arguments):
    assert_agrees(name, *arguments)


@pytest.mark.parametrize("keywords", [
    {"where": numpy.array([True, False, True])}, {"initial": 3.0}, {"axis": 0, "initial": 1},
    {"where": numpy.array([[True], [False]]), "initial": 2.0}, {"out": numpy.zeros(3), "axis": 0},
    {"keepdims": True, "out": numpy.zeros((2, 1)), "axis": 1}])
@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "any", "all"])
def test_reductions_with_extras(name, keywords):
    a = numpy.array([[1.0, -2.0, 3.0], [4.0, 0.5, -6.0]])
    assert_agrees(name, a, native=False, **keywords)


def test_common_reductions_with_extras_are_native():
    a, mask = numpy.arange(6.0).reshape(2, 3), numpy.array([True, False, True])
    assert_agrees("sum", a, where=mask)
    assert_agrees("sum", a, axis=0, out=numpy.zeros(3))
    assert_agrees("max", a, axis=1, initial=2.5)
    assert_agrees("min", a, where=mask, initial=9.0)


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 1000, 4097])
def test_masked_call_computes_only_where_it_is_true(count):
    a = numpy.linspace(-1, 1, count)
    with numpy.errstate(all="raise"):
        given = numen.sqrt(numen.array(a), where=numen.array(a) >= 0, out=numen.zeros(count))
        wanted = numpy.sqrt(a, where=a >= 0, out=numpy.zeros(count))
    numpy.testing.assert_array_equal(given, wanted)


def test_overlapping_mask_and_output():
    for np in (numpy, numen):
        m = np.array([True, False, True, True])
        np.logical_not(np.array([True, True, True, False]), out=m, where=m)
        assert m.tolist() == [False, False, False, True]


def test_where_with_an_output_of_foreign_byte_order():
    values, mask = numpy.linspace(1, 2, 6), numpy.arange(6) % 2 == 0
    wanted, given = numpy.zeros(6, dtype=">f8"), numen.zeros(6, dtype=">f8")
    numpy.sqrt(values, out=wanted, where=mask)
    assert numen.sqrt(numen.array(values), out=given, where=mask) is given
    assert numpy.array_equal(numpy.asarray(given), wanted)


@pytest.mark.parametrize("name", ["add", "multiply", "maximum", "hypot", "subtract"])
def test_methods_of_recorded_arrays(name):
    values, places = numpy.linspace(1, 2, 60_000), numpy.arange(0, 60_000, 7)
    own, numpys = getattr(numen, name), getattr(numpy, name)
    calls = {"reduceat": lambda ufunc, x, i: ufunc.reduceat(x[:100], i[:9]),
             "long reduceat": lambda ufunc, x, i: ufunc.reduceat(x, i),
             "accumulate": lambda ufunc, x, i: ufunc.accumulate(x[:100]),
             "reduce": lambda ufunc, x, i: ufunc.reduce(x[:100]),
             "outer": lambda ufunc, x, i: ufunc.outer(x[:50], x[50:90])}
    for call in calls.values():
        front.force_deferral(True)
        try:
            x, i = numen.array(values) * 1, numen.array(places) * 1
            assert front.state(x) == "pending"
            given = call(own, x, i)
        finally:
            front.set_deferral(True)
        numpy.testing.assert_allclose(numpy.asarray(given), call(numpys, values, places), rtol=1e-9)
