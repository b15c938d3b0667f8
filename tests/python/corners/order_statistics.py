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
methods = ("linear", "lower", "higher", "midpoint", "nearest", "inverted_cdf", "weibull",
           "averaged_inverted_cdf", "closest_observation", "hazen", "median_unbiased")
random = np.random.default_rng(5)
for shape in ((5,), (700,), (5000,), (4, 300), (300, 4), (3, 5, 40)):
    for dtype in ("f8", "f4", "f2", "i8", "u1"):
        for lost in (0, 1, 30, 100):  # per cent, but at least one
            if lost and np.dtype(dtype).kind != "f":
                continue
            x = (random.permutation(int(np.prod(shape))).reshape(shape) % 251).astype(dtype)
            x[random.random(shape) < lost / 100] = np.nan
            if lost:
                x.flat[3] = np.nan
            for axis in (None, 0, -1):
                print(shape, dtype, lost, axis, told(lambda: np.nanmedian(x, axis)))
                for q in (0.3, [0.5], [0.1, 0.9, 0.1], np.linspace(0, 1, 7), np.linspace(0, 1, 60)):
                    method = methods[random.integers(len(methods))]
                    print(method, told(lambda: np.nanquantile(x, q, axis, method=method)))
                    print(told(lambda: np.nanpercentile(x, np.multiply(q, 100), axis)))
                    if not lost:
                        print(told(lambda: np.quantile(x, q, axis, method=method)))
