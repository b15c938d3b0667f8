"""`numen run --check` finds wrong kernels: each program here meets another one, in machine code.

A kernel library stands before the right one and spoils one loop (planted/). What a program prints
is wrong then, and the check names the line of the call.
"""

import re
import subprocess
import sys

import pytest

from tests.python.test_examples import environment

from . import planted

# What is wrong, and the call that meets it. All stand in line 6 of a program.
FAULTS = {
    "from index 32 on": "x + y",
    "by a millionth": "x * y",
    "in one type": "np.sin(x.astype(np.float32))",
    "in other threads": "for _ in range(20): np.exp(np.full(4_000_000, 0.5))",
    "the sign of zero": "-np.zeros(50)",
    "NaN for infinity": "np.sqrt(np.where(x > 100, np.inf, x))",
    "where strided": "x[::2] - y[::2]",
    "behind the vectors": "np.maximum(k[:-1], 30)",
    "the last bit": "np.multiply(k.astype(np.int32), np.int32(3))",
    "a comparison": "x < y",
    "a warning lost": "x / np.where(x > 1e9, x, 0)",
    "a warning of nothing": "np.log(x + 1)",
    "the imaginary part": "x.astype(complex) * 1j",
    "an operand changed": "np.cos(x)",
    "an element unwritten": "np.floor(x / 2, out=np.full(200, 77.0))",
    "a row of a sum": "table.sum(axis=0)",
    "the last of a row": "table.prod(axis=1)",
    "a position": "table.argmax()",
    "a running sum": "np.cumsum(x)",
    "a conversion": "(-x / 3).astype(np.int32)",
    "a range": "np.arange(0.0, 100.0)",
}
BEFORE = """import numpy as np

x = np.linspace(0.0, 199.0, 200)
y, k = np.sqrt(x[::-1] + 1), np.linspace(0, 199, 200).astype(int)
table = np.linspace(-3.0, 5.0, 6000).reshape(60, 100)
"""
LINE = 6


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    return planted.make_package(tmp_path_factory.mktemp("planted"))


def said_by_check(package, folder, fault, program):
    """(exit status, what the check says) of a program that runs on the planted package."""
    path = folder / "program.py"
    path.write_text(program)
    done = subprocess.run([sys.executable, "-m", "numen", "run", "--check", path], text=True,
                          capture_output=True, env=planted.environment(package, fault))
    said = [line for line in done.stderr.splitlines() if line.startswith("numen: check: ")]
    return done.returncode, said


@pytest.mark.no_sanitizer
@pytest.mark.parametrize("fault", FAULTS)
def test_finds(package, tmp_path, fault):
    status, said = said_by_check(package, tmp_path, fault, BEFORE + FAULTS[fault])
    assert status == 0 and said, said
    assert any(re.match(rf"numen: check: program\.py:{LINE}: ", line) for line in said), said
    assert re.match(r"numen: check: \d+ lines? with differences in \d+ calls checked", said[-1])


RECORDED = """
for _ in range(40):
    r = np.sqrt(v * 2.0 + 1.0) * 2.0
"""


@pytest.mark.no_sanitizer
def test_finds_what_is_wrong_in_one_program_of_several_operations(package, tmp_path, monkeypatch):
    """What is computed by itself is right: some calls are left recorded with their neighbours."""
    monkeypatch.setenv("NUMEN_CPU", "v2")  # whose arithmetic is no machine code of chains
    program = BEFORE + "v = np.linspace(0.0, 1.0, 50_000)" + RECORDED
    _, said = said_by_check(package, tmp_path, "in its place", program)
    assert re.match(rf"numen: check: program\.py:{LINE + 2}: ", said[0]), said
    with monkeypatch.context() as patched:
        patched.setenv("NUMEN_EAGER", "1")
        _, said = said_by_check(package, tmp_path, "in its place", program)
    assert len(said) == 1 and "no difference in" in said[0], said


@pytest.mark.no_sanitizer
def test_finds_nothing_where_nothing_is_planted(package, tmp_path):
    """What the library in front reports is its faults, and not that it is there."""
    program = BEFORE + "\n".join(FAULTS.values())
    status, said = said_by_check(package, tmp_path, "none", program)
    assert status == 0 and len(said) == 1 and "no difference in" in said[0], said


def test_there_are_twenty():
    assert len(set(FAULTS)) >= 20 and len(set(FAULTS.values())) == len(FAULTS)


# What no loop but the front may get wrong: the expression that stands for Numen's function, and
# the call that meets it in line 4.
WRONG_FUNCTIONS = {
    "a type": ("numpy.sum(x, dtype='f4')", "np.sum(x)"),
    "a shape": ("numpy.sum(x, axis=0, keepdims=True)", "np.sum(x, axis=0)"),
    "a result too few": ("numpy.modf(x)[:1]", "np.modf(x)"),
    "an error too many": ("numpy.ones(2) + numpy.ones(3)", "np.cumsum(x)"),
    "an error too few": ("x", "np.reshape(x, (7, 7))"),
    "an output unwritten": ("numpy.sin(x)", "np.sin(x, out=np.zeros((3, 4)))"),
    "an output too long": ("numpy.copyto(x, 1)", "np.copyto(x, 1, where=x > 5)"),
    "two unsorted": ("numpy.sort(x)[..., [1, 0, 2, 3]]", "np.sort(x, axis=-1)"),
    "a truth": ("not numpy.allclose(x, x)", "np.allclose(x, x)"),
    "a shape of Python's": ("numpy.shape(x)[::-1]", "np.shape(x)"),
    "a number of Python's": ("7", "np.ndim(x)"),
    "a text": ("'nonsense'", "np.array2string(x)"),
    "a dtype": ("numpy.dtype('f4')", "np.result_type(x)"),
    "a list for a tuple": ("list(numpy.nonzero(x))", "np.nonzero(x)"),
    "Python's number for NumPy's": ("float(numpy.sum(x))", "np.sum(x)"),
    "an array for a number": ("numpy.array(numpy.median(x))", "np.median(x)"),
    "a copy for a view": ("numpy.ravel(x).copy()", "np.ravel(x)"),
    "a view for a copy": ("x", "np.copy(x)"),
    "neighbours taken": ("x.take([1])", "np.take(x + 1e-11 * (x == 0), [0])"),
    "small ones of large": ("numpy.sort(numpy.where(x > 8, x * 1e9, x * 1.001), None)",
                            "np.sort(np.where(x > 8, x * 1e9, x), None)"),
    "an operand in a list": ("[numpy.copyto(x[0], 77.0), numpy.concatenate(x)][1]",
                             "np.concatenate([x, x])"),
}
START = """
import numen.check as check, numen.hook as hook, numpy, runpy
from numen.namespace import module
def wrong(x, *args, **kwargs):
    return {wrong}
vars(module("numpy"))["{name}"] = check.checked("{name}", wrong)
hook.install()
runpy.run_path("program.py")
"""


@pytest.mark.parametrize("fault", WRONG_FUNCTIONS)
def test_finds_wrong_functions(tmp_path, fault):
    wrong, call = WRONG_FUNCTIONS[fault]
    name = re.match(r"np\.(\w+)", call)[1]
    text = f"import numpy as np\nx = np.linspace(0.0, 9.0, 12).reshape(3, 4)\ntry:\n    {call}\n"
    (tmp_path / "program.py").write_text(text + "except ValueError:\n    pass\n")
    (tmp_path / "start.py").write_text(START.format(wrong=wrong, name=name))
    done = subprocess.run([sys.executable, "start.py"], text=True, capture_output=True,
                          cwd=tmp_path, env=environment(True))
    assert done.returncode == 0 and f"numen: check: program.py:4: {name}: " in done.stderr, done
