"""Names, modules and classes of functions are NumPy's where a program can see them."""

import functools
import operator
import pickle
import pydoc

import numpy
import pytest

import numen

NAMES = ["sum", "median", "concatenate", "arange", "full", "linalg.norm", "linalg.pinv", "fft.fft",
         "fft.fftfreq", "add", "emath.sqrt", "busday_count", "random.beta", "random.rand",
         "random.seed", "vectorize", "nanmean", "asmatrix", "isnat"]


@pytest.mark.parametrize("name", NAMES)
def test_attributes_that_wrappers_copy(name):
    ours, numpys = operator.attrgetter(name)(numen), operator.attrgetter(name)(numpy)
    if name != "vectorize":  # cloudpickle finds classes by their module
        assert ours.__module__ == numpys.__module__
    assert (ours.__name__, ours.__qualname__) == (numpys.__name__, numpys.__qualname__)
    if name.startswith("linalg."):  # keywords of Numen's are told below NumPy's own text
        assert ours.__doc__.startswith(numpys.__doc__.rstrip())
    else:
        assert ours.__doc__ == numpys.__doc__
    wrapper = functools.wraps(ours)(lambda: None)
    assert wrapper.__name__ == numpys.__name__


def test_what_numen_adds_says_so():
    assert numen.linalg.ridge.__module__ == "numen.linalg"


def test_classes_show_numpys_names():
    for name in ("vectorize", "random.Generator", "random.RandomState"):
        assert repr(operator.attrgetter(name)(numen)) == repr(operator.attrgetter(name)(numpy))
    derived = type("Derived", (numen.vectorize,), {})
    assert "Derived" in repr(derived)


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("name", ["add", "matmul"])
def test_the_class_of_ufuncs_is_pickled(name, protocol):
    kind = type(operator.attrgetter(name)(numen))
    assert pickle.loads(pickle.dumps(kind, protocol)) is numpy.ufunc


@pytest.mark.parametrize("name", ["busday_count", "asmatrix", "median", "isnat"])
def test_functions_as_attributes_of_classes(name):
    def bound(np):
        function = operator.attrgetter(name)(np)
        return type("Holder", (), {"function": function})().function is not function

    assert bound(numen) == bound(numpy)


def test_help_lists_the_functions():
    assert "busday_count" in pydoc.plain(pydoc.render_doc(numen.busday_count))
