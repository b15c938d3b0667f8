"""Calls of every name that Numen computes, as functions of one user's module.

The calls are those of the fuzzer's tables, and the plainest one of each name.
A function takes an object whose attributes are the operands of tests/fuzz/grammar/templates.py.
"""

import operator
import re

import numpy

from tests.fuzz.grammar import named, templates
from tests.fuzz.test_names_in_grammar import computed_names

PLACEHOLDER = re.compile(r"\{(\w)\}")
NUMBERS = {"n": "3", "a": "-1", "q": "0.25"}


def rows_of_tables():
    rows = [row[0] for table in (*named.TABLES, templates.WRITES) for row in table]
    return [row if "inverse." not in row else "np." + row for row in rows]


def plainest(name):
    """The call with nothing but arrays."""
    if name.startswith("ndarray."):
        return "{x}" + name.removeprefix("ndarray") + "()"
    found = operator.attrgetter(name)(numpy)
    inputs = found.nin if isinstance(found, numpy.ufunc) else 1
    return f"np.{name}({', '.join(['{x}', '{w}'][:inputs])})"


def every_row():
    """The tables' rows, and the plainest call of each name."""
    plain = sorted(plainest(name) for name, found in computed_names() if callable(found))
    return list(dict.fromkeys([*rows_of_tables(), *plain]))


ROWS = every_row()


def text_of(row):
    """The call with the attributes of `given` in the place of its operands."""
    text = PLACEHOLDER.sub(lambda found: NUMBERS.get(found[1], f"given.{found[1]}"), row)
    return text.replace("np.inverse", "inverse")


def module(rows=ROWS):
    """The text of a module whose CALLS has a function for each row."""
    parts = ["import numpy as np\nfrom numen import inverse\n\nCALLS = {}\n"]
    for number, row in enumerate(rows):
        *first, last = text_of(row).split("\n")
        body = "".join(f"    {line}\n" for line in first) + f"    return {last}\n"
        parts.append(f"\ndef call_{number}(given):\n{body}\nCALLS[{row!r}] = call_{number}\n")
    return "".join(parts)
