"""Windows, I0, sinc and geometric spacing against NumPy."""

import warnings

import numpy
import pytest

from .agreement import assert_agrees

nan, inf = numpy.nan, numpy.inf
rng = numpy.random.default_rng(13)
VECTOR = rng.normal(size=9) * 8
MATRIX = rng.normal(size=(4, 5)) * 8
CUBE = rng.normal(size=(2, 3, 4)) * 8
INTS = rng.integers(-30, 30, (3, 4))
SPECIAL = numpy.array([0.0, -0.0, nan, inf, -inf, 1.0, 8.0, -8.0, 700.0, 720.0])
TYPED = [VECTOR, MATRIX, CUBE, CUBE.transpose(1, 0, 2), INTS, INTS.astype("i1"),
         INTS.astype("u1"), INTS > 0, MATRIX.astype("f4"), MATRIX.astype("f2"),
         numpy.array(2.5), numpy.array(0.0), numpy.array(3), numpy.array([3]), numpy.empty(0),
         numpy.empty((0, 3)), numpy.empty((2, 0), "f4"), SPECIAL, SPECIAL.astype("f4"),
         numpy.arange(-3, 4), numpy.arange(-3, 4, dtype="f4")]  # fmt: skip


def tolerance(array):
    return {"e": 4e-3, "f": 1e-6, "F": 1e-5}.get(numpy.asarray(array).dtype.char, 1e-14)


@pytest.mark.parametrize("a", TYPED, ids=range(len(TYPED)))
def test_i0(a):
    # The values span orders of magnitude; their logarithms are compared by the size of the error.
    assert_agrees("i0", a, tolerance=tolerance(a))


@pytest.mark.parametrize("call", [
    lambda np: np.i0(numpy.full(20_000, 1e300)), lambda np: np.i0(numpy.full(20_000, inf)),
    lambda np: np.i0(numpy.linspace(0, 99, 20_000).astype("f4")),
    lambda np: np.i0(numpy.linspace(0, 800, 20_000)), lambda np: np.kaiser(30_000, 1e5),
])  # fmt: skip
def test_long_arrays_warn_once(call):
    import numen
    said = []
    for module in (numpy, numen):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            call(module)
        said.append([str(warning.message) for warning in caught])
    assert said[0] == said[1] and said[0]


def test_i0_is_accurate_everywhere():
    import numen
    for high in (8, 50, 700):
        x = numpy.linspace(0, high, 20001)
        numpy.testing.assert_allclose(numen.i0(x), numpy.i0(x), rtol=4e-15)
    assert_agrees("i0", numpy.linspace(-20, 20, 30000).reshape(3, -1), tolerance=1e-14)
    for x in (0, 1.5, -30, [1, 2.0], 1e300):
        assert_agrees("i0", x, tolerance=1e-14)
    for x in (1j, numpy.array([1j]), "a"):
        assert_agrees("i0", x, native=False)


@pytest.mark.parametrize("a", [*TYPED, MATRIX + 1j, (MATRIX - 1j).astype("c8"),
                               numpy.array([0j, 1 + 1j])], ids=range(len(TYPED) + 3))
def test_sinc(a):
    assert_agrees("sinc", a, tolerance=10 * tolerance(a))


def test_sinc_edges():
    for x in (0, 0.0, 1.5, 1j, 0j, [0, 1], [0.5, 0], nan, inf, numpy.float32(0.5),
              numpy.float32(0), numpy.float64(0)):
        assert_agrees("sinc", x, tolerance=1e-6)


SIZES = [0, 1, 2, 3, 8, 9, 51, 100, -3, 5.5, 2.0, 0.5, 1.5, numpy.int64(7), numpy.float64(6)]
STRANGE = [nan, inf, 1j, "a", None, True, numpy.float32(7), numpy.array(7), numpy.array([3]), [4]]


@pytest.mark.parametrize("name", ["bartlett", "blackman", "hamming", "hanning"])
def test_windows(name):
    for size in SIZES:
        assert_agrees(name, size, tolerance=0 if name == "bartlett" else 1e-14)
    for size in STRANGE:
        assert_agrees(name, size, tolerance=1e-6, native=False)


def test_kaiser():
    for size in SIZES:
        for beta in (0, 0.0, 2.5, 14, -3.0, 100, 700, 800):
            assert_agrees("kaiser", size, beta, tolerance=1e-13)
    for size in STRANGE:
        assert_agrees("kaiser", size, 3.0, tolerance=1e-6, native=False)
    for beta in STRANGE:
        assert_agrees("kaiser", 9, beta, tolerance=1e-6, native=False)


ENDS = [(1, 1000), (1000, 1), (-1000, -1), (1, 256.0), (2.5, 3), (1e-5, 1e5), (1, -5), (1, inf),
        (nan, 2), (numpy.float32(1), numpy.float32(64)), (True, 8),
        (numpy.array([1.0, 2, 3]), numpy.array([10.0, 20, 30])), ([1, 10], 100),
        (numpy.array([1, 2], "f4"), numpy.array([[3], [4]], "f4")),
        (numpy.array([1, 2], "i4"), 9)]  # fmt: skip


@pytest.mark.parametrize("start, stop", ENDS)
def test_geomspace(start, stop):
    single = numpy.result_type(*map(numpy.asarray, (start, stop))).char == "f"
    for num in (50, 0, 1, 2, 4, 7):
        for more in ({}, {"endpoint": False}, {"dtype": "f4"}, {"dtype": int}, {"axis": -1}):
            bound = 1e-5 if single or more.get("dtype") == "f4" else 1e-12
            assert_agrees("geomspace", start, stop, num, tolerance=bound, **more)


def test_geomspace_edges():
    for start, stop in ((0, 1), (1, 0), (1j, 5), (1, 4 + 1j), ("a", 1), ([1, 0], 3)):
        assert_agrees("geomspace", start, stop, native=False, tolerance=1e-12)
    for num in (-1, 2.5, "a", None):
        assert_agrees("geomspace", 1, 9, num, native=False)
    assert_agrees("geomspace", 1, 9, 4, dtype=complex, native=False, tolerance=1e-12)
    assert_agrees("geomspace", 1, 9, 4, axis=3, native=False)
