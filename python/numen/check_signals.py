"""Exceptions that `numen run --check` meets in a call and that are no result of it."""

import signal


def codes_of_handlers():
    """The code of every handler of a signal that is written in Python."""
    handlers = [signal.getsignal(number) for number in signal.valid_signals()]
    functions = [getattr(handler, "__func__", handler) for handler in handlers]
    calls = [getattr(type(function), "__call__", None) for function in functions]
    return {function.__code__ for function in (*functions, *calls)
            if hasattr(function, "__code__")}


def comes_from_handler(error):
    """Was it raised by a handler that ran during the call?"""
    codes, traceback = codes_of_handlers(), error.__traceback__
    while traceback is not None:
        if traceback.tb_frame.f_code in codes:
            return True
        traceback = traceback.tb_next
    return False
