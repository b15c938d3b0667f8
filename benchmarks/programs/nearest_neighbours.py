"""The nearest neighbours of some points among others, and a vote; size is the number searched."""

import numpy as np

SIZES = {"small": 500, "medium": 7_000, "large": 35_000}
QUERIES = 100
NEIGHBOURS = 7
CLASSES = 4


def prepare(rng, size):
    """The points with their classes, and the points asked about."""
    points = rng.random((size, 4))
    classes = rng.integers(0, CLASSES, size=size)
    queries = rng.random((QUERIES, 4))
    return points, classes, queries


def run(points, classes, queries):
    """Indices and distances of the neighbours, nearest first, and the class voted for."""
    difference = queries[:, np.newaxis, :] - points[np.newaxis, :, :]
    distances = np.sqrt((difference**2).sum(axis=-1))
    nearest = np.argpartition(distances, NEIGHBOURS, axis=1)[:, :NEIGHBOURS]
    near_distances = np.take_along_axis(distances, nearest, axis=1)
    order = np.argsort(near_distances, axis=1)
    nearest = np.take_along_axis(nearest, order, axis=1)
    near_distances = np.take_along_axis(near_distances, order, axis=1)
    votes = (classes[nearest][:, :, np.newaxis] == np.arange(CLASSES)).sum(axis=1)
    return nearest, near_distances, votes.argmax(axis=1)
