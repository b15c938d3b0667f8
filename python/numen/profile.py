"""`numen run --profile`, --trace and --strict: what the program makes Numen do, line by line.

Numen's front keeps the events (python/front/module/observer.h); here they are asked for when the
program ends and become a report on stderr or a file of events.
"""

import atexit
import contextlib
import gc
import os
import sys
import time

import numpy

from . import FallbackError, workers
from .hook import is_user_file, is_user_frame
from .native import front

# Single events that a trace holds: about 150 bytes each.
MOST_EVENTS = 1_000_000


def user_line():
    """`file.py:line` of the innermost frame of the user's code."""
    frame = sys._getframe(1)
    while frame is not None:
        filename = frame.f_code.co_filename
        anonymous = filename.startswith("<") and not filename.startswith("<frozen ")
        if is_user_frame(frame) if anonymous else is_user_file(filename):
            return place_text((filename, frame.f_lineno))
        frame = frame.f_back
    return "?"


def place_text(place):
    """`file.py:line` of a place, a pair of file and line; "?" for none."""
    return "?" if place is None else f"{os.path.basename(place[0])}:{place[1]}"


class Profile:
    """Watches this process until it ends, then writes what was asked for."""

    def __init__(self, strict=False, report=False, trace=None):
        self.strict = strict
        self.report = report
        self.trace = None if trace is None else os.path.abspath(trace)
        self.process = os.getpid()

    def start(self):
        """Begins to watch; OSError where the trace cannot be written."""
        if self.trace:
            open(self.trace, "w").close()
        workers.count()
        self.processor = time.thread_time()
        is_read = self.report or self.trace is not None  # else the calls need not be observed
        front.watch(True, MOST_EVENTS if self.trace else 0, is_read)
        if self.report:
            gc.callbacks.append(front.collecting)
            front.sample(os.path.dirname(numpy.__file__) + os.sep)
        if self.strict:
            front.set_refusal(refuse)
        if self.report or self.trace:
            atexit.register(self.finish)

    def finish(self):
        """Ends the watching and writes; a forked child leaves that to its parent."""
        if os.getpid() != self.process:
            return
        front.sample(None)
        seen = front.watched()
        front.watch(False, 0)
        seen["waited"] = seen["seconds"] - (time.thread_time() - self.processor)
        if self.trace:
            from .trace import write

            try:
                write(self.trace, seen)
            except OSError as error:  # the disk is full, or the folder gone
                print(f"numen run: --trace: {error}", file=sys.stderr or sys.__stderr__)
            if workers.started and not self.report:
                print(f"numen run: --trace: {workers.of_this_process()}",
                      file=sys.stderr or sys.__stderr__)
        if self.report:
            from .profile_report import report

            text = report(seen, list(plain_arrays()))
            with contextlib.suppress(AttributeError, ValueError):  # the program may have closed it
                sys.stdout.flush()
            print(text, file=sys.stderr or sys.__stderr__, flush=True)
        if getattr(sys, "last_type", None) is KeyboardInterrupt:
            # Python ends such a process by SIGINT, unless text has been executed since, as the
            # imports of a report do: then this exception has to be the last that came of a text.
            with contextlib.suppress(KeyboardInterrupt):
                exec("raise KeyboardInterrupt")


def refuse(name, file, line):
    """Called by the front before a fallback under --strict."""
    place = place_text((file, line) if file else None)
    library = "SciPy" if name.startswith("scipy.") else "NumPy"
    raise FallbackError(f"{name} falls back to {library} at {place}")


def plain_arrays():
    """Large arrays among the globals of the user's modules whose memory Numen does not manage.

    A library made them or took them, and nothing that is computed on them is fused. Yields (module,
    name, dtype, shape).
    """
    large = front.managed_threshold()
    for module_name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if module_name != "__main__" and not (isinstance(path, str) and is_user_file(path)):
            continue
        for name, value in list(vars(module).items()):
            if (type(value) is numpy.ndarray and value.size > large
                    and value.dtype.kind in "biufc"):
                yield module_name, name, value.dtype, value.shape
