"""The Poisson equation on a square by Jacobi iteration; size is the side of the grid."""

import numpy as np

SIZES = {"small": 50, "medium": 280, "large": 600}
ITERATIONS = 100


def prepare(rng, size):
    """The charge density and the spacing of the grid."""
    charge = rng.normal(size=(size, size))
    return charge, 1.0 / (size - 1)


def run(charge, spacing):
    """The potential, and the largest change in every tenth iteration."""
    potential = np.zeros_like(charge)
    changes = []
    for iteration in range(ITERATIONS):
        updated = potential.copy()
        updated[1:-1, 1:-1] = 0.25 * (
            potential[1:-1, 2:]
            + potential[1:-1, :-2]
            + potential[2:, 1:-1]
            + potential[:-2, 1:-1]
            + spacing**2 * charge[1:-1, 1:-1]
        )
        if iteration % 10 == 0:
            changes.append(np.max(np.abs(updated - potential)))
        potential = updated
    return potential, np.array(changes)
