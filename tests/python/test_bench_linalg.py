"""What `numen bench linalg` computes by itself: answers in long double, bounds, cells."""

import mpmath
import numpy
import pytest

from numen.bench.linalg import cells, matrices, operators, page, references, targets
from numen.bench.linalg.questions import QUESTIONS, bounds_of, errors_of, judgement
from numen.bench.linalg.stacks import Stack
from numen.commands.checkout import checkout_root

rng = numpy.random.default_rng(4)


def exact(found):
    with mpmath.workdps(40):
        return numpy.array([[mpmath.nstr(x, 25) for x in row] for row in found.tolist()],
                           dtype="longdouble")


@pytest.mark.parametrize("condition", [1.0, 1e4, 1e8])
def test_references_have_eleven_more_digits(condition):
    for n in (2, 3, 6):
        a = matrices.of_condition(rng, "general", 3, n, n, condition)
        b = rng.standard_normal((3, n, 1))
        with mpmath.workdps(40):
            inverse = exact(mpmath.matrix(a[1].tolist()) ** -1)
            values = numpy.array([mpmath.nstr(x, 25) for x in mpmath.svd_r(
                mpmath.matrix(a[1].tolist()), compute_uv=False)], dtype="longdouble")
            determinant = numpy.longdouble(mpmath.nstr(mpmath.det(mpmath.matrix(a[1].tolist())),
                                                       25))
        most = 1e-18 * n * condition
        for found, wanted in ((references.inverse(a)[1], inverse),
                              (references.pseudo_inverse(a)[1], inverse),
                              (references.solution(a, b)[1], inverse @ b[1])):
            assert references.norm(found - wanted) <= 10 * most * references.norm(wanted)
        assert abs(references.singular_values(a)[1] - values).max() <= 1e-18 * n * values[0]
        assert abs(references.determinant(a)[1] - determinant) <= 10 * most * abs(determinant)


def test_matrices_have_their_condition():
    for kind in ("general", "symmetric", "positive"):
        for condition in (1.0, 1e4):
            a = matrices.of_condition(rng, kind, 4, 6, 6, condition)
            assert numpy.allclose(numpy.linalg.cond(a), condition, rtol=1e-6)
    assert (numpy.linalg.matrix_rank(
        matrices.of_condition(rng, "general", 4, 10, 40, matrices.DEFICIENT)) == 5).all()
    assert list(map(matrices.label, matrices.CONDITIONS)) == ["1", "1e4", "1e8"]


@pytest.mark.parametrize("name", QUESTIONS)
def test_wrong_answers_are_failed(name):
    question = QUESTIONS[name]
    a = matrices.random(rng, question.kind, 5, 4, 4)
    inputs = question.inputs(a, rng)
    right = question.call(numpy, *inputs)
    right = tuple(right) if isinstance(right, tuple) else (right,)
    bounds = bounds_of(question, inputs, "float64", "float64")
    everywhere = numpy.ones(5, bool)
    assert judgement(errors_of(question, right, inputs), bounds, everywhere)[1] <= 1
    wrong = [x.copy() for x in right]
    wrong[0][3] *= 1 + 1e-9
    assert judgement(errors_of(question, wrong, inputs), bounds, everywhere)[1] > 1
    wrong[0][3] = numpy.nan
    assert judgement(errors_of(question, wrong, inputs), bounds, everywhere)[1] == numpy.inf


def part(**seconds):
    errors = {"timed": {name: [1e-16, 0.25] for name in seconds}}
    return {"seconds": seconds, "errors": errors, "refusals": {}}


def test_cells_of_two_numbers_of_threads():
    row = Stack("solve", 8, 8, 100)
    one, two = cells.of(row, [part(numpy=8e-6, numen=2e-6, jax=6e-6, torch=5e-6),
                              part(numpy=8e-6, numen=1e-6, jax=4e-6, torch=5e-6)])
    assert (one["case"], two["case"]) == ("solve", "solve, two threads")
    assert one["ratio"] == 0.25 and two["ratio"] == 0.125
    assert two["ratio_to_one_thread"] == 0.5
    assert one["ratio_to_best_peer"] == two["ratio_to_best_peer"] == 0.25
    assert one["bounds"]["ratio"] == 0.2 and two["bounds"]["ratio_to_one_thread"] == 0.5556
    assert one["error_over_bound"] == 0.25 and one["status"] == "PASSED"


def test_single_precision_has_two_rows_and_absence_is_said():
    row = Stack("svd", 5, 5, 100, "float32", label="svd, float32", threads=(1,))
    default, native = cells.of(row, [part(numpy=8e-6, numen=2e-6, native=1e-6, scipy=4e-6,
                                          jax=3e-6)])
    assert (default["precision"], native["precision"]) == ("default", "native")
    assert native["case"] == "svd, float32, native"
    assert default["ratio_to_best_peer"] is None and native["ratio_to_best_peer"] == 0.3333
    _, native = cells.of(row, [part(numpy=8e-6, numen=2e-6)])
    assert native["absent"] == "not built"
    assert cells.of(row, [{"absent": "why"}])[0]["absent"] == "why"


def test_every_case_that_is_to_be_reached_has_a_row():
    import tomllib

    names = set()
    for row in targets.rows():
        names |= {row.name, row.name + ", two threads", row.name + ", native"}
    checks = tomllib.loads((checkout_root("bench") / "acceptance/04.toml").read_text())["check"]
    wanted = {case for check in checks if check["kind"] == "bench"
              for case in check.get("cases", [check.get("case")]) if case}
    assert len(wanted) > 40 and wanted <= names


def test_the_table_of_methods():
    rows = [{"Method": "NumPy", "Time": "1 ms", "Speed-up vs row 1": 1.0, "Error": "1e-16",
             "Status": "PASSED"}, {"Method": "CuPy", "Status": "absent"}]
    text = operators.page({"title": "a title", "rows": rows})
    assert "| Method | Time | Speed-up vs row 1 | Error | Status |" in text
    assert "| CuPy | - | - | - | absent |" in text
    assert 'class="FAILED"' in page.html_table(["a"], [["FAILED"]])
