"""The knapsack problem by dynamic programming over capacities; size is the capacity."""

import numpy as np

SIZES = {"small": 7_000, "medium": 120_000, "large": 500_000}
ITEMS = 150


def prepare(rng, size):
    """Weights and values of the items, and the capacity."""
    weights = rng.integers(1, size // 20, size=ITEMS)
    values = rng.integers(1, 1_000, size=ITEMS)
    return weights, values, size


def run(weights, values, capacity):
    """The best value at every capacity, and which items make the best at the largest."""
    best = np.zeros(capacity + 1, dtype=np.int64)
    taken = np.zeros((len(weights), capacity + 1), dtype=bool)
    for item, (weight, value) in enumerate(zip(weights, values)):
        with_item = best[:-weight] + value
        better = with_item > best[weight:]
        taken[item, weight:] = better
        best[weight:] = np.where(better, with_item, best[weight:])

    chosen = np.zeros(len(weights), dtype=bool)
    left = capacity
    for item in range(len(weights) - 1, -1, -1):
        if taken[item, left]:
            chosen[item] = True
            left -= weights[item]
    return best, chosen, weights[chosen].sum()
