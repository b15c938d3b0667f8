"""The Ising model by Metropolis sweeps over a checkerboard; size is the side of the lattice."""

import numpy as np

SIZES = {"small": 32, "medium": 190, "large": 450}
SWEEPS = 20
TEMPERATURE = 2.2


def prepare(rng, size):
    """Spins, each plus or minus one, and a seed."""
    spins = rng.choice([-1, 1], size=(size, size))
    return spins, int(rng.integers(1_000_000))


def neighbour_sum(spins):
    """The sum of the four neighbours of each spin, on a torus."""
    return (
        np.roll(spins, 1, axis=0)
        + np.roll(spins, -1, axis=0)
        + np.roll(spins, 1, axis=1)
        + np.roll(spins, -1, axis=1)
    )


def run(spins, seed):
    """The spins at the end; magnetisation and energy by spin after each sweep."""
    rng = np.random.default_rng(seed)
    spins = spins.copy()
    rows, columns = np.indices(spins.shape)
    magnetisation = np.zeros(SWEEPS)
    energy = np.zeros(SWEEPS)
    for sweep in range(SWEEPS):
        for colour in (0, 1):
            change = 2 * spins * neighbour_sum(spins)
            accept = rng.random(spins.shape) < np.exp(-change / TEMPERATURE)
            flip = accept & ((rows + columns) % 2 == colour)
            spins[flip] *= -1
        magnetisation[sweep] = spins.mean()
        energy[sweep] = -np.sum(spins * neighbour_sum(spins)) / (2 * spins.size)
    return spins, magnetisation, energy
