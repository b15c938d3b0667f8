"""NumPy's side of a program: runs statements, says what they did and how exactly it must agree.

Variables of programs are called v0, v1, ...; everything else in the name space belongs to the
harness. A variable whose bits may legitimately differ is *loose*: it carries a Tolerance, its views
and copies inherit it, and a program that computes with it is invalid (the generator avoids that;
a shrunk program that does it is thrown away).
"""

import copy
import functools
import importlib
import pickle
import sys

import numpy

from .data import data
from .tolerance import ANY, Tolerance, tolerance_of

VARIABLES = frozenset(f"v{number}" for number in range(1000))

sys.set_int_max_str_digits(0)  # object arrays hold integers of any length


class InvalidProgram(Exception):
    """The program computes with a loose value, so its answers are not decided."""


class Inverse:
    """numen.inverse for programs, imported when one asks: NumPy alone can be judged."""

    def __getattr__(self, name):
        return getattr(importlib.import_module("numen.inverse"), name)


def new_namespace(module):
    """The names a program sees."""
    return {"np": module, "numpy": numpy, "data": data, "pickle": pickle, "copy": copy,
            "inverse": Inverse()}


def live_names(namespace):
    return [name for name in namespace if name in VARIABLES]


def public_type(error):
    """The first class of an exception's bases that is not private to NumPy."""
    for kind in type(error).__mro__:
        if not kind.__name__.startswith("_"):
            return kind
    return type(error)


def outcome(code, namespace, log):
    """Runs a statement; its exception or None, and its warnings."""
    log.seen = []
    try:
        exec(code, namespace)
        error = None
    except Exception as raised:
        error = raised.with_traceback(None)
    return error, log.take()


class Looseness:
    """Which live variables may differ from NumPy's, and by how much."""

    def __init__(self):
        self.of = {}
        self.punned = False

    def before(self, statement):
        """Raises InvalidProgram if the statement computes with a loose value."""
        if self.of and statement.rule != "inherit" and not self.of.keys().isdisjoint(
                statement.reads):
            raise InvalidProgram(statement.source)

    def after(self, statement, tolerance, namespace):
        """Records what the statement did to its target and to the target's aliases."""
        target = statement.target
        if not statement.writes:
            self.of.pop(target, None)
        if statement.operation == "view dtype":
            self.punned = True
        if tolerance is not None and target in namespace:
            self.spread(target, tolerance, namespace, aliases=statement.writes)
        if self.punned:
            self.loosen_puns(namespace)

    def spread(self, target, tolerance, namespace, aliases):
        old = self.of.get(target, tolerance)
        self.of[target] = Tolerance(*map(max, old, tolerance))
        value = namespace[target]
        if not aliases or not isinstance(value, numpy.ndarray):
            return
        for name in live_names(namespace):
            other = namespace[name]
            if name != target and shares(value, other):
                same = isinstance(other, numpy.ndarray) and other.dtype == value.dtype
                self.of[name] = self.of[target] if same else ANY

    def loosen_puns(self, namespace):
        """Integers that alias a NaN: its sign and payload are nobody's promise."""
        arrays = {name: namespace[name] for name in live_names(namespace)
                  if isinstance(namespace[name], numpy.ndarray)}
        for value in arrays.values():
            if value.dtype.kind in "fc" and bool((value != value).any()):
                for name, other in arrays.items():
                    if other.dtype != value.dtype and shares(value, other):
                        self.of[name] = ANY


def shares(array, other):
    """True if two values may share memory (memoryviews count)."""
    if isinstance(other, memoryview):
        other = numpy.asarray(other)
    if isinstance(other, (list, tuple)):
        return any(shares(array, item) for item in other)
    return isinstance(other, numpy.ndarray) and numpy.may_share_memory(array, other)


@functools.lru_cache(maxsize=1024)
def expression(text):
    """The code of an expression."""
    return compile(text, "<expression>", "eval")


def evaluated(statement, namespace):
    """The values of the operands that the tolerance rule asks for, None if they fail."""
    with numpy.errstate(all="ignore"):
        try:
            values = [eval(expression(text), namespace) for text in statement.operands]
        except Exception:
            return None
    return [numpy.array(value) if statement.writes and isinstance(value, numpy.ndarray) else value
            for value in values]


class NumpyRun:
    """NumPy's side of a program: values, outcomes and looseness. The generator uses it alone."""

    def __init__(self, log):
        self.namespace = new_namespace(numpy)
        self.loose = Looseness()
        self.log = log

    def step(self, statement, code):
        """Runs one statement; its exception or None and its warnings (None = do not compare)."""
        self.loose.before(statement)
        inherited = self.inherited(statement)
        values = evaluated(statement, self.namespace) if statement.operands else ()
        error, warned = outcome(code, self.namespace, self.log)
        tolerance = None
        if error is None and statement.target:
            result = self.namespace.get(statement.target)
            if statement.rule == "inherit":
                tolerance = inherited
            else:
                tolerance = ANY if values is None else self.judge(statement, values, result)
            self.loose.after(statement, tolerance, self.namespace)
        elif error is not None and statement.writes and isinstance(error, ValueError) \
                and "negative integer powers" in str(error):
            tolerance = ANY  # half of the target may have been written
            self.loose.after(statement, ANY, self.namespace)
        return error, None if tolerance == ANY else warned

    def inherited(self, statement):
        if statement.rule != "inherit":
            return None
        found = [self.loose.of[name] for name in statement.reads if name in self.loose.of]
        return Tolerance(*map(max, *found)) if len(found) > 1 else (found or [None])[0]

    @staticmethod
    def judge(statement, values, result):
        """The result's Tolerance; what the rule itself warns of stays in the log, unread."""
        if statement.rule == "exact":
            return None
        with numpy.errstate(all="ignore"):
            return tolerance_of(statement, values, result)
