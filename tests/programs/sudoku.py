"""Sudoku by propagation of constraints and search.

The state is a table of booleans (row, column, digit): which digits are still possible. Naked and
hidden singles are found for the whole table at a time.
"""

import numpy as np

PUZZLES = {
    "easy": "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
    "medium": "200080300060070084030500209000105408000000000402706000301007040720040060004010003",
    "hard": "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "harder": "85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.",
    "no solution": "55" + "." * 79,
}


def parse(text):
    return np.array([0 if c == "." else int(c) for c in text]).reshape(9, 9)


def place(possible, row, column, digit):
    """Removes the digit from the row, the column and the block of a cell, and fixes the cell."""
    possible[row, :, digit] = False
    possible[:, column, digit] = False
    r, c = row // 3 * 3, column // 3 * 3
    possible[r:r + 3, c:c + 3, digit] = False
    possible[row, column] = False
    possible[row, column, digit] = True


def units(possible):
    """The table seen as 27 units of nine cells: (unit, cell, digit)."""
    blocks = possible.reshape(3, 3, 3, 3, 9).swapaxes(1, 2).reshape(9, 9, 9)
    return np.concatenate([possible, possible.transpose(1, 0, 2), blocks])


def singles(possible):
    """Cells with one digit left, and cells that alone in a unit can hold a digit."""
    naked = possible & (possible.sum(axis=2, keepdims=True) == 1)
    in_row = possible & (possible.sum(axis=1, keepdims=True) == 1)
    in_column = possible & (possible.sum(axis=0, keepdims=True) == 1)
    blocks = possible.reshape(3, 3, 3, 3, 9)
    in_block = (blocks & (blocks.sum(axis=(1, 3), keepdims=True) == 1)).reshape(9, 9, 9)
    return naked | in_row | in_column | in_block


def propagate(possible):
    """Places singles until nothing changes; False if the puzzle cannot be solved."""
    done = np.zeros((9, 9), dtype=bool)
    while True:
        found = singles(possible) & ~done[:, :, np.newaxis]
        if not found.any():
            break
        row, column, digit = np.argwhere(found)[0]
        place(possible, row, column, digit)
        done[row, column] = True
        if not units(possible).any(axis=1).all() or not possible.any(axis=2).all():
            return False
    return True


def solve(possible, counts):
    """The solved table or None; counts how many guesses were made and taken back."""
    if not propagate(possible):
        return None
    left = possible.sum(axis=2)
    if (left == 1).all():
        return possible
    row, column = np.unravel_index(np.where(left > 1, left, 10).argmin(), left.shape)
    for digit in np.flatnonzero(possible[row, column]):
        counts["guesses"] += 1
        trial = possible.copy()
        place(trial, row, column, digit)
        solution = solve(trial, counts)
        if solution is not None:
            return solution
        counts["taken back"] += 1
    return None


def start(grid):
    possible = np.ones((9, 9, 9), dtype=bool)
    for row, column in zip(*np.nonzero(grid)):
        if not possible[row, column, grid[row, column] - 1]:
            return None
        place(possible, row, column, grid[row, column] - 1)
    return possible


def right(grid, solution):
    rows_right = (np.sort(solution, axis=1) == np.arange(1, 10)).all()
    columns_right = (np.sort(solution, axis=0).T == np.arange(1, 10)).all()
    blocks = solution.reshape(3, 3, 3, 3).swapaxes(1, 2).reshape(9, 9)
    blocks_right = (np.sort(blocks) == np.arange(1, 10)).all()
    return bool(rows_right and columns_right and blocks_right
                and (solution[grid > 0] == grid[grid > 0]).all())


def main():
    for name, text in PUZZLES.items():
        grid, counts = parse(text), {"guesses": 0, "taken back": 0}
        possible = start(grid)
        print(f"{name}: {np.count_nonzero(grid)} given")
        solved = None if possible is None else solve(possible, counts)
        if solved is None:
            print("no solution", counts)
            continue
        solution = solved.argmax(axis=2) + 1
        print(solution)
        print("right:", right(grid, solution), counts)


if __name__ == "__main__":
    main()
