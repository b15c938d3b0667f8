"""Vegetation, water and cloud in a satellite image by boolean masks; size is its side."""

import numpy as np

SIZES = {"small": 250, "medium": 900, "large": 2_000}


def prepare(rng, size):
    """Red, green and near-infrared bands, as 16-bit counts."""
    bands = rng.integers(1, 10_000, size=(3, size, size), dtype=np.uint16)
    return bands[0], bands[1], bands[2]


def run(red, green, infrared):
    """Classes by pixel, a picture of the vegetation, counts and mean index of each class."""
    red = red.astype(np.float64)
    green = green.astype(np.float64)
    infrared = infrared.astype(np.float64)
    vegetation_index = (infrared - red) / (infrared + red)
    water_index = (green - infrared) / (green + infrared)

    cloud = (red > 7000) & (green > 7000) & (infrared > 5000)
    water = (water_index > 0.3001) & ~cloud
    vegetation = (vegetation_index > 0.2001) & ~cloud & ~water
    classes = np.zeros(red.shape, dtype=np.uint8)
    classes[vegetation] = 1
    classes[water] = 2
    classes[cloud] = 3

    picture = np.where(vegetation, vegetation_index, 0.0)
    picture[cloud] = 1.0
    counts = np.array([np.count_nonzero(classes == kind) for kind in range(4)])
    means = np.array([vegetation_index[classes == kind].mean() for kind in range(4)])
    return classes, picture, counts, means
