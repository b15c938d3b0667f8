"""Sums, means, spreads and shares by group with bincount; size is the number of records."""

import numpy as np

SIZES = {"small": 200_000, "medium": 3_000_000, "large": 10_000_000}
GROUPS = 1_000


def prepare(rng, size):
    """The group of every record, its amount, and whether it was paid."""
    groups = rng.integers(0, GROUPS, size=size)
    amounts = rng.exponential(scale=50.0, size=size)
    paid = rng.random(size) < 0.8
    return groups, amounts, paid


def run(groups, amounts, paid):
    """By group: number of records, total, mean, standard deviation, paid share; and the order."""
    counts = np.bincount(groups, minlength=GROUPS)
    totals = np.bincount(groups, weights=amounts, minlength=GROUPS)
    means = totals / np.maximum(counts, 1)
    deviation = amounts - means[groups]
    variance = np.bincount(groups, weights=deviation**2, minlength=GROUPS) / counts
    paid_share = np.bincount(groups[paid], minlength=GROUPS) / counts
    order = np.argsort(-totals)
    return counts, totals, means, np.sqrt(variance), paid_share, order
