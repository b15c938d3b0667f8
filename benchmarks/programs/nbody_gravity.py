"""A small planetary system by the leapfrog scheme; size is the number of time steps."""

import numpy as np

SIZES = {"small": 150, "medium": 2_500, "large": 10_000}
BODIES = 7
TIME_STEP = 0.002


def prepare(rng, size):
    """Masses, positions, velocities (nearly circular orbits round a sun), number of steps."""
    radius = np.concatenate(([0.0], 1.0 + np.arange(BODIES - 1)))
    angle = rng.uniform(0, 2 * np.pi, BODIES)
    masses = np.full(BODIES, 1e-4)
    masses[0] = 1.0
    positions = np.stack((radius * np.cos(angle), radius * np.sin(angle), 0 * angle), axis=1)
    speed = np.zeros(BODIES)
    speed[1:] = 1.0 / np.sqrt(radius[1:])
    velocities = np.stack((-speed * np.sin(angle), speed * np.cos(angle), 0 * angle), axis=1)
    velocities[:, 2] = rng.normal(scale=0.01, size=BODIES)
    return masses, positions, velocities, size


def acceleration(masses, positions):
    """The pull of all bodies on each."""
    offset = positions[np.newaxis, :, :] - positions[:, np.newaxis, :]
    squared = (offset**2).sum(axis=2) + 1e-6
    return (masses[np.newaxis, :, np.newaxis] * offset / squared[:, :, np.newaxis] ** 1.5).sum(1)


def run(masses, positions, velocities, steps):
    """The whole trajectory, the last velocities and the angular momentum of the system."""
    trajectory = np.empty((steps, BODIES, 3))
    pull = acceleration(masses, positions)
    for step in range(steps):
        velocities = velocities + 0.5 * TIME_STEP * pull
        positions = positions + TIME_STEP * velocities
        pull = acceleration(masses, positions)
        velocities = velocities + 0.5 * TIME_STEP * pull
        trajectory[step] = positions
    momentum = np.sum(masses[:, np.newaxis] * np.cross(positions, velocities), axis=0)
    return trajectory, velocities, momentum
