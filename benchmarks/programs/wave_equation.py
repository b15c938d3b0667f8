"""A damped vibrating string by the leapfrog scheme; size is the number of points on it."""

import numpy as np

SIZES = {"small": 500, "medium": 30_000, "large": 160_000}
STEPS = 300
COURANT = 0.8
DAMPING = 0.002


def prepare(rng, size):
    """Positions along the string and its shape at the start, a sum of a few smooth modes."""
    x = np.linspace(0.0, 1.0, size)
    amplitudes = rng.normal(size=6)
    shape = np.zeros(size)
    for mode, amplitude in enumerate(amplitudes, start=1):
        shape += amplitude * np.sin(mode * np.pi * x)
    return x, shape + 0.1 * np.exp(-((x - 0.3) / 0.05) ** 2)


def run(x, shape):
    """The shape at the end, and the displacement of the midpoint over time."""
    previous = shape.copy()
    current = shape.copy()
    midpoint = np.zeros(STEPS)
    for step in range(STEPS):
        following = np.zeros_like(current)
        following[1:-1] = (
            2 * current[1:-1]
            - previous[1:-1]
            + COURANT**2 * (current[2:] - 2 * current[1:-1] + current[:-2])
            - DAMPING * (current[1:-1] - previous[1:-1])
        )
        previous, current = current, following
        midpoint[step] = np.interp(0.5, x, current)
    return current, midpoint
