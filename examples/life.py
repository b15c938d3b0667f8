"""Conway's game of life on a torus, with whole-array operations.

A glider gun fires one glider every 30 generations (the population of the small board grows
accordingly), and a random soup on a large board settles towards its sparse final state.

Usage: python life.py [side of the large board, default 512] [generations, default 1000]
"""

import sys
import time

import numpy as np

GLIDER_GUN = """
........................O...........
......................O.O...........
............OO......OO............OO
...........O...O....OO............OO
OO........O.....O...OO..............
OO........O...O.OO....O.O...........
..........O.....O.......O...........
...........O...O....................
............OO......................
"""


def from_text(text):
    return np.array([[ch == "O" for ch in line] for line in text.split()], dtype=np.uint8)


def next_generation(board):
    neighbours = sum(
        np.roll(np.roll(board, i, axis=0), j, axis=1)
        for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)
    )
    return ((neighbours == 3) | ((board == 1) & (neighbours == 2))).astype(np.uint8)


def show(board):
    print("\n".join("".join(".O"[cell] for cell in row) for row in board))


def fire_gun(generations):
    board = np.zeros((40, 60), dtype=np.uint8)
    gun = from_text(GLIDER_GUN)
    board[1:1 + gun.shape[0], 1:1 + gun.shape[1]] = gun
    for k in range(generations):
        if k % 30 == 0:
            print(f"generation {k:4d}: {np.count_nonzero(board)} cells")
        board = next_generation(board)
    show(board[:24])
    return board


def settle_soup(side, generations):
    board = (np.random.default_rng(1970).random((side, side)) < 0.35).astype(np.uint8)
    for k in range(generations):
        if k % (generations // 5) == 0:
            print(f"generation {k:4d}: density {board.mean():.6f}")
        board = next_generation(board)
    print(f"generation {generations:4d}: density {board.mean():.6f}")
    return board


def main():
    side = int(sys.argv[1]) if len(sys.argv) > 1 else 512
    generations = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    start = time.perf_counter()
    gun = fire_gun(121)
    soup = settle_soup(side, generations)
    print(f"time {time.perf_counter() - start:.3f} s")

    weights = np.arange(soup.size).reshape(soup.shape)  # the checksum knows where cells live
    print(f"checksum: {float(np.sum(weights * soup) + np.count_nonzero(gun))!r}")


if __name__ == "__main__":
    main()
