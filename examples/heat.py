"""Heat equation on a square plate by explicit finite differences, written with slices.

Three edges are kept at 0 degrees and one at 100; a hot spot in the middle spreads and fades.
Far from the start the plate approaches the harmonic steady state, whose value at the centre
is 25 degrees (a quarter of the one hot edge, by symmetry).

Usage: python heat.py [grid points per side, default 151] [time steps, default 30000]
"""

import sys
import time

import numpy as np


def initial_plate(n):
    """Cold plate with one hot edge and a hot disc in the middle."""
    u = np.zeros((n, n))
    x = np.linspace(-1.0, 1.0, n)
    u[x[:, None] ** 2 + x[None, :] ** 2 < 0.2**2] = 80.0
    u[0, :] = 100.0
    return u


def step(u, r):
    """One explicit step in place: u += r * Laplacian(u) at the inner points."""
    laplacian = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4.0 * u[1:-1, 1:-1]
    u[1:-1, 1:-1] += r * laplacian
    return laplacian


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 151
    steps = int(sys.argv[2]) if len(sys.argv) > 2 else 30_000
    r = 0.24  # stable below 1/4
    u = initial_plate(n)

    print(f"{n} x {n} points, {steps} steps, r = {r}")
    print(f"{'step':>6} {'mean':>14} {'centre':>14} {'largest change':>15}")
    start = time.perf_counter()
    for k in range(1, steps + 1):
        laplacian = step(u, r)
        if k % (steps // 8) == 0:
            change = r * np.abs(laplacian).max()
            print(f"{k:6d} {u.mean():14.8f} {u[n // 2, n // 2]:14.8f} {change:15.8f}")
    print(f"time {time.perf_counter() - start:.3f} s")

    print("temperature along the middle column, from the hot edge:")
    print(np.round(u[:: (n - 1) // 10, n // 2], 3))
    print(f"checksum: {float(u.sum())!r}")


if __name__ == "__main__":
    main()
