"""The Ising model on a square lattice: Metropolis updates of a checkerboard's two colours.

Energies and magnetisations at several temperatures are compared with Onsager's exact solution for
the infinite lattice.
"""

import numpy as np

CRITICAL = 2 / np.log(1 + np.sqrt(2))


def neighbours(spins):
    return (np.roll(spins, 1, axis=0) + np.roll(spins, -1, axis=0)
            + np.roll(spins, 1, axis=1) + np.roll(spins, -1, axis=1))


def sweep(spins, temperature, colours, rng):
    """One attempt to turn each spin; returns the share of attempts that succeeded."""
    turned = 0
    for colour in colours:
        cost = 2 * spins * neighbours(spins)
        accept = colour & (rng.random(spins.shape) < np.exp(-cost / temperature))
        spins[accept] *= -1
        turned += np.count_nonzero(accept)
    return turned / spins.size


def energy(spins):
    """Energy per site; each bond is counted once."""
    return -np.mean(spins * (np.roll(spins, 1, axis=0) + np.roll(spins, 1, axis=1)))


def onsager_magnetisation(temperature):
    if temperature >= CRITICAL:
        return 0.0
    return (1 - np.sinh(2 / temperature) ** -4) ** 0.125


def onsager_energy(temperature):
    """The integral of Onsager's solution by the trapezoidal rule."""
    k = 2 * np.sinh(2 / temperature) / np.cosh(2 / temperature) ** 2
    angle = np.linspace(0, np.pi / 2, 2001)
    integral = np.trapezoid(1 / np.sqrt(1 - (k * np.sin(angle)) ** 2), angle)
    factor = 2 * np.tanh(2 / temperature) ** 2 - 1
    return -(1 / np.tanh(2 / temperature)) * (1 + 2 / np.pi * factor * integral)


def binned_error(samples, bins=10):
    """Standard error of the mean from means of blocks."""
    blocks = np.asarray(samples).reshape(bins, -1).mean(axis=1)
    return blocks.std(ddof=1) / np.sqrt(bins)


def show(spins):
    for row in spins:
        print("".join("#" if spin > 0 else "." for spin in row))


def main():
    side = 32
    rng = np.random.default_rng(1925)
    i, j = np.ogrid[:side, :side]
    colours = [(i + j) % 2 == colour for colour in (0, 1)]
    print(f"critical temperature {CRITICAL:.10f}, lattice {side} x {side}")
    for temperature in (1.5, 2.0, 2.2, 2.6, 3.5):
        spins = np.ones((side, side), dtype=np.int8)
        for _ in range(50):
            sweep(spins, temperature, colours, rng)
        energies, magnets, rates = [], [], []
        for _ in range(150):
            rates.append(sweep(spins, temperature, colours, rng))
            energies.append(energy(spins))
            magnets.append(abs(spins.mean()))
        heat = side**2 * np.var(energies) / temperature**2
        print(f"T {temperature:.2f}: energy {np.mean(energies):.6f} +- "
              f"{binned_error(energies):.6f} (exact {onsager_energy(temperature):.6f}), "
              f"magnetisation {np.mean(magnets):.6f} ({onsager_magnetisation(temperature):.6f}), "
              f"heat {heat:.4f}, accepted {np.mean(rates):.4f}")

    spins = rng.choice(np.array([-1, 1], dtype=np.int8), size=(24, 60))
    i, j = np.ogrid[:24, :60]
    colours = [(i + j) % 2 == colour for colour in (0, 1)]
    for _ in range(12):
        sweep(spins, 1.0, colours, rng)
    print(f"quenched: energy {energy(spins):.8f}, sum of spins {spins.sum()}")
    show(spins)


if __name__ == "__main__":
    main()
