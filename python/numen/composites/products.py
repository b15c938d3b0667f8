"""Products of vectors and matrices, over the leading axes of stacks; powers and chains of them."""

import functools

import numpy

from ..precision import in_precision
from .registry import Handover, composite, is_array, is_list, ours, own, plain


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
    return own.diagonal(plain(x), offset, -2, -1)


@composite("linalg.matrix_power")
@in_precision
def matrix_power(a, n):
    a = ours(a)
    if isinstance(n, numpy.integer):
        n = int(n)
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
    cost = [[0] * count for _ in range(count)]
    split = [[0] * count for _ in range(count)]
    for length in range(1, count):
        for i in range(count - length):
            j, least = i + length, None
            row, outer = cost[i], sizes[i] * sizes[i + length + 1]
            for k in range(i, j):
                price = row[k] + cost[k + 1][j] + outer * sizes[k + 1]
                if least is None or price < least:
                    least, split[i][j] = price, k
            row[j] = least
    return split


@composite("linalg.multi_dot")
def multi_dot(arrays, *, out=None):
    if not is_list(arrays) and not is_array(arrays):
        raise Handover  # NumPy asks for its length and its items
    parts = [ours(a) for a in arrays]
    count = len(parts)
    if count < 2 or (out is not None and any(a.ndim != 2 for a in parts)):
        raise Handover
    if count == 2:
        return own.dot(*parts, out)
    # Vectors, at the ends alone, are matrices of one row or one column.
    shapes = [a.shape for a in parts]
    if len(shapes[0]) == 1:
        shapes[0] = (1, *shapes[0])
    if len(shapes[-1]) == 1:
        shapes[-1] = (*shapes[-1], 1)
    for shape in shapes:
        if len(shape) != 2:
            raise Handover
    if count == 3:
        a, b, c = parts
        (m, k), (n, p) = shapes[0], shapes[2]
        if shapes[1] != (k, n):
            raise Handover
        if m * n * (k + p) < k * p * (m + n):
            return own.dot(own.dot(a, b), c, out)
        return own.dot(a, own.dot(b, c), out)
    if any(a[1] != b[0] for a, b in zip(shapes, shapes[1:])):
        raise Handover
    split = _cheapest_splits([shapes[0][0], *(columns for _, columns in shapes)])

    def product(i, j, out=None):
        if i == j:
            return parts[i]
        k = split[i][j]
        return own.dot(product(i, k), product(k + 1, j), out)

    return product(0, count - 1, out)
