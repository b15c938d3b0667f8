"""Arithmetic that `numen run --check` leaves recorded, and compares when it has been computed.

What is computed at once is computed by itself; so some calls are not, and run in one program
with what is recorded before and after them, as without the check. NumPy computes them from its
own results of the recorded operands: of operations that round exactly these are the same bits.
"""

import weakref

from .native import front

EXACT = frozenset("""Add Sub Mult Div USub Lt LtE Gt GtE Eq NotEq add subtract multiply divide
    negative square sqrt absolute maximum minimum less less_equal greater greater_equal""".split())
# Calls in a row that are left recorded, and that are not, in turns.
TURN = 8
# What is held back until it is compared.
MAX_RESULTS, MAX_BYTES = 8, 1 << 26
NOTHING = (lambda: None, None, None)


class Recorded:
    """Results of Numen that are pending, each with NumPy's and the line of its call."""

    def __init__(self, report, difference):
        self.report, self.difference = report, difference
        self.held = {}
        self.calls = 0

    def takes(self, name, args, kwargs):
        """Whether this call is to be left recorded: never the first of its kind at its place."""
        if name not in EXACT or kwargs or not any(type(x) is front.managed for x in args):
            return False
        if front.Gate.is_first():
            return False
        self.calls += 1
        is_recorded = self.calls // TURN % 2 == 0
        if not is_recorded:
            self.compare()
        return is_recorded

    def expected(self, x):
        """NumPy's array in the place of one whose values are not compared yet, else None."""
        mine, theirs, version, *_ = self.held.get(id(x), NOTHING)
        return theirs if mine() is x and front.Gate.version(x) == version else None

    def settle(self, x):
        """Compares an array, if it is held, as its values are asked for now."""
        entry = self.held.pop(id(x), None)
        if entry is not None and entry[0]() is x:
            self._compare(*entry)

    def hold(self, mine, theirs, name, line):
        """Notes what a pending result has to be, as long as the program has it."""
        if theirs.dtype.kind == "c":
            return False
        theirs.flags.writeable = False
        version = front.Gate.version(mine)
        self.held[id(mine)] = weakref.ref(mine), theirs, version, name, line
        held = list(self.held.values())  # other threads change it meanwhile
        if len(held) > MAX_RESULTS or sum(x[1].nbytes for x in held) > MAX_BYTES:
            self.compare()
        return True

    def compare(self):
        """Compares all that is held, the last first: it computes those before it."""
        waiting, self.held = list(self.held.values()), {}
        for entry in reversed(waiting):
            self._compare(*entry)

    def _compare(self, reference, theirs, version, name, line):
        mine = reference()
        if mine is None or front.Gate.version(mine) != version:  # written, or given away
            return
        front.evaluate(mine)
        found = self.difference(mine, theirs, name)
        if found:
            self.report(name, found, line)
