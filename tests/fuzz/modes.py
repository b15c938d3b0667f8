"""Numen against itself: what is recorded and runs later, on one thread or on two, has the bits, the
types, the layout, the errors and the warnings of what runs at once on one.

NumPy runs beside them only to tell which values are nobody's promise (memory that was never
written).
"""

import numpy

from .comparison import compare_frozen
from .frozen import freeze
from .generator import threaded
from .judged import Configuration, NumenJudged
from .lockstep import Mismatch
from .numpy_run import InvalidProgram, live_names, new_namespace, outcome
from .reference import reference_of
from .tolerance import ANY
from .warned import WarningLog


class ModesJudged(NumenJudged):
    """Numen's recorded runs, judged by its eager one."""

    name = "modes"
    wants_looks = False

    def configurations(self, program):
        """Looking after each statement on one thread, and only at the end on several."""
        threshold = "default" if program.big else "0"
        return [Configuration(threshold, True, True, 1), threaded(threshold, True)]

    def trial(self, program, judged, reference=None):
        """Runs the program in each mode."""
        return ModesTrial(program, judged, reference)

    def run(self, codes, configuration):
        """What one run of the program left."""
        self.prepare(configuration)
        log = WarningLog()
        log.install(quiet=False)
        run = Run(new_namespace(self.module))
        for position, code in enumerate(codes):
            error, warned = outcome(code, run.namespace, log)
            run.errors.append(error and (type(error), str(error)))
            del error  # it may hold variables
            run.warnings |= warned
            if configuration.look:
                look_at_all(run.namespace, self.is_array)
                run.warnings |= log.take()
        look_at_all(run.namespace, self.is_array)
        run.warnings |= log.take()
        try:
            self.check()
        except Exception as error:
            raise Mismatch(position, "invariant", str(error)) from error
        return run


class ModesTrial:
    """A program that runs eagerly once and is compared with each of its recorded runs."""

    def __init__(self, program, judged, reference=None):
        self.judged = judged
        reference = reference or reference_of(program, looks=False)
        self.invalid = reference.steps[-1].invalid
        self.codes = [step.code for step in reference.steps]
        self.undecided = {name for name, tolerance in reference.loose.items() if tolerance == ANY}
        self.eager = None

    def mismatch(self, configuration):
        """None if both runs of the program agree, otherwise their Mismatch."""
        if self.invalid is not None:
            raise InvalidProgram(self.invalid)
        try:
            if self.eager is None:
                eager = self.judged.run(self.codes, eager_twin(configuration))
                self.eager = Expected(eager, self.undecided, self.judged.is_array)
            given = self.judged.run(self.codes, configuration)
            compare_runs(self.eager, given, configuration.look, self.judged.is_array)
        except Mismatch as mismatch:
            return mismatch
        return None


def eager_twin(configuration):
    """At once, on one thread, looking at the end alone: looks change nothing that is there."""
    return configuration._replace(stub=False, look=False, threads=1, small=False)


class Run:
    """The variables of a run, the error of each statement, all warnings."""

    def __init__(self, namespace):
        self.namespace = namespace
        self.errors = []
        self.warnings = set()


class Expected:
    """What an eager run left, but the values of the variables `undecided`."""

    def __init__(self, run, undecided, is_array):
        self.errors, self.warnings = run.errors, run.warnings
        self.names = live_names(run.namespace)
        self.values = {}
        for name in self.names:
            if name not in undecided:
                value = run.namespace[name]
                self.values[name] = freeze(numpy.asarray(value) if is_array(value) else value)


def look_at_all(namespace, is_array):
    """Wants the values of every live variable, exposing none."""
    for name in live_names(namespace):
        value = namespace[name]
        if is_array(value):
            value.tobytes()


def compare_runs(wanted, given, looks, is_array):
    """Raises Mismatch where a Run differs from what is Expected."""
    last = len(wanted.errors) - 1
    if len(given.errors) != len(wanted.errors):
        raise Mismatch(last, "length", "the runs are not of one program")
    for position, errors in enumerate(zip(wanted.errors, given.errors)):
        if errors[0] != errors[1]:
            raise Mismatch(position, "exception", f"{errors[1]!r}, wanted {errors[0]!r}")
    # What nobody looks at is not computed and has nothing to warn of.
    extra, missing = given.warnings - wanted.warnings, wanted.warnings - given.warnings
    if extra or (looks and missing):
        raise Mismatch(last, "warnings", f"{sorted(extra)} more, {sorted(missing)} less")
    if wanted.names != live_names(given.namespace):
        raise Mismatch(last, "names", f"{live_names(given.namespace)}, wanted {wanted.names}")
    for name, value in wanted.values.items():
        message = compare_frozen(value, given.namespace[name], None, is_array)
        if message:
            raise Mismatch(last, "value", f"{name} {message}")
