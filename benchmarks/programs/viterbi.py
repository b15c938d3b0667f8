"""The likeliest states of a hidden Markov model, log domain; size is the number of observations."""

import numpy as np

SIZES = {"small": 300, "medium": 4_000, "large": 17_000}
STATES = 12


def prepare(rng, size):
    """Observations; start and transition probabilities; mean and spread of each state."""
    transition = rng.random((STATES, STATES)) + 2 * np.eye(STATES)
    transition /= transition.sum(axis=1, keepdims=True)
    start = np.full(STATES, 1 / STATES)
    means = np.linspace(-3, 3, STATES)
    spreads = rng.uniform(0.5, 1.0, size=STATES)
    observations = rng.normal(scale=2.0, size=size)
    return observations, start, transition, means, spreads


def run(observations, start, transition, means, spreads):
    """The likeliest path, and its log probability."""
    length = len(observations)
    log_transition = np.log(transition)
    deviation = (observations[:, np.newaxis] - means) / spreads
    log_emission = -0.5 * deviation**2 - np.log(spreads) - 0.5 * np.log(2 * np.pi)

    score = np.log(start) + log_emission[0]
    back = np.zeros((length, STATES), dtype=int)
    for t in range(1, length):
        candidates = score[:, np.newaxis] + log_transition
        back[t] = np.argmax(candidates, axis=0)
        score = np.max(candidates, axis=0) + log_emission[t]

    path = np.zeros(length, dtype=int)
    path[-1] = np.argmax(score)
    for t in range(length - 2, -1, -1):
        path[t] = back[t + 1, path[t + 1]]
    return path, score.max()
