"""Metropolis sampling of a decay curve's three parameters from twelve noisy counts.

The posterior of (amplitude, rate, background) given the data is explored by a random walk; the
means must come out near the values the data were made with, within a few standard deviations.

Usage: python metropolis.py [samples, default 200000]
"""

import sys
import time

import numpy as np

TRUTH = np.array([100.0, 0.35, 12.0])
TIMES = np.linspace(0.0, 11.0, 12)


def decay(theta, t):
    return theta[0] * np.exp(-theta[1] * t) + theta[2]


def make_data(rng):
    expected = decay(TRUTH, TIMES)
    sigma = np.sqrt(expected)
    return expected + sigma * rng.standard_normal(len(TIMES)), sigma


def log_posterior(theta, counts, sigma):
    """Gaussian errors, flat prior on positive parameters."""
    if np.any(theta <= 0.0):
        return -np.inf
    residual = (counts - decay(theta, TIMES)) / sigma
    return -0.5 * np.dot(residual, residual)


def metropolis(theta, counts, sigma, scale, samples, rng):
    """Random-walk chain and the fraction of accepted proposals."""
    chain = np.empty((samples, len(theta)))
    current = log_posterior(theta, counts, sigma)
    accepted = 0
    for k in range(samples):
        proposal = theta + scale * rng.standard_normal(3)
        proposed = log_posterior(proposal, counts, sigma)
        if np.log(rng.random()) < proposed - current:
            theta, current = proposal, proposed
            accepted += 1
        chain[k] = theta
    return chain, accepted / samples


def main():
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    rng = np.random.default_rng(1953)
    counts, sigma = make_data(rng)
    print("counts", np.round(counts, 2))

    scale = np.array([6.0, 0.03, 2.0])
    start = time.perf_counter()
    chain, acceptance = metropolis(np.array([80.0, 0.5, 5.0]), counts, sigma, scale, samples, rng)
    print(f"time {time.perf_counter() - start:.3f} s for {samples} samples")

    chain = chain[samples // 10:]
    mean, deviation = chain.mean(axis=0), chain.std(axis=0)
    print(f"accepted {acceptance:.4f} of the proposals")
    for name, truth, m, d in zip(("amplitude", "rate", "background"), TRUTH, mean, deviation):
        print(f"{name:11} truth {truth:8.3f}  mean {m:11.6f} +- {d:10.6f}")
    correlation = np.corrcoef(chain, rowvar=False)
    print(f"correlation of rate and background {correlation[1, 2]:.6f}")
    print(f"checksum: {float(chain.sum())!r}")


if __name__ == "__main__":
    main()
