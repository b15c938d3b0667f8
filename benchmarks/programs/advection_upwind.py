"""Smoke carried by a steady wind, first-order upwind; size is the side of the periodic grid."""

import numpy as np

SIZES = {"small": 100, "medium": 500, "large": 1_100}
STEPS = 20


def prepare(rng, size):
    """The smoke and the two components of a swirling wind, in single precision."""
    smoke = rng.random((size, size)).astype(np.float32)
    angle = np.linspace(0, 2 * np.pi, size, endpoint=False, dtype=np.float32)
    x, y = np.meshgrid(angle, angle)
    wind_x = np.sin(x) * np.cos(y)
    wind_y = -np.cos(x) * np.sin(y)
    return smoke, wind_x, wind_y


def run(smoke, wind_x, wind_y):
    """The smoke after all steps, and how much there was at each step."""
    courant = 0.4
    amounts = []
    for _ in range(STEPS):
        west = smoke - np.roll(smoke, 1, axis=1)
        east = np.roll(smoke, -1, axis=1) - smoke
        south = smoke - np.roll(smoke, 1, axis=0)
        north = np.roll(smoke, -1, axis=0) - smoke
        slope_x = np.where(wind_x > 0, west, east)
        slope_y = np.where(wind_y > 0, south, north)
        smoke = smoke - courant * (wind_x * slope_x + wind_y * slope_y)
        amounts.append(smoke.mean(dtype=np.float64))
    return smoke, np.array(amounts)
