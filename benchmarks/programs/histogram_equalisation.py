"""Histogram equalisation of the three channels of a picture of bytes; size is its side."""

import numpy as np

SIZES = {"small": 400, "medium": 1_400, "large": 2_500}


def prepare(rng, size):
    """A dark picture, of three channels one after the other."""
    picture = rng.normal(loc=70, scale=25, size=(3, size, size))
    return (np.clip(picture, 0, 255).astype(np.uint8),)


def run(picture):
    """The picture with an even histogram, and the histograms before and after."""
    equalised = np.empty_like(picture)
    before = np.zeros((3, 256), dtype=np.int64)
    after = np.zeros((3, 256), dtype=np.int64)
    for channel in range(3):
        pixels = picture[channel]
        before[channel] = np.bincount(pixels.ravel(), minlength=256)
        cumulative = np.cumsum(before[channel])
        lowest = cumulative[cumulative > 0][0]
        scaled = (cumulative - lowest) * 255 // (pixels.size - lowest)
        table = np.clip(scaled, 0, 255).astype(np.uint8)
        equalised[channel] = table[pixels]
        after[channel] = np.bincount(equalised[channel].ravel(), minlength=256)
    return equalised, before, after
