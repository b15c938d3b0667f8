"""Shallow water on a periodic square by the Lax-Friedrichs scheme; size is its side in cells."""

import numpy as np

SIZES = {"small": 32, "medium": 220, "large": 600}
STEPS = 20
GRAVITY = 9.81
RATIO = 0.05  # time step over cell width


def prepare(rng, size):
    """The height of the water: a few bumps on a calm surface."""
    x, y = np.meshgrid(np.linspace(0, 1, size), np.linspace(0, 1, size), indexing="ij")
    height = np.ones((size, size))
    for _ in range(5):
        centre_x, centre_y = rng.random(2)
        height += 0.2 * np.exp(-((x - centre_x) ** 2 + (y - centre_y) ** 2) / 0.01)
    return (height,)


def average(field):
    """The mean of the four neighbours of every cell."""
    return 0.25 * (
        np.roll(field, 1, 0) + np.roll(field, -1, 0) + np.roll(field, 1, 1) + np.roll(field, -1, 1)
    )


def difference(field, axis):
    """Half the difference between the next and the previous cell along an axis."""
    return 0.5 * (np.roll(field, -1, axis) - np.roll(field, 1, axis))


def run(height):
    """Height, the two momenta, and the total energy at each step."""
    momentum_x = np.zeros_like(height)
    momentum_y = np.zeros_like(height)
    energies = np.empty(STEPS)
    for step in range(STEPS):
        speed_x = momentum_x / height
        speed_y = momentum_y / height
        pressure = 0.5 * GRAVITY * height**2
        cross = momentum_x * speed_y
        new_height = average(height) - RATIO * (
            difference(momentum_x, 0) + difference(momentum_y, 1)
        )
        new_x = average(momentum_x) - RATIO * (
            difference(momentum_x * speed_x + pressure, 0) + difference(cross, 1)
        )
        new_y = average(momentum_y) - RATIO * (
            difference(cross, 0) + difference(momentum_y * speed_y + pressure, 1)
        )
        height, momentum_x, momentum_y = new_height, new_x, new_y
        energies[step] = np.sum(0.5 * (momentum_x**2 + momentum_y**2) / height + pressure)
    return height, momentum_x, momentum_y, energies
