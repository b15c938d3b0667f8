"""Columns of tables that lie in no cache close by: wide blocks of them are folded row by row. Up to
128 rows are added one after another, as NumPy adds them, so sums and products have its bits; the
number of threads changes nothing.
"""

import subprocess
import sys

import numpy
import pytest

import numen
from numen.native import front

# Columns: on both sides of 4,096 a block, or of 512 to 4,096 by the number of threads.
SHAPES = ((100, 5000), (128, 8193), (300, 1025), (64, 4096), (9, 40_001), (3, 70, 2050))
REDUCTIONS = ("sum", "prod", "max", "min", "all", "any", "mean", "count_nonzero")


@pytest.fixture(params=(1, 2, 5))
def _threads(request):
    front.set_threads(request.param)  # tests/conftest.py puts the number back


def numbers(shape, dtype):
    rng = numpy.random.default_rng(len(shape))
    if dtype[0] in "biu":
        return rng.integers(0, 2 if dtype == "b1" else 99, shape).astype(dtype)
    values = rng.normal(size=shape).astype(dtype)
    if dtype[0] == "c":
        values.imag = rng.normal(size=shape)
    values[..., ::7] = numpy.round(values[..., ::7])  # zeros among them
    values[1, ..., 3] = numpy.nan
    return values


def expected(name, a, axis):
    """NumPy's result; sums and products of halves are rounded once, not at every element."""
    if a.dtype == "f2" and name in ("sum", "mean", "prod"):
        return getattr(numpy, name)(a, axis=axis, dtype="f4").astype("f2")
    return getattr(numpy, name)(a, axis=axis)


@pytest.mark.usefixtures("_threads")
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("dtype", ("b1", "u1", "i4", "i8", "f2", "f4", "f8", "c16"))
@pytest.mark.parametrize("name", REDUCTIONS)
def test_columns_have_numpys_values(name, dtype, shape):
    a = numbers(shape, dtype)
    ours = numen.array(a)
    axis = len(shape) - 2
    for step in (1, 2):
        with numpy.errstate(all="ignore"):
            wanted = expected(name, a[..., ::step], axis)
            got = getattr(numen, name)(ours[..., ::step], axis=axis)
        assert got.dtype == wanted.dtype
        is_long = shape[axis] > 128 and dtype[0] in "fc"
        if name in ("sum", "mean", "prod") and (dtype == "c16" or is_long):
            # Long columns are added otherwise, and complex products by other instructions.
            sizes = numpy.abs(a[..., ::step]).astype(float).sum(axis)
            scale = {"sum": sizes, "mean": sizes / shape[axis], "prod": shape[axis] * abs(wanted)}
            is_finite = numpy.isfinite(wanted)
            error = 8 * numpy.finfo(dtype).eps * scale[name]
            assert (numpy.abs(got - wanted) <= error + 1e-300)[is_finite].all()
            numpy.testing.assert_array_equal(got[~is_finite], wanted[~is_finite])
        else:
            numpy.testing.assert_array_equal(got, wanted)


SMALL_STACK = """
import threading
import numen as np
threading.stack_size(64 << 10)  # the least of many systems
far = np.arange(3_000_000.0).reshape(500, 6000)
tables = far, far.astype(complex), far.astype("f2"), np.repeat(far, 2, 1)[:, ::2]
def work():
    for table in tables:
        for name in ("sum", "max", "prod", "all", "mean", "var"):
            with np.errstate(all="ignore"):
                done.append(getattr(np, name)(table, axis=0)[-1])
done = []
thread = threading.Thread(target=work)
thread.start()
thread.join()
print(len(done))
"""


@pytest.mark.no_sanitizer  # whose frames are several times as large
def test_wide_blocks_need_no_large_stack():
    done = subprocess.run([sys.executable, "-c", SMALL_STACK], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "24\n"), done.stderr
