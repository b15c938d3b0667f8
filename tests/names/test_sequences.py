"""Composites on sequences, and of statistics, against NumPy."""

import numpy
import pytest

from .agreement import assert_agrees

nan, inf = numpy.nan, numpy.inf
rng = numpy.random.default_rng(5)
VECTOR = rng.normal(size=9) * 5
MATRIX = rng.normal(size=(4, 5)) * 5
CUBE = rng.normal(size=(2, 3, 4)) * 5
INTS = rng.integers(-9, 9, (3, 4))
SPECIAL = numpy.array([0.0, -0.0, nan, inf, -inf, 1.0])
TYPED = [VECTOR, MATRIX, CUBE, INTS, INTS.astype("i1"), INTS.astype("u1"), INTS > 0,
         MATRIX.astype("f4"), MATRIX.astype("f2"), MATRIX + 1j, MATRIX.astype("c8"),
         numpy.array(2.5), numpy.array([3]), numpy.empty(0), numpy.empty((0, 3)),
         numpy.empty((2, 0), "f4"), SPECIAL]  # fmt: skip


def tolerance(*arrays):
    kind = numpy.result_type(*map(numpy.asarray, arrays)).char
    return {"e": 4e-3, "f": 1e-5, "F": 1e-5}.get(kind, 1e-13)


@pytest.mark.parametrize("name", ["cumulative_sum", "cumulative_prod"])
@pytest.mark.parametrize("a", TYPED, ids=range(len(TYPED)))
def test_running(name, a):
    for axis in (None, 0, -1, 1, 5):
        for initial in (False, True):
            assert_agrees(name, a, axis=axis, include_initial=initial, tolerance=tolerance(a))
    assert_agrees(name, a, axis=-1, dtype="f8", include_initial=True, tolerance=tolerance(a),
                  native=a.dtype.kind != "c")


def test_running_edges():
    assert_agrees("cumulative_sum", [1, 2, 3])
    assert_agrees("cumulative_sum", [1.5, 2, 3], include_initial=True)
    assert_agrees("cumulative_sum", 3)
    assert_agrees("cumulative_sum", VECTOR, out=numpy.zeros(9), native=False)
    assert_agrees("cumulative_sum", VECTOR, out=numpy.zeros(3), native=False)


def test_unwrap():
    for a in TYPED:
        native = a.ndim > 0 and a.dtype.kind in "if"
        for axis in (-1, 0, 3):
            for more in ({}, {"period": 4}, {"period": 5}, {"discont": 4.0}, {"period": 2.5}):
                assert_agrees("unwrap", a, axis=axis, native=native, **more)
    assert_agrees("unwrap", numpy.arange(9) % 4, period=4)
    assert_agrees("unwrap", numpy.arange(9.0) % 4, period=4)
    assert_agrees("unwrap", numpy.arange(9) * 2 % 5, period=5)
    assert_agrees("unwrap", [0, 3.2, 6.4, 9])
    assert_agrees("unwrap", numpy.array([0, numpy.pi, 0, -numpy.pi]))
    assert_agrees("unwrap", VECTOR, 1, 0)
    assert_agrees("unwrap", VECTOR, numpy.array([1.0]), native=False)


def test_trim_zeros():
    zeros = numpy.zeros((4, 5))
    inner = zeros.copy()
    inner[1:3, 2] = 1
    cube = numpy.zeros((3, 4, 5), int)
    cube[1, 1:3, 2:4] = 7
    for a in (VECTOR, numpy.array([0, 0, 1, 2, 0, 3, 0]), numpy.zeros(4), SPECIAL, zeros, inner,
              cube, numpy.array([False, True, False]), numpy.array([0, 1j, 0]), MATRIX):
        for trim in ("fb", "f", "b", "bf", "FB", "B"):
            assert_agrees("trim_zeros", a, trim)
        for axis in (0, -1, (0,), 1, (0, 1)):
            assert_agrees("trim_zeros", a, axis=axis)
    assert_agrees("trim_zeros", [0, 0, 1, 2.5, 0])
    assert_agrees("trim_zeros", (0, 0, 1, 2.5, 0), "f")
    assert_agrees("trim_zeros", [0, 0])
    for a, trim in ((VECTOR, "x"), (VECTOR, 3), (numpy.empty(0), "fb"), ([], "fb"),
                    (numpy.array(1.0), "fb"), (["a"], "fb"), (numpy.empty((0, 3)), "f")):
        assert_agrees("trim_zeros", a, trim, native=False)


def test_real_if_close():
    for a in (*TYPED, MATRIX + 1e-15j, (MATRIX + 1e-6j).astype("c8"), 3, 2.5, 1 + 1e-16j,
              [1 + 1e-15j], numpy.array(1 + 0j), numpy.array([1 + nan * 1j])):
        for tol in (100, 1000, 0.5, 1e-3):
            assert_agrees("real_if_close", a, tol)


def test_frequencies():
    for n in (1, 2, 3, 8, 9, 100, 0, -1, -4, True, 2.5, "a", numpy.int64(4), numpy.arange(3)):
        for d in (1.0, 0.1, 3, numpy.float32(0.1), 1j, 0.0, nan):
            native = type(n) is int and type(d) in (int, float)
            assert_agrees("fft.fftfreq", n, d, native=native, layouts=("contiguous",))
            assert_agrees("fft.rfftfreq", n, d, native=native, layouts=("contiguous",))
    assert_agrees("fft.fftfreq", 8, device="cpu")
    assert_agrees("fft.fftfreq", 8, device="gpu", native=False)


@pytest.mark.parametrize("name", ["fft.fftshift", "fft.ifftshift"])
@pytest.mark.parametrize("a", TYPED, ids=range(len(TYPED)))
def test_shifts(name, a):
    for axes in (None, 0, -1, (0,), [0], (0, 1), (1, 0), (0, 0), 2, (), (-1, 1), "x", 1.5):
        assert_agrees(name, a, axes, native=False)
    assert_agrees(name, a, native=a.ndim > 0)
    assert_agrees(name, [1, 2, 3])


def test_cov():
    rows = [VECTOR, MATRIX, INTS, MATRIX.astype("f4"), MATRIX + 1j * MATRIX[::-1], INTS > 0,
            MATRIX.astype("f2"), VECTOR.reshape(1, 9), VECTOR.reshape(9, 1), SPECIAL]  # fmt: skip
    for name in ("cov", "corrcoef"):
        for a in rows:
            assert_agrees(name, a, tolerance=1e-12)
            assert_agrees(name, a, rowvar=False, tolerance=1e-12)
            if a is SPECIAL:
                continue
            for b in (a[::-1].copy(), VECTOR, INTS):
                assert_agrees(name, a, b, tolerance=1e-12)
                assert_agrees(name, a, b, False, tolerance=1e-12)
        for a in (2.5, numpy.array(3.0), [1.0, 2], [[1, 2], [3, 5]], [1.0]):
            assert_agrees(name, a, tolerance=1e-12)
        for a in (numpy.empty(0), numpy.empty((0, 3)), numpy.empty((3, 0)), CUBE):
            assert_agrees(name, a, native=False)
        assert_agrees(name, MATRIX, dtype="f4", tolerance=1e-5, native=False)
    for a in rows:
        for options in ({"bias": True}, {"ddof": 0}, {"ddof": 2}, {"ddof": 9}, {"ddof": 1.5},
                        {"fweights": numpy.arange(5)}, {"aweights": numpy.arange(5.0)}):
            if a.dtype.kind == "c" and options.get("ddof") == 9:
                continue  # 1e-16 or 0, times infinity
            assert_agrees("cov", a, tolerance=1e-12, native=False, **options)


def test_kron():
    for a in TYPED:
        for b in TYPED:
            assert_agrees("kron", a, b, layouts=("contiguous", "strided", "fortran", "managed"))
    assert_agrees("kron", MATRIX, CUBE)
    assert_agrees("kron", 2, [1, 2.5])
    assert_agrees("kron", numpy.eye(3), INTS)
