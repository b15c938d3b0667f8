"""Faults planted in what `numen bench linalg` times are FAILED: wherever in the stack they are, in
whatever form the matrices are handed over, and in the table of methods as in the others.
"""

import types

import numpy
import pytest

import numen
from numen.bench import report
from numen.bench.linalg import cells, fits, large, operators, samples, targets, turns
from numen.bench.linalg.libraries import Library
from numen.bench.linalg.stacks import Stack, measured
from numen.native import front

COUNT = 100
FAULTS = {
    "from index 32 on": lambda x: changed(x, slice(32, None)),
    "in the second half": lambda x: changed(x, slice(len(x) // 2, None)),
    "in the last": lambda x: changed(x, -1),
    "in one of the others": lambda x: changed(x, 70),
    "no number": lambda x: changed(x, 70, numpy.nan),
    "another type": lambda x: x.astype("float32" if x.dtype == "float64" else "float64"),
    "one too few": lambda x: x[:-1],
}


def changed(x, where, factor=1 + 1e-6):
    x = numpy.array(x)
    x[where] *= factor
    return x


def last_of(x, factor=1 + 1e-6):
    """With another number in the last row alone."""
    return changed(numpy.atleast_1d(x), -1, factor)


def planted(change, *names):
    """A module that is Numen's, but for what `change` makes of the results of some functions."""
    def faulty(function):
        def call(*given):
            found = function(*given)
            if isinstance(found, tuple):
                return tuple(change(numpy.asarray(x)) if k == 0 else x
                             for k, x in enumerate(found))
            return change(numpy.asarray(found))
        return call
    own = {name: getattr(numen.linalg, name)
           for name in (*numpy.linalg.__all__, "pinv_apply", "ridge", "ridge_path", "precision")}
    linalg = types.SimpleNamespace(**own | {name: faulty(own[name]) for name in names})
    matmul = faulty(numen.matmul) if "matmul" in names else numen.matmul
    return types.SimpleNamespace(__name__="numen", linalg=linalg, array=numen.array, eye=numen.eye,
                                 matmul=matmul)


def libraries(module, **peers):
    return {"numpy": Library("numpy", numpy), "numen": Library("numen", module),
            **{name: Library(name, peer) for name, peer in peers.items()}}


def judged(found):
    table = report.Table([])
    for cell in found:
        table.judge({**cell, "ratio": 0.0, "ratio_to_best": 0.0})
    return [cell["verdict"] for cell in table.cells]


def verdicts(row, here, family=measured):
    return judged(cells.of(row, [family(row, here, True)] * len(row.threads), 1e9))


def stack(question, form="stack", **more):
    return Stack(question, 4, 4, COUNT, form=form, threads=(1,), label="ladder", **more)


@pytest.mark.parametrize("name", ["solve", "inv", "det", "cholesky", "qr", "eigh", "svd", "pinv",
                                  "matmul"])
def test_wrong_matrices_are_found_wherever_they_are(name):
    assert verdicts(stack(name), libraries(numen)) == ["met"]
    for fault, change in FAULTS.items():
        found = verdicts(stack(name), libraries(planted(change, name)))
        assert found == ["FAILED"], fault


@pytest.mark.parametrize("form", ["loop", "nested", "singles"])
def test_every_form_is_judged_by_what_it_timed(form):
    """One wrong matrix, in the last call of many, or in a part of one."""
    assert verdicts(stack("solve", form), libraries(numen)) == ["met"]
    calls = []

    def change(x):
        calls.append(x)
        is_wrong = form == "nested" or len(calls) % COUNT == 71
        return changed(x, -1) if is_wrong else x
    assert verdicts(stack("solve", form), libraries(planted(change, "solve"))) == ["FAILED"]


def test_an_old_answer_is_failed():
    first = []

    def change(x):
        first.append(x)
        return first[0]
    assert verdicts(stack("inv"), libraries(planted(change, "inv"))) == ["FAILED"]


def refuse(*given):
    raise numpy.linalg.LinAlgError("planted")


def test_a_refusal_that_numpy_does_not_make_is_failed():
    row = stack("solve")
    module = planted(lambda x: x)
    module.linalg.solve = refuse
    part = measured(row, libraries(module), True)
    (cell,) = cells.of(row, [part])
    assert cell["fault"] == "refused: LinAlgError: planted" and judged([cell]) == ["FAILED"]


def test_a_refusal_of_some_condition_is_no_error_of_zero():
    row = stack("solve")
    module, calls = planted(lambda x: x), []

    def after_the_timed_calls(a, b):
        calls.append(a)
        return refuse() if numpy.linalg.cond(numpy.asarray(a)).min() > 1e7 else numen.linalg.solve(
            a, b)
    module.linalg.solve = after_the_timed_calls
    part = measured(row, libraries(module), True)
    assert part["errors"]["1e8"]["numen"] == ["LinAlgError", numpy.inf]
    assert judged(cells.of(row, [part])) == ["FAILED"]


def test_what_numpy_refuses_may_be_refused():
    row = stack("cholesky")
    part = measured(row, libraries(numen), True)
    assert part["errors"]["deficient"]["numpy"][0] == "LinAlgError"
    assert part["errors"]["deficient"]["numen"] == ["LinAlgError", None]
    assert judged(cells.of(row, [part])) == ["met"]


def test_an_error_that_was_not_judged_is_not_measured():
    row = stack("solve")
    part = measured(row, libraries(numen), True)
    for of_condition in part["errors"].values():
        of_condition["numen"][1] = None
    assert judged(cells.of(row, [part])) == ["absent"]


@pytest.fixture
def recording():
    """Operations are recorded whatever pytest's filters of warnings are."""
    front.force_deferral(True)
    yield
    front.set_deferral(True)


def test_work_left_undone_is_failed(monkeypatch, recording):
    row = stack("solve")
    module = planted(lambda x: x)
    module.linalg.solve = lambda a, b: numen.zeros(100_000) + 1
    monkeypatch.setattr(Library, "wait", lambda self, found: None)
    part = measured(row, libraries(module), True)
    assert part["refusals"]["numen"].startswith("Fault: unread")
    assert judged(cells.of(row, [part])) == ["FAILED"]


def test_a_peer_that_was_not_run_leaves_the_cell_unmeasured():
    module = planted(lambda x: x)
    module.linalg.solve = refuse
    part = measured(stack("solve"), libraries(numen, jax=module), True)
    (cell,) = cells.of(stack("solve"), [part])
    assert judged([cell]) == ["absent"] and "jax: LinAlgError: planted" in cell["absent"]


def test_peers_count_with_their_best_number_of_threads():
    row = stack("solve")
    part = measured(row, libraries(numen, jax=numpy), True)
    part["seconds"] |= {"numen": 2.0, "jax": 4.0}
    (cell,) = cells.of(row, [part])
    assert cell["ratio_to_best_peer"] == 0.5
    (cell,) = cells.of(row, [part], of_peers=[{"seconds": {"jax": 1.0}, "refusals": {}}])
    assert cell["ratio_to_best_peer"] == 2.0


def test_inputs_are_ready_before_the_clock_starts(monkeypatch):
    """Peers compute their arrays behind the program's back, too."""
    events = []

    class Lazy(Library):
        def array(self, x):
            events.append("made")
            return numpy.array(x)

        def wait(self, found):
            events.append("waited")

    monkeypatch.setattr(turns, "wait_for_rest", lambda: False)
    monkeypatch.setattr(turns, "warm_up", lambda run: None)
    turn = turns.Turn(Lazy("jax", numpy), lambda np, a: events.append("called"), 1)
    turn.earlier = [numpy.ones(1)]
    turn.time([numpy.ones((1, 2, 2))])
    assert events == ["made", "waited", "called", "waited"]


@pytest.mark.parametrize("name", ["matmul", "solve", "inv", "cholesky", "svd", "eigh"])
def test_large_matrices_are_judged_whole(name, monkeypatch):
    monkeypatch.setattr(large, "peaks", lambda *_: {})
    monkeypatch.setattr(targets, "LEAST_SHARE", 0.0)
    row = large.Large(name, 60)
    assert verdicts(row, libraries(numen), large.measured) == ["met"]
    for fault in (lambda x: changed(x, 31), last_of, lambda x: changed(x, 31, numpy.nan),
                  lambda x: x.astype("float32"), lambda x: x[:, :-1] if x.ndim > 1 else x[:-1]):
        found = verdicts(row, libraries(planted(fault, name)), large.measured)
        assert found == ["FAILED"]


def test_fits_are_judged_whole():
    row = fits.Fit("ridge fit, d = 784", 70, 4, 200, threads=(1,))
    assert verdicts(row, libraries(numen), fits.measured) == ["met"]
    for fault in (lambda x: changed(x, 33), last_of, lambda x: changed(x, 33, numpy.nan)):
        found = verdicts(row, libraries(planted(fault, "ridge")), fits.measured)
        assert found == ["FAILED"]


@pytest.fixture
def small_tables(monkeypatch):
    monkeypatch.setattr(operators, "FITS", ((200, 60, 2),))
    monkeypatch.setattr(operators, "STACK", (60, 3, 20))


@pytest.mark.parametrize("table", [0, 1])
def test_the_table_of_methods_is_judged_as_all_others(table, small_tables):
    found = list(operators.cells(operators.measured(table, libraries(numen), True)))
    assert len(found) >= 3 and {"FAILED"}.isdisjoint(judged(found))
    assert all(cell["bounds"] == {"ratio": 1.0, "error_over_bound": 1.0} for cell in found
               if "absent" not in cell)
    names = {cell["case"] for cell in found}
    assert {key["case"] for key in operators.keys(table)} == names

    wrong = planted(lambda x: changed(x, -1, 1.001), "pinv", "pinv_apply", "solve")
    found = list(operators.cells(operators.measured(table, libraries(wrong), True)))
    assert set(judged(found)) <= {"FAILED", "absent"} and judged(found).count("FAILED") >= 3

    wrong.linalg.pinv = refuse
    found = operators.measured(table, libraries(wrong), True)
    refused = [cell for cell in operators.cells(found) if "pinv" in cell["case"] and
               "apply" not in cell["case"] and "absent" not in cell]
    assert refused and all(cell["fault"] == "refused: LinAlgError: planted" for cell in refused)


def test_methods_of_others_count_with_their_best_number_of_threads():
    def table(*seconds):
        return {"title": "a", "rows": [
            {"Method": name, "library": name, "seconds": taken, "Status": "PASSED"}
            for name, taken in zip(("numpy", "jax"), seconds)]}
    found = operators.with_best_threads(table(2.0, 3.0), table(4.0, 1.0))
    assert [row["seconds"] for row in found["rows"]] == [2.0, 1.0]
    assert found["rows"][1]["Speed-up vs row 1"] == 2.0 and found["rows"][1]["Time"] == "1000 ms"


def test_every_row_says_which_cells_it_has():
    for row in targets.rows():
        (cell, *_) = cells.of(row, [{"absent": "planted"}])
        keys = list(cells.keys(row))
        assert cell.items() >= keys[0].items() and len({key["case"] for key in keys}) == len(keys)


def test_samples_are_spread():
    assert samples.spread(20_000, 32)[[0, -1]].tolist() == [0, 19_999]
    assert numpy.diff(samples.spread(20_000, 32)).max() < 700
    assert samples.spread(3, 32).tolist() == [0, 1, 2]
    x = numpy.random.default_rng(0).random((500, 3))
    for row in range(0, 500, 7):
        assert (samples.rows_of(changed(x, row), 8) != samples.rows_of(x, 8)).any()
