"""Ordinary matrices are eliminated once: none of them leaves the lanes or is done again in LAPACK's
arithmetic; only those are that rounding may make singular."""

import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import numen
from numen.native import front
from tests.instruction_sets import AVAILABLE

ROOT = Path(__file__).parents[2]
ORDERS = (2, 3, 4, 8, 16, 24, 48, 64, 130, 260)
TYPES = ("f8", "f4", "c16", "c8")


def normal(random, n):
    return random.standard_normal((n, n))


def covariances(random, n):
    rows = random.standard_normal((4 * n, n))
    return rows.T @ rows / (4 * n)


ORDINARY = {
    "normal": normal,
    "uniform": lambda random, n: random.random((n, n)),
    "dominant": lambda random, n: random.random((n, n)) + n * numpy.eye(n),
    "covariances": covariances,
    "whole numbers": lambda random, n: random.integers(-99, 100, (n, n)).astype(float),
    "columns in units": lambda random, n: normal(random, n) * 10.0 ** random.integers(-4, 5, n),
    "three diagonals": lambda random, n: 3 * numpy.eye(n) - numpy.eye(n, k=1) - numpy.eye(n, k=-1),
}
CALLS = {
    "inv": numen.linalg.inv, "det": numen.linalg.det, "slogdet": numen.linalg.slogdet,
    "solve": lambda a: numen.linalg.solve(a, numpy.ones((a.shape[-1], 2), a.dtype)),
}


def stack(kind, n, dtype):
    """200 matrices, or fewer large ones."""
    random = numpy.random.default_rng(n)
    count = 200 if n < 20 else 60 if n < 100 else 6
    made = numpy.array([kind(random, n) for _ in range(count)])
    if dtype[0] == "c":
        made = made + 1j * numpy.array([kind(random, n) for _ in range(count)])
    return made.astype(dtype)


def done_again(call, a):
    """How many matrices the lanes left open, if they were asked, and were eliminated twice."""
    lanes, twice = front.matrices_in_lanes(), front.matrices_redone()
    call(numen.array(a))
    answered = front.matrices_in_lanes() - lanes
    open_ = len(a) - answered if answered else 0
    return max(open_, front.matrices_redone() - twice)


def counts():
    """Of every call and kind: where matrices were done again."""
    found = {}
    for dtype in TYPES:
        for kind, make in ORDINARY.items():
            for n in ORDERS:
                a = stack(make, n, dtype)
                for name, call in CALLS.items():
                    again = done_again(call, a) + sum(done_again(call, a[i:i + 1])
                                                      for i in range(5))
                    if again:
                        found[f"{name} {kind} {n} {dtype}"] = again
    return found


@pytest.mark.parametrize("level", AVAILABLE)
def test_ordinary_matrices_are_eliminated_once(level):
    code = "import numpy\nfrom tests.linalg import test_redone\nnumpy.seterr(all='ignore')\n" \
           "print(test_redone.counts())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True,
                          env=os.environ | {"NUMEN_CPU": level})
    assert (done.stdout, done.stderr) == ("{}\n", "")


@pytest.mark.parametrize("n", [2, 3, 8, 16, 24, 48, 130, 260])
@pytest.mark.parametrize("name", ["det", "slogdet"])
def test_what_may_be_singular_is_counted(n, name):
    a = stack(normal, n, "f8")
    a[1, :, -1] = 3 * a[1, :, 0]
    wanted = getattr(numpy.linalg, name)(a)
    assert done_again(CALLS[name], a) == 1
    found = getattr(numen.linalg, name)(numen.array(a))
    parts = zip(found, wanted) if name == "slogdet" else [(found, wanted)]
    for mine, theirs in parts:
        assert (numpy.asarray(mine) == 0).tolist() == (theirs == 0).tolist()
