"""Programs that change what other threads read, run in processes of their own: a crash is a failed
test, not the end of the tests.

A program defines SCENARIOS: by name, what makes the arguments, a call, what changes the arguments,
and how often that is done. Each call runs in three threads while a fourth changes what they were
given. Errors that Python or NumPy raise are expected; a process that dies of a signal, or that
hangs, is not.
"""

import functools
import os
import subprocess
import sys
from pathlib import Path

SECONDS = 280  # that a scenario may take on a machine with other things to do

RUNNER = f"""
import faulthandler, sys, threading, warnings
faulthandler.enable()
faulthandler.dump_traceback_later({SECONDS}, exit=True)
warnings.simplefilter("ignore")
import numen as np

EXPECTED = (ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, TypeError,
            ValueError)

def attack(prepare, call, change, turns):
    for _ in range(turns):
        given = prepare()
        stop = []

        def calling():
            for _ in range(4):
                try:
                    call(*given)
                except EXPECTED:
                    pass

        def changing():
            while not stop:
                try:
                    change(*given)
                except EXPECTED:
                    pass

        callers = [threading.Thread(target=calling) for _ in range(3)]
        changer = threading.Thread(target=changing)
        for thread in (changer, *callers):
            thread.start()
        for thread in callers:
            thread.join()
        stop.append(True)
        changer.join()

"""

MAIN = f"""
sys.setswitchinterval(1e-6)
for name in sys.argv[1:]:
    print(name, flush=True)
    faulthandler.dump_traceback_later({SECONDS}, exit=True)
    attack(*SCENARIOS[name])
print("done", flush=True)
"""


def program(file):
    """The text of a program beside this file."""
    return (Path(__file__).parent / file).read_text()


@functools.cache
def scenarios(text):
    """Of a program, by their names."""
    scope = {"np": __import__("numen")}
    exec(compile(text, "scenarios", "exec"), scope)
    return scope["SCENARIOS"]


def batches(text, count):
    """The names of a program's scenarios in so many groups, neighbours in different ones."""
    names = list(scenarios(text))
    return [names[first::count] for first in range(count)]


def first_of(names):
    return f"{names[0]}..."


def run(text, names, file=None):
    """Runs the named scenarios; None, or the name of the one that crashed and what it left.

    file: where the program is written, to run as a user's under `numen run`; it imports NumPy then.
    """
    command = ["-c", RUNNER + text + MAIN]
    if file is not None:
        file.write_text(RUNNER.replace("import numen as np", "import numpy as np") + text + MAIN)
        command = ["-m", "numen", "run", str(file)]
    done = subprocess.run([sys.executable, *command, *names],
                          capture_output=True, text=True, timeout=10 * SECONDS, check=False,
                          env=dict(os.environ, NUMEN_NUM_THREADS="2"))
    told = done.stdout.splitlines()
    if done.returncode == 0 and told[-1:] == ["done"] and "Exception in thread" not in done.stderr:
        return None
    return f"{told[-1] if told else 'start'}: rc {done.returncode}\n{done.stderr[-3000:]}"
