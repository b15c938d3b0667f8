"""DLPack with NumPy as the other side: shared memory, lifetimes, keywords, flags, refusals."""

import gc

import numpy
import pytest

import numen
from numen.native import front

DTYPES = ("?", "i1", "u2", "i4", "i8", "u8", "f2", "f4", "f8", "c8", "c16")
VIEWS = {
    "whole": lambda x: x, "transposed": lambda x: x.T, "stepped": lambda x: x[::2, 1:],
    "backwards": lambda x: x[::-1, ::-2], "empty": lambda x: x[:0], "0-d": lambda x: x[1, 2, ...],
    "with an axis of one": lambda x: x[:, None],
}  # fmt: skip


@pytest.fixture(autouse=True, params=[0, 1 << 62], ids=["managed", "exposed"])
def threshold(request):
    old = front.managed_threshold()
    front.set_managed_threshold(request.param)
    yield request.param
    front.set_managed_threshold(old)


def pair(dtype="f8", view="whole"):
    """Equal arrays of NumPy and Numen."""
    reference = numpy.arange(12).reshape(3, 4).astype(dtype)
    return VIEWS[view](reference.copy()), VIEWS[view](numen.array(reference))


def same(one, other):
    return (one.dtype, one.shape, one.tolist()) == (other.dtype, other.shape, other.tolist())


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_numpy_reads_our_memory(dtype, view):
    reference, array = pair(dtype, view)
    shared = numpy.from_dlpack(array)
    assert type(shared) is numpy.ndarray and same(shared, reference)
    assert shared.strides == numpy.from_dlpack(reference).strides
    if shared.size:
        shared[...] = 0
        assert not array.any()
    assert front.state(array) == "exposed"


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_we_read_numpys_memory(dtype, view):
    reference, _ = pair(dtype, view)
    before = front.fallback_count()
    array = numen.from_dlpack(reference)
    assert front.fallback_count() == before
    assert type(array) is front.ndarray and same(array, reference)
    assert numpy.shares_memory(array, reference) or not reference.size
    if reference.size:
        array[...] = 0
        assert not reference.any()


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("dtype", DTYPES)
def test_our_own_arrays_are_viewed_or_copied(dtype, view, threshold):
    reference, array = pair(dtype, view)
    state = front.state(array)
    before = front.fallback_count()
    for options in ({}, {"copy": None}, {"copy": False}, {"device": "cpu"}, {"device": None}):
        shared = numen.from_dlpack(array, **options)
        assert same(shared, reference) and shared is not array
        assert shared.strides == numpy.from_dlpack(reference, **options).strides
        assert front.state(shared) == front.state(array) == state
        if shared.size:
            shared[...] = 1
            assert (array == 1).all()
            array[...] = numen.array(reference)
    copied = numen.from_dlpack(array, copy=True)
    assert same(copied, reference)
    assert copied.strides == numpy.from_dlpack(reference, copy=True).strides
    if copied.size:
        copied[...] = 1
        assert same(array, reference)
    assert front.fallback_count() == before and front.state(array) == state


def test_a_capsule_keeps_the_memory_alive():
    for dtype in DTYPES:
        reference, array = pair(dtype)
        view = array[1:]
        shared = numpy.from_dlpack(view)
        imported = numen.from_dlpack(shared)
        del array, view, shared
        gc.collect()
        numen.ones((50, 50))  # would take freed memory
        assert same(imported, reference[1:])
    capsule = pair()[1].__dlpack__()
    del capsule  # never read: the array goes with it
    gc.collect()


def test_a_shared_array_cannot_be_resized_away():
    _, array = pair()
    shared = numpy.from_dlpack(array)
    with pytest.raises(ValueError):
        array.resize((100, 100))
    assert shared[2, 3] == 11


def test_read_only_arrays_stay_read_only():
    reference, array = pair()
    for x in (reference, array):
        x.flags.writeable = False
    for found in (numpy.from_dlpack(array), numen.from_dlpack(reference),
                  numen.from_dlpack(array), numen.from_dlpack(numpy.from_dlpack(array))):
        assert not found.flags.writeable and same(found, reference)
    for found in (numen.from_dlpack(array, copy=True), numen.from_dlpack(reference, copy=True)):
        assert found.flags.writeable


CALLS = {
    "__dlpack__": [
        {}, {"stream": None}, {"stream": 1}, {"max_version": (1, 0)}, {"max_version": (0, 5)},
        {"max_version": (1, 3)}, {"max_version": None}, {"max_version": 1},
        {"max_version": (1, 2, 3)}, {"dl_device": (1, 0)}, {"dl_device": (2, 0)},
        {"dl_device": None}, {"dl_device": 7}, {"copy": True}, {"copy": False}, {"copy": None},
        {"copy": True, "max_version": (1, 0)}, {"copy": True, "stream": 2},
        {"copy": False, "max_version": (1, 0), "dl_device": (1, 0), "stream": None},
        {"wrong": 1},
    ],
    "__dlpack_device__": [{}, {"wrong": 1}],
    "__array_namespace__": [
        {}, {"api_version": None}, *({"api_version": year} for year in (
            "2021.12", "2022.12", "2023.12", "2024.12", "2020.12", "", 2024)), {"wrong": 1},
    ],
    "to_device": [{}, {"device": "cpu"}, {"stream": None}],
}  # fmt: skip


def described(call):
    """What a call gives, in a form that two arrays' results can be compared by."""
    try:
        result = call()
    except Exception as error:
        return type(error), str(error)
    return repr(result).split(" at ")[0] if "capsule" in repr(result) else type(result).__name__


@pytest.mark.parametrize("writeable", [True, False])
@pytest.mark.parametrize("method", CALLS)
def test_keywords_are_numpys(method, writeable):
    reference, array = pair()
    reference.flags.writeable = array.flags.writeable = writeable
    for keywords in CALLS[method]:
        wanted = described(lambda: getattr(reference, method)(**keywords))
        assert described(lambda: getattr(array, method)(**keywords)) == wanted, keywords
    wanted = described(lambda: getattr(reference, method)(1, 2))
    assert described(lambda: getattr(array, method)(1, 2)) == wanted


def test_what_is_refused():
    reference, array = pair()
    for x in (object(), 3, None):
        with pytest.raises(AttributeError, match="__dlpack__"):
            numen.from_dlpack(x)
    for keywords in ({"device": "gpu"}, {"device": 1}, {"wrong": 2}):
        wanted = described(lambda: numpy.from_dlpack(reference, **keywords))
        assert described(lambda: numen.from_dlpack(array, **keywords)) == wanted
        assert described(lambda: numen.from_dlpack(reference, **keywords)) == wanted
    for call in (lambda np, x: np.from_dlpack(), lambda np, x: np.from_dlpack(x=x),
                 lambda np, x: np.from_dlpack(x, x),
                 lambda np, x: np.from_dlpack(x.astype(">i4")),
                 lambda np, x: np.from_dlpack(x.astype("S3")),
                 lambda np, x: np.from_dlpack(x.astype("c16").real[:, ::3])):
        assert described(lambda: call(numen, array)) == described(lambda: call(numpy, reference))


def test_odd_steps_are_refused_as_numpy_refuses_them():
    raw = numpy.zeros(64, "u1")
    odd = numpy.ndarray(4, "i4", raw, strides=(7,))
    with pytest.raises(BufferError) as refusal:
        numpy.from_dlpack(odd)
    for x in (odd, front.wrap(odd)):
        with pytest.raises(BufferError) as ours:
            numen.from_dlpack(x)
        assert str(ours.value) == str(refusal.value)


def test_copies_do_not_expose(threshold):
    _, array = pair()
    state = front.state(array)
    array.__dlpack__(copy=True)
    array.to_device("cpu")
    array.__array_namespace__()
    array.__dlpack_device__()
    assert front.state(array) == state
    assert array.to_device("cpu", stream=None) is array and array.device == "cpu"


def test_to_device_refuses_what_numpy_refuses():
    reference, array = pair()
    for args, keywords in (((), {}), (("gpu",), {}), ((1,), {}), (("cpu",), {"stream": 1}),
                           (("cpu", 1), {})):
        wanted = described(lambda: reference.to_device(*args, **keywords))
        assert described(lambda: array.to_device(*args, **keywords)) == wanted
