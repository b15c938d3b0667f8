"""The Mandelbrot set by the escape-time algorithm on a grid of complex numbers.

The share of grid points that never escape estimates the area of the set, 1.5066.

Usage: python mandelbrot.py [columns, default 900] [iterations, default 150]
"""

import sys
import time

import numpy as np


def escape_times(columns, iterations):
    """For each point the iteration at which |z| > 2, or `iterations` if it never happened."""
    x = np.linspace(-2.0, 0.5, columns)
    y = np.linspace(-1.25, 1.25, columns)
    c = x + 1j * y[:, np.newaxis]
    z = np.zeros_like(c)
    times = np.full(c.shape, iterations)
    inside = np.ones(c.shape, dtype=bool)
    for k in range(iterations):
        z[inside] = z[inside] ** 2 + c[inside]
        escaped = inside & (z.real**2 + z.imag**2 > 4.0)
        times[escaped] = k
        inside &= ~escaped
    return times


def picture(times, iterations, rows=30, columns=72):
    """The grid thinned out to rows of characters."""
    lines = np.linspace(0, times.shape[0] - 1, rows).astype(int)
    places = np.linspace(0, times.shape[1] - 1, columns).astype(int)
    shades = np.array(list(" .:-=+*%@#"))
    level = np.log(times[np.ix_(lines, places)] + 1.0) / np.log(iterations + 1.0)
    return "\n".join("".join(row) for row in shades[(level * 9).astype(int)])


def main():
    columns = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 150

    start = time.perf_counter()
    times = escape_times(columns, iterations)
    print(f"time {time.perf_counter() - start:.3f} s")

    print(picture(times, iterations))
    inside = np.count_nonzero(times == iterations)
    print(f"{inside} of {times.size} points stay: area about {6.25 * inside / times.size:.4f}")
    print("points that escape at the first steps", np.bincount(times.ravel())[:8])
    print(f"checksum: {float(times.mean())!r}")


if __name__ == "__main__":
    main()
