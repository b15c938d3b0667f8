"""Methods that write in place respect the states: readers, views, exports and read-only arrays."""

import io
import pickle
import sys

import numpy
import pytest

import numen
from numen.native import front


@pytest.fixture(params=["0", "default"])
def length(request):
    """An array's length at which it is managed; invariants are checked, the switches restored."""
    threshold = front.managed_threshold()
    front.set_debug(True)
    if request.param == "0":
        front.set_managed_threshold(0)
    yield 12 if request.param == "0" else 40_000
    front.check_invariants()
    front.set_managed_threshold(threshold)
    front.force_deferral(False)
    front.set_debug(False)


def put(np, x):
    x.put([0, -1, 3], [7, 8])


def put_one(np, x):
    np.put(x, 2, 5)


def put_itself(np, x):
    x.put([1, 2, 3], x)


def put_strided(np, x):
    x[::2].put([1, 2], 9.0)


def masked(np, x):
    np.putmask(x, x > 3, x[::-1])


def masked_by_few(np, x):
    np.putmask(x, x > 3, [1.5, 2.5, 3.5])


def placed(np, x):
    np.place(x, x > 2, [1.5, 2.5])


def placed_itself(np, x):
    np.place(x, x > 4, x)


def copied(np, x):
    np.copyto(x[1:], x[:-1])


def copied_masked(np, x):
    np.copyto(x, x[::-1], where=x > 3)


def copied_number(np, x):
    np.copyto(x, 5, where=x > 3)


def swapped(np, x):
    assert x.byteswap(True) is x
    x.byteswap(inplace=True)
    x[:] = np.nan_to_num(x) + 1


def field(np, x):
    x.setfield(7, "i4", 4)


def chosen(np, x):
    (np.arange(len(x)) % 2).choose([x, -x], out=x)


def taken(np, x):
    x.take(np.arange(len(x))[::-1], out=x, mode="clip")


def compressed(np, x):
    x[1:].compress([True, True], out=x[:2])


def flat(np, x):
    x.flat[3:6] = 8
    x.flat = x.flat[:2]


def resized(np, x):
    assert x[0] == 0
    x.resize((2, 3), refcheck=False)
    x.resize(10, refcheck=False)


def traced(np, x):
    np.trace(x[:4].reshape(2, 2), out=x[:1].reshape(()))


WRITES = [put, put_one, put_itself, put_strided, masked, masked_by_few, placed, placed_itself,
          copied, copied_masked, copied_number, swapped, field, chosen, taken, compressed, flat,
          resized, traced]


def program(np, write, length):
    """What the written array, an older view, and a result computed before the write hold."""
    x = np.arange(float(length))
    before = x * 2 + 1
    view = x[1::2] if write is not resized else np.zeros(1)
    write(np, x)
    after = x + 1
    return [numpy.array(item).tolist() for item in (before, x, view, after)]


@pytest.mark.parametrize("stub", [False, True], ids=["eager", "pending"])
@pytest.mark.parametrize("write", WRITES, ids=lambda write: write.__name__)
def test_writes(write, stub, length):
    wanted = program(numpy, write, length)
    front.force_deferral(stub)
    assert program(numen, write, length) == wanted


@pytest.mark.parametrize("write", [w for w in WRITES if w not in (flat, resized)],
                         ids=lambda write: write.__name__)
def test_nothing_is_exposed_or_falls_back(write, length):
    x = numen.arange(float(length))
    before = front.fallback_count()
    write(numen, x)
    assert front.fallback_count() == before and front.is_managed(x)


@pytest.mark.parametrize("write", [w for w in WRITES if w not in (resized, copied, compressed)],
                         ids=lambda write: write.__name__)
def test_read_only(write, length):
    said = []
    for np in (numpy, numen):
        x = np.arange(float(length))
        x.flags.writeable = False
        with pytest.raises(ValueError) as caught:
            write(np, x)
        said.append(str(caught.value))
        assert x[3] == 3
    assert said[0] == said[1]


def test_resize_refuses_shared_memory():
    for np in (numpy, numen):
        x = np.arange(20_000.0)
        view = x[:3]
        with pytest.raises(ValueError, match="cannot resize"):
            x.resize(5)
        with pytest.raises(ValueError, match="does not own"):
            view.resize(5)
        del view
        x = np.arange(6.0)
        x.resize((2, 2))
        x.resize(3, 3)
        assert x.tolist() == [[0, 1, 2], [3, 0, 0], [0, 0, 0]]


def test_files(tmp_path, length):
    x, y = numpy.arange(float(length)), numen.arange(float(length))
    for name, array in (("x", x[::3]), ("y", y[::3])):
        array.tofile(tmp_path / name)
        array.dump(tmp_path / (name + "p"))
        array.tofile(str(tmp_path / name) + "t", sep=" ", format="%g")
    assert front.is_managed(y)
    for suffix in ("", "p", "t"):
        assert (tmp_path / ("x" + suffix)).read_bytes() == (tmp_path / ("y" + suffix)).read_bytes()
    assert type(pickle.load(io.BytesIO(y.dumps()))) is numpy.ndarray


def test_flat():
    for np in (numpy, numen):
        x = np.arange(6.0).reshape(2, 3)
        it = x.flat
        assert it.base is x and len(it) == 6 and it[4] == 4 and it.coords == (0, 0)
        assert (next(it), next(it), it.index, it.coords) == (0, 1, 2, (0, 2))
        it[1:3] = [8, 9]
        x.flat[[0, 5]] = -1
        assert x.tolist() == [[-1, 8, 9], [3, 4, -1]] and [v for v in x.T.flat][:2] == [-1, 3]
    assert type(numen.ones(3).flat[1:]) is numen.ndarray


def test_making_arrays():
    before = front.fallback_count()
    for shape in (3, (2, 3), [4], 0, (), (200, 200)):
        for dtype in ((), (float,), ("i2",), (numpy.complex64,), (">f8",), ("S3",)):
            given, wanted = numen.ndarray(shape, *dtype), numpy.ndarray(shape, *dtype)
            assert (given.shape, given.dtype, given.strides) == (
                wanted.shape, wanted.dtype, wanted.strides)
            assert isinstance(given, numen.ndarray)
    data = bytearray(range(16))
    over = numen.ndarray((2, 2), "u2", data, 4, (4, 2))
    assert over.tolist() == numpy.ndarray((2, 2), "u2", data, 4, (4, 2)).tolist()
    assert numen.ndarray((2, 3), order="F").flags.f_contiguous
    assert numen.ndarray(shape=3, dtype="f4").dtype == "f4"
    for wrong in ((-1,), ((2, -3),), ("a",), (2, "nothing"), (), (1 << 62, float), (None,)):
        said = []
        for np in (numpy, numen):
            with pytest.raises((TypeError, ValueError, MemoryError)) as caught:
                np.ndarray(*wrong)
            said.append((caught.type, str(caught.value)))
        assert said[0] == said[1]
    assert front.fallback_count() == before


def test_annotations():
    for np in (numpy, numen):
        assert str(np.ndarray[tuple[int], np.dtype[np.float64]]).startswith("numpy.ndarray[")
        for wrong in ((), (1, 2, 3)):
            with pytest.raises(TypeError, match="Too"):
                np.ndarray[wrong]


def test_ufunc_hook_of_exposed_arrays():
    x = numen.ones(3)
    assert x.__array_ufunc__(numpy.add, "__call__", x, 1).tolist() == [2, 2, 2]
    before = front.fallback_count()
    assert x.__array_ufunc__(numpy.add, "reduce", x) == 3
    assert front.fallback_count() == before
    assert sys.getrefcount(x) < 4
