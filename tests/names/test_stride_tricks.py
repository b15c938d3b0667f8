"""Views of any strides, windows that slide, and shared memory, against NumPy."""

import gc

import numpy
import pytest

import numen
from numen.native import front

from .agreement import assert_agrees, managed

A = numpy.arange(24.0).reshape(4, 6)
V = numpy.arange(10)


def test_as_strided():
    name = "lib.stride_tricks.as_strided"
    assert_agrees(name, V)
    assert_agrees(name, V, (3, 4), (8, 16), layouts=("contiguous", "managed"))
    assert_agrees(name, V, [3, 3], [0, 8], layouts=("contiguous", "managed"))
    assert_agrees(name, V, shape=(), strides=())
    assert_agrees(name, V, (0,), (8,))
    assert_agrees(name, [1, 2, 3], (2, 2), (8, 8))
    assert_agrees(name, A, strides=(48, 0), layouts=("contiguous",))
    assert_agrees(name, V, (3,), (8,), writeable=False, layouts=("contiguous", "managed"))
    assert_agrees(name, V, (-1,), (8,), native=False)
    assert_agrees(name, V, (2, 2), (8,), native=False)
    assert_agrees(name, V, (2,), native=False)
    assert_agrees(name, V, 3, 8, native=False)
    for shape in ((2**32, 2**32), (2**31, 2**31), (2**40, 0, 2**40)):  # products that wrap
        assert_agrees(name, V, shape, (0,) * len(shape), native=False)
    assert_agrees(name, numpy.array(["a", "b"]), (1,), (4,), native=False)


@pytest.mark.parametrize("module", [numpy, numen])
def test_a_view_to_read_cannot_be_made_writeable(module):
    tricks = module.lib.stride_tricks
    for view in (tricks.as_strided(module.arange(100.0), (3,), (8,), writeable=False),
                 tricks.as_strided(module.arange(400.0)[::4], (3,), (32,), writeable=False),
                 tricks.sliding_window_view(module.arange(3.0), 3)[0]):
        gc.collect()  # the view alone holds the memory
        with pytest.raises(ValueError, match="cannot set WRITEABLE flag to True"):
            view.flags.writeable = True
        assert view.tolist() in ([0, 1, 2], [0, 4, 8])


def test_views_write_and_keep_the_memory():
    for base in (numen.array(V), managed(V)):
        view = numen.lib.stride_tricks.as_strided(base, (2, 3), (40, 8))
        view[1, 2] = 99
        assert base[7] == 99 and view.base is not None and front.state(base) == "exposed"
        assert not numen.lib.stride_tricks.as_strided(base, writeable=False).flags.writeable
        del base
        assert view[1, 2] == 99


def test_broadcast_arrays_refuses_more_elements_than_there_are_numbers():
    column, row = (numen.broadcast_to(numen.int8(1), shape) for shape in ((2**40, 1), (1, 2**40)))
    with pytest.raises(ValueError, match="too large"):
        numen.broadcast_arrays(column, row)


@pytest.mark.parametrize("array", [V, A, A.astype("f4").T.copy()], ids=["v", "a", "t"])
def test_sliding_window_view(array):
    name = "lib.stride_tricks.sliding_window_view"
    for window, axis in (
        (3, -1), (2, 0), ((2,), 0), ((2, 2), None), ((2, 2), (0, 0)), (1, 0), (0, 0), (4, 0),
        (11, 0), (5, 0), (-1, 0), ((1, 2), 0), (2, 5), (3, None), (numpy.int64(2), 0),
    ):  # fmt: skip
        assert_agrees(name, array, window, axis, native=False)
    assert_agrees(name, array, 2, 0)
    assert_agrees(name, array, 2, 0, writeable=True)


def test_broadcast_arrays():
    row, column, number = A[0], A[:, :1], numpy.array(2.5)
    for args in (
        (row, column), (A, row), (A, A), (number, A), (number, number), (1, [2, 3]), (V,), (),
        (column, row, numpy.ones((2, 1, 1), "f4")), (A[:0], row), (True, 1j, 2.0),
    ):  # fmt: skip
        assert_agrees("broadcast_arrays", *args)
    assert_agrees("broadcast_arrays", row, V, native=False)
    assert_agrees("broadcast_arrays", row, column, subok=True, native=False)
    assert_agrees("broadcast_arrays", numpy.array(["a"]), row, native=False)


def test_broadcast_arrays_warn_when_written():
    fixed = A.copy()
    fixed.flags.writeable = False
    for make in (numen.array, managed):
        whole, row = make(A), make(A[0])
        same, long = numen.broadcast_arrays(whole, row)
        assert same is whole and numen.shares_memory(long, row)
        assert not numen.broadcast_arrays(front.wrap(fixed)[0], whole)[0].flags.writeable
        with pytest.warns(DeprecationWarning, match="broadcast_arrays"):
            long[0, 1] = 99
        assert row[1] == 99 and long[3, 1] == 99


def test_shared_memory():
    def answers(np, make):
        a = make(V)
        b = make(A)
        pairs = [(a, a), (a, a[3:]), (a[:3], a[3:]), (a[::2], a[1::2]), (a, b), (a[:0], a),
                 (b[:, :3], b[:, 3:]), (b.T, b), (b[1], b[:, 2]), (a[::-1], a[2:4]), (b[0], b[1:])]
        return [
            (np.may_share_memory(x, y), np.shares_memory(x, y)) for x, y in pairs
        ]  # fmt: skip

    wanted = answers(numpy, numpy.array)
    assert answers(numen, numen.array) == wanted
    assert answers(numen, managed) == wanted
    assert answers(numen, numpy.array) == wanted
    for name in ("may_share_memory", "shares_memory"):
        assert_agrees(name, 1, [2], native=False)
        assert_agrees(name, V, V, max_work=1, native=False)
        assert_agrees(name, numpy.array(["a"]), V, native=False)
