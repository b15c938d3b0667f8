"""Calls of every name that Numen computes, as functions of one user's module.

The calls are those of the fuzzer's tables, and the plainest one of each name that NumPy takes.
A function takes an object whose attributes are the operands of tests/fuzz/grammar/templates.py.
"""

import contextlib
import operator
import re
import types
import warnings

import numpy

from tests.fuzz.grammar import named, templates
from tests.fuzz.test_names_in_grammar import computed_names

PLACEHOLDER = re.compile(r"\{(\w)\}")
NUMBERS = {"n": "3", "a": "-1", "q": "0.25"}
TYPES = ("f8", "f4", "c16", "i4")
REFUSALS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
WHOLE = ("bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift", "bitwise_right_shift",
         "left_shift", "right_shift", "gcd", "lcm")
# Operands for the rows that cannot be called with the ones they have.
MENDED = {
    **{f"np.{name}({{x}}, {{w}})": f"np.{name}({{k}}, {{k}})" for name in WHOLE},
    **{f"np.{name}({{x}})": f"np.{name}({{k}})"
       for name in ("bitwise_count", "bitwise_invert", "bitwise_not", "invert")},
    "np.ldexp({x}, {w})": "np.ldexp({v}, {k})",
    "np.diag_indices_from({x})": "np.diag_indices_from({s})",
    "np.inverse.fit({m}, {v}).operator.shape": "np.inverse.fit({m}, {w}).operator.shape",
    "np.compress({x})": "np.compress({k}, {v})", "np.dot({x})": "np.dot({s}, {s})",
    "np.select({x})": "np.select([{c}, {c}], [{x}, {y}])",
    "np.dsplit({x})": "np.dsplit([{m}, {m}], [2])",
    "np.compress({k} > 1, {x})": "np.compress({c}.ravel(), {x})",
    "np.diff({x}, prepend=0, append=[1])": "np.diff({v}, prepend=0, append=[1])",
    "np.linalg.solve({m}, {v})": "np.linalg.solve({s}, {s}[0])",
    "np.linalg.cholesky({x})": "np.linalg.cholesky({h})",
    "np.linalg.tensorinv({x}, {n})": "np.linalg.tensorinv({s}, 1)",
    "np.linalg.multi_dot([{v}, {m}, {m}])": "np.linalg.multi_dot([{m}[0], {m}, {m}])",
    "np.histogramdd({x})": "np.histogramdd({x}[:, :3])", "np.full({x})": "np.full({x}.shape, 2.5)",
    "np.lib.scimath.logn({x})": "np.lib.scimath.logn(2, {x})",
    "np.lib.scimath.power({x})": "np.lib.scimath.power({x}, 2)",
    "np.lib.stride_tricks.sliding_window_view({x})":
        "np.lib.stride_tricks.sliding_window_view({x}, 3, 0)",
    "np.ma.core.expand_dims({x})": "np.ma.core.expand_dims({x}, 0)",
    "np.ma.expand_dims({x})": "np.ma.expand_dims({x}, 0)",
    "{x}.argpartition()": "{x}.argpartition(3)",
    "{x}.choose()": "({x} > 0).choose([{x}, {y}])",
    "{x}.compress()": "{x}.compress({c}.ravel())",
    "{x}.dot()": "{x}.dot({m}.T)", "{x}.fill()": "{t}.fill(2)", "{x}.item()": "{x}.item(3)",
    "{x}.put()": "{t}.put({k}, 2)", "{x}.repeat()": "{x}.repeat(3)",
    "{x}.reshape()": "{x}.reshape(-1)", "{x}.swapaxes()": "{x}.swapaxes(0, 1)",
    "{x}.take()": "{x}.take({k})",
}


def rows_of_tables():
    rows = [row[0] for table in (*named.TABLES, templates.WRITES) for row in table]
    return [re.sub(r"\binverse\.", "np.inverse.", row) for row in rows]


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


def names_called(row):
    """Functions with their modules, methods with what ends the expression before them."""
    return set(re.findall(r"(?:np|[})])\.[\w.]+(?=\()", row))


def text_of(row):
    """The call with the attributes of `given` in the place of its operands."""
    text = PLACEHOLDER.sub(lambda found: NUMBERS.get(found[1], f"given.{found[1]}"), row)
    return text.replace("np.inverse", "inverse")


def numpy_takes(row):
    """Whether the plainest call of a name has the arguments that the name needs."""
    for dtype in TYPES:
        given = types.SimpleNamespace(**{letter: numpy.ones((4, 4), dtype) for letter in "xw"})
        with warnings.catch_warnings(), contextlib.suppress(*REFUSALS):
            warnings.simplefilter("ignore")
            eval(text_of(row), {"np": numpy, "given": given})
            return True
    return False


PLAIN = every_row()
TABLES = {MENDED.get(row, row) for row in rows_of_tables()} | set(MENDED.values())
# What NumPy refuses is left out: a row of the tables calls that name, says a test.
REFUSED = {row for row in PLAIN if row not in TABLES | set(MENDED) and not numpy_takes(row)}
ROWS = [row for row in dict.fromkeys(MENDED.get(row, row) for row in PLAIN) if row not in REFUSED]


def module(rows=ROWS):
    """The text of a module whose CALLS has a function for each row."""
    parts = ["import numpy as np\nfrom numen import inverse\n\nCALLS = {}\n"]
    for number, row in enumerate(rows):
        *first, last = text_of(row).split("\n")
        body = "".join(f"    {line}\n" for line in first) + f"    return {last}\n"
        parts.append(f"\ndef call_{number}(given):\n{body}\nCALLS[{row!r}] = call_{number}\n")
    return "".join(parts)
