"""numen.explain: what it says of pending and other arrays, and that it changes none of them."""

import os
import re
import subprocess
import sys
import threading

import numpy
import pytest

import numen
from numen.native import front
from tests.instruction_sets import AVAILABLE

from .recorded import SIZE, numbers, recording, states  # noqa: F401

SHAPE = (512, 256)


@pytest.fixture
def explained(capsys):
    """The lines that explain prints of an array; it returns nothing."""

    def lines(x):
        assert numen.explain(x) is None
        return capsys.readouterr().out.splitlines()

    front.set_starting(False)  # or what is explained may have been computed meanwhile
    yield lines
    front.set_starting(True)


def squeezed(line):
    return " ".join(line.split())


def test_operations_inputs_and_what_is_stored(explained):
    a, b = numen.ones(SHAPE), numen.ones(SHAPE[1], "f4")
    lines = [squeezed(line) for line in explained(numen.sin(a) * 2.5 + b)]
    assert lines[0] == "float64 [512, 256]: pending, to be computed by 1 program"
    assert lines[2] == "program 1: 3 operations in one pass over [512, 256]"
    inputs = {line.split()[0]: line.partition(" ")[2] for line in lines[3:6]}
    assert sorted(inputs.values()) == ["2.5 (float64)", "float32, 1 KiB, repeated",
                                       "float64, 1 MiB"]
    name = {text: letter for letter, text in inputs.items()}
    number, array = name["2.5 (float64)"], name["float64, 1 MiB"]
    row = next(letter for letter, text in inputs.items() if text.startswith("float32"))
    steps = dict(line.split(" ", 1) for line in lines[6:10])
    assert set(steps.values()) == {
        f"sin({array}) float64", f"multiply({key_of(steps, 'sin')}, {number}) float64",
        f"astype({row}, float64) float64",
        f"add({key_of(steps, 'multiply')}, {key_of(steps, 'astype')}) float64, stored"}


def key_of(steps, operation):
    return next(name for name, text in steps.items() if text.startswith(operation + "("))


def test_it_computes_and_exposes_nothing(explained):
    values, a = numbers(1)
    middle = a * 2
    end = middle[1:] + middle[:-1]
    explained(end)
    assert states(a, middle, end) == ["host", "pending", "pending"]
    assert numpy.array_equal(numpy.asarray(end), values[1:] * 2 + values[:-1] * 2)


def test_a_wall_is_named_with_its_reason(explained):
    a = numen.ones(SIZE)
    middle = a * 2
    lines = explained(middle[1:] + middle[:-1])
    assert "to be computed by 2 programs" in lines[0]
    assert [line for line in lines if line.startswith("program")] == [
        f"program 1: 1 operation in one pass over [{SIZE}]",
        f"program 2: 1 operation in one pass over [{SIZE - 1}]"]
    walls = [line for line in lines if "of program 1" in line]
    assert len(walls) == 2
    assert all(line.endswith("it is read in another layout than it is made in") for line in walls)


def test_a_full_program_is_a_reason_too(explained):
    total = numen.ones(SIZE)
    for number in range(20):  # a program reads 16 inputs
        total = total + numen.full(SIZE, number)
    lines = explained(total)
    assert "to be computed by 2 programs" in lines[0]
    assert any(line.endswith("of program 1: one program takes no more") for line in lines)


def test_a_value_stored_by_one_program_is_read_by_the_next(explained):
    a = numen.ones(SIZE)
    held = a + 1
    end = (held * 3)[::-1] * held  # held is stored beside what is read backwards
    lines = explained(end)
    assert sum(line.startswith("program") for line in lines) == 2
    adds = [line for line in lines if "add(" in line]
    assert len(adds) == 1 and adds[0].endswith(", stored")
    programs = front.outline(end)
    assert [len(program["stores"]) for program in programs] == [2, 1]


def test_a_value_stored_by_one_program_is_read_by_a_program_of_rows(explained):
    held = numen.ones(SHAPE) + 1
    backwards = (held * 3)[::-1]  # beside which held is stored
    lines = explained(held - held.max(axis=1, keepdims=True) + backwards)
    assert sum(line.startswith("program") for line in lines) == 2
    assert any("; rows of " in line for line in lines)
    adds = [line for line in lines if "add(" in line]
    assert len(adds) == 2 and adds[0].endswith(", stored")  # held's and the last


def test_a_reduction_that_is_stored_before_does_not_decide_on_the_rows(explained):
    """When the second program runs, the values of the sum are there."""
    largest = (numen.ones((512, 300)) * 2).max(axis=1)
    total = numen.ones(SHAPE).sum(axis=1)
    lines = explained(total + total[::-1] + (largest + 1))
    assert "to be computed by 2 programs" in lines[0]
    assert any("; rows of 300, " in line for line in lines)


def test_a_reduction_along_other_axes_hides_the_rows_before_it(explained):
    """It is computed first: then rows of what is read beside it go by one program."""
    other = numen.ones((300, SHAPE[1])) * 2
    columns = (other - other.max(axis=1, keepdims=True)).sum(axis=0)
    x = numen.ones(SHAPE) * 2
    programs = front.outline(((x - x.max(axis=1, keepdims=True)) * 2 + 1) * 3 + columns)
    assert [program["kind"] for program in programs] == ["rows", "reduction", "rows"]


def test_the_newest_input_is_computed_first(explained):
    """Else what it reads, which is wanted too, would be a program of its own."""
    held = numen.ones(SIZE) + 1
    for end in ((held * 3)[1:] * held[:-1], held[:-1] * (held * 3)[1:]):
        lines = explained(end)
        assert sum(line.startswith("program") for line in lines) == 2


def test_bytes_of_a_buffer_count_once(explained):
    a = numen.ones(SIZE + 2)
    line = explained((a[2:] - a[:-2]) * 0.5)[-1]
    assert line.strip().startswith("reads 1 MiB, writes 1 MiB; blocks of ")


def test_threads_and_blocks(explained):
    a = numen.ones(1 << 20)
    line = explained(numen.sin(a) + numen.cos(a))[-1]
    block = int(re.search("blocks of (\\d+)", line)[1])
    assert block % 64 == 0 and 2 * block * 8 <= 32 << 10  # what lies between stays in the cache
    assert line.endswith(f"{front.info()['threads']} thread" + "s" * (front.info()["threads"] > 1))


LANES = {"v2": "2 lanes (SSE4.2)", "v3": "4 lanes (AVX2)", "v4": "8 lanes (AVX-512)",
         "neon": "2 lanes (NEON)"}


@pytest.mark.parametrize("instruction_set", AVAILABLE)
def test_lanes_are_those_of_the_instruction_set(instruction_set):
    program = "import numen\nnumen.explain(numen.ones(100_000) * 2)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                          check=False, env={**os.environ, "NUMEN_CPU": instruction_set,
                                            "NUMEN_NUM_THREADS": "1"})
    assert done.stdout.rstrip().endswith(f"{LANES[instruction_set]}, 1 thread"), done.stderr


def test_arrays_that_are_not_pending(explained):
    x = numen.ones(SIZE)
    assert explained(x) == [f"float64 [{SIZE}]: computed, 1 MiB that Numen manages; operations on "
                            "it can be recorded"]
    numpy.asarray(x)
    assert explained(x)[0].startswith(f"float64 [{SIZE}]: exposed, 1 MiB of plain memory")
    assert "exposed, 24 bytes of plain memory" in explained(numpy.ones(3))[0]
    with pytest.raises(TypeError, match="explain: needs an array, got list"):
        numen.explain([x])


def test_a_view_of_a_pending_array_is_explained_by_what_it_views(explained):
    a = numen.ones(SHAPE)
    lines = explained((a + 1).T)
    assert lines[0] == "float64 [256, 512]: pending, to be computed by 1 program"
    assert "over [512, 256]" in lines[2]


def test_an_array_that_another_thread_computes(explained):
    x = numen.ones(1 << 24)
    for _ in range(30):
        x = numen.sin(x)
    thread = threading.Thread(target=numen.evaluate, args=(x,))
    thread.start()
    while front.state(x) == "pending":
        pass
    (line,) = explained(x)  # while some 0.3 seconds of work go on
    thread.join()
    assert line == f"float64 [{1 << 24}]: another thread is computing it"


def test_a_program_over_rows(explained):
    x = numen.ones((300, 400)) * 2
    lines = explained(x - x.max(axis=1, keepdims=True))
    assert lines[2] == "program 1: 3 operations in one pass over [300, 400]"
    steps = [line.split() for line in lines if line.strip().startswith("t")]
    assert [(step[0], step[1].partition("(")[0]) for step in steps] == [
        ("t0", "multiply"), ("t1", "max"), ("t2", "subtract")]
    assert "; rows of 400, " in lines[-1]


def test_a_reduction_along_other_axes_runs_by_itself(explained):
    x = numen.ones((300, 400)) * 2
    lines = explained(x.sum(axis=0) + 1)
    assert [line for line in lines if line.startswith("program")] == [
        "program 1: 1 operation in one pass over [300, 400]",
        "program 2: 1 operation in one pass over [300, 400]",
        "program 3: 1 operation in one pass over [400]"]
    walls = [line for line in lines if ", of program" in line]
    assert len(walls) == 2
    assert all(line.endswith("reductions along such axes run by themselves") for line in walls)
    alone, last = (line for line in lines if "writes 3.12 KiB" in line)
    assert "blocks of" not in alone and "blocks of" in last
