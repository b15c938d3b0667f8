"""Each call of the table gives with every kind of Numen array what it gives with NumPy's."""

import importlib

import numpy
import pytest

from numen.native import front

from .judge import NAMES, difference, outcome
from .kinds import KINDS, given
from .table import CALLS, LIBRARIES

pytestmark = pytest.mark.no_sanitizer
# What the libraries are called when imported, where that is not their name.
MODULES = {"NumPy": "numpy", "SciPy": "scipy", "scikit-learn": "sklearn", "Pillow": "PIL",
           "PyTorch": "torch", "JAX": "jax"}  # fmt: skip
MANAGED = [kind for kind, (large, *_) in KINDS.items() if large]


def label(call):
    return f"{call.library}: {call.text}"


@pytest.fixture(autouse=True)
def library(request):
    """The call's library is there; only PyTorch, 5 GB with what it asks for, may be left out."""
    call = request.node.callspec.params.get("call") if hasattr(request.node, "callspec") else None
    if call and call.library == "PyTorch":
        pytest.importorskip("torch", reason="PyTorch is installed by `./numen test --torch`")
    elif call:
        importlib.import_module(MODULES.get(call.library, call.library))


def assert_same(call, ours, reference):
    """The call does with `ours` what it does with NumPy's array, and leaves both the same."""
    wanted, found = outcome(call.text, reference), outcome(call.text, ours)
    assert found[0] == wanted[0], found[1]
    for part, one, other in zip(("result", "x afterwards", "warnings"), found[1:], wanted[1:]):
        assert not difference(one, other, part)


@pytest.mark.parametrize("call, kind", [
    pytest.param(call, kind, id=f"{label(call)}-{kind}")
    for call in CALLS for kind in KINDS])  # fmt: skip
def test_call_gives_what_it_gives_with_an_ndarray(call, kind):
    reference, ours = given(call.shape, kind)
    assert_same(call, ours, reference)


@pytest.mark.parametrize("kind", KINDS)
def test_type_equals_ndarray(kind):
    reference, ours = given("vector", kind)
    assert type(reference) is numpy.ndarray and type(ours) == numpy.ndarray
    assert isinstance(ours, numpy.ndarray)
    assert type(numpy.asarray(ours)) is numpy.ndarray


@pytest.mark.parametrize("call", CALLS, ids=label)
def test_call_works_with_numpy(call):
    """Else the comparisons would be of error messages only."""
    for kind in ("small", "large"):
        found = outcome(call.text, given(call.shape, kind)[0])
        assert found[0] == "value", found[1]


def test_there_are_80_calls_to_all_libraries():
    assert len(CALLS) == len({(call.shape, call.text) for call in CALLS}) >= 80
    assert {call.library for call in CALLS} == set(LIBRARIES)
    assert set(LIBRARIES) == {"NumPy", "SciPy", "scikit-learn", "pandas", "matplotlib", "numba",
                              "numexpr", "h5py", "xarray", "Pillow", "PyTorch", "JAX"}
    counts = {name: sum(call.library == name for call in CALLS) for name in LIBRARIES}
    assert min(counts.values()) >= 5, counts
    assert set(KINDS) > set(MANAGED)
    assert {module.split()[0].partition(".")[0] for module in NAMES.values()} >= {
        MODULES.get(name, name) for name in LIBRARIES if name not in ("h5py",)}
