"""`numen run --check` of programs whose signal handlers raise."""

import functools
import signal
import sys

import pytest

from numen.native.front import comes_from_handler

from .test_run_command import NUMEN, python, write


class Raising:
    def __call__(self, number, frame):
        raise ValueError("by the handler")

    def method(self, number, frame):
        raise ValueError("by the handler")


def function(number, frame):
    raise ValueError("by the handler")


def more(other, *arguments):
    function(*arguments)


def once(number, frame):
    signal.signal(number, signal.SIG_IGN)
    raise ValueError("by the handler")


@pytest.mark.parametrize("handler", [
    function, Raising(), Raising().method, once, lambda *arguments: function(*arguments),
    functools.partial(more, 1), functools.partial(function)])
def test_what_a_handler_raises_is_told_from_a_result(handler):
    before = signal.signal(signal.SIGUSR1, handler)
    try:
        with pytest.raises(ValueError) as raised:
            signal.raise_signal(signal.SIGUSR1)
        assert comes_from_handler(raised.value)
        with pytest.raises(ValueError) as raised:
            int("x")
        assert not comes_from_handler(raised.value)
    finally:
        signal.signal(signal.SIGUSR1, before)


def raising(*arguments):
    raise ValueError("by no handler")


@pytest.mark.parametrize("before", [(), (None,), (0,), (-1,), (65,), (1 << 70,), (2.0,)])
def test_what_another_function_raises_is_a_result(before):
    """Also where the function that calls it, this one, has such arguments among its variables."""
    own, caller = sys._getframe(), sys._getframe(1)
    for arguments in ((*before, own), before, (1, caller), (own,)):
        with pytest.raises(ValueError) as raised:
            raising(*arguments)
        assert not comes_from_handler(raised.value)
    assert not comes_from_handler(ValueError()) and not comes_from_handler(1)


def test_arguments_may_be_tuples_however_deep():
    nested = ()
    for _ in range(300_000):
        nested = (nested,)
    with pytest.raises(ValueError) as raised:
        raising(nested)
    assert not comes_from_handler(raised.value)
    while nested:  # what frees it goes as deep
        nested = nested[0]


def test_the_program_gets_what_its_handler_raises(tmp_path):
    """Wherever the signal comes: in NumPy's call, in Numen's, or between them."""
    write(tmp_path, "program.py", """
        import signal
        import time
        import numpy as np

        class Alarm(Exception):
            pass

        def stop(number, frame):
            raise Alarm

        signal.signal(signal.SIGALRM, stop)
        x = np.arange(300_001.0)
        lost = 0
        for k in range(30):
            end = time.monotonic() + 2
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.003 + 0.001 * k)
                while time.monotonic() < end:
                    y = x * 2 + 1
                    z = y[y > 3]
                    np.cumsum(z)
                lost += 1
            except Alarm:
                pass
        print(lost)
    """)
    code, out, err = python(tmp_path, "program.py", command=(*NUMEN, "--check"))
    assert (code, out.split()) == (0, ["0"]) and "no difference" in err
