"""Where Numen is known to differ from NumPy: each entry says why, and the list only shrinks.

A run that ends in one of these is undecided, not agreed; test_fuzz bounds their number.
"""

import re

# Floating-point flags that NumPy's own loops raise or not depending on layout and vector length.
FLAGS_BY_CHANCE = {"reciprocal", "remainder", "floor_divide", "divmod", "fmod", "less",
                   "less_equal", "greater", "greater_equal", "reduce", "cast", "subtract"}

# (pattern over the mismatch, pattern that the program must contain, reason)
ENTRIES = [
    (r"", r"(asarray|__array__|copy=None)[\s\S]*\.shape = ",
     "np.asarray(real ndarray) is a view on the same memory, not the object itself"),
    (r"flags: .*writeable", "setflags",
     "numpy.asarray(ours) is a base-class view: its flags are its own"),
    (r"base: ", "tile", "composites may put an array of their own between a view and its root"),
    (r"exception: UFuncTypeError.* wanted UFuncTypeError", "",
     "reflected comparisons and x **= 2 of booleans name the other ufunc"),
    (r"exception: ValueError\('operands could not be broadcast.*wanted ValueError", "",
     "reflected comparisons list the shapes in the other order"),
    (r"exception: ValueError\('could not broadcast.*wanted ValueError", "",
     "the same refusal in NumPy's other wording"),
    (r"exception: IndexError.* wanted (TypeError|OverflowError)", "",
     "of two errors in one assignment NumPy reports the value's first"),
    (r"Could not convert object to NumPy datetime", "M8",
     "NumPy does not take a 0-d array of a subclass as a datetime element"),
    (r"element", r"np\.spacing", "the sign of the spacing of negative halves and subnormals"),
    (r"element \d+ is np.True_, wanted np.True_", "", "booleans that are neither 0 nor 1"),
    (r"element", r"\.flags\.writeable = True", "writing through a broadcast array reopened by hand"),
]


def known_difference(mismatch, program):
    """The reason if this mismatch is a known one, else None."""
    text = str(mismatch)
    source = "\n".join(statement.source for statement in program.statements)
    if "warnings:" in text:
        names = set(re.findall(r"encountered in (\w+)", text))
        if names and names <= FLAGS_BY_CHANCE:
            return "flags that NumPy raises by layout"
    for pattern, needed, reason in ENTRIES:
        if re.search(pattern, text) and re.search(needed, source):
            return reason
    return None
