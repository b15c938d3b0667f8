"""Arguments whose conversion raises: who catches what, as in NumPy."""

import pytest

from tests.clients import user_code

TEXT = """
import numpy as np

class Raising:
    def __init__(self, error):
        self.error = error

    def __array__(self, dtype=None, copy=None):
        raise self.error

def outcome(call, error, size):
    x = np.ones(size)
    try:
        return call(np, x, Raising(error()))
    except BaseException as found:
        return type(found).__name__, str(found), type(found.__cause__).__name__
"""

CALLS = {
    "array_equal": lambda np, x, bad: np.array_equal(x, bad),
    "array_equal, on the left": lambda np, x, bad: np.array_equal([bad], x),
    "array_equal of NaNs": lambda np, x, bad: np.array_equal(x, bad, equal_nan=True),
    "array_equiv": lambda np, x, bad: np.array_equiv(x, bad),
    "array_equiv, on the left": lambda np, x, bad: np.array_equiv(bad, x),
    "isclose": lambda np, x, bad: np.isclose(x, bad),
    "isclose, on the left": lambda np, x, bad: np.isclose([bad], x),
    "isclose within": lambda np, x, bad: np.isclose(x, x, bad),
    "allclose": lambda np, x, bad: np.allclose(x, x, atol=bad),
}
ERRORS = [RuntimeError, ZeroDivisionError, MemoryError, StopIteration, TypeError, ValueError,
          IndexError, OverflowError, RecursionError, DeprecationWarning, KeyboardInterrupt,
          SystemExit]


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("name", CALLS)
def test_as_numpy(name, error):
    plain, given = (user_code.run(TEXT, is_numens) for is_numens in (False, True))
    for size in (3, 20_000):
        found = []
        for module in (plain, given):
            with user_code.under_numen(module is given):
                found.append(module.outcome(CALLS[name], error, size))
        assert found[1] == found[0]
