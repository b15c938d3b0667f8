"""Processes: fork under way, pools by fork and spawn that get and return arrays, and interrupts."""

import concurrent.futures
import gc
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time

import numpy
import pytest

import numen
from numen.native import front

from .test_examples import environment
from .test_threads import in_threads, stub  # noqa: F401  (a fixture)

METHODS = ["fork", "spawn"]


def fork_beside_threads(work, is_right, times, seconds):
    """Forks in a thread while three others do `work` again and again; a child exits by is_right().

    seconds: after which a child that hangs is ended.
    """
    stop = threading.Event()

    def working():
        while not stop.is_set():
            work()

    def fork():
        try:
            for _ in range(times):
                child = os.fork()
                if child == 0:
                    signal.alarm(seconds)
                    os._exit(0 if is_right() else 1)
                assert os.waitpid(child, 0)[1] == 0
        finally:
            stop.set()

    in_threads(fork, *[working] * 3)


@pytest.mark.parametrize("size", [50, 300_000])
def test_fork_while_other_threads_compute(size):
    """The child has one thread and may find no lock taken by the others."""
    x = numen.arange(float(size)) + 0

    def compute():
        (x * 2 + 1).sum()
        numen.empty(200) + x[:200 if size > 200 else 50].sum()

    wanted = float(size * (size - 1) + size)
    fork_beside_threads(compute, lambda: float((x * 2 + 1).sum()) == wanted, 10, 200)


def test_fork_while_other_threads_transform():
    """Each length has a plan, which is looked up among the recent ones."""
    lines = [numen.ones((300, n)) for n in range(300, 420)]
    numen.fft.rfft(lines[0])  # a child may not inherit a first call that is half done

    def transform():
        for x in lines:
            numen.fft.rfft(x)

    fork_beside_threads(transform, lambda: numen.fft.rfft(lines[0][0])[0] == 300, 60, 100)


def test_fork_while_results_take_the_place_of_inputs():
    """A child computes what another thread was computing: its inputs are not lost."""
    size = 4 << 20
    pending = [numen.ones(size) * 2 + 1]

    def compute():
        pending[0] = x = numen.ones(size) * 2 + 1
        x[0]

    fork_beside_threads(compute, lambda: bool((pending[0] == 3).all()), 40, 200)


# What pools call must be found by name in the child.

def described(x):
    """What an array is on the other side."""
    return type(x).__module__, x.dtype.str, x.shape, x.flags.writeable, x.tolist()


def transformed(x):
    y = x * 2 + 1
    y[..., 0] = -1
    return y, y.T, float(x.sum()), x.sum(axis=0)


def drawn(seed):
    rng = numen.random.default_rng(seed)
    return rng.normal(size=(20, 30)), rng


def refused(x):
    return x + numen.ones(len(x) + 1)


def divided(size):
    with numen.errstate(divide="raise"):
        return numen.ones(size) / numen.zeros(size)


def arrays():
    whole = numen.arange(60_000.0).reshape(3, -1)
    exposed = numen.arange(40_000) * 2
    numpy.asarray(exposed)
    return [numen.arange(5.0), whole, whole[:, ::-7], exposed, exposed[5:9], whole.T,
            numen.zeros((0, 3), "f4"), numen.array([True, False]), numen.ones((2, 2)) * 1j,
            numen.array(3.5), numpy.arange(4), numpy.array(["a", "bc"])]


@pytest.fixture(params=METHODS)
def pool(request):
    (numen.arange(300_000.0) + 1).sum()  # a forked child starts from a process with workers
    with multiprocessing.get_context(request.param).Pool(2) as made:
        yield made


def test_pool_gets_and_returns_arrays(pool):
    for x, seen in zip(arrays(), pool.map(described, arrays())):
        assert seen == ("numpy", x.dtype.str, x.shape, True, x.tolist())
    numbers = arrays()[:6]
    for x, (y, turned, total, columns) in zip(numbers, pool.imap(transformed, numbers)):
        wanted = numpy.array(x.tolist()) * 2 + 1
        wanted[..., 0] = -1
        assert y.tolist() == wanted.tolist() and turned.tolist() == wanted.T.tolist()
        assert total == numpy.sum(x.tolist())
        assert columns.tolist() == numpy.sum(x.tolist(), axis=0).tolist()


def test_pool_calls_numens_functions(pool):
    x = numen.arange(12.0).reshape(3, 4)
    for function in (numen.sum, numen.add, numen.median, numen.linalg.norm, numen.flip):
        arguments = (x, x) if function is numen.add else (x,)
        given = pool.apply(function, arguments)
        assert numpy.array_equal(given, function(*arguments))
    assert pool.apply(numen.add.reduce, (x,)).tolist() == x.sum(axis=0).tolist()


def test_pool_returns_generators_where_they_stand(pool):
    for seed, (values, rng) in zip(range(4), pool.map(drawn, range(4))):
        wanted = numpy.random.default_rng(seed)
        assert values.tolist() == wanted.normal(size=(20, 30)).tolist()
        assert rng.random() == wanted.random()


def test_pool_returns_errors(pool):
    with pytest.raises(ValueError, match=r"shapes \(3,\) \(4,\)"):
        pool.apply(refused, (numen.ones(3),))
    with pytest.raises(FloatingPointError, match="divide by zero encountered in divide"):
        pool.apply(divided, (3,))
    assert pool.apply(transformed, (numen.ones(2),))[2] == 2.0


@pytest.mark.parametrize("method", METHODS)
def test_futures_of_many_threads(method):
    """Eight threads give work to one pool of processes."""
    results = [None] * 8
    with concurrent.futures.ProcessPoolExecutor(
            2, multiprocessing.get_context(method)) as executor:
        executor.submit(abs, -1).result(120)  # all workers are started by one thread

        def ask(k):
            results[k] = executor.submit(transformed, numen.arange(5.0) + k).result(120)[2]

        in_threads(*[lambda k=k: ask(k) for k in range(8)])
    assert results == [10.0 + 5 * k for k in range(8)]


def test_forked_child_shares_nothing_that_is_written():
    x = numen.zeros(50_000) + 1
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(200)
        x += 1
        os.write(writer, pickle.dumps(float(x.sum())))
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as pipe:
        assert pickle.loads(pipe.read()) == 100_000.0
    assert os.waitpid(child, 0)[1] == 0
    assert x.sum() == 50_000.0


# Interrupts. A signal's handler runs between two bytecodes: a call is never left half done, and
# the exception comes out of it as out of NumPy's.

def interrupted(work):
    """Runs work() again and again until a SIGINT that is sent meanwhile stops it.

    A callback of the garbage collector (Hypothesis has one) would swallow the exception, as would
    what a pool of an earlier test does when it is collected.
    """
    begun = threading.Event()

    def send():
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    def work_on():  # a function of its own: Python 3.13 looks for signals at a place in a loop
        begun.set()  # that the exception table of a `with` around it leaves out
        while sender.is_alive():
            work()
        for _ in range(100):  # the signal has been sent by now
            work()

    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.collect()
    gc.disable()
    sender = threading.Thread(target=send)
    sender.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work_on()
    finally:
        sender.join()
        gc.enable()
        signal.signal(signal.SIGINT, old)


LONG = 3_000_000
WORK = {
    "large elementwise": (LONG, lambda x: x * 2 + 1),
    "large in place": (LONG, lambda x: x.__iadd__(0)),
    "large reduction": (LONG, lambda x: x.sum()),
    "product": (360_000, lambda x: x.reshape(600, 600) @ x.reshape(600, 600)),
    "small": (10, lambda x: (x + 1)[2:].sum()),
    "small in place": (10, lambda x: x.__imul__(1)),
    "indexing": (10, lambda x: x.__setitem__(3, x[3])),
    "composite": (10, lambda x: numen.pad(x, 2)),
    "left to numpy": (1000, lambda x: numen.unwrap(x)),
}


@pytest.mark.parametrize("kind", WORK)
def test_interrupt_leaves_arrays_valid(kind):
    size, work = WORK[kind]
    front.set_debug(True)
    x = numen.arange(float(size))
    for _ in range(3):
        interrupted(lambda: work(x))
        front.check_invariants()
        assert x[0] == 0 and x[-1] == size - 1
        assert (x + 1).sum() == size * (size + 1) / 2
    front.set_debug(False)


def test_interrupt_inside_a_call_of_the_users_function():
    """Numen is in the middle of a call when the exception comes: it passes through."""
    x = numen.arange(12.0).reshape(3, 4)
    calls = []

    def function(line):
        calls.append(len(line))
        if len(calls) % 3 == 2:
            signal.raise_signal(signal.SIGINT)
        return line.sum()

    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for _ in range(5):
            del calls[:]
            with pytest.raises(KeyboardInterrupt):
                numen.apply_along_axis(function, 1, x)
            assert calls == [4, 4]
            with pytest.raises(KeyboardInterrupt):
                numen.vectorize(lambda number: signal.raise_signal(signal.SIGINT))(x)
    finally:
        signal.signal(signal.SIGINT, old)
    assert x.tolist() == numpy.arange(12.0).reshape(3, 4).tolist()
    front.check_invariants()


# Python before 3.13 forgets a signal that comes while a thread takes the lock, as it does after
# each write to a pipe, until one takes it again: the program tells that it computes by writing to
# a map, which takes no lock.
LIVES_ON = """
import mmap
import sys
import numpy as np

x = np.arange(200_000.0)
with open(sys.argv[1], "r+b") as file:
    computing = mmap.mmap(file.fileno(), 2)
try:
    while True:
        {work}
        computing[0] = 1
except KeyboardInterrupt:
    print("stopped", x.sum(), (x * 2)[:3], flush=True)
while True:
    {work}
    computing[1] = 1
"""


def interrupt_once(process, computing, place):
    """Sends SIGINT to a program that has written at this place of the file: it computes."""
    while computing.read_bytes()[place] == 0:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)


def interrupt_twice(command, computing, **options):
    """The exit status, the first line and the rest of the output, the errors."""
    computing.write_bytes(bytes(2))
    with subprocess.Popen([*command, computing], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, **options) as process:
        try:
            interrupt_once(process, computing, 0)
            stopped = process.stdout.readline()
            interrupt_once(process, computing, 1)
            rest, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    return process.returncode, stopped, rest, errors


@pytest.mark.parametrize("work", ["x *= 1", "y = x[:5] + 1", "y = np.sort(x * 2 + 1)"])
def test_program_lives_on_after_an_interrupt(tmp_path, work):
    """Caught once, the program goes on; not caught, it ends as Python's programs end."""
    path = tmp_path / "program.py"
    path.write_text(LIVES_ON.format(work=work))
    outcomes = []
    for command in ((), ("-m", "numen", "run")):
        status, stopped, rest, errors = interrupt_twice(
            [sys.executable, *command, path], tmp_path / "computing",
            env=environment("numen" in command),
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        last = re.sub(r"line \d+", "line", errors).splitlines()
        outcomes.append((status, stopped, rest, last[0], last[-1]))
    assert outcomes[0] == outcomes[1]
    assert outcomes[0][0] == -signal.SIGINT and outcomes[0][1].startswith("stopped 1999990000")
