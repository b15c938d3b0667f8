"""Lloyd's k-means, distances by broadcasting; size is the number of points."""

import numpy as np

SIZES = {"small": 500, "medium": 10_000, "large": 50_000}
CLUSTERS = 6
DIMENSIONS = 3
ITERATIONS = 10


def prepare(rng, size):
    """Points round a few centres, and starting centres near those."""
    true_centres = rng.uniform(-10, 10, size=(CLUSTERS, DIMENSIONS))
    member = rng.integers(0, CLUSTERS, size=size)
    points = true_centres[member] + rng.normal(scale=1.5, size=(size, DIMENSIONS))
    start = true_centres + rng.normal(scale=1.0, size=true_centres.shape)
    return points, start


def run(points, start):
    """The centres, the label of each point, and the inertia in each iteration."""
    centres = start.copy()
    inertia = []
    for _ in range(ITERATIONS):
        difference = points[:, np.newaxis, :] - centres[np.newaxis, :, :]
        squared = (difference**2).sum(axis=2)
        labels = squared.argmin(axis=1)
        inertia.append(squared.min(axis=1).sum())
        for cluster in range(CLUSTERS):
            members = points[labels == cluster]
            if len(members) > 0:
                centres[cluster] = members.mean(axis=0)
    return centres, labels, np.array(inertia)
