"""Infinities and NaN where singular values are looked for: NumPy's answers, in bounded time.

LAPACK's iterations over infinities may not end, in NumPy either: beyond matrices of two by two
NumPy itself is asked about NaN only. A process of its own answers here, so that one that does not
end fails.
"""

import multiprocessing
import queue

import numpy
import pytest

import numen

SECONDS = 120  # of all questions together; they take less than one
BAD = (numpy.nan, numpy.inf, -numpy.inf)
SHAPES = ((1, 1), (5, 5), (40, 40), (200, 200), (9, 5, 5), (3, 40, 40), (5, 3), (3, 100),
          (200, 20), (4, 3, 20))
SYSTEMS = ((5, 5), (40, 40), (200, 20), (3, 1), (1, 3), (9, 2), (2, 9), (300, 7), (7, 300))
QUESTIONS = {
    "svd": lambda np, a: np.linalg.svd(a),
    "svd, reduced": lambda np, a: np.linalg.svd(a, full_matrices=False),
    "svdvals": lambda np, a: np.linalg.svdvals(a),
    "pinv": lambda np, a: np.linalg.pinv(a),
    "matrix_rank": lambda np, a: np.linalg.matrix_rank(a),
    "cond": lambda np, a: np.linalg.cond(a),
    "cond, -2": lambda np, a: np.linalg.cond(a, -2),
    "norm, 2": lambda np, a: np.linalg.norm(a, 2, (-2, -1)),
    "norm, -2": lambda np, a: np.linalg.norm(a, -2, (-2, -1)),
    "norm, nuc": lambda np, a: np.linalg.norm(a, "nuc", (-2, -1)),
}
SQUARE = {
    "eig": lambda np, a: np.linalg.eig(a),
    "eigvals": lambda np, a: np.linalg.eigvals(a),
}


def stack(shape, bad, dtype="f8"):
    """Ordinary matrices, of which one has an element that is no number."""
    a = numpy.random.default_rng(5).normal(size=shape).astype(dtype)
    a[(shape[0] // 2,) if len(shape) > 2 else ()][0, -1] = bad
    return a


def outcome(call, np, a):
    try:
        found = call(np, np.array(a))
    except Exception as error:
        return type(error).__name__, str(error)
    return "answered", [numpy.asarray(x) for x in (found if isinstance(found, tuple) else (found,))]


def answer_all(answers):
    calls = {**QUESTIONS, **SQUARE}
    with numpy.errstate(all="ignore"):
        for name, call in calls.items():
            for shape in SHAPES:
                if name in SQUARE and shape[-1] != shape[-2]:
                    continue
                for dtype in ("f8", "c16", "f4"):
                    for bad in BAD:
                        where = name, shape, dtype, bad
                        answers.put((where, outcome(call, numen, stack(shape, bad, dtype))))
        for shape in SYSTEMS:
            for bad in BAD:
                right = numpy.ones(shape[0])
                call = lambda np, a: np.linalg.lstsq(a, np.array(right))  # noqa: E731
                answers.put((("lstsq", shape, bad), outcome(call, numen, stack(shape, bad))))
    answers.put(None)


@pytest.fixture(scope="module")
def answers():
    context = multiprocessing.get_context("spawn")
    found, given = {}, context.Queue()
    process = context.Process(target=answer_all, args=(given,))
    process.start()
    try:
        while (item := given.get(timeout=SECONDS)) is not None:
            found[repr(item[0])] = item[1]
    except queue.Empty:
        found["ended"] = False
    finally:
        process.kill()
        process.join()
    return found


def test_every_question_ends(answers):
    assert answers.get("ended", True), f"the last that ended: {list(answers)[-2:]}"


@pytest.mark.parametrize("name", QUESTIONS | SQUARE)
def test_nan_is_refused_as_numpy_refuses_it(name, answers):
    for shape in SHAPES:
        if name in SQUARE and shape[-1] != shape[-2]:
            continue
        for dtype in ("f8", "c16", "f4"):
            wanted = outcome((QUESTIONS | SQUARE)[name], numpy, stack(shape, numpy.nan, dtype))
            assert wanted[0] == "LinAlgError"
            for bad in BAD if name in SQUARE else BAD[:1]:
                assert answers[repr((name, shape, dtype, bad))] == wanted, (shape, dtype, bad)


# What one infinity makes of the numbers that a matrix gives.
MADE = {"svd": numpy.nan, "svd, reduced": numpy.nan, "svdvals": numpy.nan, "pinv": numpy.nan,
        "matrix_rank": 0, "cond": numpy.inf, "cond, -2": numpy.inf, "norm, 2": numpy.nan,
        "norm, -2": numpy.nan, "norm, nuc": numpy.nan}


def is_all(parts, number):
    return all(numpy.array_equal(x, numpy.full_like(x, number), equal_nan=True) for x in parts)


@pytest.mark.parametrize("name", QUESTIONS)
def test_infinities_leave_no_numbers(name, answers):
    for bad in BAD[1:]:
        for dtype in ("f8", "f4"):  # NumPy's answer to the smallest, of which the iteration ends
            state, parts = outcome(QUESTIONS[name], numpy, stack((2, 2), bad, dtype))
            assert state == "answered" and is_all(parts[1:2] or parts, MADE[name])
        for shape in SHAPES[1:]:
            where = shape[0] // 2 if len(shape) > 2 else ...
            for dtype in ("f8", "c16", "f4"):
                state, parts = answers[repr((name, shape, dtype, bad))]
                assert state == "answered"
                assert is_all([x[where] for x in parts], MADE[name]), (shape, dtype)
                if where is not ...:
                    others = numpy.delete(parts[0], where, 0)
                    assert numpy.isfinite(others).all() and (others != 0).all()


def test_least_squares(answers):
    """NumPy's own search may not end even for NaN; the words are those of its refusal."""
    wanted = "LinAlgError", "SVD did not converge in Linear Least Squares"
    for shape in SYSTEMS:
        for bad in BAD:  # infinities too: x is what is asked for
            assert answers[repr(("lstsq", shape, bad))] == wanted


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("dtype", ["c16", "c8"])
@pytest.mark.parametrize("number", [complex(numpy.nan, numpy.inf), complex(numpy.inf, numpy.nan)])
def test_a_complex_number_with_an_infinite_part_is_infinite(number, dtype):
    """LAPACK judges by its magnitude."""
    a = numpy.array([[0, number, 1j], [0, 1j, 0], [1j, 0, 2]], dtype)
    for name in ("svdvals", "norm, 2", "norm, nuc"):
        found, wanted = (outcome(QUESTIONS[name], np, a) for np in (numen, numpy))
        assert found[0] == wanted[0] == "answered" and is_all(found[1] + wanted[1], numpy.nan)


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "c8"])
@pytest.mark.parametrize("shape", [(3, 1), (1, 3), (500, 1), (1, 500), (4, 7, 1)], ids=str)
def test_nan_in_a_single_row_or_column_of_all_sizes(shape, dtype):
    a = stack(shape, numpy.nan, dtype) * numpy.geomspace(1, 1e-9, max(shape)).reshape(
        shape[-2:] if len(shape) < 3 else (7, 1)).astype(dtype)
    for name in ("svd", "svd, reduced", "svdvals", "pinv", "matrix_rank", "cond"):
        found, wanted = (outcome(QUESTIONS[name], np, a) for np in (numen, numpy))
        assert found == wanted and wanted[0] == "LinAlgError", name
