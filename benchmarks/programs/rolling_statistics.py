"""Rolling mean, deviation and range of a series by sliding windows; size is its length."""

import numpy as np

SIZES = {"small": 10_000, "medium": 120_000, "large": 600_000}
WINDOW = 30


def prepare(rng, size):
    """A slowly wandering series."""
    return (100 + np.cumsum(rng.normal(scale=0.1, size=size)) + rng.normal(size=size),)


def run(series):
    """Mean, standard deviation and range in each window, and where the series is an outlier."""
    windows = np.lib.stride_tricks.sliding_window_view(series, WINDOW)
    mean = windows.mean(axis=1)
    deviation = windows.std(axis=1, ddof=1)
    spread = windows.max(axis=1) - windows.min(axis=1)
    score = (series[WINDOW - 1 :] - mean) / deviation
    outliers = np.flatnonzero(np.abs(score) > 2.5)
    return mean, deviation, spread, outliers
