"""What a profile advises: each rule looks at what was seen and says what would save how much time.

An estimate is what remains of the measured time when the cost of the other way is taken off, at
speeds that are no better than this machine's. A rule is silent where less than NOTABLE of the
program's time would be saved, and where it can see that its advice cannot be followed: values that
go from one call into the next cannot be computed together.
"""

import collections
from typing import NamedTuple

from .memory_speed import bytes_per_second
from .profile import place_text
from .profile_samples import named

# Silent below this part of the time.
NOTABLE = 0.01
MOST_ADVICE = 8
NOTHING = "No change that this profile knows of would save 1% of the time."

# Seconds that an element takes in an operation on the whole array.
WHOLE_ELEMENT = 5e-9
# Bytes a second: of operations on small arrays that are done as one; of copies that stay in caches.
SMALL_SPEED, COPY_SPEED = 4e9, 1e10
MANY_CALLS = 1000
# Elements that are read or written before another call changes an array.
MANY_ELEMENTS = 100
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
    flows = seen.get("flows", ())
    found = [*elements(events, named(seen.get("samples", ()))), *small_arrays(events, flows),
             *growing(events, flows), *run_at_once(events, programs),
             *single_operations(events, programs)]
    found = sorted((item for item in found if item[0] >= NOTABLE * whole), reverse=True)
    return [f"{text} {amount(won)} ({won / whole:.0%})."
            for won, text in found[:MOST_ADVICE]] or [NOTHING]


def amount(seconds):
    """A time for people, two digits of it.

    >>> amount(1.234), amount(0.1234), amount(0.001234)
    ('1.2 s', '120 ms', '1.2 ms')
    """
    if seconds >= 1:
        return f"{float(f'{seconds:.2g}'):g} s"
    return f"{float(f'{seconds * 1e3:.2g}'):g} ms"


def at_places(events, kind, detail=None):
    """{place: events} of a kind."""
    found = collections.defaultdict(list)
    for event in events:
        if event.kind == kind and detail in (None, event.detail):
            found[event.place].append(event)
    return found


def elements(events, samples):
    """A loop over elements takes its Python code, too. What is only read and written by elements
    is quicker on whole arrays; lists help where values follow from one another."""
    for where, found, python in element_loops(events, samples):
        calls = sum(event.calls for event in found)
        runs = sum(event.runs for event in found)
        if calls < MANY_ELEMENTS * max(runs, 1):  # of arrays that other calls make in between
            continue
        names = {event.name for event in found}
        if {"read", "written"} <= names:
            text = (f"{where} reads and writes single elements, {calls:,} times: compute on the "
                    "whole array; where its elements follow from one another, work on lists "
                    "(x.tolist()) and make the array from them. Saves at most")
        elif "read" in names:
            text = (f"{where} reads single elements, {calls:,} times: compute on the whole array, "
                    "unless its elements are met in an order that their values decide. Saves at "
                    "most")
        else:
            text = (f"{where} writes single elements, {calls:,} times: assign whole slices, or "
                    "compute them at once. Saves at most")
        won = sum(event.seconds for event in found) + python
        yield won - calls * WHOLE_ELEMENT, text


def element_loops(events, samples):
    """(where, events, seconds of Python) of each loop that reads or writes elements, by its lines;
    of each line where no loop was sampled."""
    found = at_places(events, "element")
    others = collections.Counter()
    for event in events:
        if event.kind != "element":
            others[event.place] += event.seconds
    loops = [(sample.place[0], *sample.lines, sample.seconds) for sample in samples
             if sample.kind == "python" and sample.lines]
    for file, first, last, seconds in sorted(loops, key=lambda loop: loop[2] - loop[1]):
        inside = [place for place in found if place[0] == file and first <= place[1] <= last]
        if not inside:
            continue
        of_loop = [event for place in inside for event in found.pop(place)]
        own = sum(event.seconds for event in of_loop)
        rest = sum(spent for place, spent in others.items()
                   if place[0] == file and first <= place[1] <= last)
        lines = place_text((file, first)) + (f"-{last}" if last > first else "")
        yield lines, of_loop, seconds * own / max(own + rest, 1e-12)
    for place, of_line in found.items():
        yield place_text(place), of_line, 0.0


def in_cycles(flows):
    """The lines whose results come back to them, by way of others too."""
    following = collections.defaultdict(set)
    for from_, to in flows:
        following[from_].add(to)
    found = set()
    for start in list(following):
        reached, waiting = set(), [start]
        while waiting:
            for place in following.get(waiting.pop(), ()):
                if place not in reached:
                    reached.add(place)
                    waiting.append(place)
        if start in reached:
            found.add(start)
    return found


def small_arrays(events, flows):
    """What small operations take beyond moving their bytes is the price of the calls."""
    following = in_cycles(flows)
    for place, found in at_places(events, "at once", "small").items():
        calls = sum(event.calls for event in found)
        moved = sum(event.read + event.written for event in found)
        if calls >= MANY_CALLS and place not in following:
            yield (sum(event.seconds for event in found) - moved / SMALL_SPEED,
                   f"{place_text(place)} computes on small arrays, {calls:,} times: where they do "
                   "not follow from one another, put them into one array with one axis more and "
                   "compute once. Saves at most")


def growing(events, flows):
    """An array that grows at its end is copied as a whole each time."""
    for event in events:
        grows = event.name in JOINING and (event.place, event.place) in flows
        if event.kind in ("native", "record") and grows and event.calls > 1:
            yield (min((event.read + event.written) / COPY_SPEED, event.seconds),
                   f"{place_text(event.place)} makes an array longer, {event.calls:,} times, and "
                   "copies all of it each time: collect the pieces in a list and join them once, "
                   "after the loop. Saves about")


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
                   f"{place_text(handed.place)} hands {handed.calls:,} arrays to other code "
                   f"({handed.name}); operations on them run at once from then on: hand over the "
                   "last result only. Saves about")


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
