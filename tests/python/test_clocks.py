"""The clocks of the user's modules finish what is pending."""

import subprocess
import sys

import pytest


def said(folder, text):
    """What a program prints and complains of under `numen run`."""
    script = folder / "program.py"
    script.write_text(text)
    done = subprocess.run([sys.executable, "-m", "numen", "run", str(script)], text=True,
                          capture_output=True, check=False)
    return done.stdout, done.stderr


PROGRAM = """
import time
import numpy as np
from numen.native import front
front.set_starting(False)  # on a machine with other things to do the starter came before the clock
a = np.ones(1 << 20)
time.perf_counter()
x = a + 1
assert front.state(x) == "pending"
{clock}
print(front.state(x), front.charged())
np.sqrt(a)
np.sqrt(a)
{clock}
print(front.charged())
"""


# All clocks of Python, and ways to them.
CLOCKS = [f"time.{name}{unit}()" for name in ("time", "perf_counter", "process_time", "monotonic",
                                              "thread_time") for unit in ("", "_ns")]
CLOCKS += [f"time.clock_gettime{unit}(time.CLOCK_{kind})" for unit in ("", "_ns")
           for kind in ("REALTIME", "MONOTONIC", "PROCESS_CPUTIME_ID")]
CLOCKS += ["__import__('time').process_time()",
           "import importlib; importlib.import_module('time').time()",
           "import sys; sys.modules['time'].perf_counter()",
           "import datetime; datetime.datetime.now()",
           "import datetime; datetime.datetime.now(datetime.timezone.utc)",
           "import datetime; datetime.datetime.today()",
           "from datetime import datetime as d; d.utcnow()",
           "import os; os.times()",
           "import resource; resource.getrusage(resource.RUSAGE_SELF)",
           "import asyncio; loop = asyncio.new_event_loop(); loop.time(); loop.close()",
           "import timeit; timeit.default_timer()",
           "import installed_timer; installed_timer.now()"]


@pytest.mark.parametrize("clock", CLOCKS)
def test_clocks_finish_what_is_pending(tmp_path, clock):
    installed = tmp_path / "site-packages"
    installed.mkdir()
    (installed / "installed_timer.py").write_text("from time import perf_counter as now\n")
    text = f"import sys, warnings\nsys.path.append({str(installed)!r})\n" \
           f"warnings.simplefilter('ignore')\n{PROGRAM.format(clock=clock)}"
    assert said(tmp_path, text) == ("host 0\n2\n", "")


@pytest.mark.parametrize("clock", ["time.perf_counter()", "time.time_ns()", "process_time()",
                                   "import datetime; datetime.datetime.now()"])
def test_clocks_of_a_program_that_imports_numen_by_name_finish_first(clock):
    text = "from time import process_time\n" + PROGRAM.format(clock=clock).replace(
        "import numpy as np", "import numen as np")
    done = subprocess.run([sys.executable, "-c", text], text=True, capture_output=True,
                          check=False)
    assert (done.stdout, done.stderr) == ("host 0\n2\n", "")


def test_clocks_are_what_they_were_to_look_at():
    """Their entry points have changed, and nothing that a program sees."""
    text = "import pickle, time, datetime, numen\n" \
           "print(repr(time.time), pickle.loads(pickle.dumps(time.time)) is time.time,\n" \
           "      time.time.__text_signature__, datetime.datetime.now.__name__)\n" \
           "print(time.clock_gettime(time.CLOCK_REALTIME) > 1e9)\n" \
           "print(datetime.datetime.now(tz=datetime.timezone.utc).tzinfo)\n" \
           "try:\n    time.clock_gettime('x')\nexcept TypeError as e:\n    print(e)\n"
    plain, ours = (subprocess.run([sys.executable, "-c", text.replace(", numen", name)],
                                  text=True, capture_output=True, check=True).stdout
                   for name in ("", ", numen"))
    assert ours == plain and "UTC" in ours


PATCHED = """
from time import *
import time
from unittest import mock
print(time.sleep is sleep, "perf_counter" in dir(time), time.__name__, time.perf_counter() > 0)
with mock.patch("time.time", lambda: 5.0):
    print(time.time())
"""


def test_the_module_is_otherwise_time(tmp_path):
    assert said(tmp_path, PATCHED) == ("True True time True\n5.0\n", "")


TIMED = """
{imports}
import numpy as np
from numen.native import front
a = np.ones(1 << 18)
seconds = {timed}
print(front.charged())
"""


@pytest.mark.parametrize("imports,timed", [
    ("import timeit", "timeit.timeit(lambda: np.sqrt(a), number=3)"),
    ("from timeit import repeat", "repeat(lambda: np.sqrt(a), number=1, repeat=3)"),
    ("import timeit", "timeit.Timer('np.sqrt(a)', globals=globals()).timeit(3)"),
    ("from timeit import default_timer",
     "[default_timer() for _ in range(4) if np.sqrt(a) is not None]"),
])
def test_timeit_is_charged_for_discarded_results(tmp_path, imports, timed):
    assert said(tmp_path, TIMED.format(imports=imports, timed=timed)) == ("3\n", "")


ONCE = """
import time
import numpy as np
from numen.native import front
a = np.ones(1 << 17)
time.perf_counter()
total = (a * 2 + 1).sum()
a += a * 3
np.multiply(a + 1, 2, out=a)
time.perf_counter()
print(total == 3 << 17, a[0], front.charged())
"""


def test_values_that_were_used_and_not_stored_are_not_charged(tmp_path):
    assert said(tmp_path, ONCE) == ("True 10.0 0\n", "")


GIVEN_UP = """
import threading, time
import numpy as np
from numen.native import front
time.perf_counter()
front.set_starting(False)
y = x = np.ones(1 << 22)
for _ in range(20):
    y = np.sin(y)
def give_up():
    while front.state(y) == "pending":
        pass
    x * 2
thread = threading.Thread(target=give_up)
thread.start()
x[0] = 5
thread.join()
print(x[0], y[0] == y[1], front.charged())
"""


def test_a_write_computes_what_another_thread_gives_up_meanwhile(tmp_path):
    assert said(tmp_path, GIVEN_UP) == ("5.0 True 1\n", "")


RUNNING = """
import threading, time
import numpy as np
from numen.native import front
time.perf_counter()
front.set_starting(False)
y = np.ones(1 << 22)
for _ in range(40):
    y = np.sin(y)
thread = threading.Thread(target=lambda: y[0])
thread.start()
while front.state(y) == "pending":
    pass
time.perf_counter()
print(front.state(y))
thread.join()
"""


def test_a_clock_waits_for_what_another_thread_computes(tmp_path):
    assert said(tmp_path, RUNNING) == ("host\n", "")


LEFT_ALONE = """
import time
import numpy as np
from numen import memory
time.perf_counter()
x = np.ones(1 << 22)
held = memory.statistics()["live_bytes"]
y = x * 2
del x, y
while memory.statistics()["live_bytes"] >= held:
    pass
print("released")
"""


def test_what_is_charged_runs_by_itself(tmp_path):
    """Else the inputs of a result that was given up would stay as long as nothing is computed."""
    assert said(tmp_path, LEFT_ALONE) == ("released\n", "")


ON_AND_ON = """
import threading, time
import numpy as np
a = np.ones(17_000)
ends = threading.Event()
def record():
    while not ends.is_set():
        (a * 2 + 1)[0]
threads = [threading.Thread(target=record) for _ in range(3)]
for thread in threads:
    thread.start()
times = [time.perf_counter() for _ in range(20)]
ends.set()
for thread in threads:
    thread.join()
print(times == sorted(times))
"""


def test_a_clock_returns_although_other_threads_record_on_and_on(tmp_path):
    assert said(tmp_path, ON_AND_ON) == ("True\n", "")


IMPORTED = """
import sys
sys.path.insert(0, {folder!r})
import numpy as np
import {module}
from numen.native import front
a = np.ones(1 << 18)
np.sqrt(a)
{clock}
print(front.charged())
"""


@pytest.mark.parametrize("clock,charged", [
    ("", 0), ("import time; time.time()", 0),
    ("import time; time.time(); np.sqrt(a); time.time()", 1)])
def test_a_module_that_notes_when_it_is_imported_measures_nothing(tmp_path, clock, charged):
    """As logging does: results that are dropped are not computed for it."""
    (tmp_path / "noting.py").write_text("import time\nstart = time.time()\n")
    for module in ("noting", "logging"):
        text = IMPORTED.format(folder=str(tmp_path), module=module, clock=clock)
        assert said(tmp_path, text) == (f"{charged}\n", "")
