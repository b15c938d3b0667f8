"""sort, argsort, partition and their relatives: every type, layout, axis and kind as NumPy's."""

import numpy
import pytest

import numen
from numen.native import front

from .agreement import LAYOUTS, assert_agrees, laid_out, managed, outcome
from .market import CUBE, EMPTY, INTS, MATRIX, POINT, SPECIAL, VECTOR, frozen

DTYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
KINDS = [None, "quicksort", "heapsort", "mergesort", "stable"]
rng = numpy.random.default_rng(23)


def values(dtype, shape, ties=False):
    """Numbers of a type, with NaNs, infinities and both zeros among the floating ones."""
    dtype = numpy.dtype(dtype)
    array = rng.normal(size=shape) * (3 if ties or dtype.kind in "iu" and dtype.itemsize == 1
                                      else 1000)
    if dtype.kind == "c":
        array = array + 1j * rng.normal(size=shape)
    if ties:
        array = numpy.round(array)
    array = array.astype("i8" if dtype.kind in "?iu" else dtype).astype(dtype)
    if dtype.kind == "f" and array.size > 20:
        array.flat[rng.integers(0, array.size, 6)] = [numpy.nan, numpy.inf, -numpy.inf, 0.0, -0.0,
                                                      numpy.nan]
    if dtype.kind == "c" and array.size > 20:
        array.flat[rng.integers(0, array.size, 5)] = [
            complex(1, numpy.nan), complex(numpy.nan, 1), complex(numpy.nan, numpy.nan),
            complex(-numpy.inf, 2), complex(1, numpy.nan)]
    return array


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_types_and_kinds(dtype, kind):
    for shape in (0, 1, 2, 7, 40, 300, (4, 5), (3, 70), (70, 3), (2, 3, 4)):
        for ties in (False, True):
            array = values(dtype, shape, ties)
            for axis in range(-1, array.ndim):
                assert_agrees("sort", array, axis, kind)
                assert_agrees("argsort", array, axis, kind)


@pytest.mark.parametrize("kind", ["quicksort", "stable"])
@pytest.mark.parametrize("dtype", ["i2", "u2", "f2"])
def test_long_lanes_of_two_bytes(dtype, kind):
    for shape in (131_072, 300_001, (2, 140_000)):
        for ties in (False, True):
            array = values(dtype, shape, ties)
            if (dtype, kind) == ("f2", "quicksort"):  # which NumPy's own sort gets wrong
                for given in (array, abs(array)):
                    found = numpy.asarray(numen.sort(numen.array(given), -1, kind))
                    wanted = numpy.sort(given, -1, "stable")
                    assert numpy.array_equal(found, wanted, equal_nan=True)
                continue
            assert_agrees("sort", array, -1, kind)
            if dtype == "f2":
                assert_agrees("sort", abs(array), -1, kind)  # without zeros of both signs


@pytest.mark.parametrize("name", ["sort", "argsort"])
def test_arguments(name):
    for array in (MATRIX, INTS, CUBE, VECTOR, SPECIAL, EMPTY, POINT, [3, 1, 2], [[2, 1], [0, 5.5]],
                  [], 5, 2.5, True, [True, False], (3, 1j), "text", ["b", "a"], None):
        for axis in (None, 0, 1, -1, -2, 2, 9, -9, 1.5, True, "a", numpy.int64(0), 2**40):
            assert_agrees(name, array, axis, native=False)
    for kind in ("quick", "q", "stable", "s", "m", "h", "", "bubble", b"quicksort", 0, 7, True):
        assert_agrees(name, MATRIX, -1, kind, native=False)
    for stable in (True, False, None, 1, 0, "x"):
        assert_agrees(name, MATRIX, stable=stable, native=False)
        assert_agrees(name, MATRIX, kind="quicksort", stable=stable, native=False)
    for order in (None, "f0", [], ["a", "b"]):
        assert_agrees(name, MATRIX, order=order, native=False)
    assert_agrees(name, MATRIX, -1, None, None, True, native=False)
    assert_agrees(name, MATRIX, wrong=1, native=False)
    assert_agrees(name, native=False)


@pytest.mark.parametrize("name", ["sort", "argsort"])
def test_what_is_native(name):
    for array in (MATRIX, INTS, CUBE, VECTOR, SPECIAL, EMPTY, [3, 1, 2], [[2, 1], [0, 5.5]]):
        for axis in (None, 0, -1):
            assert_agrees(name, array, axis)
    assert_agrees(name, MATRIX, axis=0, kind="stable")
    assert_agrees(name, MATRIX, stable=True)
    assert_agrees(name, MATRIX, stable=False)
    assert_agrees("argsort", POINT)
    assert_agrees("argsort", POINT, None)


def assert_methods_agree(array, name, *args, **kwargs):
    for layout in LAYOUTS:
        found = []
        for np in (numpy, numen):
            given = laid_out(array, layout)
            if np is numen:
                given = managed(given) if layout == "managed" else front.wrap(given)
            try:
                result = getattr(given, name)(*args, **kwargs)
            except Exception as error:
                result = type(error), str(error)
            found.append((result, given))
        (wanted, changed), (got, array_got) = found
        case = f"{name} {args} {kwargs} {layout}"
        if isinstance(wanted, numpy.ndarray):
            assert numpy.array_equal(numpy.asarray(got), wanted), case
            assert got.strides == wanted.strides, case
        else:
            assert got == wanted, case
        assert numpy.array_equal(numpy.asarray(array_got), changed,
                                 equal_nan=changed.dtype.kind in "fc"), case
        assert array_got.strides == changed.strides, case


def test_methods():
    for array in (MATRIX, INTS, CUBE, VECTOR, SPECIAL, EMPTY, POINT):
        for name in ("sort", "argsort"):
            assert_methods_agree(array, name)
            for axis in (None, 0, 1, -1, 5):
                for kind in (None, "stable", "nonsense"):
                    assert_methods_agree(array, name, axis, kind)
            assert_methods_agree(array, name, stable=True)
            assert_methods_agree(array, name, kind="heapsort", axis=0)
            assert_methods_agree(array, name, order="f")


def test_sort_changes_views_and_their_base():
    for make in (numen.asarray, managed):
        base = make(MATRIX.copy())
        view = base[:, 1]
        doubled = base * 2
        view.sort()
        wanted = MATRIX.copy()
        wanted[:, 1].sort()
        assert numpy.array_equal(numpy.asarray(base), wanted)
        assert numpy.array_equal(numpy.asarray(doubled), MATRIX * 2)


def test_recorded_readers_keep_the_values_from_before():
    array = numen.arange(100_000.0)[::-1].copy()
    twice = array * 2
    array.sort()
    assert float(twice[0]) == 2 * 99_999 and float(array[0]) == 0


def test_read_only_arrays_refuse():
    for array in (frozen(MATRIX), numpy.broadcast_to(VECTOR, (2, 6))):
        with pytest.raises(ValueError) as wanted:
            array.sort()
        with pytest.raises(ValueError) as got:
            front.wrap(array).sort()
        assert str(got.value) == str(wanted.value)
        assert_agrees("sort", array)


@pytest.mark.parametrize("dtype", ["i1", "i4", "i8", "u8", "f4", "f8", "f2", "c16"])
@pytest.mark.parametrize("kind", [None, "stable"])
def test_long_lanes(dtype, kind):
    # Long enough for pieces on several threads and for orders by digits of every length.
    for scale in (0, 10, 60_000, 1e17):
        if scale > numpy.iinfo("i4").max and dtype in ("i1", "i4", "f2"):
            continue
        array = (rng.uniform(-scale, scale, 300_000)).astype("i8" if dtype[0] in "iu" else "f8")
        array = array.astype(dtype)
        order = numen.argsort(array, kind=kind)
        assert numpy.array_equal(numpy.asarray(order), numpy.argsort(array, kind=kind))
        given = numen.sort(array, kind=kind)
        assert numpy.array_equal(numpy.asarray(given), numpy.sort(array, kind=kind))


SPECIAL_FLOATS = {
    "ordinary": [],
    "NaN": [numpy.nan],
    "negative NaN": [-numpy.nan],
    "both NaN": [numpy.nan, -numpy.nan],
    "zeros": [0.0],
    "negative zeros": [-0.0],
    "infinities": [numpy.inf, -numpy.inf],
    "subnormal": [1e-45, -1e-45, 3e-320, -3e-320],
    "extremes": [1.7e308, -1.7e308, 3.4e38, -3.4e38],
    "few": [],
}


def assert_bits_of_numpy(array, threads, kind=None):
    before = front.info()["threads"]
    front.set_threads(threads)
    try:
        given = numpy.asarray(numen.sort(numen.array(array), kind=kind))
    finally:
        front.set_threads(before)
    wanted = numpy.sort(array, kind=kind)
    assert numpy.array_equal(given.view(f"u{array.itemsize}"), wanted.view(f"u{array.itemsize}"))


@pytest.mark.parametrize("special", SPECIAL_FLOATS)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("threads", [2, 4])
def test_long_lanes_of_floats_in_pieces(threads, dtype, special):
    array = rng.normal(size=300_001)
    for number in SPECIAL_FLOATS[special]:
        array[rng.integers(0, array.size, 500)] = number
    with numpy.errstate(over="ignore", under="ignore"):
        array = (numpy.round(array) + 0.0 if special == "few" else array).astype(dtype)
    assert_bits_of_numpy(array, threads, "stable")


@pytest.mark.parametrize("threads", [2, 5])
@pytest.mark.parametrize(("dtype", "size"), [("f4", 17_000_001), ("f8", 9_000_001),
                                             ("i8", 9_000_001)])
def test_lanes_merged_where_they_lie(threads, dtype, size):
    """More than a buffer of 64 MB takes."""
    array = (1e6 * rng.normal(size=size)).astype(dtype)
    assert_bits_of_numpy(array, threads)
    if array.dtype.kind == "f":
        array[array > 2.5e6] = numpy.nan
        assert_bits_of_numpy(array, threads)


@pytest.mark.parametrize("kind", [None, "stable"])
def test_halves_of_few_numbers(kind):
    """In order, which NumPy's default sort (2.4.6, AVX-512) leaves some of them not."""
    choices = [[-3, -1, 5, -65504, 2], [0, -0.0, 1, -1, numpy.inf, -numpy.inf, 6e-8],
               [numpy.nan, 1, 2, -numpy.nan]]
    for numbers in choices:
        for size in (300, 3001, 20_000, 140_000):
            array = rng.choice(numpy.array(numbers, "f2"), size)
            wanted = numpy.sort(array.astype("f8"), kind="stable").astype("f2")
            for given in (array, array.reshape(-1, 20 if size % 20 == 0 else 1)[:, 0]):
                found = numpy.asarray(numen.sort(numen.array(given), kind=kind))
                expected = wanted if given is array else numpy.sort(
                    given.astype("f8"), kind="stable").astype("f2")
                assert numpy.array_equal(found, expected, equal_nan=True)
            assert numpy.array_equal(numpy.asarray(numen.unique(numen.array(array))),
                                     numpy.unique(array.astype("f8")), equal_nan=True)


RUNS = {
    "ascending": lambda x: numpy.sort(x),
    "descending": lambda x: numpy.sort(x)[::-1].copy(),
    "equal": lambda x: numpy.full_like(x, 7),
    "two": lambda x: (x > 0) * x.dtype.type(9),
    "saw": lambda x: numpy.sort(x.reshape(-1, 50), axis=1).ravel(),
    "falling saw": lambda x: numpy.sort(x.reshape(-1, 50), axis=1)[:, ::-1].ravel(),
    "nearly ascending": lambda x: numpy.where(numpy.arange(x.size) % 97 == 0, x, numpy.sort(x)),
    "one at the end": lambda x: numpy.append(numpy.sort(x[1:]), x.min()),
    "one after a block": lambda x: numpy.concatenate([numpy.sort(x[:257]), x[:1], x[:-258] * 0]),
}


@pytest.mark.parametrize("kind", RUNS)
@pytest.mark.parametrize("size", [300, 5000])
@pytest.mark.parametrize("dtype", ["i1", "u1", "i2", "i4", "i8", "u8", "f2", "f4", "f8"])
def test_stable_orders_of_runs(dtype, size, kind):
    """Lanes that are sorted, or nearly: ties in the order of their places."""
    array = RUNS[kind](rng.integers(-60 * (dtype[0] != "u"), 100, size).astype(dtype))
    others = [array]
    if dtype[0] == "f":
        others += [numpy.where(rng.random(size) < 0.01, numpy.nan, array), -array * 0]
    key = rng.integers(0, 5, size)
    for given in others:
        for order in (given, given[::-1], given[::2]):
            found = numpy.asarray(numen.argsort(numen.array(order), kind="stable"))
            assert numpy.array_equal(found, numpy.argsort(order, kind="stable"))
        for keys in ((given, key), (key, given), (given, given)):
            found = numpy.asarray(numen.lexsort([numen.array(k) for k in keys]))
            assert numpy.array_equal(found, numpy.lexsort(keys))


@pytest.mark.parametrize("dtype", ["f4", "f8", "i2", "u4"])
def test_many_lanes(dtype):
    array = values(dtype, (300, 400))
    for axis in (0, 1, None):
        assert_agrees("sort", array, axis)
        assert_agrees("argsort", array, axis)
        assert_agrees("argsort", array, axis, "stable")


def test_stable_sorts_keep_zeros_and_nans_in_their_order():
    array = numpy.tile([0.0, -0.0, 3.0, numpy.nan, -0.0], 500)
    assert_agrees("sort", array, kind="stable")
    assert_agrees("argsort", array, kind="stable")


def test_unaligned_and_byte_swapped():
    packed = numpy.zeros(50, dtype=[("flag", "u1"), ("value", "f8")])
    packed["value"] = rng.normal(size=50)
    for np in (numpy, numen):
        field = np.asarray(packed.copy()["value"])
        field.sort()
        assert numpy.array_equal(numpy.asarray(field), numpy.sort(packed["value"]))
    assert_agrees("argsort", packed["value"])
    assert_agrees("sort", VECTOR.astype(">f8"), native=False)


def test_other_types_are_numpys():
    for array in (numpy.array(["b", "a"]), numpy.array([3, 1, None, 2][:2], object),
                  numpy.array(["2020-01-02", "2019-01-01"], "M8[D]"),
                  numpy.array([(2, 1.0), (1, 5.0)], dtype=[("a", int), ("b", float)])):
        assert_agrees("sort", array, native=False, layouts=["contiguous"])
        assert_agrees("argsort", array, native=False, layouts=["contiguous"])


@pytest.mark.parametrize("name", ["partition", "argpartition"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_partition_of_types(name, dtype):
    for shape in (1, 2, 9, 40, 65, 100, 129, 257, 2000, (4, 5), (3, 300), (300, 3), (2, 3, 4)):
        array = values(dtype, shape)
        for axis in range(-1, array.ndim):
            last = array.shape[axis] - 1
            for kth in (0, last, last // 2, -1, [last // 3, last], (0, 0)):
                assert_agrees(name, array, kth, axis, layouts=["contiguous", "strided"])


@pytest.mark.parametrize("name", ["partition", "argpartition"])
def test_arguments_of_partition(name):
    for array in (MATRIX, INTS, CUBE, VECTOR, SPECIAL, EMPTY, POINT, [3, 1, 2], [], 5, "text"):
        for kth in (0, 1, -1, 5, -9, [0, 1], (1,), [], [[0, 1]], 1.0, "a", True, None,
                    numpy.array([0, 1]), numpy.int64(1), 2**70, [0, 99]):
            for axis in (None, 0, -1, 4):
                assert_agrees(name, array, kth, axis, native=False,
                              layouts=["contiguous", "managed"])
    for kind in ("introselect", "quick", None, 0, b"introselect"):
        assert_agrees(name, VECTOR, 2, -1, kind, native=False)
    assert_agrees(name, VECTOR, 2, order="f", native=False)
    assert_agrees(name, VECTOR, native=False)
    assert_agrees(name, VECTOR, 1, wrong=1, native=False)


@pytest.mark.parametrize("name", ["partition", "argpartition"])
def test_partition_is_native(name):
    for array in (VECTOR, MATRIX, CUBE, [3, 1, 2], values("f8", 5000), values("i2", 5000)):
        for axis in (None, -1, 0):
            assert_agrees(name, array, 1, axis)
            assert_agrees(name, array, [0, 1], axis, kind="introselect")


def test_partition_methods():
    for array in (MATRIX, VECTOR, CUBE, SPECIAL, values("f8", 3000), POINT, EMPTY):
        for name in ("partition", "argpartition"):
            for axis in (None, -1, 0, 7):
                assert_methods_agree(array, name, 1, axis)
            assert_methods_agree(array, name, [0, 2])
            assert_methods_agree(array, name, 99)
            assert_methods_agree(array, name, 1, kind="nonsense")
    with pytest.raises(ValueError, match="read-only"):
        front.wrap(frozen(VECTOR)).partition(2)


@pytest.mark.parametrize("dtype", DTYPES)
def test_sort_complex(dtype):
    for array in (values(dtype, (3, 4)), values(dtype, 50), values(dtype, 0)):
        assert_agrees("sort_complex", array)
    assert_agrees("sort_complex", [3, 1, 2])
    for array in (POINT, 5, "text", ["a"]):
        assert_agrees("sort_complex", array, native=False)


KEYS = [
    [VECTOR, VECTOR], (INTS[0], INTS[1]), (INTS, INTS.astype(float)), MATRIX, CUBE, [[3, 1, 2]],
    ([2, 1, 2], [1, 1, 0]), ([2.0, 1, 2], numpy.array([1, 1, 0], "u1")), (SPECIAL, -SPECIAL),
    ([], []), ([], [1]), (), [], 5, None, "ab", VECTOR, [1, 2], (VECTOR, MATRIX), (EMPTY, EMPTY),
    numpy.zeros((2, 0)), (POINT, POINT), ["ab", "ba"], (["b", "a"], [1, 2])]


@pytest.mark.parametrize("keys", KEYS, ids=range(len(KEYS)))
def test_lexsort(keys):
    assert_agrees("lexsort", keys, native=False)
    for axis in (0, 1, -1, -2, 5, None, "a"):
        assert_agrees("lexsort", keys, axis, native=False)


def test_lexsort_is_native():
    for keys in KEYS[:9]:
        assert_agrees("lexsort", keys)
    long = rng.integers(0, 50, (3, 5000))
    assert_agrees("lexsort", tuple(long))
    assert_agrees("lexsort", long.reshape(3, 50, 100), 0)
    assert_agrees("lexsort", (long[0].astype("f4"), long[1] % 3 == 0))


def test_outcomes_can_differ():
    # The harness must see an order that is not NumPy's.
    wanted = outcome(numpy, "argsort", (INTS,), {}, "contiguous")
    given = outcome(numen, "argsort", (INTS, 0), {}, "contiguous")
    assert not numpy.array_equal(numpy.asarray(given[1]), wanted[1])
