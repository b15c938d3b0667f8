"""Gillespie's exact stochastic simulation of chemical reactions.

Birth and death settles to Poisson's distribution, dimers keep their atoms, and predators and prey
go round; the mean of many runs is compared with the rate equations.
"""

import math

import numpy as np


def simulate(state, changes, propensities, until, rng):
    """Times and states after each reaction, the first being the start."""
    state = np.array(state)
    time, times, states = 0.0, [0.0], [state.copy()]
    while True:
        rates = propensities(state)
        total = rates.sum()
        if total == 0:
            break
        time += rng.exponential(1 / total)
        if time > until:
            break
        chosen = np.searchsorted(np.cumsum(rates), rng.random() * total)
        state += changes[chosen]
        times.append(time)
        states.append(state.copy())
    return np.array(times), np.array(states)


def sampled(times, states, at):
    """States at the given times: that of the last reaction before each."""
    return states[np.searchsorted(times, at, side="right") - 1]


def poisson(mean, counts):
    logs = counts * math.log(mean) - mean - np.array([math.lgamma(k + 1) for k in counts])
    return np.exp(logs)


def birth_and_death(rng):
    birth, death = 20.0, 1.0
    times, states = simulate(
        [0], np.array([[1], [-1]]), lambda s: np.array([birth, death * s[0]]), 300.0, rng)
    print(f"birth and death: {len(times) - 1} reactions")
    held = np.diff(np.append(times, 300.0))
    late = times > 10
    share = np.bincount(states[late, 0], weights=held[late])
    share /= share.sum()
    counts = np.arange(len(share))
    mean = counts @ share
    print(f"mean {mean:.6f}, variance {(counts - mean) ** 2 @ share:.6f} (both {birth / death})")
    for k in range(12, 29, 4):
        print(f"  {k} molecules: {share[k]:.6f}, Poisson {poisson(birth / death, counts)[k]:.6f}")


def dimers(rng):
    changes = np.array([[-2, 1], [2, -1]])
    grid = np.linspace(0, 5, 6)
    runs = []
    for _ in range(60):
        times, states = simulate(
            [100, 0], changes,
            lambda s: np.array([0.005 * s[0] * (s[0] - 1), 0.5 * s[1]]), 5.0, rng)
        assert (states @ [1, 2] == 100).all()
        runs.append(sampled(times, states, grid))
    runs = np.array(runs)
    singles = runs[:, :, 0].mean(axis=0)
    x = 100.0
    rates = [x]
    for step in range(1, 5001):
        x += 0.001 * (-2 * 0.005 * x * x + 2 * 0.5 * (100 - x) / 2)
        if step % 1000 == 0:
            rates.append(x)
    print("dimers: time, mean of single molecules, its error, rate equation")
    for row in zip(grid, singles, runs[:, :, 0].std(axis=0, ddof=1) / np.sqrt(60), rates):
        print("  {:.1f} {:10.6f} {:9.6f} {:10.6f}".format(*row))


def predators_and_prey(rng):
    times, states = simulate(
        [60, 40], np.array([[1, 0], [-1, 1], [0, -1]]),
        lambda s: np.array([1.0 * s[0], 0.02 * s[0] * s[1], 1.0 * s[1]]), 15.0, rng)
    prey, predators = states.T
    print(f"predators and prey: {len(times) - 1} reactions")
    print(f"prey from {prey.min()} to {prey.max()}, predators from {predators.min()} "
          f"to {predators.max()}, at the end {states[-1]}")
    at = np.linspace(0, times[-1], 60)
    width = 50 / max(prey.max(), predators.max())
    for a, b in (sampled(times, states, at) * width).astype(int)[::2]:
        line = np.full(52, " ")
        line[a], line[b] = "o", "x"
        print("  |" + "".join(line).rstrip())


def main():
    rng = np.random.default_rng(1977)
    birth_and_death(rng)
    dimers(rng)
    predators_and_prey(rng)


if __name__ == "__main__":
    main()
