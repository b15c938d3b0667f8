"""How long a program computes on after Ctrl-C."""

import subprocess
import sys

from .children import child_environment

# Sixty sines of 2^24 elements: seconds of recorded work, interrupted once it runs.
PROGRAM = """
import os, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background of a shell
module = __import__(sys.argv[1])
from numen.native import front

def interrupt():
    global sent
    while front.state(x) == "pending":
        time.sleep(0.001)
    time.sleep(0.05)
    sent = time.perf_counter()
    os.kill(os.getpid(), signal.SIGINT)

front.set_starting(False)
x = module.ones(1 << 24)
for _ in range(60):
    x = module.sin(x)
threading.Thread(target=interrupt).start()
try:
    x[0]
    raise SystemExit("it was not interrupted")
except KeyboardInterrupt:
    print(1e3 * (time.perf_counter() - sent))
"""


def interrupted(module_name, processes=5):
    """The row: milliseconds from Ctrl-C to KeyboardInterrupt, the longest of so many processes."""
    runs = [subprocess.run([sys.executable, "-c", PROGRAM, module_name], text=True, check=True,
                           capture_output=True, env=child_environment())
            for _ in range(processes)]
    longest = round(max(float(run.stdout) for run in runs), 2)
    return {"case": "Ctrl-C to KeyboardInterrupt", "size": 1 << 24, "dtype": "float64",
            "numen_ms": longest, "milliseconds": longest, "bounds": {"milliseconds": 200.0}}
