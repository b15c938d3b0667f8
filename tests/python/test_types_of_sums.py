"""Sums in a type that is asked for, and spreads that round to nothing."""

import warnings

import numpy
import pytest

import numen

VALUES = [[70000, -70000], [70000, 0], [2049, 1, -2049], [300, 5], [16777217, -16777216],
          [2**60, 1, -2**60]]
FUNCTIONS = ["np.sum(a, dtype=t)", "a.sum(dtype=t)", "np.prod(a, dtype=t)", "np.nansum(a, dtype=t)",
             "a.cumsum(dtype=t)", "a.mean(dtype=t)", "np.add.reduce(a, dtype=t)",
             "np.multiply.reduce(a, dtype=t)", "np.add.reduceat(a, [0], dtype=t)",
             "np.diag(a).trace(dtype=t)", "a.sum(dtype=t, keepdims=True)",
             "a.reshape(1, -1).sum(axis=1, dtype=t)", "a.var(dtype=t)", "a.std(dtype=t)"]


def outcome(np, act, **names):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            result = repr(eval(act, {"np": np, **names}))
        except (TypeError, ValueError) as error:
            result = f"{type(error).__name__}: {error}"
    return result, [str(warning.message) for warning in told]


@pytest.mark.parametrize("wanted", ["f2", "f4", "f8", "i4", "c8"])
@pytest.mark.parametrize("given", ["i8", "u1", "?", "f4", "f8", "i2", "u8"])
@pytest.mark.parametrize("act", FUNCTIONS)
def test_elements_are_cast_before_they_are_added(act, given, wanted):
    for values in VALUES:
        kept = []
        for np in numen, numpy:
            with np.errstate(all="ignore"):
                array = np.array(values).astype(given)
            kept.append(outcome(np, act, a=array, t=wanted))
        if "var" in act or "std" in act:  # whose last place is not promised
            assert kept[0][1] == kept[1][1], values
        else:
            assert kept[0] == kept[1], values


@pytest.mark.parametrize("scale", [1e-170, -1e-170, 1e-200, 5e-324, 0.0, -0.0])
@pytest.mark.parametrize("count", [3, 100, 5000, 40000, 400000])
def test_a_spread_is_not_negative(count, scale):
    for dtype in "f8", "f4":
        x = (numen.arange(count) * scale).astype(dtype)
        for function in numen.var, numen.std, numen.nanvar, numen.nanstd:
            for settings in {}, {"ddof": 1}, {"axis": 0}:
                assert not numpy.signbit(function(x, **settings)), (function, settings)


CHANGES = ["x.dtype = '>f8'", "x.dtype = 'f4'", "x.dtype = 'i8'", "x.dtype = 'U2'",
           "x.resize(40000, refcheck=False)", "x.shape = (100, 400)", "x.sort()", "memoryview(x)"]


@pytest.mark.parametrize("shape", ["(I, 200)", "(-1, I)", "(I, I)", "[I, 200]", "I", "(2, I, 100)"])
@pytest.mark.parametrize("change", CHANGES)
def test_a_shape_may_change_what_it_is_set_of(change, shape):
    kept = []
    for np in numen, numpy:
        x = np.arange(40000.) + 0

        class Index:
            def __index__(self):
                exec(change, {"x": x})
                return 200

        try:
            x.shape = eval(shape, {"I": Index()})
            error = None
        except (TypeError, ValueError) as met:
            error = f"{type(met).__name__}: {met}"
        kept.append((x.shape, x.strides, x.dtype.str, error, x.flags.c_contiguous))
    assert kept[0] == kept[1]


@pytest.mark.parametrize("value", [complex(numpy.inf, 0), complex(0, -numpy.inf), 1e300, 1.5,
                                   complex(numpy.nan, numpy.inf), numpy.inf])
@pytest.mark.parametrize("act", [
    "np.prod(a)", "np.sum(a)", "a.prod(keepdims=True)", "np.multiply.reduce(a, None)",
    "np.add.reduce(a, None)", "np.nanprod(a)", "np.prod(a, dtype=a.dtype)"])
def test_a_single_number_is_reduced_or_cast(value, act):
    for dtype in ("c8", "c16", "f8", "f4"):
        with numpy.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            array = numpy.array(value).astype(dtype)
        kept = [outcome(np, act, a=np.array(array)) for np in (numen, numpy)]
        assert kept[0] == kept[1], dtype
