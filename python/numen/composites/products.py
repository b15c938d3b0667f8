"""Products of vectors and matrices, over the leading axes of stacks; powers and chains of them."""

import functools

import numpy

from .registry import Handover, composite, ours, own

_absent = numpy._NoValue


def _inner(x1, x2):
    """The sums over the last axis of the conjugate of x1 times x2."""
    if x1.dtype.kind == "c":
        x1 = own.conjugate(x1)
    if x1.ndim == 1 and x2.ndim == 1:
        try:
            return own.matmul(x1, x2)
        except ValueError:
            raise Handover from None
    if x1.ndim == 0 or x2.ndim == 0 or x1.shape[-1] != x2.shape[-1]:
        raise Handover
    if x1.size <= 32768 and x1.dtype.char in "fd" and x2.dtype.char in "fd":
        return own.multiply(x1, x2).sum(-1)
    return own.matmul(x1[..., None, :], x2[..., None])[..., 0, 0]


@composite("vecdot")
def vecdot(x1, x2, /, out=None, *, axes=_absent, axis=_absent, keepdims=False,
           casting="same_kind", order="K", dtype=None, subok=True, signature=None):  # fmt: skip
    if keepdims or axes is not _absent or casting != "same_kind" or order != "K":
        raise Handover
    if out is not None or dtype is not None or subok is not True or signature is not None:
        raise Handover
    x1, x2 = ours(x1), ours(x2)
    if axis is not _absent and axis != -1:
        if type(axis) is not int:
            raise Handover
        x1, x2 = _axis_last(x1, axis), _axis_last(x2, axis)
    return _inner(x1, x2)


def _axis_last(x, axis):
    if not -x.ndim <= axis < x.ndim:
        raise Handover
    return own.moveaxis.__wrapped__(x, axis, -1)


@composite("linalg.vecdot")
def linalg_vecdot(x1, x2, /, *, axis=-1):
    return vecdot.__wrapped__(x1, x2, axis=axis)


@composite("matvec")
def matvec(x1, x2, /, out=None, *, axes=_absent, axis=_absent, keepdims=False,
           casting="same_kind", order="K", dtype=None, subok=True, signature=None):  # fmt: skip
    if keepdims or axes is not _absent or axis is not _absent or casting != "same_kind":
        raise Handover
    if out is not None or dtype is not None or subok is not True or signature is not None:
        raise Handover
    x1, x2 = ours(x1), ours(x2)
    if order != "K" or x1.ndim < 2 or x2.ndim < 1 or x1.shape[-1] != x2.shape[-1]:
        raise Handover
    if x1.ndim == 2 and x2.ndim == 1:
        return own.matmul(x1, x2)
    return own.matmul(x1, x2[..., None])[..., 0]


@composite("vecmat")
def vecmat(x1, x2, /, out=None, *, axes=_absent, axis=_absent, keepdims=False,
           casting="same_kind", order="K", dtype=None, subok=True, signature=None):  # fmt: skip
    if keepdims or axes is not _absent or axis is not _absent or casting != "same_kind":
        raise Handover
    if out is not None or dtype is not None or subok is not True or signature is not None:
        raise Handover
    x1, x2 = ours(x1), ours(x2)
    if order != "K" or x1.ndim < 1 or x2.ndim < 2 or x1.shape[-1] != x2.shape[-2]:
        raise Handover
    if x1.dtype.kind == "c":
        x1 = own.conjugate(x1)
    if x1.ndim == 1 and x2.ndim == 2:
        return own.matmul(x1, x2)
    return own.matmul(x1[..., None, :], x2)[..., 0, :]


@composite("linalg.cross")
def linalg_cross(x1, x2, /, *, axis=-1):
    x1, x2 = ours(x1), ours(x2)
    if x1.ndim == 0 or x2.ndim == 0 or type(axis) is not int:
        raise Handover
    x1, x2 = _axis_last(x1, axis), _axis_last(x2, axis)
    if x1.shape[-1] != 3 or x2.shape[-1] != 3:
        raise Handover
    dtype = numpy.promote_types(x1.dtype, x2.dtype)
    found = own.empty((*numpy.broadcast_shapes(x1.shape[:-1], x2.shape[:-1]), 3), dtype)
    a, b = ([x[..., i] for i in range(3)] for x in (x1, x2))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        found[..., i] = own.subtract(own.multiply(a[j], b[k]), own.multiply(a[k], b[j]))
    return found if axis == -1 else own.moveaxis.__wrapped__(found, -1, axis)


@functools.lru_cache(4096)
def diagonal_steps(shape, strides, offset=0):
    """A shape and an index into it that make a view of the diagonals over the last two axes.

    None where the rows do not follow one another in memory.
    """
    rows, columns = shape[-2:]
    down, across = strides[-2:]
    row, column = max(-offset, 0), max(offset, 0)
    length = max(0, min(rows - row, columns - column))
    if length == 0 or down != columns * across:
        return None
    first, step = row * columns + column, columns + 1
    part = slice(first, first + (length - 1) * step + 1, step)
    return (*shape[:-2], rows * columns), (..., part)


def diagonal_view(x, offset=0):
    """The diagonals over the last two axes as a view; handed over where slices make none."""
    steps = diagonal_steps(x.shape, x.strides, offset)
    if steps:
        return x.reshape(steps[0])[steps[1]]
    turned = x.swapaxes(-1, -2)
    steps = diagonal_steps(turned.shape, turned.strides, -offset)
    if steps:
        return turned.reshape(steps[0])[steps[1]]
    rows, columns = x.shape[-2:]
    row, column = max(-offset, 0), max(offset, 0)
    length = max(0, min(rows - row, columns - column))
    if length == 0 or x.strides[-2] != -columns * x.strides[-1]:
        raise Handover
    # Rows in reverse: forwards in memory a diagonal runs from right to left.
    flat = x[..., ::-1, :].reshape(*x.shape[:-2], rows * columns)
    first, step = (rows - 1 - row) * columns + column, 1 - columns
    stop = first + (length - 1) * step - 1
    if step == 0:
        raise Handover
    return flat[..., first : stop if stop >= 0 else None : step]


@composite("linalg.diagonal")
def linalg_diagonal(x, /, *, offset=0):
    return own.diagonal(x, offset, -2, -1)


@composite("linalg.matrix_power")
def matrix_power(a, n):
    a = ours(a)
    if type(n) is not int or a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise Handover
    if n < 0:
        a, n = own.linalg.inv(a), -n
    if n == 0:
        found = a.copy("K")
        found[...] = own.eye(a.shape[-1], dtype=a.dtype)
        return found
    if n <= 3:
        return a if n == 1 else own.matmul(a, a) if n == 2 else own.matmul(own.matmul(a, a), a)
    found = None
    while True:
        if n % 2:
            found = a if found is None else own.matmul(found, a)
        n //= 2
        if n == 0:
            return found
        a = own.matmul(a, a)


def _cheapest_splits(sizes):
    """Where to split the chain of matrices i ... j: the usual dynamic programme over lengths.

    Matrix i has sizes[i] rows and sizes[i + 1] columns (Cormen et al., Introduction to
    Algorithms, section 14.2).
    """
    count = len(sizes) - 1
    cost = {(i, i): 0 for i in range(count)}
    split = {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            prices = [
                (cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1], k)
                for k in range(i, j)
            ]
            cost[i, j], split[i, j] = min(prices)
    return split


@composite("linalg.multi_dot")
def multi_dot(arrays, *, out=None):
    if out is not None:
        raise Handover
    parts = [ours(a) for a in arrays]
    count = len(parts)
    if count < 2:
        raise Handover
    if count == 2:
        return own.dot(*parts)
    first, last = parts[0].ndim, parts[-1].ndim
    if first == 1:
        parts[0] = parts[0].reshape(1, -1)
    if last == 1:
        parts[-1] = parts[-1].reshape(-1, 1)
    if any(a.ndim != 2 for a in parts):
        raise Handover
    if any(a.shape[1] != b.shape[0] for a, b in zip(parts, parts[1:])):
        raise Handover
    if count == 3 and first == last == 2:
        a, b, c = parts
        (m, k), (n, p) = a.shape, c.shape
        if m * n * (k + p) <= k * p * (m + n):
            return own.dot(own.dot(a, b), c)
        return own.dot(a, own.dot(b, c))
    split = _cheapest_splits([parts[0].shape[0], *(a.shape[1] for a in parts)])

    def product(i, j):
        if i == j:
            return parts[i]
        k = split[i, j]
        return own.dot(product(i, k), product(k + 1, j))

    found = product(0, count - 1)
    if first == 1 and last == 1:
        return found[0, 0]
    return found.ravel() if 1 in (first, last) else found
