"""A matrix is positive definite where NumPy says so, alone and in a stack, with every instruction
set: of nearly singular ones rounding decides, and that is the rounding of NumPy's own LAPACK.
"""

import os
import pathlib
import subprocess
import sys

import numpy
import pytest
import scipy.linalg

import numen
from tests.instruction_sets import AVAILABLE

ROOT = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize("level", AVAILABLE)
def test_positive_definite_is_what_numpy_calls_so(level):
    done = subprocess.run([sys.executable, "-m", "tests.linalg.positive_matrices", "11", "4000"],
                          cwd=ROOT, env=os.environ | {"NUMEN_CPU": level}, capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    used, given, refused, wrong = done.stdout.split(maxsplit=3)
    assert (used, given) == (level, "4000")
    assert 1000 < int(refused) < 3500  # both kinds are there
    assert wrong.strip() == "[]"


@pytest.mark.parametrize("shape", [(4, 4), (1000, 4, 4), (60, 60), (3, 60, 60), (300, 300)])
def test_equal_elements(shape):
    with pytest.raises(numpy.linalg.LinAlgError, match="Matrix is not positive definite"):
        numen.linalg.cholesky(numen.full(shape, 2.0))


@pytest.mark.parametrize("dtype", ["f4", "c8"])
@pytest.mark.parametrize("shape", [(60,), (3, 60), (300,), (2, 300)])
@pytest.mark.parametrize("upper", [False, True])
def test_what_single_precision_refuses_is_factored_in_double(upper, shape, dtype):
    rng = numpy.random.default_rng(shape)
    n = shape[-1]
    column = rng.integers(1000, 2000, shape) * rng.choice([1, 1j if dtype == "c8" else -1], shape)
    a = column[..., None] * column[..., None, :].conj()
    a = (a + rng.integers(1, 4, (*shape, 1)) * numpy.eye(n)).astype(dtype)  # exact
    potrf = scipy.linalg.get_lapack_funcs("potrf", dtype=dtype)
    assert all(potrf(one)[1] > 0 for one in a.reshape(-1, n, n))
    wanted = numpy.linalg.cholesky(a, upper=upper)
    factor = numen.linalg.cholesky(a, upper=upper, precision="native")
    assert factor.dtype == wanted.dtype
    numpy.testing.assert_allclose(factor, wanted, rtol=1e-6, atol=1e-6)
    with pytest.raises(numpy.linalg.LinAlgError, match="Matrix is not positive definite"):
        numen.linalg.cholesky(a - 8 * numpy.eye(n, dtype=dtype), upper=upper, precision="native")
