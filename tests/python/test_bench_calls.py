"""The benchmarks over all names know a call of every native and composite function."""

import re
import types

import numpy
import pytest

import numen
from numen import bench, hook
from numen.bench import calls
from numen.bench.inputs import INPUT_NAMES, Inputs, matrix_shape
from numen.bench import start_up
from numen.bench.timing import as_in_a_program, compiled_loop, file_of, relative_error, time_cell
from numen.commands import bench as benchmarks
from numen.native import front

CASES = calls.all_cases((10,))
NAMES = calls.public_names("native") + calls.public_names("composite")


def test_every_name_has_a_case():
    lacking = [name for name in NAMES if name not in CASES]
    assert not lacking, (
        f"{lacking} became native or composite without a benchmark: add a statement for each to "
        "STATEMENTS (or to the family it belongs to) in python/numen/bench/calls.py; its inputs "
        "are listed at the top of python/numen/bench/inputs.py")
    assert len(NAMES) > 300
    assert all(reason for reason in calls.WITHOUT_CASE.values())
    assert not calls.WITHOUT_CASE.keys() & CASES.keys()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(CASES))
def test_case_calls_its_function_and_answers_agree(name):
    case = CASES[name]
    assert f"np.{name}" in case.statement or name == "row_stack"
    for size in (1, 3, 10, 100):
        for dtype in case.dtypes:
            inputs = Inputs(case, size, dtype)
            drawn = [inputs.draw()]
            results = []
            for module in (numpy, numen):
                loop = compiled_loop(case.statement, case.inputs, module)
                with numpy.errstate(all="ignore"):
                    results.append(loop(inputs.pool(module, drawn), 1, float, lambda r: None)[1])
            assert relative_error(*results) < 1e-5


def test_inputs():
    case = CASES["add"]
    for size in (1, 3, 10, 100, 1000):
        rows, columns = matrix_shape(size)
        assert rows * columns == size and rows <= columns
        inputs = Inputs(case, size, "float64")
        for name in INPUT_NAMES:
            inputs.one(name)
    with pytest.raises(KeyError):
        calls.all_cases((1,))["nothing"]


@pytest.mark.parametrize("wanted, given", [
    ((1, 2), (1, 3)), ([1], [1, 2]), (None, 1), (numpy.ones(3), numpy.ones(3, "f4")),
    (numpy.ones(3), numpy.zeros(3)), (numpy.array([numpy.nan]), numpy.array([1.0]))])
def test_a_wrong_answer_is_seen(wanted, given):
    assert not relative_error(wanted, given) < 1e-5
    assert relative_error(wanted, wanted) == 0


def test_errors_are_told_of_the_largest_value_that_is_wanted():
    wanted = numpy.array([1e3, 1.0, numpy.inf, -numpy.inf])
    assert relative_error(wanted, wanted + [0, 0.01, 0, 0]) == pytest.approx(1e-5)
    assert relative_error(wanted, numpy.array([1e3, 1.0, numpy.inf, numpy.inf])) == numpy.inf
    assert relative_error(wanted, numpy.array([1e3, numpy.nan, numpy.inf, -numpy.inf])) == numpy.inf


@pytest.mark.parametrize("shift, is_met", [(0, True), (1e-4, False)])
def test_a_long_sum_of_numpys_in_float32_is_no_error_of_ours(shift, is_met):
    """NumPy adds 61,681 products one after the other, which costs it five digits."""
    module = types.SimpleNamespace(**vars(numpy))
    module.einsum = lambda subscripts, a, b: ((a.astype("d") @ b) * (1 + shift)).astype("f")
    cell = time_cell(CASES["einsum"], 1048577, "float32", numpy, module, repeats=1, seconds=0)
    assert (cell.error < 1e-6) == is_met and (cell.error > 1e-5) != is_met


def test_only_benchmarks_are_listed(capsys):
    described = re.findall(r"^(\w+) {2,}", bench.__doc__, re.MULTILINE)
    assert sorted(described) == benchmarks.names()
    assert benchmarks.main(["nosuch"]) == benchmarks.main(["calls"]) == 2
    assert "cases" not in capsys.readouterr().err


def test_a_word_that_no_row_has_is_refused(capsys):
    for name in benchmarks.names():
        if name == "memory":
            continue
        with pytest.raises(SystemExit) as refused:
            benchmarks.main([name, "--only", "typo"])
        err = capsys.readouterr().err
        assert refused.value.code == 2, name
        assert err.startswith("numen bench: no row has 'typo' in its name; there are: ")


def test_help_of_memory(capsys):
    assert benchmarks.main(["memory", "--help"]) == 0
    assert 'numen bench memory numpy "' in capsys.readouterr().out


def test_loops_count_as_a_program_and_as_a_library():
    assert hook.owner_of(file_of(numen)) == "user" and hook.owner_of(file_of(numpy)) == "library"
    array = numpy.ones(front.managed_threshold() + 1)
    for module, wanted in ((numpy, False), (numen, True)):
        loop = compiled_loop("-a", ("a",), module)
        with as_in_a_program():
            result = loop([[array]], 1, float, lambda result: None)[1]
        assert front.is_managed(result) == wanted


def test_start_up_runs_programs_by_both(capsys, monkeypatch):
    commands = []

    def seconds(*command):
        commands.append(command)
        return 1.0 + len(command)

    monkeypatch.setattr(start_up, "processor_seconds", seconds)
    assert benchmarks.main(["start_up", "--quick", "--only", "program without imports"]) == 0
    row = capsys.readouterr().out.splitlines()[1].split()
    assert row[:3] == ["program", "without", "imports"]
    assert set(commands) == {("-c", "pass"), ("-m", "numen", "run", "-c", "pass")}
    assert float(row[4]) / float(row[3]) == pytest.approx(6 / 3, rel=0.01)
