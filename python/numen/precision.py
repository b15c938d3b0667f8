"""The precision that linear algebra works in."""

import contextlib
import functools

from .native import front


class precision(contextlib.ContextDecorator):
    """``with numen.linalg.precision("native"):`` lets linear algebra work in single precision.

    NumPy computes the linear algebra of float32 and complex64 arrays (all but products) in double
    precision and rounds the results: errors of about 3e-8. So do the functions of `numen.linalg`
    ("default"). With "native" they work in the arrays' own precision: faster, with errors of
    single precision, 1e-7 times the condition number of the matrix; results have the same types.
    Other types are computed as ever.

    `name` is "native" or "default" (ValueError otherwise). The setting holds for this thread or
    task, as `numpy.errstate` does. Functions that factor matrices also take it for one call, as the
    keyword `precision`; products and norms do not.

    >>> import numen as np
    >>> a = np.array([[3, 1], [1, 2]], np.float32)
    >>> with np.linalg.precision("native"):
    ...     print(np.linalg.solve(a, np.array([9, 8], np.float32)))
    [2. 3.]
    >>> np.linalg.inv(a, precision="native").dtype
    dtype('float32')
    """

    def __init__(self, name):
        if not isinstance(name, str):
            raise TypeError(
                f"precision must be 'default' or 'native', got {type(name).__name__}")
        if name not in ("default", "native"):
            raise ValueError(f"precision must be 'default' or 'native', got {name!r}")
        self.name = name
        self._tokens = []

    def __enter__(self):
        self._tokens.append(front.native_precision.set(self.name == "native"))
        return self

    def __exit__(self, *exception):
        front.native_precision.reset(self._tokens.pop())

    def __repr__(self):
        return f"numen.linalg.precision({self.name!r})"


precision.__module__ = "numen.linalg"


def in_precision(function):
    """Gives a composite the keyword `precision`, which holds for what it calls."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        if "precision" not in kwargs:
            return function(*args, **kwargs)
        with precision(kwargs.pop("precision")):
            return function(*args, **kwargs)

    call.takes_precision = True  # front.Composite does not hand it on to NumPy's function
    return call
