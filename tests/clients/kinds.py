"""The kinds of arrays that each call is run with: how they lie in memory, type and state."""

import functools
import zlib

import numpy

import numen
from numen.native import front

from .table import SHAPES


@functools.cache
def data(shape, large):
    """The values of a kind of shape: NumPy's, never handed out without a copy."""
    sizes = SHAPES[shape][large]
    rng = numpy.random.default_rng(zlib.crc32(shape.encode()))
    if shape == "image":
        return rng.integers(0, 256, sizes, dtype=numpy.uint8)
    return rng.normal(size=sizes)


def complex_of(values):
    return values.astype(float) * (1 - 0.5j)


def in_wider(values):
    """The values between others that no call may read or write."""
    wider = numpy.full([n + 2 for n in values.shape], 99, values.dtype)
    wider[tuple(slice(1, -1) for _ in values.shape)] = values
    return wider


INNER = {ndim: (slice(1, -1),) * ndim for ndim in range(4)}

# name: (large?, what becomes of the values, the part of them that is `x`)
KINDS = {
    "small": (False, numpy.copy, None),
    "large": (True, numpy.copy, None),
    "view": (False, in_wider, INNER),
    "large view": (True, in_wider, INNER),
    "strided": (False, lambda values: values.repeat(2, axis=0), {n: slice(None, None, 2)
                                                                for n in range(4)}),
    "reversed": (False, lambda values: values[::-1].copy(), {n: slice(None, None, -1)
                                                             for n in range(4)}),
    "point": (False, lambda values: values.ravel()[1:2].reshape(()).copy(), None),
    "float32": (False, lambda values: values.astype("f4"), None),
    "large float32": (True, lambda values: values.astype("f4"), None),
    "complex": (False, complex_of, None),
    "large complex": (True, complex_of, None),
}


def given(shape, kind):
    """(x of NumPy, x of Numen) with equal values, strides and writeability."""
    large, change, part = KINDS[kind]
    values = change(data(shape, large))
    whole = values.copy()
    # Born in Numen, as arrays are in a program: large ones are managed.
    ours = numen.array(values)
    if part:
        whole, ours = whole[part[whole.ndim]], ours[part[whole.ndim]]
    assert type(ours) is (front.managed if large else front.ndarray)
    return whole, ours
