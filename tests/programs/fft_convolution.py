"""Convolution by the Fourier transform: signals in blocks, images, products of large numbers."""

import numpy as np


def fft_convolve(a, b):
    """The full linear convolution of two real sequences."""
    length = len(a) + len(b) - 1
    size = 1 << (length - 1).bit_length()
    return np.fft.irfft(np.fft.rfft(a, size) * np.fft.rfft(b, size), size)[:length]


def overlap_add(signal, kernel, block=256):
    """Convolution of a long signal with a short kernel, block by block."""
    size = block + len(kernel) - 1
    spectrum = np.fft.rfft(kernel, size)
    out = np.zeros(len(signal) + len(kernel) - 1)
    for start in range(0, len(signal), block):
        piece = signal[start:start + block]
        part = np.fft.irfft(np.fft.rfft(piece, size) * spectrum, size)
        stop = min(start + size, len(out))
        out[start:stop] += part[:stop - start]
    return out


def low_pass(taps, cut):
    """A windowed sinc filter."""
    n = np.arange(taps) - (taps - 1) / 2
    kernel = np.sinc(2 * cut * n) * np.hamming(taps)
    return kernel / kernel.sum()


def blur(image, sigma):
    """Periodic Gaussian blur: the transform of the kernel is known."""
    fy = np.fft.fftfreq(image.shape[0])[:, np.newaxis]
    fx = np.fft.rfftfreq(image.shape[1])
    gain = np.exp(-2 * (np.pi * sigma) ** 2 * (fx**2 + fy**2))
    return np.fft.irfft2(np.fft.rfft2(image) * gain, s=image.shape)


def multiply(a, b):
    """The product of two numbers given as strings of decimal digits."""
    digits = [np.array([int(c) for c in reversed(text)], dtype=float) for text in (a, b)]
    columns = np.rint(fft_convolve(*digits)).astype(np.int64)
    result, carry = [], 0
    for column in columns:
        carry, digit = divmod(int(column) + carry, 10)
        result.append(str(digit))
    while carry:
        carry, digit = divmod(carry, 10)
        result.append(str(digit))
    return "".join(reversed(result)).lstrip("0") or "0"


def main():
    rng = np.random.default_rng(1965)
    a, b = rng.normal(size=1000), rng.normal(size=77)
    direct = np.convolve(a, b)
    print("by transform:", np.allclose(fft_convolve(a, b), direct))
    print("by blocks:   ", np.allclose(overlap_add(a, b, 128), direct))

    t = np.arange(2048) / 2048
    clean = np.sin(2 * np.pi * 12 * t) + 0.5 * np.cos(2 * np.pi * 30 * t)
    noisy = clean + rng.normal(scale=0.5, size=t.size)
    smooth = overlap_add(noisy, low_pass(101, 0.025))[50:-50]
    print(f"noise before {np.std(noisy - clean):.8f}, after "
          f"{np.std((smooth - clean)[100:-100]):.8f}")
    power = np.abs(np.fft.rfft(noisy)) ** 2
    strongest = np.argsort(power)[::-1][:2]
    print("strongest frequencies", np.sort(strongest), power[strongest].round(3))
    print("Parseval:", np.isclose((noisy**2).sum(),
                                  (power[0] + 2 * power[1:-1].sum() + power[-1]) / t.size))

    image = np.zeros((32, 48))
    image[8:24, 12:36] = 1
    image[12:20, 20:28] = 3
    soft = blur(image, 2.0)
    print(f"light kept {soft.sum():.6f} of {image.sum():.1f}, peak {soft.max():.8f}")
    np.set_printoptions(suppress=True)
    print("row through the middle", soft[16, ::4].round(6))
    shades = np.array(list(" .:-=+*#%@"))
    for row in shades[np.clip(soft * 10 / 3, 0, 9).astype(int)][::3]:
        print("".join(row))

    x, y = 3**400, 7**350
    product = multiply(str(x), str(y))
    print("product of 3**400 and 7**350:", product[:30], "...", len(product), "digits,",
          product == str(x * y))


if __name__ == "__main__":
    main()
