"""Products of matrices: results beside NumPy's, and how many threads and which loops take them.

A computed sum of k products is within k u sum |a| |b| of the exact one (Higham, Accuracy and
Stability of Numerical Algorithms, section 3.1), complex ones within sqrt(8) times that; so ours and
NumPy's are within twice as much of each other. Integer results are equal.
"""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy
import pytest

import numen
from numen.native import front
from tests.instruction_sets import AVAILABLE

rng = numpy.random.default_rng(61)
TYPES = ("f8", "f4", "c16", "c8", "f2", "i8", "i4", "i1", "u1", "?")
PAIRS = [(dtype, dtype) for dtype in TYPES] + [
    ("f4", "f8"), ("i4", "f4"), ("c8", "f8"), ("f4", "c16"), ("?", "i8"), ("u1", "i1")]
# Below and above what our own loops take, what one thread takes, and edges.
SHAPES = [(1, 1, 1), (3, 5, 2), (17, 16, 33), (40, 40, 40), (150, 170, 130), (1, 900, 800),
          (800, 900, 1), (300, 2, 300), (2, 5000, 3), (4, 0, 3), (0, 4, 3), (5, 3, 0)]
LAYOUTS = {
    "rows": lambda x: x,
    "columns": numpy.asfortranarray,
    "backwards": lambda x: x[::-1, ::-1].copy()[::-1, ::-1],
    "spread": lambda x: numpy.repeat(numpy.repeat(x, 2, 0), 3, 1)[::2, ::3],
    "inside": lambda x: numpy.pad(x, ((1, 2), (3, 1)))[1:1 + x.shape[0], 3:3 + x.shape[1]],
    "repeated": lambda x: numpy.broadcast_to(x[:1], x.shape),
}


def sample(*shape, dtype="f8"):
    values = rng.normal(size=shape) * 4
    if numpy.dtype(dtype).kind == "c":
        values = values + 1j * rng.normal(size=shape)
    return values.astype(dtype)


def agree(found, wanted, k, magnitudes):
    """Whether results of sums of k products agree; `magnitudes` are those of the sums of |a| |b|.
    """
    assert (found.dtype, found.shape) == (wanted.dtype, wanted.shape)
    if wanted.dtype.kind in "iub":
        return numpy.array_equal(found, wanted)
    u = float(numpy.finfo(wanted.dtype).eps) / 2
    factor = 8**0.5 if wanted.dtype.kind == "c" else 1
    wide = numpy.complex128 if wanted.dtype.kind == "c" else numpy.float64
    difference = abs(numpy.asarray(found).astype(wide) - wanted.astype(wide))
    return bool((difference <= 2 * max(k, 1) * u * factor * magnitudes + 2e-45).all())


def sizes(x):
    """Magnitudes in float64, which no sum of them leaves."""
    return abs(x.astype("c16" if x.dtype.kind == "c" else "f8"))


@pytest.mark.parametrize("types", PAIRS, ids="-".join)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_matrices(types, shape):
    m, k, n = shape
    a, b = sample(m, k, dtype=types[0]), sample(k, n, dtype=types[1])
    magnitudes = sizes(a) @ sizes(b)
    ours = numen.array(a), numen.array(b)
    wanted = a @ b
    for found in (ours[0] @ ours[1], numen.dot(*ours), numen.matmul(*ours), ours[0].dot(ours[1]),
                  numen.einsum("ij,jk", *ours), numen.tensordot(*ours, axes=1),
                  numen.linalg.multi_dot(list(ours)), numen.inner(ours[0], ours[1].T)):
        assert agree(found, wanted, k, magnitudes)


@pytest.mark.parametrize("layouts", [(a, b) for a in LAYOUTS for b in LAYOUTS
                                     if "rows" in (a, b) or a == b], ids="-".join)
@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "i4"])
def test_layouts(layouts, dtype):
    for m, k, n in ((3, 4, 5), (33, 40, 29), (140, 130, 150), (1, 800, 900), (700, 900, 1)):
        a = LAYOUTS[layouts[0]](sample(m, k, dtype=dtype))
        b = LAYOUTS[layouts[1]](sample(k, n, dtype=dtype))
        magnitudes = sizes(a) @ sizes(b)
        # Of our own memory, so that the product meets these steps.
        ours = [front.wrap(numpy.require(x, requirements="A")) for x in (a, b)]
        assert [x.strides for x in ours] == [x.strides for x in (a, b)]
        assert agree(ours[0] @ ours[1], a @ b, k, magnitudes)
        out = numen.zeros((n, m), (a @ b).dtype).T
        assert numen.matmul(*ours, out=out) is out
        assert agree(out, a @ b, k, magnitudes)


@pytest.mark.parametrize("dtype", TYPES)
def test_tensors(dtype):
    a, b = sample(4, 6, 30, dtype=dtype), sample(30, 6, 7, dtype=dtype)
    ours = numen.array(a), numen.array(b)
    for axes, subscripts, k in (([(1, 2), (1, 0)], "ijk,kjl->il", 180), (1, "ijk,klm->ijlm", 30)):
        wanted = numpy.tensordot(a, b, axes)
        magnitudes = numpy.tensordot(sizes(a), sizes(b), axes)
        assert agree(numen.tensordot(*ours, axes), wanted, k, magnitudes)
        assert agree(numen.einsum(subscripts, *ours), wanted, k, magnitudes)
    small = sample(3, 5, dtype=dtype)
    found = numen.kron(ours[0], numen.array(small))
    # Nothing is added up: a rounding each, of complex ones three.
    assert agree(found, numpy.kron(a, small), 1, numpy.kron(sizes(a), sizes(small)))
    stack = sample(9, 6, 30, dtype=dtype)
    wanted = numpy.einsum("nij,nkj->nik", stack, stack)
    magnitudes = numpy.einsum("nij,nkj->nik", sizes(stack), sizes(stack))
    stack = numen.array(stack)
    assert agree(stack @ stack.mT, wanted, 30, magnitudes)
    assert agree(numen.einsum("nij,nkj->nik", stack, stack), wanted, 30, magnitudes)


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16"])
@pytest.mark.parametrize("value", [numpy.nan, numpy.inf])
def test_what_is_not_finite_stays_in_its_row_and_column(dtype, value):
    for n in (5, 40, 160):
        a, b = sample(n, n, dtype=dtype), sample(n, n, dtype=dtype)
        a[2, 3], b[4, 1] = value, value
        with numpy.errstate(invalid="ignore"):
            found, wanted = numpy.asarray(numen.array(a) @ numen.array(b)), a @ b
        rest = numpy.ones((n, n), bool)
        rest[2] = rest[:, 1] = False
        assert numpy.isfinite(found[rest]).all() and not numpy.isfinite(found[~rest]).any()
        assert numpy.isfinite(wanted[rest]).all()


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "c8"])
def test_a_matrix_by_its_own_transpose_is_symmetric_to_the_bit(dtype):
    for m, k in ((3, 5), (40, 40), (150, 400), (600, 60)):
        x = numen.array(sample(m, k, dtype=dtype))
        for found in (x @ x.T, numen.dot(x, x.T), numen.einsum("ij,kj->ik", x, x)):
            assert numpy.array_equal(found, numpy.asarray(found).T)


@pytest.fixture
def threads():
    before = front.info()["threads"]
    yield front.set_threads
    front.set_threads(before)


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "i4", "f2"])
def test_bits_do_not_depend_on_threads_in_stacks(dtype, threads):
    for n in (2, 4, 7, 16, 30):
        a = numen.array(sample(3000 if n < 10 else 200, n, n, dtype=dtype))
        found = []
        for number in (1, 2, 3):
            threads(number)
            found.append(numpy.asarray(a @ a).tobytes())
        assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "i1"])
@pytest.mark.parametrize("sizes", [(2, 2, 2), (3, 3, 3), (4, 4, 4), (5, 2, 3), (8, 8, 8)], ids=str)
def test_stacks_beyond_the_caches_have_the_bits_of_their_parts(dtype, sizes):
    m, k, n = sizes
    count = (6 << 20) // ((m * k + k * n + m * n) * numpy.dtype(dtype).itemsize) + 1
    a, b = (numpy.resize(sample(1003, *shape, dtype=dtype), (count, *shape))
            for shape in ((m, k), (k, n)))
    found = numpy.asarray(numen.array(a) @ numen.array(b))
    part = numen.array(a[:1003]) @ numen.array(b[:1003])
    singly = numpy.stack([numen.array(x) @ numen.array(y) for x, y in zip(a[:50], b[:50])])
    assert found.tobytes() == numpy.resize(numpy.asarray(part), found.shape).tobytes()
    assert agree(singly, found[:50], k, abs(a[:50]) @ abs(b[:50]))
    one = numpy.asarray(numen.array(a)[1:, ::-1] @ numen.array(b)[0])
    assert numpy.allclose(one, a[1:, ::-1] @ b[0], rtol=1e-4, atol=1e-4)


# Runs each text many times and tells how often a thread of the pool went to sleep meanwhile, which
# it does after each job that it was woken for: 0 is one thread.
WATCHER = """
    import glob, json, os, re, sys, time
    import numen as np
    from numen.native import front

    def sleeps():
        texts = [open(path).read() for path in glob.glob("/proc/self/task/*/status")
                 if path.split("/")[4] != str(os.getpid())]
        return sum(int(re.search(r"^voluntary_ctxt_switches:.(\\d+)", text, re.M)[1])
                   for text in texts)

    front.set_threads(2)
    rng = np.random.default_rng(5)
    found = []
    for text, names in json.loads(sys.argv[1]):
        given = {name: rng.normal(size=shape) for name, shape in names.items()}
        code = compile(text, "<product>", "eval")
        eval(code, {"np": np, **given})  # the first opens BLAS, which begins with a thread
        woken = 0
        for _ in range(int(sys.argv[2])):
            time.sleep(0.05)  # whoever worked before sleeps
            before = sleeps()
            for _ in range(5):
                eval(code, {"np": np, **given})
            time.sleep(0.05)
            woken += sleeps() > before
        found.append(woken)
    blas = any("/scipy_openblas64/" in line or "/native/libscipy_openblas64_" in line
               for line in open("/proc/self/maps"))
    print(json.dumps([found, blas]))
"""


def watched(cases, times):
    """([how many times of so many other threads worked, for each text], whether BLAS was opened)"""
    process = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(WATCHER),
         json.dumps(cases), str(times)],
        capture_output=True, text=True, check=True, timeout=300,
        env={**os.environ, "PYTHONPATH": str(Path(numen.__file__).absolute().parents[1])})
    return json.loads(process.stdout)


SMALL = [
    ["a @ b", {"a": [64, 64], "b": [64, 64]}],
    ["a @ b", {"a": [100, 100], "b": [100, 100]}],
    ["np.dot(a, b)", {"a": [300, 300], "b": [300]}],
    ["np.einsum('ij,jk', a, b)", {"a": [50, 80], "b": [80, 60]}],
    ["np.tensordot(a, b)", {"a": [10, 12, 14], "b": [12, 14, 9]}],
    ["np.kron(a, b)", {"a": [10, 10], "b": [8, 8]}],
    ["a @ b", {"a": [500, 4, 4], "b": [500, 4, 4]}],
]
LARGE = [
    ["a @ b", {"a": [600, 600], "b": [600, 600]}],
    ["np.dot(a, b)", {"a": [3000, 3000], "b": [3000]}],
    ["np.einsum('ij,jk', a, b)", {"a": [600, 500], "b": [500, 600]}],
    ["np.tensordot(a, b)", {"a": [400, 30, 30], "b": [30, 30, 400]}],
    ["np.kron(a, b).sum()", {"a": [100, 100], "b": [40, 40]}],
    ["a @ b", {"a": [50000, 4, 4], "b": [50000, 4, 4]}],
]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="reads Linux's account of threads")


@LINUX
@pytest.mark.no_sanitizer  # whose threads are its own
def test_small_products_wake_no_thread_and_large_ones_do():
    small, _ = watched(SMALL, 8)
    assert small == [0] * len(SMALL), list(zip(SMALL, small))
    large, _ = watched(LARGE, 8)
    # A thread may come too late for a job, on a machine that is busy, but not for nearly all.
    assert all(woken >= 3 for woken in large), list(zip(LARGE, large))


@LINUX
@pytest.mark.no_sanitizer
def test_stacks_of_small_matrices_are_multiplied_without_blas():
    stacks = [["a @ b", {"a": [99, n, n], "b": [99, n, n]}] for n in (2, 3, 4, 8, 16, 64)]
    einsums = [["np.einsum('nij,njk->nik', a, b)", {"a": [900, 5, 3], "b": [900, 3, 4]}]]
    assert watched([*stacks, *einsums], 1)[1] is False
    assert watched([["a @ b", {"a": [300, 300], "b": [300, 300]}]], 1)[1] is True


@pytest.mark.parametrize("instruction_set", AVAILABLE)
def test_products_of_all_sizes_around_the_registers(instruction_set):
    done = subprocess.run([sys.executable, "-m", "tests.linalg.products_of_all_sizes"],
                          capture_output=True, text=True, check=False,
                          env={**os.environ, "NUMEN_CPU": instruction_set})
    assert done.stdout.strip() == "[]", done.stdout[:1000] + done.stderr


@pytest.mark.parametrize("instruction_set", AVAILABLE)
def test_errors_of_dots_of_all_lengths(instruction_set):
    """Sums of blocks' sums: a million products lose two or three bits, and not seven."""
    done = subprocess.run([sys.executable, "-m", "tests.linalg.dots_of_all_lengths"],
                          capture_output=True, text=True, check=False,
                          env={**os.environ, "NUMEN_CPU": instruction_set})
    assert done.returncode == 0, done.stderr
    assert max(json.loads(done.stdout).values()) <= 4, done.stdout


@pytest.mark.parametrize("shapes", [
    [(2, 2)] * 3, [(2, 3), (3, 2), (2, 3)], [(1, 4), (4, 1), (1, 4)], [(2, 2)] * 4, [(2, 2)] * 5,
    [(2,), (2, 2), (2,)]], ids=str)
def test_the_order_of_chains(shapes):
    """Narrow integers overflow in some orders alone, and rounding shows the others."""
    for floats in range(2 ** len(shapes)):
        factors = [numpy.full(shape, 100, "i1") if not floats >> i & 1 else
                   rng.normal(size=shape) for i, shape in enumerate(shapes)]
        wanted = numpy.linalg.multi_dot(factors)
        found = numen.linalg.multi_dot([numen.array(x) for x in factors])
        assert numpy.allclose(found, wanted, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("dtype", ["c8", "c16"])
@pytest.mark.parametrize("instruction_set", AVAILABLE)
def test_a_complex_vector_times_its_conjugate_is_a_real_number(instruction_set, dtype):
    """As by NumPy's BLAS: products that differ in their sign alone meet in the sum."""
    done = subprocess.run([sys.executable, "-c", CONJUGATES, dtype], capture_output=True, text=True,
                          env={**os.environ, "NUMEN_CPU": instruction_set})
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


CONJUGATES = """
import sys
import numpy
import numen as np

random = numpy.random.default_rng(5)
for n in (*range(1, 20), 31, 33, 64, 100, 1000, 5000, 20_000, 100_000):
    given = (random.standard_normal(n) + 1j * random.standard_normal(n)).astype(sys.argv[1])
    c, apart, rows = np.array(given), np.repeat(np.array(given), 2)[::2], np.array([given] * 5)
    found = {
        "vdot": np.vdot(c, c), "of a copy": np.vdot(c, c.copy()), "apart": np.vdot(apart, apart),
        "dot": np.dot(c.conj(), c), "other way": np.dot(c, c.conj()), "@": c.conj() @ c,
        "backwards": np.vdot(c[::-1], c[::-1]), "inner": np.inner(c.conj(), c),
        "correlate": np.correlate(c, c)[0], "first": np.correlate(c, c[:3])[0] if n > 3 else 0,
        "einsum": np.einsum("i,i", c.conj(), c), "vecdot": np.vecdot(c, c),
        "stack": np.vecdot(rows, rows), "matrix": rows.conj() @ c, "vector": c.conj() @ rows.T,
        "tensordot": np.tensordot(c.conj(), c, 1), "linalg": np.linalg.vecdot(c, c),
        "diagonal": (rows @ rows.conj().T).diagonal() if n < 20 else 0,
    }
    for name, value in found.items():
        if np.any(np.imag(value) != 0):
            print(f"{name},{n}")
"""


def bits_of_products():
    """Products that threads which have just worked share, and some beside them: their bytes."""
    source, found = numpy.random.default_rng(5), {}

    def made(*shape, dtype):
        parts = source.normal(size=(2, *shape))
        return numen.array((parts[0] + 1j * parts[1] if dtype[0] == "c" else parts[0])
                           .astype(dtype))

    for dtype in ("f4", "f8", "c8", "c16"):
        for rows, columns in ((200, 200), (517, 130), (1000, 10), (2000, 30), (30, 2000),
                              (70, 4097)):
            a = made(rows, columns, dtype=dtype)
            x, y = made(columns, dtype=dtype), made(rows, dtype=dtype)
            found |= {(dtype, rows, columns, "A x"): a @ x, (dtype, rows, columns, "y A"): y @ a,
                      (dtype, rows, columns, "A' y"): a.T @ y}
        for length in (10_001, 33_000, 120_000):
            a, b = made(2 * length, dtype=dtype), made(2 * length, dtype=dtype)
            found |= {(dtype, length, "dot"): numen.dot(a, b),
                      (dtype, length, "vdot"): numen.vdot(a, b),
                      (dtype, length, "apart"): numen.dot(a[::2], b[::2]),
                      (dtype, length, "norm"): numen.linalg.norm(a[::2])}
        for side in (64, 90, 130) if dtype[0] == "c" else (130, 150):
            a = made(side, side, dtype=dtype)
            found[dtype, side, "A A"] = a @ a
    return {key: numpy.asarray(value).tobytes() for key, value in found.items()}


def test_the_number_of_threads_changes_no_bit():
    before, results = front.info()["threads"], []
    try:
        for threads in (1, 2, 3):
            front.set_threads(threads)
            results += [bits_of_products() for _ in range(3)]  # the first jobs wake the others
    finally:
        front.set_threads(before)
    for found in results[1:]:
        assert [key for key in found if found[key] != results[0][key]] == []
