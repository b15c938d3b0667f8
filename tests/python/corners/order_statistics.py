# Quantiles of what may not be overwritten, and distinct rows of small floats with NaNs.
import numpy as np


def told(call):
    try:
        return repr(call())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def calls(x, **options):
    yield from (lambda: np.median(x, **options), lambda: np.nanmedian(x, **options))
    for f in (np.quantile, np.nanquantile):
        yield from (lambda f=f: f(x, 0.3, **options), lambda f=f: f(x, [0.1, 0.9], **options))
    for f in (np.percentile, np.nanpercentile):
        yield from (lambda f=f: f(x, 30, **options), lambda f=f: f(x, 99.5, **options))


for size in (1, 6, 300):
    for dtype in ("f8", "f4", "f2", "i4", "u1", "?", "O", ">f8"):
        for has_nan in (False, True):
            x = (np.arange(size) * 7 % 11).astype(dtype)
            if has_nan and x.dtype.kind == "f":
                x[::3] = np.nan
            x.flags.writeable = False
            kept = x.copy()
            for overwrite in (False, True):
                for keepdims in (False, True):
                    for call in calls(x, overwrite_input=overwrite, keepdims=keepdims):
                        print(size, dtype, has_nan, overwrite, told(call))
            print(((x == kept) | (x != x)).all(), x.flags.writeable)
table = np.arange(60.0).reshape(6, 10) % 7
for x in (table, table.T, np.broadcast_to(table[0], (6, 10)), table[::2, 1:], table.tolist()):
    if isinstance(x, np.ndarray):
        x.flags.writeable = False
    for axis in (None, 0, 1, (0, 1)):
        for call in calls(x, axis=axis, overwrite_input=True):
            print(axis, told(call))

rows = np.array([[1, 2, 0], [1, 2, 0], [0, 0, 0], [2, 1, 0], [0, 0, 0]])
for dtype in ("f2", "f4", "f8", "i4"):
    x = rows.astype(dtype)
    if x.dtype.kind == "f":
        x[0, 1] = x[1, 1] = x[4, 0] = np.nan
    for axis in (0, 1, None):
        for equal_nan in (True, False):
            parts = (True, True, True)
            print(dtype, axis, told(lambda: np.unique(x, *parts, axis, equal_nan=equal_nan)))
            print(dtype, axis, told(lambda: np.unique(x, axis=axis, equal_nan=equal_nan)))
