"""A flock of birds in the plane: cohesion, alignment, separation; size is the number of birds."""

import numpy as np

SIZES = {"small": 60, "medium": 300, "large": 700}
STEPS = 5
SIGHT = 0.2
CROWDED = 0.03


def prepare(rng, size):
    """Positions in the unit square, and velocities."""
    positions = rng.random((size, 2))
    velocities = rng.normal(scale=0.02, size=(size, 2))
    return positions, velocities


def run(positions, velocities):
    """Positions and velocities after all steps, and how well the birds are aligned."""
    order = np.zeros(STEPS)
    for step in range(STEPS):
        offset = positions[None, :, :] - positions[:, None, :]
        distance = np.sqrt(np.sum(offset**2, axis=2))
        seen = (distance < SIGHT) & (distance > 0)
        count = np.maximum(seen.sum(axis=1), 1)[:, None]
        cohesion = np.sum(offset * seen[:, :, None], axis=1) / count
        alignment = seen.astype(float) @ velocities / count - velocities
        too_near = (distance < CROWDED) & (distance > 0)
        separation = -np.sum(np.where(too_near[:, :, None], offset, 0.0), axis=1)
        velocities = velocities + 0.01 * cohesion + 0.1 * alignment + 0.2 * separation
        speed = np.linalg.norm(velocities, axis=1, keepdims=True)
        velocities = velocities * np.minimum(1.0, 0.05 / speed)
        positions = (positions + velocities) % 1.0
        heading = velocities / np.linalg.norm(velocities, axis=1, keepdims=True)
        order[step] = np.linalg.norm(heading.mean(axis=0))
    return positions, velocities, order
