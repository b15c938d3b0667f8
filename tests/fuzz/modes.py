"""Numen against itself: what is recorded and runs later, on one thread or on two, has the bits, the
types, the layout, the errors and the warnings of what runs at once on one.

NumPy runs beside them only to tell which values are nobody's promise (memory that was never
written).
"""

import numpy

from .comparison import compare_values
from .generator import threaded
from .judged import Configuration, NumenJudged
from .lockstep import Mismatch, NumpyRun, live_names, new_namespace, outcome
from .statement import codes_of
from .tolerance import ANY
from .warned import WarningLog


class ModesJudged(NumenJudged):
    """Numen's recorded runs, judged by its eager one."""

    name = "modes"

    def configurations(self, program):
        """Looking after each statement on one thread, and only at the end on several."""
        threshold = "default" if program.big else "0"
        return [Configuration(threshold, True, True, 1), threaded(threshold, True)]

    def disagreement(self, program, configuration):
        """None if both runs of the program agree, otherwise their Mismatch."""
        codes = codes_of(program)
        loose = undecided_names(program, codes)
        try:
            wanted = self.run(codes, configuration._replace(stub=False, threads=1, small=False))
            given = self.run(codes, configuration)
        except Mismatch as mismatch:
            return mismatch
        return self.difference(wanted, given, loose, configuration.look)

    def difference(self, wanted, given, loose, looks):
        """None if two runs agree but in the variables `loose`, otherwise their Mismatch."""
        try:
            compare_runs(wanted, given, loose, looks, self.is_array)
        except Mismatch as mismatch:
            return mismatch
        return None

    def new_namespace(self):
        return new_namespace(self.module)

    def run(self, codes, configuration):
        """What one run of the program left."""
        self.prepare(configuration)
        log = WarningLog()
        log.install(quiet=False)
        run = Run(self.new_namespace())
        for position, code in enumerate(codes):
            error, warned = outcome(code, run.namespace, log)
            run.errors.append(error and (type(error), str(error)))
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


class Run:
    """The variables of a run, the error of each statement, all warnings."""

    def __init__(self, namespace):
        self.namespace = namespace
        self.errors = []
        self.warnings = set()


def undecided_names(program, codes):
    """The variables whose values are nobody's promise at the end of NumPy's run."""
    log = WarningLog()
    log.install(quiet=True)
    run = NumpyRun(log)
    for statement, code in zip(program.statements, codes):
        run.step(statement, code)
    return {name for name, tolerance in run.loose.of.items() if tolerance == ANY}


def look_at_all(namespace, is_array):
    """Wants the values of every live variable, exposing none."""
    for name in live_names(namespace):
        value = namespace[name]
        if is_array(value):
            value.tobytes()


def compare_runs(wanted, given, loose, looks, is_array):
    """Raises Mismatch where the second run differs from the first."""
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
    names = live_names(wanted.namespace)
    if names != live_names(given.namespace):
        raise Mismatch(last, "names", f"{live_names(given.namespace)}, wanted {names}")
    for name in names:
        value = wanted.namespace[name]
        value = numpy.asarray(value) if is_array(value) else value
        message = None if name in loose else compare_values(value, given.namespace[name], None,
                                                            is_array)
        if message:
            raise Mismatch(last, "value", f"{name} {message}")
