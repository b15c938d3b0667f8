"""Likelihoods of many sequences under a hidden Markov model; size is the number of sequences."""

import numpy as np

SIZES = {"small": 400, "medium": 10_000, "large": 40_000}
STATES = 8
SYMBOLS = 20
LENGTH = 60


def prepare(rng, size):
    """Sequences of symbols; start, transition and emission probabilities."""
    start = rng.dirichlet(np.ones(STATES))
    transition = rng.dirichlet(np.ones(STATES), size=STATES)
    emission = rng.dirichlet(np.ones(SYMBOLS), size=STATES)
    sequences = rng.integers(0, SYMBOLS, size=(size, LENGTH))
    return sequences, start, transition, emission


def run(sequences, start, transition, emission):
    """Log likelihood and final state probabilities of each sequence."""
    forward = start * emission[:, sequences[:, 0]].T
    scale = forward.sum(axis=1, keepdims=True)
    forward = forward / scale
    log_likelihood = np.log(scale[:, 0])
    for t in range(1, sequences.shape[1]):
        forward = (forward @ transition) * emission[:, sequences[:, t]].T
        scale = forward.sum(axis=1, keepdims=True)
        forward = forward / scale
        log_likelihood += np.log(scale[:, 0])
    return log_likelihood, forward
