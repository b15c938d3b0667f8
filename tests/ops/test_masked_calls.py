"""ufunc(..., where=mask): what is written, what is told, whatever the pieces (ufunc_masked.cpp).

Each line runs as a user's module would, under NumPy and under Numen; `result` is compared, and the
warnings or the error.
"""

import pytest

from tests.clients import user_code

SETUP = """
import warnings
import numpy as np
n = SIZE
y, i = np.arange(float(n)), np.arange(n) - 3
z, ones = np.arange(n) % 5., np.ones(n, 'f4')
m = np.arange(n) % 2 == 0
out = np.full(n, 7.)
told = []
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    try:
        LINE
    except Exception as error:
        told.append((type(error).__name__, str(error)))
told += [(w.category.__name__, str(w.message)) for w in seen]
result, dtype, strides = result.tolist(), result.dtype.str, result.strides
"""

LINES = {
    "one warning": "result = np.divide(1, z, out=out, where=m)",
    "two warnings": "result = np.divide(z - 4, z - z, out=out, where=m)",
    "no warning of what is left out": "result = np.log(z, out=out, where=z > 0)",
    "cast of a number": "result = np.add(ones, 1e300, out=np.zeros(n, 'f4'), where=m)",
    "written before it raises":
        "result = out\n        with np.errstate(all='raise'): np.divide(1, z, out=out, where=m)",
    "negative powers":
        "result = np.zeros(n, int)\n        np.power(2, i, out=result, where=m)",
    "power of one number": "result = np.power(z, [2.], out=out, where=m)",
    "in place": "result = z\n        np.divide(z, z, out=z, where=m)",
    "mask in place": "result = m\n        np.logical_not(m, out=m, where=m)",
    "shifted in place": "result = y\n        np.add(y[1:], y[:-1], out=y[1:], where=m[1:])",
    "pending, shifted in place":
        "result = y * 2\n        np.add(result[1:], result[:-1], out=result[1:], where=m[1:])",
    "reversed in place": "result = np.add(y[::-1], y, out=y, where=m)",
    "mask reversed": "result = np.logical_xor(m, True, out=m, where=m[::-1])",
    "inputs broadcast":
        "result = np.multiply(y, [[1], [2], [3]], out=np.zeros((3, n)), where=m)",
    "mask broadcast by columns": "result = np.multiply(y[:, None], [1, 2, 3], where=m[:, None], "
                                 "out=np.zeros((n, 3), order='F'))",
    "a false mask": "result = np.add(ones, 1, out=np.zeros(n, 'f4'), where=False)",
    "three axes": "result = np.add(y.reshape(2, 1, -1), z.reshape(2, 1, -1)[::-1], "
                  "out=np.zeros((2, 3, n // 2))[:, ::-1], where=m[:n // 2])",
    "no output": "result = np.multiply(y, 2, where=m, out=None)[m]",
    "no output, by columns":
        "result = np.add(np.ones((3, n)).T, 1, where=m[:, None], out=None)\n"
        "        result[~m] = 0",
    "another type": "result = np.add(i, 1, out=out, where=m)",
    "read-only":
        "result = out\n        out.flags.writeable = False\n"
        "        np.add(y, 1, out=out, where=m)",
}


@pytest.mark.parametrize("size", [6, 30_000, 300_000])  # small, managed, in pieces
@pytest.mark.parametrize("name", LINES)
def test_as_numpy(name, size):
    text = SETUP.replace("SIZE", str(size)).replace("LINE", LINES[name])
    wanted, given = (user_code.run(text, is_numens) for is_numens in (False, True))
    assert given.told == wanted.told
    assert (given.dtype, given.strides) == (wanted.dtype, wanted.strides)
    assert str(given.result) == str(wanted.result)  # which has NaN
