"""The advice of `numen run --profile`: when each rule speaks, and that what it says is true."""

import re

import pytest

import numen
from numen import profile_report
from numen.advice import MANY_CALLS, MANY_ELEMENTS, advice
from numen.native import front

from .recorded import SIZE, recording  # noqa: F401
from .test_profile import at, programs, watched  # noqa: F401
from .test_run_command import NUMEN, python, write

NOTHING = ["Nothing here stands out."]


def row(kind, name, detail, calls, seconds):
    return kind, name, detail, at(7), calls, seconds


def seen_of(*rows):
    return {"seconds": 10.0, "events": list(rows), "programs": []}


# Each rule: what makes it speak, and just too little of it.
RULES = {
    "reads single elements": (row("element", "read", "", MANY_ELEMENTS, 0.0),
                              row("element", "read", "", MANY_ELEMENTS - 1, 0.0)),
    "writes single elements": (row("element", "written", "", MANY_ELEMENTS, 0.0),
                               row("element", "written", "", MANY_ELEMENTS - 1, 0.0)),
    "x = x.copy(), once": (row("at once", "add", "foreign memory", 5, 1.0),
                           row("at once", "add", "foreign memory", 5, 0.01)),
    "2 times at once": (row("at once", "add", "foreign memory", 2, 1.0),
                        row("at once", "add", "foreign memory", 1, 1.0)),
    "computes on small arrays": (row("at once", "add", "small", MANY_CALLS, 1.0),
                                 row("at once", "add", "small", MANY_CALLS - 1, 1.0)),
    "floating-point errors": (row("at once", "add", "error state", 5, 1.0),
                              row("at once", "add", "error state", 5, 0.01)),
    "leaves is_busday to NumPy, 1 time, ": (row("fallback", "is_busday", "", 1, 1.0),
                                            row("fallback", "is_busday", "", 1, 0.01)),
}


@pytest.mark.parametrize("words", RULES)
def test_rules_of_advice(words):
    enough, too_little = (advice(seen_of(event), []) for event in RULES[words])
    assert len(enough) == 1 and words in enough[0] and "watched_program.py:7" in enough[0]
    assert too_little == NOTHING


def test_elements_that_are_read_and_written():
    both = [row("element", name, "", MANY_ELEMENTS, 0.0) for name in ("read", "written")]
    (said,) = advice(seen_of(*both), [])
    assert "reads and writes single elements, 20,000 times: work on lists" in said


def test_arrays_are_handed_over_for_nothing_where_nothing_is_computed_on_them():
    handed = row("become", "buffer protocol", "", 100, 0.0)
    (said,) = [text for text in advice(seen_of(
        handed, row("at once", "add", "foreign memory", 5, 1.0)), []) if "hands" in text]
    assert "hands 100 arrays to other code (buffer protocol)" in said
    assert advice(seen_of(handed), []) == NOTHING
    fewer = row("become", "buffer protocol", "", 99, 0.0)
    assert "hands" not in "".join(advice(seen_of(
        fewer, row("at once", "add", "foreign memory", 5, 1.0)), []))


def program_of(*names):
    steps = [(at(8), name, 1) for name in names]
    return profile_report.Program(at(9), steps, 10, 2.0, 1e6, 1e6, 1)


def test_single_operations():
    (said,) = advice(seen_of(), [program_of("add")])
    assert "watched_program.py:9 wants values after a single operation, 10 times" in said
    assert advice(seen_of(), [program_of("add", "sin")]) == NOTHING
    assert advice(seen_of(), [program_of("max")]) == NOTHING  # there is nothing to fuse it with
    product = ("library", "matmul", "", at(9), 10, 0.0)  # which can not wait
    assert advice(seen_of(product), [program_of("add")]) == NOTHING


# Programs that an advice is given to, and what they are after they have taken it.
TAKEN = {
    "x = x.copy(), once": (
        "for i in range(50): (np.sin(x) * 2 + x).sum()",
        "x = x.copy()\nfor i in range(50): (np.sin(x) * 2 + x).sum()"),
    "reads single elements": (
        "total = 0.0\nfor i in range(20_000): total += a[i]",
        "total = 0.0\nlisted = a.tolist()\nfor i in range(20_000): total += listed[i]"),
    "reads and writes single elements": (
        "for i in range(1, 20_000): a[i] = a[i - 1] * 0.5",
        "b = a.tolist()\nfor i in range(1, 20_000): b[i] = b[i - 1] * 0.5\na = np.array(b)"),
    "floating-point errors": (
        "with np.errstate(all='raise'):\n for i in range(50): a = a * 2 - a",
        "for i in range(50): a = a * 2 - a\nwith np.errstate(all='raise'): a.sum()"),
    "wants values after a single operation": (
        "for i in range(50):\n a = a * 1.5\n a[0]",
        "for i in range(50):\n a = a * 1.5\na[0]"),
}


@pytest.mark.parametrize("words", TAKEN)
def test_advice_that_is_taken_is_not_given_again(watched, words):  # noqa: F811
    said = []
    for text in TAKEN[words]:
        foreign = front.expose(numen.ones(20 * SIZE))
        seen = watched(text, x=foreign, a=numen.ones(20 * SIZE))
        said.append("\n".join(advice(seen, programs(seen))))
    assert words in said[0] and words not in said[1], said


def test_a_copy_is_fused_and_numpys_array_is_not(tmp_path):
    write(tmp_path, "program.py", """
        import sys
        import numpy as np
        x = np.frombuffer(bytes(2_400_000))
        x = eval(sys.argv[1])
        for i in range(100):
            y = (np.sin(x) + 1).sum()
    """)
    for text, names in (("x.copy()", "sin add sum"), ("np.array(x)", "add sum"),
                        ("np.asarray(x)", "add sum")):
        err = python(tmp_path, "program.py", text, command=(*NUMEN, "--profile"))[2]
        assert f"program   {names}: 100 runs" in err, err


def test_arrays_of_numens_are_not_called_anybody_elses(tmp_path):
    """A program that hands nothing over is told nothing, whatever lies in its globals."""
    write(tmp_path, "program.py", """
        import numpy as np
        a = np.arange(10.0)
        b, c, d = a.reshape(2, 5) * 2, np.linalg.inv(np.eye(3)), np.zeros(5, int)
        big = np.ones((300, 300)) + 1
        e = big.sum(axis=0)
    """)
    code, out, err = python(tmp_path, "program.py", command=(*NUMEN, "--profile"))
    assert (code, out) == (0, "")
    assert "plain numpy.ndarray" not in err
    assert err.endswith("\nadvice\n- Nothing here stands out.\n")


def test_classes_of_numpy_are_no_fallbacks(tmp_path):
    """Their methods are NumPy's Python: what they take is time of the rest, which says so."""
    write(tmp_path, "program.py", """
        import numpy as np
        t = np.linspace(0, 1, 5)
        p = np.polynomial.Polynomial([1, 2, 3])
        (p * p)(t), p.deriv()
        np.polynomial.polynomial.polyval(t, [1, 2])
    """)
    err = python(tmp_path, "program.py", command=(*NUMEN, "--profile"))[2]
    assert "\nfallbacks: 1\n" in err
    assert re.search(r"the rest .* Python, libraries, classes of NumPy \(Polynomial", err)
