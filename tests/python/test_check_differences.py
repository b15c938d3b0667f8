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


def test_errors_of_other_kinds_are_told():
    assert difference_of_errors(ValueError("a"), ValueError("b")) is None
    assert "TypeError" in difference_of_errors(ValueError("a"), TypeError("a"))
    assert "a result" in difference_of_errors(None, TypeError("a"))
    assert "a result" in difference_of_errors(ValueError("a"), None)
    assert difference_of_errors(RuntimeWarning("a"), None) is None
