"""The travelling salesman: nearest neighbour, 2-opt and simulated annealing against an exact tour.

Held and Karp's dynamic programming over sets of cities gives the optimum of a small instance.
"""

import numpy as np


def table_of_distances(points):
    difference = points[:, np.newaxis] - points[np.newaxis]
    return np.hypot(difference[..., 0], difference[..., 1])


def tour_length(distance, tour):
    return distance[tour, np.roll(tour, -1)].sum()


def nearest_neighbour(distance, start):
    left = np.ones(len(distance), dtype=bool)
    tour = [start]
    left[start] = False
    while left.any():
        nearest = np.where(left, distance[tour[-1]], np.inf).argmin()
        tour.append(int(nearest))
        left[nearest] = False
    return np.array(tour)


def two_opt(distance, tour):
    """Turns parts of the tour round, always that which saves most, until none saves."""
    tour = tour.copy()
    n = len(tour)
    moves = 0
    while True:
        nxt = np.roll(tour, -1)
        edge = distance[tour, nxt]
        change = (distance[np.ix_(tour, tour)] + distance[np.ix_(nxt, nxt)]
                  - edge[:, None] - edge[None, :])
        change[np.tril_indices(n, 1)] = 0
        i, j = np.unravel_index(change.argmin(), change.shape)
        if change[i, j] > -1e-10:
            return tour, moves
        tour[i + 1:j + 1] = tour[i + 1:j + 1][::-1]
        moves += 1


def anneal(distance, steps, rng):
    """Simulated annealing by random reversals with a geometric schedule."""
    n = len(distance)
    tour = rng.permutation(n)
    length = tour_length(distance, tour)
    for temperature in np.geomspace(0.5, 0.005, steps):
        i, j = np.sort(rng.choice(n, size=2, replace=False))
        a, b, c, d = tour[i - 1], tour[i], tour[j], tour[(j + 1) % n]
        if a == c:
            continue
        change = distance[a, c] + distance[b, d] - distance[a, b] - distance[c, d]
        if change < 0 or rng.random() < np.exp(-change / temperature):
            tour[i:j + 1] = tour[i:j + 1][::-1].copy()
            length += change
    return tour, length


def held_karp(distance):
    """Length of the shortest tour: best[set, last] over all sets of the cities but the last."""
    n = len(distance) - 1
    best = np.full((1 << n, n), np.inf)
    best[1 << np.arange(n), np.arange(n)] = distance[n, :n]
    for cities in range(1, 1 << n):
        for city in range(n):
            if not cities >> city & 1:
                candidates = (best[cities] + distance[city, :n]).min()
                grown = cities | 1 << city
                best[grown, city] = min(best[grown, city], candidates)
    return (best[-1] + distance[n, :n]).min()


def main():
    rng = np.random.default_rng(1930)
    points = rng.random((10, 2))
    distance = table_of_distances(points)
    exact = held_karp(distance)
    tour, length = anneal(distance, 2500, rng)
    print(f"ten cities: exact {exact:.10f}, annealed {length:.10f}, "
          f"kept up to date: {np.isclose(length, tour_length(distance, tour))}")
    start = np.flatnonzero(tour == 0)[0]
    print("tour", np.roll(tour, -start))

    points = rng.random((70, 2))
    distance = table_of_distances(points)
    tours = [nearest_neighbour(distance, start) for start in range(70)]
    lengths = np.array([tour_length(distance, tour) for tour in tours])
    print(f"seventy cities: nearest neighbour {lengths.min():.8f} to {lengths.max():.8f}, "
          f"median {np.median(lengths):.8f}")
    improved = [two_opt(distance, tours[k]) for k in np.argsort(lengths)[:8]]
    for tour, moves in improved:
        print(f"  2-opt: {tour_length(distance, tour):.8f} after {moves} moves")
    tour, length = anneal(distance, 8000, rng)
    tour, moves = two_opt(distance, tour)
    print(f"annealed {length:.8f}, then {tour_length(distance, tour):.8f}")
    print("every city once:", np.array_equal(np.sort(tour), np.arange(70)))
    print(f"bound of random tours {0.7124 * np.sqrt(70):.6f}")

    grid = np.full((16, 48), ".")
    rows = (points[:, 1] * 16).astype(int)
    columns = (points[:, 0] * 48).astype(int)
    letters = np.array(list("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    grid[rows[tour], columns[tour]] = letters[np.arange(70) % len(letters)]
    print("\n".join("".join(row) for row in grid))


if __name__ == "__main__":
    main()
