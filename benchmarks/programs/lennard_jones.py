"""A Lennard-Jones fluid in a periodic box, velocity Verlet; size is the atoms along one side."""

import numpy as np

SIZES = {"small": 4, "medium": 6, "large": 8}
STEPS = 8
TIME_STEP = 0.002
SPACING = 1.2
CUTOFF = 2.5


def prepare(rng, size):
    """Positions near a cubic lattice, velocities, and the side of the box."""
    line = np.arange(size) * SPACING
    lattice = np.stack(np.meshgrid(line, line, line, indexing="ij"), axis=-1).reshape(-1, 3)
    positions = lattice + rng.uniform(-0.05, 0.05, size=lattice.shape)
    velocities = rng.normal(scale=0.5, size=lattice.shape)
    velocities -= velocities.mean(axis=0)
    return positions, velocities, size * SPACING


def forces_and_energy(positions, box):
    """The force on every atom, and the potential energy of all."""
    separation = positions[:, np.newaxis, :] - positions[np.newaxis, :, :]
    separation -= box * np.round(separation / box)
    squared = np.sum(separation**2, axis=-1)
    np.fill_diagonal(squared, np.inf)
    near = squared < CUTOFF**2
    inverse6 = np.where(near, 1.0 / squared**3, 0.0)
    energy = 2.0 * np.sum(inverse6**2 - inverse6)
    strength = 24.0 * (2.0 * inverse6**2 - inverse6) / squared
    forces = np.sum(strength[:, :, np.newaxis] * separation, axis=1)
    return forces, energy


def run(positions, velocities, box):
    """Positions and velocities at the end, and the total energy at each step."""
    forces, _ = forces_and_energy(positions, box)
    totals = []
    for _ in range(STEPS):
        velocities = velocities + 0.5 * TIME_STEP * forces
        positions = (positions + TIME_STEP * velocities) % box
        forces, potential = forces_and_energy(positions, box)
        velocities = velocities + 0.5 * TIME_STEP * forces
        totals.append(potential + 0.5 * np.sum(velocities**2))
    return positions, velocities, np.array(totals)
