"""Runs one program in the judged module, statement by statement, and compares it with NumPy's run.
"""

import numpy

from .comparison import compare_frozen
from .known_differences import known_difference
from .numpy_run import InvalidProgram, live_names, new_namespace, outcome
from .reference import failure_of, metadata_target, reference_of, twins_of
from .statement import PLACE
from .warned import WarningLog, different_warnings, place_number, statement_of, within


class Mismatch(Exception):
    """The judged module gave another answer; the text says where and what."""

    def __init__(self, position, kind, text):
        super().__init__(f"statement {position}: {kind}: {text}")
        self.position = position
        self.kind = kind


class Lockstep:
    """The judged side of a program under one configuration."""

    def __init__(self, judged, configuration, log, reference):
        self.judged = judged
        self.configuration = configuration
        self.log = log
        self.reference = reference
        self.given = new_namespace(judged.module)
        self.warned, self.given_warned = set(), set()
        self.undecided = set()  # places whose warnings are nobody's promise

    def run(self, program):
        """Runs the whole program; raises Mismatch at the first difference."""
        self.judged.prepare(self.configuration)
        self.run_statements(program)

    def leave_second_names(self, statement, step):
        """Raises InvalidProgram where NumPy's second name of an array is our second array.

        numpy.asarray(x) is x for real arrays; of a subclass it is a view of the same elements,
        which keeps its shape and flags when those of the other change. The reverse: a descriptor
        that is equal and not the same makes numpy.asarray(x, dtype) a view.
        """
        target = metadata_target(statement)
        if target and twins_of(target, self.given) != step.twins:
            raise InvalidProgram("asarray of a subclass, or of an equal type, is a view")

    def run_statements(self, program):
        steps = self.reference.steps
        for position, (statement, step) in enumerate(zip(program.statements, steps)):
            if step.twins is not None:
                self.leave_second_names(statement, step)
            if step.invalid is not None:
                raise InvalidProgram(step.invalid)
            error, warned = outcome(step.code, self.given, self.log)
            self.compare_errors(position, step.error, failure_of(error))
            del error  # it may hold variables
            self.compare_warnings(position, step.warned, warned)
            self.check(position)
            if self.configuration.look:
                self.compare_all(position, step.look)
                self.given_warned |= self.told_by_looks()
                self.check(position)
        self.compare_all(position, step.look)
        self.compare_kept_warnings(position, self.configuration.look)
        self.compare_relations(position, step.look)
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
        if wanted is None or given is None or wanted[:2] != given[:2]:
            raise Mismatch(position, "exception", f"{given and given.shown}, "
                           f"wanted {wanted and wanted.shown}")

    def compare_all(self, position, look):
        """Compares every live variable and that reading it did not change its state."""
        judged = self.judged
        if list(look.values) != live_names(self.given):
            raise Mismatch(position, "names",
                           f"{live_names(self.given)}, wanted {list(look.values)}")
        for name, expected in look.values.items():
            given = self.given[name]
            managed = judged.is_managed(given)
            try:
                message = compare_frozen(expected, given, look.loose.get(name), judged.is_array)
            except Exception as error:
                raise Mismatch(position, "look", f"{name}: {error!r}") from error
            if message:
                raise Mismatch(position, "value", f"{name} {message}")
            if managed and not judged.is_managed(given):
                raise Mismatch(position, "state", f"looking at {name} exposed it")
        self.compare_bases(position, look.bases)

    def compare_bases(self, position, wanted):
        """Where NumPy says `x.base is y` of two live variables, so must the judged module.

        Real NumPy puts a plain view between (it does not collapse bases of a subclass), and views
        of an adopted real array keep that array itself: so y may stand further down the chain.
        """
        for name, root in wanted.items():
            owner = self.given[root]
            if owner.base is None and owner.size and not descends(self.given[name], owner):
                raise Mismatch(position, "base", f"{name}.base is not {root}")

    def compare_relations(self, position, look):
        """Shared memory of all pairs and flags, by means that expose: the last look."""
        arrays, sharing = self.reference.relations
        given = [numpy.asarray(self.given[name]) for name, _ in arrays]
        for i, (name, is_writeable) in enumerate(arrays):
            if given[i].flags.writeable != is_writeable:
                raise Mismatch(position, "flags", f"{name}.flags.writeable is {not is_writeable}")
            for j in range(i):
                if numpy.may_share_memory(given[i], given[j]) != ((i, j) in sharing):
                    raise Mismatch(position, "aliasing", f"{name} and {arrays[j][0]} share memory: "
                                   f"{(i, j) not in sharing}, wanted {(i, j) in sharing}")
        for (name, _), array in zip(arrays, given):
            message = compare_frozen(look.values[name], array, look.loose.get(name),
                                     self.judged.is_array)
            if message:
                raise Mismatch(position, "value after export", f"{name} {message}")


def descends(array, owner):
    """True if `owner` is the array's base or a base of its base, and so on."""
    while array is not None and array is not owner:
        array = array.obj if isinstance(array, memoryview) else getattr(array, "base", None)
    return array is owner


class Trial:
    """A program in the judged module under one configuration after the other.

    reference: NumPy's answers where somebody has them; else the program runs in NumPy first.
    """

    def __init__(self, program, judged, reference=None):
        self.program = program
        self.judged = judged
        self.reference = reference or reference_of(program)

    def mismatch(self, configuration):
        """None if the program agrees, otherwise its Mismatch. Raises InvalidProgram."""
        log = WarningLog()
        log.install(quiet=False)
        try:
            Lockstep(self.judged, configuration, log, self.reference).run(self.program)
        except Mismatch as mismatch:
            reason = known_difference(mismatch, self.program)
            if reason is not None:
                raise InvalidProgram(reason) from None
            return mismatch
        return None


def trial(program, judged, reference=None):
    """The kind of trial that is made with what is judged."""
    return getattr(judged, "trial", Trial)(program, judged, reference)


def run_program(program, judged, configuration):
    """None if the program agrees, otherwise its Mismatch. Raises InvalidProgram."""
    return trial(program, judged).mismatch(configuration)
