"""Fuzz programs reach the threads: their small arrays are shared out as large ones are."""

import pytest

from numen.native import front

from .coverage import LEAST_WORK, Coverage
from .generator import configurations, generate
from .judged import NumenJudged
from .lockstep import run_program

PROGRAMS = range(7_000_000, 7_000_060)


@pytest.fixture
def judged():
    """Afterwards all switches are as they were."""
    threshold, threads = front.managed_threshold(), front.info()["threads"]
    yield NumenJudged()
    front.set_managed_threshold(threshold)
    front.set_threads(threads)
    front.set_small_pieces(False)
    front.set_debug(False)
    front.set_deferral(True)


def test_every_program_may_be_shared_out(judged):
    """Other threads do pieces of nearly all programs whose configuration makes pieces small."""
    reached, small = 0, 0
    for seed in PROGRAMS:
        program = generate(seed)
        for configuration in configurations(seed):
            before = front.work_counts()["pieces of other threads"]
            assert run_program(program, judged, configuration) is None
            done = front.work_counts()["pieces of other threads"] - before
            small += configuration.small
            reached += configuration.small and done > 0
            assert configuration.small or configuration.threshold == "default" or not done
    assert small >= len(PROGRAMS) // 2 and reached > 0.9 * small


def test_few_elements_are_shared_out_only_where_a_test_asks(judged):
    x = judged.module.arange(300.0)
    front.set_threads(3)
    front.set_managed_threshold(0)

    def pieces():
        before = front.work_counts()["pieces of other threads"]
        assert ((x + 1) * x).sum() == sum((i + 1) * i for i in range(300))
        return front.work_counts()["pieces of other threads"] - before

    assert pieces() == 0
    front.set_small_pieces(True)
    assert pieces() > 0
    front.set_small_pieces(False)
    assert pieces() == 0


def test_what_is_not_reached_is_said():
    coverage = Coverage()
    names = list(LEAST_WORK)
    coverage.add_work(dict.fromkeys(names, 0), dict.fromkeys(names, 10**6))
    assert coverage.missing_work(1_000) == []
    for name in names:
        poor = Coverage()
        poor.add_work(dict.fromkeys(names, 0), {**dict.fromkeys(names, 10**6), name: 1})
        assert poor.missing_work(1_000) == [f"{name}: 1"]
        none = Coverage()
        none.add_work(dict.fromkeys(names, 0), {**dict.fromkeys(names, 10**6), name: 0})
        assert none.missing_work(1_000) == [f"{name}: 0"]
    assert Coverage().missing_work(1_000) == []  # NumPy counts nothing


def test_what_is_counted_is_demanded(judged):
    """No way of computing is counted and left out, and none demanded that this machine has not."""
    counted = set(judged.work_counts())
    assert counted <= set(LEAST_WORK) and set(LEAST_WORK) <= set(front.work_counts())
