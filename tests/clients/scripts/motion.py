"""Differential equations: solve_ivp, odeint, events, a stiff system, a boundary value problem."""

import numpy as np
from scipy.integrate import odeint, quad, solve_bvp, solve_ivp
from scipy.optimize import brentq, fsolve, minimize


def lorenz(t, s):
    x, y, z = s
    return np.array([10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z])


times = np.linspace(0, 2, 21)
path = solve_ivp(lorenz, (0, 2), [1.0, 1.0, 1.0], t_eval=times, rtol=1e-9, atol=1e-9)
print(path.status, path.nfev, np.round(path.y[:, ::5], 6))


def spring(s, t, k):
    return [s[1], -k * s[0] - 0.1 * s[1]]


swing = odeint(spring, [1.0, 0.0], np.arange(0, 10, 0.5), args=(4.0,))
print(swing.shape, np.round(swing[-3:], 6), np.round(np.abs(swing).max(axis=0), 6))


def fall(t, s):
    return [s[2], s[3], -0.02 * s[2], -9.81 - 0.02 * s[3]]


def ground(t, s):
    return s[1]


ground.terminal, ground.direction = True, -1
throw = solve_ivp(fall, (0, 20), np.array([0, 0, 30, 40.0]), events=ground, max_step=0.1,
                  dense_output=True)
print(np.round(throw.t_events[0], 6), np.round(throw.y_events[0], 5), throw.t.size)
print(np.round(throw.sol(np.linspace(0, 5, 4)), 5))


def robertson(t, y):
    return np.array([-0.04 * y[0] + 1e4 * y[1] * y[2],
                     0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1] ** 2, 3e7 * y[1] ** 2])


stiff = solve_ivp(robertson, (0, 100), [1, 0, 0], method="BDF", rtol=1e-6, atol=1e-9)
print(stiff.success, np.round(stiff.y[:, -1], 8), round(float(stiff.y[:, -1].sum()), 8))

n, steps = 64, 400
grid = np.linspace(0, 1, n)
heat = np.exp(-100 * (grid - 0.3) ** 2)
laplace = (np.diag(np.full(n, -2.0)) + np.diag(np.ones(n - 1), 1) + np.diag(np.ones(n - 1), -1))
laplace[[0, -1]] = 0
for _ in range(steps):
    heat = heat + 0.2 * laplace @ heat
print(np.round(heat[::9], 8), round(float(np.trapezoid(heat, grid)), 8))
diffusion = solve_ivp(lambda t, u: laplace @ u, (0, 80), np.exp(-100 * (grid - 0.3) ** 2),
                      method="RK23")
print(diffusion.t.size, np.round(diffusion.y[::9, -1], 5))


def rk4(f, y, t, h):
    a = f(t, y)
    b = f(t + h / 2, y + h / 2 * a)
    c = f(t + h / 2, y + h / 2 * b)
    return y + h / 6 * (a + 2 * b + 2 * c + f(t + h, y + h * c))


state = np.ones(3)
for i in range(200):
    state = rk4(lorenz, state, i * 0.01, 0.01)
print(np.round(state, 5), np.allclose(state, path.y[:, -1], rtol=1e-3))
beam = solve_bvp(lambda x, y: np.vstack([y[1], -np.exp(y[0])]),
                 lambda a, b: np.array([a[0], b[0]]), np.linspace(0, 1, 5), np.zeros((2, 5)))
print(beam.success, np.round(beam.sol(np.linspace(0, 1, 5))[0], 6))
print(np.round(quad(lambda x: np.exp(-x**2), -np.inf, np.inf), 6), round(brentq(np.cos, 0, 3), 8),
      np.round(fsolve(lambda v: [v[0] ** 2 + v[1] - 3, v[0] - v[1]], [1, 1]), 8))
least = minimize(lambda p: np.sum((p - np.array([1, 2, 3])) ** 2) + p[0] ** 4, np.zeros(3))
print(least.success, np.round(least.x, 4))
