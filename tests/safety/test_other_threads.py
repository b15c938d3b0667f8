"""While long work runs other threads run: no function keeps Python's lock for it.

The interpreter is told not to make threads take turns, so that another thread runs only while a
call has released the lock. It counts, and gives the lock back after each count.
"""

import io
import sys
import threading
import time

import pytest

import numen as np
from numen.native import front

SIZE = 3_000_000


class Counter:
    """A thread that counts as long as it is let, and notes how far this thread has come then."""

    def __init__(self):
        self.count = 0
        self.marks = []  # nanoseconds of this thread's processor
        self.clock = time.pthread_getcpuclockid(threading.get_ident())
        self.stopped = False
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self):
        while not self.stopped:
            self.count += 1
            self.marks.append(time.clock_gettime_ns(self.clock))
            time.sleep(1e-6)


@pytest.fixture(autouse=True)
def alone():
    """One thread, so that the counting one gets a processor."""
    front.set_threads(1)


@pytest.fixture(scope="module")
def counter():
    counter, interval = Counter(), sys.getswitchinterval()
    counter.thread.start()
    sys.setswitchinterval(1000)
    yield counter
    sys.setswitchinterval(interval)
    counter.stopped = True
    counter.thread.join()


@pytest.fixture(scope="module")
def given():
    x = np.arange(float(SIZE)) % 1000.0
    y = np.arange(float(SIZE))[::-1] % 999.0
    m = (np.arange(1000.0 * 900).reshape(1000, 900) % 77.0)
    i = np.arange(SIZE)[::-1].copy()
    mask = np.arange(SIZE) % 3 == 0
    np.evaluate(x, y, m, i, mask)
    return x, y, m, i, mask


def written(array):
    """The array after a write, of which nothing is remembered."""
    array[0] += 1.0
    return array


CALLS = {
    "add": lambda x, y, m, i, mask: (x + y)[0],
    "add in place": lambda x, y, m, i, mask: np.add(x[:SIZE // 2], 1.0, out=y[:SIZE // 2]),
    "sin": lambda x, y, m, i, mask: np.sin(x)[0],
    "divmod": lambda x, y, m, i, mask: np.divmod(x, 3.0),
    "sum": lambda x, y, m, i, mask: np.sum(written(y)),
    "sum of columns": lambda x, y, m, i, mask: np.sum(m, axis=0)[0],
    "min": lambda x, y, m, i, mask: written(y).min(),
    "std": lambda x, y, m, i, mask: np.std(written(y)),
    "argmax": lambda x, y, m, i, mask: np.argmax(x),
    "any": lambda x, y, m, i, mask: np.any(x[::2] > 1e9),
    "sum where": lambda x, y, m, i, mask: np.sum(x, where=mask),
    "sum of integers": lambda x, y, m, i, mask: i.sum(),
    "cumsum": lambda x, y, m, i, mask: np.cumsum(x),
    "cumsum axis": lambda x, y, m, i, mask: np.cumsum(m, axis=0),
    "cumprod": lambda x, y, m, i, mask: np.cumprod(x),
    "accumulate": lambda x, y, m, i, mask: np.maximum.accumulate(x),
    "reduce": lambda x, y, m, i, mask: np.bitwise_xor.reduce(i),
    "reduceat": lambda x, y, m, i, mask: np.add.reduceat(x, np.arange(0, SIZE, 10)),
    "at": lambda x, y, m, i, mask: np.add.at(y, i, 1.0),
    "get positions": lambda x, y, m, i, mask: x[i],
    "get pairs": lambda x, y, m, i, mask: m[i % 1000, i % 900],
    "get rows": lambda x, y, m, i, mask: m[i[:1000] % 1000],
    "get mask": lambda x, y, m, i, mask: x[mask],
    "set positions": lambda x, y, m, i, mask: y.__setitem__(i, x),
    "set pairs": lambda x, y, m, i, mask: m.copy().__setitem__((i % 1000, i % 900), 1.0),
    "set mask": lambda x, y, m, i, mask: y.__setitem__(mask, 1.0),
    "set mask values": lambda x, y, m, i, mask: y.__setitem__(mask, x[mask]),
    "set slice": lambda x, y, m, i, mask: y.__setitem__(slice(None), x),
    "set reversed": lambda x, y, m, i, mask: y.__setitem__(slice(None), x[::-1]),
    "fill": lambda x, y, m, i, mask: y.fill(2.0),
    "take": lambda x, y, m, i, mask: x.take(i),
    "take clip": lambda x, y, m, i, mask: x.take(i, mode="clip"),
    "take axis": lambda x, y, m, i, mask: m.take(i[:3000] % 900, axis=1),
    "compress": lambda x, y, m, i, mask: x.compress(mask),
    "put": lambda x, y, m, i, mask: y.put(i, x),
    "putmask": lambda x, y, m, i, mask: np.putmask(y, mask, x),
    "place": lambda x, y, m, i, mask: np.place(y, mask, [1.0, 2.0]),
    "copyto": lambda x, y, m, i, mask: np.copyto(y, x, where=mask),
    "choose": lambda x, y, m, i, mask: np.choose(mask, [x, y]),
    "repeat": lambda x, y, m, i, mask: x.repeat(2),
    "tile": lambda x, y, m, i, mask: np.tile(x, 2),
    "roll": lambda x, y, m, i, mask: np.roll(x, 5),
    "concatenate": lambda x, y, m, i, mask: np.concatenate([x, y]),
    "stack": lambda x, y, m, i, mask: np.stack([x, y]),
    "where": lambda x, y, m, i, mask: np.where(mask, x, y)[0],
    "nonzero": lambda x, y, m, i, mask: np.nonzero(mask),
    "copy": lambda x, y, m, i, mask: x.copy(),
    "transposed copy": lambda x, y, m, i, mask: m.T.copy(),
    "astype": lambda x, y, m, i, mask: x.astype("f4")[0],
    "flatten": lambda x, y, m, i, mask: m.T.flatten(),
    "array": lambda x, y, m, i, mask: np.array(x),
    "full": lambda x, y, m, i, mask: np.full(SIZE, 3.0),
    "arange": lambda x, y, m, i, mask: np.arange(float(SIZE)),
    "clip": lambda x, y, m, i, mask: np.clip(x, 1.0, 5.0),
    "sort": lambda x, y, m, i, mask: np.sort(y),
    "sort in place": lambda x, y, m, i, mask: x.copy().sort(),
    "argsort": lambda x, y, m, i, mask: np.argsort(y),
    "searchsorted": lambda x, y, m, i, mask: np.searchsorted(x[:1000], y),
    "bincount": lambda x, y, m, i, mask: np.bincount(i),
    "unique": lambda x, y, m, i, mask: np.unique(y),
    "fft": lambda x, y, m, i, mask: np.fft.fft(m),
    "rfft": lambda x, y, m, i, mask: np.fft.rfft(m, axis=0),
    "dot": lambda x, y, m, i, mask: np.dot(x, y),
    "matmul": lambda x, y, m, i, mask: m.T @ m,
    "einsum": lambda x, y, m, i, mask: np.einsum("ij->j", m),
    "norm": lambda x, y, m, i, mask: np.linalg.norm(x),
    "svd": lambda x, y, m, i, mask: np.linalg.svd(m[:100, :100]),
    "solve": lambda x, y, m, i, mask: np.linalg.inv(m[:300, :300] + np.eye(300)),
    "interp": lambda x, y, m, i, mask: np.interp(x, [0.0, 1000.0], [1.0, 2.0]),
    "histogram": lambda x, y, m, i, mask: np.histogram(x, bins=10),
    "correlate": lambda x, y, m, i, mask: np.correlate(x, [1.0, 2.0, 3.0]),
    "triu": lambda x, y, m, i, mask: np.triu(m),
    "diff": lambda x, y, m, i, mask: np.diff(x)[0],
    "evaluation": lambda x, y, m, i, mask: np.evaluate(x * 2.0 + y),
}


@pytest.mark.parametrize("name", CALLS)
def test_other_threads_run_meanwhile(counter, given, name):
    # Twenty short calls may be over before a busy system has given the other thread its turn.
    total, calls, end = 0, 0, time.monotonic() + 1
    while total < 3 and (calls < 20 or time.monotonic() < end):
        calls += 1
        before = counter.count
        CALLS[name](*given)
        total += counter.count - before
    assert total >= 3, "no other thread ran"


TEXT = "1.5 2.25 3.125\n" * 100_000
TEXTS = {
    # Of few rows, whose own work is short.
    "loadtxt": lambda: np.loadtxt(io.StringIO(TEXT), skiprows=99_990),
    "fromstring": lambda: np.fromstring(TEXT, sep=" "),
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_is_read_without_the_lock(counter, name):
    unlocked = front.times_unlocked()
    TEXTS[name]()
    assert front.times_unlocked() > unlocked


def test_short_work_keeps_the_lock(counter):
    x = np.arange(100.0)
    before = counter.count
    for _ in range(100):
        x.sum(), x.copy(), np.sort(x), np.cumsum(x), x[x > 3], np.concatenate([x, x])
    assert counter.count == before
