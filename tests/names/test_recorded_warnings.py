"""What recorded operations warn of, under `numen run`, is what NumPy warns of: category, text and
line, for every ufunc over special values, whoever looks and whenever.

Each statement of a script stands on a line of its own, so that each of its warnings is shown. The
script runs with NumPy and with Numen; what they write to standard error is compared.
"""

import re
import subprocess
import sys
import warnings

import numpy
import pytest

WARNING = re.compile(r"^(\S*)\.py:(\d+): (\w+): (.*)$", re.MULTILINE)
SIZE = 20_001

ARRAYS = {
    "f8": ["zero", "minus", "huge", "tiny", "infinite", "nan", "mixed"],
    "f4": ["zero", "minus", "huge", "infinite", "mixed"],
    "c16": ["zero", "huge", "infinite", "mixed"],
    "i8": ["zero", "minus", "huge", "mixed"],
}
VALUES = {
    "zero": "[0]", "minus": "[-1.5]", "huge": "[2.0 ** {big}]", "tiny": "[2.0 ** -1070]",
    "infinite": "[np.inf]", "nan": "[np.nan]", "mixed": "[-2, 0, 3, 700]",
}
BIG = {"f8": 1000, "f4": 120, "c16": 1000, "i8": 62}


def ufuncs(inputs):
    """Those with so many inputs that NumPy has for numbers."""
    found = {}
    for name in sorted(dir(numpy)):
        function = getattr(numpy, name)
        if isinstance(function, numpy.ufunc) and function.nin == inputs and not function.signature:
            found.setdefault(function, name)
    return list(found.values())


def accepts(name, *dtypes):
    """Does NumPy's function take arrays of these types?"""
    function = getattr(numpy, name)
    with warnings.catch_warnings(), numpy.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            function(*(numpy.ones(2, dtype) for dtype in dtypes))
        except TypeError:
            return False
    return True


def setup(dtype):
    """Lines that make the arrays, warning of nothing."""
    lines = ["import numpy as np"]
    for kind in ARRAYS[dtype]:
        values = VALUES[kind].format(big=BIG[dtype])
        lines.append(f"{kind} = np.resize(np.array({values}).astype('{dtype}'), {SIZE})")
    return lines


def expressions(dtype):
    """One operation each, over every kind of values."""
    kinds = ARRAYS[dtype]
    for name in ufuncs(1):
        if accepts(name, dtype):
            yield from (f"np.{name}({kind})" for kind in kinds)
    for name in ufuncs(2):
        if accepts(name, dtype, dtype):
            yield from (f"np.{name}({first}, {second})" for first in kinds for second in kinds
                        if "mixed" in (first, second))
    for first in kinds:
        yield from (f"{first} * 3 / (zero + 1) - mixed",
                    f"np.where({first} > 0, {first} * 7, zero)",
                    f"({first} + {first}).astype('f4')", f"({first} * {first}).sum()",
                    f"np.mean({first} * {first}, axis=0)", f"({first} - {first}) / zero")
    if dtype == "c16":
        yield from (f"{kind}.astype('f8')" for kind in kinds)


def warned(command, lines, folder):
    """What the script shows: (line, category, text), as often as it is shown; what files of NumPy's
    own show, (category, text); and the number that it prints."""
    script = folder / "script.py"
    script.write_text("\n".join(lines) + "\n")
    done = subprocess.run([*command, str(script)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    found = [(file.endswith("script"), int(line), category, text)
             for file, line, category, text in WARNING.findall(done.stderr)]
    return (sorted(warning[1:] for warning in found if warning[0]),
            {warning[2:] for warning in found if not warning[0]}, int(done.stdout))


# A result of two arrays, such as divmod's, is looked at twice. Says how many were still recorded.
LOOK = """
def look(*results):
    import sys
    global waiting
    for result in results:
        for x in result if isinstance(result, tuple) else (result,):
            if "numen" in sys.modules:
                waiting += sys.modules["numen.native.front"].state(x) == "pending"
            _ = x.ravel()[0] if np.ndim(x) else x
waiting = 0
""".strip().splitlines()
TOGETHER = {"at once": 1, "at the end": 40}


@pytest.mark.parametrize("look", TOGETHER)
@pytest.mark.parametrize("dtype", ARRAYS)
def test_recorded_operations_warn_as_numpys(dtype, look, tmp_path):
    lines = setup(dtype) + LOOK
    refused = "np.pow" if dtype == "i8" else "nothing"  # integers to negative integer powers
    statements = [text for text in expressions(dtype) if refused not in text]
    for first in range(0, len(statements), TOGETHER[look]):
        some = statements[first:first + TOGETHER[look]]
        lines += [f"x{i} = {text}" for i, text in enumerate(some)]
        lines += [f"look({', '.join(f'x{i}' for i in range(len(some)))})"]
    lines.append("print(waiting)")
    wanted, of_numpys_files, _ = warned([sys.executable], lines, tmp_path)
    given, elsewhere, waited = warned([sys.executable, "-m", "numen", "run"], lines, tmp_path)
    assert waited > len(statements) // 2
    # Where NumPy's Python code warns of a line of its own, Numen's warns of the program's.
    given = [warning for warning in given if warning[1:] not in of_numpys_files]
    assert len(wanted) > 20 and not elsewhere
    differences = [(lines[line - 1], side, category, text)
                   for side, found, others in (("more", given, wanted), ("less", wanted, given))
                   for line, category, text in found if (line, category, text) not in others]
    assert differences == []
    assert given == wanted  # as often, too
