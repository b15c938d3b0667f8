"""Image processing with Pillow and scipy.ndimage: made, saved, filtered, thresholded, labelled."""

import io

import numpy as np
from PIL import Image
from scipy import ndimage

height, width = 120, 160
rows, columns = np.mgrid[:height, :width]
picture = np.zeros((height, width, 3), dtype=np.uint8)
picture[..., 0] = (columns * 255 // (width - 1)).astype(np.uint8)
picture[..., 1] = (rows * 255 / (height - 1)).astype(np.uint8)
for r, c, size in ((30, 40, 12), (80, 50, 20), (60, 120, 25)):
    picture[(rows - r) ** 2 + (columns - c) ** 2 < size**2] = [20, 30, 220]
rng = np.random.default_rng(2)
noisy = np.clip(picture.astype(int) + rng.integers(-25, 26, picture.shape), 0, 255).astype("u1")
print(noisy.dtype, noisy.shape, noisy.mean(axis=(0, 1)).round(4), noisy.min(), noisy.max())

file = io.BytesIO()
Image.fromarray(noisy).save(file, format="PNG")
file.seek(0)
image = Image.open(file)
back = np.array(image)
print(image.size, image.mode, np.array_equal(back, noisy), back.flags.writeable)
small = np.asarray(image.resize((40, 30), Image.Resampling.BILINEAR))
print(small.shape, small.dtype, small.astype(float).mean().round(4), small.flags.writeable)
grey = back @ np.array([0.299, 0.587, 0.114])
print(np.round(grey.mean(), 6), np.round(grey.std(), 6))
histogram, edges = np.histogram(grey, bins=16, range=(0, 256))
print(histogram, edges[:3])

weights = np.cumsum(histogram) / histogram.sum()
mean = np.cumsum(histogram * edges[:-1]) / histogram.sum()
with np.errstate(divide="ignore", invalid="ignore"):
    between = (mean[-1] * weights - mean) ** 2 / (weights * (1 - weights))
level = edges[np.nanargmax(between)]
print("otsu", level, int((grey > level).sum()))
blurred = ndimage.gaussian_filter(grey, 1.5)
gx, gy = ndimage.sobel(blurred, 1), ndimage.sobel(blurred, 0)
strength = np.hypot(gx, gy)
print(np.round(strength.max(), 6), np.round(np.rad2deg(np.arctan2(gy, gx)).mean(), 6))
blue = (back[..., 2].astype(int) - back[..., 0]) > 40
blue = ndimage.binary_opening(blue, iterations=2)
labels, count = ndimage.label(blue)
print(count, ndimage.sum(blue, labels, range(1, count + 1)),
      np.round(ndimage.center_of_mass(blue, labels, range(1, count + 1)), 3))
kernel = np.outer([1, 2, 1], [1, 2, 1]) / 16
padded = np.pad(grey, 1, mode="reflect")
by_hand = sum(kernel[i, j] * padded[i:i + height, j:j + width] for i in range(3) for j in range(3))
print(np.allclose(by_hand, ndimage.convolve(grey, kernel, mode="mirror")))
turned = np.rot90(back)[::-1, :, ::-1]
print(turned.shape, turned.strides, turned[3, 5], np.asarray(Image.fromarray(turned)).sum())
lookup = (255 * (np.arange(256) / 255) ** 0.5).astype(np.uint8)
print(lookup[back].mean().round(6), np.bincount(back[..., 0].ravel(), minlength=256)[:8])
median = ndimage.median_filter(grey, 3)
print(np.round(np.sqrt(np.mean((median - grey) ** 2)), 6), np.round(np.median(grey), 4))
blocks = grey.reshape(12, 10, 16, 10).mean(axis=(1, 3))
print(blocks.round(2)[:3, :5], np.unravel_index(blocks.argmax(), blocks.shape))
frequency = np.fft.fftshift(np.abs(np.fft.fft2(grey - grey.mean())))
print(frequency.shape, np.round(frequency.max(), 4), np.argwhere(frequency > 0.5 * frequency.max()))
hue = Image.fromarray(back).convert("HSV")
print(np.asarray(hue)[..., 0].mean().round(5), Image.fromarray(grey.astype("f4")).mode,
      Image.fromarray(blue).mode)
