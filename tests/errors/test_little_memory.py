"""Work spaces that are not to be had: a MemoryError, and the process goes on."""

import subprocess
import sys

import pytest

import numen

PROGRAM = """
import resource
import numen as np

halves = np.ones((1500, 1500), "e")
thin = np.ones((1500, 4), "e")
small = np.ones((3, 3))
np.linalg.det(np.eye(300))  # the library of factorisations is there
{prepare}
with open("/proc/self/status") as status:
    size = next(int(line.split()[1]) for line in status if line.startswith("VmSize")) << 10
resource.setrlimit(resource.RLIMIT_AS, (size + (6 << 20), resource.RLIM_INFINITY))
try:
    {call}
except MemoryError:
    print((small @ small).sum())
"""
# Each needs more than the six megabytes that are left to work in; results are smaller.
CALLS = {
    "product of halves": ("", "halves @ thin"),
    "einsum of halves": ("", "np.einsum('ij,jk->ik', halves, thin)"),
    "determinant": ("a = np.ones((1500, 1500))", "np.linalg.det(a)"),
}


@pytest.mark.no_sanitizer  # these need memory of their own where the limit leaves none
@pytest.mark.parametrize("name", CALLS)
def test_a_call_without_memory_is_refused(name):
    prepare, call = CALLS[name]
    done = subprocess.run([sys.executable, "-c", PROGRAM.format(prepare=prepare, call=call)],
                          capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, "27.0\n"), done.stderr


def test_a_repeated_matrix_may_be_larger_than_any_memory():
    one = numen.broadcast_to(numen.True_, (2 ** 31, 2 ** 31))  # 2**65 bytes in float64
    with pytest.raises(MemoryError):
        numen.linalg.det(one)


def test_all_vectors_of_matrices_without_rows_are_those_of_the_identity():
    vh = numen.linalg.svd(numen.ones((2, 0, 3)))[2]
    assert vh.tolist() == [[[1, 0, 0], [0, 1, 0], [0, 0, 1]]] * 2


LOOKS = {
    "an element": "y[3, 3]", "its memory": "memoryview(y)", "a write into it": "y[0, 0] = 1",
    "a write into what it reads": "x[0, 0] = 2", "its copy": "y.copy()",
}
LOOKING = """
import resource
import numpy
import numen as np
from numen.native import front

front.set_starting(False)
x = np.ones((1 << 12, 1 << 12))
np.evaluate(x)
y = np.sin(x)
filler = np.ones(x.shape)  # takes the memory that the call has tried
with open("/proc/self/status") as status:
    size = next(int(line.split()[1]) for line in status if line.startswith("VmSize")) << 10
resource.setrlimit(resource.RLIMIT_AS, (size + (8 << 20), resource.RLIM_INFINITY))
for call in (lambda: exec({look!r}), lambda: numpy.empty((1 << 12, 1 << 12))):
    try:
        call()
    except MemoryError as error:
        print(type(error).__name__, error)
"""


@pytest.mark.no_sanitizer
@pytest.mark.parametrize("name", LOOKS)
def test_a_look_without_memory_names_the_array_as_numpy_does(name):
    done = subprocess.run([sys.executable, "-c", LOOKING.format(look=LOOKS[name])],
                          capture_output=True, text=True, timeout=120, check=False)
    ours, numpys = done.stdout.splitlines() or [done.stderr, None]
    assert ours == numpys and "shape (4096, 4096)" in ours


LINEAR_ALGEBRA = """
import resource
import numpy as np

a = np.ones((300, 300)) + np.eye(300) * 9
with open("/proc/self/status") as status:
    size = next(int(line.split()[1]) for line in status if line.startswith("VmSize")) << 10
resource.setrlimit(resource.RLIMIT_AS, (size + ({} << 20), resource.RLIM_INFINITY))
for name in ("solve", "det", "svd", "eigh"):
    try:
        result = getattr(np.linalg, name)(*([a, a] if name == "solve" else [a]))
        print(name, "ok")
    except MemoryError:
        print(name, "MemoryError")
print((a @ a)[0, 0])
"""


@pytest.mark.no_sanitizer  # which needs memory of its own
@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of address space")
@pytest.mark.parametrize("megabytes", [45, 70, 120])
def test_the_first_factorisation_where_little_is_left(megabytes):
    """OpenBLAS ends the process where it has no room for a buffer: NumPy's has one already."""
    done = subprocess.run([sys.executable, "-m", "numen", "run", "-c",
                           LINEAR_ALGEBRA.format(megabytes)], capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    words = done.stdout.split()
    assert words[0::2][:4] == ["solve", "det", "svd", "eigh"]
    assert words[1] == words[3] == "ok" and float(words[-1]) == 10 * 10 + 299
