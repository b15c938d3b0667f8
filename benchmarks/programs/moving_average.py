"""Moving average and trend crossings of a long series by cumulative sums; size is its length."""

import numpy as np

SIZES = {"small": 300_000, "medium": 3_000_000, "large": 10_000_000}
WINDOW = 50


def prepare(rng, size):
    """A noisy series."""
    return (rng.random(size),)


def run(series):
    """The moving average, the spread about it and the share of values above it."""
    total = np.cumsum(series)
    average = np.empty(len(series) - WINDOW + 1)
    average[0] = total[WINDOW - 1]
    average[1:] = total[WINDOW:] - total[:-WINDOW]
    average /= WINDOW
    residual = series[WINDOW - 1 :] - average
    return average, residual.std(), np.mean(residual > 0)
