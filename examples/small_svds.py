"""A loop over 1,000 random 5 x 5 matrices, one singular value decomposition at a time.

What many programs do where a stacked call would do; the time per matrix is nearly all overhead.
Each decomposition is checked by putting the matrix together again.

Usage: python small_svds.py [matrices, default 1000] [rounds, default 30]
"""

import sys
import time

import numpy as np


def decompose_all(matrices):
    """Singular values of every matrix and the largest error of a rebuilt one."""
    values = []
    worst = 0.0
    for matrix in matrices:
        u, s, vt = np.linalg.svd(matrix)
        error = np.linalg.norm(u @ np.diag(s) @ vt - matrix)
        worst = max(worst, float(error))
        values.append(s)
    return np.array(values), worst


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 30
    rng = np.random.default_rng(5)

    checksum = 0.0
    best = float("inf")
    for _ in range(rounds):
        matrices = rng.standard_normal((count, 5, 5))
        start = time.perf_counter()
        values, worst = decompose_all(matrices)
        best = min(best, time.perf_counter() - start)
        checksum += float(values.sum())
    print(f"time {1e6 * best / count:.2f} microseconds a matrix, best of {rounds} rounds")

    print("rebuilt to 1e-13:", bool(worst < 1e-13))
    print("mean singular values of the last round", np.round(values.mean(axis=0), 8))
    condition = values[:, 0] / values[:, -1]
    print(f"condition number: median {np.median(condition):.8f}, largest {condition.max():.6f}")
    print(f"checksum: {checksum!r}")


if __name__ == "__main__":
    main()
