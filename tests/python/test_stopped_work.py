"""Ctrl-C while the program computes recorded work: the thread that starts work by itself leaves it.
"""

import sys
import threading

import pytest

import numen
from numen.native import front

from .recorded import recording, states  # noqa: F401
from .test_threads_deferred import (  # noqa: F401
    HUGE, LARGE, interrupt, interrupts, long_work, starting)


def states_afterwards(array, looks=200):
    """All that are seen while there is time for work to start by itself again."""
    seen = set()
    for _ in range(looks):
        threading.Event().wait(0.0005)
        seen.update(states(array))
    return seen


@pytest.fixture
def turns_are_kept():
    """No other thread gets Python's lock from one that does not leave it."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.parametrize("turn", range(5))
def test_what_ctrl_c_stopped_is_not_started_by_itself(turn, interrupts,  # noqa: F811
                                                      turns_are_kept):
    front.set_threads(1)
    x, recorded, is_ready = numen.ones(HUGE), [], threading.Event()

    def interrupt_what_runs():
        is_ready.set()
        while not recorded or front.state(recorded[0]) == "pending":
            threading.Event().wait(0.0005)
        threading.Event().wait(0.005 * turn)
        interrupt()

    thread = threading.Thread(target=interrupt_what_runs)
    thread.start()
    is_ready.wait()
    y = long_work(x, 40)  # the starting thread waits for Python's lock from here on
    recorded.append(y)
    with pytest.raises(KeyboardInterrupt):
        numen.evaluate(y)
    thread.join()
    assert states_afterwards(y) == {"pending"}
    z = long_work(numen.ones(4), 40)
    assert float(y[3]) == float(z[3])
    z = numen.ones(LARGE) + 1  # what is recorded later starts as ever
    while states(z) != ["host"]:
        threading.Event().wait(0.0005)
