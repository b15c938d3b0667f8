"""What NumPy answers to each statement of a program, kept for all configurations of its runs.

The generator runs every statement it writes; what it saw is the program's reference unless a
statement that it threw away may have changed something: then the program runs once more.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy

from .frozen import freeze
from .numpy_run import InvalidProgram, NumpyRun, live_names
from .statement import code_at
from .warned import WarningLog

# Statements that change an array's shape, strides or flags and not its elements.
METADATA = re.compile(r"(v\d+)\.(shape|strides|dtype|flags\.writeable) = |(v\d+)\.setflags\(")


class Failure(NamedTuple):
    """An exception: its public type, its text and how it is shown."""

    kind: type
    text: str
    shown: str


class Look(NamedTuple):
    """All live variables after a statement.

    bases: {name: name of its base} of arrays whose base is live; loose: their Tolerances.
    """

    values: dict
    bases: dict
    loose: dict


class Relations(NamedTuple):
    """At the end: [(name, is writeable)] of the arrays; (i, j) of those that may share memory."""

    arrays: list
    sharing: set


@dataclass(slots=True)
class Step:
    """One statement's code and what NumPy made of it.

    warned: None where warnings are nobody's promise. twins: before a change of an array's metadata
    whether each live variable is that very array. invalid: why nothing from here on is decided.
    """

    code: object
    twins: dict = None
    error: Failure = None
    warned: set = None
    invalid: str = None
    look: Look = None


@dataclass(slots=True)
class Reference:
    """The steps of a program, and what was loose and shared at its end."""

    steps: list = field(default_factory=list)
    loose: dict = field(default_factory=dict)
    relations: Relations = None


def public_type(error):
    """The first class of an exception's bases that is not private to NumPy."""
    for kind in type(error).__mro__:
        if not kind.__name__.startswith("_"):
            return kind
    return type(error)


def failure_of(error):
    """An exception as a Failure; None stays None."""
    return error and Failure(public_type(error), str(error), repr(error))


def metadata_target(statement):
    """The array whose metadata the statement changes, None if it changes none."""
    found = METADATA.match(statement.source)
    return found and (found[1] or found[3])


def twins_of(target, namespace):
    """{name: whether it is the very array `target`} of the live variables."""
    array = namespace.get(target)
    return {name: namespace[name] is array for name in live_names(namespace)}


class Recorder:
    """Runs statements in NumPy and keeps what a Reference needs; looks=False leaves looks out.

    is_whole: False once a statement that is not kept may have changed a variable.
    """

    def __init__(self, run, looks=True):
        self.run = run
        self.looks = looks
        self.is_whole = True
        self.reference = Reference()

    def attempt(self, statement):
        """Runs the next statement; its Step, which is not kept yet. May raise InvalidProgram."""
        step = Step(code_at(statement.source, len(self.reference.steps)))
        target = metadata_target(statement)
        if target:
            step.twins = twins_of(target, self.run.namespace)
        error, step.warned = self.run.step(statement, step.code)
        step.error = failure_of(error)
        return step

    def keep(self, step):
        """The statement is part of the program."""
        if self.looks and self.is_whole:
            step.look = look_at(self.run)
        self.reference.steps.append(step)

    def reject(self, statement, step):
        """The statement was run and is no part of the program.

        One that raised in a single line changed elements at most, those of its target.
        """
        if not self.is_whole:
            return
        if step.error is None or step.error.kind is MemoryError or "\n" in statement.source:
            self.is_whole = False
        elif statement.writes:
            steps = self.reference.steps
            self.is_whole = self.looks and bool(steps) and steps[-1].look == look_at(self.run)

    def finish(self):
        """The Reference after the last statement."""
        self.reference.loose = self.run.loose.of
        if self.looks and self.is_whole:
            self.reference.relations = relations_in(self.run.namespace)
        return self.reference


def reference_of(program, looks=True):
    """The reference of a program, which runs once more; it ends where nothing is decided."""
    log = WarningLog()
    log.install(quiet=False)
    recorder = Recorder(NumpyRun(log), looks)
    for position, statement in enumerate(program.statements):
        try:
            recorder.keep(recorder.attempt(statement))
        except InvalidProgram as invalid:
            recorder.reference.steps.append(Step(code_at(statement.source, position),
                                                 invalid=str(invalid)))
            break
    return recorder.finish()


def look_at(run):
    """The Look of NumPy's run as it is now."""
    namespace = run.namespace
    names = live_names(namespace)
    values = {name: freeze(namespace[name]) for name in names}
    return Look(values, bases(namespace, names), dict(run.loose.of))


def bases(namespace, names):
    """{name: name of its base} for the live arrays whose base is a live variable."""
    arrays = [(name, value) for name in names
              if isinstance(value := namespace[name], numpy.ndarray)]
    owners = {id(value): name for name, value in arrays}
    return {name: owners[id(value.base)] for name, value in arrays
            if value.base is not None and id(value.base) in owners}


def relations_in(namespace):
    """The Relations of NumPy's variables."""
    arrays = [(name, value) for name in live_names(namespace)
              if isinstance(value := namespace[name], numpy.ndarray)]
    sharing = {(i, j) for i, (_, one) in enumerate(arrays) for j, (_, other) in
               enumerate(arrays[:i]) if numpy.may_share_memory(one, other)}
    return Relations([(name, value.flags.writeable) for name, value in arrays], sharing)
