"""Distinct elements and sets, against NumPy."""

import itertools

import numpy
import pytest

import numen

from .agreement import assert_agrees

nan, inf = numpy.nan, numpy.inf
rng = numpy.random.default_rng(31)
INTS = rng.integers(-5, 5, (4, 6))
FLOATS = numpy.round(rng.normal(size=30), 1) + 0.05
ARRAYS = {
    "ints": INTS, "vector": INTS.ravel(), "floats": FLOATS, "float32": FLOATS.astype("f4"),
    "float16": FLOATS.astype("f2"), "wide": rng.integers(-2**62, 2**62, 20),
    "unsigned": rng.integers(0, 2**64 - 1, 20, "u8"), "high": 2**64 - 1 - INTS.astype("u8") % 9,
    "bytes": rng.integers(0, 255, 600).astype("u1"), "int16": rng.integers(-99, 99, 700, "i2"),
    "bool": FLOATS > 0, "true": numpy.ones(3, bool), "nan": numpy.array([nan, 1.5, nan, 0.5, inf]),
    "complex": FLOATS.round() + 1j * INTS.ravel()[:1],
    "complex nan": numpy.array([1 + 2j, nan, 1j]),
    "many": rng.integers(-40, 40, 1000), "high bytes": 2**64 - 1 - rng.integers(0, 40, 900, "u8"),
    "one": numpy.array([3]), "number": numpy.array(3.5), "empty": numpy.empty(0),
    "empty ints": numpy.empty((0, 3), int), "cube": INTS.reshape(2, 3, 4),
}  # fmt: skip
EXTRAS = ("return_index", "return_inverse", "return_counts")


def switches():
    for chosen in range(8):
        yield {name: True for k, name in enumerate(EXTRAS) if chosen >> k & 1}


@pytest.mark.parametrize("key", ARRAYS)
def test_unique(key):
    for kwargs in switches():
        for more in ({}, {"equal_nan": False}, {"sorted": False}):
            hashed = "sorted" in more and ARRAYS[key].dtype.kind in "iuc" and not kwargs
            assert_agrees("unique", ARRAYS[key], native=not hashed, **kwargs, **more)


@pytest.mark.parametrize("key", ["ints", "cube", "float", "narrow", "nan", "vector", "bool"])
def test_unique_slices(key):
    array = {
        **ARRAYS, "float": (INTS % 3) * 0.5, "narrow": INTS[:, :1], "bool": INTS > 0,
        "nan": numpy.array([[1, nan], [nan, 2], [1, nan], [nan, nan], [1, 1]]),
    }[key]  # fmt: skip
    array = numpy.concatenate((array, array[::-1]))
    for axis in range(-array.ndim, array.ndim):
        for kwargs in switches():
            assert_agrees("unique", array, axis=axis, **kwargs)


@pytest.mark.parametrize("dtype", ["c16", "c8"])
def test_of_complex_nans_the_first_is_kept(dtype):
    for parts in itertools.permutations([(-2.25, nan), (nan, 1), (-4.5, nan), (3, 4), (3, 4)]):
        array = numpy.array([complex(*part) for part in parts], dtype)
        wanted, given = numpy.unique(array), numen.unique(numen.array(array))
        assert given.dtype == wanted.dtype and repr(numpy.asarray(given)) == repr(wanted), parts
    assert repr(numen.union1d(array[:2], array)) == repr(numpy.union1d(array[:2], array))


def test_unique_edges():
    assert_agrees("unique", [3, 1, 3])
    assert_agrees("unique", 5)
    assert_agrees("unique", INTS, axis=2, native=False)
    assert_agrees("unique", INTS[0], axis=1, native=False)
    assert_agrees("unique", numpy.empty((2, 0)), axis=0, native=False)
    assert_agrees("unique", numpy.array(["b", "a", "b"]), native=False)
    assert_agrees("unique", numpy.array([1, "a"], object), native=False)
    assert_agrees("unique", INTS + 1j, axis=0, native=False)


@pytest.mark.parametrize("key", ARRAYS)
@pytest.mark.parametrize("name", ["unique_all", "unique_counts", "unique_inverse"])
def test_standard_names(name, key):
    assert_agrees(name, ARRAYS[key])


def test_unique_values():
    for array in ARRAYS.values():
        # In any order the standard says; NumPy's is that of its hash table.
        if array.dtype.kind == "f" or array.size < 2:
            assert_agrees("unique_values", array)


PAIRS = [
    (INTS, [1, 3, 99]), (INTS, INTS[0]), (FLOATS, FLOATS[::3]), (FLOATS, INTS), (INTS, FLOATS),
    (ARRAYS["bytes"], [3, 4, 255]), (ARRAYS["many"], INTS), (ARRAYS["many"], numpy.arange(20)),
    (ARRAYS["wide"], ARRAYS["wide"][::2]), (ARRAYS["unsigned"], ARRAYS["unsigned"][:9]),
    (ARRAYS["nan"], [nan, 0.5]), (ARRAYS["bool"], [True]), (ARRAYS["bool"], [0, 1]), (3, [1, 3]),
    (INTS, []), (numpy.empty(0), INTS), (ARRAYS["complex"], ARRAYS["complex"][3:9]),
    (INTS.astype("i2"), INTS[1].astype("i4")), (ARRAYS["float32"], FLOATS),
    (numpy.arange(700), rng.integers(0, 900, 40)), (rng.normal(size=800), rng.normal(size=90)),
    (rng.integers(-2**60, 2**60, 900), rng.integers(-2**60, 2**60, 60)), (INTS, True),
]  # fmt: skip


@pytest.mark.parametrize("pair", PAIRS, ids=range(len(PAIRS)))
def test_isin(pair):
    for invert in (False, True):
        assert_agrees("isin", *pair, invert=invert)
        assert_agrees("isin", *pair, invert=invert, kind="sort")
        assert_agrees("isin", *pair, invert=invert, kind="table", native=False)


def test_isin_edges():
    assert_agrees("isin", INTS, INTS[0], kind="odd", native=False)
    assert_agrees("isin", FLOATS, FLOATS, kind="table", native=False)
    assert_agrees("isin", numpy.array(["a"]), ["a", "b"], native=False)
    assert_agrees("isin", INTS, ARRAYS["high"], native=False)
    assert_agrees("isin", ARRAYS["high"], [2**64 - 1], native=False)
    assert_agrees("isin", numpy.array([-2**63, 5]), numpy.array([-2**63, 2**63 - 1] * 9))
    assert_agrees("isin", numpy.arange(9), {1, 2}, native=False)


@pytest.mark.parametrize("pair", PAIRS, ids=range(len(PAIRS)))
@pytest.mark.parametrize("name", ["union1d", "intersect1d", "setdiff1d", "setxor1d"])
def test_two_sets(name, pair):
    assert_agrees(name, *pair)
    assert_agrees(name, *pair[::-1])


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "c16"])
def test_large_sets(dtype):
    a, b = (rng.permutation(300_000)[:150_000].astype(dtype) for _ in range(2))
    if dtype[0] in "fc":
        a, b = a + a.dtype.type(0.25), b + b.dtype.type(0.25)
        a[::9], b[::7], a[1], b[2] = nan, nan, numpy.inf, numpy.inf
    for name in ("intersect1d", "setdiff1d", "union1d"):
        assert_agrees(name, a, b, layouts=("contiguous", "managed"))
        assert_agrees(name, a, b[:5], layouts=("contiguous",))


def test_sets_without_repetition():
    a, b = numpy.array([5, 1, 3, 9]), numpy.array([3, 4, 5])
    for name in ("intersect1d", "setdiff1d", "setxor1d"):
        assert_agrees(name, a, b, assume_unique=True)
        assert_agrees(name, a.reshape(2, 2), b, True)
    assert_agrees("isin", a, b, True)
    for unique in (False, True):
        assert_agrees("intersect1d", a, b, unique, return_indices=True)
    assert_agrees("intersect1d", INTS, INTS[1], return_indices=True)
    for name in ("union1d", "intersect1d", "setdiff1d", "setxor1d"):
        assert_agrees(name, numpy.array(["a", "b"]), numpy.array(["b"]), native=False)
        assert_agrees(name, [1, 1, nan, nan], [nan, 2])
