"""Calls that differed from NumPy's once: found by reading its source and Numen's side by side.

See also test_crossed_kinds.py, whose tables come from drawn calls, and test_objects_asked.py.
"""

import io

import numpy
import pytest

from .crossed_kinds import assert_same

LINE = numpy.array([3.0, 1, 2])
SQUARE = numpy.arange(9.0).reshape(3, 3)
CUBE = numpy.arange(24.0).reshape(2, 3, 4)
INTS = numpy.arange(6).reshape(2, 3)
AXES = (0.0, -1.0, 0j, "0", True, numpy.float64(0), numpy.array(0.0), numpy.array(0), (0,))
BIG = 2**62
INFINITE = complex(0, numpy.inf)


class Sized:
    shape, ndim, size = (2, 3), 2, 6


class Unshaped:
    @property
    def shape(self):
        raise AttributeError("shape")

    ndim = size = shape


class Uncertain:
    """A truth value that counts how often it is asked for."""

    def __init__(self, value):
        self.value, self.times = value, 0

    def __bool__(self):
        self.times += 1
        return self.value


def filled(np, array, *args):
    np.fill_diagonal(array, *args)
    return array


def owned(array):
    """Whether the array has its memory to itself, and its steps."""
    return array.base is None, array.flags.owndata, array.shape, array.strides


def counted(np, **given):
    found = np.meshgrid(LINE, LINE, **{name: x for name, x in given.items()})
    return found, [x.times for x in given.values()]


def raising(np, call):
    with np.errstate(all="raise"):
        return call()


def widest(kind):
    """Between the least and the greatest of them is more than the type holds."""
    limits = numpy.iinfo(kind)
    return numpy.array([[limits.min, 6, limits.max]], kind)


WITH_AXES = """\
append(LINE, 1, x)
apply_along_axis(numpy.sum, x, LINE)
argmax(LINE, x)
array_split(LINE, 2, x)
average(LINE, x)
concatenate([LINE, LINE], x)
count_nonzero(LINE, x)
cov(LINE, bias=x)
cov(LINE, ddof=x)
cross(LINE, LINE, axis=x)
cumulative_sum(LINE, axis=x)
delete(LINE, 1, x)
diag(LINE, x)
diff(LINE, axis=x)
expand_dims(LINE, x)
eye(3, k=x)
fft.fft(LINE, axis=x)
fft.fftshift(LINE, x)
flip(LINE, x)
geomspace(1, 2, 3, axis=x)
gradient(LINE, axis=x)
insert(LINE, 1, 5, x)
isin(LINE, LINE, kind=x)
lib.stride_tricks.sliding_window_view(LINE, 2, x)
linalg.matrix_power(SQUARE, x)
linalg.norm(LINE, axis=x)
linalg.norm(LINE, x)
linalg.vector_norm(LINE, axis=x)
linspace(0, 1, 3, axis=x)
loadtxt(io.StringIO("1 2"), ndmin=x)
logspace(0, 1, 3, axis=x)
median(LINE, x)
nanmax(LINE, x)
nanmean(LINE, x)
nanmedian(LINE, x)
nansum(LINE, x)
nanvar(LINE, ddof=x)
nanvar(LINE, x)
percentile(LINE, 20, x)
polyder(LINE, x)
repeat(LINE, 2, x)
roll(LINE, 1, x)
rollaxis(LINE, x)
rot90(SQUARE, x)
size(LINE, x)
sort(LINE, x)
squeeze(LINE[None], x)
stack([LINE, LINE], x)
take_along_axis(LINE, INTS[0] % 3, x)
tensordot(LINE, LINE, x)
trapezoid(LINE, axis=x)
tri(3, k=x)
trim_zeros(LINE, axis=x)
unique(LINE, axis=x)
unstack(LINE, axis=x)
unwrap(LINE, axis=x)
var(LINE, ddof=x)"""

FOUND = {
    **{f"unique_values {x!r}": lambda np, x=x: np.unique_values(x) for x in (
        [3, 1, 2, 3], [2.5, 1], [True, False], [1j, 0])},
    **{f"pad {mode} {x!r} {a.dtype}": lambda np, mode=mode, x=x, a=a: np.pad(a, 1, mode, **{
        "constant_values" if mode == "constant" else "end_values": x})
       for mode in ("constant", "linear_ramp") for a in (
           numpy.ones((2, 2), "u1"), numpy.array([1.5, 2], "f2"), numpy.array([1.5, 2], "f4"))
       for x in ([[300, 400]], [300, 400], [[1], [2]], 300, [[1.1, 2.3]], [1, 2, 3],
                 numpy.array([[1, 65535]], "u2"), numpy.array([1, 65535], "u2"), [[[1, 2]]])},
    **{f"pad odd {mode} {x!r}": lambda np, mode=mode, x=x: np.pad([x], 2, mode, reflect_type="odd")
       for mode in ("symmetric", "reflect") for x in (numpy.inf, -0.0, 1e308, 3, True)},
    **{f"setxor1d {kind} {x!r} {sure}": lambda np, kind=kind, x=x, sure=sure: np.setxor1d(
        x, numpy.array([1, 2, 3], kind), sure)
       for kind in ("u1", "f4", "i8") for x in (1, 1.5, True, 1j) for sure in (True, False)},
    **{f"{call} with {axis!r}": lambda np, call=call, axis=axis: eval(  # noqa: S307
        "np." + call, {**globals(), "np": np, "x": axis})
       for axis in AXES for call in WITH_AXES.splitlines()},
    **{f"isin by a table, {size}": lambda np, size=size: np.isin(
        INTS.ravel()[:size], [-BIG, BIG, *range(20)], kind="table") for size in (0, 6)},
    "multi_dot of keys": lambda np: np.linalg.multi_dot({0: INTS, 1: INTS.T}),
    "multi_dot of an iterator": lambda np: np.linalg.multi_dot(iter([INTS, INTS.T])),
    "multi_dot of an array": lambda np: np.linalg.multi_dot(numpy.array([SQUARE, SQUARE])),
    **{f"{name} {kind.__name__}": lambda np, name=name, kind=kind: getattr(np, name)(kind())
       for name in ("shape", "ndim", "size") for kind in (Sized, Unshaped)},
    "size of an axis": lambda np: np.size(Sized(), 1),
    **{f"meshgrid {c} {s}": lambda np, c=c, s=s: counted(np, copy=Uncertain(c), sparse=Uncertain(s))
       for c in (True, False) for s in (True, False)},
    **{f"tile {n!r} {order}": lambda np, n=n, order=order: owned(np.tile(
        numpy.asarray(INTS, order=order), n))
       for n in (1, (1,), (1, 1), (1, 1, 1)) for order in "CF"},
    "tile of a list": lambda np: np.tile([1, 2], 1),
    **{f"i0 {shape} {order}": lambda np, shape=shape, order=order: owned(np.i0(numpy.full(
        shape, 3.0, order=order))) for shape in (3, (2, 3), (), (0, 2), (70, 80)) for order in
       "CF"},
    "i0 of turned axes": lambda np: owned(np.i0(CUBE.transpose(1, 2, 0))),
    **{f"polydiv by {p}": lambda np, p=p: [owned(x) for x in np.polydiv([1.0, 5, 7, 2], p)]
       for p in ([1.0, 2], [2.0], [1, 1, 1])},
    "tensorsolve": lambda np: owned(np.linalg.tensorsolve(numpy.eye(6).reshape(2, 3, 2, 3), INTS)),
    "trim_zeros": lambda np: [np.trim_zeros(x, axis=()) is x for x in (INTS, [0, 1])],
    **{f"fill_diagonal {v!r} {a.dtype}": lambda np, v=v, a=a: filled(np, a.copy(), v)
       for a in (numpy.zeros((3, 3), int), numpy.zeros((4, 3), "u2"), numpy.zeros((3, 3), "f4"))
       for v in (numpy.array([1.0, 2, 3, numpy.nan]), numpy.array([1e300, 2, 3, 4, -1e300]), [
           1.0, 2, 3, numpy.nan], numpy.array([-1.5, 0, 2.5, 1, numpy.nan]))},
    **{f"{name} beyond {kind}, {axis}": lambda np, name=name, kind=kind, axis=axis: raising(
        np, lambda: getattr(np, name)(widest(kind), numpy.float32(0.33), axis=axis))
       for name in ("nanquantile", "quantile", "nanpercentile", "percentile")
       for kind in ("i1", "i2", "i4", "i8", "u1") for axis in (None, -1)},
    **{f"digitize {bins}": lambda np, bins=bins: np.digitize([BIG, 1], bins) for bins in (
        [BIG + 1, BIG], [BIG, BIG + 1], [BIG + 1, BIG, BIG + 1], numpy.array([BIG + 1, BIG], "u8"),
        [1, 2], [-BIG, -BIG - 1, BIG])},
}  # fmt: skip


class Own:
    """Has the parts of a number, and is none."""

    real, imag = "its real", "its imag"

    def __repr__(self):
        return "Own()"


class Writer:
    """Takes bytes as a file does that cannot be read."""

    def __init__(self):
        self.stream = io.BytesIO()
        self.write, self.seek = self.stream.write, self.stream.seek
        self.tell, self.flush = self.stream.tell, self.stream.flush


def saved(np):
    writer = Writer()
    np.savez(writer, LINE)
    return sorted(numpy.load(io.BytesIO(writer.stream.getvalue())))


def archive(np):
    stream = io.BytesIO()
    numpy.savez(stream, LINE)
    stream.seek(0)
    kind = type(np.load(stream))
    return kind.__name__, kind.__qualname__, kind.__module__


def compared(np, other):
    """How often the comparison is called, and what is said."""
    calls = []

    def comparison(x, y):
        calls.append(1)
        return x == y

    try:
        np.testing.assert_array_compare(comparison, LINE, other)
    except AssertionError as error:
        return calls, str(error)
    return calls


def changed_mask(np):
    mask = numpy.array([True, False, True])

    def change(x):
        mask[:] = True
        return x * 10

    return np.piecewise(LINE.copy(), [mask, ~mask], [change, 7, 8])


def fitting(dtype):
    return numpy.arange(12, dtype=dtype).reshape(3, 4) ** 2 % 7


# By what was wrong: mended before the table above was.
MENDED = {
    **{f"vectorize {t!r}": lambda np, t=t: np.vectorize(lambda x: x, otypes=[t])(LINE.astype(t))
       for t in ("m8[s]", "M8[D]", ">f8", ">i4", "<f8", "S3", "U2", "d")},
    **{f"cov {t} {w}": lambda np, t=t, w=w: np.cov(fitting("f8"), dtype=t, **{w: [1, 2, 3, 1]})
       for t in ("f4", "f8", "c8", None) for w in ("aweights", "fweights")},
    # Sums of products may differ in the last digit.
    **{f"cov of two, {t}": lambda np, t=t: np.round(np.cov(
        fitting("f4"), aweights=[0.5, 1, 2, 1], dtype=t), 5) for t in ("f4", "f8", "D")},
    **{f"gradient {t} {h!r}": lambda np, t=t, h=h: np.gradient(fitting(t), h)
       for t in ("f2", "f4", "f8", "F", "i4")
       for h in (0.5, 2, numpy.float64(0.5), numpy.float32(0.5), numpy.float64(2))},
    **{f"indices {t} {sparse}": lambda np, t=t, sparse=sparse: np.indices((2, 3), t, sparse)
       for t in (None, int, "f4") for sparse in (True, False)},
    **{f"linspace {t}": lambda np, t=t: np.linspace(-2.5, 7, 5, dtype=t)
       for t in ("m8", "m8[s]", "i4", "u1", "f2", "M8[s]", "?", "D")},
    **{f"r_ {key!r}": lambda np, key=key: np.r_[key] for key in (
        (2**63, 1), (2**70, 1), (-1, 2**63), (2**64 - 1, 2**64 - 2), (1, 2.5), slice(0, 1, 3j),
        slice(0, 1, numpy.complex128(3j)), slice(0, 1, numpy.complex64(3j)), (True, 2))},
    **{f"{name} of {x!r}": lambda np, name=name, x=x: getattr(np, name)(x)
       for name in ("real", "imag") for x in (Own(), Own, [1j], 2, "a", None)},
    **{f"isreal {x!r}": lambda np, x=x: np.isreal(x)
       for x in ([1, 1j], "a", None, [1, "a"], numpy.array([None, 1]))},
    **{f"vdot {a!r} {b!r}": lambda np, a=a, b=b: np.vdot(a, b)
       for a in ([], [[]], [[], []], numpy.zeros(0), numpy.zeros(0, "F"))
       for b in ([], [[]], numpy.zeros((2, 0), "i4"))},
    **{f"einsum {rule} {shape} {o}": lambda np, rule=rule, shape=shape, o=o: np.einsum(
        rule, numpy.ones(shape), numpy.ones(shape), optimize=o)
       for rule, shape in (("i,i", 1), ("i,i", 2), ("ij,ij", (1, 1)), ("ij,ij", (1, 2)), ("i,i->i",
       1), ("ij,ij->", (2, 2))) for o in (True, False, "optimal")},
    **{f"take_along_axis {x!r} {axis}": lambda np, x=x, axis=axis: np.take_along_axis(
        x, numpy.array([0, 1]), axis) for x in ([3, 4], LINE, (1, 2)) for axis in (None, 0)},
    **{f"{name} {x!r}": lambda np, name=name, x=x: getattr(np.testing, name)(LINE, LINE, x)
       for name in ("assert_allclose", "assert_array_almost_equal") for x in (
           numpy.array([0.1, 0.2, 0.3]), numpy.array(0.1), [1], 2, numpy.float32(1), "1", None)},
    **{f"nan_to_num {x!r} {t}": lambda np, x=x, t=t: np.nan_to_num(
        numpy.array([1, numpy.nan, numpy.inf], t), **x) for t in ("f2", "f4", "f8", "F")
       for x in ({"nan": 1e300}, {"posinf": 1e6}, {"neginf": -1e39}, {"nan": numpy.inf}, {"nan": 9},
                 {"nan": numpy.float32(1e30)}, {"posinf": 2**2000}, {"nan": numpy.float64(1e300)})},
    **{f"nan_to_num of numbers {x!r}": lambda np, x=x: np.nan_to_num(
        numpy.ones(2, "f4"), **x) for x in ({"nan": 1e300}, {"posinf": -1e39})},
    **{f"ravel_multi_index {dims}": lambda np, dims=dims: np.ravel_multi_index(([0], [1]), dims)
       for dims in ((-3, 4), (3, -4), (-3, -4), (0, 4), (3, 4))},
    "savez": saved, "archive": archive, "piecewise": changed_mask,
    **{f"compared {n}": lambda np, n=n: compared(np, LINE + n) for n in (0, 1)},
    **{f"{name} {ask.__name__}": lambda np, name=name, ask=ask: ask(getattr(np, name))
       for name in ("mgrid", "ogrid", "r_", "c_", "s_") for ask in (len, bool)},
}  # fmt: skip


@pytest.mark.parametrize("kind", FOUND)
def test_found(kind):
    assert_same(FOUND[kind])


@pytest.mark.parametrize("kind", MENDED)
def test_mended(kind):
    assert_same(MENDED[kind])
