"""np.pad in all its modes."""

import numpy
import pytest

from .agreement import assert_agrees
from .market import CUBE, EMPTY, HALF, INTS, MATRIX, POINT, SPECIAL, TYPED, VECTOR

MODES = ["constant", "edge", "linear_ramp", "maximum", "mean", "minimum", "reflect", "symmetric",
         "wrap"]
WIDTHS = [0, 1, 2, (1, 2), ((1, 2),), ((0, 0), (3, 1)), (3,), ((1,), (2,)), [[2, 0], [0, 0]],
          numpy.array([1, 2])]
OPTIONS = {
    "constant": [{"constant_values": v} for v in (5, 2.5, (1, 2), ((1, 2), (3, 4)), ((7,), (8,)),
                                                 -0.0, numpy.nan)],
    "linear_ramp": [{"end_values": v} for v in (5, (1, 2), ((1, 2), (3, 4)))],
    "reflect": [{"reflect_type": "odd"}, {"reflect_type": "even"}],
    "symmetric": [{"reflect_type": "odd"}, {"reflect_type": "even"}],
    **{mode: [{"stat_length": n} for n in (1, 2, (1, 2), 9, ((2, 1), (1, 3)), None)]
       for mode in ("maximum", "mean", "minimum")},
}


# The sum behind a mean may be taken in another order.
def tolerance(mode):
    return 4e-15 if mode == "mean" else 0.0


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("width", WIDTHS, ids=str)
def test_widths(mode, width):
    for array in (MATRIX, INTS):
        assert_agrees("pad", array, width, mode, tolerance=tolerance(mode))
    if numpy.ndim(width) < 2 or len(width) == 1:
        assert_agrees("pad", VECTOR, width, mode, tolerance=tolerance(mode))
        assert_agrees("pad", CUBE, width, mode, tolerance=tolerance(mode))


@pytest.mark.parametrize("mode", MODES)
def test_types(mode):
    for array in TYPED:
        if array.dtype.kind == "c" and mode in ("linear_ramp", "mean"):
            assert_agrees("pad", array, 2, mode, native=False, tolerance=4e-15)
        elif array.dtype == "f4":
            assert_agrees("pad", array, 2, mode, native=False, tolerance=1e-6)
        else:
            assert_agrees("pad", array, 2, mode, native=False)
    assert_agrees("pad", HALF, 2, mode, native=False)
    assert_agrees("pad", SPECIAL, 2, mode, native=False)
    assert_agrees("pad", [1, 2, 3], 2, mode)


@pytest.mark.parametrize("mode", OPTIONS)
def test_options(mode):
    for option in OPTIONS[mode]:
        for array in (MATRIX, INTS, MATRIX.astype("f4")):
            for width in (1, (2, 3)):
                assert_agrees("pad", array, width, mode, **option, native=False,
                              tolerance=1e-6 if mode == "mean" else 0.0)


@pytest.mark.parametrize("mode", ["reflect", "symmetric", "wrap"])
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_borders_wider_than_the_array(mode, size):
    for width in (1, 4, (7, 20), (13, 2), (0, 11)):
        assert_agrees("pad", VECTOR[:size], width, mode)
        assert_agrees("pad", INTS[:, :size].ravel()[:size], width, mode)
        if mode != "wrap":
            assert_agrees("pad", VECTOR[:size], width, mode, reflect_type="odd")


@pytest.mark.parametrize("mode", [*MODES, "empty"])
def test_nothing_to_pad(mode):
    assert_agrees("pad", POINT, 0, mode, native=False)
    assert_agrees("pad", POINT, (), mode, native=False)
    assert_agrees("pad", EMPTY, 0, mode, native=False)
    assert_agrees("pad", EMPTY, ((0, 0), (0, 0)), mode, native=False)
    if mode != "empty":
        assert_agrees("pad", EMPTY, 1, mode, native=False)
        assert_agrees("pad", EMPTY, ((0, 0), (1, 1)), mode, native=False)


def test_empty_leaves_the_border():
    import numen

    for order in "CF":
        x = numpy.asarray(MATRIX, order=order)
        ours, theirs = numen.pad(numen.array(x), (1, 2), "empty"), numpy.pad(x, (1, 2), "empty")
        assert ours.shape == theirs.shape and ours.strides == theirs.strides
        assert (ours[1:-2, 1:-2] == x).all()


WRONG = [
    (-1, "constant", {}), (1.5, "edge", {}), ((1, 2, 3), "edge", {}), ("a", "edge", {}),
    (1, "nonsense", {}), (1, "edge", {"constant_values": 1}), (1, "mean", {"stat_length": 0}),
    (1, "maximum", {"stat_length": 0}), (1, "maximum", {"stat_length": -1}),
    (1, "maximum", {"stat_length": 1.5}), (1, "constant", {"constant_values": (1, 2, 3)}),
    (1, "reflect", {"reflect_type": "strange"}), ({0: 1}, "constant", {}),
    (1, "median", {}), (1, "constant", {"stat_length": 1}), (((1, 2), (3, 4), (5, 6)), "edge", {}),
    (1, "constant", {"constant_values": 300}), (1, "constant", {"constant_values": 1j})]


@pytest.mark.parametrize("width, mode, option", WRONG, ids=str)
def test_refused_or_left_to_numpy(width, mode, option):
    assert_agrees("pad", MATRIX, width, mode, **option, native=False)
    assert_agrees("pad", INTS.astype("i1"), width, mode, **option, native=False)


def test_a_function_of_the_user():
    def fill(vector, width, axis, options):
        vector[: width[0]] = 7

    assert_agrees("pad", VECTOR, (2, 0), fill, native=False)


def test_whole_numbers_keep_their_digits():
    large = numpy.array([-7077322305432189756, 5, 2**62 + 1])
    for mode in ("minimum", "maximum", "edge", "reflect"):
        assert_agrees("pad", large, 1, mode)
        assert_agrees("pad", large.astype("u8"), (2, 0), mode)
