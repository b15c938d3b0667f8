"""Programs with arrays that fill the memory live where they live on NumPy: under the least limit of
address space under which NumPy itself finishes them, and a little more for the cache."""

import os
import subprocess
import sys

import numpy
import pytest

MB = 1 << 20
SIDE = 4096
ARRAY = 8 * SIDE * SIDE  # 128 MB
SLACK = 64 * MB + ARRAY // 4

# Each reads `part`, whose size it must not depend on, and leaves a number in `result`.
PROGRAM = """
import resource, sys
import numpy as np
n = {side}
v = n * n
rng = np.random.default_rng(1)
def program(n, v):
{body}
program(64, 4096)  # what is prepared once is there
program(160, 25600)
with open("/proc/self/status") as status:
    size = next(int(line.split()[1]) for line in status if line.startswith("VmSize")) << 10
resource.setrlimit(resource.RLIMIT_AS, (size + int(sys.argv[1]), resource.RLIM_INFINITY))
print(float(program(n, v)))
"""
# A program, and the arrays of 128 MB that NumPy needs for it.
PROGRAMS = {
    "means of a loop": ("""
means = []
for k in range(4):
    x = rng.random((n, n))
    means.append(x.mean(axis=0))
return sum(m.sum() for m in means)""", 2),
    "several reductions of a loop": ("""
found = []
for k in range(4):
    x = rng.random((n, n))
    found += [x.max(axis=1), x.sum(axis=0), (x > 0.5).any(axis=1)]
return sum(m.sum() for m in found)""", 2.13),
    "slices of a loop": ("""
found = []
for k in range(4):
    x = rng.random((n, n))
    found += [x[:10] * 2, x[:, :3] + 1]
return sum(m.sum() for m in found)""", 2),
    "means, then NumPy's own": ("""
np.random.seed(3)
found = []
for k in range(3):
    x = np.full((n, n), 2.0)
    found.append(x.mean(axis=0))
    del x
    found.append(np.fromstring(" ".join(["7"] * 1000), sep=" "))
    x = np.random.rand(n, n)
    found.append(x[0].copy())
    del x
return sum(m.sum() for m in found)""", 1),
    "an expression of a temporary": ("""
y = rng.random((n, n)) * 2 + 1
z = np.full((n, n), 3.0) * 2 - 1
return y[-1, -1] + z[0, 0] + y.sum() + z.sum()""", 2),
    "an expression of two": ("""
x = np.full((n, n), 3.0)
m = x > 2
y = x[m] * 2 + x[m]
return y[-1] + y.sum()""", 3.13),
    "choices": ("""
x = rng.random((n, n))
y = np.select([x < 0.2, x < 0.5, x < 0.9], [x, x * 2, x * 3], 0)
return y[-1, -1] + y.sum()""", 4.4),
    "elements by two indices": ("""
x = rng.random((n, n))
i = np.arange(v) % n
j = np.arange(v) // n
y = x[i, j]
x[i, j] = y
return y[-1] + y.sum() + x.sum()""", 4),
    "positions": ("""
x = rng.random(v)
i = rng.permutation(v)
y = np.take(x, i, mode="wrap")
i = i[::-1]
y += x[i]
return y[-1] + y.sum()""", 4),
    "put by positions": ("""
x = rng.random(v)
i = rng.permutation(v)
np.put(x, i, x[::-1].copy())
return x[-1] + x.sum()""", 3),
    "numbered choices": ("""
x = rng.random(v)
y = np.choose((x * 3).astype(int), [x, 2.0, 3.0])
return y[-1] + y.sum()""", 3),
    "an integral": ("""
x = np.linspace(0, 1, v)
return np.trapezoid(np.sin(x), x) + np.trapezoid(x)""", 4),
    "repetitions": ("""
x = rng.random(v // 2)
y = np.repeat(x, np.full(v // 2, 2))
return y[-1] + y.sum()""", 2),
    "a grid of elements": ("""
x = rng.random((n, n))
i = np.arange(n)[::-1]
y = x[np.ix_(i, i)]
return y[-1, -1] + y.sum()""", 2),
}


def run(body, arrays, options):
    text = PROGRAM.format(side=SIDE, body="\n".join("    " + line for line in body.split("\n")))
    limit = int(arrays * ARRAY) + SLACK
    # One malloc arena: threads reserve 128 MB for their own. One stack for the same reason.
    environment = dict(os.environ, NUMEN_NUM_THREADS="2", MALLOC_ARENA_MAX="1")
    done = subprocess.run([sys.executable, *options, "-c", text, str(limit)], capture_output=True,
                          text=True, timeout=300, check=False, env=environment)
    return done.returncode, done.stdout, done.stderr[-2000:]


@pytest.mark.no_sanitizer  # which needs memory of its own
@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of address space")
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_numpy_finishes_is_finished(name):
    body, arrays = PROGRAMS[name]
    code, wanted, error = run(body, arrays, [])
    assert code == 0, f"the table says that NumPy needs less than it does: {error}"
    code, found, error = run(body, arrays, ["-m", "numen", "run"])
    assert code == 0, error
    numpy.testing.assert_allclose(float(found), float(wanted), rtol=1e-12)


TAKERS = {
    "bytes": "y.tobytes()",
    "a pickle": "pickle.dumps(y, 4)",
    "random numbers": "rng.random(n)",
    "old random numbers": "np.random.normal(size=n)",
    "a function of NumPy's": "np.partition(y, 5)",
    "a method of NumPy's": "y.astype('M8[s]')",
    "a file": "np.load('x.npy')",
    "raw bytes of a file": "np.fromfile('x.npy')",
    "a ufunc of NumPy's": "np.frompyfunc(abs, 1, 1)(y[:5])",
}
RELEASED = """
import pickle
import numpy as np
from numen.native import front

front.set_starting(False)
n = 1 << 23
rng = np.random.default_rng(1)
y = np.ones(n)
np.save("x.npy", y)
x = np.ones((1 << 12, n >> 12))
mean = x.mean(axis=1)
if front.state(mean) == "pending":
    del x
    {take}
    print(front.state(mean))
"""


@pytest.mark.parametrize("name", TAKERS)
def test_what_is_recorded_gives_way_to_memory_of_others(name, tmp_path):
    """NumPy has nothing of `x` left by then."""
    text = RELEASED.format(take=TAKERS[name])
    done = subprocess.run([sys.executable, "-m", "numen", "run", "-c", text], capture_output=True,
                          text=True, timeout=120, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "host\n"), done.stderr


# Work space, which NumPy has none of, or half of the places of a stable order.
WORK = {
    "sort": ("x.sort()", 0),
    "stable sort": ("x.sort(kind='stable')", 0),
    "sort of integers": ("i.sort()", 0),
    "sort of complex numbers": ("c.sort()", 0),
    "a sorted copy": ("np.sort(x)", 1),
    "order": ("np.argsort(x)", 1),
    "stable order": ("np.argsort(x, kind='stable')", 1.75),
    "percentiles": ("np.percentile(x, [5, 50, 95])", 1),
    "median of numbers": ("np.nanmedian(x)", 1),
    "distinct": ("np.unique(i)", 1.1),
}
PEAK = """
import numpy as np
import numen
x = np.random.default_rng(1).random({count}) + 0
i, c = (x * 1e6).astype(int), x[::2] + 1j
x[0], i[0], c[0]
before = numen.memory.statistics()["live_bytes"]
{call}
print(numen.memory.statistics()["peak_bytes"] - before)
"""


@pytest.mark.parametrize("name", WORK)
def test_work_space_is_bounded(name):
    call, arrays = WORK[name]
    count = 20_000_000
    done = subprocess.run([sys.executable, "-m", "numen", "run", "-c",
                           PEAK.format(call=call, count=count)], capture_output=True, text=True,
                          timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) <= 1.05 * arrays * 8 * count + 72 * MB
