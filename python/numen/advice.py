"""What a profile advises: each rule looks at what was seen and says what would save how much time.

An estimate is what remains of the measured time when the cost of the other way is taken off, at
speeds that are no better than this machine's. A rule is silent where less than NOTABLE of the
program's time would be saved, and where it can see that its advice cannot be followed: values that
go from one call into the next cannot be computed together.
"""

import collections
from typing import NamedTuple

from .loop_advice import (
    MANY_CALLS,
    MANY_ELEMENTS,
    amount,
    at_places,
    elements,
    pythons_functions,
    small_arrays,
    small_matrices,
    vectorized,
)
from .memory_speed import bytes_per_second
from .profile import place_text
from .profile_samples import named

__all__ = ["MANY_CALLS", "MANY_ELEMENTS", "NOTHING", "Event", "advice", "amount"]

# Silent below this part of the time.
NOTABLE = 0.01
MOST_ADVICE = 8
NOTHING = ("None of the changes that this profile looks for (docs/tools.md) would save 1% of the "
           "time; it does not know the algorithm.")

COPY_SPEED = 1e10  # bytes a second of copies that stay in caches
# A single operation of fused ones, and the like, at the most of its time.
FUSED_SHARE = 0.5
# Recorded with what they read; by themselves they are nothing that could be fused.
REDUCTIONS = frozenset(("sum", "prod", "mean", "var", "std", "min", "max", "any", "all"))
JOINING = frozenset(("append", "concatenate", "hstack", "vstack", "column_stack", "insert",
                     "resize"))
# Calls that ask for values and compute nothing.
LOOKS = frozenset(("x[...]", "bool()", "float()", "int()", "index()", "repr()", "str()",
                   "ndarray.item", "ndarray.tolist"))


class Event(NamedTuple):
    """A row of the events that front.watched() gives."""

    kind: str
    name: str
    detail: str
    place: tuple | None
    calls: int
    seconds: float
    read: float = 0.0
    written: float = 0.0
    elements: float = 0.0
    runs: int = 0


def advice(seen, programs):
    """Sentences, those that save most first; a rule's ends with the words before the time."""
    whole = max(seen["seconds"] - seen.get("own", 0.0), 1e-9)
    events = [Event(*row) for row in seen["events"] if row[3] is not None]
    flows, rows = seen.get("flows", ()), seen.get("samples", ())
    samples = named(rows)
    found = [*elements(events, samples), *small_arrays(events, flows),
             *small_matrices(events, samples, flows), *pythons_functions(events, samples),
             *vectorized(rows, samples), *growing(events, flows),
             *run_at_once(events, programs), *single_operations(events, programs)]
    found = sorted((item for item in found if item[0] >= NOTABLE * whole), reverse=True)
    return [f"{text} {amount(won)} ({won / whole:.0%})."
            for won, text in found[:MOST_ADVICE]] or [NOTHING]


def growing(events, flows):
    """An array that grows at its end is copied as a whole each time."""
    for event in events:
        grows = event.name in JOINING and (event.place, event.place) in flows
        if event.kind in ("native", "record") and grows and event.calls > 1:
            yield (min((event.read + event.written) / COPY_SPEED, event.seconds),
                   f"{place_text(event.place)} makes an array longer, {event.calls:,} times, and "
                   "copies all of it each time: unless it is read before it is whole, collect the "
                   "pieces in a list and join them once, after the loop. Saves about")


def saved_by_fusing(events):
    """Seconds: what operations store is not fetched, stored and read again if they run with what
    follows."""
    seconds = sum(event.seconds for event in events)
    written = sum(event.written for event in events)
    return min(FUSED_SHARE * seconds, 3 * written / bytes_per_second(max(written, 1 << 20)))


WHY_AT_ONCE = {
    "foreign memory": "on memory that Numen does not manage: an array that a library, np.array or "
                      "np.asarray made, or that a library took. x = x.copy(), once, before this "
                      "lets Numen fuse what follows. Saves about",
    "error state": "because floating-point errors are to raise or warnings are errors there: leave "
                   "np.errstate to the parts that need it. Saves about",
}


def run_at_once(events, programs):
    """Operations that could be fused, with each other or with recorded ones of the same lines."""
    recording = {place for program in programs for place, *_ in program.steps}
    for why, text in WHY_AT_ONCE.items():
        places = at_places(events, "at once", why)
        handed = handing(events) if why == "foreign memory" else None
        for place, found in places.items():
            calls = sum(event.calls for event in found)
            # A single operation has nothing at its line to be fused with.
            if calls < 2 * len(found) or not (len(found) > 1 or place in recording):
                continue
            if handed is not None:
                continue
            copies = 2 * 8 * max(event.elements for event in found) / bytes_per_second(1 << 26)
            copied = copies if why == "foreign memory" else 0.0
            yield (saved_by_fusing(found) - copied,
                   f"{place_text(place)} computes {calls:,} times at once, {text}")
        if handed is not None:
            yield (saved_by_fusing([event for found in places.values() for event in found]),
                   f"{place_text(handed.place)} {exposing(handed, events)} Saves about")


def exposing(handed, events):
    """How arrays became plain ones at a line, and what to do instead."""
    if handed.name == "asarray" and any(
            event.name == "array" and event.place == handed.place for event in events):
        return (f"makes {handed.calls:,} arrays of lists of large arrays by np.array, on whose "
                "results operations run at once: np.stack makes arrays that are fused.")
    return (f"exposes {handed.calls:,} arrays to other code ({handed.name}); operations on them "
            "run at once from then on: give it the last result only.")


def handing(events):
    """The event that hands arrays to other code again and again, or None."""
    found = [event for event in events if event.kind == "become" and event.calls >= 100]
    return max(found, key=lambda event: event.calls, default=None)


def single_operations(events, programs):
    """Lines that want the values after each operation, so that nothing can be fused.

    Not those where a call that computes wants them, a product for example, which cannot wait.
    """
    calling = {event.place for event in events if event.kind in ("library", "fallback", "become")
               or (event.kind in ("native", "at once") and event.name not in LOOKS)}
    lines = collections.defaultdict(list)
    for program in programs:
        if program.looker is None or program.looker in calling or len(program.steps) != 1:
            continue
        if program.steps[0][1] not in REDUCTIONS:
            lines[program.looker].append(program)
    for place, found in lines.items():
        calls = sum(program.calls for program in found)
        if calls >= 10:
            yield (saved_by_fusing(found),
                   f"{place_text(place)} wants values after a single operation, {calls:,} times: "
                   "look (print, float(), if, x[i]) and write into what they read after several, "
                   "and they run in one pass. Saves about")
