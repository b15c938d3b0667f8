"""Lines for installed/caller.cpp that nobody would write on purpose: those of the other cases with
one argument or two replaced by arrays without elements, of other shapes, types and values, or by
numbers that mean nothing. They are answered or refused; a program never ends of them."""

import numpy as np

from .numpy_cases import NAMES, text_of

SHAPES = ((), (0,), (1,), (3,), (0, 0), (1, 1), (3, 3), (0, 3), (3, 0), (2, 3), (48, 49), (0, 3, 3),
          (2, 0, 0), (2, 3, 3), (2, 3, 1), (1,) * 9)
FILLS = (0.0, 1.0, np.nan, np.inf, -np.inf, 1e308, 1e-310)
INTEGERS = (0, 1, -1, 2, 7, 65, 2**31, -2**31, 2**62, -2**63, 2**63 - 1)
NUMBERS = (0.0, -1.0, 0.5, np.nan, np.inf, -np.inf, 1e308)
LISTS = ((), (0,), (-1,), (1, 0), (0, 0), (5,), (0, 1, 2), (2**62, 2**62), (-2**63,), (3, 0))


def an_array(random):
    shape = SHAPES[random.integers(len(SHAPES))]
    dtype = random.choice(["float64"] * 6 + NAMES)
    with np.errstate(all="ignore"):
        found = np.full(shape, FILLS[random.integers(len(FILLS))]).astype(dtype)
        if random.integers(2):
            found = random.standard_normal(shape).astype(dtype)
    return text_of(found, "cfr"[random.integers(3)])


def a_number(random):
    among = (INTEGERS, NUMBERS, (False, True))[random.integers(3)]
    return text_of(among[random.integers(len(among))])


def replaced(random, word):
    """Another argument of the kind; the program reads no other there."""
    if word.startswith("a:"):
        return an_array(random)
    if word.startswith("n:"):
        least = len(word[2:].split(",")) if len(word) > 2 else 0  # which the program looks at
        fitting = [numbers for numbers in LISTS if len(numbers) >= least] or [(0,) * least]
        return text_of(fitting[random.integers(len(fitting))])
    return a_number(random)


def lines(random, cases, count):
    """`count` lines for each function that the cases call."""
    by_name = {}
    for case in cases:
        by_name.setdefault(case.line.split(" ", 1)[0], []).append(case.line)
    for name, known in sorted(by_name.items()):
        for _ in range(count):
            words = known[random.integers(len(known))].split(" ")
            for _ in range(1 + random.integers(2)):
                if len(words) > 1:
                    at = 1 + random.integers(len(words) - 1)
                    words[at] = replaced(random, words[at])
            yield " ".join(words)
