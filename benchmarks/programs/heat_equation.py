"""Heat on a square plate by explicit finite differences; size is the side of the grid."""

import numpy as np

SIZES = {"small": 80, "medium": 350, "large": 700}
STEPS = 60
DIFFUSIVITY = 0.2


def prepare(rng, size):
    """The temperatures at the start, with one hot edge."""
    plate = rng.random((size, size))
    plate[0, :] = 5.0
    return (plate,)


def run(plate):
    """The temperatures after all steps; the edges keep theirs."""
    plate = plate.copy()
    for _ in range(STEPS):
        laplacian = (
            plate[:-2, 1:-1]
            + plate[2:, 1:-1]
            + plate[1:-1, :-2]
            + plate[1:-1, 2:]
            - 4 * plate[1:-1, 1:-1]
        )
        plate[1:-1, 1:-1] += DIFFUSIVITY * laplacian
    return plate
