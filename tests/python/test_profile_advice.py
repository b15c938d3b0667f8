"""The advice of `numen run --profile`: when each rule speaks, and that what it says is true."""

import dis
import re

import pytest

import numen
from numen import advice as rules
from numen import profile_report
from numen.advice import MANY_CALLS, MANY_ELEMENTS, NOTHING, advice
from numen.native import front

from .recorded import SIZE, recording  # noqa: F401
from .test_profile import at, programs, watched  # noqa: F401
from .test_run_command import NUMEN, python, write

GIGABYTE = 1e9


@pytest.fixture(autouse=True)
def _a_known_machine(monkeypatch):
    monkeypatch.setattr(rules, "bytes_per_second", lambda size: 10 * GIGABYTE)


def row(kind, name, detail="", calls=1, seconds=0.0, line=7, **more):
    event = rules.Event(kind, name, detail, at(line), calls, seconds, **more)
    return tuple(event)


def seen_of(*rows, flows=()):
    return {"seconds": 10.0, "events": list(rows), "programs": [], "flows": list(flows)}


def foreign(seconds, calls=5, line=7, name="add", why="foreign memory"):
    return row("at once", name, why, calls, seconds, line, written=10 * GIGABYTE)


# Each rule: what makes it speak, and just too little of it.
RULES = {
    "reads single elements": (
        [row("element", "read", calls=MANY_CALLS, seconds=1.0, runs=MANY_CALLS // MANY_ELEMENTS)],
        [row("element", "read", calls=MANY_CALLS - 1, seconds=1.0, runs=1)]),
    "writes single elements": (
        [row("element", "written", calls=10_000, seconds=0.5, runs=1)],
        [row("element", "written", calls=10_000, seconds=0.5, runs=10_000 // MANY_ELEMENTS + 1)]),
    "x = x.copy(), once": (
        [foreign(1.0), foreign(0.1, name="sin")], [foreign(0.1), foreign(0.05, name="sin")]),
    "5 times at once": ([foreign(1.0, 4), foreign(0.1, 1, name="sin")],
                        [foreign(1.0, 5)]),  # nothing at its line to fuse it with
    "computes on small arrays": (
        [row("at once", "add", "small", MANY_CALLS, 1.0)],
        [row("at once", "add", "small", MANY_CALLS - 1, 1.0)]),
    "floating-point errors": (
        [foreign(1.0, why="error state"), foreign(1.0, name="sin", why="error state")],
        [foreign(0.01, why="error state"), foreign(0.01, name="sin", why="error state")]),
}


@pytest.mark.parametrize("words", RULES)
def test_rules_of_advice(words):
    enough, too_little = (advice(seen_of(*events), []) for events in RULES[words])
    assert len(enough) == 1 and words in enough[0] and "watched_program.py:7" in enough[0]
    assert too_little == [NOTHING]


def test_elements_that_are_read_and_written():
    both = [row("element", name, calls=10_000, seconds=1.0, runs=1)
            for name in ("read", "written")]
    (said,) = advice(seen_of(*both), [])
    assert "reads and writes single elements, 20,000 times: " in said and "x.tolist()" in said


def test_advice_is_ranked_by_what_it_saves():
    said = advice(seen_of(
        row("at once", "add", "small", MANY_CALLS, 0.5, 3),
        row("element", "read", calls=10_000, seconds=2.0, line=4, runs=1),
        row("native", "append", calls=50, seconds=1.0, line=5, read=GIGABYTE, written=9 * GIGABYTE),
        flows=[(at(5), at(5))]), [])
    assert [text.partition(" ")[0][-2:] for text in said] == [":4", ":5", ":3"]
    assert [re.search(r"Saves about (\S+ \S+) ", text)[1] for text in said] == [
        "2 s", "1 s", "500 ms"]


def test_results_that_come_back_are_not_to_be_computed_together():
    """x = f(x) by small steps, at one line and by way of another."""
    small = row("at once", "add", "small", MANY_CALLS, 1.0)
    assert advice(seen_of(small, flows=[(at(7), at(7))]), []) == [NOTHING]
    assert advice(seen_of(small, flows=[(at(7), at(9)), (at(9), at(7))]), []) == [NOTHING]
    assert "small arrays" in advice(seen_of(small, flows=[(at(7), at(9)), (at(3), at(7))]), [])[0]


def test_arrays_that_grow():
    growing = row("native", "append", calls=50, seconds=1.0, read=5e9, written=5e9)
    (said,) = advice(seen_of(growing, flows=[(at(7), at(7))]), [])
    assert "makes an array longer, 50 times" in said
    assert advice(seen_of(growing), []) == [NOTHING]  # of others each time


def test_fallbacks_alone_are_no_advice():
    """NumPy serves them as under Python; nothing tells that something else would be quicker."""
    assert advice(seen_of(row("fallback", "is_busday", seconds=9.0)), []) == [NOTHING]


def test_arrays_are_handed_over_for_nothing_where_nothing_is_computed_on_them():
    handed = row("become", "buffer protocol", calls=100)
    (said,) = advice(seen_of(handed, foreign(1.0), foreign(1.0, name="sin")), [])
    assert "exposes 100 arrays to other code (buffer protocol)" in said
    assert advice(seen_of(handed), []) == [NOTHING]
    fewer = row("become", "buffer protocol", calls=99)
    assert "exposes" not in "".join(advice(seen_of(
        fewer, foreign(1.0), foreign(1.0, name="sin")), []))


def test_arrays_of_lists_of_arrays():
    handed = row("become", "asarray", calls=100)
    (said,) = advice(seen_of(handed, row("native", "array", calls=300), foreign(1.0),
                             foreign(1.0, name="sin")), [])
    assert "makes 100 arrays of lists of large arrays by np.array" in said and "np.stack" in said


def sampled(seconds, text, folder, label=None):
    """A row of samples at the only line of a program with that text."""
    path = folder / f"sampled_{len(list(folder.iterdir()))}.py"
    path.write_text(text)
    code = compile(text, str(path), "exec")
    offset = [each.offset for each in dis.get_instructions(code)][-1]
    return False, label, code, offset, seconds, 5, False


def with_samples(*samples):
    return {**seen_of(), "samples": list(samples)}


def test_pythons_own_functions_of_arrays(tmp_path):
    def said(text, reads=10**6, runs=1):
        sample = sampled(0.15, text, tmp_path)
        event = rules.Event("element", "read", "", (sample[2].co_filename, 1), reads, 0.0,
                            runs=runs)
        return advice({**seen_of(tuple(event)), "seconds": 1.0, "samples": [sample]}, [])

    for text in ("y = sum(x)", "y = sum(o.x)", "y = max(np.abs(x))  # not sum(f(v) for v in x)",
                 "y = f(sum(x[1:]), sorted)", "if any(x > 1): pass"):
        (found,) = said(text)
        assert "of an array, which makes an object of each of 1,000,000" in found, text
        assert "Saves about 150 ms (15%)" in found, text
    (found,) = said("y = sum(x)", reads=500_000)  # the rest of the line is not its
    assert "Saves about 100 ms" in found
    (found,) = said("y = sum(v * v for v in x)")
    assert "reads single elements" in found
    for text in ("y = sum(t) + x.max()", "y = np.sum(x)", "y = [max(r) for r in rows]  # sum(x)"):
        sample = sampled(2.0, text, tmp_path)
        assert advice(with_samples(sample), []) == [NOTHING]
    assert said("y = [max(r) for r in rows]", runs=500_000) == [NOTHING]


def test_vectorize(tmp_path):
    text = "y = np.vectorize(lambda v: v + 1)(x)"
    inside = sampled(1.0, text, tmp_path, "numen/composites/applying.py")
    (said,) = advice(with_samples(inside, sampled(0.5, text, tmp_path)), [])
    assert "calls a function of np.vectorize, which runs in Python" in said
    assert "about 1.5 s (15%)" in said
    other = sampled(1.0, "y = np.piecewise(x)", tmp_path, "composites/applying.py")
    assert advice(with_samples(other), []) == [NOTHING]


def test_small_matrices():
    inverses = row("library", "linalg.inv", calls=10**6, seconds=1.0)
    (said,) = advice(seen_of(inverses, row("native", "matmul", calls=10**6, seconds=0.5)), [])
    assert "calls linalg.inv, matmul on one small matrix or vector after the other" in said
    assert "about 1.5 s (15%)" in said
    few = row("library", "linalg.inv", calls=MANY_CALLS - 1, seconds=9.0)
    assert advice(seen_of(few), []) == [NOTHING]
    large = row("library", "linalg.inv", calls=10**4, seconds=9.0)  # the work, not the calls
    assert advice(seen_of(large), []) == [NOTHING]
    assert advice(seen_of(inverses, flows=[(at(7), at(7))]), []) == [NOTHING]
    assert advice(seen_of(inverses, flows=[(at(7), at(8)), (at(8), at(7))]), []) == [NOTHING]


def test_calls_in_a_loop_over_elements_belong_to_it(tmp_path):
    """min() has samples at its line, not at the end of the loop."""
    text = "for i in range(9):\n    a[i] = min(a[i - 1], 5)\n"
    path = str(tmp_path / "loop.py")
    code = compile(text, path, "exec")
    ends = [each.offset for each in dis.get_instructions(code) if "JUMP_BACKWARD" in each.opname]
    calls = [each.offset for each in dis.get_instructions(code) if each.opname == "CALL"]
    events = [tuple(rules.Event("element", name, "", (path, 2), 10_000, 0.5, runs=1))
              for name in ("read", "written")]
    samples = [(False, None, code, ends[-1], 1.0, 5, False),
               (False, None, code, calls[-1], 2.0, 5, False)]
    (said,) = advice({**seen_of(*events), "samples": samples}, [])
    assert "loop.py:1-2 reads and writes" in said and "about 4 s (40%)" in said
    assert "which saves about 1 s. " in said


def program_of(*names):
    steps = [(at(8), name, 1) for name in names]
    return profile_report.Program(at(9), steps, 10, 2.0, 1e10, 1e10, 1)


def test_single_operations():
    (said,) = advice(seen_of(), [program_of("add")])
    assert "watched_program.py:9 wants values after a single operation, 10 times" in said
    assert advice(seen_of(), [program_of("add", "sin")]) == [NOTHING]
    assert advice(seen_of(), [program_of("max")]) == [NOTHING]  # there is nothing to fuse it with
    for kind, name in (("library", "matmul"), ("native", "cumsum")):  # which cannot wait
        calling = row(kind, name, calls=10, line=9)
        assert advice(seen_of(calling), [program_of("add")]) == [NOTHING]
    looking = row("native", "x[...]", calls=10, line=9)
    assert "single operation" in advice(seen_of(looking), [program_of("add")])[0]


# Programs that an advice is given to, and what they are after they have taken it.
TAKEN = {
    "x = x.copy(), once": (
        "for i in range(50): (np.sin(x) * 2 + x).sum()",
        "x = x.copy()\nfor i in range(50): (np.sin(x) * 2 + x).sum()"),
    "reads single elements": (
        "total = 0.0\nfor i in range(20_000): total += a[i]", "total = a[:20_000].sum()"),
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
    assert err.endswith(f"\nadvice\n- {NOTHING}\n\nfallbacks: 0\n")


def test_classes_of_numpy_are_no_fallbacks(tmp_path):
    """Their methods are NumPy's Python, and sampled under its name."""
    write(tmp_path, "program.py", """
        import numpy as np
        t = np.linspace(0, 1, 5)
        p = np.polynomial.Polynomial([1, 2, 3])
        for i in range(3000): (p * p)(t), p.deriv()
        np.polynomial.polynomial.polyval(t, [1, 2])
    """)
    err = python(tmp_path, "program.py", command=(*NUMEN, "--profile"))[2]
    assert err.endswith("\nfallbacks: 1\n")
    assert re.search(r"\n  numpy +[\d.]+ ms", err)
