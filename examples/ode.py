"""Four competing species (Lotka-Volterra) by the classical Runge-Kutta method.

dx/dt = x * (growth - competition @ x). Weak competition makes the interior equilibrium stable,
so the populations must approach the solution of competition @ x = growth. Halving the step
shows the order of the method: the error at a fixed time falls by 2^4.

Usage: python ode.py [final time, default 1000]
"""

import sys
import time

import numpy as np

GROWTH = np.array([1.0, 0.72, 1.53, 1.27])
COMPETITION = np.array([
    [1.00, 0.45, 0.30, 0.10],
    [0.10, 0.72, 0.20, 0.25],
    [0.60, 0.20, 1.53, 0.35],
    [0.40, 0.25, 0.30, 1.27],
])


def lotka_volterra(t, x):
    return x * (GROWTH - COMPETITION @ x)


def runge_kutta_step(f, t, x, h):
    k1 = f(t, x)
    k2 = f(t + 0.5 * h, x + 0.5 * h * k1)
    k3 = f(t + 0.5 * h, x + 0.5 * h * k2)
    k4 = f(t + h, x + h * k3)
    return x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


def integrate(f, x, end, h):
    """States at the times 0, h, 2h, ... end as rows of one array."""
    steps = round(end / h)
    states = np.empty((steps + 1, len(x)))
    states[0] = x
    for k in range(steps):
        x = runge_kutta_step(f, k * h, x, h)
        states[k + 1] = x
    return states


def observed_order(f, x, end, h):
    """Order of the method from three runs with the steps h, h/2 and h/4."""
    coarse, middle, fine = (integrate(f, x, end, h / 2**i)[-1] for i in range(3))
    return np.log2(np.linalg.norm(coarse - middle) / np.linalg.norm(middle - fine))


def main():
    end = float(sys.argv[1]) if len(sys.argv) > 1 else 1000.0
    h = 0.01
    x0 = np.array([0.05, 0.4, 0.02, 0.3])

    start = time.perf_counter()
    states = integrate(lotka_volterra, x0, end, h)
    print(f"time {time.perf_counter() - start:.3f} s for {len(states) - 1} steps")

    for t in [0.0, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0]:
        print(f"t = {t:5.1f}  populations {np.round(states[round(t / h)], 8)}")
    equilibrium = np.linalg.solve(COMPETITION, GROWTH)
    print(f"equilibrium          {np.round(equilibrium, 8)}")
    print("reached to 1e-10:", bool(np.abs(states[-1] - equilibrium).max() < 1e-10))

    print(f"order of the method  {observed_order(lotka_volterra, x0, 5.0, 0.1):.3f}")
    checksum = states[:: max(1, len(states) // 1000)].sum()
    print(f"checksum: {float(checksum)!r}")


if __name__ == "__main__":
    main()
