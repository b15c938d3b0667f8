"""Runs one program in NumPy and in the judged module, statement by statement, and compares.

Variables of programs are called v0, v1, ...; everything else in the name space belongs to the
harness. A variable whose bits may legitimately differ is *loose*: it carries a Tolerance, its views
and copies inherit it, and a program that computes with it is invalid (the generator avoids that;
a shrunk program that does it is thrown away).
"""

import copy
import importlib
import pickle
import re
import sys
import warnings

import numpy

from .known_differences import known_difference
from .comparison import compare_values, describe
from .data import data
from .statement import PLACE, codes_of
from .tolerance import ANY, Tolerance, tolerance_of
from .warned import WarningLog, different_warnings, place_number, statement_of, within


sys.set_int_max_str_digits(0)  # object arrays hold integers of any length


class InvalidProgram(Exception):
    """The program computes with a loose value, so its answers are not decided."""


class Mismatch(Exception):
    """The judged module gave another answer; the text says where and what."""

    def __init__(self, position, kind, text):
        super().__init__(f"statement {position}: {kind}: {text}")
        self.position = position
        self.kind = kind


class Inverse:
    """numen.inverse for programs, imported when one asks: NumPy alone can be judged."""

    def __getattr__(self, name):
        return getattr(importlib.import_module("numen.inverse"), name)


def new_namespace(module):
    """The names a program sees."""
    return {"np": module, "numpy": numpy, "data": data, "pickle": pickle, "copy": copy,
            "inverse": Inverse()}


def live_names(namespace):
    return [name for name in namespace if name[0] == "v" and name[1:].isdigit()]


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
        if statement.rule != "inherit" and any(name in self.of for name in statement.reads):
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


def evaluated(statement, namespace):
    """The values of the operands that the tolerance rule asks for, or None if they fail."""
    if not statement.operands:
        return ()
    with numpy.errstate(all="ignore"):
        try:
            values = [eval(expression, namespace) for expression in statement.operands]
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
        values = evaluated(statement, self.namespace)
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
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with numpy.errstate(all="ignore"):
                return tolerance_of(statement, values, result)


# Statements that change an array's shape, strides or flags and not its elements.
METADATA = re.compile(r"(v\d+)\.(shape|strides|dtype|flags\.writeable) = |(v\d+)\.setflags\(")


class Lockstep:
    """Both sides of a program under one configuration."""

    def __init__(self, judged, configuration, log):
        self.judged = judged
        self.configuration = configuration
        self.log = log
        self.expected = NumpyRun(log)
        self.given = new_namespace(judged.module)
        self.warned, self.given_warned = set(), set()
        self.undecided = set()  # places whose warnings are nobody's promise

    def run(self, program, codes):
        """Runs the whole program; raises Mismatch at the first difference."""
        self.judged.prepare(self.configuration)
        self.run_statements(program, codes)

    def leave_second_names(self, statement):
        """Raises InvalidProgram where NumPy's second name of an array is our second array.

        numpy.asarray(x) is x for real arrays; of a subclass it is a view of the same elements,
        which keeps its shape and flags when those of the other change. The reverse: a descriptor
        that is equal and not the same makes numpy.asarray(x, dtype) a view.
        """
        found = METADATA.match(statement.source)
        if found is None:
            return
        target = found[1] or found[3]
        wanted, given = self.expected.namespace, self.given
        if any((wanted[name] is wanted.get(target)) != (given.get(name) is given.get(target))
               for name in live_names(wanted)):
            raise InvalidProgram("asarray of a subclass, or of an equal type, is a view")

    def run_statements(self, program, codes):
        position = 0
        for position, (statement, code) in enumerate(zip(program.statements, codes)):
            self.leave_second_names(statement)
            error, warned = self.expected.step(statement, code)
            given_error, given_warned = outcome(code, self.given, self.log)
            self.compare_errors(position, error, given_error)
            self.compare_warnings(position, warned, given_warned)
            self.check(position)
            if self.configuration.look:
                self.compare_all(position)
                self.given_warned |= self.told_by_looks()
                self.check(position)
        self.compare_all(position)
        self.compare_kept_warnings(position, self.configuration.look)
        self.compare_relations(position)
        self.check(position)

    def compare_warnings(self, position, warned, given):
        """At once, or at the end for recorded work, which warns of its calls at the looks."""
        statement = f"{PLACE}{position}>"
        self.given_warned |= within(given, statement)
        if warned is None:
            self.undecided.add(statement)
        else:
            self.warned |= within(warned, statement)
        if not self.configuration.stub:
            self.compare_kept_warnings(position, looks=True)
            self.warned, self.given_warned = set(), set()

    def told_by_looks(self):
        """What recorded work warned of when the comparison looked; NumPy warns of no look."""
        return {warning for warning in self.log.take() if warning[2].startswith(PLACE)}

    def compare_kept_warnings(self, position, looks):
        """Values that nobody looked at are not computed and have nothing to warn of."""
        self.given_warned |= self.told_by_looks()
        extra, missing = (
            {warning for warning in found if statement_of(warning[2]) not in self.undecided}
            for found in different_warnings(self.warned, self.given_warned))
        if extra or (missing and looks):
            first = min(place_number(warning[2]) for warning in extra | missing)
            raise Mismatch(first, "warnings", f"{sorted(extra)} more, {sorted(missing)} less")

    def check(self, position):
        try:
            self.judged.check()
        except Exception as error:
            raise Mismatch(position, "invariant", str(error)) from error

    @staticmethod
    def compare_errors(position, wanted, given):
        if wanted is None and given is None:
            return
        if wanted is None or given is None or public_type(wanted) is not public_type(given) \
                or str(wanted) != str(given):
            raise Mismatch(position, "exception", f"{given!r}, wanted {wanted!r}")

    def compare_all(self, position):
        """Compares every live variable and that reading it did not change its state."""
        judged, loose = self.judged, self.expected.loose.of
        names = live_names(self.expected.namespace)
        if names != live_names(self.given):
            raise Mismatch(position, "names", f"{live_names(self.given)}, wanted {names}")
        for name in names:
            given = self.given[name]
            managed = judged.is_managed(given)
            try:
                message = compare_values(self.expected.namespace[name], given, loose.get(name),
                                         judged.is_array)
            except Exception as error:
                raise Mismatch(position, "look", f"{name}: {error!r}") from error
            if message:
                raise Mismatch(position, "value", f"{name} {message}")
            if managed and not judged.is_managed(given):
                raise Mismatch(position, "state", f"looking at {name} exposed it")
        self.compare_bases(position, names)

    def compare_bases(self, position, names):
        """Where NumPy says `x.base is y` of two live variables, so must the judged module.

        Real NumPy puts a plain view between (it does not collapse bases of a subclass), and views
        of an adopted real array keep that array itself: so y may stand further down the chain.
        """
        wanted = bases(self.expected.namespace, names, lambda x: isinstance(x, numpy.ndarray))
        for name, root in wanted.items():
            owner = self.given[root]
            if owner.base is None and owner.size and not descends(self.given[name], owner):
                raise Mismatch(position, "base", f"{name}.base is not {root}")

    def compare_relations(self, position):
        """Shared memory of all pairs and flags, by means that expose: the last look."""
        names = [name for name in live_names(self.expected.namespace)
                 if isinstance(self.expected.namespace[name], numpy.ndarray)]
        wanted = [self.expected.namespace[name] for name in names]
        given = [numpy.asarray(self.given[name]) for name in names]
        for i, name in enumerate(names):
            if wanted[i].flags.writeable != given[i].flags.writeable:
                raise Mismatch(position, "flags", f"{name}.flags.writeable is "
                               f"{given[i].flags.writeable}")
            for j in range(i):
                sharing = numpy.may_share_memory(wanted[i], wanted[j])
                if numpy.may_share_memory(given[i], given[j]) != sharing:
                    raise Mismatch(position, "aliasing", f"{name} and {names[j]} share memory: "
                                   f"{not sharing}, wanted {sharing}")
        for name, array, twin in zip(names, given, wanted):
            message = compare_values(twin, array, self.expected.loose.of.get(name),
                                     self.judged.is_array)
            if message:
                raise Mismatch(position, "value after export", f"{name} {message}")


def bases(namespace, names, is_array):
    """{name: name of its base} for the live arrays whose base is a live variable."""
    owners = {id(namespace[name]): name for name in names if is_array(namespace[name])}
    found = {}
    for name in names:
        value = namespace[name]
        if is_array(value):
            base = value.base
            if base is not None and id(base) in owners:
                found[name] = owners[id(base)]
    return found


def descends(array, owner):
    """True if `owner` is the array's base or a base of its base, and so on."""
    while array is not None and array is not owner:
        array = array.obj if isinstance(array, memoryview) else getattr(array, "base", None)
    return array is owner


def run_program(program, judged, configuration, log=None):
    """None if the program agrees, otherwise its Mismatch. Raises InvalidProgram."""
    if judged.name == "modes":
        return judged.disagreement(program, configuration)
    log = log or WarningLog()
    log.install(quiet=False)
    codes = codes_of(program)
    try:
        Lockstep(judged, configuration, log).run(program, codes)
    except Mismatch as mismatch:
        reason = known_difference(mismatch, program)
        if reason is not None:
            raise InvalidProgram(reason) from None
        return mismatch
    return None


def report(mismatch, program, configuration):
    """The lines that a person needs first."""
    return f"{describe(str(mismatch))}\n  under {configuration}, seed {program.seed}"
