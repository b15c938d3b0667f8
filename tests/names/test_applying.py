"""Names that call a function of the user: apply_along_axis, apply_over_axes, vectorize."""

import numpy
import pytest

import numen
from numen.native import front

from .agreement import assert_agrees, differences, given_to
from .market import CUBE, EMPTY, HALF, INTS, MATRIX, POINT, TYPED, VECTOR

LINES = {
    "a number": lambda x: x.sum(),
    "a Python number": lambda x: float(x[0]),
    "a line": lambda x: x * 2,
    "a shorter line": lambda x: x[:1],
    "a matrix": lambda x: x[:, None] * x,
    "a list": lambda x: [1, 2, 3],
    "an empty line": lambda x: x[:0],
    "text": lambda x: "ab",
    "an error": lambda x: x.nonsense,
}


@pytest.mark.parametrize("kind", LINES)
def test_apply_along_axis(kind):
    for array in (MATRIX, CUBE, VECTOR, INTS, *TYPED):
        for axis in (0, 1, -1, 2, -4):
            assert_agrees("apply_along_axis", LINES[kind], axis, array, native=False,
                          tolerance=1e-6 if kind == "a number" else 0.0)
    for array in (EMPTY, POINT, HALF, [[1, 2], [3, 4]]):
        assert_agrees("apply_along_axis", LINES[kind], 0, array, native=False,
                      tolerance=1e-3 if array is HALF else 0.0)


def test_apply_along_axis_is_native():
    for kind in ("a line", "a matrix", "a list"):
        assert_agrees("apply_along_axis", LINES[kind], 1, CUBE)
    assert_agrees("apply_along_axis", lambda x, y, z=0: x + y + z, 0, MATRIX, 1, z=2)


def test_apply_over_axes():
    def total(x, axis):
        return x.sum(axis)

    def kept(x, axis):
        return x.sum(axis, keepdims=True)

    def wrong(x, axis):
        return x.sum()

    for function in (total, kept, wrong):
        for axes in (0, 1, [0, 2], (1, -1), [], numpy.array([0, 1]), 5):
            assert_agrees("apply_over_axes", function, INTS, axes)
            assert_agrees("apply_over_axes", function, numpy.ones((2, 3, 4), int), axes)


FUNCTIONS = {
    "absolute": (abs, 1), "text": (lambda x: str(int(x)), 1), "two results": (
        lambda x: (x, x * 0.5), 1),
    "one result in a tuple": (lambda x: (x,), 1), "sum": (lambda x, y: x + y, 2),
    "types": (lambda x: len(type(x).__name__), 1), "condition": (lambda x: x > 1, 1),
    "first decides": (lambda x: 1 if x == 0 else 2.5, 1), "array": (lambda x: [x, x], 1),
    "nothing": (lambda x: None, 1),
}


def vectorized(np, function, args, layout, **options):
    try:
        return np.vectorize(function, **options)(*given_to(np, args, layout))
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("kind", FUNCTIONS)
@pytest.mark.parametrize("options", [
    {}, {"otypes": "d"}, {"otypes": [int]}, {"cache": True}, {"otypes": "dd"},
    {"otypes": [object]}, {"otypes": "d", "cache": True}], ids=str)
def test_vectorize(kind, options):
    function, count = FUNCTIONS[kind]
    for array in (VECTOR, MATRIX, INTS, MATRIX > 0, MATRIX.astype("f4"), MATRIX * 1j, EMPTY, POINT,
                  3, 2.5, [1, 2], HALF, ["1", "2"], numpy.float32(1.5)):
        for other in (VECTOR[:4], 2) if count == 2 else (None,):
            args = (array,) if other is None else (array, other)
            for layout in ("contiguous", "strided", "reversed", "fortran", "managed"):
                ours = vectorized(numen, function, args, layout, **options)
                theirs = vectorized(numpy, function, args, layout, **options)
                assert not list(differences(ours, theirs, 0.0)), (args, layout)


@pytest.mark.parametrize("options", [{}, {"otypes": "d"}, {"cache": True}], ids=str)
def test_vectorize_calls_as_often(options):
    for args in ((VECTOR,), (POINT,), (["1", "2"],), (EMPTY,), (MATRIX, VECTOR[:4])):
        calls = []
        for np in (numpy, numen):
            seen = []

            def note(*given, seen=seen):
                seen.append([(type(x), x) for x in given])
                return 1.0

            vectorized(np, note, args, "contiguous", **options)
            calls.append(seen)
        assert calls[0] == calls[1]


def test_vectorize_is_native():
    before = front.fallback_count()
    assert numen.vectorize(abs)(numen.array([1.0, -2.0])).tolist() == [1.0, 2.0]
    assert type(numen.vectorize(abs)(numpy.arange(3))) is numen.ndarray
    assert front.fallback_count() == before
    assert numen.coverage()["vectorize"] == "composite"


def test_vectorize_left_to_numpy():
    def power(x, y=2):
        return x**y

    for np in (numpy, numen):
        assert np.vectorize(power)(np.arange(3), y=3).tolist() == [0, 1, 8]
        assert np.vectorize(power, excluded=["y"])(np.arange(3), y=3).tolist() == [0, 1, 8]
        inner = np.vectorize(lambda x: x.sum(), signature="(n)->()")
        assert inner(np.ones((2, 3))).tolist() == [3.0, 3.0]
        assert np.vectorize(otypes=[float])(power)(3).tolist() == 9.0
        with pytest.raises(ValueError, match="size 0"):
            np.vectorize(abs)([])
    assert isinstance(numen.vectorize(abs), numpy.vectorize)
