"""The Sun and the four giant planets, integrated by leapfrog with 3-vectors.

Positions in astronomical units, times in years, masses in solar masses, so that G = 4 pi^2.
Leapfrog keeps the energy within a small band and the angular momentum to rounding; Kepler's
third law gives the periods to expect from the sizes of the orbits.

Usage: python nbody.py [time steps, default 30000]
"""

import sys
import time

import numpy as np

G = 4.0 * np.pi**2
YEAR = 0.36525  # thousand days

# name, mass, position (au), velocity (au per 1000 days)
BODIES = [
    ("Sun", 1.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)),
    ("Jupiter", 9.54792e-4, (4.841431, -1.160320, -0.103622), (1.66008, 7.69901, -0.06905)),
    ("Saturn", 2.85886e-4, (8.343367, 4.124799, -0.403523), (-2.76743, 4.99853, 0.02304)),
    ("Uranus", 4.36624e-5, (12.894370, -15.111151, -0.223308), (2.96460, 2.37847, -0.02966)),
    ("Neptune", 5.15139e-5, (15.379697, -25.919315, 0.179259), (2.68068, 1.62824, -0.09516)),
]


class Body:
    def __init__(self, name, mass, position, velocity):
        self.name = name
        self.mass = mass
        self.position = np.array(position)
        self.velocity = np.array(velocity) * YEAR
        self.acceleration = np.zeros(3)


def compute_accelerations(bodies):
    for body in bodies:
        body.acceleration = np.zeros(3)
    for i, first in enumerate(bodies):
        for second in bodies[i + 1:]:
            separation = second.position - first.position
            pull = G * separation / np.linalg.norm(separation) ** 3
            first.acceleration += second.mass * pull
            second.acceleration -= first.mass * pull


def leapfrog(bodies, step):
    for body in bodies:
        body.velocity += 0.5 * step * body.acceleration
        body.position += step * body.velocity
    compute_accelerations(bodies)
    for body in bodies:
        body.velocity += 0.5 * step * body.acceleration


def energy(bodies):
    kinetic = sum(0.5 * b.mass * np.dot(b.velocity, b.velocity) for b in bodies)
    potential = 0.0
    for i, first in enumerate(bodies):
        for second in bodies[i + 1:]:
            distance = np.linalg.norm(second.position - first.position)
            potential -= G * first.mass * second.mass / distance
    return kinetic + potential


def angular_momentum(bodies):
    total = np.zeros(3)
    for b in bodies:
        total += b.mass * np.cross(b.position, b.velocity)
    return total


def semi_major_axis(body, sun):
    r = body.position - sun.position
    v = body.velocity - sun.velocity
    return 1.0 / (2.0 / np.linalg.norm(r) - np.dot(v, v) / (G * (sun.mass + body.mass)))


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 30_000
    step = 0.01
    bodies = [Body(*row) for row in BODIES]
    momentum = sum(b.mass * b.velocity for b in bodies)
    bodies[0].velocity = -momentum / bodies[0].mass  # the whole system is at rest
    compute_accelerations(bodies)

    start_energy = energy(bodies)
    start = time.perf_counter()
    for k in range(steps):
        if k % (steps // 4) == 0:
            print(f"year {k * step:6.1f}  energy {energy(bodies):.12e}  "
                  f"angular momentum {np.linalg.norm(angular_momentum(bodies)):.12e}")
        leapfrog(bodies, step)
    print(f"time {time.perf_counter() - start:.3f} s for {steps} steps")

    print("energy kept to 1e-5:", bool(abs(energy(bodies) / start_energy - 1.0) < 1e-5))
    for body in bodies[1:]:
        axis = semi_major_axis(body, bodies[0])
        print(f"{body.name:8} at {np.round(body.position, 4)}  axis {axis:9.5f} au  "
              f"period {axis**1.5:8.3f} years")
    checksum = sum(np.abs(body.position).sum() for body in bodies)
    print(f"checksum: {float(checksum)!r}")


if __name__ == "__main__":
    main()
