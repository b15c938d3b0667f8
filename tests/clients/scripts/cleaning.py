"""Sales records: gaps, duplicates, outliers, categories, groups and a pivot table."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(11)
n = 5000
prices = np.round(rng.lognormal(3, 0.6, n), 2)
quantity = rng.integers(1, 20, n)
region = np.array(["north", "south", "east", "west"])[rng.integers(0, 4, n)]
day = np.datetime64("2023-01-01") + rng.integers(0, 365, n)
prices[rng.random(n) < 0.05] = np.nan
prices[rng.choice(n, 20, replace=False)] *= 50

frame = pd.DataFrame({"price": prices, "quantity": quantity, "region": region, "day": day})
frame = pd.concat([frame, frame.iloc[:100]], ignore_index=True)
print(frame.shape, frame.duplicated().sum(), frame["price"].isna().sum())
frame = frame.drop_duplicates()
frame["price"] = frame.groupby("region")["price"].transform(lambda s: s.fillna(s.median()))

q1, q3 = np.percentile(frame["price"], [25, 75])
upper = q3 + 3 * (q3 - q1)
outliers = frame["price"].to_numpy() > upper
print("outliers", np.count_nonzero(outliers), round(float(upper), 4))
frame.loc[outliers, "price"] = upper
frame["revenue"] = frame["price"] * frame["quantity"]
frame["logged"] = np.log1p(frame["revenue"])
frame["size"] = np.select([frame["quantity"] < 5, frame["quantity"] < 12], ["small", "medium"],
                          default="large")
frame["score"] = np.where(frame["revenue"] > frame["revenue"].mean(), 1, 0)
bins = np.digitize(frame["revenue"], np.quantile(frame["revenue"], [0.2, 0.4, 0.6, 0.8]))
frame["fifth"] = bins
print(frame.describe().round(3).to_string())
print(frame.groupby("region").agg({"revenue": ["sum", "mean", np.std], "quantity": "max"}).round(2)
      .to_string())
print(frame.pivot_table(values="revenue", index="size", columns="region", aggfunc="sum").round(1)
      .to_string())
monthly = frame.set_index("day")["revenue"].resample("MS").sum()
print(monthly.round(2).to_string())
print(np.corrcoef(frame["price"], frame["quantity"]).round(4))
values, counts = np.unique(frame["fifth"], return_counts=True)
print(dict(zip(values.tolist(), counts.tolist())))
wide = frame.pivot_table(index=frame["day"].dt.month, columns="region", values="revenue").to_numpy()
print((wide / wide.sum(axis=1, keepdims=True)).round(4))
codes, names = pd.factorize(frame["region"])
print(np.bincount(codes, weights=frame["revenue"]).round(2), list(names))
cumulative = np.cumsum(np.sort(frame["revenue"].to_numpy())[::-1])
print("half of all from", np.searchsorted(cumulative, cumulative[-1] / 2) + 1)
print(frame.select_dtypes(np.number).corr().round(3).to_string())
