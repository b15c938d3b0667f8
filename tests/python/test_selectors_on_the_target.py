"""Masks, positions and values that lie on the memory that is written: all are read before."""

import numpy
import pytest

import numen

from .test_indexing import threshold  # noqa: F401

SIZES = (8, 150, 30_001)


def square(a):
    """As much of it as is one."""
    side = int(len(a) ** 0.5)
    return a[:side ** 2].reshape(side, side, *a.shape[1:])


# The target and the selector, of one array, as parts that lie on each other.
LAID = {
    "the same": lambda a: (a, a), "reversed": lambda a: (a, a[::-1]),
    "before": lambda a: (a[:-1], a[1:]), "behind": lambda a: (a[1:], a[:-1]),
    "far behind": lambda a: (a[len(a) // 3:], a[:len(a) - len(a) // 3]),
    "spread": lambda a: (a[:len(a) // 2], a[::2][:len(a) // 2]),
    "transposed": lambda a: (square(a), square(a).swapaxes(0, 1)),
}
LAYS = list(LAID)
LAID |= {f"{name}, of bytes of another type": lambda a, lay=lay: (lay(a)[0].view("i1"), lay(a)[1])
         for name, lay in LAID.items()}
MASKED = {
    "one number": lambda np, t, m: t.__setitem__(m, 0),
    "one element": lambda np, t, m: t.__setitem__(m, np.array([0], t.dtype)),
    "as many": lambda np, t, m: t.__setitem__(m, np.zeros(numpy.count_nonzero(m), t.dtype)),
    "of another type": lambda np, t, m: t.__setitem__(m, np.zeros(numpy.count_nonzero(m), "f8")),
    "added": lambda np, t, m: t.__iadd__(m) if t.dtype == "i1" else t.__ior__(m),
    "putmask": lambda np, t, m: np.putmask(t, m, 0), "place": lambda np, t, m: np.place(t, m, [0]),
    "copyto": lambda np, t, m: np.copyto(t, np.array(0, t.dtype), where=m),
    "where=": lambda np, t, m: np.logical_not(t, out=t, where=m, casting="unsafe"),
    "compress": lambda np, t, m: np.compress(m.ravel(), t.copy().ravel(),
                                             out=t.ravel("K")[:numpy.count_nonzero(m)]),
    "select": lambda np, t, m: t.__setitem__(..., np.where(m, t[::-1], t)),
}
PLACED = {
    "one number": lambda np, t, p: t.__setitem__(p, 1),
    "added": lambda np, t, p: t.__setitem__(p, t[p] + 1),
    "as many": lambda np, t, p: t.__setitem__(p, np.arange(p.size).reshape(p.shape) % 5),
    "put": lambda np, t, p: np.put(t, p, [1, 0]), "add.at": lambda np, t, p: np.add.at(t, p, 1),
    "take": lambda np, t, p: np.take(t.copy().ravel(), p, out=t) if t.shape == p.shape else None,
    "put_along_axis": lambda np, t, p: np.put_along_axis(t, p, 1, 0),
}
VALUES = {
    "vector": lambda np, t, v, p: t.__setitem__(np.array(p), v),
    "column of positions": lambda np, t, v, p: t.__setitem__(np.array(p)[:, None], v[:, None]),
    "rows": lambda np, t, v, p: t.__setitem__((np.array(p), ...), v),
    "put": lambda np, t, v, p: np.put(t, np.array(p), v),
}


def written(np, given, lay, write):
    """The array afterwards. NumPy, which may read what it has written, has the selector's copy."""
    array = np.array(given)
    target, selector = LAID[lay](array)
    write(np, target, selector.copy() if np is numpy else selector)
    return numpy.asarray(array)


@pytest.mark.parametrize("lay", LAID)
@pytest.mark.parametrize("name", MASKED)
def test_masks(name, lay):
    for size in SIZES:
        given = numpy.random.default_rng(size).random(size) > 0.5
        expected = written(numpy, given, lay, MASKED[name])
        assert numpy.array_equal(written(numen, given, lay, MASKED[name]), expected), size


@pytest.mark.parametrize("lay", LAYS)
@pytest.mark.parametrize("name", PLACED)
def test_positions(name, lay):
    for size in SIZES:
        given = numpy.random.default_rng(size).integers(0, max(2, int((size // 2) ** 0.5)), size)
        expected = written(numpy, given, lay, PLACED[name])
        assert numpy.array_equal(written(numen, given, lay, PLACED[name]), expected), size


@pytest.mark.parametrize("lay", LAYS)
@pytest.mark.parametrize("name", VALUES)
def test_values(name, lay):
    for size in SIZES:
        rng = numpy.random.default_rng(size)
        given = rng.integers(0, 100, (size, 3) if name == "rows" else size).astype(float)

        def write(np, target, values):
            places = numpy.random.default_rng(1).permutation(len(target))
            VALUES[name](np, target, values, places)

        expected = written(numpy, given, lay, write)
        assert numpy.array_equal(written(numen, given, lay, write), expected), size
