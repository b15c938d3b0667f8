"""front.work_counts tells which way of computing was taken: each count moves where its way is taken
and stays where it is not."""

import numpy
import pytest

import numen as np
from numen.native import front

LARGE = 300_000
HAS_CHAINS = front.info()["instruction_set"] in ("v3", "v4")


@pytest.fixture(autouse=True)
def recorded():
    threads = front.info()["threads"]
    front.force_deferral(True)
    yield
    front.set_deferral(True)
    front.set_threads(threads)
    front.set_small_pieces(False)


def moved(work):
    """The counts that the work has moved, with how far."""
    before = front.work_counts()
    work()
    return {name: count - before[name] for name, count in front.work_counts().items()
            if count != before[name]}


def values(shape=LARGE):
    return np.array(numpy.arange(float(numpy.prod(shape))).reshape(shape))


def test_a_small_sum_takes_none():
    x = np.ones(10)
    assert moved(lambda: (x + 1).sum()) == {}


def test_a_program_its_blocks_and_its_chain():
    x = values()
    counts = moved(lambda: front.evaluate(x * 2.5 + x - 1.0 / (x + 3.0)))
    assert counts["programs"] == 1 and counts["blocks"] >= LARGE // 4096 - 2
    assert counts.get("chains", 0) == HAS_CHAINS
    assert "refused chains" not in counts and "row programs" not in counts


@pytest.mark.skipif(not HAS_CHAINS, reason="chains are machine code for AVX2 and AVX-512")
def test_a_refused_and_a_replayed_chain():
    x = values()
    counts = moved(lambda: front.evaluate(x[::2] * 2.5 + x[::2]))
    assert counts["refused chains"] >= 1 and "chains" not in counts
    y = values()
    with np.errstate(over="ignore"):
        counts = moved(lambda: front.evaluate(y * 1e308 * 2.0 + y))
    assert counts["chains"] >= 1 and counts["replayed chains"] >= 1


def test_rows():
    x = values((600, 100))
    counts = moved(lambda: front.evaluate(x - x.max(axis=1, keepdims=True)))
    assert counts["row programs"] == 1


def test_other_threads():
    x = values()
    front.set_threads(1)
    alone = moved(lambda: np.sort(np.sin(x)).sum())
    assert "shared jobs" not in alone and "pieces of other threads" not in alone
    front.set_threads(3)
    front.set_small_pieces(True)
    counts = moved(lambda: np.sin(values(300)).sum() + np.sin(values()).sum())
    assert counts["shared jobs"] >= 1 and counts["pieces of other threads"] >= 1


@pytest.mark.skipif(not HAS_CHAINS, reason="chains write past the caches")
def test_what_is_written_past_the_caches():
    x = values()
    work = lambda: front.evaluate(x * 2.5 + x)  # noqa: E731
    assert "streamed" not in moved(work)
    front.set_small_pieces(True)
    assert moved(work)["streamed"] >= 1
