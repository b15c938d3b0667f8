"""What `--check` calls a difference: of every type, in every result, wherever it lies."""

import numpy
import pytest

from numen.check_differences import PIECE, difference, difference_of_errors

TYPES = "? b B h H i I l L e f d F D M8[s] m8[s] U3 S3".split()


def values(dtype, size=5):
    return numpy.arange(size).astype(numpy.int64 if dtype[0] in "Mm" else dtype).astype(dtype)


@pytest.mark.parametrize("name", ["sum", "add", "take"])
@pytest.mark.parametrize("dtype", TYPES)
def test_a_wrong_element_of_every_type_is_found(dtype, name):
    right, wrong = values(dtype), values(dtype)
    assert difference(right, right.copy(), name) is None
    wrong[3] = ~right[3] if dtype == "?" else right[2]
    assert "at index (3,)" in difference(wrong, right, name)


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", ["sum", "add"])
def test_types_and_shapes_are_compared(dtype, name):
    right = values(dtype)
    for other in TYPES:
        if numpy.dtype(other) != right.dtype:
            assert difference(values(other), right, name) is not None, other
    assert "(5,)" in difference(right[None], right, name)


@pytest.mark.parametrize("wrap", [tuple, list])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_every_one_of_some_results_is_compared(wrap, at):
    right = [values("d"), values("i"), (values("f"), values("f"))]
    wrong = [values("d"), values("i"), (values("f"), values("f"))]
    (wrong[at][-1] if at == 2 else wrong[at])[-1] = 99
    assert difference(wrap(right), wrap(right), "divmod") is None
    assert "99" in difference(wrap(wrong), wrap(right), "divmod")
    assert "results" in difference(wrap(right[:2]), wrap(right), "divmod")


@pytest.mark.parametrize("place", [0, PIECE - 1, PIECE, 2 * PIECE + 7, -1])
def test_long_results_are_compared_to_their_end(place):
    right = numpy.ones(3 * PIECE + 5)
    wrong = right.copy()
    wrong[place] = 2
    for name in ("add", "sum"):
        assert f"({place % right.size}," in difference(wrong, right, name)
        assert f"({place % right.size}," in difference(wrong[::-1][::-1], right, name)


@pytest.mark.parametrize("dtype", "efd")
def test_signs_of_zeros_are_compared_where_elements_are(dtype):
    zeros = numpy.zeros(4, dtype)
    assert difference(-zeros, zeros, "multiply") is not None
    assert difference(-zeros, zeros, "maximum") is None
    assert difference(-zeros, zeros, "sum") is None


DEVIATIONS = ("std", ".std", "nanstd", "var", "nanvar", "cov")


@pytest.mark.parametrize("dtype", "fd")
@pytest.mark.parametrize("name", DEVIATIONS)
def test_deviations_of_constants_are_rounding(dtype, name):
    data = numpy.full((50, 4), 0.1, dtype)
    power = 1 if name.endswith("std") else 2
    unit = float(numpy.finfo(dtype).eps) ** power
    right, wrong = numpy.full(4, unit, dtype), numpy.array([0, unit, unit, unit], dtype)
    assert difference(wrong, right, name, [data]) is None
    wrong[2] = 1e-3  # of numbers of size 0.1
    assert "(2,)" in difference(wrong, right, name, [data])
    assert "(2,)" in difference(wrong, wrong * numpy.array([1, 1, 1.1, 1], dtype), name, [data])


def hilbert(order):
    rows = numpy.arange(order)
    return 1.0 / (rows[:, None] + rows + 1)


# Calls, and how much their results may move by rounding for a Hilbert matrix of order 5 (4.8e5).
SOLUTIONS = {
    "linalg.inv": (lambda a: [a], 3e-9), "linalg.cond": (lambda a: [a], 3e-9),
    "linalg.solve": (lambda a: [a, numpy.ones(len(a))], 3e-9),
    "linalg.det": (lambda a: [a], 3e-9), "linalg.slogdet": (lambda a: [a], 3e-9),
    "linalg.pinv": (lambda a: [a], 1e-3),
    "linalg.lstsq": (lambda a: [a, numpy.ones(len(a)), None], 1e-3),
}  # fmt: skip


def moved(result, by):
    """The results of a call, the floats of them by so much larger."""
    if isinstance(result, tuple):
        parts = [moved(x, by) for x in result]
        return type(result)(*parts) if hasattr(result, "_fields") else tuple(parts)
    return result * (1 + by) if numpy.asarray(result).dtype.kind == "f" else result


@pytest.mark.parametrize("name", SOLUTIONS)
def test_solutions_are_judged_by_the_condition(name):
    arguments, moves = SOLUTIONS[name]
    call = getattr(numpy.linalg, name[7:])
    for a, by in ((hilbert(5), moves), (numpy.eye(5) + 0.1, 1e-10)):
        args = arguments(a)
        right = call(*args)
        assert difference(moved(right, by), right, name, args) is None
        assert difference(moved(right, 1e3 * by), right, name, args) is not None
    args = arguments(hilbert(14))  # all digits are rounding
    assert difference(moved(call(*args), 0.1), call(*args), name, args) is None


def test_fits_and_roots_are_judged_by_their_condition():
    year = numpy.arange(1950.0, 2020.0)
    right = numpy.polyfit(year, numpy.sin(year), 5)
    assert difference(right * (1 + 1e-3), right, "polyfit", [year, numpy.sin(year), 5]) is None
    x = numpy.linspace(-1, 1, 20)
    right = numpy.polyfit(x, numpy.sin(x), 3)
    assert difference(right * (1 + 1e-6), right, "polyfit", [x, numpy.sin(x), 3]) is not None
    for order, by in ((18, 1e-3), (4, 1e-9)):  # Wilkinson's
        p = numpy.poly(numpy.arange(1, order + 1))
        right = numpy.roots(p)
        assert difference(right * (1 + by), right, "roots", [p]) is None
    assert difference(right * (1 + 1e-3), right, "roots", [p]) is not None


def test_errors_of_other_kinds_are_told():
    assert difference_of_errors(ValueError("a"), ValueError("b")) is None
    assert "TypeError" in difference_of_errors(ValueError("a"), TypeError("a"))
    assert "a result" in difference_of_errors(None, TypeError("a"))
    assert "a result" in difference_of_errors(ValueError("a"), None)
    assert difference_of_errors(RuntimeWarning("a"), None) is None
