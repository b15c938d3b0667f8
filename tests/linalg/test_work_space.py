"""Stacks of small matrices are computed on threads with little stack: packs lie on the heap."""

import subprocess
import sys

import pytest

# In a process of its own: a stack that is too small ends it. One pack of order 48 takes 442 KB.
PROGRAM = """
import threading
import numpy
import numen
from numen.native import front

CALLS = {
    "solve": lambda np, a: np.linalg.solve(a, a[:, :, ::-1]),
    "inv": lambda np, a: np.linalg.inv(a),
    "det": lambda np, a: np.linalg.det(a),
    "cholesky": lambda np, a: np.linalg.cholesky(a @ a.swapaxes(1, 2)),
    "qr": lambda np, a: abs(np.linalg.qr(a)[1]),
    "svd": lambda np, a: np.linalg.svd(a[:, :32, :32])[1],
    "eigh": lambda np, a: np.linalg.eigh(a[:, :32, :32])[0],
}


def compute(call, given, wanted, name):
    assert numpy.allclose(call(numen, given), wanted, rtol=1e-9, atol=1e-9), name
    print("done", name)


front.set_threads(1)
threading.stack_size(64 << 10)
a = numpy.random.default_rng(5).normal(size=(9, 48, 48))
for name, call in CALLS.items():
    given = (call, numen.array(a), call(numpy, a), name)
    thread = threading.Thread(target=compute, args=given)
    thread.start()
    thread.join()
"""


@pytest.mark.no_sanitizer  # whose frames alone are larger
def test_threads_with_little_stack():
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("done") == 7, done.stdout + done.stderr
