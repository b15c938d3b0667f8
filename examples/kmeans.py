"""k-means clustering of scikit-learn's handwritten digits, written with broadcasting.

Lloyd's algorithm from several k-means++ starts; the best of them is judged by how pure its ten
clusters are when each one takes the name of its most frequent digit (about 0.8).

Usage: python kmeans.py [number of starts, default 20]
"""

import sys
import time

import numpy as np
from sklearn.datasets import load_digits


def squared_distances(points, centres):
    """Table of squared distances, points by centres."""
    return np.sum((points[:, None, :] - centres) ** 2, axis=-1)


def spread_out_centres(points, k, rng):
    """k-means++: each next centre is drawn with probability proportional to squared distance."""
    centres = points[rng.integers(len(points))][None, :]
    while len(centres) < k:
        nearest = squared_distances(points, centres).min(axis=1)
        chosen = rng.choice(len(points), p=nearest / nearest.sum())
        centres = np.vstack([centres, points[chosen]])
    return centres


def lloyd(points, centres, iterations=100):
    """Labels, centres, inertia and the number of iterations until nothing changed."""
    labels = np.full(len(points), -1)
    for iteration in range(iterations):
        distances = squared_distances(points, centres)
        new_labels = np.argmin(distances, axis=1)
        if np.array_equal(new_labels, labels):
            break
        labels = new_labels
        centres = np.stack([points[labels == j].mean(axis=0) for j in range(len(centres))])
    inertia = distances[np.arange(len(points)), labels].sum()
    return labels, centres, inertia, iteration


def purity(labels, truth, k):
    return sum(np.bincount(truth[labels == j]).max() for j in range(k)) / len(truth)


def main():
    starts = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    points, truth = load_digits(return_X_y=True)
    k = 10
    rng = np.random.default_rng(10)
    print(f"{points.shape[0]} images of {points.shape[1]} pixels, {k} clusters, {starts} starts")

    begin = time.perf_counter()
    results = [lloyd(points, spread_out_centres(points, k, rng)) for _ in range(starts)]
    print(f"time {time.perf_counter() - begin:.3f} s")

    total = sum(result[2] for result in results)
    labels, centres, inertia, iterations = min(results, key=lambda result: result[2])
    print(f"mean inertia {total / starts:.4f}, best {inertia:.4f} after {iterations} iterations")
    print(f"purity {purity(labels, truth, k):.4f}")
    print("cluster sizes", np.sort(np.bincount(labels)))
    for j in range(3):
        counts = np.bincount(truth[labels == j], minlength=10)
        print(f"cluster {j}: {counts.sum()} images, most often the digit {counts.argmax()}")
    print(f"checksum: {float(inertia + centres.sum())!r}")


if __name__ == "__main__":
    main()
