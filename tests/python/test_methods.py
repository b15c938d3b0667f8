"""Walks every attribute, method and slot of numpy.ndarray: overridden here, or counted.

What the exposed type inherits runs NumPy's code; the counter of fallbacks must then move when it
is used, and the managed type must answer every one of these names.
"""

import inspect

import numpy
import pytest

import numen
from numen.native import front

EXPOSED, MANAGED = front.ndarray, front.managed
OF_TYPE = type.__dict__
PUBLIC = sorted(name for name in dir(numpy.ndarray) if not name.startswith("_"))
SPECIAL = sorted(name for name in vars(numpy.ndarray) if name.startswith("__")
                 and callable(getattr(numpy.ndarray, name)))
# Slots whose inherited version is no computation: object identity, types, documentation.
NOT_COMPUTED = {"__class_getitem__", "__new__", "__repr__", "__str__", "__format__",
                "__array_finalize__", "__hash__", "__sizeof__", "__getattribute__", "__init__"}
ARGUMENTS = {
    "argpartition": (2,), "astype": ("f4",), "choose": ([10, 20, 30],), "compress": ([True],),
    "dot": ([1.0, 2, 3],), "dump": ("/dev/null",), "fill": (1,), "getfield": ("i1",), "item": (0,),
    "partition": (1,),
    "put": ([0], 5), "repeat": (2,), "reshape": (-1,), "resize": (3,), "searchsorted": (1,),
    "setfield": (1, "i1"), "swapaxes": (0, 0), "take": ([0],), "to_device": ("cpu",),
    "tofile": ("/dev/null",), "view": ("u1",), "diagonal": (), "trace": (),
}


def sample(name):
    """A numpy array on which the method works."""
    if name == "choose":
        return numpy.array([0, 1, 2])
    if name in ("diagonal", "trace", "mT"):
        return numpy.arange(9.0).reshape(3, 3)
    return numpy.array([3.0, 1.0, 2.0])


def overridden(name):
    """True if Numen has its own version of a name."""
    own = OF_TYPE["__dict__"].__get__(MANAGED).get(name)
    return own is not None and type(own).__name__ not in ("FallbackMethod", "FallbackAttribute")


@pytest.mark.parametrize("name", PUBLIC)
@pytest.mark.parametrize("threshold", [0, 1 << 62], ids=["managed", "exposed"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_attribute_is_overridden_or_counted(name, threshold):
    old = front.managed_threshold()
    front.set_managed_threshold(threshold)
    try:
        reference, array = sample(name), numen.array(sample(name))
        before = front.fallback_count() + front.become_count()
        arguments = ARGUMENTS.get(name, ())
        wanted, given = used(reference, name, arguments), used(array, name, arguments)
        counted = front.fallback_count() + front.become_count() > before
        assert comparable(given) == comparable(wanted)
        assert comparable(array) == comparable(reference)
        assert overridden(name) or counted, f"ndarray.{name} runs NumPy and nobody counts it"
    finally:
        front.set_managed_threshold(old)


def used(array, name, arguments):
    """The attribute's value, or the method's result."""
    value = getattr(array, name)
    return value(*arguments) if inspect.isroutine(value) else value


def comparable(value):
    """A form of a value that compares by content."""
    if hasattr(value, "tolist") and hasattr(value, "dtype"):
        return value.dtype, value.shape, value.tolist()
    if isinstance(value, (tuple, list)):
        return [comparable(item) for item in value]
    if isinstance(value, (int, float, str, bytes, type(None), numpy.dtype)):
        return value
    return type(value).__name__


@pytest.mark.parametrize("name", sorted(set(SPECIAL) - {"__class_getitem__"}))
def test_managed_arrays_have_every_slot(name):
    assert hasattr(MANAGED, name), f"managed arrays lack {name}"


@pytest.mark.parametrize("name", sorted(set(SPECIAL) - NOT_COMPUTED))
def test_slots_are_our_own(name):
    """Operators, indexing, conversions and protocols never run the inherited slot unseen."""
    if overridden(name):
        return
    assert name in ("__array_interface__", "__array_struct__", "__array__", "__reduce__",
                    "__reduce_ex__", "__setstate__", "__copy__", "__deepcopy__", "__dlpack__",
                    "__dlpack_device__", "__array_namespace__", "__array_function__",
                    "__array_ufunc__", "__buffer__", "__release_buffer__", "__delitem__",
                    "__contains__", "__index__", "__complex__"), name


def test_types_have_the_layout_the_states_need():
    def really(name):
        """What a program sees of the class is numpy.ndarray's."""
        return OF_TYPE[name].__get__(MANAGED)

    assert EXPOSED is numpy.ndarray
    assert not any(kind is numpy.ndarray for kind in really("__mro__"))
    assert really("__basicsize__") > EXPOSED.__basicsize__
    assert really("__weakrefoffset__") == EXPOSED.__weakrefoffset__ != 0
    assert type("Sub", (MANAGED,), {}).__mro__[1] is numpy.ndarray


def test_subclasses_of_users_work():
    class Named(numen.ndarray):
        def shout(self):
            return "named"

    array = numpy.arange(3.0).view(Named) if issubclass(Named, numpy.ndarray) else None
    assert array is None or (array.shout() == "named" and (array + 1).tolist() == [1, 2, 3])


def test_docstrings_are_there():
    for name in ("sum", "reshape", "astype", "sort", "mean"):
        assert getattr(EXPOSED, name).__doc__
