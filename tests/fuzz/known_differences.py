"""Where Numen is known to differ from NumPy: each entry says why, and the list only shrinks.

A run that ends in one of these is undecided, not agreed; test_fuzz bounds their number.
"""

import re

# NumPy's functions that complain of a signalling NaN, measured for float16, float32 and float64,
# with its vector loops and without, where ours do not; `reduce` is that of `all` and `any`.
SIGNALLED = ("a?(sin|cos|tan)h?|arc(sin|cos|tan)h?|arctan2|cbrt|ceil|exp2?|expm1|floor|hypot|"
             "float_power|frexp|heaviside|log(10|1p|2)?|logical_(not|xor)|modf|nextafter|power|"
             "reduce|rint|spacing|trunc|vecdot")  # fmt: skip

# (pattern over the mismatch, pattern that the program must contain, reason); the statement that
# disagreed stands once more at the program's end, behind ">>> "
ENTRIES = [
    (r"UFuncTypeError\(<ufunc '(less|greater)(_equal)?'>.*"
     r"wanted UFuncTypeError\(<ufunc '(?!\1)(less|greater)(_equal)?'>", "",
     "Python asks a subclass first: `real < ours` is `ours > real`, and so the error says"),
    (r"exception: None, wanted UFuncTypeError\(<ufunc '(not_)?equal'>, 'same_kind', dtype\('<U",
     r"astype\('<U",
     "once np.equal(strings, numbers, dtype=bool) was refused, NumPy 2.4.6 refuses"
     " strings == numbers in that process"),
    (r"could not be broadcast together with shapes (\(.*?\)) (\(.*?\)) '\), "
     r"wanted ValueError\('operands could not be broadcast together with shapes \2 \1 '", "",
     "the same, with the shapes in the other order"),
    (r"exception: TypeError\(\"'[<>]=?' not supported.*wanted TypeError\(\"'[<>]=?' not supported",
     r"astype\('O'\)", "the same, with the elements in the other order"),
    (r"warnings: \[\('RuntimeWarning', 'invalid value encountered in (less|greater)(_equal)?', .* "
     r"more, \[\('RuntimeWarning', 'invalid value encountered in (?!\1)(less|greater)", "",
     "the same for NumPy's scalars and arrays of foreign type"),
    (r"exception: ValueError\('could not broadcast input array.*wanted ValueError\('shape mismatch",
     r"astype\('(<U3|O|M8)",
     "a real array of foreign type words the refusal of a subclass's value otherwise"),
    (r"exception: TypeError\('only 0-dim.*wanted ValueError\('setting an array element", "",
     "the same for one element of a real array"),
    (r"exception: \w+\([\"'](cannot convert float|Python int too|(float|int)\(\) argument|"
     r"setting an array element with a sequence).*wanted None",
     r">>> v\d+\[.*\] = ",
     "the same: a real array casts a 0-d array and converts a 0-d array of a subclass"),
    (r"exception: TypeError\([\"'](int|float)\(\) argument .*'complex'.*wanted None",
     r"astype\('O'\)",
     "an array of objects keeps a 0-d array of a subclass, of which a complex one has no int"),
    (r"exception: None, wanted ValueError\('cannot set WRITEABLE flag to True",
     r">>> .*(broadcast_arrays|meshgrid)",
     "NumPy does not collapse the bases of a subclass's views: a view's base is still writable"),
    (r"warnings: \[\('RuntimeWarning', 'divide by zero encountered in power', [^,]*, "
     r"line \d+'\)\] more, \[\] less", "",
     "0 ** -inf divides by zero; NumPy says so or not by layout and instruction set"),
    (r"warnings: \[\('ComplexWarning', .* more, \[\] less", r">>> v\d+\[",
     "a real array assigned through a mask warns of a subclass's values alone"),
    (r"Could not convert object to NumPy (datetime|timedelta)", "M8",
     "NumPy does not take a 0-d array of a subclass as a datetime element"),
    (r"warnings: .*'invalid value encountered in",
     r"'f2'[\s\S]*(//|floor_divide|divmod|\bsort(_complex)?\()",
     "NumPy's own loops and its sort make signalling NaNs of float16, of which others complain"),
    (r"warnings: \[\('RuntimeWarning', 'invalid value encountered in cast', .* more, \[\] less",
     r"\.view\('[iu]\d'\)", "bits of a signalling NaN: where it is looked for zeros we complain"),
    (r"warnings: \[\] more, \[\('RuntimeWarning', 'invalid value encountered in (scalar )?"
     rf"({SIGNALLED})', [^\]]*\] less", r"\.view\('[iuf]\d'\)",
     "the same the other way: NumPy's loops and reductions to a truth value complain of them or"
     " not, by function, type and instruction set"),
    (r"warnings: .*'overflow encountered in \w+', .* more, .*'overflow encountered in cast'",
     r">>> .*dtype='[fc]\d'",
     "an operand too large for the type asked for: NumPy names the cast, if long the operation"),
    (r"warnings: .*'overflow encountered in \w+', .* more, .*'overflow encountered in \w+'",
     r">>> (np|numpy)\.\w+\((v\d+)\b.*out=\2\b",
     "where the output lies on an input in another arrangement, NumPy's buffers decide whether the"
     " overflow of a narrow result is the operation's or the cast's"),
    (r"exception: None, wanted ValueError\('cannot set WRITEABLE flag to True",
     r"(v\d+) = np\.asarray\(\1\)\n\1\.setflags\(write=False\)",
     "NumPy's asarray gives its own array, ours another on its memory, whose base is writable"),
    (r"exception: None, wanted ValueError\('cannot set WRITEABLE flag to True", r"from_dlpack",
     "NumPy's base of an array from DLPack is a capsule, ours the array itself"),
    (r"exception: ValueError\('cannot set WRITEABLE flag to True.*wanted None",
     r"(v\d+) = numpy\.(as)?array\([\s\S]*>>> \1\.",
     "real NumPy takes a managed array by a memoryview; one with gaps refuses to say that it is"
     " writable"),
    (r"warnings: \[\] more, \[\('RuntimeWarning', 'overflow encountered in scalar subtract'",
     r">>> .*nanpercentile", "of whole numbers near 2**63 by rows NumPy interpolates in scalars"),
    (r"element", r"\.flags\.writeable = True",
     "writing through a broadcast array reopened by hand"),
]


def known_difference(mismatch, program):
    """The reason if this mismatch is a known one, else None."""
    text = str(mismatch)
    source = "\n".join(statement.source for statement in program.statements)
    source += f"\n>>> {program.statements[mismatch.position].source}"
    for pattern, needed, reason in ENTRIES:
        if re.search(pattern, text) and re.search(needed, source):
            return reason
    return None
