"""No call ends the process: whatever the functions of linear algebra, inverse, FFT and random, and
the environment, are given, there is a value or an exception."""

import os
import pathlib
import subprocess
import sys

import numpy
import pytest

import numen
from tests.instruction_sets import AVAILABLE, LEVELS
from tests.safety.awkward_calls import MODULES

pytestmark = pytest.mark.ci
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


def run(variable, value, program=PROGRAM):
    environment = {name: given for name, given in os.environ.items()
                   if name not in ("NUMEN_NUM_THREADS", "OMP_NUM_THREADS")}
    return subprocess.run([sys.executable, "-c", program], cwd=ROOT, text=True,
                          capture_output=True, env=environment | {variable: value}, timeout=300)


def outcome(done):
    assert done.returncode == 0, done.stderr
    threads, recording = done.stdout.split()
    return int(threads), recording == "True"


def refusal(done):
    """What the ImportError says that Numen is not imported for."""
    assert done.returncode == 1
    kind, _, text = done.stderr.splitlines()[-1].partition(": ")
    assert kind == "ImportError"
    return text


def test_unknown_instruction_sets_are_an_import_error():
    for name in ("avx2", "V3", "v9", "4", " v3", "v3,v4", "x" * 5000):
        done = run("NUMEN_CPU", name)
        assert done.returncode == 1
        last = done.stderr.splitlines()[-1]
        assert last.startswith(f"ImportError: NUMEN_CPU={name}: wants one of ")


def test_the_error_names_the_sets_that_this_processor_has():
    named = refusal(run("NUMEN_CPU", "nonsense")).rpartition("wants one of ")[2].split()
    assert set(AVAILABLE) <= set(named)
    for name in LEVELS:
        done = run("NUMEN_CPU", name)
        if name in named:
            outcome(done)
        else:
            assert refusal(done).endswith("wants one of " + " ".join(named))


NO_NUMBERS = ("x", "0", "-3", "1e9", "2x", " ", "0x10", "-99999999999999999999", "٣")


def test_no_numbers_of_threads():
    usual = outcome(run("NUMEN_NUM_THREADS", ""))[0]
    for nonsense in NO_NUMBERS:
        assert outcome(run("OMP_NUM_THREADS", nonsense))[0] == usual, nonsense
    for nonsense in (*NO_NUMBERS, "3,2"):
        refused = refusal(run("NUMEN_NUM_THREADS", nonsense))
        assert refused == f"NUMEN_NUM_THREADS={nonsense}: wants a whole number above 0"


@pytest.mark.parametrize("variable", ["NUMEN_NUM_THREADS", "OMP_NUM_THREADS"])
def test_numbers_of_threads(variable):
    most = 256
    for given, threads in (("1", 1), (" 3 ", 3), ("9999", most), ("99999999999999999999", most)):
        assert outcome(run(variable, given))[0] == threads, given


def test_the_first_of_openmps_numbers():
    assert outcome(run("OMP_NUM_THREADS", "3,2"))[0] == 3


ON, OFF = ("1", "on", "yes", "true", "On", "TRUE"), ("0", "off", "no", "false", "Off", "FALSE")
# A text that is true where the switch is on.
SWITCHES = {
    "NUMEN_DEBUG": "(numen.ones(3) + 1, numen.native.front.checked_entries()[0] > 0)[1]",
    "NUMEN_EAGER": "not numen.native.front.info()['recording']",
    "NUMEN_MANAGED": "type(numen.ones(100_000)) is not numpy.ndarray",
    "NUMEN_PATCH": "numpy.ndarray.__dict__['sum'] is not kept",
}


@pytest.mark.parametrize("variable", SWITCHES)
def test_switches(variable):
    program = ("import numpy\nkept = numpy.ndarray.__dict__['sum']\n"
               f"import numen, numen.native.front\nprint({SWITCHES[variable]})")
    usual = "True" if variable in ("NUMEN_MANAGED", "NUMEN_PATCH") else "False"
    for values, wanted in (((""), usual), (ON, "True"), (OFF, "False")):
        for value in values or [""]:
            done = run(variable, value, program)
            assert (done.stdout.strip(), done.stderr) == (wanted, ""), (variable, value)
    for nonsense in ("nonsense", "-1", "2", " 1", "of", "٠"):
        refused = refusal(run(variable, nonsense, program))
        assert refused == f"{variable}={nonsense}: wants one of 1 on yes true 0 off no false"


def test_other_libraries_settings():
    for variable in ("OPENBLAS_NUM_THREADS", "OPENBLAS_CORETYPE", "OPENBLAS_THREAD_TIMEOUT"):
        for value in ("", "nonsense", "-1", "99999999999999999999"):
            outcome(run(variable, value))


@pytest.mark.parametrize("ndim", [34, 64])
def test_ufunc_at_refuses_dimensions_that_numpy_writes_past(ndim):
    """NumPy's at() ends the process; the words are those of its iterators for so many."""
    many = numen.ones((1,) * ndim)
    with pytest.raises(RuntimeError) as refused:
        numpy.ones((1,) * ndim).flat[0]
    for where in (0, slice(None), ...):
        with pytest.raises(RuntimeError, match=str(refused.value)):
            numen.add.at(many, where, 1)
        with pytest.raises(RuntimeError, match=str(refused.value)):
            numen.negative.at(many, where)
    numen.add.at(many, [0], 1)
    assert numen.sum(many) == 2
