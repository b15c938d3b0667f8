"""Watches fallbacks and becomes: `numen run --profile` and --strict.

Numen's front calls `begin` before and `end` after each of them. A fallback inside another (a
method that NumPy's function calls) belongs to the outer one and is not counted again.
"""

import atexit
import os
import sys
import threading

import numpy

from . import FallbackError
from .hook import is_user_file, is_user_frame
from .native import front


def user_line():
    """`file.py:line` of the innermost frame of the user's code."""
    frame = sys._getframe(1)
    while frame is not None:
        filename = frame.f_code.co_filename
        anonymous = filename.startswith("<") and not filename.startswith("<frozen ")
        if is_user_frame(frame) if anonymous else is_user_file(filename):
            return f"{os.path.basename(filename)}:{frame.f_lineno}"
        frame = frame.f_back
    return "?"


class Profile:
    """Counts fallbacks and becomes by call and line until the process ends."""

    def __init__(self, strict, report):
        self.strict = strict
        self.report = report
        self.entries = {}
        self.process = os.getpid()
        self.nesting = threading.local()

    def start(self):
        """Begins to watch; with `report`, prints the table when the process ends."""
        front.set_observer(self.begin, self.end)
        if self.report:
            atexit.register(self.print_report)

    def begin(self, kind, name):
        """Called by the front before a fallback or a become; raises under --strict."""
        open_calls = self.nesting.__dict__.setdefault("open_calls", [])
        key = None if open_calls and open_calls[-1][0] == "fallback" else (kind, name, user_line())
        if self.strict and kind == "fallback" and key is not None:
            raise FallbackError(f"{name} falls back to NumPy at {key[2]}")
        open_calls.append((kind, key))

    def end(self, kind, name, seconds):
        """Called by the front after it."""
        open_calls = self.nesting.__dict__.get("open_calls")
        key = open_calls.pop()[1] if open_calls else None
        if key is not None:
            calls, total = self.entries.get(key, (0, 0.0))
            self.entries[key] = (calls + 1, total + seconds)

    def fallback_count(self):
        return sum(calls for (kind, _, _), (calls, _) in self.entries.items() if kind == "fallback")

    def print_report(self):
        if os.getpid() != self.process:
            return
        front.set_observer(None, None)
        lines = ["", "numen: what NumPy computed, and arrays handed to other code"]
        if self.entries:
            lines.append(f"{'':9} {'call':28} {'calls':>9} {'ms':>10}  line")
        ranked = sorted(self.entries.items(), key=lambda item: -item[1][1])
        for (kind, name, line), (calls, seconds) in ranked:
            lines.append(f"{kind:9} {name:28} {calls:9} {seconds * 1e3:10.2f}  {line}")
        lines += [f"never seen by Numen: {text}" for text in unseen_arrays()]
        lines.append(f"fallbacks: {self.fallback_count()}")
        sys.stdout.flush()
        print("\n".join(lines), file=sys.stderr, flush=True)


def unseen_arrays():
    """Plain NumPy arrays among the globals of the user's modules: operators on them are NumPy's."""
    for module_name, module in list(sys.modules.items()):
        path = getattr(module, "__file__", None)
        if module_name != "__main__" and (path is None or not is_user_file(path)):
            continue
        for name, value in list(vars(module).items()):
            if type(value) is numpy.ndarray and value.dtype.kind in "biufc":
                yield f"{module_name}.{name} {value.dtype}{list(value.shape)}"
