"""The Mandelbrot set with a mask of the points that have not escaped; size is the side."""

import numpy as np

SIZES = {"small": 100, "medium": 500, "large": 1_000}
ITERATIONS = 30


def prepare(rng, size):
    """The points of the plane, as complex numbers, slightly shifted at random."""
    shift_x, shift_y = rng.uniform(-0.01, 0.01, size=2)
    x = np.linspace(-2.0, 0.6, size) + shift_x
    y = np.linspace(-1.3, 1.3, size) + shift_y
    return (x[np.newaxis, :] + 1j * y[:, np.newaxis],)


def run(c):
    """The number of iterations until escape at each point."""
    z = np.zeros_like(c)
    counts = np.zeros(c.shape, dtype=int)
    inside = np.ones(c.shape, dtype=bool)
    for _ in range(ITERATIONS):
        z[inside] = z[inside] ** 2 + c[inside]
        inside[np.abs(z) > 2] = False
        counts[inside] += 1
    return counts
