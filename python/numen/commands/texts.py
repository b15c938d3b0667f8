"""Two texts compared number by number, without what varies from run to run with NumPy.

Lines are cut into numbers, words and punctuation; spaces do not count. A pair of numbers agrees by
the rule that docs/tools.md states: integers exactly, others relatively to the larger magnitude, and
two that are both smaller than `zero` are rounding errors.
"""

import re
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache

NUMBER = (r"(?:[-+]|(?<![\w.]))(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?"
          r"|(?:inf|nan)(?=j?\b))")
TOKENS = re.compile(rf"{NUMBER}|\w+|[^\w\s]")
IS_NUMBER = re.compile(NUMBER)
IS_INTEGER = re.compile(r"[-+]?\d+")
INFINITY = float("inf")
# After one of these words a number is a time that the program measures: never the same twice, and
# yet with few digits it can be for NumPy's runs.
MEASURED = frozenset(("took", "elapsed", "runtime", "walltime"))
FINISHED = frozenset(("done", "finished", "completed"))
# A whole number is one of iterations, unless one of these or a colon stands by it.
UNITS = frozenset("s sec secs second seconds ms us µs ns min mins minutes h hours".split())


@dataclass(frozen=True)
class Rule:
    """Up to where two numbers are said to agree."""

    tolerance: float = 1e-6
    zero: float = 1e-9


@dataclass
class Agreement:
    """What the comparison of two outputs found."""

    worst: float = 0.0  # relative difference of numbers; infinity where more differs than numbers
    where: str = ""
    places: int = 1  # lines that differ
    signs: bool = True  # whether all numbers that differ have the same magnitude
    in_numbers: bool = False  # whether a number is among what differs
    tiny: str = ""  # an example of two numbers that are rounding errors
    respelled: str = ""  # an example of equal numbers, or words, that are written otherwise
    left_out: list = field(default_factory=list)  # what varies with NumPy

    def differs(self, rule):
        return self.worst > rule.tolerance

    def merge(self, part, prefix=""):
        """Takes in the Agreement of a part of the whole."""
        if part.worst:
            self.note(part.worst, prefix + part.where, part.signs, part.in_numbers)
        self.tiny = self.tiny or part.tiny
        self.respelled = self.respelled or part.respelled and prefix + part.respelled
        self.left_out += [prefix + text for text in part.left_out]

    def note(self, size, where, signs=False, in_numbers=False):
        """Takes in one more difference; the place of the largest is kept."""
        self.signs &= signs
        self.in_numbers |= in_numbers
        if size > self.worst:
            self.worst, self.where = size, where


@dataclass
class Varying:
    """What differs between NumPy's runs: tokens of lines of the first, None for the whole line; and
    the shapes of lines that not all of them print."""

    lines: dict = field(default_factory=dict)
    shapes: set = field(default_factory=set)

    def whole(self, number, *shapes):
        self.lines[number] = None
        self.shapes.update(shapes)

    def tokens(self, number, positions):
        known = self.lines.setdefault(number, set())
        if known is not None:
            known |= positions


def split_lines(text):
    """The lines as a terminal shows them in the end: a progress bar overwrites its own."""
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return [line.rstrip("\r").rpartition("\r")[2] for line in lines]


@lru_cache(1 << 16)
def tokens(line):
    return tuple(TOKENS.findall(line))


@lru_cache(1 << 16)
def shape(line):
    """The line without the values of its numbers, which lines are aligned by."""
    return " ".join("#" if IS_NUMBER.fullmatch(token) else token for token in tokens(line))


def aligned(first, second):
    """(index or None, index or None) of lines that belong together by their shapes."""
    if len(first) == len(second) and all(
            a == b or shape(a) == shape(b) for a, b in zip(first, second)):
        yield from zip(range(len(first)), range(len(second)))
        return
    shapes = [shape(line) for line in first], [shape(line) for line in second]
    for _, a, a_end, b, b_end in SequenceMatcher(None, *shapes).get_opcodes():
        for at in range(max(a_end - a, b_end - b)):
            yield (a + at if a + at < a_end else None), (b + at if b + at < b_end else None)


def number_difference(first, second, rule):
    """(relative difference, whether both are rounding errors) of two numbers given as texts."""
    if first == second:
        return 0.0, False
    if IS_INTEGER.fullmatch(first) and IS_INTEGER.fullmatch(second):
        return (0.0 if int(first) == int(second) else INFINITY), False
    a, b = float(first), float(second)
    if a == b or (a != a and b != b):
        return 0.0, False
    largest = max(abs(a), abs(b))
    if a != a or b != b or largest == INFINITY:
        return INFINITY, False
    if largest < rule.zero:
        return 0.0, True
    return abs(a - b) / largest, False


def token_difference(a, b, rule):
    """(size, whether both are rounding errors) of two tokens."""
    if a == b:
        return 0.0, False
    if IS_NUMBER.fullmatch(a) and IS_NUMBER.fullmatch(b):
        return number_difference(a, b, rule)
    return INFINITY, False


def varying(first, others, rule):
    """What differs between the lines of the first of NumPy's runs and those of the others."""
    found = Varying()
    for other in others:
        for i, j in aligned(first, other):
            if i is None:
                found.shapes.add(shape(other[j]))
            elif j is None:
                found.whole(i, shape(first[i]))
            elif first[i] != other[j]:
                note_variation(found, i, first[i], other[j], rule)
    return found


def note_variation(found, number, first, second, rule):
    pair = tokens(first), tokens(second)
    if len(pair[0]) != len(pair[1]):
        return found.whole(number, shape(first), shape(second))
    positions = {at for at, (a, b) in enumerate(zip(*pair))
                 if token_difference(a, b, rule)[0] > rule.tolerance}
    if positions:
        found.tokens(number, positions)


def is_measured(line_tokens, at):
    """Whether the token is a time that the program measures, by the words before it."""
    before = [token.lower() for token in line_tokens[:at]]
    after = line_tokens[at + 1].lower() if at + 1 < len(line_tokens) else ""
    is_clock = after == ":" or (len(before) > 1 and before[-1] == ":" and before[-2].isdigit())
    before = before[-7 if is_clock else -3:]  # 0:00:05
    if IS_INTEGER.fullmatch(line_tokens[at]) and after not in UNITS and not is_clock:
        return False
    return bool(MEASURED.intersection(before)) or (
        len(before) > 1 and before[-1] == "in" and before[-2] in FINISHED)


def compared(first, others, second, rule):
    """The Agreement of a text of NumPy's with Numen's; `others` are those of NumPy's other runs."""
    lines, new = split_lines(first), split_lines(second)
    known = varying(lines, [split_lines(other) for other in others], rule)
    found, wrong = Agreement(), 0
    for i, j in aligned(lines, new):
        if i is not None and j is not None and lines[i] == new[j]:
            continue
        one = Agreement()
        compare_pair(one, known, (i, lines), (j, new), rule)
        wrong += one.differs(rule)
        found.merge(one)
    found.places = wrong
    if found.worst == INFINITY and not known.lines and not known.shapes:
        found = rewrapped(lines, new, rule) or found
    found.left_out += [left_out_text(lines[number], number, positions)
                       for number, positions in sorted(known.lines.items())]
    return found


def left_out_text(line, number, positions):
    """Names what is left out of a line: some of its tokens, or all of it."""
    parts = tokens(line)
    if positions is None or len(positions) == len(parts):
        return f"line {number + 1}: {line!r}"
    named = " ".join(parts[at] for at in sorted(positions))
    return f"line {number + 1}: {named!r} of {line!r}"


def compare_pair(found, known, first, second, rule):
    """Takes one pair of lines into the Agreement; each with its number, or None for no line."""
    (i, lines), (j, new) = first, second
    if i is None or j is None:
        line = new[j] if i is None else lines[i]
        if shape(line) not in known.shapes and (i is None or known.lines.get(i, 0) is not None):
            by, number = ("Numen", j) if i is None else ("NumPy", i)
            found.note(INFINITY, f"line {number + 1}: {line!r} with {by} only "
                       f"(lines: {len(lines)} with NumPy, {len(new)} with Numen)")
        return
    if lines[i] == new[j] or known.lines.get(i, 0) is None:
        return
    where = f"line {i + 1}: {lines[i]!r} with NumPy, {new[j]!r} with Numen"
    pair = tokens(lines[i]), tokens(new[j])
    if len(pair[0]) != len(pair[1]):
        if shape(new[j]) not in known.shapes:
            found.note(INFINITY, where)
        return
    compare_tokens(found, pair, known.lines.get(i, ()), where, rule)


def compare_tokens(found, pair, varies, where, rule):
    is_respelled = True
    for at, (a, b) in enumerate(zip(*pair)):
        size, is_tiny = token_difference(a, b, rule)
        if at in varies:
            is_respelled = False
            continue
        if size > rule.tolerance and is_measured(pair[0], at) and IS_NUMBER.fullmatch(b):
            is_respelled = False
            found.left_out.append(f"a time: {where}")
            continue
        if is_tiny:
            found.tiny = found.tiny or f"{a} with NumPy, {b} with Numen"
        if size or is_tiny:
            is_respelled = False
        if size:
            is_number = bool(IS_NUMBER.fullmatch(a) and IS_NUMBER.fullmatch(b))
            signs = is_number and magnitudes_agree(a, b, rule)
            is_wrong = size > rule.tolerance
            found.note(size, where, signs or not is_wrong, is_number and is_wrong)
    if is_respelled:
        found.respelled = found.respelled or where


def magnitudes_agree(a, b, rule):
    return number_difference(a.lstrip("-+"), b.lstrip("-+"), rule)[0] <= rule.tolerance


def rewrapped(lines, new, rule):
    """The Agreement of two texts whose lines are broken at other places: a digit more moves what
    follows it; or None where more differs."""
    pair = tokens_of(lines), tokens_of(new)
    if len(pair[0]) != len(pair[1]) or lines.count("") != new.count(""):
        return None
    found = Agreement()
    compare_tokens(found, pair, (), "lines are broken at other places", rule)
    if found.worst == INFINITY or not (found.worst or found.tiny):
        return None
    found.respelled = "lines are broken at other places"
    return found


def tokens_of(lines):
    return [token for line in lines for token in tokens(line)]
