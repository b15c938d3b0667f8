import numpy as np

d = np.arange("2024-02-27", "2024-03-03", dtype="M8[D]")
print(d, repr(d[1]), d.dtype, d[1:] - d[:-1], d + np.timedelta64(2, "h"), d > d[2], d.astype(int))
print(d + np.arange(5), np.datetime64("2024-01-01") + np.arange(3), d[np.array([0, 2])])
print(np.diff(d).astype(float).mean(), d.min(), d.max(), np.sort(d[::-1]), d.astype("M8[M]"))
print(np.busday_count("2024-01-01", "2024-02-01"), np.is_busday(d), np.datetime_as_string(d))
span = np.array([1, 2, 3], dtype="m8[h]")
print(span * 2, span / np.timedelta64(1, "m"), span.sum(), span.mean(), abs(-span), span // 2)
print(span * np.array([1.5, 2.0, 0.0]), np.array([2.0]) * span[:1], span / span, span % span[1])
print(np.isnat(np.array(["NaT", "2020-01-01"], "M8[D]")), np.array(["NaT"], "M8[s]"))
values = np.linspace(0, 1, 5)
print(values[d >= np.datetime64("2024-02-29")], np.searchsorted(d, d[3]), np.unique(d).size)
print(np.interp(d.astype(float), d.astype(float), values), np.where(values > 0.3, d, d[0]))
months = d.astype("M8[M]")
print({str(m): float(values[months == m].sum()) for m in np.unique(months)}, d.tolist()[0])
for bad in (lambda: d + d, lambda: np.sqrt(d), lambda: d * 2, lambda: d + np.ones(5)):
    try:
        print(bad())
    except TypeError as error:
        print(type(error).__name__, error)
print(np.zeros(2, "m8[s]"), np.empty((0,), "M8[D]"),
      np.timedelta64(5, "D") / np.timedelta64(2, "D"))
