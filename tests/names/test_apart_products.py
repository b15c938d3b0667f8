"""Products of vectors whose elements lie apart: from 16 on they have the bits of those in a row."""

import numpy
import pytest

import numen

COUNTS = [16, 17, 63, 64, 65, 511, 512, 513, 1025, 16384, 20001, 65536, 70001]
DTYPES = ["?", "i1", "u1", "i2", "i4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"]
STEPS = [2, 3, -1]


def numbers(dtype, count, seed=0):
    rng = numpy.random.default_rng([count, seed])
    kind = numpy.dtype(dtype).kind
    if kind == "c":
        return (rng.normal(size=count) + 1j * rng.normal(size=count)).astype(dtype)
    return rng.normal(size=count).astype(dtype) if kind == "f" else rng.integers(
        0, 2 if kind == "b" else 100, count).astype(dtype)


def apart(values, step):
    spread = numen.array(numpy.repeat(values, abs(step)))
    return spread[::step] if step > 0 else numen.array(values[::-1].copy())[::-1]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("count", COUNTS)
def test_dot_of_vectors_apart(dtype, count):
    x, y = numbers(dtype, count), numbers(dtype, count, 1)
    wanted = numen.dot(numen.array(x), numen.array(y))
    for step in STEPS:
        for found in (numen.dot(apart(x, step), apart(y, step)),
                      numen.matmul(apart(x, step), apart(y, 2))):
            assert found.dtype == wanted.dtype and found.tobytes() == wanted.tobytes()
    exact = numpy.dot(x.astype("O"), y.astype("O")) if dtype == "i8" else numpy.dot(x, y)
    error = abs(complex(wanted) - complex(exact))
    eps = float(numpy.finfo(dtype).eps) if x.dtype.kind in "fc" else 0
    assert error <= count * eps * float(abs(x.astype("c16")) @ abs(y.astype("c16")))


@pytest.mark.parametrize("dtype", ["f4", "f8", "c8", "c16", "i4", "?"])
@pytest.mark.parametrize("rows", [1, 3, 40])
def test_matrices_by_vectors_apart(dtype, rows):
    matrix = numbers(dtype, rows * 900).reshape(rows, 900)
    vector, left = numbers(dtype, 900, 2), numbers(dtype, rows, 3)
    ours = numen.array(matrix)
    for step in STEPS:
        for found, plain in ((ours @ apart(vector, step), ours @ numen.array(vector)),
                             (apart(left, step) @ ours, numen.array(left) @ ours),
                             (apart(vector, step) @ ours.T, numen.array(vector) @ ours.T)):
            found, plain = numpy.asarray(found), numpy.asarray(plain)
            if dtype in ("f4", "f8", "c8", "c16"):
                assert numpy.allclose(found, plain, rtol=900 * numpy.finfo(dtype).eps)
            else:
                assert numpy.array_equal(found, plain)


@pytest.mark.parametrize("dtype", ["c8", "c16"])
@pytest.mark.parametrize("count", [1, 2, *COUNTS])
def test_products_of_conjugates(dtype, count):
    x, y = numbers(dtype, count), numbers(dtype, count, 1)
    wanted = numen.vecdot(numen.array(x), numen.array(y))
    bound = 4 * numpy.sqrt(count) * numpy.finfo(dtype).eps * float(abs(x) @ abs(y))
    assert abs(wanted - numpy.vecdot(x.astype("c16"), y.astype("c16"))) <= bound
    assert wanted.dtype == dtype and numen.linalg.vecdot(x, y) == wanted
    for step in STEPS:
        assert numen.vecdot(apart(x, step), apart(y, step)).tobytes() == wanted.tobytes()
    assert numen.vecdot(numen.array(x), numen.array(x)).imag == 0
