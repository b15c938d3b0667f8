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


def compare(lines, statements, together, folder):
    """NumPy and Numen warn of the statements alike, looked at in groups; how many were recorded."""
    lines = lines + LOOK
    for first in range(0, len(statements), together):
        some = statements[first:first + together]
        lines += [f"x{i} = {text}" for i, text in enumerate(some)]
        lines += [f"look({', '.join(f'x{i}' for i in range(len(some)))})"]
    lines.append("print(waiting)")
    wanted, of_numpys_files, _ = warned([sys.executable], lines, folder)
    given, elsewhere, waited = warned([sys.executable, "-m", "numen", "run"], lines, folder)
    # Where NumPy's Python code warns of a line of its own, Numen's warns of the program's.
    given = [warning for warning in given if warning[1:] not in of_numpys_files]
    assert len(wanted) > 10 and not elsewhere
    differences = [(lines[line - 1], side, category, text)
                   for side, found, others in (("more", given, wanted), ("less", wanted, given))
                   for line, category, text in found if (line, category, text) not in others]
    assert differences == []
    assert given == wanted  # as often, too
    return waited


@pytest.mark.parametrize("look", TOGETHER)
@pytest.mark.parametrize("dtype", ARRAYS)
def test_recorded_operations_warn_as_numpys(dtype, look, tmp_path):
    refused = "np.pow" if dtype == "i8" else "nothing"  # integers to negative integer powers
    statements = [text for text in expressions(dtype) if refused not in text]
    waited = compare(setup(dtype), statements, TOGETHER[look], tmp_path)
    assert waited > len(statements) // 2


SIGNALLING = {"f2": ("u2", "0x7C01", ("f4", "f8", "i2", "c8")),
              "f4": ("u4", "0x7F800001", ("f8", "i4", "c16"))}


@pytest.mark.parametrize("look", TOGETHER)
@pytest.mark.parametrize("dtype", SIGNALLING)
def test_conversions_of_signalling_nans_warn_as_numpys(dtype, look, tmp_path):
    bits, value, others = SIGNALLING[dtype]
    lines = ["import numpy as np",
             f"given = np.resize(np.array([{value}, 0], '{bits}'), {SIZE}).view('{dtype}')"]
    statements = [f"given.astype('{dtype}')"]
    # Of these NumPy warns of float32 or not, by the length and what else the array holds.
    quiet = ("maximum", "minimum", "less", "equal", "copysign") if dtype == "f2" else ()
    for other in others:
        lines.append(f"{other} = np.ones({SIZE}, '{other}')")
        statements += [f"given.astype('{other}')" if other[0] in "fc" else "-f8",
                       f"np.where({other} > 0, given, {other})"]
        statements += [f"np.{name}(given, {other})" for name in (
            "add", "subtract", "multiply", "divide", "logaddexp", *quiet)
            if other[0] != "c" or name not in ("copysign", "logaddexp")]
    assert compare(lines, statements, TOGETHER[look], tmp_path) > len(statements) // 2


def test_reductions_into_outputs_warn_as_numpys(tmp_path):
    """Numen adds in another order; where that meets other errors NumPy has the last word."""
    lines = ["import numpy as np", "out = np.zeros(200)"]
    # Numen adds 128 rows at a time: in "both" it meets two infinities before the NaN, as NumPy does
    # not.
    rows = {"early": (3, 60, 130), "late": (100, 60, 130), "never": (130, 60, 130),
            "both": (3, 130, 138)}
    for name, (nan, first, last) in rows.items():
        lines += [f"{name} = np.ones((140, 200))", f"{name}[{nan}] = np.nan",
                  f"{name}[{first}] = np.inf", f"{name}[{last}] = -np.inf"]
    statements = [f"np.{call}({given}{more}, axis=0, out=out)"
                  for call in ("add.reduce", "multiply.reduce", "logaddexp.reduce")
                  for given in rows for more in ("", " + 0", " * 0")]
    compare(lines, statements, 1, tmp_path)
