"""What is told of the values of a pending array runs the program's code, which may change it.

Every operation that computes such values is called while a warning's own code gives the array
another type, shape or memory, or writes to it: whatever it then gives, the process goes on.
"""

import subprocess
import sys

import pytest

from .test_examples import environment

# An operation goes on with what it saw of an array, and is caught where memory is overwritten.
ENVIRONMENT = {"MALLOC_PERTURB_": "85"}
CHANGES = ["x.dtype = '>f8'", "x.dtype = 'U2'", "x.dtype = 'f4'", "x.resize(0, refcheck=False)",
           "x.shape = (-1, 1) if x.ndim == 1 else (-1,)", "x.strides = (0,) * x.ndim",
           "x.flags.writeable = False", "x[:1] = 1", "memoryview(x)",
           "x.__setstate__((1, (1,), np.dtype('f8'), False, b'12345678'))"]
ACTS = {
    "reads": ["x[0]", "x[-1]", "x[0,]", "x[np.int8(0)]", "x[...]", "x[0, ...]", "x[[0, 0]]",
              "x[x > 1]", "x.item()", "x.item(0)", "next(iter(x))", "list(x)", "x.tolist()",
              "x.flat[0]", "next(x.flat)", "x.take([0])", "3.0 in x", "x.data", "bytes(x)"],
    "writes": ["x[0] = 2.0", "x[0,] = 2", "x[-1] = True", "x[0] = [1.]", "x[:1] = [6]",
               "x[...] = 1", "x[[0, 0]] = 3", "x[x > 1] = 3", "x.flat[0] = 1", "x.flat = 2",
               "x.fill(3)", "x.put([0], [2])", "x.sort()", "x.partition(0)", "x.real = 1",
               "x.setfield(1, 'f8')", "np.copyto(x, 1)", "np.add.at(x, [0], 2)",
               "np.add(x, 1, out=x)", "np.putmask(x, y > 1, [1])", "np.place(x, y > 1, [1])"],
    "numbers": ["bool(x)", "not x", "x or 1", "float(x)", "int(x)", "complex(x)",
                "f'{x}'", "repr(x)", "max(x[:1])", "math.sqrt(x)", "range(3)[x.astype(int)]"],
    "operators": ["x + 1", "1 - x", "x == y", "-x", "x ** 2", "x @ y", "x += 1", "x *= y",
                  "x **= 2", "x //= 3", "divmod(x, 2)", "abs(x)"],
    "methods": ["x.sum()", "x.sum(axis=0)", "x.var()", "x.argmax()", "x.cumsum()", "x.any()",
                "x.astype('i4')", "x.view('i4')", "x.reshape(-1, 1)", "x.clip(0, 1)",
                "x.round(1)", "x.nonzero()", "x.dot(y)", "x.byteswap(True)", "x.copy()"],
    "functions": ["np.array([x, x])", "np.concatenate([x, y])", "np.where(x > 1, x, y)",
                  "np.einsum('i,i', x, y)", "np.fft.fft(x)", "np.gradient(x)", "np.diff(x)",
                  "np.cov(x, y)", "np.unique(x)", "np.searchsorted(y, x)", "np.full(3, x[:1])"],
    # Nothing but what is read is pending, and it is no argument of the call.
    "outputs": ["np.add(x[:], 1, out=y)", "np.multiply(x[::1], y, out=y)",
                "np.add(x[:], x[:], out=y)", "y += x[:]"],
}
PROGRAM = """
import faulthandler, math, warnings
import numpy as np
from numen.native import front

faulthandler.dump_traceback_later(50, exit=True)


def change(*_, **__):
    try:
        exec(CHANGE, globals())
    except Exception:
        pass
    return ""


def elements():
    return (np.arange(40000.) + 1) / 0


def element():
    return (np.zeros((40000, 1)) / 0).sum(axis=0)


warnings.simplefilter("always")
warnings.formatwarning = change
front.set_deferral(True)
for CHANGE in CHANGES:
    for act in ACTS:
        for make in elements, element:
            x = make()
            y = np.arange(float(len(x)))
            try:
                exec(act, globals())
            except Exception as error:
                assert not isinstance(error, SystemError), (act, CHANGE, error)
            repr(x)
print("alive")
"""


@pytest.mark.parametrize("kind", ACTS)
def test_a_report_may_change_what_it_is_about(kind):
    program = f"CHANGES = {CHANGES!r}\nACTS = {ACTS[kind]!r}\n{PROGRAM}"
    done = subprocess.run([sys.executable, "-m", "numen", "run", "-c", program], text=True,
                          capture_output=True, timeout=120, check=False,
                          env={**environment(True), **ENVIRONMENT})
    assert done.stdout.endswith("alive\n"), done.stderr[-2000:]


VIEWS = """
import warnings
import numpy as np

refused = []


def resize(*_, **__):
    try:
        x.resize(0, refcheck=False)
    except RuntimeError:
        refused.append(1)
    return ""


warnings.simplefilter("always")
warnings.formatwarning = resize
for x in ((np.arange(40000.) + 1) / 0 for _ in range(2)):
    views = [x[:3], x[::2][-3:]]
    given = {CALL}
    assert refused and np.all(given == np.inf) and x.shape == (40000,), (refused, given)
    refused.clear()
print("alive")
"""


@pytest.mark.parametrize("call", ["np.concatenate(views)", "np.stack([views])", "views[0].copy()",
                                  "views[0].cumsum()", "views[1].max()",
                                  "np.hstack((views, views))"])
def test_memory_stays_while_a_call_reads_views_of_it(call):
    done = subprocess.run([sys.executable, "-m", "numen", "run", "-c",
                           VIEWS.replace("{CALL}", call)], text=True, capture_output=True,
                          timeout=120, check=False, env=environment(True))
    assert done.stdout == "alive\n", done.stderr[-2000:]
