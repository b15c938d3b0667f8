"""String columns and dates: parsing, counting, joining, calendars, rolling windows."""

import numpy as np
import pandas as pd

lines = np.array(["2024-01-05,Ann Lee,ok,12.5", "2024-01-05,Bob Ray,failed,7", "bad line",
                  "2024-02-29,ann lee,OK,3.25", "2024-03-01,Cy Young,ok,",
                  "2024-03-04,Bob Ray,ok,9"])
good = lines[np.char.count(lines, ",") == 3]
parts = np.array([line.split(",") for line in good])
print(parts.shape, parts.dtype, parts[:, 1])
names = np.char.title(np.char.strip(parts[:, 1]))
status = np.char.lower(parts[:, 2])
amount = np.where(parts[:, 3] == "", "nan", parts[:, 3]).astype(float)
days = parts[:, 0].astype("datetime64[D]")
print(names, status, amount, days, days.dtype)
print(np.unique(names, return_counts=True), np.nansum(amount), np.nanmean(amount[status == "ok"]))
print((days - days.min()).astype(int), np.diff(days), days.astype("datetime64[M]"),
      (days.astype("datetime64[D]").view("int64") - 4) % 7)
print(np.busday_count(days.min(), days.max()), np.is_busday(days), np.datetime_as_string(days)[0])
surnames = np.array([name.split()[-1] for name in names])
print(np.char.add(surnames, np.char.add(", ", names)), np.char.str_len(names), surnames == "Ray")
print({name: float(np.nansum(amount[names == name])) for name in np.unique(names)})

frame = pd.DataFrame({"day": days, "name": names, "status": status, "amount": amount})
print(frame.dtypes.to_string(), frame.groupby("name")["amount"].sum().to_dict())
frame["week"] = frame["day"].dt.isocalendar().week.to_numpy()
frame["first"] = frame["name"].str.split().str[0].to_numpy()
print(frame.to_string())
merged = frame.merge(pd.DataFrame({"name": np.array(["Ann Lee", "Bob Ray"]), "team": [1, 2]}),
                     on="name", how="left")
print(merged["team"].fillna(-1).astype(int).tolist(), merged["amount"].rank().tolist())

rng = np.random.default_rng(8)
index = pd.date_range("2024-01-01", periods=366, freq="D")
value = 20 + 10 * np.sin(2 * np.pi * np.arange(366) / 366) + rng.normal(size=366)
series = pd.Series(value, index=index)
print(series.resample("QS").mean().round(6).to_dict())
print(series.rolling(7).mean().dropna().round(6).iloc[[0, 100, -1]].to_list())
print(series.groupby(series.index.dayofweek).mean().round(6).to_list())
print(series.ewm(alpha=0.3).mean().round(6).iloc[-3:].to_list(), series.autocorr(1).round(6))
months = index.to_numpy().astype("datetime64[M]")
table = {str(month): float(np.round(value[months == month].max(),
                                    4)) for month in np.unique(months)}
print(table)
hours = np.arange("2024-03-10T00", "2024-03-11T00", 6, dtype="datetime64[h]")
print(hours, hours.astype("datetime64[s]").astype(int), pd.to_datetime(hours).tz_localize("UTC")
      .tz_convert("Europe/Berlin").strftime("%H:%M %Z").to_list())
spans = np.array([90, 45, 3600], dtype="timedelta64[s]")
print(spans / np.timedelta64(1, "m"), spans.sum(), spans.astype("timedelta64[m]"),
      pd.Series(spans).sum())
category = pd.Categorical(status, categories=["ok", "failed"])
print(category.codes, np.asarray(category), pd.get_dummies(category).to_numpy(dtype=int).tolist())
text = "the cat and the dog and the bird".split()
words, counts = np.unique(text, return_counts=True)
order = np.lexsort((words, -counts))
print(list(zip(words[order].tolist(), counts[order].tolist())))
print(np.char.ljust(words, 6, "."), np.char.replace(words, "t", "T"),
      np.char.startswith(words, "t"),
      np.array(["%s=%d" % pair for pair in zip(words, counts)]))
matrix = np.array([[word.count(letter) for letter in "aehtn"] for word in words])
print(matrix, matrix @ np.ones(5, dtype=int), np.array(sorted(words, key=len)).astype("U3"))
print(np.genfromtxt(["a,1,2.5", "b,2,nan"], delimiter=",", dtype=None, encoding="utf-8"))
