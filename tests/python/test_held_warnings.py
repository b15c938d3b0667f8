"""What a composite warns of counts when its result does, and not when NumPy serves the call."""

import threading
import warnings

import numpy
import pytest

import numen
from numen.native import front

ZERO = numen.zeros(3)


def composite(function, refused=ValueError, holds=True):
    def described():
        raise NotImplementedError

    def fallback(*args):
        warnings.warn("of NumPy", RuntimeWarning, stacklevel=1)
        return "NumPy's"

    return front.Composite("tested", function, described, fallback, (refused,), holds)


def warns(*args):
    numen.log(ZERO)
    front.warn("by hand", UserWarning)
    return args


def warns_and_raises(error):
    warns()
    raise error


BOTH = [(RuntimeWarning, "divide by zero encountered in log"), (UserWarning, "by hand")]


def caught(call, *args):
    """(result or error, what was warned of)"""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        try:
            result = call(*args)
        except Exception as error:
            result = error
    return result, [(item.category, str(item.message)) for item in found]


def test_warnings_of_a_result_go_out():
    assert caught(composite(warns), 1) == ((1,), BOTH)
    assert caught(composite(warns, holds=False), 1) == ((1,), BOTH)


def test_warnings_of_a_refused_call_do_not():
    refused = composite(warns_and_raises)
    assert caught(refused, ValueError()) == ("NumPy's", [(RuntimeWarning, "of NumPy")])
    at_once = composite(warns_and_raises, holds=False)
    assert caught(at_once, ValueError())[1] == [*BOTH, (RuntimeWarning, "of NumPy")]


def test_warnings_before_another_error_go_out():
    error = KeyError("x")
    result, found = caught(composite(warns_and_raises), error)
    assert result is error and found == BOTH


def test_warnings_as_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for function, args in ((warns, ()), (warns_and_raises, (KeyError(),))):
            with pytest.raises(RuntimeWarning, match="divide by zero"):
                composite(function)(*args)
        with pytest.raises(RuntimeWarning, match="of NumPy"):
            composite(warns_and_raises)(ValueError())


def test_the_error_state_is_that_of_the_operation():
    def ignoring():
        with numpy.errstate(all="ignore"):
            numen.log(ZERO)
        return numen.sqrt(ZERO - 1)

    assert caught(composite(ignoring))[1] == [
        (RuntimeWarning, "invalid value encountered in sqrt")]
    with numpy.errstate(all="raise"), pytest.raises(FloatingPointError, match="encountered in log"):
        composite(warns)()
    told = []
    with numpy.errstate(divide="call", call=lambda kind, flag: told.append(kind)):
        assert caught(composite(warns))[1] == BOTH[1:]
    assert told == ["divide by zero"]


def test_a_composite_within_another():
    def outer(error):
        inner = composite(warns)()
        refused = composite(warns_and_raises)(ValueError())
        if error is not None:
            raise error
        return inner, refused

    wanted = [(RuntimeWarning, "of NumPy"), *BOTH]
    assert caught(composite(outer), None) == (((), "NumPy's"), wanted)
    # Of what NumPy itself warned within the composite there is no way back.
    result, found = caught(composite(outer), ValueError())
    assert result == "NumPy's" and found == wanted[:1] * 2


def test_the_line_is_the_one_that_warned():
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        composite(warns)()
        numen.nanmean([])
    assert {item.filename for item in found} == {__file__}
    assert [item.lineno for item in found][0] == warns.__code__.co_firstlineno + 1
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("default")
        for _ in range(3):
            composite(warns)()
    assert len(found) == 2


def test_threads_hold_their_own():
    started, done, found = threading.Event(), threading.Event(), []

    def waits():
        started.set()
        done.wait()
        raise ValueError

    with warnings.catch_warnings(record=True) as caught_here:
        warnings.simplefilter("always")
        thread = threading.Thread(target=lambda: found.append(composite(waits)()))
        thread.start()
        started.wait()
        composite(warns)()
        assert len(caught_here) == 2
        done.set()
        thread.join()
    assert found == ["NumPy's"]
