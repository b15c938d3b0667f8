"""Calls that differed from NumPy's once: found by reading its source and Numen's side by side.

See also test_crossed_kinds.py, whose tables come from drawn calls.
"""

import io

import numpy
import pytest

import numen

from .crossed_kinds import disagreement, outcome

LINE = numpy.array([3.0, 1, 2])
SQUARE = numpy.arange(9.0).reshape(3, 3)
CUBE = numpy.arange(24.0).reshape(2, 3, 4)
INTS = numpy.arange(6).reshape(2, 3)
AXES = (0.0, -1.0, 0j, "0", True, numpy.float64(0), numpy.array(0.0), numpy.array(0), (0,))
BIG = 2**62
INFINITE = complex(0, numpy.inf)


class Drained:
    """Gives its values once; afterwards it is empty."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        values, self.values = self.values, []
        return numpy.array(values)


class Asked:
    """Keeps what its __array__ was called with."""

    def __init__(self, values):
        self.values, self.calls = values, []

    def __array__(self, *args, **kwargs):
        self.calls.append((args, kwargs))
        return numpy.array(self.values)


class Items:
    """A sequence that keeps what was asked of it."""

    def __init__(self, values):
        self.values, self.asked = values, []

    def __len__(self):
        self.asked.append("len")
        return len(self.values)

    def __getitem__(self, key):
        self.asked.append(key)
        return self.values[key]


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


class Duck:
    """Answers as an array does, in words, and must not be converted."""

    shape, ndim, size, T = (2, 3), 2, 6, "T"

    def __len__(self):
        return 2

    def __getitem__(self, key):
        return "item", str(key)

    def __iter__(self):
        return iter(("first", "second"))

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("was converted")

    def __getattr__(self, name):
        if name.startswith("_") or name in ("dtype", "flags"):
            raise AttributeError(name)
        return lambda *args, **kwargs: (name, repr(args), repr(kwargs))


def asking(kind, values, call):
    """What a call of an object gives, and what the object was asked."""
    thing = kind(values)
    try:
        found = call(thing)
    except Exception as error:
        found = type(error).__name__, str(error)
    return found, repr(thing.calls if kind is Asked else thing.asked)


def drained(kind, values, call):
    return call(kind(values))


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


CONVERTING = {
    **{name: lambda np, x, name=name: getattr(np, name)(x) for name in (
        "unique unique_all sort_complex nanmedian median nanargmax nanmax nansum nanmean nanvar "
        "diag diagflat tril flatnonzero argwhere i0 sinc poly roots unwrap real_if_close trim_zeros "
        "flip flipud rot90 shape ndim size histogram histogram_bin_edges polyder cumulative_sum "
        "diff ediff1d gradient trapezoid nan_to_num cov corrcoef average vander "
        "matrix_transpose expand_dims array_split atleast_2d").split() if name not in
       ("expand_dims", "array_split")},
    "expand_dims": lambda np, x: np.expand_dims(x, 0), "array_split": lambda np, x: np.array_split(
        x, 2), "moveaxis": lambda np, x: np.moveaxis(x, 0, -1), "isin": lambda np, x: np.isin(x, [1]),
    "union1d": lambda np, x: np.union1d(x, [1]), "setxor1d": lambda np, x: np.setxor1d(x, [1], True),
    "intersect1d": lambda np, x: np.intersect1d([1], x), "setdiff1d": lambda np, x: np.setdiff1d(
        [1], x), "digitize": lambda np, x: np.digitize([1.0], x), "interp": lambda np, x: np.interp(
        x, [1, 2], [3, 4]), "percentile": lambda np, x: np.percentile(x, 30), "quantile": lambda np,
    x: np.nanquantile([1.0, 2], x), "append": lambda np, x: np.append(x, 1), "delete": lambda np, x:
    np.delete(LINE, x), "insert": lambda np, x: np.insert(LINE, 1, x), "pad": lambda np, x: np.pad(
        x, 1), "pad by": lambda np, x: np.pad(LINE, 1, constant_values=x), "tile": lambda np, x:
    np.tile(x, 2), "vstack": lambda np, x: np.vstack([x, x]), "meshgrid": lambda np, x: np.meshgrid(
        x, [1]), "polyadd": lambda np, x: np.polyadd(x, [1]), "polyval": lambda np, x: np.polyval(
        x, 2), "polydiv": lambda np, x: np.polydiv(x, [1, 2]), "fill_diagonal": lambda np, x: filled(
        np, SQUARE.copy(), x), "put_along_axis": lambda np, x: np.put_along_axis(SQUARE.copy(), x,
    1, 0), "geomspace": lambda np, x: np.geomspace(x, 9, 3), "linspace": lambda np, x: np.linspace(
        x, 9, 3), "histogramdd": lambda np, x: np.histogramdd(x, 2), "histogram2d": lambda np, x:
    np.histogram2d(x, x, 2), "matrix_rank": lambda np, x: np.linalg.matrix_rank(x), "pinv": lambda
    np, x: np.linalg.pinv(x), "emath": lambda np, x: np.emath.sqrt(x), "select": lambda np, x:
    np.select([x], [x]), "apply": lambda np, x: np.apply_along_axis(numpy.sum, 0, x), "weights":
    lambda np, x: np.histogram(LINE, 2, weights=x), "allclose": lambda np, x: np.allclose(x, x),
    "linalg.trace": lambda np, x: np.linalg.trace(x), "linalg.diagonal": lambda np, x:
    np.linalg.diagonal(x), "linalg.matrix_transpose": lambda np, x: np.linalg.matrix_transpose(x),
    "diag_indices": lambda np, x: np.diag_indices(x), "logspace": lambda np, x: np.logspace(x, 1, 3),
    "einsum_path": lambda np, x: np.einsum_path("i", x, 1), "outer": lambda np, x: np.outer(x, x),
    "frequencies": lambda np, x: np.cov(SQUARE[:, :2], fweights=x), "array_equal": lambda np, x:
    np.array_equal(x, x), "finite": lambda np, x: np.asarray_chkfinite(x, float), "joined": lambda
    np, x: np.r_[x, 1], "block": lambda np, x: np.block([x, x]), "default": lambda np, x: np.select(
        [LINE > 1], [LINE], x),
    "fftshift": lambda np, x: np.fft.fftshift(x), "fft2": lambda np, x: np.fft.fft2(x), "roll":
    lambda np, x: np.roll(x, 1), "rollaxis": lambda np, x: np.rollaxis(x, 0), "multi_dot": lambda
    np, x: np.linalg.multi_dot([x, x]), "cross": lambda np, x: np.cross(x, [1, 2, 3]), "windows":
    lambda np, x: np.lib.stride_tricks.sliding_window_view(x, 1), "einsum": lambda np, x: np.einsum(
        "...->...", x), "kron": lambda np, x: np.kron(x, [1, 2]), "tensordot": lambda np, x:
    np.tensordot(x, x, 0), "swapaxes": lambda np, x: np.swapaxes(x, 0, -1),
}  # fmt: skip
VALUES = {"numbers": [3.0, 1.0], "table": [[3.0, 1.0], [2.0, 5.0]], "words": ["b", "a"],
          "objects": [None, 1], "truths": [True, False], "nothing": [], "complex": [1j, 2]}

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
    **{f"{name} of {axis!r}": lambda np, call=call, axis=axis: call(np, axis)
       for axis in AXES for name, call in {
           "flip": lambda np, x: np.flip(LINE, x), "median": lambda np, x: np.median(LINE, x),
           "unique": lambda np, x: np.unique(LINE, axis=x), "percentile": lambda np, x:
               np.percentile(LINE, 20, x), "nanmax": lambda np, x: np.nanmax(LINE, x), "split":
               lambda np, x: np.array_split(LINE, 2, x), "append": lambda np, x: np.append(LINE, 1,
               x), "nanmedian": lambda np, x: np.nanmedian(LINE, x), "cumulative_sum": lambda np, x:
               np.cumulative_sum(LINE, axis=x), "roll": lambda np, x: np.roll(LINE, 1, x), "delete":
               lambda np, x: np.delete(LINE, 1, x), "insert": lambda np, x: np.insert(LINE, 1, 5, x),
           "nansum": lambda np, x: np.nansum(LINE, x), "nanmean": lambda np, x: np.nanmean(LINE, x),
           "nanvar": lambda np, x: np.nanvar(LINE, x), "average": lambda np, x: np.average(LINE, x),
           "diff": lambda np, x: np.diff(LINE, axis=x), "gradient": lambda np, x: np.gradient(LINE,
               axis=x), "trapezoid": lambda np, x: np.trapezoid(LINE, axis=x), "linspace": lambda
               np, x: np.linspace(0, 1, 3, axis=x), "geomspace": lambda np, x: np.geomspace(1, 2, 3,
               axis=x), "logspace": lambda np, x: np.logspace(0, 1, 3, axis=x), "unwrap": lambda np,
               x: np.unwrap(LINE, axis=x), "stack": lambda np, x: np.stack([LINE, LINE], x),
           "concatenate": lambda np, x: np.concatenate([LINE, LINE], x), "expand_dims": lambda np,
               x: np.expand_dims(LINE, x), "rot90": lambda np, x: np.rot90(SQUARE, x), "rollaxis":
               lambda np, x: np.rollaxis(LINE, x), "unstack": lambda np, x: np.unstack(LINE, axis=x),
           "size": lambda np, x: np.size(LINE, x), "eye": lambda np, x: np.eye(3, k=x), "tri":
               lambda np, x: np.tri(3, k=x), "diag": lambda np, x: np.diag(LINE, x), "ddof": lambda
               np, x: np.nanvar(LINE, ddof=x), "var": lambda np, x: np.var(LINE, ddof=x), "cov":
               lambda np, x: np.cov(LINE, ddof=x), "bias": lambda np, x: np.cov(LINE, bias=x),
           "norm": lambda np, x: np.linalg.norm(LINE, axis=x), "vector_norm": lambda np, x:
               np.linalg.vector_norm(LINE, axis=x), "order": lambda np, x: np.linalg.norm(LINE, x),
           "take_along": lambda np, x: np.take_along_axis(LINE, INTS[0] % 3, x), "repeat": lambda
               np, x: np.repeat(LINE, 2, x), "sort": lambda np, x: np.sort(LINE, x), "argmax":
               lambda np, x: np.argmax(LINE, x), "fft": lambda np, x: np.fft.fft(LINE, axis=x),
           "apply": lambda np, x: np.apply_along_axis(numpy.sum, x, LINE), "shift": lambda np, x:
               np.fft.fftshift(LINE, x), "tensordot": lambda np, x: np.tensordot(LINE, LINE, x),
           "squeeze": lambda np, x: np.squeeze(LINE[None], x), "power": lambda np, x:
               np.linalg.matrix_power(SQUARE, x), "polyder": lambda np, x: np.polyder(LINE, x),
           "searched": lambda np, x: np.isin(LINE, LINE, kind=x), "trim": lambda np, x:
               np.trim_zeros(LINE, axis=x), "cross": lambda np, x: np.cross(LINE, LINE, axis=x),
           "count": lambda np, x: np.count_nonzero(LINE, x), "windows": lambda np, x:
               np.lib.stride_tricks.sliding_window_view(LINE, 2, x), "ndmin": lambda np, x:
               np.loadtxt(io.StringIO("1 2"), ndmin=x)}.items()},
    **{f"isin by a table, {size}": lambda np, size=size: np.isin(
        INTS.ravel()[:size], [-BIG, BIG, *range(20)], kind="table") for size in (0, 6)},
    "multi_dot of keys": lambda np: np.linalg.multi_dot({0: INTS, 1: INTS.T}),
    "multi_dot of an iterator": lambda np: np.linalg.multi_dot(iter([INTS, INTS.T])),
    "multi_dot of an array": lambda np: np.linalg.multi_dot(numpy.array([SQUARE, SQUARE])),
    **{f"{name} {kind.__name__}": lambda np, name=name, kind=kind: getattr(np, name)(kind())
       for name in ("shape", "ndim", "size") for kind in (Sized, Unshaped, Duck)},
    "size of an axis": lambda np: np.size(Sized(), 1),
    **{f"{name} of a duck": lambda np, name=name: CONVERTING[name](np, Duck())
       for name in CONVERTING},
    **{f"meshgrid {c} {s}": lambda np, c=c, s=s: counted(np, copy=Uncertain(c), sparse=Uncertain(s))
       for c in (True, False) for s in (True, False)},
    **{f"tile {n!r} {order}": lambda np, n=n, order=order: owned(np.tile(
        numpy.asarray(INTS, order=order), n)) for n in (1, (1,), (1, 1), (1, 1, 1)) for order in "CF"},
    "tile of a list": lambda np: np.tile([1, 2], 1),
    **{f"i0 {shape} {order}": lambda np, shape=shape, order=order: owned(np.i0(numpy.full(
        shape, 3.0, order=order))) for shape in (3, (2, 3), (), (0, 2), (70, 80)) for order in
       "CF"},
    "i0 of turned axes": lambda np: owned(np.i0(CUBE.transpose(1, 2, 0))),
    "trim_zeros": lambda np: [np.trim_zeros(x, axis=()) is x for x in (INTS, [0, 1])],
    **{f"fill_diagonal {v!r} {a.dtype}": lambda np, v=v, a=a: filled(np, a.copy(), v)
       for a in (numpy.zeros((3, 3), int), numpy.zeros((4, 3), "u2"), numpy.zeros((3, 3), "f4"))
       for v in (numpy.array([1.0, 2, 3, numpy.nan]), numpy.array([1e300, 2, 3, 4, -1e300]), [
           1.0, 2, 3, numpy.nan], numpy.array([-1.5, 0, 2.5, 1, numpy.nan]))},
    **{f"{name} beyond {kind}, {axis}": lambda np, name=name, kind=kind, axis=axis: raising(np, lambda: getattr(
        np, name)(numpy.array([[numpy.iinfo(kind).min, 6, numpy.iinfo(kind).max]], kind),
        numpy.float32(0.33), axis=axis)) for axis in (None, -1) for name in ("nanquantile", "quantile", "nanpercentile",
       "percentile") for kind in ("i1", "i2", "i4", "i8", "u1")},
    **{f"digitize {bins}": lambda np, bins=bins: np.digitize([BIG, 1], bins) for bins in (
        [BIG + 1, BIG], [BIG, BIG + 1], [BIG + 1, BIG, BIG + 1], numpy.array([BIG + 1, BIG], "u8"),
        [1, 2], [-BIG, -BIG - 1, BIG])},
}  # fmt: skip


class Own:
    """Has the parts of a number, and is none."""

    real, imag = "its real", "its imag"


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
    **{f"cov of two, {t}": lambda np, t=t: np.cov(fitting("f4"), aweights=[0.5, 1, 2, 1], dtype=t)
       for t in ("f4", "f8", "D")},
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


def assert_same(call):
    assert not disagreement(*(outcome(lambda: call(np)) for np in (numen, numpy)))


@pytest.mark.parametrize("name", CONVERTING)
@pytest.mark.parametrize("kind, use", [(Drained, drained), (Asked, asking), (Items, asking)])
def test_objects_are_asked_as_numpy_asks(name, kind, use):
    for values in VALUES.values():
        assert_same(lambda np: use(kind, values, lambda x: CONVERTING[name](np, x)))  # noqa: B023


@pytest.mark.parametrize("kind", FOUND)
def test_found(kind):
    assert_same(FOUND[kind])


@pytest.mark.parametrize("kind", MENDED)
def test_mended(kind):
    assert_same(MENDED[kind])
