"""What recording and evaluating do not do: counted, not timed."""

import builtins

import numpy
import pytest

import numen
from numen.native import front

SIZE = 300_000
EXPRESSIONS = {
    "arithmetic": lambda a, b: a * b + a,
    "with a number": lambda a, b: a * 0.5 - b,
    "two results": lambda a, b: (a + b) * (a - b),
    "comparison": lambda a, b: a * b < a,
}


@pytest.fixture
def operands():
    """Arrays of Numen's memory, as recorded operations read them."""
    found = []
    for seed in (1, 2):
        array = numen.zeros(SIZE)
        array[...] = numpy.random.default_rng(seed).random(SIZE)
        found.append(array)
    with numpy.errstate(all="ignore"):
        yield found


def blocks_taken():
    statistics = front.memory_statistics()
    return statistics["hits"] + statistics["misses"]


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_recording_takes_no_block(name, operands):
    expression = EXPRESSIONS[name]
    pending = [expression(*operands)]
    before = blocks_taken()
    pending += [expression(*operands) for _ in range(5)]
    assert blocks_taken() == before
    assert all(front.state(result) == "pending" for result in pending)
    pending.clear()
    assert blocks_taken() == before


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_a_program_that_comes_again_is_found(name, operands):
    expression = EXPRESSIONS[name]
    wanted = expression(*(numpy.asarray(array.copy()) for array in operands))
    for repeat in range(23):
        if repeat == 3:
            before = front.work_counts()
        result = expression(*operands)
        front.evaluate(result)
    after = front.work_counts()
    assert after["programs"] == before["programs"] + 20
    for what in ("written chains", "searched chains"):  # the mutex is for those not found lately
        assert after[what] == before[what]
    numpy.testing.assert_array_equal(result, wanted)


@pytest.mark.parametrize("kept", [1, 3])
def test_the_system_is_seldom_asked_for_room(kept, operands):
    expression = EXPRESSIONS["with a number"]
    results = [expression(*operands) for _ in range(20 * kept)][-kept:]
    before = front.memory_statistics()["room_requests"]
    for _ in range(300):
        results = [*results[1:], expression(*operands)]
    assert front.memory_statistics()["room_requests"] - before <= 6


def test_room_is_asked_for_where_results_are_held(operands):
    before = front.memory_statistics()["room_requests"]
    results = [operands[0] * float(i) for i in range(60)]  # of 2.4 MB each
    assert front.memory_statistics()["room_requests"] > before
    results.clear()


def test_writes_import_nothing(operands, monkeypatch):
    array, _ = operands
    array[3] = 1.0  # the first write may
    imported, plain = [], builtins.__import__

    def watched(name, *given, **more):
        imported.append(name)
        return plain(name, *given, **more)

    monkeypatch.setattr(builtins, "__import__", watched)
    for i in range(20):
        array[i] = 2.0
        array[i:i + 3] = 1.0
        array += 1.0
    front.evaluate(array)
    monkeypatch.undo()
    assert imported == []
