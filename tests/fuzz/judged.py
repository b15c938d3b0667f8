"""What a program can be run against: Numen with its debug switches, or NumPy itself.

NumPy against NumPy finds mistakes of the fuzzer (results that depend on the run, not the program).
"""

import os
from typing import NamedTuple

import numpy

PROCESSORS = os.cpu_count() or 1


class Configuration(NamedTuple):
    """How the judged module is set for one run.

    threshold: elements from which results are managed ("0", "default" or "infinity").
    stub: elementwise results of managed arrays stay pending until looked at.
    look: compare after every statement, not only at the end.
    threads: how many an operation may use.
    small: a hundred elements are shared out among them, cut into blocks and written past the caches
    as millions are.
    """

    threshold: str
    stub: bool
    look: bool
    threads: int = 2
    small: bool = False

    def __str__(self):
        return (f"threshold={self.threshold} stub={'on' if self.stub else 'off'} "
                f"look={'every' if self.look else 'end'} threads={self.threads}"
                f"{' small pieces' if self.small else ''}")


class NumpyJudged:
    """NumPy in the place of Numen."""

    name = "numpy"
    wants_looks = True  # at all variables after each statement of NumPy's run
    module = numpy

    def prepare(self, configuration):
        """Sets the switches of one run."""

    def is_array(self, value):
        return isinstance(value, numpy.ndarray)

    def is_managed(self, value):
        return False

    def check(self):
        """Raises if an invariant of the module is broken."""

    def work_counts(self):
        """How often each way of computing was taken so far."""
        return {}


class NumenJudged:
    """Numen through its namespace, the switches through numen.native.front."""

    name = "numen"
    wants_looks = True

    def __init__(self):
        import numen
        from numen.native import front

        self.module = numen
        self.front = front
        self.default_threshold = front.managed_threshold()
        self.broken = 0
        front.set_debug(True)
        front.set_clocks_finish(False)  # the campaign reads them, too

    def prepare(self, configuration):
        """Sets the switches of one run."""
        thresholds = {"0": 0, "default": self.default_threshold, "infinity": 2 ** 62}
        self.front.set_managed_threshold(thresholds[configuration.threshold])
        self.front.force_deferral(configuration.stub)
        self.front.set_small_pieces(configuration.small)
        most = configuration.threads if configuration.small else PROCESSORS
        self.front.set_threads(min(configuration.threads, most))

    def is_array(self, value):
        """True for Numen's arrays and real ones, without the look that exposes."""
        return issubclass(type(value), numpy.ndarray) or self.front.is_managed(value)

    def is_managed(self, value):
        return self.front.is_managed(value)

    def check(self):
        """Raises if an invariant of the module is broken."""
        self.front.check_invariants()
        broken = self.front.checked_entries()[1]
        if broken > self.broken:
            self.broken = broken
            raise AssertionError("an invariant was broken within the statement (standard error)")

    def work_counts(self):
        """Without those of machine code where the instruction set has none."""
        counts = self.front.work_counts()
        if self.front.info()["instruction_set"] not in ("v3", "v4"):
            counts = {name: count for name, count in counts.items()
                      if "chain" not in name and name != "streamed"}
        return counts


def judged_named(name):
    """The judged module of that name: "numpy", "numen", or "modes", Numen judged by itself."""
    if name == "modes":
        from .modes import ModesJudged

        return ModesJudged()
    return NumpyJudged() if name == "numpy" else NumenJudged()
