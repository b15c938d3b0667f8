"""Schroedinger's equation by split steps: a wave packet meets a barrier.

The kinetic step is a product in the space of momenta, the potential one in the space of places. The
share that tunnels is compared with the transmission of plane waves, and the lowest levels of a
harmonic well with (n + 1/2).
"""

import numpy as np

POINTS, WIDTH = 1024, 200.0


def axes():
    x = (np.arange(POINTS) - POINTS // 2) * (WIDTH / POINTS)
    k = 2 * np.pi * np.fft.fftfreq(POINTS, d=WIDTH / POINTS)
    return x, k


def packet(x, place, momentum, spread):
    psi = np.exp(-((x - place) / (2 * spread)) ** 2 + 1j * momentum * x)
    return psi / np.sqrt(norm(psi, x))


def norm(psi, x):
    return (np.abs(psi) ** 2).sum() * (x[1] - x[0])


def evolve(psi, potential, k, dt, steps):
    half = np.exp(-0.5j * dt * potential)
    kinetic = np.exp(-0.5j * dt * k**2)
    for _ in range(steps):
        psi = half * np.fft.ifft(kinetic * np.fft.fft(half * psi))
    return psi


def transmission(momentum, height, width):
    """Of a plane wave through a rectangular barrier."""
    energy = momentum**2 / 2
    inside = np.sqrt(2 * (height - energy) + 0j)
    factor = height**2 * np.sinh(inside * width) ** 2 / (4 * energy * (height - energy))
    return 1 / (1 + factor.real)


def expected_transmission(psi, k, height, width):
    weight = np.abs(np.fft.fft(psi)) ** 2
    weight /= weight.sum()
    right = k > 0.05
    return weight[right] @ transmission(k[right], height, width)


def show(psi, potential, x):
    part = slice(POINTS // 2 - 256, POINTS // 2 + 256, 8)
    density = (np.abs(psi) ** 2)[part]
    levels = np.rint(8 * density / density.max()).astype(int)
    wall = potential[part] > 0
    for level in range(8, 0, -1):
        print("".join("#" if here >= level else "|" if w else " "
                      for here, w in zip(levels, wall)).rstrip())


def main():
    x, k = axes()
    psi = packet(x, -30.0, 1.0, 6.0)
    for height in (0.3, 0.6, 1.0):
        potential = np.where(np.abs(x) < 1.0, height, 0.0)
        cells = np.count_nonzero(potential)
        late = evolve(psi, potential, k, 0.2, 300)
        density = np.abs(late) ** 2 * (x[1] - x[0])
        through, back = density[x > 1].sum(), density[x < -1].sum()
        wanted = expected_transmission(psi, k, height, cells * (x[1] - x[0]))
        print(f"height {height}: through {through:.6f} (plane waves {wanted:.6f}), "
              f"back {back:.6f}, norm {norm(late, x):.10f}")
        print(f"  mean place of what came through {x[x > 1] @ density[x > 1] / through:.6f}")
    show(evolve(psi, potential, k, 0.2, 150), potential, x)

    free = evolve(psi, np.zeros(POINTS), k, 0.5, 60)
    mean = (x * np.abs(free) ** 2).sum() * (x[1] - x[0])
    spread = np.sqrt(((x - mean) ** 2 * np.abs(free) ** 2).sum() * (x[1] - x[0]))
    print(f"free: mean is zero: {abs(mean) < 1e-9}, spread {spread:.8f} "
          f"(exact {np.hypot(6.0, 30.0 / (2 * 6.0)):.8f})")

    place = np.linspace(-8, 8, 321)
    step = place[1] - place[0]
    kinetic = (np.diag(np.full(321, 1 / step**2))
               - 0.5 / step**2 * (np.eye(321, k=1) + np.eye(321, k=-1)))
    levels, states = np.linalg.eigh(kinetic + np.diag(0.5 * place**2))
    print("levels of the well", levels[:6].round(6))
    ground = np.abs(states[:, 0]) / np.sqrt(step)
    print("ground state is a Gaussian:",
          np.allclose(ground, np.pi**-0.25 * np.exp(-0.5 * place**2), atol=1e-3))


if __name__ == "__main__":
    main()
