"""The recorder that only counts: how many operations a look would compute, and who looks."""

import numpy
import pytest

import numen
from numen.native import front

SIZE = 1 << 17


@pytest.fixture
def counts():
    """Counts while a test runs; called, it gives (looks by looker, what was run at once)."""
    front.count_recording(True)

    def read():
        looks, at_once = front.recording_counts()
        found = {}
        for (looker, operations, elements), times in looks.items():
            found.setdefault(looker, []).append((operations, elements, times))
        return found, at_once

    yield read
    front.count_recording(False)


def test_a_chain_is_counted_by_its_operations(counts):
    a, b = numen.ones(SIZE), numen.full(SIZE, 2.0)
    c = a * b + numen.sin(a) + numen.cos(b)
    assert counts()[0] == {}
    assert c.sum() == pytest.approx(SIZE * (2 + numpy.sin(1) + numpy.cos(2)))
    assert counts()[0] == {"reductions": [(5, SIZE, 1)]}


def test_what_was_computed_is_not_counted_again(counts):
    a = numen.ones(SIZE)
    b = a + 1
    b.sum()
    (b * 2).sum()
    assert counts()[0] == {"reductions": [(1, SIZE, 2)]}


def test_a_shared_operation_is_counted_once(counts):
    a = numen.ones(SIZE) + 1
    (a * a + a).sum()
    assert counts()[0] == {"reductions": [(3, SIZE, 1)]}


def test_reasons_for_running_at_once(counts):
    large, small = numen.ones(SIZE), numen.ones((3, 4))
    numpy.asarray(large)  # exposed from now on
    large + 1
    small.T + numen.ones(4)[:3]
    numen.modf(numen.ones(SIZE))
    at_once = counts()[1]
    assert at_once["foreign memory"] == (1, SIZE)
    assert at_once["several results"] == (1, SIZE)
    assert at_once["small"][0] >= 1


def test_nothing_is_counted_unless_asked_for():
    front.count_recording(False)
    (numen.ones(SIZE) + 1).sum()
    assert front.recording_counts()[0] == {}
