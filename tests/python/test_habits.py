"""Operations that were computed alone again and again run at once (src/graph/habits.h)."""

import numpy
import pytest

import numen
from numen.native import front

FEW = 17_000  # elements: recording them takes a felt part of the operation's time
MANY = 60_000  # to save a pass over them takes longer than recording


@pytest.fixture(autouse=True)
def silent():
    """pytest captures warnings: what may warn would run at once."""
    counted = front.set_habits(True)
    with numen.errstate(all="ignore"):
        yield
    front.set_habits(counted)


def made(count=FEW, dtype="f8"):
    return numen.arange(1, count + 1, dtype=dtype)


ALONE = {
    "a + b": lambda a, b: a + b, "sqrt": lambda a, b: numen.sqrt(a),
    "astype": lambda a, b: a.astype("f4"),
    "sum of rows": lambda a, b: numen.sum(a.reshape(-1, 2), axis=1),
}


@pytest.mark.parametrize("name", ALONE)
def test_a_place_whose_results_are_looked_at_one_by_one_stops_recording(name):
    is_pending = []
    for _ in range(80):
        x = ALONE[name](made(), made())
        is_pending.append(front.state(x) == "pending")
        x[0]
    assert is_pending[:2] == [True, True]
    # Python may change a call's instruction once it has run some times: a new place.
    later = is_pending[10:]
    tried_again = later.index(True)
    assert later.count(True) in (2, 3)
    assert is_pending[11 + tried_again:][:31] == [False] * 31


def test_a_place_whose_results_go_into_others_goes_on_recording():
    for _ in range(40):
        x = made(MANY) * 2
        y = x + 1
        assert front.state(x) == front.state(y) == "pending"
        del x
        y[0]


def test_a_place_that_feeds_a_reduction_goes_on_recording():
    for _ in range(40):
        x = made(MANY)
        y = x * 2
        assert front.state(y) == "pending"
        (y + x).sum()


def test_a_place_whose_results_are_few_to_be_saved_stops_recording():
    """Passes over what a cache holds take less time than recording."""
    is_pending = []
    for _ in range(30):
        x = made() * 2
        is_pending.append(front.state(x) == "pending")
        (x + 1)[0]
    assert is_pending == [True] * 2 + [False] * 28


def test_a_place_that_begins_to_be_fused_records_again():
    states = []
    for turn in range(120):
        x = made(MANY) * 2
        states.append(front.state(x))
        if turn < 5:
            x[0]
        else:
            (x + 1)[0]
    assert states[4] == "host" and states[-60:] == ["pending"] * 60


@pytest.mark.parametrize("count", [100, 16_384, 400_000])
def test_sizes_at_which_recording_is_not_felt_are_as_they_were(count):
    expected = "pending" if count > 16_384 else "exposed"
    for _ in range(10):
        x = made(count) + 1
        assert front.state(x) == expected
        x[0]


def test_two_operations_at_one_place_have_a_habit_each():
    for turn in range(20):
        for operation in (numen.sqrt, numen.cos):
            x = operation(made(20_000 if operation is numen.sqrt else 33_000))
            is_root = operation is numen.sqrt
            assert turn < 5 or front.state(x) == ("host" if is_root else "pending")
            (x if is_root else x + 1)[0]


def test_results_are_the_same_either_way():
    rng = numpy.random.default_rng(1)
    plain = rng.standard_normal(FEW)
    wanted = numpy.exp(plain)
    first = None
    for _ in range(6):
        source = made()
        source[...] = plain
        x = numen.exp(source)
        given = numpy.array(x)
        first = given if first is None else first
        assert given.tobytes() == first.tobytes()
    assert abs(first / wanted - 1).max() < 1e-15
