"""The report of `numen run --profile`: where the time went, by line, and what to do about it.

The time of a program that was recorded by several lines is divided among them by the work of
their operations; the line that looked at the values is named. What no event accounts for is
divided by samples (profile_samples.py). Shares are of the program's time without the profile's.
"""

import collections
import linecache

from . import memory, workers
from .advice import advice
from .explaining import counted, size
from .memory_speed import bytes_per_second
from .profile import place_text
from .profile_samples import named

# Headings of the kinds of events, in the order of the table, and what they mean.
HEADINGS = {
    "program": ("fused programs", "recorded operations, run in one pass"),
    "library": ("library calls", "BLAS, LAPACK, Fourier transforms, sorts"),
    "native": ("native calls", "functions, methods and indexing that Numen computes at the call"),
    "at once": ("run at once", "operations that were not recorded"),
    "element": ("single elements", "read and written one at a time"),
    "record": ("recording", "operations that fused programs compute later"),
    "fallback": ("fallbacks", "computed by NumPy"),
    "become": ("exposed", "arrays that other code took"),
    "garbage": ("garbage", "Python's search for cycles of objects"),
}
# What is listed for at the least; fallbacks and exposed arrays always are.
LEAST_SHARE = 0.001
LEAST_WAITED = 0.1  # of the program's time
MOST_TEXT = 60


class Line:
    """What one line of the program made Numen do, and what else it did."""

    def __init__(self):
        self.seconds = 0.0
        self.programs = []  # those of which it has the largest part
        self.joined = collections.Counter()  # calls of others' programs, by their line
        self.events = []
        self.samples = []


def report(seen, plain):
    """The whole text; `seen` is front.watched(), `plain` the large arrays that are not managed."""
    programs = [Program(*row) for row in seen["programs"]]
    held = memory.text(memory.statistics())  # before the limit is measured, which takes some
    lines = ["", *totals_table(seen, programs), ""]
    lines += line_table(seen, programs)
    lines += ["", "memory: " + held]
    lines += plain_texts(seen, plain)
    lines += ["", "advice", *("- " + text for text in advice(seen, programs)), ""]
    lines.append(f"fallbacks: {sum(row[4] for row in seen['events'] if row[0] == 'fallback')}")
    return "\n".join(lines)


def plain_texts(seen, plain):
    """Arrays that are plain at the end, and where managed ones became so: until then operations on
    them can have been fused."""
    for module, name, dtype, shape in plain:
        yield (f"plain numpy.ndarray at the end, operations on it run at once: {module}.{name} "
               f"{dtype}{list(shape)}")
    places = dict.fromkeys(place_text(event[3]) for event in seen["events"]
                           if event[0] == "become" and event[3] is not None)
    if plain and places:
        yield "arrays were exposed at " + ", ".join(list(places)[:5])


class Program:
    """All runs of one program: the same operations of the same lines, wanted by the same line."""

    def __init__(self, looker, steps, calls, seconds, read, written, threads):
        self.looker, self.steps, self.calls, self.seconds = looker, steps, calls, seconds
        self.read, self.written, self.threads = read, written, threads

    def shares(self):
        """{place: seconds} of the lines that recorded it, by the work of their operations."""
        whole = sum(weight for *_, weight in self.steps)
        shares = collections.Counter()
        for place, _, weight in self.steps:
            shares[place] += self.seconds * weight / whole
        return shares

    def owner(self):
        """The line that the largest part of the time is charged to."""
        shares = self.shares()
        return max(shares, key=lambda place: (shares[place], place or ("", 0)))

    def saved(self):
        """Passes over memory that one pass for each operation would have taken more."""
        return self.calls * (len(self.steps) - 1)

    def names(self):
        text = " ".join(name for _, name, _ in self.steps)
        return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 4].rsplit(" ", 1)[0] + " ..."


def whole_seconds(seen):
    """The program's time, without what the profile took."""
    return max(seen["seconds"] - seen.get("own", 0.0), 1e-9)


def seconds_by_kind(seen, programs):
    """{kind: seconds} of the main thread's events."""
    found = collections.Counter({"program": sum(program.seconds for program in programs)})
    for kind, _, _, _, _, seconds, *_ in seen["events"]:
        found[kind] += seconds
    found.subtract(seen.get("elsewhere", {}))
    return found


def totals_table(seen, programs):
    """One line for each kind of event that happened, for each library, and for Python."""
    whole = whole_seconds(seen)
    rows = [*event_rows(seen, programs), *sample_rows(seen, whole)]
    rest = max(whole - sum(seconds for _, seconds, _ in rows), 0.0)
    rows.append(("the rest", rest, "not sampled"))
    yield f"numen: {whole:.3g} s"
    for (heading, seconds, text), share in zip(rows, shares_of([row[1] for row in rows]),
                                               strict=True):
        yield f"  {heading:16} {seconds * 1e3:10.1f} ms {share:5.1f}%   {text}"
    others = sum(seen.get("elsewhere", {}).values())
    if others:
        yield f"  beside it {others * 1e3:.1f} ms of Numen's work in other threads"
    if seen.get("own"):
        yield f"  not counted: {seen['own'] * 1e3:.1f} ms that the profile took"
    waited = seen.get("waited", 0.0)
    if waited >= LEAST_WAITED * whole:
        yield (f"  of all this the main thread waited {waited * 1e3:.1f} ms: for time.sleep, "
               "files, other processes and threads, or for a processor")
    if workers.started:
        yield f"  {workers.of_this_process()}"


def event_rows(seen, programs):
    by_kind = seconds_by_kind(seen, programs)
    for kind, (heading, meaning) in HEADINGS.items():
        if by_kind[kind] <= 0:
            continue
        if kind == "program":
            runs = sum(program.calls for program in programs)
            saved = sum(program.saved() for program in programs)
            meaning = f"{counted(runs, 'run')}, {passes(saved)} over memory saved"
        yield heading, by_kind[kind], meaning


def sample_rows(seen, whole):
    """Imports, libraries and Python; libraries of less than the least share in one line."""
    kinds = collections.defaultdict(collections.Counter)
    for sample in named(seen.get("samples", ())):
        kinds[sample.kind][sample.name] += sample.seconds
    if kinds["importing"]:
        names = [name for name, _ in kinds["importing"].most_common()[:5]]
        yield "importing", kinds["importing"].total(), ", ".join(names)
    small = collections.Counter()
    for name, seconds in kinds["library"].most_common():
        if seconds >= LEAST_SHARE * whole:
            yield name[:16], seconds, "its Python code and its compiled functions"
        else:
            small[name] = seconds
    if small:
        yield "other libraries", small.total(), ", ".join(small)[:MOST_TEXT]
    if kinds["python"]:
        yield "Python", kinds["python"].total(), "the program's own code between the calls"


def shares_of(seconds):
    """Percentages with one decimal that add up to exactly 100: the largest remainders go up.

    >>> shares_of([1, 1, 1])
    [33.4, 33.3, 33.3]
    """
    whole = sum(seconds) or 1.0
    exact = [1000 * value / whole for value in seconds]
    shares = [int(value) for value in exact]
    missing = round(sum(exact)) - sum(shares)
    for index in sorted(range(len(exact)), key=lambda i: shares[i] - exact[i])[:missing]:
        shares[index] += 1
    return [share / 10 for share in shares]


def by_line(seen, programs):
    """{place: Line} of all events and samples, those of all threads."""
    lines = collections.defaultdict(Line)
    for program in programs:
        owner = program.owner()
        lines[owner].programs.append(program)
        for place, seconds in program.shares().items():
            lines[place].seconds += seconds
            if place != owner:
                lines[place].joined[owner] += program.calls
    for event in seen["events"]:
        lines[event[3]].seconds += event[5]
        lines[event[3]].events.append(event)
    for sample in named(seen.get("samples", ())):
        lines[sample.place].seconds += sample.seconds
        lines[sample.place].samples.append(sample)
    return lines


def line_table(seen, programs):
    """The lines of the program by their time, with what happened there."""
    lines = by_line(seen, programs)
    whole = whole_seconds(seen)
    shown = [place for place, line in lines.items() if is_shown(line, whole)]
    ranked = sorted(shown, key=lambda place: -lines[place].seconds)
    width = max([len(place_text(place)) for place in ranked] + [4])
    yield f"{'line':{width}}  {'ms':>10}      %"
    for place in ranked:
        line = lines[place]
        source = linecache.getline(*place) if place else "no line of the program"
        yield (f"{place_text(place):{width}}  {line.seconds * 1e3:10.1f}  "
               f"{line.seconds / whole:6.1%}  {source.strip()[:MOST_TEXT]}").rstrip()
        for text in line_texts(line, place, LEAST_SHARE * whole):
            yield " " * (width + 6) + text


def is_shown(line, whole):
    return line.seconds >= LEAST_SHARE * whole or any(map(is_always_shown, line.events))


def is_always_shown(event):
    return event[0] in ("fallback", "become")


def line_texts(line, place, least):
    """What happened at a line, each for at least so many seconds."""
    for program in sorted(line.programs, key=lambda program: -program.seconds)[:3]:
        yield program_text(program, place)
    for owner, calls in sorted(line.joined.items(), key=lambda item: -item[1])[:2]:
        yield f"part of {counted(calls, 'program')} of {place_text(owner)}"
    for event in sorted(line.events, key=lambda event: -event[5]):
        kind, name, detail, _, calls, seconds = event[:6]
        if seconds < least and not is_always_shown(event):
            continue
        why = f" ({detail})" if detail else ""
        shown = "exposed" if kind == "become" else kind
        yield f"{shown:9} {name:28} {calls:9} {seconds * 1e3:10.2f} ms{why}"
    for sample in line.samples:
        if sample.seconds >= least:
            name = loop_name(*sample.lines) if sample.lines else sample.name
            yield f"{sample.kind:9} {name:28} {'sampled':>9} {sample.seconds * 1e3:10.2f} ms"


def loop_name(first, last):
    return f"loop of line {first}" if first == last else f"loop of lines {first}-{last}"


def program_text(program, place):
    """Bytes, passes, speed and threads of a program in one line."""
    moved = program.read + program.written
    speed = moved / program.seconds / 1e9 if program.seconds else 0.0
    text = (f"{'program':9} {program.names()}: {counted(program.calls, 'run')}, "
            f"{size(program.read)} read, {size(program.written)} written, "
            f"{passes(program.saved())} saved, {speed:.1f} GB/s")
    if moved and program.seconds:
        share = share_of_limit(program)
        text += (f" ({share:.0%} of the machine's limit)" if share <= 1
                 else " (above the machine's limit for memory: from the caches)")
    text += f", {counted(program.threads, 'thread')}"
    if program.looker not in (None, place):
        text += f"; wanted by {place_text(program.looker)}"
    return text


def passes(number):
    return f"{number} pass" if number == 1 else f"{number} passes"


def share_of_limit(program):
    """The time that moving its bytes would have taken, over the time that it took."""
    moved = program.read + program.written
    return moved / bytes_per_second(moved / program.calls) / program.seconds
