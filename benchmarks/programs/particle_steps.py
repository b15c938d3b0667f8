"""Particles falling in a box with elastic walls and drag; size is the number of particles."""

import numpy as np

SIZES = {"small": 1_000, "medium": 25_000, "large": 100_000}
STEPS = 40
TIME_STEP = 0.01
DRAG = 0.1


def prepare(rng, size):
    """Positions in the unit cube, and velocities."""
    positions = rng.random((size, 3))
    velocities = rng.normal(scale=2.0, size=(size, 3))
    return positions, velocities


def run(positions, velocities):
    """Positions and velocities at the end, and the mean kinetic energy at each step."""
    positions = positions.copy()
    velocities = velocities.copy()
    gravity = np.array([0.0, 0.0, -9.81])
    energies = []
    for _ in range(STEPS):
        velocities += TIME_STEP * (gravity - DRAG * velocities)
        positions += TIME_STEP * velocities
        below = positions < 0.0
        above = positions > 1.0
        positions[below] = -positions[below]
        positions[above] = 2.0 - positions[above]
        velocities[below | above] *= -1
        energies.append(0.5 * np.mean(np.sum(velocities**2, axis=1)))
    return positions, velocities, np.array(energies)
