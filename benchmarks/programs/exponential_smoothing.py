"""Exponential smoothing of a table of series, column by column; size is the number of series."""

import numpy as np

SIZES = {"small": 2_500, "medium": 28_000, "large": 90_000}
TIMES = 120
ALPHA = 0.3


def prepare(rng, size):
    """A table with a row for each series and a column for each time, in single precision."""
    return (rng.random((size, TIMES), dtype=np.float32),)


def run(table):
    """The smoothed table, and the mean absolute error of its one-step forecasts by series."""
    smoothed = np.empty_like(table)
    smoothed[:, 0] = table[:, 0]
    for time in range(1, table.shape[1]):
        smoothed[:, time] = ALPHA * table[:, time] + (1 - ALPHA) * smoothed[:, time - 1]
    error = np.abs(table[:, 1:] - smoothed[:, :-1]).mean(axis=1, dtype=np.float64)
    return smoothed, error
