"""What recorded work stores, what it keeps alive, and how much of it may wait."""

import gc
import time

import numpy
import pytest

import numen
from numen.bench import memory
from numen.native import front

from .recorded import SIZE, numbers, recording, states  # noqa: F401


@pytest.fixture(autouse=True)
def starting(request):
    """On a busy machine large work starts before the test has looked that it waits."""
    front.set_starting("by_itself" in request.function.__name__)
    yield
    front.set_starting(True)


def test_values_that_are_held_are_stored_and_others_are_not():
    a = numen.ones(SIZE)
    held = a + 1
    end = (held * 2 + a) - held
    end[0]
    assert states(held, end) == ["host", "host"]
    before = front.info()["memory"]["live_bytes"]
    temporary = ((a + 1) * 2 + 3) * 4
    temporary[0]
    assert front.info()["memory"]["live_bytes"] - before < 2 * temporary.nbytes


def test_a_value_read_through_two_maps_is_stored_first():
    values, a = numbers(3)
    middle = a * 2
    end = middle[1:] + middle[:-1]
    assert numpy.array_equal(numpy.asarray(end), values[1:] * 2 + values[:-1] * 2)
    assert states(middle) == ["exposed"] or states(middle) == ["host"]


def test_repeated_smoothing_costs_each_element_once():
    values, x = numbers(4, SIZE)
    for _ in range(40):  # 2**40 loads where each step looked at its inputs anew
        values, x = 0.5 * (values[1:] + values[:-1]), 0.5 * (x[1:] + x[:-1])
    assert numpy.array_equal(numpy.asarray(x), values)


def test_a_write_waits_for_the_readers_of_the_old_values():
    values, a = numbers(6)
    before = a * 2 + 1
    a[::2] = 0
    assert numpy.array_equal(numpy.asarray(before), values * 2 + 1)


def test_long_chains_neither_recurse_nor_grow():
    a = numen.ones(SIZE)
    x = a
    gc.collect()
    before = front.info()["memory"]["live_bytes"]
    for _ in range(3000):
        x = x * 0.5 + a
    assert front.info()["memory"]["live_bytes"] - before < 8 * x.nbytes
    assert x[0] == pytest.approx(2)


def test_long_chains_of_small_results_are_bounded_too():
    x = (numen.ones((300, 400)) * 2).max(axis=1)
    for _ in range(200):
        x = x + 1
    assert sum(program["operations"] for program in front.outline(x) or []) <= 64
    assert x[0] == 202


def test_many_results_of_one_chain_are_all_stored():
    a = numen.ones(SIZE)
    kept = [a]
    for _ in range(100):
        kept.append(kept[-1] + 1)
    assert [x[0] for x in kept] == list(range(1, 102))


def test_more_inputs_than_a_program_reads():
    arrays = [numen.full(SIZE, float(k)) for k in range(50)]
    total = arrays[0]
    for x in arrays[1:]:
        total = total + x
    assert total[5] == sum(range(50))


def test_memory_of_the_dead_is_bounded():
    megabytes = 100
    a = numen.ones(megabytes << 17)
    b = a + 1
    del a
    assert states(b) == ["pending"]
    numen.ones(SIZE)  # large memory is taken: what only pending work holds is over its bound
    assert states(b) == ["host"]


def test_a_chain_over_one_large_dead_input_runs_as_one_program():
    """The program by itself would have the input and the first result in memory at once."""
    x = numen.ones(100 << 17)
    before = front.info()["memory"]["live_bytes"]
    for _ in range(6):
        x = x * 0.5 + 1
        assert states(x) == ["pending"]
        assert front.info()["memory"]["live_bytes"] == before
    assert [program["operations"] for program in front.outline(x)] == [12]
    other = x - 1
    end = other * x  # three results: one at a time, not all beside the input
    end[0]
    assert states(x, other, end) == ["host"] * 3


def test_small_work_does_not_start_by_itself():
    x = numen.ones(1 << 18) + 1
    numen.ones(1 << 10) + 1
    time.sleep(0.05)
    assert states(x) == ["pending"]


def test_nothing_starts_by_itself_where_that_is_switched_off():
    front.set_starting(False)
    x = numen.ones(1 << 22) + 1
    time.sleep(0.05)
    assert states(x) == ["pending"]


def test_a_million_steps():
    x = numen.ones(front.managed_threshold() + 1)
    gc.collect()
    before = front.info()["memory"]["live_bytes"]
    for _ in range(1_000_000):
        x = x + 1
    assert front.info()["memory"]["live_bytes"] - before < 8 * x.nbytes
    assert x[-1] == 1_000_001


PEAKS = {
    "inputs go": "a = np.ones(1 << 23); b = a + 1; del a; c = b * 2; del b; d = c - 1; del c; d[0]",
    "inputs stay": "a = np.ones(1 << 23); b = a * 2 + a * 3 + a * 4; b[0]",
    "many results": "a = np.ones(1 << 22); k = [a + i for i in range(8)]; [x[0] for x in k]",
    "reduced": "a = np.ones(1 << 24); s = [((a - i) ** 2).sum() for i in range(3)]",
    "broadcast": "a = np.ones((4096, 1)); b = np.ones(4096); c = a * b + a; c[0, 0]",
    "chain": "a = np.ones(1 << 24)\nfor i in range(6): a = a * 0.5 + 1\na[0]",
    "chain with results": "a = np.ones(1 << 23); b = a + 1; del a; c = b + 2; d = c + 3; d[0]",
    "reduced results": "a = np.ones(1 << 24); b = a + 1; del a; c = b + 2; c.sum()",
    # No result takes the place of an input of half its size.
    "cast, then a chain": "a = np.ones(1 << 24, 'f4'); b = a.astype('f8'); del a; c = b + 2; "
                          "d = c + 3; d[0]",
    "cast, then reduced": "a = np.ones(1 << 24, 'f4'); b = a.astype('f8'); del a; c = b + 2; "
                          "c.sum()",
    "results, then in place": "o = np.ones(1 << 24); a = np.ones(1 << 24); b = a + 1; del a; "
                              "c = b + 2; o += c",
    "masked in place": "x = np.zeros(1 << 24); y = np.ones(1 << 24); m = y > 0; x += y; "
                       "np.multiply(x, y, out=x, where=m); x[3]",
    "masked, shifted": "x = np.ones(1 << 24); m = x > 0; m[0]; "
                       "np.add(x[1:], x[:-1], out=x[1:], where=m[1:])",
    "masked": "y = np.ones(1 << 24); x = np.divide(y, 3, out=np.zeros(1 << 24), where=y != 0); "
              "x[3]",
    "masked function": "y = np.ones(1 << 24); np.log(y, out=np.full(1 << 24, -1.), where=y > 0)",
    "masked rows": "y = np.ones((2, 1 << 23)); np.sqrt(y.T, out=np.zeros((1 << 23, 2)), "
                   "where=y[0, :, None] > 0)",
    "masked, no output": "y = np.ones(1 << 24); x = np.exp(y, where=y > 0, out=None); x[3]",
    "resized": "x = np.zeros(10_000_000)\n"
               "for i in range(10, 25): x.resize(1_000_000 * i, refcheck=False)",
    "as bytes": "x = np.ones(1 << 24) * 2; x.tobytes()",
    "pickled": "import pickle; x = np.ones(1 << 24) * 2; pickle.dumps(x)",
    "pickled long ago": "import pickle; x = np.ones(1 << 24) * 2; pickle.dumps(x, 2)",
    "in place": "a = np.ones(1 << 23)\nfor i in range(5): a += a * 0.5; a[0]",
}


@pytest.mark.no_sanitizer  # whose memory is more
@pytest.mark.parametrize("name", PEAKS)
def test_peak_memory(name):
    wanted = memory.peak_bytes("numpy", PEAKS[name])
    assert memory.peak_bytes("numen", PEAKS[name]) <= memory.allowed_bytes(wanted)
