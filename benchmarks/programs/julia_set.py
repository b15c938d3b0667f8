"""A Julia set with smooth colouring, every point iterated; size is the side of the picture."""

import numpy as np

SIZES = {"small": 150, "medium": 550, "large": 1_000}
ITERATIONS = 25
CONSTANT = -0.7269 + 0.1889j
FAR = 10.0


def prepare(rng, size):
    """The points of the plane, as complex numbers, slightly shifted at random."""
    shift_x, shift_y = rng.uniform(-0.01, 0.01, size=2)
    x = np.linspace(-1.5, 1.5, size) + shift_x
    y = np.linspace(-1.1, 1.1, size) + shift_y
    x, y = np.meshgrid(x, y)
    return (x + 1j * y,)


def run(points):
    """The colour at each point, and the share of points that never got far."""
    z = points
    counts = np.zeros(points.shape)
    for _ in range(ITERATIONS):
        near = np.abs(z) < FAR
        counts = counts + near
        z = np.where(near, z * z + CONSTANT, z)
    escaped = np.abs(z) >= FAR
    modulus = np.maximum(np.abs(z), FAR)
    smooth = counts + 1 - np.log2(np.log(modulus) / np.log(FAR))
    colour = np.where(escaped, smooth / ITERATIONS, 1.0)
    return colour, 1 - escaped.mean()
