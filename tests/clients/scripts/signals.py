"""A noisy signal: spectrum, filters, peaks, windows, autocorrelation, resampling, spectrogram."""

import numpy as np
from scipy import fft, interpolate, signal

rng = np.random.default_rng(9)
rate = 1000
t = np.arange(0, 4, 1 / rate)
clean = np.sin(2 * np.pi * 50 * t) + 0.5 * np.sin(2 * np.pi * 120 * t) * np.exp(-t)
noisy = clean + rng.normal(scale=0.4, size=t.size) + 0.3 * t

flat = signal.detrend(noisy)
spectrum = np.fft.rfft(flat * np.hanning(t.size))
frequency = np.fft.rfftfreq(t.size, 1 / rate)
power = np.abs(spectrum) ** 2
print(frequency[np.argsort(power)[-6:]], round(float(power.max()), 4))
peaks, found = signal.find_peaks(power, height=power.max() / 50, distance=5)
print(frequency[peaks], np.round(found["peak_heights"], 3))

b, a = signal.butter(4, [40, 60], btype="band", fs=rate)
filtered = signal.filtfilt(b, a, flat)
print(np.round(b, 10), np.round(a, 10), round(float(np.std(filtered)), 8))
sections = signal.butter(6, 80, output="sos", fs=rate)
print(np.round(signal.sosfilt(sections, flat)[:6], 8))
taps = signal.firwin(31, 100, fs=rate)
smooth = np.convolve(flat, taps, mode="same")
print(np.round(smooth[100:106], 8), np.allclose(smooth, signal.fftconvolve(flat, taps, "same")))
moving = np.convolve(noisy, np.ones(25) / 25, mode="valid")
print(np.round(moving[::800], 8), np.round(signal.savgol_filter(noisy, 21, 3)[::800], 8))
middle = flat - flat.mean()
autocorrelation = np.correlate(middle, middle, mode="full")[t.size - 1:]
autocorrelation /= autocorrelation[0]
print(np.round(autocorrelation[:8], 8), int(np.argmax(autocorrelation[10:200])) + 10)
f, times, sxx = signal.spectrogram(flat, rate, nperseg=256)
print(sxx.shape, f[sxx.mean(axis=1).argmax()], round(float(sxx.sum()), 6))
f, welch = signal.welch(flat, rate, nperseg=512)
print(f[np.argsort(welch)[-3:]], round(float(np.trapezoid(welch, f)), 8))
spline = interpolate.CubicSpline(t[::50], clean[::50])
print(np.round(spline(t[25:500:100]), 6), np.round(np.interp(0.0123, t, clean), 8))
envelope = np.abs(signal.hilbert(filtered))
print(np.round(envelope[500:4000:700], 6), np.round(np.unwrap(np.angle(
    signal.hilbert(filtered)))[-1] / (2 * np.pi), 4))
decimated = signal.decimate(flat, 4)
print(decimated.shape, np.round(decimated[:5], 6), np.round(signal.resample(flat, 10), 6))
crossings = np.nonzero(np.diff(np.signbit(filtered)))[0]
print(len(crossings), np.round(np.diff(crossings).mean(), 6))
frames = np.lib.stride_tricks.sliding_window_view(flat, 256)[::128]
print(frames.shape, np.round(np.sqrt((frames**2).mean(axis=1))[:5], 8))
print(np.round(fft.dct(flat[:16], norm="ortho"), 6),
      np.round(np.fft.ifft(np.fft.fft(flat[:8])).real,
                                                           6))
