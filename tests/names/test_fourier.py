"""numpy.fft against NumPy, and against sums in extended precision."""

import itertools

import numpy
import pytest

import numen
from numen.native import front

from .agreement import LAYOUTS, assert_agrees, outcome

rng = numpy.random.default_rng(31)
SIZES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 16, 17, 25, 30, 32, 49, 64, 97, 100, 121, 128, 135,
         137, 210, 243, 256, 269, 509, 512, 1000, 1009]  # fmt: skip
REAL = ("?", "i1", "u2", "i4", "i8", "f4", "f8")
COMPLEX = ("c8", "c16")
TAKES = {"fft.fft": REAL + COMPLEX, "fft.ifft": REAL + COMPLEX, "fft.rfft": REAL,
         "fft.irfft": REAL + COMPLEX, "fft.hfft": REAL + COMPLEX, "fft.ihfft": REAL}  # fmt: skip
NORMS = (None, "backward", "ortho", "forward")


def sample(shape, dtype):
    values = rng.normal(size=shape) * 10
    if numpy.dtype(dtype).kind == "c":
        values = values + 1j * rng.normal(size=shape)
    return values.astype(dtype) if dtype != "u2" else numpy.abs(values).astype(dtype)


def bound(dtype, points=1000):
    """Of the largest value: a few roundings for each of the log2(n) steps, for both sides."""
    eps = 6e-8 if numpy.dtype(dtype).char in "fFe" else 1.1e-16
    return 8 * eps * (2 + numpy.log2(max(points, 2)))


@pytest.mark.parametrize("name", TAKES)
@pytest.mark.parametrize("size", SIZES)
def test_sizes(name, size):
    for dtype in ("f4", "f8", "c8", "c16"):
        if dtype in TAKES[name]:
            a = sample(size, dtype)
            assert_agrees(name, a, tolerance=bound(dtype, size), layouts=("strided", "managed"))


@pytest.mark.parametrize("name", TAKES)
def test_types(name):
    for dtype in TAKES[name]:
        for shape in ((6,), (3, 5), (2, 3, 4), (5, 1), (1, 8)):
            a = sample(shape, dtype)
            for axis in range(-a.ndim, a.ndim):
                assert_agrees(name, a, axis=axis, tolerance=bound(dtype))


@pytest.mark.parametrize("name", TAKES)
@pytest.mark.parametrize("norm", NORMS)
def test_padding_cropping_and_norms(name, norm):
    for dtype in ("f4", "f8", "c16", "i4"):
        if dtype not in TAKES[name]:
            continue
        for shape, axis in (((7,), -1), ((4, 9), 0), ((4, 9), 1), ((0, 5), 1), ((3, 0), 0)):
            a = sample(shape, dtype)
            for n in (None, 1, 2, 3, 4, 7, 8, 12, 13, numpy.int64(5)):
                assert_agrees(name, a, n, axis, norm, tolerance=bound(dtype))


@pytest.mark.parametrize("name", TAKES)
def test_many_lanes_and_threads(name):
    for shape, axis in (((300, 64), -1), ((64, 300), 0), ((30, 40, 50), 1), ((1, 70000), -1),
                        ((3, 40000), -1), ((40000, 3), 0), ((7, 3), 0), ((5, 1000), -1)):
        for dtype in ("f8", "c16"):
            if dtype in TAKES[name]:
                a = sample(shape, dtype)
                assert_agrees(name, a, axis=axis, tolerance=bound(dtype, shape[axis]),
                              layouts=("contiguous", "fortran", "managed"))


# To both sides of the lengths from which one transform is divided: stages.h.
@pytest.mark.parametrize("points", [4097, 10001, 20002, 22022, 30030, 65536, 100003, 131072, 177147,
                                    200000, 393216, 400000, 419904, 1500000, 1512000])
def test_long_transforms(points):
    a = sample(points, "c16")
    for name in ("fft.fft", "fft.ifft"):
        assert_agrees(name, a, tolerance=bound("c16", points), layouts=("managed",))
    for name in ("fft.rfft", "fft.fft"):
        assert_agrees(name, a.real, tolerance=bound("c16", points), layouts=("managed",))
    assert_agrees("fft.irfft", a, points, tolerance=bound("c16", points), layouts=("managed",))
    for name in ("fft.ifft", "fft.irfft"):
        assert_agrees(name, a.astype("c8"), points, tolerance=bound("c8", points),
                      layouts=("managed",))
    assert_agrees("fft.ihfft", a.real.astype("f4"), tolerance=bound("c8", points),
                  layouts=("managed",))


def exact(a, sign):
    """The transform as a sum, in extended precision."""
    n = len(a)
    turns = (numpy.arange(n)[:, None] * numpy.arange(n)) % n
    angle = sign * 2 * numpy.arctan2(numpy.longdouble(0), numpy.longdouble(-1)) / n
    roots = numpy.exp(1j * (angle * numpy.arange(n)).astype("G"))
    return (roots[turns] @ a.astype("G")).astype("G")


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 8, 11, 13, 31, 64, 97, 121, 128, 210, 243, 256, 509])
def test_against_sums_in_extended_precision(n):
    """Error in the 2-norm: a few ulp for every doubling; primes go through longer transforms."""
    a = sample(n, "c16")
    most = 1.2e-16 * (3 + 2 * numpy.log2(n))
    for name, sign in (("fft", -1), ("ifft", 1)):
        wanted = exact(a, sign) / (n if sign > 0 else 1)
        for given in (getattr(numen.fft, name)(a), getattr(numen.fft, name)(a[None].T, axis=0)):
            error = numpy.asarray(given).ravel() - wanted
            assert numpy.linalg.norm(error.astype("D")) <= most * numpy.linalg.norm(
                wanted.astype("D")), n
    wanted = exact(a.real, -1)
    for given, part in ((numen.fft.rfft(a.real), wanted[: n // 2 + 1]),
                        (numen.fft.fft(a.real), wanted)):
        error = numpy.asarray(given) - part
        assert numpy.linalg.norm(error.astype("D")) <= most * numpy.linalg.norm(
            wanted.astype("D"))


@pytest.mark.parametrize("name", TAKES)
@pytest.mark.parametrize("n", [8, 100, 1009, 4096, 20000, 100003])
def test_float32_is_computed_in_the_type_that_numpy_computes_it_in(name, n):
    """Without a factor in float64 and rounded once, otherwise in float32."""
    a = sample(n, "f4" if name in ("fft.rfft", "fft.ihfft") else "c8")
    double = "c16" if a.dtype == "c8" else "f8"
    transform = name.removeprefix("fft.")
    for lanes, norm in itertools.product((a, numpy.repeat(a[None], 9, 0)), NORMS):
        wanted = getattr(numpy.fft, transform)(a.astype(double), norm=norm)
        given = numpy.asarray(getattr(numen.fft, transform)(lanes, norm=norm))
        assert given.dtype == ("f4" if wanted.dtype == "f8" else "c8")
        has_factor = (norm in (None, "backward")) == (transform in ("ifft", "irfft", "ihfft"))
        most = 6.5e-8 * (3 + 2 * numpy.log2(n) if has_factor or norm == "ortho" else 1)
        error = numpy.linalg.norm(given - wanted, axis=-1)
        assert (error <= most * numpy.linalg.norm(wanted)).all(), norm


def test_float16():
    for name in TAKES:
        a = sample(9, "f2")
        assert_agrees(name, a, tolerance=bound("e"), native=False)
        for norm in ("ortho", "forward"):
            assert_agrees(name, a, norm=norm, tolerance=2e-3, native=False)


def test_real_input_gives_a_symmetric_spectrum():
    for n in (1, 2, 5, 8, 33):
        for name in ("fft", "ifft"):
            spectrum = numpy.asarray(getattr(numen.fft, name)(sample((2, n), "f8")))
            mirrored = numpy.roll(spectrum[:, ::-1], 1, 1).conj()
            assert numpy.array_equal(spectrum, mirrored)


def test_lists_and_scalars():
    for a in ([1, 2, 3], [1.0, 2, 4.5, 1], [[1, 2j], [3, 4]], (1, True)):
        assert_agrees("fft.fft", a, tolerance=1e-15)
    for a in (3, 2.5, [], [[]], "abc", None, [[1], [2, 3]], numpy.array(2.0), {},
              numpy.ones(3, "O"),
              numpy.ones(3, "g"), numpy.ones(3, ">f8"), numpy.ones(2, "M8[s]")):
        for name in TAKES:
            assert_agrees(name, a, native=False, tolerance=1e-15)


def test_masked_arrays_are_numpys():
    masked = numpy.ma.masked_greater(numpy.arange(6.0), 4)
    for name in ("fft", "rfft", "fftn", "fftshift"):
        wanted, given = (getattr(np.fft, name)(masked) for np in (numpy, numen))
        assert isinstance(given, numpy.ma.MaskedArray) == isinstance(wanted, numpy.ma.MaskedArray)
        assert numpy.allclose(numpy.asarray(given), numpy.asarray(wanted))


def test_refusals():
    for name in TAKES:
        a = sample((3, 4), "f8")
        for args in ((a, 0), (a, -2), (a, 2.0), (a, "3"), (a, 1j), (a, None, 2), (a, None, -3),
                     (a, 4, 7), (a, None, None), (a, None, 1.0), (a, None, -1, "no"),
                     (a, None, -1, 3), (a, 3, -1, ""), (), (a, 1, 2, 3, 4, 5), (a[:, :0],),
                     (a, None, (0,))):
            assert_agrees(name, *args, native=False, layouts=("contiguous", "managed"),
                          tolerance=1e-14)
        assert_agrees(name, a, wrong=1, native=False)
    for name in ("fft.rfft", "fft.ihfft"):
        assert_agrees(name, sample(5, "c16"), native=False)


@pytest.mark.parametrize("name", TAKES)
def test_out(name):
    for dtype in ("f8", "c16", "f4"):
        if dtype not in TAKES[name]:
            continue
        a = sample((4, 6), dtype)
        for axis in (0, 1):
            shape = list(a.shape)
            half = shape[axis] // 2 + 1
            for length in (shape[axis], half, 2 * (shape[axis] - 1)):
                shape[axis] = length
                for kind in ("c16", "c8", "f8", "f4", "i8"):
                    assert_agrees(name, a, None, axis, None, numpy.zeros(shape, kind),
                                  native=False, tolerance=bound("f"))
    for out in (numpy.zeros((2, 2)), 3, [0j] * 4, [0j] * 3, [0.0] * 6, (0j,) * 3):
        assert_agrees(name, sample(4, "f8"), out=out, native=False, tolerance=bound("f"))


def test_out_is_returned_and_may_be_the_input():
    for layout in ("exposed", "managed"):
        a = sample((5, 8), "c16")
        ours = front.wrap(a.copy()) if layout == "exposed" else numen.array(a)
        for out, given in ((ours, ours), (ours[::-1], ours), (ours.T, ours[:, :5].T)):
            ours[...] = a
            source = numpy.array(numpy.asarray(given))
            if out.shape != given.shape:
                continue
            assert numen.fft.fft(given, axis=0, out=out) is out
            assert numpy.allclose(numpy.asarray(out), numpy.fft.fft(source, axis=0))
    plain = numpy.zeros(8, "c16")
    assert numen.fft.fft(numen.arange(8.0), out=plain) is plain and plain[0] == 28
    frozen = numen.zeros(8, "c16")
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        numen.fft.fft(numen.arange(8.0), out=frozen)


def test_warnings():
    for name, values in itertools.product(("fft.fft", "fft.ifft", "fft.irfft"),
                                          ([1e308 + 1e308j] * 4, [numpy.nan] * 3, [1.0, 2.0])):
        a = numpy.array(values, "c16")
        wanted, given = (outcome(np, name, (a,), {}, "contiguous")[2] for np in (numpy, numen))
        assert given == wanted, (name, values)


SEVERAL = ("fft.fftn", "fft.ifftn", "fft.rfftn", "fft.irfftn", "fft.fft2", "fft.ifft2",
           "fft.rfft2", "fft.irfft2")  # fmt: skip


@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.parametrize("norm", NORMS)
def test_several_axes(name, norm):
    for dtype in ("f8", "f4", "i4", "c16"):
        if dtype == "c16" and "rfft" in name and "irfft" not in name:
            continue
        for shape in ((4, 6), (2, 5, 3), (3, 4, 2, 2)):
            a = sample(shape, dtype)
            assert_agrees(name, a, norm=norm, tolerance=bound(dtype))
            for s, axes in ((None, (0, 1)), ((3, 8), (0, 1)), ((5, 2), (1, 0)), (None, (0,)),
                            ((6, -1), (-2, -1)), ([4], [1]), (None, (1, 1)), ((3, 5), (0, 0)),
                            (None, (-1, 0, -1))):
                assert_agrees(name, a, s, axes, norm, tolerance=bound(dtype),
                              layouts=("contiguous", "fortran", "managed"))


@pytest.mark.parametrize("name", SEVERAL)
@pytest.mark.filterwarnings("ignore")
def test_several_axes_edges(name):
    a = sample((4, 6), "f8")
    for args in ((a, (3, 3), None), (a, (None, 3), (0, 1)), (a, (3,), (0, 1)), (a, None, (0, 5)),
                 (a, None, ()), (a, None, 0), (a, 3, 0), (a, (0, 2), (0, 1)), (a, (2.0, 2), (0, 1)),
                 (a, None, "a"), (numpy.array(2.0),), (3,), ([[1, 2], [3, 4]],),
                 (a, None, (0, 1), "no"),
                 (a[:0],), (), (a, None, (numpy.int64(0), 1))):
        assert_agrees(name, *args, native=False, tolerance=1e-14,
                      layouts=("contiguous", "managed"))
    for kind in ("c16", "f8", "c8"):
        for shape in ((4, 6), (4, 4), (4, 10)):
            assert_agrees(name, a, out=numpy.zeros(shape, kind), native=False, tolerance=1e-6)


def test_an_image():
    a = sample((130, 257), "f8")
    for name in SEVERAL:
        assert_agrees(name, a, tolerance=bound("f8"), layouts=LAYOUTS)


@pytest.mark.parametrize("name", ["fft.fftshift", "fft.ifftshift"])
def test_shifts(name):
    for shape in ((7,), (8,), (0,), (1,), (3, 4), (2, 3, 5), ()):
        for dtype in ("f8", "c8", "i4", "?"):
            a = sample(shape, dtype)
            assert_agrees(name, a)
            for axes in (0, -1, 1, (0,), (0, 1), [0, -1], (0, 0), (), 5, 1.0, "a", numpy.int64(0)):
                assert_agrees(name, a, axes, native=False)
    for a in ([1, 2, 3], 5, "abc", None, numpy.ones(3, "O")):
        assert_agrees(name, a, native=False)


@pytest.mark.parametrize("name", ["fft.fftfreq", "fft.rfftfreq"])
def test_frequencies(name):
    for n in (1, 2, 7, 8, 100, numpy.int64(9), numpy.uint8(9)):
        for d in (1.0, 0.1, 2, -3, numpy.float32(0.3), 1j, numpy.float64(0.25)):
            assert_agrees(name, n, d, native=False)
    for n in (1, 7, 8, 9):
        assert_agrees(name, n, 0.1)
        assert_agrees(name, n, device="cpu")
    for args in ((0,), (-3,), (2.0,), ("a",), (None,), (3, 0), (3, "a"), (), (True,), (4, None),
                 (4, numpy.array([1.0, 2.0])), (4, numpy.ones(4)), (numpy.array(4),)):
        assert_agrees(name, *args, native=False)
    assert_agrees(name, 4, device="gpu", native=False)
