"""A dense symmetric system by conjugate gradients; size is the number of unknowns."""

import numpy as np

SIZES = {"small": 600, "medium": 1_600, "large": 2_800}
ITERATIONS = 40


def prepare(rng, size):
    """A symmetric positive definite matrix, and the right-hand side."""
    noise = rng.normal(size=(size, size))
    matrix = (noise + noise.T) / np.sqrt(2 * size) + 2.5 * np.eye(size)
    return matrix, rng.normal(size=size)


def run(matrix, right):
    """The solution after a fixed number of iterations."""
    solution = np.zeros_like(right)
    residual = right - matrix @ solution
    direction = residual.copy()
    squared = residual @ residual
    for _ in range(ITERATIONS):
        image = matrix @ direction
        step = squared / (direction @ image)
        solution = solution + step * direction
        residual = residual - step * image
        new_squared = residual @ residual
        direction = residual + new_squared / squared * direction
        squared = new_squared
    return solution
