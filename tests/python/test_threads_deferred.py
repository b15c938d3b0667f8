"""Recorded work and threads: who waits for whom, forks, Ctrl-C, work that starts by itself.

No test asserts a time: one thread waits until it sees that the other has come to a state.
"""

import os
import signal
import subprocess
import sys
import threading

import numpy
import pytest

import numen
from numen.native import front

from .recorded import numbers, recording, states  # noqa: F401
from .test_examples import environment
from .test_threads import in_threads

LARGE = 1 << 21  # elements of work that takes a while
HUGE = 1 << 24  # of work that takes far longer than two threads need to hear of Ctrl-C


@pytest.fixture(autouse=True)
def starting(request):
    """Only what a test asks for runs, unless it is about work that starts by itself; and on two
    threads, so that more of them do not end it before another thread has done its part."""
    front.set_starting("by_itself" in request.function.__name__)
    threads = front.info()["threads"]
    front.set_threads(min(threads, 2))
    yield
    front.set_threads(threads)
    front.set_starting(True)


def long_work(x, operations=40):
    """A while on one thread; no more operations than may wait (graph/pending.h)."""
    for _ in range(operations):
        x = numen.sin(x)
    return x


def wait_while(array, *states):
    while front.state(array) in states:
        pass


def while_running(array, action, work):
    """`work` here; `action` in another thread, which waits before until work on the array runs."""
    waits, errors = threading.Event(), []

    def act():
        waits.set()
        wait_while(array, "pending")
        try:
            action()
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=act)
    thread.start()
    waits.wait()
    try:
        work()
    finally:
        thread.join()
    assert errors == []


def test_what_reads_a_result_waits_for_the_thread_that_computes_it():
    """A few elements, which need no other thread's turn."""
    x, found = long_work(numen.linspace(1, 2, HUGE)), []
    y, z = x[-3:] + 1, x[::-1][:3] * 2
    while_running(x, lambda: found.extend([*y, *z]), lambda: numen.evaluate(x))
    assert found == [*(x[-3:] + 1), *(x[::-1][:3] * 2)] and x[-1] != 0


@pytest.fixture
def interrupts():
    """SIGINT raises KeyboardInterrupt, whatever the test runner made of it."""
    old = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, old)


def interrupt():
    os.kill(os.getpid(), signal.SIGINT)


def test_other_threads_run_while_recorded_work_does():
    y = long_work(numen.ones(HUGE))
    seen = []
    while_running(y, lambda: seen.append(front.state(y)), lambda: numen.evaluate(y))
    assert seen == ["running"]
    assert states(y) == ["host"]


def test_other_threads_run_while_rows_are_computed():
    x = long_work(numen.ones((HUGE // 1024, 1024)))
    y = x - x.max(axis=1, keepdims=True)
    del x
    seen = []
    while_running(y, lambda: seen.append(front.state(y)), lambda: numen.evaluate(y))
    assert seen == ["running"]


def test_other_threads_run_while_an_axis_is_reduced():
    """Which takes some milliseconds, in which the other thread may not get its turn."""
    x, seen = numen.ones((1 << 11, 1 << 13)), []
    for _ in range(50):
        y = x.sum(axis=0)
        while_running(y, lambda: seen.append(front.state(y)), lambda: numen.evaluate(y))
        if "running" in seen:
            return
    pytest.fail(f"{len(seen)} times nobody saw it run")


def test_threads_look_at_one_array():
    y = long_work(numen.ones(LARGE))
    found = []
    in_threads(*[lambda: found.append(float(y[5]))] * 3)
    value = 1.0
    for _ in range(40):
        value = float(numpy.sin(value))
    assert found == [pytest.approx(value)] * 3


def test_two_threads_evaluate_what_shares_an_input():
    values, a = numbers(1, LARGE)
    for _ in range(5):
        shared = a * 2 + 1
        first, second = shared - a, shared * a
        in_threads(lambda: numen.evaluate(first), lambda: numen.evaluate(second),
                   lambda: shared.sum())
        assert numpy.array_equal(numpy.asarray(first), values * 2 + 1 - values)
        assert numpy.array_equal(numpy.asarray(second), (values * 2 + 1) * values)


@pytest.mark.parametrize("write", [
    lambda a: a.__setitem__(slice(None), 0), lambda a: a.__iadd__(1),
    lambda a: a.fill(3), lambda a: numpy.asarray(a).fill(0), lambda a: memoryview(a)[0:1]])
def test_a_write_waits_for_the_thread_that_reads(write):
    values, a = numbers(2, LARGE)
    y = long_work(a, 10)
    wanted = long_work(numen.array(values), 10).tolist()
    while_running(y, lambda: write(a), lambda: numen.evaluate(y))
    assert y.tolist() == wanted


def test_a_write_waits_for_a_thread_that_writes_elsewhere_what_it_reads():
    """`np.add(pending, b, out=c)` runs at the call and reads b all the while."""
    values, b = numbers(3, LARGE)
    wanted = float(long_work(numen.ones(4), 4)[0]) + values
    for _ in range(5):
        c, pending = numen.zeros(LARGE), long_work(numen.ones(LARGE), 4)
        b[:] = values
        while_running(pending, lambda: b.fill(-1), lambda: numen.add(pending, b, out=c))
        assert numpy.array_equal(numpy.asarray(c), wanted)


def test_a_sum_that_another_thread_found_during_a_write_is_forgotten():
    for _ in range(3):
        x, y = numen.zeros(LARGE), long_work(numen.ones(LARGE), 10)

        def add():
            numen.add(x, y, out=x)

        while_running(y, x.sum, add)
        assert x.sum() == pytest.approx(float(numpy.array(x).sum()))


def test_an_array_may_go_while_another_thread_computes_it():
    y = long_work(numen.ones(LARGE), 10)
    end = y * 2
    arrays = [y]
    del y
    while_running(arrays[0], arrays.clear, lambda: numen.evaluate(end))
    assert float(end[0]) == 2 * float(long_work(numen.ones(4), 10)[0])


def test_ctrl_c_stops_a_long_evaluation(interrupts):
    y = long_work(numen.ones(HUGE), 60)
    with pytest.raises(KeyboardInterrupt):
        while_running(y, interrupt, lambda: numen.evaluate(y))
    assert states(y) == ["pending"]  # nothing was published
    x = long_work(numen.ones(4), 60)
    assert float(y[3]) == float(x[3])  # and it may be tried again


def test_ctrl_c_stops_a_reduction_and_one_that_is_alone_on_its_thread(interrupts):
    threads = front.info()["threads"]
    front.set_threads(1)
    try:
        y = long_work(numen.ones(HUGE), 60)
        with pytest.raises(KeyboardInterrupt):
            while_running(y, interrupt, lambda: y.sum())
    finally:
        front.set_threads(threads)
    assert states(y) == ["pending"]


def test_ctrl_c_stops_who_waits_for_another_thread(interrupts):
    y = long_work(numen.ones(HUGE), 60)
    other = threading.Thread(target=lambda: numen.evaluate(y))
    other.start()
    wait_while(y, "pending")
    with pytest.raises(KeyboardInterrupt):
        while_running(y, interrupt, lambda: numen.evaluate(y))
    other.join()
    assert states(y) == ["host"]


def test_a_handler_that_returns_and_looks_changes_nothing(interrupts):
    y = long_work(numen.ones(1 << 22))
    seen = []
    signal.signal(signal.SIGINT, lambda *_: seen.append(float(y[7])))
    while_running(y, interrupt, lambda: numen.evaluate(y))
    assert seen == [float(y[0])]
    assert states(y) == ["host"]


def test_what_a_handler_exposes_is_settled_no_more(interrupts):
    """Its buffer stays meanwhile: at its place nobody finds another one's readers."""
    front.force_deferral(True)
    x, made = numen.ones(HUGE), []
    y = long_work(x, 60)

    def expose(*_):
        memoryview(x)
        made.append(numen.ones(1 << 17))
        for _ in range(60):
            made.append(made[-1] * 2)

    signal.signal(signal.SIGINT, expose)
    try:
        while_running(y, interrupt, lambda: x.__iadd__(1))
    finally:
        front.set_deferral(True)
    assert states(x, *made[1:]) == ["exposed"] + ["pending"] * 60
    assert x[5] == 2


def test_a_handler_that_returns_does_not_add_twice(interrupts):
    """Interrupts come while the end of a long chain is added to what it is written to."""
    signal.signal(signal.SIGINT, lambda *_: None)
    wanted = float(long_work(numen.ones(4))[0])
    x, source, ended = numen.zeros(HUGE), numen.ones(HUGE), threading.Event()

    def interrupt_often():
        for _ in range(20):
            interrupt()
            if ended.wait(0.003):
                break

    thread = threading.Thread(target=interrupt_often)
    thread.start()
    x += long_work(source)
    ended.set()
    thread.join()
    assert x.min() == x.max() == wanted


def test_ctrl_c_stops_what_changes_an_array_in_place(interrupts):
    """As in NumPy, a part of the array may have changed."""
    x, y = numen.zeros(HUGE), long_work(numen.ones(HUGE), 60)
    wanted = float(long_work(numen.ones(4), 60)[0])
    stopped = []

    def add():
        nonlocal x
        try:
            x += y * 1
        except KeyboardInterrupt:
            stopped.append(True)

    while_running(y, interrupt, add)
    assert stopped and set(numpy.unique(x)) <= {0.0, wanted} and x[-1] == 0


def test_a_process_ends_while_a_daemon_thread_computes():
    program = """
import threading
import numen
from numen.native import front
front.set_starting(False)
y = numen.ones(1 << 23)
for _ in range(60):
    y = numen.sin(y)
threading.Thread(target=numen.evaluate, args=(y,), daemon=True).start()
while front.state(y) != "running":
    pass
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          env=environment(True))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_fork_while_another_thread_computes():
    """The child lacks the thread: what it was computing is computed again."""
    y = long_work(numen.ones(1 << 22))
    other = threading.Thread(target=lambda: numen.evaluate(y))
    other.start()
    wait_while(y, "pending")
    child = os.fork()
    if child == 0:
        signal.alarm(200)  # ends a child that hangs
        front.check_invariants()
        os._exit(0 if float(y[0]) == float(long_work(numen.ones(4))[0]) else 1)
    assert os.waitpid(child, 0)[1] == 0
    other.join()
    assert float(y[0]) == float(long_work(numen.ones(4))[0])


def test_large_work_starts_by_itself():
    y = long_work(numen.ones(LARGE), 4)
    wait_while(y, "pending", "running")


def test_nothing_starts_by_itself_while_another_thread_computes():
    """Both results at once would be more memory than the program would have needed."""
    long = long_work(numen.ones(HUGE), 20)
    other, seen = [], set()

    def look():
        other.append(numen.ones(LARGE) + 1)
        while True:
            found = front.state(other[0])
            if front.state(long) != "running":
                break
            seen.add(found)

    while_running(long, look, lambda: long[0])
    assert seen == {"pending"}
    wait_while(other[0], "pending", "running")


def test_ctrl_c_while_waiting_stops_work_that_started_by_itself(interrupts):
    front.set_threads(1)  # so that it goes on for long after Ctrl-C, which it asks for now and then
    front.set_starting(False)  # before all of it is recorded
    x, y = numen.ones(LARGE), long_work(numen.ones(HUGE), 60)
    front.set_starting(True)
    x = x + 1  # starts what waits
    wait_while(y, "pending")
    z = numen.ones(LARGE) + 1
    stopped, code = threading.Event(), numen.evaluate.__code__
    last_line = max(line for *_, line in code.co_lines() if line is not None)

    def stop(_, frame):
        if (frame.f_code, frame.f_lineno) == (code, last_line):  # not on the way there
            stopped.set()
            raise KeyboardInterrupt

    def interrupt_until_stopped():
        while not stopped.wait(0.01) and front.state(y) == "running":
            interrupt()

    signal.signal(signal.SIGINT, stop)
    with pytest.raises(KeyboardInterrupt):
        while_running(y, interrupt_until_stopped, lambda: numen.evaluate(y))
    wait_while(y, "running")
    threading.Event().wait(0.05)
    assert states(y, z) == ["pending", "pending"]  # nor has it started again
    x = long_work(numen.ones(4), 60)
    assert float(y[0]) == float(x[0])


def test_a_process_ends_while_work_that_started_by_itself_runs():
    """Python takes no thread along into its end, and does not wait for what nobody wants."""
    program = """
import atexit
atexit.register(lambda: print(front.state(y)))  # called last
import numen
from numen.native import front
y = numen.ones(1 << 23)
for _ in range(60):
    y = numen.sin(y)
while front.state(y) != "running":
    pass
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          env=environment(True))
    assert (done.returncode, done.stdout, done.stderr) == (0, "pending\n", "")


def test_warnings_of_work_that_started_by_itself_come_at_the_next_look():
    x = numen.zeros(LARGE)
    y = 1 / x
    wait_while(y, "pending", "running")
    with pytest.warns(RuntimeWarning, match="divide by zero encountered in divide"):
        numen.evaluate(numen.ones(1 << 17) + 1)


def test_work_that_started_by_itself_warns_where_its_result_is_looked_at():
    y = 1 / numen.zeros(LARGE)
    wait_while(y, "pending", "running")
    with pytest.warns(RuntimeWarning, match="divide by zero encountered in divide"):
        y[5]
