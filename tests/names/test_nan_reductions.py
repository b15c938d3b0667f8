"""Reductions that leave NaNs out, against NumPy."""

import numpy
import pytest

import numen

from .agreement import assert_agrees, axis_options

nan, inf = numpy.nan, numpy.inf
rng = numpy.random.default_rng(11)
VECTOR = rng.normal(size=9)
HOLES = numpy.where(rng.random((5, 6)) < 0.3, nan, rng.normal(size=(5, 6)))
ROW_OF_NAN = HOLES.copy()
ROW_OF_NAN[2] = nan
CUBE = numpy.where(rng.random((2, 3, 4)) < 0.3, nan, rng.normal(size=(2, 3, 4)))
LONG = numpy.where(rng.random(70001) < 0.1, nan, rng.normal(size=70001))

REAL = {
    "float64": VECTOR,
    "holes": HOLES,
    "row": ROW_OF_NAN,
    "column": ROW_OF_NAN.T.copy(),
    "cube": CUBE,
    "float32": HOLES.astype("f4"),
    "float16": HOLES.astype("f2"),
    "infinite": numpy.array([1.0, inf, nan, -2.0]),
    "negative infinite": numpy.array([-inf, nan, -inf]),
    "both infinite": numpy.array([-inf, inf, 1.0, nan]),
    "all nan": numpy.array([nan, nan]),
    "0-d": numpy.array(3.5),
    "0-d nan": numpy.array(nan),
    "one": numpy.array([2.5]),
    "int64": rng.integers(-5, 5, (3, 4)),
    "uint8": rng.integers(0, 200, (3, 4)).astype("u1"),
    "int32": rng.integers(-5, 5, 6).astype("i4"),
    "bool": rng.random((3, 4)) < 0.5,
}
ARRAYS = {
    **REAL,
    "complex128": HOLES + 1j * VECTOR[:6],
    "complex64": (HOLES + 1j).astype("c8"),
    "complex part": numpy.array([1 + nan * 1j, 2 + 3j, nan + 1j]),
}
EMPTY = [numpy.empty(0), numpy.empty((0, 3)), numpy.empty((3, 0), "f4"), numpy.empty((0, 2), int)]


def tolerance(array):
    return {"e": 4e-3, "f": 1e-5, "F": 1e-5}.get(numpy.asarray(array).dtype.char, 1e-13)


@pytest.mark.parametrize("key", ARRAYS)
@pytest.mark.parametrize("name", ["nansum", "nanprod", "nanmean", "nanvar", "nanstd"])
def test_sums(name, key):
    array = ARRAYS[key]
    for kwargs in axis_options(array):
        assert_agrees(name, array, tolerance=tolerance(array), **kwargs,
                      native=array.ndim > 0 or name not in ("nanvar", "nanstd"))


@pytest.mark.parametrize("key", REAL)
@pytest.mark.parametrize("name", ["nanmax", "nanmin"])
def test_extremes(name, key):
    array = REAL[key]
    for kwargs in axis_options(array):
        assert_agrees(name, array, **kwargs)


@pytest.mark.parametrize("key", REAL)
@pytest.mark.parametrize("name", ["nanargmax", "nanargmin"])
def test_positions(name, key):
    array = REAL[key]
    for kwargs in axis_options(array):
        assert_agrees(name, array, native=not isinstance(kwargs.get("axis"), tuple), **kwargs)


@pytest.mark.parametrize("key", ARRAYS)
@pytest.mark.parametrize("name", ["nancumsum", "nancumprod"])
def test_running_sums(name, key):
    array = ARRAYS[key]
    for axis in (None, *range(-array.ndim, array.ndim)):
        assert_agrees(name, array, axis, tolerance=tolerance(array))
        assert_agrees(name, array, axis=axis, dtype="c16", tolerance=1e-6 + tolerance(array))


@pytest.mark.parametrize("name", [
    "nansum", "nanprod", "nanmax", "nanmin", "nanmean", "nanvar", "nanstd", "nanargmax",
    "nanargmin", "nancumsum", "nancumprod"])  # fmt: skip
def test_edges(name):
    for array in EMPTY:
        for axis in (None, *range(array.ndim)):
            assert_agrees(name, array, axis=axis, native=False)
    assert_agrees(name, LONG, tolerance=1e-12)
    assert_agrees(name, LONG[:20001], tolerance=1e-12)
    assert_agrees(name, [1.0, nan, 3], tolerance=1e-13)
    assert_agrees(name, [[1, 2], [3, 4]], axis=1)
    assert_agrees(name, 2.5, tolerance=1e-13, native=name not in ("nanvar", "nanstd"))
    assert_agrees(name, HOLES, axis=2, native=False)
    assert_agrees(name, HOLES, axis="x", native=False)
    assert_agrees(name, numpy.array(["a"]), native=False)
    assert_agrees(name, numpy.array([1, 2.5, 4], object), native=False, tolerance=1e-13)
    assert_agrees(name, HOLES, axis=0, out=numpy.zeros(6), native=False, tolerance=1e-13)


@pytest.mark.parametrize("name", ["nansum", "nanprod", "nanmean", "nanvar", "nanstd"])
def test_types(name):
    for array in (HOLES, HOLES.astype("f4"), REAL["int64"], REAL["float16"]):
        for dtype in ("f4", "f8", "c16", "i8", int):
            for axis in (None, 0):
                assert_agrees(name, array, axis, dtype, tolerance=max(1e-5, tolerance(array)),
                              native=False)
    assert_agrees(name, HOLES, where=HOLES > 0, axis=0, tolerance=1e-13, native=False)


@pytest.mark.parametrize("name", ["nanvar", "nanstd"])
def test_degrees_of_freedom(name):
    for array in (VECTOR, HOLES, ROW_OF_NAN, REAL["int64"], REAL["one"], ARRAYS["complex128"]):
        for ddof in (1, 0.5, 2, 6, 40):
            for axis in (None, 0, -1):
                native = array.dtype.kind != "i" or ddof < 2
                assert_agrees(name, array, axis, ddof=ddof, tolerance=1e-12, native=native)
                assert_agrees(name, array, axis, correction=ddof, tolerance=1e-12, native=native)
    assert_agrees(name, HOLES, ddof=1, correction=1, native=False)
    assert_agrees(name, HOLES, mean=0.5, tolerance=1e-12, native=False)


@pytest.mark.parametrize("name", ["nanmax", "nanmin", "nansum"])
def test_initial(name):
    assert_agrees(name, HOLES, initial=3.0, tolerance=1e-13, native=False)


@pytest.mark.parametrize("first", [complex(-inf, 1), complex(inf, inf), complex(1, nan), 3 + 4j])
def test_complex_products_begin_with_initial(first):
    for shape in ((), (1,), (3,), (1, 2), (2, 1)):
        array = numpy.full(shape, first)
        array.flat[-1] = first
        for more in ({"initial": 2}, {"initial": 2 + 1j}, {"where": array == first},
                     {"where": False}, {"initial": 1, "where": numpy.isfinite(array)}):
            for axis in (None, *range(len(shape))):
                with numpy.errstate(invalid="ignore"):
                    wanted = numpy.prod(array, axis, **more)
                    given = numen.prod(numen.array(array), axis, **more)
                assert repr(numpy.asarray(given)) == repr(numpy.asarray(wanted)), (shape, more)


def test_masked_arrays_are_numpys():
    masked = numpy.ma.masked_array([1.0, nan, 3], [False, False, True])
    assert numen.nansum(masked) == numpy.nansum(masked) == 1


@pytest.mark.parametrize("given", [[numpy.nan], [[numpy.nan, 1], [numpy.nan, numpy.nan]],
                                   numpy.float64("nan"), numpy.array([numpy.nan])], ids=repr)
@pytest.mark.parametrize("name", ["nanmax", "nanmin", "nanmedian"])
def test_words_about_lists(name, given):
    """NumPy has another way for what is no array, which calls the slice an axis."""
    said = []
    for np in (numen, numpy):
        with pytest.warns(RuntimeWarning) as caught:
            getattr(np, name)(np.array(given) if isinstance(given, numpy.ndarray) else given,
                              -1 if numpy.ndim(given) else None)
        said.append([str(warning.message) for warning in caught])
    assert said[0] == said[1]
