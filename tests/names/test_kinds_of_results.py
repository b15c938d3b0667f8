"""What a function of the program gives, of every kind, to every name that calls one.

The class, the type and the elements of what comes out are NumPy's, and so are the errors, the
warnings and how often the function was called, which may have effects.
"""

import collections
import datetime
import decimal
import fractions
import warnings

import numpy
import pytest

import numen


class Metres(numpy.ndarray):
    """Values with a unit, which every array made of them keeps."""

    def __array_finalize__(self, other):
        self.unit = getattr(other, "unit", "m")

    def __array_wrap__(self, array, context=None, return_scalar=False):
        return array.view(type(self))


class Wrapping:
    """No array: gives one, and wraps what is computed from it."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return numpy.asarray(self.values, dtype)

    def __array_wrap__(self, array, context=None, return_scalar=False):
        return Wrapping(array)


class Indexed:
    def __index__(self):
        return 3


class Stopping:
    """Ends an iteration wherever somebody asks it for a number or an array."""

    def stop(self, *args, **kwargs):
        raise StopIteration("enough")

    __array__ = __float__ = __int__ = __bool__ = __len__ = __index__ = __complex__ = stop


def raising(error):
    raise error


Pair = collections.namedtuple("Pair", "x y")
RECORD = numpy.dtype([("a", "i4"), ("b", "f8")])
# Of a line or a number, as an array.
KINDS = {
    "masked": lambda v: numpy.ma.masked_greater(v, 2), "masked constant": lambda v: numpy.ma.masked,
    "masked by a mask": lambda v: numpy.ma.array(v, mask=v > 1, fill_value=7),
    "metres": lambda v: v.view(Metres), "metre": lambda v: v.view(Metres)[..., None].sum(-1),
    "wrapping": Wrapping, "records": lambda v: numpy.ones(v.shape, RECORD).view(numpy.recarray),
    "fields": lambda v: numpy.ones(v.shape, RECORD), "field": lambda v: numpy.ones(1, RECORD)[0],
    "characters": lambda v: numpy.char.asarray(numpy.full(v.shape, "ab")), "set": lambda v: {1, 2},
    "matrix": lambda v: numpy.matrix(v), "dict": lambda v: {"n": v.size}, "none": lambda v: None,
    "decimal": lambda v: decimal.Decimal("1.5"), "fraction": lambda v: fractions.Fraction(1, 3),
    "text": lambda v: "text", "bytes": lambda v: b"text", "text as a scalar": lambda v:
        numpy.str_("text"), "texts": lambda v: numpy.full(v.shape, "text"),
    "date": lambda v: numpy.datetime64("2020-01-01"), "Python's date": lambda v:
        datetime.date(2020, 1, 1), "dates": lambda v: v.astype("M8[D]"),
    "duration": lambda v: numpy.timedelta64(3, "s"), "not a time": lambda v:
        numpy.datetime64("NaT"), "array of no axes": lambda v: numpy.array(2.5),
    "object of no axes": lambda v: numpy.array({"n": 1}, object), "objects": lambda v:
        v.astype(object), "list": lambda v: [1.0, 2.0], "tuple": lambda v: (1, 2), "pair": lambda v:
        Pair(1, 2), "empty list": lambda v: [], "ragged": lambda v: [1, [2, 3]],
    "list of arrays": lambda v: [v, v], "list of texts": lambda v: ["a", "bcd"],
    "list of one": lambda v: [1.5], "array of one": lambda v: numpy.array([1.5]),
    "large": lambda v: 2**64, "larger": lambda v: 10**30, "large and negative": lambda v: -(2**63),
    "unsigned": lambda v: 2**63, "number": lambda v: 1.5, "integer": lambda v: 3, "complex":
        lambda v: 1 + 2j, "true": lambda v: True, "not a number": lambda v: float("nan"),
    "float32": lambda v: numpy.float32(1.5), "int8": lambda v: numpy.int8(-3), "long double":
        lambda v: numpy.longdouble("1.5"), "long doubles": lambda v: v.astype("g"), "half": lambda
        v: v.astype("f2"), "of the other order": lambda v: v.astype(">f8"), "read-only": lambda v:
        numpy.broadcast_to(v.sum(), (2,)), "Fortran": lambda v: numpy.asfortranarray(
            numpy.arange(4.0).reshape(2, 2)), "transposed": lambda v:
        numpy.arange(6).reshape(1, 2, 3).transpose(2, 0, 1), "empty": lambda v: v.ravel()[:0],
    "shorter by value": lambda v: v[v > 1], "indexed": lambda v: Indexed(),
    "infinite as an integer": lambda v: float("inf"), "range": lambda v: range(2), "stopping":
        lambda v: Stopping(), "generator": lambda v: iter((1, 2)), "memory": lambda v:
        memoryview(b"ab"), "class": lambda v: int, "function": lambda v: len,
    "ellipsis": lambda v: ..., "new axis in a scalar": lambda v: numpy.float64(2)[None],
    "stop": lambda v: raising(StopIteration("enough")), "wrong value": lambda v:
        raising(ValueError("wrong")), "wrong type": lambda v: raising(TypeError("wrong")),
    "wrong key": lambda v: raising(IndexError("wrong")), "exit": lambda v: raising(
        GeneratorExit("left")), "warning": lambda v: numpy.log(v * 0 - 1),
    "text of a number": lambda v: "12", "itself": lambda v: v, "strings": lambda v:
        numpy.array(["a", "b"], numpy.dtypes.StringDType()), "raw": lambda v: numpy.void(b"abc"),
}  # fmt: skip

LINES = numpy.arange(6.0).reshape(3, 2)
# (NumPy or Numen, the function) -> result.
CALLERS = {
    "along": lambda np, f: np.apply_along_axis(f, 1, LINES),
    "along columns": lambda np, f: np.apply_along_axis(f, 0, LINES),
    "along the only axis": lambda np, f: np.apply_along_axis(f, 0, LINES[0]),
    "along the middle": lambda np, f: np.apply_along_axis(f, 1, LINES.reshape(1, 2, 3)),
    "along a list": lambda np, f: np.apply_along_axis(f, 1, LINES.tolist()),
    "over": lambda np, f: np.apply_over_axes(lambda x, axis: f(x), LINES, [0]),
    "over two": lambda np, f: np.apply_over_axes(lambda x, axis: f(x), LINES, [0, 1]),
    "piecewise": lambda np, f: np.piecewise(LINES[:, 0], [LINES[:, 0] > 1], [f, -1]),
    "piecewise of integers": lambda np, f: np.piecewise(
        numpy.arange(3), [numpy.arange(3) > 1, numpy.arange(3) < 1], [f, f, 4]),
    "piecewise of a number": lambda np, f: np.piecewise(2.0, [True], [f]),
    "from function": lambda np, f: np.fromfunction(f, (3,)),
    "from two": lambda np, f: np.fromfunction(lambda i, j: f(i), (2, 2), dtype=int),
    "vectorize": lambda np, f: np.vectorize(f)(LINES),
    "vectorize a list": lambda np, f: np.vectorize(lambda x: f(numpy.asarray(x)))([1.0, 2.0]),
    "vectorize a number": lambda np, f: np.vectorize(f)(2.0),
    "vectorize once": lambda np, f: np.vectorize(f, cache=True)(LINES),
    "vectorize to objects": lambda np, f: np.vectorize(f, otypes=[object])(LINES),
    "vectorize to doubles": lambda np, f: np.vectorize(lambda x: f(numpy.asarray(x)), "d")(LINES),
    "vectorize to integers": lambda np, f: np.vectorize(
        lambda x: f(numpy.asarray(x)), otypes="i")(LINES),
    "vectorize to pairs": lambda np, f: np.vectorize(
        lambda x: (f(numpy.asarray(x)), 1), otypes="dd")(LINES),
    "vectorize pairs": lambda np, f: np.vectorize(lambda x: (1, f(numpy.asarray(x))))(LINES),
    "vectorize lines": lambda np, f: np.vectorize(f, signature="(n)->()")(LINES),
    "vectorize to lines": lambda np, f: np.vectorize(f, signature="(n)->(m)")(LINES),
    "python ufunc": lambda np, f: np.frompyfunc(f, 1, 1)(LINES),
    "python ufunc of a number": lambda np, f: np.frompyfunc(f, 1, 1)(2.0),
    "mask": lambda np, f: np.mask_indices(2, lambda a, k: f(a)),
    "pad": lambda np, f: np.pad(LINES, 1, lambda line, *rest: f(line)),
    "print": lambda np, f: np.array2string(LINES, formatter={"float": f}),
    "printed option": lambda np, f: printed(np, f),
    "read": lambda np, f: np.loadtxt(["1 2", "3 4"], converters=lambda t: f(numpy.array(float(t)))),
    "read one": lambda np, f: np.loadtxt(["1 2"], converters={1: lambda t: f(numpy.array(1.0))}),
    "generate": lambda np, f: np.genfromtxt(["1 2", "3 4"], converters={
        0: lambda t: f(numpy.array(float(t)))}),
    "iterate": lambda np, f: np.fromiter(map(f, LINES), float),
    "iterate integers": lambda np, f: np.fromiter(map(f, LINES), int),
    "iterate numbers": lambda np, f: np.fromiter(map(f, LINES.ravel()), float),
    "iterate to objects": lambda np, f: np.fromiter(map(f, LINES), object),
    "iterate a list": lambda np, f: np.fromiter([f(x) for x in LINES], float),
    "iterate two": lambda np, f: np.fromiter(map(f, LINES), complex, 2),
    "select": lambda np, f: np.select([LINES > 1], [f(LINES)], 0),
}


def printed(np, f):
    with np.printoptions(formatter={"all": f}):
        return str(np.arange(3.0))


def described(x):
    """All that a program can see of a result."""
    if isinstance(x, (tuple, list)):
        return type(x).__name__, [described(item) for item in x]
    if isinstance(x, Wrapping):
        return "Wrapping", described(x.values)
    if isinstance(x, numpy.ma.MaskedArray):
        return type(x).__name__, str(x.dtype), x.shape, repr(x), described(x.data)
    if hasattr(x, "strides"):
        flags = (x.flags.c_contiguous, x.flags.f_contiguous, x.flags.writeable)
        shown = [described(item) for item in x.ravel().tolist()] if x.dtype.hasobject else repr(x)
        kind = "ndarray" if type(x) is numen.ndarray else type(x).__name__
        return kind, str(x.dtype), x.shape, flags if x.ndim else (), shown, getattr(x, "unit", "")
    if isinstance(x, (Indexed, Stopping)) or callable(x) or hasattr(x, "__next__"):
        return type(x).__name__
    return type(x).__name__, repr(x)


def outcome(np, caller, kind, start):
    """What a call gives whose function gives a `kind` from its call number `start` on."""
    seen = []

    def function(*given):
        x = numpy.asarray(given[0])
        seen.append((x.shape, str(x.dtype), repr(x.tolist())))
        return KINDS[kind](x) if len(seen) > start else x.sum()

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = described(CALLERS[caller](np, function))
        except BaseException as error:
            result = type(error).__name__, str(error)
    return result, seen, [(item.category.__name__, str(item.message)) for item in caught]


@pytest.mark.parametrize("start", [0, 1, 2])
@pytest.mark.parametrize("caller", CALLERS)
def test_results_of_every_kind(caller, start):
    wrong = []
    for kind in KINDS:
        wanted, given = (outcome(np, caller, kind, start) for np in (numpy, numen))
        if given != wanted:
            wrong.append(f"{kind}\n  wanted {wanted}\n  given  {given}")
    assert not wrong, "\n".join(wrong)


NUMBERS = [0, 1, -1, 2.5, -0.5, True, 127, 128, 255, 256, -129, 2**11, 2**11 + 1, 2**15, 2**31 - 1,
           2**31, -(2**31) - 1, 2**53 + 1, 2**63 - 1, 2**63, 2**64, -(2**63) - 1, 10**400, 65504.0,
           65520.0, 1e39, 1e-50, -0.0, float("inf"), float("nan"), 1 + 2j, 1e300j,
           numpy.float32(0.1), numpy.float16(3), numpy.int8(-1), numpy.uint8(200),
           numpy.int64(2**40), numpy.int64(300),
           numpy.uint64(2**63), numpy.float64(1e300), numpy.float64(3.7), numpy.complex64(1j),
           numpy.complex128(2), numpy.True_, numpy.longlong(7), numpy.longdouble(1.25), "3", "x",
           b"4", None, decimal.Decimal("1.5"), fractions.Fraction(1, 4), Indexed(), Stopping(),
           numpy.array(3.0), numpy.array([3.0]), [1], (), numpy.datetime64(3, "s"),
           numpy.timedelta64(3, "s")]  # fmt: skip


@pytest.mark.parametrize("dtype", "?bBhHiIlLqQefdgFDGOUSm")
@pytest.mark.parametrize("before", [0, 2, 4096, 5000])
def test_an_iterator_is_read_up_to_the_item_that_numpy_refuses(dtype, before):
    def read(np, number, count):
        taken = 0

        def items():
            nonlocal taken
            for item in (*range(before), number, 1, 1):
                taken += 1
                yield item

        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                result = described(np.fromiter(items(), dtype, count))
            except BaseException as error:
                result = type(error).__name__, str(error)
        return result, taken, [(item.category, str(item.message)) for item in caught]

    for number in NUMBERS:
        for count in (-1, before + 1, before + 4):
            wanted, given = (read(np, number, count) for np in (numpy, numen))
            assert given == wanted, (number, count)


def test_the_length_of_an_iterable_is_asked_for():
    class Hinting:
        def __init__(self, hint):
            self.hint = hint

        def __iter__(self):
            return iter([1.0, 2.0])

        def __length_hint__(self):
            return self.hint() if callable(self.hint) else self.hint

    for hint in (0, 7, -1, "3", NotImplemented, lambda: raising(KeyError("no length"))):
        for count in (-1, 2):
            results = []
            for np in (numpy, numen):
                try:
                    results.append(np.fromiter(Hinting(hint), float, count).tolist())
                except Exception as error:
                    results.append((type(error), str(error)))
            assert results[0] == results[1]
