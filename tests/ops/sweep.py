"""Runs one operation over types and layouts in NumPy and Numen and lists the differences.

`python -m tests.ops.sweep add sin` prints them; the instruction-set test runs that in processes
with other settings.
"""

import functools
import sys
import warnings

import numpy

from tests.fuzz.comparison import compare_values
from tests.fuzz.reference import public_type
from tests.fuzz.tolerance import ANY

from .operands import DTYPES, LAYOUTS, base_values, in_layout, partner_layout
from .table import SIGN_READERS, UFUNCS, rows, tolerance

MAX_REPORTED = 12


class Judge:
    """Calls both modules, compares results, exceptions and warnings, collects sentences."""

    def __init__(self):
        import numen
        from numen.native import front

        self.numen = numen
        self.is_managed = front.is_managed
        self.differences = []
        self.seen = []

    def is_array(self, value):
        return issubclass(type(value), numpy.ndarray) or self.is_managed(value)

    def outcome(self, call):
        """(result, exception, warnings) of one call."""
        self.seen.clear()
        try:
            result, error = call(), None
        except Exception as raised:
            result, error = None, raised
        return result, error, set(self.seen)

    def listen(self):
        """Warnings go to a list of this judge from now on."""
        warnings.simplefilter("always")
        warnings.showwarning = lambda message, category, *place: \
            self.seen.append((category.__name__, str(message)))

    def compare(self, label, wanted_call, given_call, bound=None, with_warnings=True):
        """Adds a sentence to `differences` if the two calls disagree.

        bound: a function from NumPy's result to its Tolerance.
        """
        wanted, wanted_error, wanted_warned = self.outcome(wanted_call)
        given, given_error, given_warned = self.outcome(given_call)
        if wanted_error is not None or given_error is not None:
            if wanted_error is None or given_error is None \
                    or public_type(wanted_error) is not public_type(given_error) \
                    or str(wanted_error) != str(given_error):
                self.differences.append(f"{label}: {given_error!r}, wanted {wanted_error!r}")
            return
        limits = [bound(part) if bound and isinstance(part, (numpy.ndarray, numpy.generic))
                  else None for part in as_tuple(wanted)]
        # Where any value is allowed (overflow on the way), so is any warning.
        if with_warnings and wanted_warned != given_warned and ANY not in limits:
            self.differences.append(
                f"{label}: warnings {sorted(given_warned)}, wanted {sorted(wanted_warned)}")
        for part, (one, other, limit) in enumerate(zip(as_tuple(wanted), as_tuple(given), limits)):
            message = compare_values(one, other, limit, self.is_array)
            if message:
                self.differences.append(f"{label}[{part}]: {message}")


def as_tuple(value):
    return value if isinstance(value, tuple) else (value,)


@functools.cache
def operand(dtype, layout, seed, tame):
    return in_layout(base_values(dtype, seed, tame), layout)


def is_tame(name, dtypes):
    """Complex rounding at infinities is nobody's promise, nor is the sign of a NaN."""
    complex_values = any(dtype[0] == "c" for dtype in dtypes)
    return complex_values and name not in ("add", "subtract", "negative", "equal", "conjugate") \
        or name in SIGN_READERS


def sweep(name, judge, dtypes=DTYPES, layouts=LAYOUTS):
    """Compares one ufunc over all types (pairs of types) and layouts."""
    wanted, given = getattr(numpy, name), getattr(judge.numen, name)
    inputs = rows()[name][0]
    for first in dtypes:
        for second in dtypes if inputs == 2 else ("?",):
            tame = is_tame(name, (first, second)[:inputs])
            bound = functools.partial(tolerance, name,
                                      complex_input="c" in (first[0], second[0]))
            for layout in layouts:
                arguments = [operand(first, layout, 0, tame)]
                if inputs == 2:
                    arguments.append(operand(second, partner_layout(layout), 5, tame))
                ours = [judge.numen.asarray(argument) for argument in arguments]
                label = f"{name}({', '.join(f'{a.dtype}{a.shape}' for a in arguments)}, {layout})"
                judge.compare(label, lambda: wanted(*arguments), lambda: given(*ours), bound)
    return judge.differences


def main(names):
    """Prints the differences of the named operations; the exit status."""
    judge = Judge()
    judge.listen()
    for name in names:
        sweep(name, judge)
    print("\n".join(judge.differences[:MAX_REPORTED]))
    return 1 if judge.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or UFUNCS))

