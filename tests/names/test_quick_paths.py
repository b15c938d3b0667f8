"""Composites whose plain calls C++ serves, and the loops of several threads below them, on arrays
small and large, against NumPy."""

import numpy
import pytest

import numen
from numen.native import front

from .agreement import LAYOUTS, assert_agrees

SOME = numpy.arange(-3.0, 9.0)
SMALL = (SOME, SOME.reshape(3, 4), SOME.reshape(2, 3, 2), numpy.array(2.5), SOME[:1], SOME[:0],
         SOME.astype("i2"), SOME > 2, SOME * 1j, SOME.reshape(12, 1), SOME.reshape(1, 12))
LARGE = (300_000, 2), (2, 300_000), (700, 411), (3, 5, 20_011), (600_001,)


def large(shape, dtype=float):
    return (numpy.arange(numpy.prod(shape)) % 251).astype(dtype).reshape(shape)


@pytest.mark.parametrize("name", ["hstack", "vstack", "dstack", "column_stack"])
def test_stacks(name):
    for one in SMALL:
        for other in SMALL:
            if one.dtype == other.dtype or one.shape == other.shape:
                assert_agrees(name, (one, other), native=False)
        assert_agrees(name, [one], native=one.ndim > 0)
        assert_agrees(name, [one, one, one])
    for refused in ((), [], ([1, 2], [3]), 5, None, [SOME, "a"], [SOME, SOME[:3].reshape(1, 3)]):
        assert_agrees(name, refused, native=False)


@pytest.mark.parametrize("shape", LARGE, ids=str)
@pytest.mark.parametrize("name", ["hstack", "vstack", "dstack", "column_stack"])
def test_large_stacks(name, shape):
    for pieces in ([large(shape)] * 2, [large(shape), large(shape, "f4"), large(shape, "i1")]):
        assert_agrees(name, pieces, layouts=("contiguous", "strided", "fortran"))


def test_concatenated_along_every_axis():
    for shape in LARGE:
        for axis in range(len(shape)):
            part = (slice(None),) * axis + (slice(1, 2),)
            pieces = [large(shape), large(shape)[part], large(shape, "f4"), large(shape)[part]]
            assert_agrees("concatenate", pieces, axis, layouts=("contiguous", "reversed"))
    assert_agrees("concatenate", [SOME] * 100_000, layouts=("contiguous",))
    assert_agrees("concatenate", [large((100_000,)), SOME, large((90_000,)), SOME[:0]])


@pytest.mark.parametrize("array", SMALL, ids=lambda a: f"{a.shape}{a.dtype}")
def test_tile(array):
    for repeats in (0, 1, 2, 3, (2,), (1, 1), (2, 1), (1, 3), (2, 0, 2), (2, 1, 3, 1), (), -1,
                    True, (2, -1), 1.5, [2, 2], numpy.int8(2), (numpy.int8(2), 1), 10**20):
        plain = type(repeats) in (int, tuple) and not numpy.any(numpy.less(repeats, 0))
        assert_agrees("tile", array, repeats, native=plain and repeats != 10**20)
    assert_agrees("tile", array, (2,) * 9)


def test_large_tiles():
    for repeats in (2, (3, 1), (2, 2), (1, 2, 1)):
        assert_agrees("tile", large((300, 1001)), repeats)
    assert_agrees("tile", SOME, 70_000, layouts=("contiguous", "strided"))


@pytest.mark.parametrize("array", SMALL, ids=lambda a: f"{a.shape}{a.dtype}")
def test_delete_one(array):
    for place in (0, 1, -1, 11, -12, 12, -13, 2**70, True):
        assert_agrees("delete", array, place, native=False)
        for axis in (0, 1, -1, 5, None, True, 2**70):
            assert_agrees("delete", array, place, axis, native=False)
    if array.ndim == 1 and array.size:
        assert_agrees("delete", array, 0)


def test_delete_one_of_many():
    for shape in LARGE:
        for axis in range(len(shape)):
            assert_agrees("delete", large(shape), 1, axis, layouts=LAYOUTS[:4])


@pytest.mark.parametrize("start, stop", [
    (0.0, 1.0), (0, 10), (3, -4.5), (-0.0, 5.0), (-0.0, -5.0), (1.0, 1.0), (0, 2**60), (2**70, 1),
    (-1e308, 1e308), (0.0, 1e-320), (0.0, 5e-324), (1e-310, 2e-310), (0.0, numpy.inf),
    (numpy.nan, 1.0), (True, 2), (1j, 2), (0.1, 0.7), (-1.7e308, 1.7e308), ("a", 1),
])  # fmt: skip
def test_linspace_between_numbers(start, stop):
    for count in ((), (0,), (1,), (2,), (3,), (7,), (50,), (200_001,), (-1,), (2.0,), (True,)):
        with numpy.errstate(all="ignore"):
            assert_agrees("linspace", start, stop, *count, native=False)
        with numpy.errstate(all="warn"):
            if count not in ((), (200_001,)):
                assert_agrees("linspace", start, stop, *count, native=False)


def test_linspace_falls_back_on_nothing():
    for ends in ((0, 1), (2.5, -1), (0.0, 1.0)):
        assert_agrees("linspace", *ends)
        assert_agrees("linspace", *ends, 1)


def test_long_ranges():
    for args in ((300_001,), (5, -600_000, -2), (0.5, 200_000.0, 0.3), (-0.0, 3.0), (-0.0, 5, 2)):
        for dtype in (None, float, "f4"):
            assert_agrees("arange", *args, dtype=dtype, native=False)
    assert_agrees("arange", 2**31 - 200_000, 2**31, dtype=numpy.int32)
    assert_agrees("arange", -(2**63), 2**63 - 1, 2**45, native=False)  # which Python rounds


def test_fromiter_of_numbers():
    for items in ([1.5], (1, 2), [True, 2], [1, 2.5], list(range(4096)), list(range(4097)),
                  [numpy.float64(2)], [10**30], [numpy.nan], [-1], [300]):
        for dtype in (float, int, "f4", "u1", complex, bool, "f2", ">f8", "S0", None, "no"):
            assert_agrees("fromiter", items, dtype, layouts=("contiguous",), native=False)
    assert_agrees("fromiter", [1.0, 2.0], float)


@pytest.mark.parametrize("name", ["tril_indices", "triu_indices"])
def test_triangles_of_indices(name):
    for n in (0, 1, 4, 700, True, -1, 2.5, None):
        for k in (0, 1, -1, 3, -700, 699, 10**6, numpy.int64(-2), 0.5):
            plain = isinstance(n, int) and k != 0.5
            assert_agrees(name, n, k, native=plain and n > 0 and n is not True)
            assert_agrees(name, n, k, 5, native=False)
    assert_agrees(name, 3, 0, 900)


def test_places_in_rows_refuses():
    row, other = numen.arange(3), numen.arange(4)
    for wrong in ((), (row,), (row, other), (row, [1, 2, 3]), (row, row * 1.0),
                  (row.reshape(3, 1), row)):
        with pytest.raises((TypeError, ValueError), match="places_in_rows"):
            front.places_in_rows(*wrong)
    rows, columns = front.places_in_rows(row, numen.array([2, -1, 1]))
    assert rows.tolist() == [0, 0, 2] and columns.tolist() == [0, 1, 2]


def test_zeros_in_memory_that_was_used():
    for _ in range(3):
        for shape in ((1000, 1000), (300_000, 1), (2000, 2500)):
            for dtype in (float, "i1", complex):
                used = numen.ones(shape, dtype)
                del used
                assert not numen.zeros(shape, dtype).any()
        assert (numen.eye(1000) == numpy.eye(1000)).all()
        assert (numen.diag(numen.arange(900)) == numpy.diag(numpy.arange(900))).all()
    minus = numen.ones(400_000)
    minus[...] = -0.0
    assert numen.signbit(minus).all()


def test_put_at_many_places():
    for count in (5, 200_000):
        values = numpy.arange(count, dtype=float)
        shuffled = numpy.random.default_rng(3).permutation(count)
        for places in (shuffled, shuffled - count, shuffled - count // 2, shuffled % 3,
                       shuffled + 1, shuffled - count - 1):
            assert_agrees("put_along_axis", values, places, values, 0)
            assert_agrees("ravel_multi_index", (places, shuffled), (count, count), native=False)
            assert_agrees("ravel_multi_index", (shuffled, shuffled, shuffled), (count,) * 3)


@pytest.mark.parametrize("dtype", ["u1", "i4", "f8", "c16"])
@pytest.mark.parametrize("count", [7, 333, 100_000])
def test_an_array_that_is_put_at_places_of_its_own(count, dtype):
    places = numpy.random.default_rng(4).permutation(count - 2) + 1
    twice = places % (count // 2)

    def done(np, at, source):
        x = np.arange(count).astype(dtype)
        x[at] = source(x)
        return x.tolist()
    for at in (places, twice, -places):
        for source in (lambda x: x[2:], lambda x: x[:-2], lambda x: x[::-1][:count - 2],
                       lambda x: x[::count][:1].repeat(count - 2), lambda x: x[3]):
            assert done(numen, numen.array(at), source) == done(numpy, at, source)
    with pytest.raises(IndexError):
        done(numen, numen.array(places + 2), lambda x: x[2:])


def test_sparse_masks():
    for count in (255, 256, 4096, 100_001):
        for chosen in ([], [0], [count - 1], [3, 200, 250], range(0, count, 97)):
            mask = numpy.zeros(count, bool)
            mask[list(chosen)] = True
            x, y = numpy.arange(count), numen.arange(count)
            x[mask], y[numen.array(mask)] = -1, -1
            assert (x == y).all()
            assert numen.arange(count)[numen.array(mask)].tolist() == list(chosen)


def test_selected_by_masks_of_every_density():
    random = numpy.random.default_rng(5)
    for count in (3, 255, 256, 257, 1000, 5000):
        for share in (0.0, 0.01, 0.06, 0.3, 0.5, 0.9, 0.99, 1.0):
            mask = random.random(count) < share
            for dtype in ("i1", "f2", "f4", float, complex):
                assert_agrees("extract", mask, numpy.arange(count).astype(dtype),
                              layouts=("contiguous", "strided", "reversed"))
            half = mask.copy()
            half[: count // 2] = share > 0.5
            assert_agrees("extract", half, numpy.arange(count))


def test_nonzero_of_several_axes():
    random = numpy.random.default_rng(6)
    for shape in ((40, 30), (1, 500), (500, 1), (3, 4, 5), (2, 1, 7, 3), (0, 4), (4, 0), (70, 90)):
        for share in (0.0, 0.02, 0.5, 1.0):
            assert_agrees("nonzero", random.random(shape) < share)
            assert_agrees("argwhere", (random.random(shape) < share) * 2.0)
    for n, k in ((5, 0), (100, -3), (1, 0), (0, 0)):
        for function in (numpy.triu, numpy.tril):
            ours = numen.mask_indices(n, getattr(numen, function.__name__), k)
            for one, other in zip(ours, numpy.mask_indices(n, function, k)):
                assert one.strides == other.strides and (one == other).all()


@pytest.mark.parametrize("dtype", ["?", "i1", "i2", "i4", "i8", "f2", "f4", "f8", "c8", "c16"])
def test_columns_of_every_type(dtype):
    for count in (1, 2, 3, 7, 1001):
        for columns in (1, 2, 3):
            pieces = [numpy.arange(k, k + count).astype(dtype) for k in range(columns)]
            assert_agrees("column_stack", pieces)
            assert_agrees("dstack", pieces)
            assert_agrees("stack", pieces, axis=-1)


@pytest.mark.parametrize("dtype", ["?", "i1", "i2", "i4", "i8", "f2", "f4", "f8", "c8", "c16"])
def test_one_value_in_every_place(dtype):
    for shape in ((1,), (7,), (65,), (1000,), (3, 5), (33, 41)):
        assert_agrees("full", shape, 1, dtype)
        assert_agrees("ones", shape, dtype)
        assert_agrees("copyto", numpy.zeros(shape, dtype), numpy.ones((), dtype))
        assert_agrees("copyto", numpy.zeros(shape, dtype),
                      numpy.arange(shape[0]).astype(dtype).reshape(shape[:1] + (1,) *
                                                                    (len(shape) - 1)))


def test_squares_of_diagonals():
    for n in (0, 1, 2, 5, 1000, -1, True, 2.0, None, numpy.int16(3)):
        for name in ("eye", "identity"):
            assert_agrees(name, n, native=type(n) is int and n >= 0)
    for array in (*SMALL, numpy.arange(600) * 1.0):
        for k in ((), (0,), (2,), (-2,), (True,), (1.5,), (numpy.int64(1),), (-20,)):
            assert_agrees("diag", array, *k, native=False)
            assert_agrees("diagflat", array, *k, native=False)
        if array.size:
            assert_agrees("diagflat", array, 1)


@pytest.mark.parametrize("name", ["tril", "triu"])
def test_triangles(name):
    for array in (*SMALL, large((900, 411)), large((40, 700), "i1"), -SOME.reshape(2, 6)):
        for k in ((), (0,), (1,), (-1,), (5,), (-5,), (1000,), (-1000,), (True,), (0.5,),
                  (2**62,)):
            assert_agrees(name, array, *k, native=False)
        if array.ndim == 2:
            assert_agrees(name, array, 1)


def test_grids_of_coordinates():
    for shape in ((1,), (5,), (2, 3), (3, 1, 2), (1, 1), (300, 700), (40, 30, 50), (70_000, 2),
                  (2, 70_000), (2,) * 8, (1,) * 9, (0, 3), (3, 0), (), (2, -1), (2.0,), [2, 3],
                  (True, 2), (10**20,), (2**40, 2**40)):
        positive = type(shape) is tuple and all(type(n) is int and n > 0 for n in shape)
        assert_agrees("indices", shape, native=positive and len(shape) < 9)


def test_fromiter_of_long_lists():
    random = numpy.random.default_rng(7)
    floats, integers = random.random(20_000).tolist(), random.integers(-9, 9, 20_000).tolist()
    for items in (floats, integers, floats + integers, tuple(floats), [*floats, True],
                  [*integers, 2**63], [*integers, 2**70], [*integers, 0.5], [*floats, "a"],
                  [*floats, None], [*floats, numpy.float64(1)]):
        for dtype in (float, int, "f4", complex):
            assert_agrees("fromiter", items, dtype, layouts=("contiguous",), native=False)


def test_truth_values_are_no_lengths():
    for name, args in (("zeros", (True,)), ("zeros", ((2, False),)), ("ones", ((True, 2),)),
                       ("full", ((True,), 3)), ("empty", ((2, numpy.True_),)),
                       ("broadcast_to", (3, (True, 2))), ("reshape", (SOME, (True, 12))),
                       ("reshape", (SOME, True)), ("eye", (3, True)), ("tri", (2, None, 0.5)),
                       ("ndarray.reshape", (SOME, True, 12))):
        assert_agrees(name, *args, native=False)


def test_the_last_of_many_values_stays():
    count = 700_000
    random = numpy.random.default_rng(8)
    values = numpy.arange(count, dtype=float)
    for places in (random.integers(0, count, count), random.integers(-count, count, count),
                   random.integers(0, 50, count) * (count // 50)):
        assert_agrees("put_along_axis", values, places, -values, 0,
                      layouts=("contiguous", "strided", "managed"))
    for wrong in (count, -count - 1):
        places = numpy.append(random.integers(0, count, count - 1), wrong)
        assert_agrees("put_along_axis", values, places, -values, 0, native=False,
                      layouts=("contiguous",))
