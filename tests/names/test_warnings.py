"""Reductions warn of what NumPy's stages warn of, under their names."""

import warnings

import numpy
import pytest

import numen

from .agreement import assert_agrees

INF, LARGE = numpy.inf, {"f4": 3e38, "f8": 1.5e308}
ROWS = {
    "infinite": lambda large: [INF, 1, 2], "both infinities": lambda large: [INF, -INF, 1],
    "sum overflows": lambda large: [large, large, 1], "nan": lambda large: [numpy.nan, 1, 2],
    "square overflows": lambda large: [large / 8, -large / 8, 0], "plain": lambda large: [1, 2, 3],
}


def cases():
    """Not where products overflow, which depends on their order, nor where the spread of float32
    does: it is computed in float64, which holds it."""
    for row in ROWS:
        for dtype in LARGE:
            for name in ("sum", "prod", "mean", "var", "std"):
                held = name == "prod" or dtype == "f4" and name in ("var", "std")
                if not ("overflows" in row and held):
                    yield row, dtype, name


@pytest.mark.parametrize("row, dtype, name", cases())
def test_reductions_warn_as_numpy(row, dtype, name):
    values = numpy.array([ROWS[row](LARGE[dtype])] * 2, dtype)
    for axis in (None, 0, 1):
        assert_agrees(name, values, axis, tolerance=1e-6)
    assert_agrees(name, values[0], tolerance=1e-6)


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0,), (2, 0, 3)])
@pytest.mark.parametrize("name", ["var", "std", "nanvar", "nanstd"])
def test_the_spread_of_nothing(name, shape):
    """A negative ddof makes it zero: no squares divided by a positive number."""
    for dtype in ("f8", "f4", "i8", "c16"):
        for axis in (None, 0, -1):
            for ddof in (-1, -0.5, 0, 0.5, 1):
                assert_agrees(name, numpy.zeros(shape, dtype), axis, ddof=ddof, native=False)
                assert_agrees(name, numpy.zeros(shape, dtype), axis, ddof=ddof, keepdims=True,
                              native=False)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i8"])
@pytest.mark.parametrize("name", ["mean", "var", "std"])
def test_float16_sums_where_it_is_asked_for(name, dtype):
    """In float16, as in NumPy: three times 60000 overflows, long sums of 1.1 stop growing."""
    for array in (numpy.full(3, 60000, dtype), numpy.array([[1, 600]] * 2, dtype),
                  numpy.full((300, 300), 1.1).astype(dtype), numpy.ones((20_000, 2), dtype)):
        for axis in (None, 0, -1):
            for options in ({}, {"keepdims": True}, {"out": numpy.zeros((), "f2")}):
                if "out" not in options or axis is None:
                    assert_agrees(name, array, axis, dtype="f2", native=False, **options)


def test_a_variance_warns_of_the_type_it_is_asked_for():
    for axis in (None, 1):
        assert_agrees("var", numpy.array([[1e30, 2e30]]), axis, dtype="f4")
        assert_agrees("var", numpy.array([[1e3, 2e3]]), axis, dtype="f4", tolerance=1e-6)


@pytest.mark.parametrize("name", ["einsum", "lexsort", "sort", "einsum_path", "add", "add.reduce",
                                  "median"])
def test_calls_without_arguments_are_refused(name):
    assert_agrees(name, native=False)


@pytest.mark.parametrize("number", [1e300, -1e300, 2**70, 2**200, 1e300j], ids=repr)
@pytest.mark.parametrize("dtype", ["f2", "f4", "c8"])
@pytest.mark.parametrize("size", [3, 20_000])
def test_numbers_that_overflow_the_arrays_type_warn_of_the_cast(size, dtype, number):
    a = numpy.ones(size, dtype)
    for name in ("add", "multiply", "true_divide", "greater", "maximum", "equal"):
        assert_agrees(name, a, number, native=False)
        assert_agrees(name, number, a, native=False)
    assert_agrees("where", a > 0, a, number, native=False)
    assert_agrees("full_like", a, number, native=False)
    assert_agrees("add", a, number, out=numpy.ones(size, dtype), native=False)


HOLE = numpy.array([[numpy.nan, numpy.nan]])
CALLS = {
    "nanmax": lambda np: np.nanmax(HOLE), "nanmin of rows": lambda np: np.nanmin(HOLE, axis=1),
    "nanmean": lambda np: np.nanmean(HOLE), "nanmean of rows": lambda np: np.nanmean(HOLE, axis=1),
    "nanvar": lambda np: np.nanvar(HOLE), "nanmedian": lambda np: np.nanmedian(HOLE),
    "nanmedian of rows": lambda np: np.nanmedian(HOLE, axis=1),
    "nanquantile": lambda np: np.nanquantile(HOLE, 0.5),
    "cov": lambda np: np.cov(np.array([1.0])), "row_stack": lambda np: np.row_stack([HOLE]),
    "polyfit": lambda np: np.polyfit(numpy.ones(3), numpy.ones(3), 2),
}


@pytest.mark.parametrize("call", CALLS)
def test_warnings_name_the_line_that_called(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        CALLS[call](numen)
    assert caught[0].filename == __file__


@pytest.mark.parametrize("size", [2, 20_000])
@pytest.mark.parametrize("dtype, bits", [("f2", 0x7C01), ("f4", 0x7F800001),
                                         ("f8", 0x7FF0000000000001)])
def test_casts_of_signalling_nans(dtype, bits, size):
    signalling = numpy.resize(numpy.array([bits, 0], dtype.replace("f", "u")).view(dtype), size)
    for target in ("f2", "f4", "f8", "c8", "c16"):
        def cast(np):
            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                np.array(signalling).astype(target)
            return [str(warning.message) for warning in seen]
        assert cast(numen) == cast(numpy), target


def messages(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return [(each.category, str(each.message)) for each in caught]


@pytest.mark.parametrize("axis", [None, 0, 1])
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_medians_of_nans_alone_warn_of_them_alone(dtype, axis):
    """NumPy's sort may leave other NaNs than it met, signalling ones: nothing is done with them."""
    for shape in ((3, 20), (2, 700)):
        nans = numpy.full(shape, numpy.nan, dtype)
        wanted = messages(lambda: numpy.nanmedian(nans, axis))
        assert wanted and messages(lambda: numen.nanmedian(numen.array(nans), axis)) == wanted


BESIDE = [(dtype, other, out) for dtype in ("f2", "f4", "f8") for other in ("f2", "f4", "f8")
          for out in ("f2", "f4") if out < max(dtype, other)]


@pytest.mark.parametrize("shape", [(8,), (2, 4), (8192,), (8193,), (4100, 2)])
@pytest.mark.parametrize("dtype, other, out", BESIDE)
def test_overflow_beside_an_input_is_named_as_numpy_names_it(dtype, other, out, shape):
    """By the cast into the output or by the operation, as NumPy's copy of the output decides."""
    factor = {"f2": 6e4, "f4": 1e3, "f8": 1e38}[other]

    def multiply(np, in_order):
        count = int(numpy.prod(shape))
        memory = np.array(numpy.zeros(8 * count, "u1"))
        a = memory[:count * numpy.dtype(dtype).itemsize].view(dtype).reshape(shape)
        a[...] = 6e4
        operands = (a, np.array(numpy.full(shape, factor, other)))[::1 if in_order else -1]
        target = memory[:count * numpy.dtype(out).itemsize].view(out).reshape(shape)
        return messages(lambda: np.multiply(*operands, out=target, casting="unsafe"))

    for in_order in (True, False):
        assert multiply(numen, in_order) == multiply(numpy, in_order)


@pytest.mark.parametrize("name", ["absolute", "negative", "positive", "square"])
@pytest.mark.parametrize("shape", [(4,), (3, 2), (9000,)])
def test_integers_overflow_the_floats_whose_memory_they_share(name, shape):
    def call(np):
        target = np.array(numpy.ones(shape, "f2"))
        bits = target.view("u2")
        bits[...] = 65535 if name != "negative" else 1
        return messages(lambda: getattr(np, name)(bits, out=target))

    wanted = call(numpy)
    assert bool(wanted) == (name != "square") and call(numen) == wanted


def piece_of_broadcast_arrays(np, size):
    return np.broadcast_arrays(np.arange(size), np.arange(2)[:, None])[0][0]


def flagged(np, size):
    a = np.arange(size)
    a.flags._warn_on_write = True
    return a


@pytest.mark.parametrize("make", [piece_of_broadcast_arrays, flagged])
@pytest.mark.parametrize("size", [3, 20_000])
def test_arrays_that_may_overlap_themselves_warn_at_their_first_write(make, size):
    def write(np):
        a = make(np, size)
        a[0] = 1
        a[1:] = 1
    wanted = messages(lambda: write(numpy))
    assert [kind for kind, _ in wanted] == [DeprecationWarning]
    assert messages(lambda: write(numen)) == wanted
