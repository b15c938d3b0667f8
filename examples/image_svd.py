"""Compress a photograph by keeping the largest singular values of each colour channel.

The picture is scikit-learn's sample image china.jpg (427 x 640 pixels). Keeping k of 427
singular values stores k (427 + 640 + 1) numbers a channel; the squared error is exactly the sum
of the squares of the values left out, which is checked.

Usage: python image_svd.py [ranks, default 5 20 50 100 200]
"""

import sys
import time

import numpy as np
from sklearn.datasets import load_sample_image


def compress(factors, rank):
    """The image rebuilt from the first `rank` singular triples of each channel."""
    return np.stack([(u[:, :rank] * s[:rank]) @ vt[:rank] for u, s, vt in factors], axis=-1)


def signal_to_noise(image, approximation):
    """Peak signal-to-noise ratio in decibels for values in [0, 1]."""
    return -10.0 * np.log10(np.mean((image - np.clip(approximation, 0.0, 1.0)) ** 2))


def brightness_picture(image, columns=64):
    """The grey image as rows of characters, dark to bright."""
    grey = image.mean(axis=-1)
    width = grey.shape[1] // columns
    height = 2 * width
    rows = grey.shape[0] // height
    blocks = grey[: rows * height, : columns * width].reshape(rows, height, columns, width)
    levels = np.clip(blocks.mean(axis=(1, 3)) * 10.0, 0.0, 9.0).astype(int)
    return "\n".join("".join(" .:-=+*#%@"[v] for v in row) for row in levels)


def main():
    ranks = [int(word) for word in sys.argv[1:]] or [5, 20, 50, 100, 200]
    image = load_sample_image("china.jpg") / 255.0
    height, width, channels = image.shape

    start = time.perf_counter()
    factors = [np.linalg.svd(image[:, :, c], full_matrices=False) for c in range(channels)]
    print(f"time {time.perf_counter() - start:.3f} s for {channels} decompositions")
    print("largest singular values", np.round([s[0] for _, s, _ in factors], 6))

    print(f"{'rank':>5} {'stored':>8} {'energy':>10} {'PSNR (dB)':>10}  error as predicted")
    checksum = 0.0
    for rank in ranks:
        approximation = compress(factors, rank)
        error = np.sum((image - approximation) ** 2)
        predicted = sum(np.sum(s[rank:] ** 2) for _, s, _ in factors)
        energy = 1.0 - predicted / sum(np.sum(s**2) for _, s, _ in factors)
        stored = rank * (height + width + 1) / (height * width)
        quality = signal_to_noise(image, approximation)
        agrees = bool(abs(error - predicted) <= 1e-9 * predicted)
        print(f"{rank:5d} {100 * stored:7.2f}% {100 * energy:9.5f}% {quality:10.5f}  {agrees}")
        checksum += float(quality) + float(np.abs(approximation).mean())

    print(f"the image from its first {ranks[-1]} singular values:")
    print(brightness_picture(approximation))
    print(f"checksum: {checksum!r}")


if __name__ == "__main__":
    main()
