"""What a profile advises on loops in Python: over elements, small arrays and small matrices.

Each rule yields (seconds that are saved, sentence up to the time). Only the person who wrote the
loop knows whether the values of its turns follow from one another: where calls and lines do not
show that they do, the sentence leaves it open.
"""

import ast
import collections
import linecache

from .profile import place_text
from .profile_samples import place_and_lines
from .source import tree_of

# Seconds that an element takes in an operation on the whole array, in a list, and where Python goes
# from one element of an array to the next: that is no call, and found by samples.
WHOLE_ELEMENT, LIST_ELEMENT, NEXT_ELEMENT = 5e-9, 1e-9, 3e-8
# Bytes a second of operations on small arrays that are done as one.
SMALL_SPEED = 4e9
MANY_CALLS = 1000
# Elements that are read or written before another call changes an array.
MANY_ELEMENTS = 100
# Seconds of a call on one small matrix that a call on a stack of them does not take for each.
STACKED_CALL = 1e-6
# Functions that take stacks of matrices, besides those of numpy.linalg.
PRODUCTS = frozenset(("matmul", "dot", "inner", "vdot"))
NO_STACKS = frozenset(("linalg.lstsq", "linalg.multi_dot", "linalg.matrix_power"))
# Python's functions that take an array one element after the other, and the most that an element
# takes them.
ELEMENTWISE = frozenset(("sum", "min", "max", "any", "all", "sorted"))
MADE_ELEMENT = 2e-7
VECTORIZE = ("composites/applying.py", "numpy/lib/_function_base_impl.py")


def amount(seconds):
    """A time for people, two digits of it.

    >>> amount(1.234), amount(0.1234), amount(0.001234)
    ('1.2 s', '120 ms', '1.2 ms')
    """
    if float(f"{seconds:.2g}") >= 1:
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
        # Of arrays that other calls make in between; and few are what a library does once.
        if calls < MANY_CALLS or calls < MANY_ELEMENTS * max(runs, 1):
            continue
        names, own = {event.name for event in found}, sum(event.seconds for event in found)
        if {"read", "written"} <= names:
            text = (f"{where} reads and writes single elements, {calls:,} times: compute on the "
                    "whole array; where its elements follow from one another, work on lists "
                    "(x.tolist()) and make the array from them, which saves about "
                    f"{amount(own - calls * LIST_ELEMENT)}. Saves about")
        elif "read" in names:
            text = (f"{where} reads single elements, {calls:,} times: compute on the whole array, "
                    "unless its elements are met in an order that their values decide. Saves "
                    "about")
        else:
            text = (f"{where} writes single elements, {calls:,} times: assign whole slices, or "
                    "compute them at once. Saves about")
        yield own + python - calls * WHOLE_ELEMENT, text


def weight(event):
    """The seconds of an event, which for elements met by iteration are at least those of Python."""
    least = event.calls * NEXT_ELEMENT if event.kind == "element" else 0
    return max(event.seconds, least)


def element_loops(events, samples):
    """(where, events, seconds of Python) of each loop that reads or writes elements, by its lines;
    of each line where no loop was sampled."""
    found = at_places(events, "element")
    others = collections.Counter()
    for event in events:
        if event.kind != "element":
            others[event.place] += event.seconds
    taken = {place for place, _, _ in calls_of_arrays(events)}
    lines = collections.Counter()
    for sample in samples:
        if sample.kind == "python" and not sample.lines:
            lines[sample.place] += sample.seconds
    loops = [(sample.place[0], *sample.lines, sample.seconds) for sample in samples
             if sample.kind == "python" and sample.lines]
    for file, first, last, seconds in sorted(loops, key=lambda loop: loop[2] - loop[1]):
        inside = [place for place in found if place[0] == file and first <= place[1] <= last]
        if not inside:
            continue
        of_loop = [event for place in inside for event in found.pop(place)]
        own = sum(map(weight, of_loop))
        rest = sum(spent for place, spent in others.items()
                   if place[0] == file and first <= place[1] <= last)
        # Calls in a loop (min(), a function) have samples of their own, at their lines.
        for place in [place for place in lines if place and place[0] == file
                      and first <= place[1] <= last]:
            seconds += lines.pop(place)
        where = place_text((file, first)) + (f"-{last}" if last > first else "")
        yield where, of_loop, seconds * own / max(own + rest, 1e-12)
    for place in found.keys() - taken:
        of_line = found[place]
        own = sum(map(weight, of_line))
        yield place_text(place), of_line, lines[place] * own / max(own + others[place], 1e-12)


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
                   "compute once. Saves about")


def small_matrices(events, samples, flows):
    """Linear algebra on one small matrix after another: its functions take stacks of them."""
    following = in_cycles(flows)
    python = python_seconds(samples)
    found = collections.defaultdict(list)
    for event in events:
        takes_stacks = event.name.startswith("linalg.") and event.name not in NO_STACKS
        if event.kind in ("library", "native") and (takes_stacks or event.name in PRODUCTS):
            found[event.place].append(event)
    for place, calls in found.items():
        count = max(event.calls for event in calls)
        if count < MANY_CALLS or place in following:
            continue
        won = sum(min(event.seconds, event.calls * STACKED_CALL) for event in calls)
        names = ", ".join(sorted(event.name for event in calls if event.calls >= MANY_CALLS))
        yield (won * (1 + python[place] / max(own_seconds(events, place), 1e-12)),
               f"{place_text(place)} calls {names} on one small matrix or vector after the other, "
               f"{count:,} times: where they do not follow from one another, put them into one "
               "array with one axis more and call once, as linear algebra takes stacks "
               "(np.vecdot for products of vectors). Saves about")


def own_seconds(events, place):
    return sum(event.seconds for event in events if event.place == place)


def python_seconds(samples):
    """{place: seconds} of the program's own code, loops at their first line."""
    found = collections.Counter()
    for sample in samples:
        if sample.kind == "python":
            found[sample.place] += sample.seconds
    return found


def calls_of_arrays(events):
    """(place, function, elements) of the lines that call sum(), max() ... of an array whole."""
    for place, found in at_places(events, "element", "").items():
        calls = sum(event.calls for event in found if event.name == "read")
        runs = sum(event.runs for event in found)
        if calls >= MANY_ELEMENTS * max(runs, 1):
            for call in calls_at(place):
                yield place, call, calls


def calls_at(place):
    """The names of Python's functions that a line calls of one value: an array, if it is met by
    elements there."""
    for node in ast.walk(tree_of(place[0])):
        if (isinstance(node, ast.Call) and node.lineno <= place[1] <= node.end_lineno
                and isinstance(node.func, ast.Name) and node.func.id in ELEMENTWISE
                and len(node.args) == 1
                and not isinstance(node.args[0], (ast.GeneratorExp, ast.ListComp, ast.Starred))):
            yield node.func.id


def pythons_functions(events, samples):
    """Python's sum(), max() ... of an array make an object of each element."""
    seconds = python_seconds(samples)
    for place, called, count in calls_of_arrays(events):
        won = min(seconds[place], count * MADE_ELEMENT)
        name = called.replace("sorted", "sort")
        yield (won, f"{place_text(place)} calls Python's {called}() of an array, which makes an "
                    f"object of each of {count:,} elements: np.{name} does the same on the whole "
                    "of it. Saves about")


def vectorized(rows, samples):
    """np.vectorize calls its function for one element after the other."""
    at_calls = collections.Counter()
    for _, label, code, offset, seconds, *_ in rows:
        if code is not None and label is not None and label.endswith(VECTORIZE):
            place, _ = place_and_lines(code, offset)
            at_calls[place] += seconds
    python = python_seconds(samples)
    for place, seconds in at_calls.items():
        inside = sum(spent for at, spent in python.items() if at == place
                     or at and "vectorize" in linecache.getline(*at))
        if place and "vectorize" in source_of(place):
            yield (seconds + inside,
                   f"{place_text(place)} calls a function of np.vectorize, which runs in Python "
                   "for each element: write it with operations on whole arrays, np.where for its "
                   "conditions. Saves about")


def source_of(place):
    """The whole file of a place, in which a function of np.vectorize is made."""
    return "".join(linecache.getlines(place[0]))
