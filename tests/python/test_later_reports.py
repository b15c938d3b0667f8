"""Warnings of operations that run after the call: NumPy's text, the call's line and error state."""

import time
import warnings

import numpy
import pytest

import numen
from numen.native import front

SIZE = 1 << 17


@pytest.fixture(autouse=True)
def deferral():
    """Operations are recorded; warnings go where they went before pytest took them."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        shown = []

        def show(message, category, filename, lineno, file=None, line=None):
            shown.append((category, str(message), filename, lineno))

        warnings.showwarning = show
        front.set_deferral(True)
        yield shown
    front.set_deferral(True)


def shown_by(show):
    """The program's own way to show warnings, from now on; operations are still recorded."""
    warnings.showwarning = show
    front.set_deferral(True)


def negatives():
    return numen.full(SIZE, -1.0)


def is_pending(x):
    return front.state(x) == "pending"


def test_a_warning_comes_with_the_values_and_names_the_line_of_the_call(deferral):
    x = negatives()
    y = numen.sqrt(x)
    line = test_a_warning_comes_with_the_values_and_names_the_line_of_the_call.__code__
    assert is_pending(y) and deferral == []
    assert numpy.isnan(y[0])
    [(category, text, filename, lineno)] = deferral
    assert (category, text, filename) == (RuntimeWarning, "invalid value encountered in sqrt",
                                          __file__)
    assert lineno == line.co_firstlineno + 2


def test_each_operation_of_a_program_warns_in_its_own_name(deferral):
    x = negatives()
    y = numen.log(x) + numen.full(SIZE, 1e300) * 1e300 + x / numen.zeros(SIZE)
    y[0]
    assert sorted(text for _, text, *_ in deferral) == [
        "divide by zero encountered in divide", "invalid value encountered in log",
        "overflow encountered in multiply"]


def test_repeated_operations_warn_each(deferral):
    x = negatives()
    (numen.sqrt(x) + numen.sqrt(x))[0]
    assert [text for _, text, *_ in deferral] == ["invalid value encountered in sqrt"] * 2


def test_the_error_state_of_the_call_counts(deferral):
    x = negatives()
    with numen.errstate(invalid="ignore"):
        quiet = numen.sqrt(x)
    loud = numen.log(x)
    assert is_pending(quiet) and is_pending(loud)
    with numen.errstate(all="ignore"):
        loud[0]
    quiet[0]
    assert [text for _, text, *_ in deferral] == ["invalid value encountered in log"]


@pytest.mark.parametrize("mode", ["raise", "call", "print", "log"])
def test_other_error_states_run_at_once(mode):
    x = negatives()
    with numen.errstate(all=mode, call=lambda *_: None if mode == "call" else numpy.geterrcall()):
        assert not is_pending(x + 1.0)
        if mode == "raise":
            with pytest.raises(FloatingPointError):
                numen.sqrt(x)


def test_warnings_that_are_errors_run_at_once():
    x = negatives()
    warnings.simplefilter("error")
    with pytest.raises(RuntimeWarning, match="invalid value encountered in sqrt"):
        numen.sqrt(x)
    warnings.simplefilter("always")
    assert is_pending(numen.sqrt(x))


def test_a_context_of_filters_runs_at_once(deferral):
    x = negatives()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert not is_pending(numen.sqrt(x))
    with warnings.catch_warnings(record=True) as caught:
        assert not is_pending(numen.sqrt(x))
    assert len(caught) == 1 and deferral == []


def test_values_wanted_inside_a_context_warn_outside_it(deferral):
    y = numen.sqrt(negatives())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        y[0]
    assert len(deferral) == 1


def test_a_warning_whose_filter_makes_errors_since_then_is_none(deferral):
    x = negatives()
    y = numen.sqrt(x)
    warnings.simplefilter("error")
    assert numpy.isnan(y[0])
    code = test_a_warning_whose_filter_makes_errors_since_then_is_none.__code__
    assert deferral == [(RuntimeWarning, "invalid value encountered in sqrt", __file__,
                         code.co_firstlineno + 2)]
    assert warnings.filters[0][0] == "error"
    with pytest.raises(RuntimeWarning):
        numen.sqrt(x)


def test_what_nobody_looks_at_does_not_warn(deferral):
    numen.sqrt(negatives())
    assert deferral == []


def test_integers_that_may_fail_run_at_once():
    ones = numen.ones(SIZE, dtype=int)
    assert is_pending(ones + ones)
    with pytest.raises(ValueError, match="negative integer powers"):
        ones ** -ones
    with pytest.warns(RuntimeWarning, match="divide by zero encountered in floor_divide"):
        ones // 0


def test_conversions_warn_as_casts(deferral):
    given = (negatives() * 1e300).astype("i4")
    assert is_pending(given) and deferral == []
    given[0]
    assert [text for _, text, *_ in deferral] == ["invalid value encountered in cast"]


def test_integers_that_become_halves_warn(deferral):
    numen.full(SIZE, 10 ** 6).astype("f2")[0]
    assert [text for _, text, *_ in deferral] == ["overflow encountered in cast"]


@pytest.mark.parametrize("change", [lambda x: x.__setitem__(0, 100.0), memoryview, numpy.asarray,
                                    lambda x: x.fill(100.0), lambda x: x.__iadd__(99.0)])
def test_what_a_warning_records_reads_the_values_before_the_write(change):
    x, recorded = numen.ones(SIZE), []
    x[5] = 0

    shown_by(lambda *_: recorded.append(x * 2))
    later = 1 / x
    assert is_pending(later)
    change(x)
    numpy.asarray(x)[0] = 50.0
    assert len(recorded) == 1 and recorded[0][0] == 2 and later[0] == 1


def test_what_a_warning_exposes_before_the_write_is_written_as_it_is():
    x = numen.ones(SIZE)
    x[5] = 0
    shown_by(lambda *_: numpy.asarray(x))
    later = 1 / x
    assert is_pending(later)
    x += 1
    assert front.state(x) == "exposed" and x[0] == 2 and x[5] == 1
    assert later[0] == 1 and numpy.isinf(later[5])


CASTS = {
    "compared": lambda h, d: h > d.astype("f2"), "swapped": lambda h, d: d.astype("f2") < h,
    "one input": lambda h, d: numen.isnan(d.astype("f2")),
    "chosen": lambda h, d: numen.where(d.astype("f2") > 0, 1, 2),
    "of a row": lambda h, d: (lambda x: x > x.max(axis=1, keepdims=True))(
        d.reshape(-1, 64).astype("f2")),
    "told by both": lambda h, d: numen.subtract(d, 1, dtype="f2", casting="unsafe")
    + d.astype("f2"),
}


@pytest.mark.parametrize("name", CASTS)
def test_a_cast_warns_in_its_own_name_only(deferral, name):
    texts = {}
    for deferred in (False, True):
        deferral.clear()
        front.set_deferral(deferred)
        CASTS[name](numen.ones(SIZE, "f2"), numen.linspace(-1e5, 1e5, SIZE)).tolist()
        texts[deferred] = sorted({text for _, text, *_ in deferral})
    assert texts[True] == texts[False] and texts[True]


def test_what_a_warning_of_an_input_records_reads_the_values_before_the_write(deferral):
    x, recorded = numen.ones(SIZE, "f4"), []
    shown_by(lambda *_: recorded.append(x * 2))
    later = 1 / numen.zeros(SIZE)
    assert is_pending(later)
    numen.add(later, 10, out=x, casting="same_kind")  # another type: not one program
    assert len(recorded) == 1 and recorded[0][0] == 2 and x[0] == numpy.inf


def test_a_number_that_does_not_fit_warns_at_the_call(deferral):
    y = numen.ones(SIZE, dtype="f4") + 1e300
    assert not is_pending(y)
    assert [text for _, text, _, _ in deferral] == ["overflow encountered in cast"]


def test_conversions_and_reductions_that_raise_run_at_once():
    large = numen.full((SIZE // 2, 2), 1e300)
    with numen.errstate(all="raise"):
        with pytest.raises(FloatingPointError, match="overflow encountered in cast"):
            large.astype("f4")
        with pytest.raises(FloatingPointError, match="overflow encountered in reduce"):
            (large * 1e8).sum(axis=1)


def test_what_has_run_by_itself_is_told_at_the_next_look(deferral):
    """Large work that nobody looks at starts by itself, where no warning can be given."""
    x = numen.full(4_000_000, -1.0)
    numen.evaluate(x)
    y = numen.sqrt(x)
    for _ in range(200):
        time.sleep(0.02)
        if not is_pending(y):
            break
    assert not is_pending(y) and deferral == []
    assert numpy.isnan(y[0])
    assert [text for _, text, *_ in deferral] == ["invalid value encountered in sqrt"]
