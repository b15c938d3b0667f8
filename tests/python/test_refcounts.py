"""No call leaks: blocks and reference counts stay level when each is repeated 2,000 times."""

import copy
import gc
import pickle
import sys
import weakref

import numpy
import pytest

import numen
from numen.native import front
from tests import held

REPEATS = 2000


def calls():
    """{name: function of one array} of everything that a program does often."""
    mask = numpy.arange(12).reshape(3, 4) > 5
    real = numpy.ones((3, 4))
    return {
        "add": lambda a: a + a, "add scalar": lambda a: a + 1.0, "left scalar": lambda a: 2 * a,
        "numpy scalar": lambda a: numpy.float64(2) * a, "real left": lambda a: real + a,
        "in place": lambda a: a.__iadd__(0), "compare": lambda a: a < 2, "negative": lambda a: -a,
        "power": lambda a: a ** 2, "sin": numen.sin, "np.add": lambda a: numen.add(a, a),
        "out": lambda a: numen.add(a, a, out=a * 1), "where=": lambda a: numen.add(
            a, a, out=a * 1, where=mask), "dtype=": lambda a: numen.add(a, a, dtype="f4"),
        "sum": lambda a: a.sum(), "sum axis": lambda a: a.sum(axis=0, keepdims=True),
        "mean": lambda a: a.mean(), "std": lambda a: numen.std(a, axis=1),
        "argmax": lambda a: a.argmax(), "cumsum": lambda a: a.cumsum(axis=0),
        "element": lambda a: a[1, 2], "slice": lambda a: a[1:, ::-1], "newaxis": lambda a: a[None],
        "ellipsis view": lambda a: a[1, 2, ...], "fancy": lambda a: a[[0, 2]],
        "mask": lambda a: a[mask], "mixed": lambda a: a[[0, 1], 1:],
    } | writes_and_layouts(mask)


def writes_and_layouts(mask):
    """The rest of calls()."""
    return {
        "set element": lambda a: a.__setitem__((0, 0), 0.0),
        "set slice": lambda a: a.__setitem__(slice(1, 2), 7.0),
        "set fancy": lambda a: a.__setitem__([0, 2], 7.0),
        "set mask": lambda a: a.__setitem__(mask, 7.0),
        "set overlap": lambda a: a.__setitem__(slice(1, None), a[:-1]),
        "reshape": lambda a: a.reshape(4, 3), "T": lambda a: a.T, "ravel": lambda a: a.ravel(),
        "view dtype": lambda a: a.view("u8"), "real": lambda a: a.real,
        "astype": lambda a: a.astype("f4"), "copy": lambda a: a.copy(), "copy.copy": copy.copy,
        "deepcopy": copy.deepcopy, "pickle": lambda a: pickle.loads(pickle.dumps(a, 4)),
        "pickle 5": lambda a: pickle.loads(pickle.dumps(a, 5)),
        "iterate": list, "tolist": lambda a: a.tolist(), "repr": repr, "float": lambda a: float(
            a[0, 0]), "bool": lambda a: bool(a.any()), "len": len,
        "memoryview": lambda a: memoryview(a).tobytes(), "asarray": numpy.asarray,
        "numpy view": lambda a: numpy.asarray(a)[1:], "flat": lambda a: a.flat[2],
        "ctypes": lambda a: a.ctypes.data, "__class__": lambda a: a.__class__,
        "numpy.add": lambda a: numpy.add(a, a), "numpy.sum": numpy.sum,
        "percentile": lambda a: numen.percentile(a, 50), "sort": lambda a: numen.sort(a),
        "concatenate": lambda a: numen.concatenate([a, a]), "stack": lambda a: numen.stack([a, a]),
        "where": lambda a: numen.where(a > 1, a, 0), "matmul": lambda a: a @ a.T,
        "dot": lambda a: numen.dot(a, a.T), "zeros": lambda a: numen.zeros((3, 4)),
        "array of list": lambda a: numen.array([1.0, 2.0, 3.0]),
        "arange": lambda a: numen.arange(9),
        "zeros_like": lambda a: numen.zeros_like(a), "take": lambda a: a.take([0, 1]),
        "shape=": lambda a: setattr(a, "shape", (3, 4)), "flags": lambda a: a.flags.writeable,
        "setflags": lambda a: a.setflags(write=True), "strides": lambda a: a.strides,
        "base": lambda a: a[1:].base, "dtype": lambda a: a.dtype, "broadcast_to":
        lambda a: numen.broadcast_to(a, (2, 3, 4)), "divmod": lambda a: divmod(a, 2),
        "isinstance": lambda a: isinstance(a, numen.ndarray), "sum out": lambda a: a.sum(
            axis=0, out=numen.zeros(4)), "method errors": lambda a: raises(a.sum, 7),
        "index error": lambda a: raises(a.__getitem__, 9),
        # Of ours: NumPy's own error for operands that do not fit keeps a numpy.ndarray alive.
        "broadcast error": lambda a: raises(a.__add__, numen.ones(7)),
        "cast error": lambda a: raises(numen.add, a, a, numen.zeros((3, 4), "i4")),
        "keyword error": lambda a: raises(lambda: numen.add(a, a, nonsense=1)),
        "reshape error": lambda a: raises(a.reshape, 5), "setattr error":
        lambda a: raises(setattr, a, "nonsense", 1), "reduce": lambda a: numen.add.reduce(a),
        "outer": lambda a: numen.multiply.outer(a[0], a[0]), "at":
        lambda a: numen.add.at(a, (0, 0), 0.0), "resize": lambda a: a.copy().resize(2, 2),
    }


# NumPy serves these and gets other arrays in the place of the caller's, of which one comes back.
OUTPUTS = {
    "cumsum": lambda a, out: numen.cumsum(a, axis=0, dtype="f4", out=out),
    "cumprod": lambda a, out: numen.cumprod(a, axis=0, dtype="f4", out=out),
    "method": lambda a, out: a.cumsum(axis=0, dtype="f4", out=out),
    "accumulate": lambda a, out: numen.add.accumulate(a, dtype="f4", out=out),
    "a tuple": lambda a, out: numen.add.accumulate(a, dtype="f4", out=(out,)),
    "choose": lambda a, out: numen.choose(a.astype(int) % 2, [a, a], out=out),
    "choose in a mode": lambda a, out: numen.choose(a.astype(int), [a, 2], mode="wrap", out=out),
    "take": lambda a, out: numen.take(a, [0, 1, 0], axis=0, mode="wrap", out=out),
    "compress": lambda a, out: numen.compress([1, 1, 1], a, axis=0, out=out),
    "clip": lambda a, out: numen.clip(a, 0, 5, out=out, dtype="f8", casting="unsafe"),
    "round": lambda a, out: numen.round(a, 2, out=out),
    "sum": lambda a, out: numen.sum(a[None], axis=0, dtype="f4", out=out, where=[True]),
    "mean": lambda a, out: numen.mean(a[None], axis=0, dtype="f4", out=out),
    "ufunc": lambda a, out: numen.add(a, a, out, dtype="f4", casting="unsafe"),
    "ufunc of order": lambda a, out: numen.add(a, a, out=out, order="F", subok=False),
    "einsum": lambda a, out: numen.einsum("ij->ij", a, dtype="f4", out=out, casting="unsafe"),
    "concatenate": lambda a, out: numen.concatenate([a], out=out, casting="unsafe"),
    "copyto": lambda a, out: numen.copyto(out, a.astype("f2"), casting="unsafe"),
}


def raises(function, *arguments):
    """Calls something that must fail."""
    try:
        function(*arguments)
    except Exception:
        return
    raise AssertionError("no error")


@pytest.fixture(scope="module", autouse=True)
def own_objects():
    """Collections leave alone what thousands of earlier tests left: a second each."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(params=["managed", "pending", "exposed"])
def state(request):
    old = front.managed_threshold()
    front.set_managed_threshold(1 << 62 if request.param == "exposed" else 0)
    front.force_deferral(request.param == "pending")
    yield request.param
    front.set_managed_threshold(old)
    front.force_deferral(False)


def repeat(name, times):
    """Makes an array and calls `name` with it, so many times."""
    call = calls()[name]
    for _ in range(times):
        call(numen.arange(12.0).reshape(3, 4) * 1)
    gc.collect()


# The sanitizer keeps freed blocks for a while; no address comes back, and the caches that go by
# addresses (Python's of attribute names) fill up.
@pytest.mark.no_sanitizer
@pytest.mark.parametrize("name", calls())
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_repeating_does_not_grow(name, state):
    repeat(name, 200)
    before = held.counts()
    repeat(name, REPEATS)
    buffers, blocks, allocated = (b - a for a, b in zip(before, held.counts()))
    # What a call leaks is at least 16 bytes of a buffer, a block of Python's, or 32 bytes.
    assert buffers < 8 * REPEATS
    assert blocks < REPEATS // 2, f"{blocks} blocks more after {REPEATS} calls"
    assert allocated < 16 * REPEATS, f"{allocated} bytes more after {REPEATS} calls"


@pytest.mark.parametrize("name", calls())
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_repeating_keeps_references(name, state):
    repeat(name, 20)
    tracked = [numpy.float64, numpy.dtype("f8"), front.ndarray, front.managed, None]
    counts = [sys.getrefcount(item) for item in tracked]
    repeat(name, REPEATS // 10)
    for item, old in zip(tracked, counts):
        assert abs(sys.getrefcount(item) - old) < REPEATS // 100, f"references to {item!r}"


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_output_is_freed_with_its_array(name, state):
    freed = 0
    for _ in range(5):
        a, out = numen.full((3, 4), 2.0), numen.zeros((3, 4))
        OUTPUTS[name](a, out)
        references = [weakref.ref(a), weakref.ref(out)]
        del a, out
        freed += sum(reference() is None for reference in references)
    assert freed == 10


def test_results_are_freed_at_once():
    """A million dead temporaries hold no memory."""
    x = numen.ones(100_000)
    start = held.live_bytes()
    for _ in range(300):
        x = x * 1.0 + 0.0
        assert held.live_bytes() - start < 64 << 20


def test_long_chains_die_without_recursion(state):
    x = numen.ones(4)
    for _ in range(30_000):
        x = x + 1
    del x
