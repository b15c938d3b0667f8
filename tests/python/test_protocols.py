"""Pickle, copy, buffer, __array__, DLPack, weak references, iteration, printing, formatting."""

import copy
import io
import json
import operator
import pickle
import struct
import weakref

import numpy
import pytest

import numen
from numen.native import front

DTYPES = ("?", "i1", "u2", "i4", "i8", "u8", "f2", "f4", "f8", "c8", "c16")


@pytest.fixture(autouse=True, params=[0, 1 << 62], ids=["managed", "exposed"])
def threshold(request):
    """Every test runs with managed and with exposed arrays."""
    old = front.managed_threshold()
    front.set_managed_threshold(request.param)
    yield request.param
    front.set_managed_threshold(old)


def pair(dtype="f8", shape=(3, 4)):
    """Equal arrays of NumPy and Numen."""
    reference = numpy.arange(numpy.prod(shape)).reshape(shape).astype(dtype)
    return reference, numen.array(reference)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("dtype", DTYPES)
def test_pickle(protocol, dtype):
    reference, array = pair(dtype)
    for one, other in ((reference, array), (reference.T, array.T), (reference[::-2], array[::-2]),
                       (reference[:0], array[:0])):
        text = pickle.dumps(other, protocol)
        loaded = pickle.loads(text)
        assert loaded.dtype == one.dtype and loaded.tolist() == one.tolist()
        assert loaded.flags.f_contiguous == pickle.loads(
            pickle.dumps(one, protocol)).flags.f_contiguous
        assert b"numen" not in text, "a pickle must load where Numen is not installed"


def test_pickle_of_shared_arrays_keeps_identity():
    reference, array = pair()
    one, other = pickle.loads(pickle.dumps([array, array]))
    assert one is other


def test_out_of_band_pickles_share_memory():
    _, array = pair()
    buffers = []
    text = pickle.dumps(array, 5, buffer_callback=buffers.append)
    loaded = pickle.loads(text, buffers=buffers)
    array[0, 0] = 77
    assert loaded[0, 0] == 77


def test_copies_are_independent():
    for make in (copy.copy, copy.deepcopy, lambda a: a.copy(), numen.array, numen.copy,
                 lambda a: copy.deepcopy([a])[0]):
        _, array = pair()
        twin = make(array)
        twin[0, 0] = 9
        assert array[0, 0] == 0 and twin.base is None or array[0, 0] == 0


@pytest.mark.parametrize("dtype", DTYPES)
def test_buffer_protocol(dtype):
    reference, array = pair(dtype)
    for one, other in ((reference, array), (reference.T, array.T),
                       (reference[:, ::2], array[:, ::2])):
        wanted, given = memoryview(one), memoryview(other)
        assert (given.format, given.shape, given.strides, given.readonly, given.ndim) == \
            (wanted.format, wanted.shape, wanted.strides, wanted.readonly, wanted.ndim)
        assert given.tobytes() == wanted.tobytes()
    array.setflags(write=False)
    assert memoryview(array).readonly


def test_struct_and_bytes_write_into_the_array():
    _, array = pair("f8", (4,))
    struct.pack_into("d", array, 8, 42.0)
    assert array.tolist() == [0, 42, 2, 3]
    assert io.BytesIO(struct.pack("4d", 1, 2, 3, 4)).readinto(array) == 32
    assert array.tolist() == [1, 2, 3, 4]


def test_array_protocol():
    reference, array = pair()
    assert type(array.__array__()) is numpy.ndarray or isinstance(array.__array__(), numpy.ndarray)
    assert array.__array__("f4").dtype == numpy.float32
    made = numpy.array(array)
    assert type(made) is numpy.ndarray and (made == reference).all()
    made[0, 0] = 5
    assert array[0, 0] == 0
    assert numpy.may_share_memory(numpy.asarray(array), numpy.asarray(array))


def test_dlpack():
    reference, array = pair()
    assert array.__dlpack_device__() == (1, 0)
    shared = numpy.from_dlpack(array)
    assert (shared == reference).all()
    array[0, 0] = 3
    assert shared[0, 0] == 3
    again = numen.from_dlpack(reference)
    assert again.tolist() == reference.tolist()


def test_weak_references():
    _, array = pair()
    seen = []
    reference = weakref.ref(array, seen.append)
    assert reference() is array
    view = array[0]
    del array
    assert reference() is (view.base if view.base is not None else None)
    del view
    assert reference() is None and len(seen) == 1


def test_scalars_on_the_left():
    reference, array = pair()
    for scalar in (numpy.float64(2), numpy.float32(2), numpy.int64(2), numpy.bool_(True),
                   numpy.complex128(1j), 2, 2.0, 1j, True):
        for function in (operator.add, operator.mul, operator.sub, operator.lt, operator.eq,
                         operator.pow):
            if isinstance(scalar, (complex, numpy.complexfloating)) and function is operator.pow:
                continue  # complex powers are judged by their error, not by bits
            wanted, given = function(scalar, reference), function(scalar, array)
            assert given.dtype == wanted.dtype
            assert given.tolist() == wanted.tolist()


PRINTED = ["f8", "f4", "f2", "i8", "u1", "?", "c16"]


@pytest.mark.parametrize("dtype", PRINTED)
@pytest.mark.parametrize("shape", [(), (1,), (7,), (0,), (2, 0), (3, 4), (2, 3, 2), (2000,),
                                   (40, 50), (1, 1, 1)], ids=str)
def test_printing_is_numpys(dtype, shape):
    generator = numpy.random.default_rng(3)
    reference = (generator.standard_normal(shape) * 100).astype(dtype) if dtype != "?" else \
        generator.standard_normal(shape) > 0
    reference = numpy.asarray(reference)
    array = numen.array(reference)
    assert repr(array) == repr(reference)
    assert str(array) == str(reference)
    for options in ({"precision": 3}, {"suppress": True}, {"threshold": 5}, {"linewidth": 40},
                    {"sign": "+"}, {"edgeitems": 1, "threshold": 3}, {"floatmode": "fixed"}):
        with numpy.printoptions(**options):
            assert str(array) == str(reference) and repr(array) == repr(reference)
        with numen.printoptions(**options):
            assert str(array) == str(reference)
    assert numen.array2string(array) == numpy.array2string(reference)
    assert numen.array_str(array) == str(reference)
    assert f"{array}" == f"{reference}"


def test_formatting_and_conversions():
    array = numen.array(2.5)
    assert f"{array:.3f}" == "2.500" and float(array) == 2.5 and int(array) == 2
    assert complex(array) == 2.5 and bool(array)
    assert range(5)[numen.array(3)] == 3
    assert [1, 2, 3][numen.array([2])[0]] == 3
    assert json.dumps(numen.arange(3).tolist()) == "[0, 1, 2]"
    assert max(numen.array([1.0, 3.0])) == 3.0 and sum(numen.arange(4)) == 6
    assert list(zip(numen.arange(2), numen.arange(2))) == [(0, 0), (1, 1)]


def test_iteration_unpacking_and_membership():
    reference, array = pair()
    first, *rest = array
    assert first.tolist() == [0, 1, 2, 3] and len(rest) == 2
    assert [row.tolist() for row in reversed(array)] == reference[::-1].tolist()
    assert 5.0 in array and 50.0 not in array
    assert len(array) == 3
    assert list(enumerate(array[0]))[2] == (2, 2.0)
    with pytest.raises(TypeError, match="iteration over a 0-d array"):
        iter(numen.array(1.0))
    with pytest.raises(TypeError, match="unhashable type"):
        hash(array)


def test_iteration_ends_where_the_axis_is_gone():
    array = numen.ones(1)
    iterator = iter(array)
    array.shape = ()
    assert list(iterator) == []


def test_numpys_dispatch_asks_for_a_tuple_and_a_dict():
    array = numen.arange(3.0)
    ask = type(array).__array_function__
    for args, kwargs, text in (([array], {}, "args must be a tuple"), (array, {}, "args must be"),
                               ((array,), None, "kwargs must be a dict")):
        with pytest.raises(TypeError, match=text):
            ask(array, numpy.sum, (), args, kwargs)
    assert ask(array, numpy.sum, (), (array,), {}) == 3


def test_pattern_matching():
    match numen.array([1, 2]):
        case [a, b]:
            found = (a, b)
        case _:
            found = None
    match numpy.array([1, 2]):
        case [a, b]:
            wanted = (a, b)
        case _:
            wanted = None
    assert found == wanted


def test_save_and_load(tmp_path):
    reference, array = pair()
    numen.save(tmp_path / "a.npy", array)
    numpy.save(tmp_path / "b.npy", reference)
    assert (tmp_path / "a.npy").read_bytes() == (tmp_path / "b.npy").read_bytes()
    assert numen.load(tmp_path / "a.npy").tolist() == reference.tolist()
    numen.savez(tmp_path / "c.npz", first=array, second=array.T)
    with numen.load(tmp_path / "c.npz") as file:
        assert file["second"].tolist() == reference.T.tolist()
    array.tofile(tmp_path / "d")
    assert (tmp_path / "d").read_bytes() == reference.tobytes()


def test_subclasses_and_foreign_operands():
    class Units:
        __array_ufunc__ = None

        def __radd__(self, other):
            return "units"

    class Loud(numpy.ndarray):
        def __rmul__(self, other):
            return "loud"

    class Priority:
        __array_priority__ = 1000

        def __rsub__(self, other):
            return "priority"

    _, array = pair()
    assert array + Units() == "units"
    assert array * numpy.ones((3, 4)).view(Loud) == "loud"
    assert array - Priority() == "priority"
    masked = array + numpy.ma.masked_array(numpy.ones((3, 4)), mask=True)
    assert isinstance(masked, numpy.ma.MaskedArray)


def test_numpys_dispatch_with_its_own_array_or_subclass_first():
    """NumPy looks our protocol's method up and only then asks isinstance, which exposes."""
    reference, array = pair()
    real = numpy.ones((3, 4))
    assert numpy.concatenate([real, array]).tolist() == \
        numpy.concatenate([real, reference]).tolist()
    _, array = pair()
    added = numpy.add(numpy.ma.masked_array(real, real > 2), array)
    assert added.tolist() == (real + reference).tolist()
    _, array = pair()
    assert array.__array_function__(numpy.negative, (), (array,), {}).tolist() == \
        (-reference).tolist()
