"""Percolation on a square lattice: clusters by union-find, and the threshold by adding sites."""

import numpy as np


def find(parent, site):
    """The root of a site; the path to it is halved on the way."""
    while parent[site] != site:
        parent[site] = parent[parent[site]]
        site = parent[site]
    return site


def label(open_sites):
    """Clusters of open sites numbered from 1; 0 where closed. Two passes with union-find."""
    rows, columns = open_sites.shape
    parent = np.arange(open_sites.size)
    for i, j in np.argwhere(open_sites):
        site = i * columns + j
        for a, b in ((i - 1, j), (i, j - 1)):
            if a >= 0 and b >= 0 and open_sites[a, b]:
                one, other = find(parent, site), find(parent, a * columns + b)
                parent[max(one, other)] = min(one, other)
    roots = np.array([find(parent, site) for site in range(open_sites.size)])
    roots = roots.reshape(open_sites.shape)
    _, numbers = np.unique(roots[open_sites], return_inverse=True)
    labels = np.zeros(open_sites.shape, dtype=int)
    labels[open_sites] = numbers + 1
    return labels


def flood(open_sites):
    """The open sites that water from above reaches, by whole-array steps."""
    wet = np.zeros_like(open_sites)
    wet[0] = open_sites[0]
    while True:
        grown = wet.copy()
        grown[1:] |= wet[:-1]
        grown[:-1] |= wet[1:]
        grown[:, 1:] |= wet[:, :-1]
        grown[:, :-1] |= wet[:, 1:]
        grown &= open_sites
        if np.array_equal(grown, wet):
            return wet
        wet = grown


def threshold(side, rng):
    """The share of open sites when a path from top to bottom first exists (Newman and Ziff)."""
    top, bottom = side * side, side * side + 1
    parent = list(range(side * side + 2))
    is_open = np.zeros((side, side), dtype=bool)
    for count, site in enumerate(rng.permutation(side * side), 1):
        i, j = divmod(int(site), side)
        is_open[i, j] = True
        joined = [a * side + b for a, b in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
                  if 0 <= a < side and 0 <= b < side and is_open[a, b]]
        joined += [top] * (i == 0) + [bottom] * (i == side - 1)
        for other in joined:
            parent[find(parent, int(site))] = find(parent, other)
        if find(parent, top) == find(parent, bottom):
            return count / side**2
    raise AssertionError("a full lattice percolates")


def main():
    rng = np.random.default_rng(1957)
    sites = rng.random((18, 50)) < 0.58
    labels = label(sites)
    wet = flood(sites)
    for row, water in zip(sites, wet):
        print("".join("~" if w else "o" if s else " " for s, w in zip(row, water)))
    sizes = np.bincount(labels.ravel())[1:]
    print(f"{len(sizes)} clusters, the largest of {sizes.max()} sites, mean {sizes.mean():.6f}")
    print("numbers of clusters by size:", *zip(*np.unique(sizes, return_counts=True)))
    touched = np.unique(labels[0][sites[0]])
    print("water fills the clusters of the top row:",
          np.array_equal(wet, np.isin(labels, touched)), touched)

    for share in (0.3, 0.5, 0.55, 0.6, 0.65):
        found = []
        for _ in range(5):
            lattice = rng.random((40, 40)) < share
            sizes = np.bincount(label(lattice)[lattice])
            found.append((sizes.max() / lattice.sum(), flood(lattice)[-1].any()))
        largest, through = np.array(found).T
        print(f"open {share:.2f}: largest cluster {largest.mean():.6f} of all, "
              f"{int(through.sum())} of 5 percolate")
    estimates = np.array([threshold(24, rng) for _ in range(25)])
    print(f"threshold {estimates.mean():.6f} +- {estimates.std(ddof=1) / 5:.6f} (0.592746)")
    print("quartiles", np.percentile(estimates, [25, 50, 75]))


if __name__ == "__main__":
    main()
