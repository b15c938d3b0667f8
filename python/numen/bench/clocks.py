"""`numen bench clocks`: the time of an expression whose result nobody reads, by each clock.

`deviation` is the difference between both over the time of the expression whose result is read, by
the same clock: 0 where the clock finishes what is pending, near 1 where it is fooled.
"""

import re
import subprocess
import sys

from . import options, report
from .children import child_environment
from .progress import Progress

COLUMNS = [
    ("case", "case", -46), ("unread ms", "unread_ms", 9), ("read ms", "read_ms", 8),
    ("deviation", "deviation", 9), ("verdict", "verdict", -7),
]
BOUND = 0.1
WAYS = {
    "time.perf_counter": "import time; clock = time.perf_counter",
    "time.time": "import time; clock = time.time",
    "time.monotonic": "import time; clock = time.monotonic",
    "time.perf_counter_ns": "import time; clock = lambda: 1e-9 * time.perf_counter_ns()",
    "time.process_time": "import time; clock = time.process_time",
    "from time import perf_counter": "from time import perf_counter as clock",
    "sys.modules['time']": "import sys, time; clock = sys.modules['time'].perf_counter",
    "timeit.default_timer": "from timeit import default_timer as clock",
    "datetime.now": "from datetime import datetime\nclock = lambda: datetime.now().timestamp()",
    "os.times": "import os; clock = lambda: os.times().elapsed",
    "resource.getrusage": "from resource import *\n"
                          "clock = lambda: sum(getrusage(RUSAGE_SELF)[:2])",
    "asyncio's clock": "import asyncio; clock = asyncio.new_event_loop().time",
    "a timer of an installed module": "import pytest; from _pytest.timing import perf_counter\n"
                                      "clock = perf_counter",
}
REPEATS = {"os.times": 10}  # which goes by hundredths of a second
# Seconds of one turn, unread and read, the least of some turns.
PROGRAM = """
{clock}
import {module} as np

def seconds(is_read, count=20_000_000):
    a = np.linspace(0.0, 1.0, count)
    a[0] = 0.5
    start = clock()
    for _ in range({repeats}):
        result = np.sin(a) * np.cos(a) + np.exp(a) * np.sqrt(a)
        if is_read:
            result[-1]
    return clock() - start

for is_read in (False, True):
    seconds(is_read)
turns = [(seconds(False), seconds(True)) for _ in range({turns})]
print(*(min(column) for column in zip(*turns)))
"""
EXPRESSION = "(np.sin(a) * np.cos(a) + np.exp(a) * np.sqrt(a))"  # "[-1]" reads the sum
MAKING = "import {module} as np; a = np.linspace(0.0, 1.0, 20_000_000)"
CELL = """
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
shell = InteractiveShell.instance()
shell.run_line_magic("load_ext", "numen")
shell.run_cell({making!r})
said = {{"": "", "[-1]": ""}}
for turn in range(10):
    tail = "[-1]" if turn % 2 else ""
    with capture_output() as captured:
        shell.run_cell({magic!r} + {expression!r} + tail)
    said[tail] += captured.stdout
print(*said.values(), sep="next")
"""
UNITS = {"s": 1.0, "sec": 1.0, "ms": 1e-3, "msec": 1e-3, "us": 1e-6, "usec": 1e-6, "µs": 1e-6,
         "μs": 1e-6, "ns": 1e-9, "nsec": 1e-9}


def output_of(*command):
    return subprocess.run([sys.executable, *command], text=True, check=True, capture_output=True,
                          env=child_environment()).stdout


def times_in(text, pattern):
    """The least of the times that a text tells, in seconds."""
    found = re.findall(pattern + r"\s*([\d.]+) (\w+)", text)
    return min(float(number) * UNITS[unit] for number, unit in found)


def by_clock(name, module, turns):
    text = PROGRAM.format(clock=WAYS[name], turns=turns, repeats=REPEATS.get(name, 1),
                          module="numpy" if module is None else module)
    command = ("-c", text) if module else ("-m", "numen", "run", "-c", text)
    return [float(word) for word in output_of(*command).split()]


def by_timeit_command(turns):
    making = MAKING.format(module="numpy")
    return [times_in(output_of("-m", "numen", "run", "-m", "timeit", "-n", "1", "-r", str(turns),
                               "-s", making, EXPRESSION + tail), "best of \\d+:")
            for tail in ("", "[-1]")]


def in_notebook(magic, pattern):
    said = output_of("-c", CELL.format(making=MAKING.format(module="numpy"), magic=magic,
                                       expression=EXPRESSION)).split("next")
    return [times_in(text, pattern) for text in said[:2]]


def least(seconds_of, processes=3):
    """The least seconds unread and read of some processes, which differ in the pages they get."""
    return [min(column) for column in zip(*(seconds_of() for _ in range(processes)))]


def rows(module, turns):
    """(name, function that gives seconds unread and read) of each way to read a clock."""
    for name in WAYS:
        yield f"{name}, numen run", lambda name=name: by_clock(name, None, turns)
    for name in ("time.perf_counter", "time.time", "timeit.default_timer", "datetime.now"):
        yield f"{name}, import {module}", lambda name=name: by_clock(name, module, turns)
    yield "python -m timeit, numen run", lambda: least(lambda: by_timeit_command(turns))
    for magic, pattern in (("%time ", "Wall time:"), ("%%time\n", "Wall time:"),
                           ("%timeit -n 1 -r 5 ", "\n")):
        yield (f"{magic.split()[0]} in a notebook",
               lambda given=(magic, pattern): least(lambda: in_notebook(*given)))


def measured_cell(name, seconds_of):
    try:
        unread, read = seconds_of()
    except (subprocess.CalledProcessError, ValueError) as reason:
        return {"case": name, "absent": str(getattr(reason, "stderr", reason))[-200:]}
    return {"case": name, "unread_ms": round(1e3 * unread, 3), "read_ms": round(1e3 * read, 3),
            "deviation": round(abs(unread - read) / read, 4), "bounds": {"deviation": BOUND}}


def main(argv):
    """Run the benchmark; returns the exit code (1 with --check when a bound is missed)."""
    name = "clocks"
    given = options.parser(name, __doc__).parse_args(argv)
    given.root = options.results_root(given)
    wanted = list(rows(given.module, 5 if given.quick else 15))
    options.refuse_unknown(given.only, [row for row, _ in wanted])
    table = report.Table(COLUMNS)
    facts = report.circumstances(name, given.root)
    table.head()
    chosen = [row for row in wanted if options.wanted(row[0], given.only)]
    table.plan({"case": row} for row, _ in chosen)
    for row, seconds_of in Progress(chosen, lambda pair: pair[0]):
        table.add(measured_cell(row, seconds_of))
    return report.finish(name, given.root, facts, table, given)
