"""What a thread reads stays, whatever the program or other threads do with it meanwhile."""

import subprocess
import sys

from .test_examples import environment

# What is freed is overwritten at once, so that nobody can go on with it.
OVERWRITING = {"MALLOC_PERTURB_": "85", "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"}

# Large inputs that no array holds go one by one: meanwhile the program drops a result.
GIVEN_UP = """
import time
import numen
for _ in range(10):
    a = numen.full(8_000_000, 1.5) + 1
    a[0]
    first, second = numen.sin(a) + 1, numen.cos(a) * 2
    del a
    time.sleep(0.004)
    del second
    assert first[0] == first[-1]
print("alive")
"""
# By a view, by another thread that waited for the same work, by what a warning calls and by a
# handler of Ctrl-C that returns.
EXPOSED = """
import os, signal, threading, warnings
import numen
from numen.native import front
front.set_starting(False)
x = numen.ones(1 << 17)
views = [x[i:] for i in range(5)]
memoryview(views[2])
assert front.state(x) == "exposed" and views[4][0] == 1
for turn in range(60):
    x = numen.ones(1 << 21)
    front.force_deferral(True)
    y = numen.sin(numen.cos(numen.exp(x)))
    exposer = threading.Thread(target=lambda: memoryview(x))
    exposer.start()
    if turn % 2:
        while front.state(y) == "pending":
            pass
    x += 1
    exposer.join()
    assert x[7] == 2 and y[7] == y[-1]
x = numen.zeros(1 << 17)
warnings.showwarning = lambda *_: memoryview(x)
front.set_deferral(True)
y = 1 / x
del y
y = 1 / x
y[0]
x[3] = 5
assert front.state(x) == "exposed"
def interrupt():
    while front.state(y) == "pending":
        pass
    os.kill(os.getpid(), signal.SIGINT)
x = numen.ones(1 << 23)
signal.signal(signal.SIGINT, lambda *_: memoryview(x))
front.force_deferral(True)
y = x
for _ in range(60):
    y = numen.sin(y)
interrupter = threading.Thread(target=interrupt)
interrupter.start()
x += 1
interrupter.join()
assert front.state(x) == "exposed" and x[5] == 2 and y[5] == y[-1]
print("alive")
"""


def output_of(program, **settings):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          env={**environment(True), **settings}, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_started_by_itself_may_be_given_up_before_it_is_its_turn():
    assert output_of(GIVEN_UP) == "alive\n"


def test_a_buffer_stays_while_its_arrays_are_exposed():
    assert output_of(EXPOSED, **OVERWRITING) == "alive\n"
