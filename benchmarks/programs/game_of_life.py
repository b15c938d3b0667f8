"""Conway's game of life on a torus; size is the side of the board."""

import numpy as np

SIZES = {"small": 80, "medium": 1_100, "large": 2_400}
GENERATIONS = 20


def prepare(rng, size):
    """A random board of booleans."""
    return (rng.random((size, size)) < 0.3,)


def run(board):
    """The last board, and the number of living cells in each generation."""
    living = []
    for _ in range(GENERATIONS):
        cells = board.astype(np.int8)
        neighbours = np.zeros_like(cells)
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                if down != 0 or right != 0:
                    neighbours += np.roll(cells, (down, right), axis=(0, 1))
        board = (neighbours == 3) | (board & (neighbours == 2))
        living.append(board.sum())
    return board, np.array(living)
