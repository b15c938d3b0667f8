"""Threads: many that read, write and export arrays at a time.

What a thread computes is compared with what NumPy computes alone; values are whole numbers, so
that sums do not depend on their order. No test asserts a time or sleeps.
"""

import ctypes
import pickle
import sys
import threading
import warnings
from queue import SimpleQueue

import numpy
import pytest

import numen
from numen.native import front

SIZES = [50, 40_000]
THREADS = 8


@pytest.fixture(autouse=True, params=[False, True], ids=["eager", "pending"])
def stub(request):
    """Managed arrays, with and without pending work; threads take turns as often as they can."""
    old, interval = front.managed_threshold(), sys.getswitchinterval()
    front.set_managed_threshold(0)
    front.force_deferral(request.param)
    sys.setswitchinterval(1e-6)
    yield request.param
    sys.setswitchinterval(interval)
    front.set_managed_threshold(old)
    front.force_deferral(False)


@pytest.fixture
def watched():
    """The registry of living arrays is kept; what must hold between them is checked at the end."""
    front.set_debug(True)
    yield
    front.check_invariants()
    front.set_debug(False)


def in_threads(*functions):
    """Runs functions at the same time; the first exception of any is raised here."""
    errors, barrier = [], threading.Barrier(len(functions))

    def guarded(function):
        try:
            barrier.wait()
            function()
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(function,)) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
        assert not thread.is_alive(), "a thread hangs"
    if errors:
        raise errors[0]


@pytest.mark.parametrize("size", SIZES)
def test_two_threads_look_at_one_pending_array(size):
    for _ in range(20):
        y = numen.arange(float(size)) * 2 + 1
        seen = []
        in_threads(*[lambda: seen.append(float(y[size - 1])) for _ in range(3)])
        assert seen == [2 * size - 1.0] * 3


@pytest.mark.parametrize("size", SIZES)
def test_a_writer_waits_for_readers(size):
    for _ in range(20):
        x = numen.arange(float(size)) + 0
        y = x * 2

        def write():
            for _ in range(5):
                x.__iadd__(1)

        in_threads(write, lambda: y.sum(), lambda: (y + 1).sum())
        assert y.tolist() == (numpy.arange(float(size)) * 2).tolist()
        assert x[0] == 5


@pytest.mark.parametrize("size", SIZES)
def test_exporting_while_others_compute(size):
    for _ in range(20):
        x = numen.arange(float(size)) + 0
        views = [x[i:] for i in range(4)]
        in_threads(lambda: numpy.asarray(views[0]), lambda: [v.sum() for v in views],
                   lambda: [v * 2 for v in views], lambda: memoryview(views[3]))
        assert {front.state(v) for v in views} == {"exposed"}
        assert x.tolist() == numpy.arange(float(size)).tolist()


def test_many_small_arrays_in_many_threads():
    def work():
        total = 0.0
        for step in range(3000):
            a = numen.array([1.0, 2.0, float(step)])
            total += float((a * a).sum())
        assert total == sum(5.0 + step * step for step in range(3000))

    in_threads(*[work] * 4)


def test_large_operations_in_several_threads():
    x = numpy.arange(300_000.0)
    wanted = (x * 2 + 1).sum()

    def work():
        for _ in range(5):
            assert float((front.wrap(x) * 2 + 1).sum()) == wanted

    in_threads(*[work] * 3)




def kinds_of_work(np, seed, size):
    """Something of everything on arrays of its own; returns what can be compared with ==."""
    x = np.arange(float(size)) % 7 + seed
    y = x[::2] * 2 + 1
    x[size // 2:] -= 3
    x[[0, 1]], x[-1] = 5, x[2]
    pairs = x.reshape(-1, 2)
    gram = pairs.T @ pairs
    pairs.T[0, :3] = np.array([1, 2, 3])
    chosen = x[(x > 2) & (x < 6)]
    table = np.where(pairs > 3, pairs, -1).astype(np.int32)
    out = np.empty(size)
    np.add(x, x[::-1], out=out)
    return [y.sum(), x.argmax(), chosen.size, gram.tolist(), table.max(axis=0).tolist(),
            np.sort(x)[-3:].tolist(), str(x[:4]), repr(y[:3]), [float(v) for v in x[:9]],
            np.concatenate([x, y]).cumsum()[-1], out.min(), pickle.loads(pickle.dumps(y)).tolist(),
            np.linalg.norm(np.ones(16)), len(np.unique(x)), float(np.median(y)), (x == x).all()]


@pytest.mark.parametrize("size", SIZES)
def test_eight_threads_on_their_own_arrays(size, watched):
    wanted = [kinds_of_work(numpy, seed, size) for seed in range(THREADS)]
    found = [None] * THREADS

    def work(seed):
        for _ in range(3):
            found[seed] = kinds_of_work(numen, seed, size)

    in_threads(*[lambda seed=seed: work(seed) for seed in range(THREADS)])
    assert found == wanted


def readings(np, x):
    """Looks at one array in all ways that do not write."""
    return [x.sum(), x.max(axis=0).tolist(), x[1, 2], x[-1].tolist(), x.T[2].tolist(),
            x[x > 5].size, x[[0, 2]].tolist(), (x * 2)[0].tolist(), (x + x[0]).sum(),
            np.argmin(x), len(x), [row[0] for row in x][:5], str(x[:2]), x.mean(axis=1).tolist(),
            x.copy().reshape(-1)[4], x.astype(np.int64)[2].tolist(), float(x[0] @ x[1])]


@pytest.mark.parametrize("size", SIZES)
def test_eight_threads_read_one_array(size, watched):
    wanted = readings(numpy, numpy.arange(float(size)).reshape(-1, 5) * 2)
    for _ in range(4):
        x = numen.arange(float(size)).reshape(-1, 5) * 2
        found = [None] * THREADS

        def read(k):
            found[k] = readings(numen, x)

        in_threads(*[lambda k=k: read(k) for k in range(THREADS)])
        assert found == [wanted] * THREADS


@pytest.mark.parametrize("size", [80, 40_000])
@pytest.mark.parametrize("exposed", [False, True])
def test_eight_threads_write_their_parts_of_one_array(size, exposed, watched):
    x = numen.zeros(size) + 0
    if exposed:
        numpy.asarray(x)
    whole = size // THREADS

    def write(k):
        mine = x[k * whole:(k + 1) * whole]
        for step in range(20):
            mine += k
            mine[step % whole] += 1000
            x[k * whole] -= 1
            numen.multiply(mine, 1, out=mine)
            assert mine[1:].sum() == x[k * whole + 1:(k + 1) * whole].sum()

    in_threads(*[lambda k=k: write(k) for k in range(THREADS)])
    part = numpy.zeros(whole)
    numpy.add.at(part, numpy.arange(20) % whole, 1000)
    part[0] -= 20
    assert x.tolist() == numpy.concatenate([part + 20 * k for k in range(THREADS)]).tolist()


def test_small_in_place_additions_are_not_lost(watched):
    x = numen.zeros(10)

    def add():
        for _ in range(500):
            x.__iadd__(1)

    in_threads(*[add] * THREADS)
    assert x.tolist() == [500.0 * THREADS] * 10


def address_of_interface(x):
    return x.__array_interface__["data"][0]


# Each returns where the elements lie.
CONTACTS = {
    "asarray": lambda x: numpy.asarray(x).ctypes.data,
    "buffer": lambda x: ctypes.addressof(ctypes.c_char.from_buffer(memoryview(x).cast("B"))),
    "interface": address_of_interface,
    "ctypes": lambda x: x.ctypes.data,
    "class": lambda x: (x.__class__, x.ctypes.data)[1],
    "numpy's function": lambda x: (numpy.ptp(x), x.ctypes.data)[1],
    "dlpack": lambda x: numpy.from_dlpack(x).ctypes.data,
    "view of it": lambda x: numpy.asarray(x[1:]).ctypes.data - x.itemsize,
}


@pytest.mark.parametrize("size", SIZES)
def test_first_contact_in_eight_threads(size, watched):
    assert len(CONTACTS) == THREADS
    for _ in range(15):
        x = numen.arange(float(size)) * 2
        pending = x + 1
        addresses = []
        in_threads(*[lambda contact=contact: addresses.append(contact(x))
                     for contact in CONTACTS.values()])
        assert len(addresses) == THREADS and len(set(addresses)) == 1
        assert front.state(x) == "exposed"
        numpy.asarray(x)[0] = -7
        assert x[0] == -7 and pending[0] == 1 and x[1:].sum() == size * (size - 1)


def test_arrays_travel_between_threads(watched):
    """Made in one thread, freed in the next: free lists and caches belong to all of them."""
    queues = [SimpleQueue() for _ in range(THREADS)]

    def station(k):
        for step in range(100):
            if k == 0:
                array = numen.arange(float(1 + step % 40)) + step
            else:
                array = queues[k - 1].get(timeout=60) + 1
            queues[k].put(array[:])
            del array

    in_threads(*[lambda k=k: station(k) for k in range(THREADS)])
    for step in range(100):
        wanted = (numpy.arange(float(1 + step % 40)) + step + THREADS - 1).tolist()
        assert queues[-1].get_nowait().tolist() == wanted


def test_random_numbers_in_eight_threads():
    def draw(np, seed):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=300)
        rng.shuffle(x)
        return [x.tolist(), rng.integers(0, 9, 5).tolist(), rng.random(), rng.permutation(4).max()]

    wanted, found = [draw(numpy, seed) for seed in range(THREADS)], [None] * THREADS

    def own(seed):
        found[seed] = draw(numen, seed)

    in_threads(*[lambda seed=seed: own(seed) for seed in range(THREADS)])
    assert found == wanted


@pytest.mark.parametrize("generator", ["one Generator", "the global one"])
def test_threads_share_a_generator(generator):
    """Each number of the stream is drawn by one thread, none twice and none lost."""
    if generator == "one Generator":
        draw, again = numen.random.default_rng(5).random, numpy.random.default_rng(5).random
    else:
        draw, again = numen.random.random, numpy.random.random
        numen.random.seed(5)
    drawn = []
    in_threads(*[lambda: [drawn.append(draw()) for _ in range(200)]] * THREADS)
    numpy.random.seed(5)
    assert sorted(drawn) == sorted(again() for _ in range(200 * THREADS))


def error_states(np):
    """What each of eight threads finds, sets and gets, by its number."""
    found = [None] * THREADS
    modes = ["ignore", "warn", "raise", "call", "print", "log", "raise", "ignore"]
    called = [[] for _ in range(THREADS)]

    def work(k):
        before = np.geterr()["divide"]
        with np.errstate(divide=modes[k], call=lambda text, flag: called[k].append((text, flag))):
            if modes[k] in ("warn", "print", "log"):
                outcome = np.geterr()["divide"]
            else:
                outcome = []
                for size in (3, 30_000):
                    try:
                        outcome.append((np.ones(size) / np.zeros(size))[1])
                    except FloatingPointError as error:
                        outcome.append(str(error))
        found[k] = before, outcome, np.geterr()["divide"]

    with np.errstate(divide="raise"):  # of this thread, not of those it starts
        in_threads(*[lambda k=k: work(k) for k in range(THREADS)])
    return found, called


def test_error_states_of_eight_threads():
    assert error_states(numen) == error_states(numpy)


def test_warnings_of_eight_threads():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")

        def work():
            for size in (5, 20_000):
                numen.log(numen.zeros(size))[0]
                (numen.array([numen.inf]) * 0)[0]

        in_threads(*[work] * THREADS)
    texts = sorted(str(item.message) for item in caught)
    assert texts == (["divide by zero encountered in log"] * 2 * THREADS
                     + ["invalid value encountered in multiply"] * 2 * THREADS)
    assert {item.filename for item in caught} == {__file__}


def test_errors_of_eight_threads():
    texts = [None] * THREADS

    def work(k):
        for _ in range(20):
            with pytest.raises(ValueError) as error:
                numen.ones(k + 2) + numen.ones(k + 20)
            texts[k] = str(error.value)

    in_threads(*[lambda k=k: work(k) for k in range(THREADS)])
    assert texts == [f"operands could not be broadcast together with shapes ({k + 2},) ({k + 20},) "
                     for k in range(THREADS)]
