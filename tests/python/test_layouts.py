"""Where the results of NumPy's functions lie in memory: strides decide what is a view later on."""

import numpy
import pytest

import numen
from numen.native import front
from tests.clients import user_code

C_ORDER = numpy.arange(24.0).reshape(2, 3, 4)
SOURCES = {
    "C": C_ORDER,
    "fortran": numpy.asfortranarray(C_ORDER),
    "rows left out": numpy.asfortranarray(numpy.arange(48.0).reshape(4, 3, 4))[::2],
    "repeated": numpy.broadcast_to(numpy.arange(4.0), (2, 3, 4)),
    "repeated reversed": numpy.broadcast_to(numpy.arange(4.0), (2, 3, 4))[::-1, :, ::-1],
    "repeated inside": numpy.broadcast_to(numpy.arange(6.0).reshape(2, 3, 1), (2, 3, 4)),
    "repeated outside": numpy.rollaxis(
        numpy.broadcast_to(numpy.arange(8.0).reshape(1, 2, 4), (3, 2, 4)), 2),
    "repeated alone": numpy.broadcast_to(numpy.arange(7.0).reshape(1, 7), (2, 1, 7)),
    "transposed": C_ORDER.transpose(1, 2, 0).copy().transpose(2, 0, 1),
    "empty": C_ORDER[:, :0],
}
CALLS = {
    "concatenate": lambda np, a: np.concatenate([a, a]),
    "concatenate with C": lambda np, a: np.concatenate([a, a.copy()], axis=1),
    "stack": lambda np, a: np.stack([a, a], axis=1),
    "vstack": lambda np, a: np.vstack([a, a]),
    "take": lambda np, a: a.take([-1, 0, 0], axis=0),
    "take nothing": lambda np, a: np.take(a, [], axis=0),
    "delete": lambda np, a: np.delete(a, 1, axis=0),
    "round": lambda np, a: np.round(a, 1),
    "round complex to integers": lambda np, a: np.round(a * 1j),
    "round complex view": lambda np, a: np.round(a.astype(complex), 1),
    "round complex": lambda np, a: np.round(a * 1j, 1),
    "min": lambda np, a: a.min(axis=-1, initial=9.0) if a.size == 0 else a.min(axis=-1),
    "sum": lambda np, a: a.sum(axis=1),
    "sum, axis kept": lambda np, a: a.sum(axis=0, keepdims=True),
    **{f"{name}, axis {axis}": lambda np, a, name=name, axis=axis: getattr(np, name)(a, axis)
       for name in ("nansum", "nanprod", "nanmean", "nanvar", "nanstd", "nanmax", "nanmedian")
       for axis in (0, 1)},
    "argmax": lambda np, a: a.argmax(axis=-1),
    "index": lambda np, a: a[:, [1, 1]],
    "tile": lambda np, a: np.tile(a, 2),
    "tile once": lambda np, a: np.tile(a, 1),
}


def significant(array):
    """Strides of the axes longer than one; of an empty array none means anything."""
    return [step for step, length in zip(array.strides, array.shape) if length > 1 and array.size]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("source", SOURCES)
def test_strides_are_numpys(source, call):
    def outcome(np):
        array = SOURCES[source] if np is numpy else front.wrap(SOURCES[source])
        try:
            return CALLS[call](np, array)
        except (ValueError, IndexError, TypeError) as error:
            return type(error), str(error)
    wanted, given = outcome(numpy), outcome(numen)
    if isinstance(wanted, tuple):
        assert given == wanted
        return
    assert (given.shape, significant(given)) == (wanted.shape, significant(wanted))
    numpy.testing.assert_array_equal(numpy.asarray(given), wanted)


def test_tile_of_an_empty_array_is_a_view():
    base = numen.zeros(6)
    assert numen.tile(base[6:], 2).base is base


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 3)])
@pytest.mark.parametrize("order", "CF")
def test_strides_of_arrays_without_elements(shape, order):
    def strides(np):
        empty = np.zeros(shape, order=order)
        made = (empty, empty + 1, empty < 1, empty.T, empty.copy("F"), empty[None], empty.ravel(),
                np.concatenate([empty, empty]), np.empty(shape)[..., :1])
        return [array.strides for array in made]

    assert strides(numen) == strides(numpy)


def test_views_keep_their_parents_descriptor():
    """NumPy compares descriptors by identity when it looks for overlap; metadata hangs on them."""
    annotated = numpy.dtype("f8", metadata={"unit": "m"})
    array = front.wrap(numpy.zeros((3, 2), annotated))
    for view in (array.T, array[1:], array.reshape(-1), array[None]):
        assert view.dtype.metadata == {"unit": "m"}


SHAPES = [(24_000,), (24_000, 1), (1, 24_000), (200, 120), (1, 200, 1, 120), (120, 200, 1),
          (20, 30, 40), (24_000, 1, 1)]


@pytest.mark.parametrize("before", SHAPES)
@pytest.mark.parametrize("after", SHAPES)
def test_a_new_shape_has_its_own_strides_and_flags(before, after):
    """Of a large array of ours and of a small one, of which an axis is shorter."""
    for part in (1, 8):
        def of(shape):
            return tuple(n // part if n == max(shape) else n for n in shape)

        found = []
        for np in (numpy, numen):
            x = np.arange(float(24_000 // part)).reshape(of(before)) * 1.0
            x.shape = of(after)
            again = x.ravel(order="F"), x.T.copy(), x.copy(order="K"), x + x.T.T
            found.append([(y.strides, y.flags.c_contiguous, y.flags.f_contiguous, y.tolist())
                          for y in (x, *again)])
        assert found[0] == found[1]


SLICES = """
import numpy as np
a = np.arange(SIZE + 0.)
b = a.reshape(2, -1)
keys = [slice(5, 5, -1), slice(5, 5, 2), slice(5, 6, 2), slice(5, 4, -1), slice(2, 0, 3),
        slice(1, 0, -1), slice(None, None, -1), slice(SIZE, None, 2), slice(SIZE, None, -2)]
views = [view for key in keys for view in (
    a[key], a[key,], a[key][key], a[::-1][key], a[key, None], b[key], b[key, ...], b[key, 0],
    b[0, key], b[:, key], b.T[key], np.asfortranarray(b)[:, key], b[key, [0, 1]], np.flip(a[key]))]
seen = [(x.shape, x.strides, x.flags.c_contiguous, x.flags.f_contiguous) for x in views]
places = [x.ctypes.data - a.ctypes.data for x in views[:3]]
b[5:5:-1] = 1
a[5:5:2] = np.zeros(0)
"""


@pytest.mark.parametrize("size", [50, 40_000])
def test_slices_without_elements_have_numpys_strides(size):
    wanted, given = (user_code.run(SLICES.replace("SIZE", str(size)), is_numens)
                     for is_numens in (False, True))
    assert given.seen == wanted.seen
    assert given.places == wanted.places
