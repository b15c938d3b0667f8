"""An Asian option and a barrier option by Monte Carlo in steps; size is the number of paths."""

import numpy as np

SIZES = {"small": 3_000, "medium": 50_000, "large": 250_000}
STEPS = 50
RATE = 0.03
VOLATILITY = 0.25


def prepare(rng, size):
    """Number of paths, price at the start, strike, barrier and a seed."""
    return size, 100.0, 105.0, 80.0, int(rng.integers(1_000_000))


def run(paths, spot, strike, barrier, seed):
    """Price and standard error of each option, and the share of paths knocked out."""
    rng = np.random.default_rng(seed)
    step = 1.0 / STEPS
    drift = (RATE - 0.5 * VOLATILITY**2) * step
    price = np.full(paths, spot)
    total = np.zeros(paths)
    alive = np.ones(paths, dtype=bool)
    for _ in range(STEPS):
        shock = rng.standard_normal(paths)
        price = price * np.exp(drift + VOLATILITY * np.sqrt(step) * shock)
        total += price
        alive &= price > barrier
    discount = np.exp(-RATE)
    asian = discount * np.maximum(total / STEPS - strike, 0.0)
    knock_out = discount * np.where(alive, np.maximum(price - strike, 0.0), 0.0)
    prices = np.array([asian.mean(), knock_out.mean()])
    errors = np.array([asian.std(ddof=1), knock_out.std(ddof=1)]) / np.sqrt(paths)
    return prices, errors, 1 - alive.mean()
