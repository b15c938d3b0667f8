"""Arguments that say where a result goes and of what type it is; masks without axes."""

import warnings

import numpy
import pytest

import numen
from numen.native import front

from .agreement import LAYOUTS, assert_agrees, differences, given_to, managed

rng = numpy.random.default_rng(12)
ROW = numpy.array([3.5, -1.0, 2.0, 7.25, 0.0])
MATRIX = rng.integers(-9, 9, (3, 5)) * 0.5
KINDS = ("?", "i1", "u2", "i8", "f2", "f4", "f8", "c8", "c16")


@pytest.mark.parametrize("name", ["concatenate", "stack"])
@pytest.mark.parametrize("dtype", [None, *KINDS, ">f4", "U3", "O", "no such"])
@pytest.mark.filterwarnings("ignore::numpy.exceptions.ComplexWarning")
def test_joining_into_a_type(name, dtype):
    for kinds in (("f8", "f8"), ("i8", "f4"), ("?", "u2"), ("c16", "f8"), ("i1", "i8")):
        pieces = [MATRIX.astype(kind) for kind in kinds]
        for axis in (0, 1, -1, 2, -4, None):
            for casting in ({}, {"casting": "unsafe"}, {"casting": "safe"}, {"casting": "odd"}):
                assert_agrees(name, pieces, axis, dtype=dtype, **casting, native=False,
                              layouts=("contiguous", "fortran", "managed"))
    if dtype in ("f4", "f8", "c8"):
        assert_agrees(name, [ROW, ROW[::-1]], dtype=dtype)


@pytest.mark.parametrize("name", ["concatenate", "stack"])
def test_joining_into_an_array(name):
    pieces = [MATRIX, MATRIX * 2]
    for axis in (0, 1, 2, None):
        for kind in KINDS:
            for shape in ((6, 5), (3, 10), (30,), (2, 3, 5), (3, 2, 5), (3, 5, 2), (1,)):
                assert_agrees(name, pieces, axis, numpy.zeros(shape, kind), native=False)
    assert_agrees("concatenate", pieces, 0, numpy.zeros((6, 5)))
    assert_agrees("concatenate", [MATRIX, 3, [[1, 2]]], None)
    assert_agrees("concatenate", [MATRIX, MATRIX], out=numpy.zeros((6, 5)), dtype="f8",
                  native=False)
    assert_agrees("concatenate", [MATRIX * 1e300], dtype="f4", native=False)


def test_joining_into_its_own_pieces():
    for np in (numpy, numen):
        whole = np.arange(10.0)
        with_itself = np.concatenate((whole[5:], whole[:5].copy()), out=whole)
        assert with_itself is whole and whole.tolist() == [5, 6, 7, 8, 9, 0, 1, 2, 3, 4]
        frozen = np.zeros(10)
        frozen.flags.writeable = False
        with pytest.raises(ValueError, match="read-only"):
            np.concatenate((np.ones(5), np.ones(5)), out=frozen)


@pytest.mark.parametrize("axis", [None, 0, 1, 2, -1, -3, (0, 2), (1,), (), (0, 0), 5, 1.0, "a"])
def test_squeeze(axis):
    for shape in ((1, 3, 1), (1, 1, 1), (2, 3, 4), (1,), (), (1, 0, 1)):
        a = numpy.arange(float(numpy.prod(shape))).reshape(shape)
        assert_agrees("squeeze", a, axis, native=False)
        assert_agrees("ndarray.squeeze", a, axis=axis, native=False)
    assert_agrees("squeeze", numpy.ones((1, 3, 1)), 0)


@pytest.mark.parametrize("name, args", [
    ("clip", (0, 3)), ("clip", (None, 3)), ("clip", (0.5, None)), ("clip", (ROW[::-1], 9)),
    ("round", (1,)), ("round", (-1,)), ("cumsum", (0,)), ("cumprod", (None,))])
def test_results_into_arrays(name, args):
    for a in (ROW, MATRIX, ROW.astype("f4"), ROW.astype("i8")):
        for kind in KINDS:
            for shape in (a.shape, (2,), (a.size,)):
                assert_agrees(name, a, *args, out=numpy.full(shape, 1).astype(kind), native=False)
    if name != "round" or args == (1,):
        assert_agrees(name, ROW, *args, out=numpy.zeros(5))


def test_clip_keeps_or_changes_the_type():
    for a in (ROW, numpy.arange(9, dtype="u1"), numpy.arange(-4, 4, dtype="i2"), ROW > 0,
              numpy.array(3.0, "f4")):
        for low in (None, -1, 0, 2.5, 300, 2**70, numpy.float32(1), numpy.array(2.0), numpy.nan):
            for high in (None, -3, 3, 1.5, 300, numpy.float64(2), numpy.int8(3)):
                assert_agrees("clip", a, low, high, native=False)
                for kind in ("f8", "u1", "f4"):
                    assert_agrees("clip", a, low, high, numpy.ones(a.shape, kind), native=False)
    for np in (numpy, numen):
        x = np.arange(6.0)
        assert np.clip(x[::-1], 1, 3, out=x) is x and x.tolist() == [3, 3, 3, 2, 1, 1]


def test_concatenating_small_pieces():
    pieces = [numpy.arange(float(numpy.prod(shape))).reshape(shape) for shape in (
        (2, 3), (1, 3), (2, 2), (3,), (0, 3), (0,), (2, 3, 2))]  # fmt: skip
    for one in pieces:
        assert_agrees("concatenate", (one,))
        for other in pieces:
            for kind in ("f8", "f4"):
                assert_agrees("concatenate", [one, other.astype(kind)], native=False)


def test_dot_into_arrays():
    for out in (numpy.zeros((3, 3)), numpy.zeros((3, 3), "f4"), numpy.zeros(3), 3):
        assert_agrees("ndarray.dot", MATRIX, MATRIX.T.copy(), out, native=False)
    square = numpy.ones((3, 3))
    assert_agrees("ndarray.dot", square, square, numpy.zeros((3, 3)), layouts=("contiguous",))


@pytest.mark.parametrize("name", ["sum", "prod"])
def test_booleans_of_sums(name):
    for a in (ROW, MATRIX, MATRIX.astype("i8"), MATRIX + 1j, numpy.array(2.0), ROW[:0],
              numpy.array([numpy.nan, 0]), MATRIX > 0):
        for axis in (None, 0, -1):
            assert_agrees(name, a, axis=axis, dtype=bool, native=a.ndim > 0)
            assert_agrees(name, a, axis=axis, dtype=bool, keepdims=True, native=False)
            assert_agrees(name, a, dtype=bool, initial=True, native=False)


KEYS = [True, False, numpy.True_, numpy.array(True), numpy.array(False), (True, 0), (0, True),
        (True, slice(1, None)), (slice(1, None), True), (None, True), (True, [0, 1]), (..., True),
        (True, True), (True, False), ([0, 1], True), (0, slice(None), True), (True, ..., 0),
        (numpy.array(True), numpy.array([1, 0])), ([True, False, True], True)]


def got(np, a, key, layout):
    """What indexing gives, and the number of fallbacks."""
    array, key = given_to(np, a, layout), given_to(np, key, "contiguous")
    before = front.fallback_count()
    try:
        return array[key], front.fallback_count() - before
    except Exception as error:
        return (type(error).__name__, str(error)), 0


def after(np, a, key, value, layout):
    """The array after the assignment, or its error."""
    array = given_to(np, a, layout)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            array[given_to(np, key, "contiguous")] = given_to(np, value, layout)
        except Exception as error:
            return type(error).__name__, str(error)
    return array


@pytest.mark.parametrize("key", KEYS, ids=str)
@pytest.mark.parametrize("a", [MATRIX, ROW, numpy.array(5.0), MATRIX[:0], MATRIX.reshape(3, 1, 5)],
                         ids=lambda a: str(a.shape))
def test_masks_without_axes(a, key):
    for layout in LAYOUTS:
        (wanted, _), (given, fallbacks) = (got(np, a, key, layout) for np in (numpy, numen))
        assert not list(differences(given, wanted, 0)), layout
        assert not fallbacks
        for value in (7, ROW, ROW[:1], numpy.array(3.0), [[1.0]]):
            wanted, given = (after(np, a, key, value, layout) for np in (numpy, numen))
            assert not list(differences(given, wanted, 0)), (layout, value)


def test_one_value_for_a_mask():
    for a in (ROW, ROW.astype("i4"), MATRIX):
        for mask in (a > 0, a > 99, a < 99):
            for value in (numpy.array(4.0), numpy.array([4.0]), numpy.array(4, "f4"),
                          numpy.array([4]), numpy.array(1j), numpy.array([[4.0]])):
                for layout in LAYOUTS:
                    wanted, given = (after(np, a, mask, value, layout) for np in (numpy, numen))
                    assert not list(differences(given, wanted, 0)), (layout, value)
    before = front.fallback_count()
    a = managed(ROW)
    a[a > 2] = a[1:2]
    a[a == 0] = front.wrap(numpy.array(9.0))
    assert a.tolist() == [-1, -1, 2, -1, 9] and front.fallback_count() == before


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "std", "var", "max", "any", "argmax"])
def test_what_an_output_cannot_hold_warns_once(name):
    infinite = numpy.array([numpy.inf, -numpy.inf, 0.0, 1.0]).reshape(2, 2)

    def heard(np, kind, is_writeable, axis):
        out = np.zeros(() if axis is None else 2, kind)
        out.flags.writeable = is_writeable
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                answer = getattr(np, name)(np.array(infinite), axis=axis, out=out).tolist()
            except (TypeError, ValueError) as error:
                answer = type(error), str(error)
        return repr(answer), [str(warning.message) for warning in caught]

    for kind in ("f4", "f8", "i8", "c16", "?"):
        for is_writeable in (True, False):
            for axis in (None, 0):
                case = kind, is_writeable, axis
                assert heard(numen, *case) == heard(numpy, *case), case
