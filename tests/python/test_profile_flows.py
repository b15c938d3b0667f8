"""What follows from what, as a profile's advice sees it: by the instructions of a line, not by the
line alone. Each program prints what its lines are told.
"""

import textwrap

import pytest

import numen.advice

from .test_profile_of_programs import advice

START = """\
import numpy as np
rng = np.random.default_rng(0)
x, b, A = rng.random((40_000, 8)), rng.random((40_000, 4)), rng.random((40_000, 4, 4)) + np.eye(4)
xs, M, Q, kept = np.empty((40_000, 4)), np.zeros((40_000, 4, 4)), [np.eye(4)], []
h, W, box = np.zeros(8), rng.random((8, 8)) / 8, {"h": np.zeros(8)}
def cell(h, x): return np.tanh(W @ h + x)
"""
LOOP = 7  # the line of the loop's body
SMALL, MATRICES = "computes on small arrays", "on one small matrix or vector after the other"
INDEPENDENT = {
    "a row of a table": ("s = np.sin(x[i])", SMALL),
    "two rows of a table": ("s = x[i] + x[i - 1]", SMALL),
    "two operations in one line": ("kept.append(np.sin(x[i]) + x[i - 1])", SMALL),
    "systems into a table": ("xs[i] = np.linalg.solve(A[i], b[i])", MATRICES),
    "systems into a list": ("kept.append(np.linalg.solve(A[i], b[i]))", MATRICES),
}
FOLLOWING = {
    "itself": "h = np.tanh(h)", "itself by an expression": "h = np.tanh(h + x[i]) * 0.5",
    "another name": "g = np.tanh(h + 1)\n    h = g", "a function": "h = cell(h, i * 1e-4)",
    "a dict": "box['h'] = W @ box['h']", "a list": "Q.append(np.linalg.inv(Q[-1] + np.eye(4)))",
    "a table": "M[i] = np.linalg.inv(M[i - 1] + A[i])",
    "an operand in place": "h += np.tanh(h)",
}


def program(body):
    return START + "for i in range(20_000):\n    " + body + "\n"


@pytest.mark.parametrize("name", INDEPENDENT)
def test_calls_that_do_not_follow_from_one_another_are_advised(tmp_path, name):
    body, words = INDEPENDENT[name]
    said = advice(tmp_path, program(body))
    assert any(text.startswith(f"program.py:{LOOP + 1} ") and words in text for text in said), said


@pytest.mark.parametrize("name", FOLLOWING)
def test_calls_that_follow_from_one_another_are_not(tmp_path, name):
    assert advice(tmp_path, program(FOLLOWING[name])) == [numen.advice.NOTHING]


ITERATED = textwrap.dedent("""\
    import numpy as np
    x, s = np.arange(300_000.0), 0.0
    for v in x:
        s += v
    for i, v in enumerate(x):
        s += v * i
    s = [a - b for a, b in zip(x, x[::-1])]
    """)


def test_elements_that_are_iterated_over_are_seen(tmp_path):
    said = "\n".join(advice(tmp_path, ITERATED))
    for lines, count in (("3-4", "300,000"), ("5-6", "300,000"), ("7", "600,000")):
        assert f"program.py:{lines} reads single elements, {count} times" in said
