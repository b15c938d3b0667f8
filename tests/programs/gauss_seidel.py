"""Jacobi, Gauss-Seidel and successive over-relaxation: linear systems and Laplace's equation.

The row-by-row sweep on a dense system is compared with the spectral radius of its iteration matrix;
the red-black sweep solves for the temperature of a heated plate.
"""

import numpy as np


def gauss_seidel(a, b, omega=1.0, tolerance=1e-10):
    """The solution of a x = b and the number of sweeps."""
    x = np.zeros_like(b)
    diagonal = np.diag(a)
    for sweep in range(1, 1000):
        largest = 0.0
        for i in range(len(b)):
            step = omega * (b[i] - a[i] @ x) / diagonal[i]
            x[i] += step
            largest = max(largest, abs(step))
        if largest < tolerance:
            return x, sweep
    raise ArithmeticError("no convergence")


def jacobi(a, b, tolerance=1e-10):
    x = np.zeros_like(b)
    d = np.diagonal(a)
    for sweep in range(1, 1000):
        new = x + (b - a @ x) / d
        if np.max(np.abs(new - x)) < tolerance:
            return new, sweep
        x = new
    raise ArithmeticError("no convergence")


def spectral_radius(a, kind):
    d, low, up = np.diag(np.diag(a)), np.tril(a, -1), np.triu(a, 1)
    if kind == "jacobi":
        iteration = -np.linalg.inv(d) @ (low + up)
    else:
        iteration = -np.linalg.solve(d + low, up)
    return np.abs(np.linalg.eigvals(iteration)).max()


def plate(n):
    """A plate with a hot upper edge, a warming right one, and cold others."""
    t = np.zeros((n + 2, n + 2))
    t[:, -1] = np.linspace(100, 0, n + 2)
    t[0] = 100.0
    return t


def red_black(t, omega, sweeps):
    """Sweeps over the inner points of the grid, first the red ones, then the black."""
    n = t.shape[0] - 2
    rows, columns = np.indices((n, n))
    colours = [(rows + columns) % 2 == colour for colour in (0, 1)]
    history = []
    for _ in range(sweeps):
        for colour in colours:
            inner = t[1:-1, 1:-1]
            mean = 0.25 * (t[:-2, 1:-1] + t[2:, 1:-1] + t[1:-1, :-2] + t[1:-1, 2:])
            inner[colour] += omega * (mean - inner)[colour]
        residual = (t[:-2, 1:-1] + t[2:, 1:-1] + t[1:-1, :-2] + t[1:-1, 2:]
                    - 4 * t[1:-1, 1:-1])
        history.append(np.abs(residual).max())
    return history


def main():
    rng = np.random.default_rng(1823)
    n = 40
    a = rng.uniform(-1, 1, (n, n))
    a += np.diag(1.2 * np.abs(a).sum(axis=1))
    wanted = rng.integers(-5, 6, n).astype(float)
    b = a @ wanted
    for name, (x, sweeps) in {
        "jacobi": jacobi(a, b), "gauss-seidel": gauss_seidel(a, b),
        "over-relaxed": gauss_seidel(a, b, 1.05),
    }.items():
        print(f"{name:13s} {sweeps:3d} sweeps, right: {np.array_equal(np.rint(x), wanted)}, "
              f"error below 1e-9: {np.abs(x - wanted).max() < 1e-9}")
    print("solution", wanted.astype(int)[:20])
    for kind in ("jacobi", "gauss-seidel"):
        print(f"spectral radius of {kind}: {spectral_radius(a, kind):.9f}")

    side = 48
    best = 2 / (1 + np.sin(np.pi / (side + 1)))
    for omega in (1.0, 1.5, best):
        t = plate(side)
        history = red_black(t, omega, 150)
        print(f"omega {omega:.6f}: residual after 50 and 100 sweeps",
              " ".join(f"{history[k - 1]:.4e}" for k in (50, 100)),
              "converged" if history[-1] < 1e-4 else "not yet")
    t = plate(side)
    red_black(t, best, 400)
    np.set_printoptions(precision=4, suppress=True)
    print("temperatures\n", t[::7, ::7])
    print(f"mean {t[1:-1, 1:-1].mean():.8f}, of the middle row {t[side // 2].mean():.8f}")


if __name__ == "__main__":
    main()
