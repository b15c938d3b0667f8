"""The spectrogram of a chirp in noise by short Fourier transforms; size is the samples."""

import numpy as np

SIZES = {"small": 150_000, "medium": 1_600_000, "large": 5_000_000}
FRAME = 512
HOP = 256
RATE = 8_000


def prepare(rng, size):
    """The sound."""
    time = np.arange(size) / RATE
    pitch = 300 + 1500 * time / time[-1]
    return (np.sin(2 * np.pi * np.cumsum(pitch) / RATE) + 0.2 * rng.normal(size=size),)


def run(sound):
    """Power in decibels by frame and frequency, the loudest frequency and centroid by frame."""
    frames = 1 + (len(sound) - FRAME) // HOP
    window = np.hanning(FRAME)
    starts = HOP * np.arange(frames)
    pieces = sound[starts[:, np.newaxis] + np.arange(FRAME)] * window
    spectrum = np.fft.rfft(pieces, axis=1)
    power = np.abs(spectrum) ** 2 / np.sum(window**2)
    frequencies = np.fft.rfftfreq(FRAME, d=1 / RATE)
    decibels = 10 * np.log10(power + 1e-6)
    loudest = frequencies[np.argmax(power, axis=1)]
    centroid = (power @ frequencies) / power.sum(axis=1)
    return decibels, loudest, centroid
