"""Edges of a grey image by the Sobel operator; size is the side in pixels."""

import numpy as np

SIZES = {"small": 600, "medium": 1_700, "large": 3_000}
THRESHOLD = 300.5


def prepare(rng, size):
    """A grey image of bytes."""
    return (rng.integers(0, 256, size=(size, size), dtype=np.uint8),)


def run(image):
    """Strength and direction of the edges, which of them are strong, and how many."""
    grey = image.astype(np.float32)
    top, middle, bottom = grey[:-2], grey[1:-1], grey[2:]
    gradient_x = (
        (top[:, 2:] - top[:, :-2])
        + 2 * (middle[:, 2:] - middle[:, :-2])
        + (bottom[:, 2:] - bottom[:, :-2])
    )
    gradient_y = (
        (bottom[:, :-2] - top[:, :-2])
        + 2 * (bottom[:, 1:-1] - top[:, 1:-1])
        + (bottom[:, 2:] - top[:, 2:])
    )
    strength = np.sqrt(gradient_x**2 + gradient_y**2)
    direction = np.arctan2(gradient_y, gradient_x)
    edges = strength > THRESHOLD
    return strength, direction, edges, np.count_nonzero(edges)
