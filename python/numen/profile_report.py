"""The report of `numen run --profile`: where the time went, by line, and what to do about it.

The time of a program that was recorded by several lines is divided among them by the work of
their operations; the line that looked at the values is named.
"""

import collections
import linecache

from . import memory
from .advice import advice
from .bench import limits
from .explaining import counted, size
from .profile import place_text

# Headings of the kinds of events, in the order of the table, and what they mean.
HEADINGS = {
    "program": ("fused programs", "recorded operations, run in one pass"),
    "library": ("library calls", "BLAS, LAPACK, Fourier transforms, sorts"),
    "at once": ("run at once", "operations that were not recorded"),
    "fallback": ("fallbacks", "computed by NumPy"),
    "become": ("handed over", "arrays that other code took"),
}
# Lines of the program that are listed, by time; and what a line is listed for at the least.
MOST_LINES = 15
LEAST_SHARE = 0.005
# The machine's limit is measured with so much memory at the most, a quarter of a second.
LARGEST_MEASURED = 128 << 20
MOST_TEXT = 60


class Line:
    """What one line of the program made Numen do."""

    def __init__(self):
        self.seconds = 0.0
        self.programs = []  # those of which it has the largest part
        self.joined = collections.Counter()  # calls of others' programs, by their line
        self.events = []


def report(seen, plain):
    """The whole text; `seen` is front.watched(), `plain` the large arrays that are not managed."""
    programs = [Program(*row) for row in seen["programs"]]
    held = memory.text(memory.statistics())  # before the limit is measured, which takes some
    lines = ["", *totals_table(seen, programs), ""]
    lines += line_table(seen, programs)
    lines += ["", "memory: " + held]
    lines += [f"plain numpy.ndarray, nothing is fused on it: {module}.{name} {dtype}{list(shape)}"
              for module, name, dtype, shape in plain]
    lines.append(f"fallbacks: {sum(row[4] for row in seen['events'] if row[0] == 'fallback')}")
    lines += ["", "advice", *("- " + text for text in advice(seen, programs))]
    return "\n".join(lines)


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


def seconds_by_kind(seen, programs):
    found = collections.Counter({"program": sum(program.seconds for program in programs)})
    for kind, _, _, _, _, seconds in seen["events"]:
        found[kind] += seconds
    return found


def totals_table(seen, programs):
    """One line for each kind of event that happened, and the rest."""
    whole = seen["seconds"]
    by_kind = seconds_by_kind(seen, programs)
    yield f"numen: {whole:.3g} s"
    for kind, (heading, meaning) in HEADINGS.items():
        if by_kind[kind] == 0:
            continue
        if kind == "program":
            runs = sum(program.calls for program in programs)
            saved = sum(program.saved() for program in programs)
            meaning = f"{counted(runs, 'run')}, {passes(saved)} over memory saved"
        yield row(heading, by_kind[kind], whole, meaning)
    rest = max(whole - sum(by_kind.values()), 0.0)
    yield row("the rest", rest, whole, "Python, libraries, classes of NumPy (Polynomial, masked "
              "arrays), all that is not listed")


def row(heading, seconds, whole, text):
    return f"  {heading:16} {seconds * 1e3:10.1f} ms {seconds / whole:5.0%}   {text}"


def by_line(seen, programs):
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
    return lines


def line_table(seen, programs):
    """The lines of the program that took Numen's time, with what it did for each."""
    lines = by_line(seen, programs)
    ranked = sorted(lines, key=lambda place: -lines[place].seconds)
    width = max([len(place_text(place)) for place in ranked[:MOST_LINES]] + [4])
    yield f"{'line':{width}}  {'ms':>10}    %"
    for number, place in enumerate(ranked):
        line = lines[place]
        share = line.seconds / seen["seconds"]
        counts = any(event[0] in ("fallback", "become") for event in line.events)
        if number >= MOST_LINES or (share < LEAST_SHARE and not counts):
            continue
        source = linecache.getline(*place).strip()[:MOST_TEXT] if place else ""
        yield (f"{place_text(place):{width}}  {line.seconds * 1e3:10.1f}  {share:4.0%}  "
               f"{source}").rstrip()
        for text in line_texts(line, place):
            yield " " * (width + 6) + text


def line_texts(line, place):
    for program in sorted(line.programs, key=lambda program: -program.seconds)[:3]:
        yield program_text(program, place)
    for owner, calls in sorted(line.joined.items(), key=lambda item: -item[1])[:2]:
        yield f"part of {counted(calls, 'program')} of {place_text(owner)}"
    for kind, name, detail, _, calls, seconds in sorted(line.events, key=lambda event: -event[5]):
        if kind == "element":
            yield f"{kind:9} {name} {counted(calls, 'time')}"
        else:
            why = f" ({detail})" if detail else ""
            yield f"{kind:9} {name:28} {calls:9} {seconds * 1e3:10.2f} ms{why}"


def program_text(program, place):
    """Bytes, passes, speed and threads of a program in one line."""
    moved = program.read + program.written
    speed = moved / program.seconds / 1e9 if program.seconds else 0.0
    text = (f"{'program':9} {program.names()}: {counted(program.calls, 'run')}, "
            f"{size(program.read)} read, {size(program.written)} written, "
            f"{passes(program.saved())} saved, {speed:.1f} GB/s")
    if moved and program.seconds:
        text += f" ({share_of_limit(program):.0%} of the machine's limit)"
    text += f", {counted(program.threads, 'thread')}"
    if program.looker not in (None, place):
        text += f"; wanted by {place_text(program.looker)}"
    return text


def passes(number):
    return f"{number} pass" if number == 1 else f"{number} passes"


def share_of_limit(program):
    """The time that moving its bytes would have taken, over the time that it took."""
    from .composites.registry import own  # --check puts other functions into numen

    moved, seconds = program.read + program.written, program.seconds
    return limits.share_of_limit(own, int(moved / program.calls), seconds / program.calls,
                                 LARGEST_MEASURED)
