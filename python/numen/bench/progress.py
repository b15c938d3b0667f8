"""How far a benchmark is and how long it will still take, on stderr."""

import sys
import time


def spoken(seconds):
    """A duration in words.

    >>> spoken(40), spoken(130)
    ('40 s', '2 min')
    """
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


class Progress:
    """Tells at each of `total` steps what comes: over the same line of a terminal, elsewhere in a
    line of its own, one every `between` seconds at most.

    >>> for name in Progress(["a", "b"]): pass  # doctest: +SKIP
    1 of 2: a
    2 of 2: b (2 s so far, about 2 s left)
    """

    def __init__(self, steps, name=str, between=15.0, stream=None, clock=time.monotonic):
        self.steps, self.name, self.between, self.clock = list(steps), name, between, clock
        self.stream = sys.stderr if stream is None else stream

    def __iter__(self):
        start, told = self.clock(), float("-inf")
        on_terminal = self.stream.isatty()
        for done, step in enumerate(self.steps):
            now = self.clock()
            if on_terminal or now - told >= self.between:
                told = now
                line = self.line(done, step, now - start)
                self.stream.write(f"\r{line:<79}\r" if on_terminal else line + "\n")
                self.stream.flush()
            yield step
        if on_terminal:
            self.stream.write(f"\r{'':<79}\r")

    def line(self, done, step, elapsed):
        total = len(self.steps)
        left = ""
        if done:
            rest = elapsed / done * (total - done)
            left = f" ({spoken(elapsed)} so far, about {spoken(rest)} left)"
        return f"{done + 1} of {total}: {self.name(step)}{left}"[:79]
