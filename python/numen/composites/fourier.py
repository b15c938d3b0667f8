"""Composites of numpy.fft: transforms along several axes, frequencies."""

import numpy

from .registry import Handover, composite, ours, own

_integers = (int, numpy.integer)


def _lengths(a, s, axes, real_inverse=False):
    """The length along each axis, and the axes; NumPy warns of, or refuses, what is odd."""
    if axes is None:
        if s is not None:
            raise Handover
        axes = range(a.ndim)
    elif type(axes) not in (tuple, list):
        raise Handover
    shape, ndim = a.shape, a.ndim
    if not axes or not all(type(axis) is int and -ndim <= axis < ndim for axis in axes):
        raise Handover
    if s is None:
        lengths = [shape[axis] for axis in axes]
        if real_inverse:
            lengths[-1] = 2 * (lengths[-1] - 1)
        return lengths, axes
    if len(s) != len(axes) or not all(isinstance(length, _integers) for length in s):
        raise Handover
    return [shape[axis] if length == -1 else length for length, axis in zip(s, axes)], axes


def _in_place(transform, a, length, axis, norm, is_own):
    """Along one more axis; an array of ours that nobody else has seen is overwritten."""
    if is_own and a.shape[axis] == length:
        return transform(a, length, axis, norm, a)
    return transform(a, length, axis, norm)


def _along_axes(transform, a, s, axes, norm, out):
    a = ours(a)
    lengths, axes = _lengths(a, s, axes)
    is_own = False
    for length, axis in zip(reversed(lengths), reversed(axes)):
        if out is not None:
            a = transform(a, length, axis, norm, out)
        else:
            a = _in_place(transform, a, length, axis, norm, is_own)
            is_own = True
    return a


@composite("fft.fftn")
def fftn(a, s=None, axes=None, norm=None, out=None):
    return _along_axes(own.fft.fft, a, s, axes, norm, out)


@composite("fft.ifftn")
def ifftn(a, s=None, axes=None, norm=None, out=None):
    return _along_axes(own.fft.ifft, a, s, axes, norm, out)


@composite("fft.fft2")
def fft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return _along_axes(own.fft.fft, a, s, axes, norm, out)


@composite("fft.ifft2")
def ifft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return _along_axes(own.fft.ifft, a, s, axes, norm, None)  # out is left alone, as in NumPy


def _real_forward(a, s, axes, norm, out):
    a = ours(a)
    lengths, axes = _lengths(a, s, axes)
    if out is not None:
        a = own.fft.rfft(a, lengths[-1], axes[-1], norm, out)
        for length, axis in zip(lengths[-2::-1], axes[-2::-1]):
            a = own.fft.fft(a, length, axis, norm, out)
        return a
    a = own.fft.rfft(a, lengths[-1], axes[-1], norm)
    for length, axis in zip(lengths[-2::-1], axes[-2::-1]):
        a = _in_place(own.fft.fft, a, length, axis, norm, True)
    return a


@composite("fft.rfftn")
def rfftn(a, s=None, axes=None, norm=None, out=None):
    return _real_forward(a, s, axes, norm, out)


@composite("fft.rfft2")
def rfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return _real_forward(a, s, axes, norm, out)


def _real_inverse(a, s, axes, norm, out):
    a = ours(a)
    lengths, axes = _lengths(a, s, axes, real_inverse=True)
    for at, (length, axis) in enumerate(zip(lengths[:-1], axes)):
        a = _in_place(own.fft.ifft, a, length, axis, norm, at > 0)
    return own.fft.irfft(a, lengths[-1], axes[-1], norm, out)


@composite("fft.irfftn")
def irfftn(a, s=None, axes=None, norm=None, out=None):
    return _real_inverse(a, s, axes, norm, out)


@composite("fft.irfft2")
def irfft2(a, s=None, axes=(-2, -1), norm=None, out=None):
    return _real_inverse(a, s, axes, norm, None)


def _step(n, d, device):
    if device not in (None, "cpu") or type(n) is not int or type(d) not in (int, float):
        raise Handover
    return 1.0 / (n * d)


@composite("fft.fftfreq")
def fftfreq(n, d=1.0, device=None):
    step = _step(n, d, device)
    found = own.empty(n)
    middle = (n - 1) // 2 + 1
    found[:middle] = own.arange(middle)
    found[middle:] = own.arange(-(n // 2), 0)
    found *= step
    return found


@composite("fft.rfftfreq")
def rfftfreq(n, d=1.0, device=None):
    step = _step(n, d, device)
    return own.arange(n // 2 + 1) * step
