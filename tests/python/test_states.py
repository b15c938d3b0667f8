"""The observable rows of the state table: what exposes a managed array and what must not."""

import copy
import ctypes
import gc
import io
import operator
import pickle
import weakref

import numpy
import pytest

import numen
from numen.native import front


@pytest.fixture(autouse=True)
def all_managed():
    """Threshold 0: every result that may be managed is."""
    old = front.managed_threshold()
    front.set_managed_threshold(0)
    front.set_debug(True)
    yield
    front.check_invariants()
    front.set_managed_threshold(old)
    front.force_deferral(False)


@pytest.fixture(params=[False, True], ids=["eager", "pending"])
def x(request):
    """A managed array 0..11 of float64 in rows of four; pending with the stub."""
    front.force_deferral(request.param)
    array = numen.arange(12.0).reshape(3, 4) * 1.0
    assert front.is_managed(array)
    return array


def is_c_ndarray(value):
    """PyArray_Check as C code does it: the type's bases, no attribute of the object."""
    kinds = (ctypes.py_object(kind) for kind in (type(value), numpy.ndarray))
    return bool(ctypes.pythonapi.PyType_IsSubtype(*kinds))


def is_instance(value, kind):
    """As C code asks."""
    return bool(ctypes.pythonapi.PyObject_IsInstance(*map(ctypes.py_object, (value, kind))))


def refused_by_c(value):
    """Calls C code that checks the type, as the very first contact."""
    numpy._core.multiarray._place(value, numpy.zeros(value.shape, bool), [1.0])


def test_pyarray_check_is_false_before_and_true_after_contact(x):
    assert not is_c_ndarray(x)
    with pytest.raises(TypeError):
        refused_by_c(x)
    assert front.is_managed(x)
    memoryview(x)
    assert is_c_ndarray(x)
    assert front.state(x) == "exposed"
    refused_by_c(x)  # no longer
    assert numpy.ndarray.__add__(x, 1).sum() == 66 + x.size


@pytest.mark.parametrize("call", [
    numpy.array_equal, lambda a, b: numpy.concatenate([a, b]), numpy.broadcast_arrays,
    numpy.dot, lambda a, b: numpy.where(True, a, b)])
def test_numpys_function_of_a_plain_array_and_a_managed_one(x, call):
    # NumPy asks isinstance(x, numpy.ndarray), which exposes x, between finding x's method and
    # calling it.
    plain = numpy.ones((4, 4))[:x.shape[0]] if call is not numpy.dot else numpy.ones((2, 3))
    wanted = call(plain, numpy.arange(12.0).reshape(3, 4))
    assert numpy.array_equal(call(plain, x), wanted)


EXPOSING = {
    "memoryview": memoryview,
    "bytes of memoryview": lambda x: bytes(memoryview(x)),
    "numpy.asarray": numpy.asarray,
    "numpy.array(copy=False)": lambda x: numpy.array(x, copy=False),
    "__array__": lambda x: x.__array__(),
    "__array_interface__": lambda x: x.__array_interface__,
    "__array_struct__": lambda x: x.__array_struct__,
    "ctypes": lambda x: x.ctypes.data,
    "data": lambda x: x.data,
    "flat": lambda x: x.flat[3],
    "__class__ by C code": lambda x: operator.attrgetter("__class__")(x),
    "isinstance by C code": lambda x: is_instance(x, numpy.ndarray),
    "strides=": lambda x: setattr(x, "strides", x.strides),
    "pickle 5 out of band": lambda x: pickle.dumps(x, 5, buffer_callback=lambda b: None),
    "real function": lambda x: numpy.percentile(x, 50),
    "__dlpack__": lambda x: x.__dlpack__(),
    "numpy.frombuffer": lambda x: numpy.frombuffer(x, "u1"),
    "as_strided": lambda x: numen.lib.stride_tricks.as_strided(x, (2, 2), (8, 8)),
}


@pytest.mark.parametrize("name", EXPOSING)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_foreign_contact_exposes(name, x):
    view = x[1:]
    EXPOSING[name](x)
    assert front.state(x) == "exposed"
    assert front.state(view) == "exposed"  # all handles of a buffer change together
    assert is_c_ndarray(x) and is_c_ndarray(view)
    assert view.base is x.base or view.base is x
    assert x.tolist() == numpy.arange(12.0).reshape(3, 4).tolist()


STAYING = {
    "isinstance by map": lambda x: list(map(isinstance, [x], [numpy.ndarray])),
    "shape": lambda x: x.shape, "dtype": lambda x: x.dtype, "ndim": lambda x: x.ndim,
    "size": lambda x: x.size, "strides": lambda x: x.strides, "nbytes": lambda x: x.nbytes,
    "itemsize": lambda x: x.itemsize, "base": lambda x: x.base, "len": len,
    "flags": lambda x: (x.flags.writeable, x.flags.c_contiguous, x.flags["OWNDATA"]),
    "print": lambda x: print(x, file=io.StringIO()), "repr": repr, "str": str,
    "format": lambda x: f"{x[0, 0]:.3f}",
    "tolist": lambda x: x.tolist(), "item": lambda x: x.item(3), "element": lambda x: x[1, 2],
    "iteration": lambda x: [row.sum() for row in x], "float": lambda x: float(x[0, 1]),
    "bool": lambda x: bool((x == x).all()), "in": lambda x: 3.0 in x,
    "sum": lambda x: x.sum(), "sum(axis)": lambda x: x.sum(axis=0), "max": lambda x: x.max(),
    "mean": lambda x: x.mean(), "std": lambda x: x.std(), "argmax": lambda x: x.argmax(),
    "any": lambda x: x.any(), "==": lambda x: (x == 3).any(), "view": lambda x: x[::2, ::-1],
    "T": lambda x: x.T, "reshape": lambda x: x.reshape(-1), "real": lambda x: x.real,
    "fancy get": lambda x: x[[0, 2]], "mask get": lambda x: x[x > 3],
    "setitem": lambda x: x.__setitem__((0, 0), x[0, 0]), "in place": lambda x: x.__iadd__(0),
    "fill row": lambda x: x[0].__imul__(1), "sin": lambda x: numen.sin(x),
    "where": lambda x: numen.where(x > 3, x, 0), "out=": lambda x: numen.add(x, 0, out=x),
    "matmul": lambda x: x @ x.T, "dot": lambda x: numen.dot(x, x.T),
    "concatenate": lambda x: numen.concatenate([x, x]), "stack": lambda x: numen.stack([x, x]),
    "astype": lambda x: x.astype("f4"), "copy": lambda x: x.copy(), "copy.copy": copy.copy,
    "deepcopy": copy.deepcopy, "pickle 2": lambda x: pickle.dumps(x, 2),
    "pickle 4": lambda x: pickle.dumps(x, 4), "save": lambda x: numen.save(io.BytesIO(), x),
    "tobytes": lambda x: x.tobytes(), "weakref": weakref.ref,
    "numpy scalar on the left": lambda x: numpy.float64(2) * x,
    "real array on the left": lambda x: numpy.ones(4) + x,
    "real scalar compared": lambda x: numpy.float64(2) < x,
    "user isinstance": lambda x: isinstance(x, numen.ndarray), "del view": lambda x: x[1:].sum(),
    "cumsum": lambda x: x.cumsum(), "take": lambda x: x.take([0, 1]), "hash": lambda x: id(x),
    "shape=": lambda x: setattr(x, "shape", (12,)), "setflags": lambda x: x.setflags(write=True),
    "clip": lambda x: x.clip(1, 2), "round": lambda x: x.round(1), "abs": abs,
    "nonzero": lambda x: x.nonzero(), "zeros_like": lambda x: numen.zeros_like(x),
}


@pytest.mark.parametrize("name", STAYING)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_own_looks_do_not_expose(name, x):
    STAYING[name](x)
    assert front.is_managed(x)
    assert x.reshape(-1).tolist() == numpy.arange(12.0).tolist()


def test_pending_until_looked_at():
    front.force_deferral(True)
    x = numen.arange(6.0) * 1.0
    y = x + 1
    assert front.state(y) == "pending"
    assert y[0] == 1
    assert front.state(y) == "host"


def test_views_taken_of_a_pending_root_share_its_memory():
    front.force_deferral(True)
    x = numen.arange(6.0) * 2
    v, w = x[:4], x[2:]
    assert front.state(x) == "pending"
    v[3] = -1
    assert w[1] == -1 and x[3] == -1
    assert v.base is x and w.base is x


def test_shape_and_dtype_of_pending_work_need_no_look():
    front.force_deferral(True)
    y = numen.ones((3, 2)) * 2
    assert (y.shape, y.dtype, y.strides, y.T.strides) == ((3, 2), numpy.float64, (16, 8), (8, 16))
    assert front.state(y) == "pending"


def test_become_reaches_every_alias_and_is_final(x):
    views = [x[0], x.T, x[1:], x[::-1], x.reshape(-1)]
    kept = weakref.ref(x)
    numpy.asarray(views[2])
    assert {front.state(view) for view in views} == {"exposed"} and kept() is x
    assert front.state(x[2:]) == "exposed"
    result = x + 1
    assert front.is_managed(result)  # results of exposed inputs are managed again
    numpy.asarray(x)[0, 0] = 50
    assert result[0, 0] == 1 and x[0, 0] == 50 and views[0][0] == 50


def test_exposed_inputs_are_read_at_the_call():
    front.force_deferral(True)
    x = numen.arange(5.0) * 1
    numpy.asarray(x)
    y = x * 2
    numpy.asarray(x)[0] = 9
    assert y[0] == 0


def test_out_is_returned_and_written(x):
    out = numen.zeros((3, 4))
    assert numen.add(x, 1, out=out) is out
    assert out[0, 0] == 1 and front.is_managed(out)
    real = numpy.zeros((3, 4))
    assert numen.add(x, 1, out=real) is real
    assert type(real) is numpy.ndarray and real[0, 1] == 2 and front.is_managed(x)


def test_real_ufuncs_write_through_out(x):
    assert numpy.add(x, 1, out=x) is x
    assert x[0, 0] == 1


def test_scalars_come_at_once(x):
    for value in (x.sum(), x.max(), x[1, 1], numen.mean(x), x.std(), numen.add.reduce(x, None)):
        assert type(value) is numpy.float64
    assert type((x > 3).any()) is numpy.bool_
    assert type(x.argmax()) is numpy.int64
    exposed = x + 0
    numpy.asarray(exposed)
    for value in (numpy.max(exposed), numpy.mean(exposed), exposed.sum(), exposed[0, 0]):
        assert type(value) is numpy.float64


def test_weak_references_survive_become():
    x, called = numen.ones(5) * 1, []
    reference = weakref.ref(x, lambda _: called.append(1))
    numpy.asarray(x)
    assert reference() is x
    del x
    gc.collect()
    assert reference() is None and called == [1]


def test_weak_references_of_the_dying_may_expose_the_living(x):
    seen = []
    view = x[1:]
    watch = weakref.ref(view, lambda _: seen.append(memoryview(x).shape))
    del view
    assert seen == [(3, 4)] and watch() is None
    assert front.state(x) == "exposed" and x[2, 3] == 11


def test_arrays_kept_by_a_programs_printing_hold_their_memory():
    kept = []
    array = numen.arange(1000.0) * 2
    with numpy.printoptions(override_repr=lambda shown: kept.append(shown) or "shown"):
        assert repr(array) == "shown"
    del array
    others = [numen.ones(1000) for _ in range(4)]  # would lie where the array did
    assert kept[0].tolist() == [2.0 * i for i in range(1000)] and len(others) == 4


def test_results_that_are_pending_are_computed_into_out(x):
    out = numen.empty((3, 4))
    assert numen.round(x, out=out) is out and out[2, 3] == 11
    sums = numen.empty(3)
    assert numen.sum(x, axis=1, initial=1.0, out=sums) is sums
    assert sums.tolist() == [7, 23, 39]


def test_class_never_changes(x):
    assert x.__class__ is numpy.ndarray
    assert x.__class__ is numpy.ndarray
    assert isinstance(x, numpy.ndarray) and isinstance(x, numen.ndarray)


def test_isinstance_in_user_code_keeps_the_state(x):
    assert isinstance(x, numen.ndarray)
    assert isinstance(numpy.zeros(3), numen.ndarray)
    assert not isinstance([1], numen.ndarray)
    assert front.is_managed(x)


def test_writes_of_c_code_land_in_the_array(x):
    memory = (ctypes.c_double * 12).from_buffer(x)
    memory[5] = 70
    assert x[1, 1] == 70
    assert x.sum() == 66 - 5 + 70


def test_failed_write_changes_nothing(x):
    before = x.tolist()
    integers = numen.arange(5) * 1
    with pytest.raises(TypeError):
        integers += 0.5
    assert integers.tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError):
        x += numen.ones(3)
    with pytest.raises(ValueError):
        x[:2] = numen.ones(3)
    assert x.tolist() == before


def test_read_only_handles(x):
    view = x[1:]
    x.setflags(write=False)
    with pytest.raises(ValueError, match="read-only"):
        x[0, 0] = 1
    with pytest.raises(ValueError, match="read-only"):
        x += 1
    view[0, 0] = 100  # other handles still write
    assert x[1, 0] == 100
    assert not x[2:].flags.writeable


def test_adopted_arrays_keep_their_identity():
    real = numpy.arange(5.0)
    array = numen.asarray(real)
    real[0] = 9
    assert array[0] == 9
    array[1] = 8
    assert real[1] == 8
    assert array.base is real or numpy.may_share_memory(numpy.asarray(array), real)


def test_zero_dimensional_arrays_are_not_managed():
    assert not front.is_managed(numen.array(2.0))


def test_below_the_threshold_results_are_exposed():
    front.set_managed_threshold(100)
    assert front.state(numen.ones(10) + 1) == "exposed"
    assert front.is_managed(numen.ones(200) + 1)


def test_counters_tell_of_becomes_and_fallbacks(x):
    becomes = front.become_count()
    numpy.asarray(x)
    assert front.become_count() == becomes + 1
    fallbacks = front.fallback_count()
    front.Fallback("percentile", numpy.percentile)(x, 50)
    assert front.fallback_count() > fallbacks


WRITES = {
    "element": lambda np, x: x.__setitem__(2, 5), "slice": lambda np, x: x.__setitem__(slice(2), 5),
    "places": lambda np, x: x.__setitem__([1, 3], 5), "mask": lambda np, x: x.__setitem__(x < 3, 5),
    "in place": lambda np, x: x.__iadd__(1), "out": lambda np, x: np.exp(x[::2], out=x[::2]),
    "sum out": lambda np, x: np.sum(np.ones((3, 10)), 0, out=x), "fill": lambda np, x: x.fill(5),
    "sort": lambda np, x: x[::-1].sort(), "partition": lambda np, x: x[::-1].partition(3),
    "put": lambda np, x: np.put(x, [1], 5), "at": lambda np, x: np.add.at(x, [1], 5),
    "place": lambda np, x: np.place(x, x < 3, 5), "copyto": lambda np, x: np.copyto(x, 5),
    "take out": lambda np, x: np.take(x + 1, [1, 2], out=x[:2]),
    "clip out": lambda np, x: x.clip(3, 4, out=x), "byteswap": lambda np, x: x.byteswap(True),
    "cumsum out": lambda np, x: np.cumsum(x + 1, out=x),
    "putmask": lambda np, x: np.putmask(x, x < 3, 5),
}


@pytest.mark.parametrize("write", WRITES)
def test_a_write_makes_a_new_version_and_says_when_it_is_over(write):
    x = numen.arange(10.0)
    front.check_invariants()
    WRITES[write](numen, x)
    assert x[0] != 0 or x[1] != 1 or x[2] != 2 or x[3] != 3
    front.check_invariants()
