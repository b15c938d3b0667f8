"""Gaussian blur of a colour image, a separable filter by slices; size is the side in pixels."""

import numpy as np

SIZES = {"small": 300, "medium": 900, "large": 1_700}
RADIUS = 4
SIGMA = 1.5


def prepare(rng, size):
    """A colour image in single precision."""
    return (rng.random((size, size, 3), dtype=np.float32),)


def run(image):
    """The blurred image."""
    offsets = np.arange(-RADIUS, RADIUS + 1)
    kernel = np.exp(-(offsets**2) / (2 * SIGMA**2))
    kernel = (kernel / kernel.sum()).astype(np.float32)
    height, width, _ = image.shape

    padded = np.pad(image, ((RADIUS, RADIUS), (0, 0), (0, 0)), mode="edge")
    vertical = np.zeros_like(image)
    for i, weight in enumerate(kernel):
        vertical += weight * padded[i : i + height]

    padded = np.pad(vertical, ((0, 0), (RADIUS, RADIUS), (0, 0)), mode="edge")
    blurred = np.zeros_like(image)
    for i, weight in enumerate(kernel):
        blurred += weight * padded[:, i : i + width]
    return blurred
