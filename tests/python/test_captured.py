"""What captures a program's doings sees Numen's: warnings on stderr, memory in tracemalloc."""

import gc
import subprocess
import sys
import tracemalloc

import numpy
import pytest

import numen

from .test_examples import environment

PROGRAM = """
import contextlib
import io
import sys
import numpy as np

x = np.zeros({size}) + np.arange({size}.0)


class Lines:
    def __init__(self):
        self.lines = []

    def write(self, text):
        self.lines.append(text)

    def flush(self):
        pass


def inside():
    f = io.StringIO()
    with contextlib.redirect_stderr(f):
        y = 1 / x
    print("inside:", f.getvalue())
    return y


def outside():
    y = np.log(x)
    f = io.StringIO()
    with contextlib.redirect_stderr(f):
        y.sum()
    print("outside:", f.getvalue())


def nested():
    f, g = io.StringIO(), Lines()
    with contextlib.redirect_stderr(f):
        y = np.arctanh(x - 1)
        with contextlib.redirect_stderr(g):
            z = np.sqrt(-x)
        w = x / (x - x)
    print("nested:", f.getvalue(), g.lines)
    return y, z, w


def for_good():
    kept, sys.stderr = sys.stderr, Lines()
    for k in range(300):
        y = np.reciprocal(x)
        z = np.exp(x) - k
    y.sum(), z.sum()
    kept, sys.stderr = sys.stderr, kept
    print("for good:", sorted(kept.lines))


values = inside(), outside(), nested(), for_good()
np.fmod(x, 0).sum()
"""


@pytest.mark.parametrize("size", [50, 50_000])
def test_warnings_go_to_the_stream_of_their_time(size, tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM.format(size=size))
    said = []
    for command in ([], ["-m", "numen", "run"]):
        done = subprocess.run([sys.executable, *command, path], text=True, capture_output=True,
                              env=environment(bool(command)))
        assert done.returncode == 0, done.stderr
        said.append((done.stdout, done.stderr))
    assert said[0] == said[1]
    assert said[0][0].count("RuntimeWarning") >= 5 and said[0][1].count("RuntimeWarning") == 2


@pytest.fixture
def traced():
    def used():
        """Bytes of arrays, as NumPy's domain has them."""
        gc.collect()
        only = [tracemalloc.DomainFilter(True, numpy.lib.tracemalloc_domain)]
        return sum(trace.size for trace in tracemalloc.take_snapshot().filter_traces(only).traces)

    numen.evaluate(numen.ones(300_000) * 2)
    tracemalloc.start()
    yield used
    tracemalloc.stop()


MADE = {
    "created": lambda n: numen.ones(n),
    "zeros": lambda n: numen.zeros(n),
    "computed": lambda n: numen.sqrt(numen.full(n, 4.0)),
    "from a list": lambda n: numen.array([1.5] * n),
    "copied": lambda n: numen.ones(2 * n)[::2].copy(),
    "drawn": lambda n: numen.random.default_rng(3).normal(size=n),
    "sorted": lambda n: numen.sort(numen.ones(n)),
    "made by NumPy": lambda n: numen.unwrap(numen.ones(n)),
    "loaded": lambda n: numen.frombuffer(bytes(8 * n)).copy(),
    "joined": lambda n: numen.concatenate([numen.ones(n // 2)] * 2),
}


@pytest.mark.parametrize("n", [2_000, 20_000, 400_000])
@pytest.mark.parametrize("name", MADE)
def test_tracemalloc_sees_arrays_come_and_go(name, n, traced):
    MADE[name](n)  # what NumPy keeps of its first call
    before = traced()
    x = MADE[name](n)
    numen.evaluate(x)
    assert traced() - before == 8 * n
    view = x[5:]
    y = x + 1
    numen.evaluate(y)
    assert traced() - before == 16 * n
    numpy.asarray(y)  # the memory is the array's own from now on
    del x
    assert traced() - before == 16 * n
    del view
    assert traced() - before == 8 * n
    del y
    assert traced() == before


@pytest.mark.parametrize("n", [2_000, 400_000])
def test_tracemalloc_names_the_line(n, traced):
    x = numen.ones(n); line = sys._getframe().f_lineno  # noqa: E702
    only = [tracemalloc.DomainFilter(True, numpy.lib.tracemalloc_domain)]
    (first, *_) = tracemalloc.take_snapshot().filter_traces(only).statistics("lineno")
    assert (first.traceback[0].filename, first.traceback[0].lineno) == (__file__, line)
    assert first.size == x.nbytes


def test_peak_memory_is_traced(traced):
    tracemalloc.reset_peak()
    start = tracemalloc.get_traced_memory()[0]
    x = numen.ones(500_000)
    for _ in range(5):
        x = x * 2
        numen.evaluate(x)
    peak = tracemalloc.get_traced_memory()[1] - start
    # Two arrays live at a time; a third may be there while the next one is computed.
    assert 8e6 <= peak <= 13e6


@pytest.mark.parametrize("options, code", [
    (["-X", "tracemalloc"], "import numpy as np, tracemalloc"),
    ([], "import tracemalloc; tracemalloc.start(); import numpy as np"),
    ([], "import numpy as np; x = np.ones(9); import tracemalloc; tracemalloc.start()")])
def test_tracing_may_begin_at_any_time(options, code, tmp_path):
    path = tmp_path / "program.py"
    path.write_text(code + """
only = [tracemalloc.DomainFilter(True, 389047)]
x = np.ones(50_000) * 2
x.sum()
traces = tracemalloc.take_snapshot().filter_traces(only).traces
print([trace.size for trace in traces if trace.size >= 400_000])
""")
    done = subprocess.run([sys.executable, *options, "-m", "numen", "run", path], text=True,
                          capture_output=True, env=environment(True))
    assert done.stdout == "[400000]\n", done.stderr


def test_resized_arrays_are_traced(traced):
    before = traced()
    x = numen.arange(3_000.0)
    x.resize(9_000, refcheck=False)
    assert traced() - before == 72_000
    del x
    assert traced() == before
