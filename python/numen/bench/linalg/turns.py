"""Libraries timed in turns, one call of each on new matrices at every repeat."""

import sys
import time

from ..timing import Fault, check_reader, is_pending, wait_for_rest, warm_up
from .libraries import NotBuilt, tuple_of

SLOW = 3.0  # times the fastest: such a peer is timed FEW times, it decides nothing
FEW = 3
BRIEF = 0.05  # seconds: before such calls others go
OURS = ("numen", "native")
ALWAYS = ("numpy", *OURS)


class Turn:
    """One library's side of a row: `call` on stacks of `count`, of which it may get fewer."""

    def __init__(self, library, call, count):
        self.library, self.function, self.count = library, library.function(call), count
        self.share = count if library.most is None else min(library.most, count)
        self.best, self.repeats, self.earlier = float("inf"), 0, None

    def made(self, given):
        """The library's own arrays, there before a clock starts."""
        mine = [self.library.array(x[:self.share] if len(x) == self.count else x) for x in given]
        self.library.wait(tuple(mine))
        return mine

    def run(self, mine):
        found = self.function(*mine)
        self.library.wait(found)
        return found

    def time(self, given):
        """Times one call; its results. Fault where they were left to be computed.

        Calls on other matrices go before, as in a program that goes on calling: after a rest the
        cores are slow for some milliseconds, and a thread that sleeps comes late.
        """
        if self.earlier is None:
            if self.library.name in OURS:
                check_reader(self.library.wait)
            self.earlier = self.made([x + x.dtype.type(1e-3) for x in given])
            self.run(self.earlier)  # compiles, allocates
        mine = self.made(given)
        if wait_for_rest() or self.best < BRIEF:
            warm_up(lambda: self.run(self.earlier))
        self.earlier = mine
        start = time.perf_counter()
        found = self.run(mine)
        seconds = (time.perf_counter() - start) * self.count / self.share
        if is_pending(found):
            raise Fault("unread: the result was not computed when the clock stopped")
        self.best = min(self.best, seconds)
        self.repeats += 1
        return tuple_of(found)


def turns_of(libraries, call, count):
    """A turn for every library that has what is called."""
    turns = {}
    for name, library in libraries.items():
        try:
            turns[name] = Turn(library, call, count)
        except NotBuilt:
            continue
    return turns


def timed(turns, draw, repeats, seconds):
    """Times all turns; dicts from library to its last (results, inputs), and to why it refused.

    `draw()` gives new inputs. All are repeated equally often, until `repeats` or `seconds` are
    reached, three times at least; peers that are far behind three times. Who refuses the question
    loses its turn, but for NumPy.
    """
    end = time.perf_counter() + seconds
    answers, refusals, repeat = {}, {}, 0
    while repeat < repeats and (repeat < FEW or time.perf_counter() < end):
        given = draw()
        fastest = min(turn.best for turn in turns.values())
        for name in list(turns)[:: 1 if repeat % 2 else -1]:
            turn = turns[name]
            if turn.repeats >= FEW and turn.best > SLOW * fastest and name not in ALWAYS:
                continue
            try:
                answers[name] = turn.time(given), given
            except Exception as reason:
                if name == "numpy":
                    raise
                del turns[name]
                answers.pop(name, None)
                refusals[name] = f"{type(reason).__name__}: {reason}"
                print(f"{name}: {refusals[name]}", file=sys.stderr)
        repeat += 1
    return answers, refusals


def measurement(turns, refusals, count=1):
    """The fields of a row: the best seconds of a matrix by library, and who refused and why."""
    return {"seconds": {name: turn.best / count for name, turn in turns.items()},
            "refusals": refusals}
