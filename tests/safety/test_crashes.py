"""No call ends the process: whatever the functions of linear algebra, inverse, FFT and random, and
the environment, are given, there is a value or an exception."""

import os
import pathlib
import subprocess
import sys

import numpy
import pytest

import numen
from tests.safety.awkward_calls import MODULES

ROOT = pathlib.Path(__file__).parents[2]
CALLS = 1500
# Calls of one process, and how many seconds they may take: one that hangs takes more.
BATCH, PATIENCE = 250, 300


def failures_of(module, first, last, log):
    """What the calls of these numbers did that none may do, one line each."""
    found = []
    while first < last:
        batch = min(first + BATCH, last)
        command = [sys.executable, "-m", "tests.safety.awkward_calls", module, str(first),
                   str(batch), str(log)]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True,
                                  timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            found.append(f"does not come back: {log.read_text()}")
        else:
            # LAPACK writes lines of its own to stdout.
            found += [line for line in done.stdout.splitlines() if line.startswith("fault ")]
            if done.returncode == 0:
                first = batch
                continue
            found.append(f"{done.returncode}: {log.read_text()}\n{done.stderr[-300:]}")
        first = int(log.read_text().split()[0]) + 1
    return found


@pytest.mark.parametrize("module", MODULES)
def test_awkward_calls_come_back(module, tmp_path):
    found = failures_of(module, 0, CALLS, tmp_path / "log")
    assert not found, "\n".join(found)


@pytest.mark.full
@pytest.mark.parametrize("module", MODULES)
def test_many_awkward_calls_come_back(module, tmp_path):
    found = failures_of(module, 10_000, 110_000, tmp_path / "log")
    assert not found, "\n".join(found)


def test_outputs_that_are_all_zero():
    """No direction of them is kept."""
    fitted = numen.inverse.fit(numpy.ones((9, 3)), numpy.zeros((9, 2)))
    assert fitted.operator.shape == (3, 2) and not numpy.asarray(fitted.operator).any()
    X = numpy.arange(27.0).reshape(9, 3) % 7
    for method in ("pinv", "ridge", "huber", "bayes"):
        fitted = numen.inverse.fit(X, numpy.zeros(9), method)
        assert not numpy.asarray(fitted.operator).any()


PROGRAM = """
import numpy
import numen
from numen.native import front
x = numen.asarray(numpy.ones((300, 300)))
assert (x @ x).sum() == 300.0**3
assert numen.sin(numen.zeros(1_000_000)).sum() == 0
assert abs(numen.linalg.inv(numen.eye(40) * 2) - numen.eye(40) / 2).max() == 0
print(front.info()["threads"], front.info()["recording"])
"""


def run(variable, value):
    environment = {name: given for name, given in os.environ.items()
                   if name not in ("NUMEN_NUM_THREADS", "OMP_NUM_THREADS")}
    return subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, text=True,
                          capture_output=True, env=environment | {variable: value}, timeout=300)


def outcome(done):
    assert done.returncode == 0, done.stderr
    threads, recording = done.stdout.split()
    return int(threads), recording == "True"


def test_unknown_instruction_sets_are_an_import_error():
    for name in ("avx2", "V3", "v9", "4", " v3", "v3,v4", "x" * 5000):
        done = run("NUMEN_CPU", name)
        assert done.returncode == 1
        last = done.stderr.splitlines()[-1]
        assert last.startswith(f"ImportError: NUMEN_CPU={name}: wants one of ")


@pytest.mark.parametrize("variable", ["NUMEN_NUM_THREADS", "OMP_NUM_THREADS"])
def test_numbers_of_threads(variable):
    usual = outcome(run(variable, ""))[0]
    for nonsense in ("x", "0", "-3", "1e9", "2x", " ", "0x10", "-99999999999999999999", "٣"):
        assert outcome(run(variable, nonsense))[0] == usual, nonsense
    most = 256
    for given, threads in (("1", 1), (" 3 ", 3), ("3,2", 3), ("9999", most),
                           ("99999999999999999999", most)):
        assert outcome(run(variable, given))[0] == threads, given


def test_other_settings():
    for value, records in (("", True), ("0", True), ("1", False), ("nonsense", False)):
        assert outcome(run("NUMEN_EAGER", value))[1] == records
    for variable in ("NUMEN_DEBUG", "OPENBLAS_NUM_THREADS", "OPENBLAS_CORETYPE",
                     "OPENBLAS_THREAD_TIMEOUT"):
        for value in ("", "nonsense", "-1", "99999999999999999999"):
            outcome(run(variable, value))
