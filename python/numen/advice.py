"""What a profile advises, in plain words: each rule looks at what was seen and says one thing.

A rule speaks only where following it would save a notable part of the time, or many calls.
"""

import collections
from functools import partial

from .explaining import counted
from .profile import place_text

# Below these a rule is silent: elements of a line, small operations of a line, part of the time.
MANY_ELEMENTS = 10_000
MANY_CALLS = 50_000
NOTABLE = 0.02
MOST_OF_A_KIND = 3
# Recorded with what they read; by themselves they are nothing that could be fused.
REDUCTIONS = frozenset(("sum", "prod", "mean", "var", "std", "min", "max", "any", "all"))

WHY_AT_ONCE = {
    "foreign memory": "on memory that Numen does not manage: an array that a library, np.array or "
                      "np.asarray made, or that a library took. x = x.copy(), once, before this "
                      "lets Numen fuse what follows.",
    "error state": "because floating-point errors are to raise or warnings are errors there: leave "
                   "np.errstate to the parts that need it.",
}


def advice(seen, programs):
    """Sentences, the most helpful first."""
    found = []
    for rule in (elements, partial(run_at_once, "foreign memory"), small_arrays,
                 partial(run_at_once, "error state"), fallbacks, handed_over):
        found += list(rule(seen))[:MOST_OF_A_KIND]
    found += list(single_operations(seen, programs))[:MOST_OF_A_KIND]
    return found or ["Nothing here stands out."]


def totals(seen, kind, detail=None):
    """[(place, names, calls, seconds)] of a kind of event, by time and calls."""
    lines = {}
    for event_kind, name, event_detail, place, calls, seconds in seen["events"]:
        if event_kind != kind or detail not in (None, event_detail) or place is None:
            continue
        entry = lines.setdefault(place, [[], 0, 0.0])
        entry[0].append(name)
        entry[1] += calls
        entry[2] += seconds
    ranked = sorted(lines.items(), key=lambda item: (-item[1][2], -item[1][1]))
    return [(place, *entry) for place, entry in ranked]


def is_notable(seen, seconds):
    return seconds >= NOTABLE * seen["seconds"]


def elements(seen):
    for place, names, calls, _ in totals(seen, "element"):
        if calls < MANY_ELEMENTS:
            continue
        if {"read", "written"} <= set(names):
            yield (f"{place_text(place)} reads and writes single elements, {calls:,} times: work "
                   "on lists (x.tolist()) and make the array from them, or compute on the whole "
                   "array.")
        elif "read" in names:
            yield (f"{place_text(place)} reads single elements, {calls:,} times: take x.tolist() "
                   "before the loop, or compute on the whole array.")
        else:
            yield (f"{place_text(place)} writes single elements, {calls:,} times: fill a list and "
                   "make the array from it, or assign whole slices.")


def run_at_once(why, seen):
    for place, _, calls, seconds in totals(seen, "at once", why):
        if calls > 1 and is_notable(seen, seconds):  # one operation is not fused with others
            yield f"{place_text(place)} computes {calls:,} times at once, {WHY_AT_ONCE[why]}"


def small_arrays(seen):
    for place, _, calls, seconds in totals(seen, "at once", "small"):
        if calls >= MANY_CALLS and is_notable(seen, seconds):
            yield (f"{place_text(place)} computes on small arrays, {calls:,} times: where they do "
                   "not follow from one another, put them into one array with one axis more and "
                   "compute once.")


def fallbacks(seen):
    for place, names, calls, seconds in totals(seen, "fallback"):
        if is_notable(seen, seconds):
            yield (f"{place_text(place)} leaves {', '.join(sorted(set(names)))} to NumPy, "
                   f"{counted(calls, 'time')}, {seconds * 1e3:,.0f} ms: numen.coverage() lists "
                   "what is faster here; strings, objects, dates and records never are.")


def handed_over(seen):
    """Only where operations on such arrays take their time: handing over alone costs nothing."""
    at_once = totals(seen, "at once", "foreign memory")
    if not is_notable(seen, sum(seconds for *_, seconds in at_once)):
        return
    for place, names, calls, _ in totals(seen, "become"):
        if calls >= MANY_CALLS // 500:
            yield (f"{place_text(place)} hands {calls:,} arrays to other code "
                   f"({', '.join(sorted(set(names)))}); operations on them run at once from then "
                   "on: hand over the last result only.")


def single_operations(seen, programs):
    """Lines that want the values after each operation, so that nothing can be fused.

    Not those where a library call wants them, a product for example, which can not wait.
    """
    calling = {event[3] for event in seen["events"] if event[0] == "library"}
    lines = collections.defaultdict(lambda: [0, 0.0])
    for program in programs:
        if program.looker is None or program.looker in calling or len(program.steps) != 1:
            continue
        if program.steps[0][1] not in REDUCTIONS:
            lines[program.looker][0] += program.calls
            lines[program.looker][1] += program.seconds
    for place, (calls, seconds) in sorted(lines.items(), key=lambda item: -item[1][1]):
        if calls >= 10 and seconds >= 5 * NOTABLE * seen["seconds"]:
            yield (f"{place_text(place)} wants values after a single operation, {calls:,} times: "
                   "look (print, float(), if, x[i]) and write into what they read after several, "
                   "and they run in one pass.")
