"""Pi from random points in the unit square; size is the number of points."""

import numpy as np

SIZES = {"small": 300_000, "medium": 3_000_000, "large": 12_000_000}


def prepare(rng, size):
    """The number of points, and a seed."""
    return size, int(rng.integers(1_000_000))


def run(points, seed):
    """The estimate of pi, and its standard error."""
    rng = np.random.default_rng(seed)
    x = rng.random(points)
    y = rng.random(points)
    inside = x**2 + y**2 <= 1.0
    share = inside.mean()
    return 4 * share, 4 * np.sqrt(share * (1 - share) / points)
