"""Many random walks on the integers at once; size is the number of walks."""

import numpy as np

SIZES = {"small": 500, "medium": 6_000, "large": 20_000}
STEPS = 500
LEVEL = 15


def prepare(rng, size):
    """The number of walks, and a seed."""
    return size, int(rng.integers(1_000_000))


def run(walks, seed):
    """Ends, extremes and first passage of each walk, and the mean square at each step."""
    rng = np.random.default_rng(seed)
    draws = rng.integers(0, 2, size=(walks, STEPS))
    steps = np.where(draws > 0, 1, -1)
    positions = steps.cumsum(axis=1)
    reached = np.abs(positions) >= LEVEL
    ever = reached.any(axis=1)
    first = np.where(ever, reached.argmax(axis=1), -1)
    mean_square = (positions**2).mean(axis=0)
    return positions[:, -1], positions.max(axis=1), positions.min(axis=1), first, mean_square
