"""Ctrl-C, or another end of the program, that comes while Numen asks Python code something, whose
answer may fail, is not lost: whatever SIGINT does, and in whichever thread."""

import signal
import subprocess
import sys

import pytest

# A filter's category is asked before work is recorded.
FILTERS = """
import signal
import threading
import warnings
import numpy as np

class Meta(type):
    def __subclasscheck__(cls, other):
        print("asked")
        raise {error}

class Odd(Warning, metaclass=Meta):
    pass

def work():
    try:
        y = x * 2
        for _ in range(1000):
            pass
        print("lost")
    except BaseException as error:
        print("kept", repr(error))

x = np.ones(200_000)
warnings.filters.insert(0, ("ignore", None, Odd, None, 0))
warnings._filters_mutated()
{run}
"""

IN_A_THREAD = "thread = threading.Thread(target=work)\nthread.start()\nthread.join()"
IGNORED = "signal.signal(signal.SIGINT, signal.SIG_IGN)\nwork()"
HANDLED = "signal.signal(signal.SIGINT, lambda *_: print('called again'))\nwork()"


def said(tmp_path, text):
    """What a program under Numen writes; SIGINT is Python's own, however these tests were begun."""
    (tmp_path / "program.py").write_text(text)
    done = subprocess.run([sys.executable, "-m", "numen", "run", "program.py"], cwd=tmp_path,
                          text=True, capture_output=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize("error", ["KeyboardInterrupt()", "SystemExit(7)"])
@pytest.mark.parametrize("run", ["work()", IN_A_THREAD, IGNORED, HANDLED],
                         ids=["plain", "in a thread", "ignored", "handled"])
def test_an_interrupt_while_filters_are_read(tmp_path, run, error):
    # Another thread gets the exception by its class.
    kept = error if run != IN_A_THREAD else error.split("(")[0] + "()"
    assert said(tmp_path, FILTERS.format(run=run, error=error)) == f"asked\nkept {kept}\n"


CALLS = """
import signal
import numen.call_sites
import numpy as np

found = numen.call_sites.called_names

def called_names(code):
    global asked
    if not asked:
        asked = True
        signal.raise_signal(signal.SIGINT)
    return found(code)

numen.call_sites.called_names = called_names
asked = False
x = np.ones(200_000) * 2

def work():
    return getattr(type(x), "__name__") == "ndarray"

try:
    work()
    for _ in range(1000):
        pass
    print("lost", asked)
except KeyboardInterrupt:
    print("kept", asked, work())
"""


def test_an_interrupt_while_calls_are_looked_at(tmp_path):
    assert said(tmp_path, CALLS) == "kept True True\n"


HANDLER = """
import signal

class Alarm(Exception):
    pass

def handler(number, frame):
    raise Alarm("here")

signal.signal(signal.SIGINT, handler)
"""


def test_what_a_handler_raises_while_calls_are_looked_at(tmp_path):
    calls = CALLS.replace("KeyboardInterrupt", "Alarm")
    assert said(tmp_path, HANDLER + calls) == "kept True True\n"


def test_what_a_handler_raises_while_filters_are_read(tmp_path):
    text = FILTERS.replace("raise {error}", "signal.raise_signal(signal.SIGINT)")
    assert said(tmp_path, HANDLER + text.format(run="work()")) == "asked\nkept Alarm('here')\n"


# Whoever else takes the signal, the main thread may never hear of it (src/backends/cpu/signals.h).
THREADS = """
import os
import re
import signal
import numpy as np

def blocks(thread):
    with open(f"/proc/self/task/{thread}/status") as status:
        blocked = int(re.search(r"SigBlk:\\s*(\\w+)", status.read())[1], 16)
    return bool(blocked >> signal.SIGINT - 1 & 1)

before = os.listdir("/proc/self/task")
x = np.ones((1500, 1500))
for _ in range(3):
    x = x * 0.5 + np.sin(x)  # in the pool, or on a thread of its own
    x = np.linalg.inv(x + np.eye(1500))
print(x.shape)
started = [thread for thread in os.listdir("/proc/self/task") if thread not in before]
print(len(started) > 1, {blocks(thread) for thread in started})
"""


def test_only_the_main_thread_takes_signals(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMEN_NUM_THREADS", "3")
    assert said(tmp_path, THREADS) == "(1500, 1500)\nTrue {True}\n"
