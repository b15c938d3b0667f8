"""The edit distance of two strings of letters, cell by cell; size is their length."""

import numpy as np

SIZES = {"small": 60, "medium": 190, "large": 420}


def prepare(rng, size):
    """Two strings over an alphabet of four letters, as arrays of small integers."""
    first = rng.integers(0, 4, size=size)
    second = rng.integers(0, 4, size=size + size // 10)
    return first, second


def run(first, second):
    """The whole table of distances between prefixes, and the distance."""
    rows = len(first) + 1
    columns = len(second) + 1
    table = np.zeros((rows, columns), dtype=int)
    table[:, 0] = np.arange(rows)
    table[0, :] = np.arange(columns)
    for i in range(1, rows):
        for j in range(1, columns):
            cost = 0 if first[i - 1] == second[j - 1] else 1
            table[i, j] = min(
                table[i - 1, j] + 1,
                table[i, j - 1] + 1,
                table[i - 1, j - 1] + cost,
            )
    return table, table[-1, -1]
