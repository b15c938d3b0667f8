"""What a measured cell says: whose arrays, which layout, whose time over whose, how often."""

import types

import numpy
import pytest

import numen
from numen.bench import calls, cases, every_name, formerly_slow, sweep, timing, verdicts
from numen.bench.inputs import Inputs
from numen.native import front

CASE = cases.Case("a + m", "a + b", ("a", "b", "m"), 1.0)
REAL_NUMPY = 100.0  # nanoseconds


@pytest.mark.parametrize("strided", [False, True])
@pytest.mark.parametrize("dtype", sweep.DTYPES)
def test_inputs_have_the_layout_that_is_asked_for(dtype, strided):
    case = cases.Case("", "", ("a", "b", "m", "h", "s"), 1.0, strided=strided)
    steps = set()
    for size in (100, 102, 104):
        inputs = Inputs(case, size, dtype)
        drawn = [inputs.draw()]
        for module in (numpy, numen):
            for array, values in zip(inputs.pool(module, drawn)[0], drawn[0], strict=True):
                assert array.dtype == dtype
                steps.add(array.strides[-1] // array.itemsize)
                assert numpy.array_equal(numpy.asarray(array), values)
    assert steps == ({2, 3, 4} if strided else {1})


@pytest.mark.parametrize("statement", ["a + b", "np.sqrt(a)", "a[1:] * 2", "-a"])
@pytest.mark.parametrize("strided", [False, True])
def test_each_loop_is_computed_by_its_own_module(statement, strided, monkeypatch):
    """Operators of an array are who calls them: NumPy over NumPy would look level."""
    computed = {True: set(), False: set()}

    class Watching(timing.Side):
        def run(self, loop, pool):
            elapsed, result = super().run(loop, pool)
            if loop is self.loop:
                computed[self.is_baseline].add(type(result))
            return elapsed, result
    monkeypatch.setattr(timing, "Side", Watching)
    case = cases.Case("", statement, ("a", "b"), 1.0, strided=strided)
    timing.time_cell(case, 40_000, "float64", numpy, numen, repeats=2, seconds=0)
    assert computed == {True: {numpy.ndarray}, False: {front.managed}}


def measurement(numpys, numens):
    return timing.Measurement(numpys, numens, 0.0)


def test_the_ratio_is_numen_s_time_over_numpy_s():
    figures = measurement([100.0, 200.0, 400.0], [30.0, 60.0, 50.0]).figures()
    assert (figures["numpy_ns"], figures["numen_ns"], figures["ratio"]) == (100.0, 30.0, 0.3)
    assert (figures["numpy_median_ns"], figures["numen_median_ns"]) == (200.0, 50.0)


def test_rested_cells_are_judged_by_their_medians():
    rounds = [measurement([100.0, 200.0, 400.0], [30.0, 300.0, 500.0])]
    for rest, ratio in ((0.0, 0.3), (0.2, 1.5)):
        case = cases.Case("a", "a", ("a",), 1.0, rest=rest)
        found = every_name.row((case, 100, "float64"), rounds, 1.2)
        assert found["ratio"] == ratio and found["ratio_of_bound"] == pytest.approx(ratio / 1.2)


@pytest.mark.parametrize("quick, most", [(False, 3), (True, 2)])
@pytest.mark.parametrize("numens, rounds, ratio", [
    ([2.0, 2.0, 2.0, 2.0], None, 2.0), ([2.0, 0.5, 9.0], 2, 0.5), ([0.5, 9.0], 1, 0.5)])
def test_a_loss_is_confirmed_before_it_counts(quick, most, numens, rounds, ratio, monkeypatch):
    """By rounds whose times all count, NumPy's as well; what is held is measured once."""
    left = [measurement([REAL_NUMPY], [REAL_NUMPY * times]) for times in numens]
    monkeypatch.setattr(every_name, "measured", lambda *_, **limits: left.pop(0))
    found = every_name.judged((CASE, 100, "float64"), 1.05, None,
                              types.SimpleNamespace(quick=quick))
    assert len(numens) - len(left) == (most if rounds is None else rounds)
    assert found["ratio"] == ratio
    assert (verdicts.verdict(found) == "met") is (ratio < 1.05)


def test_the_best_of_all_rounds_counts_for_both_modules(monkeypatch):
    left = [measurement([100.0], [120.0]), measurement([50.0], [60.0]), measurement([80.0], [95.0])]
    monkeypatch.setattr(every_name, "measured", lambda *_, **limits: left.pop(0))
    found = every_name.judged((CASE, 100, "float64"), 1.05, None,
                              types.SimpleNamespace(quick=False))
    assert (found["numpy_ns"], found["numen_ns"], found["ratio"]) == (50.0, 60.0, 1.2)


class Side(timing.Side):
    """Its loops take so many seconds by a clock of their own, and say what was done."""

    events, passes_of = [], {}

    def run(self, loop, pool):
        name = "empty" if loop is self.empty else "loop"
        self.events.append(name)
        each = 1e-6 if name == "empty" else 5e-6
        return each * self.passes * len(pool), super().run(loop, pool)[1]

    def measure(self, pool):
        self.passes_of[self.is_baseline] = self.passes
        return super().measure(pool)


@pytest.fixture
def side(monkeypatch):
    monkeypatch.setattr(Side, "events", [])
    monkeypatch.setattr(Side, "passes_of", {})
    monkeypatch.setattr(timing, "Side", Side)
    monkeypatch.setattr(timing, "wait_for_rest", lambda: False)
    monkeypatch.setattr(timing.time, "sleep", lambda seconds: Side.events.append("sleep"))
    return Side


def test_the_loop_s_own_cost_is_taken_off_both(side):
    case = cases.Case("", "a + b", ("a", "b"), 1.0)
    found = timing.time_cell(case, 8, "float64", numpy, numen, repeats=2, seconds=0)
    assert found.numpy == pytest.approx([4000.0, 4000.0]) and found.numpy == found.numen
    measured = timing.Side(numen, case, 8, "float64")
    measured.times, measured.overheads = [100.0, 90.0], [30.0, 20.0]
    assert measured.net_times() == [80.0, 70.0]


def test_both_modules_are_warmed_up_and_called_as_often(side):
    """By loops of the same length."""
    case = cases.Case("", "a + b", ("a", "b"), 1.0)
    timing.time_cell(case, 8, "float64", numpy, numen, repeats=1, seconds=0.01, pool=1)
    assert side.passes_of[True] == side.passes_of[False] >= 1000


def test_what_is_timed_after_a_rest_is_the_first_to_run(side):
    case = cases.Case("", "a + b", ("a", "b"), 1.0, rest=0.2)
    timing.time_cell(case, 8, "float64", numpy, numen, repeats=1)
    events = side.events
    after = [events[at + 1] for at, event in enumerate(events) if event == "sleep"
             and events[at - 1] != "loop"]
    assert after == ["loop", "loop"]


def test_the_sweep_has_every_native_name_operator_size_type_and_layout():
    found = list(sweep.all_cells())
    by_case = {}
    for case, size, dtype in found:
        by_case.setdefault(case.name, set()).add((size, dtype, case.strided, case.rest > 0))
    assert calls.public_names("native") and by_case.keys() >= {
        *calls.public_names("native"), "a + b", "a // 3", "a[mask]", "a[1:] = b[:-1]"}
    assert {"bool", "uint8", "int32", "int64", "float32", "float64", "complex128"} == {
        dtype for _, _, dtype in found}
    assert len(sweep.SIZES) == 12 and (min(sweep.SIZES), max(sweep.SIZES)) == (1, 10_000_000)
    whole = 12 * 7 * 2 * 2
    for name, cells in by_case.items():
        assert len(cells) == whole or name.startswith("linalg."), name
    assert sweep.BOUND == 1.05 == formerly_slow.SLOW[0].bound
    assert sweep.LONGEST >= 1.0


@pytest.mark.parametrize("statement, dtype, refused", [
    ("a + b", "float64", False), ("np.sum(a)", "float64", False), ("a.argmax()", "bool", False),
    ("(a > 1).any()", "complex128", False), ("np.shape(a)", "int32", False),
    ("np.bitwise_and(a, b)", "float64", True), ("a - b", "bool", True)])
def test_only_what_numpy_refuses_is_no_cell_of_the_sweep(statement, dtype, refused):
    case = cases.Case("", statement, calls.inputs_of(statement), 1.0)
    assert sweep.is_refused((case, 1000, dtype)) is refused


def test_what_the_sweep_leaves_out_is_a_small_part():
    """Of names with every type most cells are there: a fault of the inputs would lose a type."""
    lost = {}
    for case in sweep.all_cases():
        for dtype in case.dtypes:
            if sweep.is_refused((case, 10, dtype)):
                lost.setdefault(dtype, set()).add(case.name)
    count = len(list(sweep.all_cases()))
    most = {"bool": 0.35, "complex128": 0.35, "float32": 0.1, "float64": 0.1}
    assert {dtype: len(names) for dtype, names in lost.items()
            if len(names) > most.get(dtype, 0.15) * count} == {}
