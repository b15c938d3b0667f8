"""Results that are recorded count as memory: where there is none left for them, the call that
asks for more is refused, as NumPy refuses it, and not the evaluation of what was recorded
before."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import resource
import numen as np

x = np.arange({size} / 8) + 1.0
results = [x * 0.5]
del results[:]
np.evaluate(x)
with open("/proc/self/status") as status:
    size = next(int(line.split()[1]) for line in status if line.startswith("VmSize")) << 10
resource.setrlimit(resource.RLIMIT_AS, (size + {limit}, resource.RLIM_INFINITY))
refused = False
try:
    for k in range(200):
        results.append({call})
except MemoryError:
    refused = True
resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
done = len(results)
if {evaluates}:
    resource.setrlimit(resource.RLIMIT_AS, (size + {limit}, resource.RLIM_INFINITY))
sums = [float(result[-1]) for result in results]
print(refused, done, sums == [{value} for k in range(done)])
"""
MEGABYTE = 1 << 20
CALLS = {
    "operations": ("x * float(k)", "float(x[-1]) * k"),
    "casts": ("x.astype(np.complex64)[:]", "float(x[-1])"),
    "selections": ("np.where(x > k, x, float(k))", "max(float(x[-1]), k)"),
    "copies beside results": ("x.copy() if k % 2 else x * 2.0",
                              "float(x[-1]) * (1 if k % 2 else 2)"),
    "float32": ("x.astype(np.float32) * np.float32(k)", "float(np.float32(x[-1])) * k"),
    "complex128": ("x * complex(k, 1)", "float(x[-1]) * k"),
    "masks": ("x > float(k)", "float(x[-1] > k)"),
}
BYTES = {"float32": 4, "complex128": 16, "masks": 1}  # of an element of a result, else 8


@pytest.mark.no_sanitizer  # which needs memory of its own
@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of address space")
@pytest.mark.parametrize("size, name", [(size, name) for size in (4, 16) for name in CALLS
                                        if size > 4 or name != "masks"])  # small results
def test_what_is_pending_counts(name, size):
    call, value = CALLS[name]
    text = PROGRAM.format(size=size * MEGABYTE, limit=13 * size * MEGABYTE, call=call, value=value,
                          evaluates=True).replace("float(result[-1])", "float(result[-1].real)")
    # One malloc arena: the thread that starts recorded work would reserve 128 MB for its own.
    environment = dict(os.environ, NUMEN_NUM_THREADS="1", MALLOC_ARENA_MAX="1")
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True,
                          timeout=120, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    refused, count, same = done.stdout.split()
    assert (refused, same) == ("True", "True")
    share = 8 / BYTES.get(name, 8)
    assert 6 * share <= int(count) <= 14 * share
