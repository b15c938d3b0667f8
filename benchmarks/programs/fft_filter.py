"""A band-pass filter on several channels by Fourier transform; size is samples by channel."""

import numpy as np
import scipy.fft

SIZES = {"small": 30_000, "medium": 250_000, "large": 800_000}
CHANNELS = 8
RATE = 1_000.0
LOW, HIGH = 8.0, 30.0


def prepare(rng, size):
    """Noisy channels with an oscillation of twelve hertz."""
    time = np.arange(size) / RATE
    phases = rng.uniform(0, 2 * np.pi, size=(CHANNELS, 1))
    return (np.sin(2 * np.pi * 12.0 * time + phases) + rng.normal(size=(CHANNELS, size)),)


def run(signals):
    """The filtered channels, their spectra in the band, and the power of each in the band."""
    samples = signals.shape[1]
    spectrum = scipy.fft.rfft(signals, axis=1)
    frequencies = scipy.fft.rfftfreq(samples, d=1 / RATE)
    gain = 1 / (1 + np.exp(-(frequencies - LOW))) / (1 + np.exp(frequencies - HIGH))
    filtered = scipy.fft.irfft(spectrum * gain, n=samples, axis=1)
    band = (frequencies >= LOW) & (frequencies <= HIGH)
    power = np.sum(np.abs(spectrum[:, band]) ** 2, axis=1) / samples**2
    return filtered, spectrum[:, band], power
