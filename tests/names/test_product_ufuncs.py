"""matmul, vecdot, matvec and vecmat are ufunc objects, as NumPy's are."""

import copy
import pickle
import subprocess
import sys

import numpy
import pytest

import numen
from tests.names.agreement import disagreement, outcome

PRODUCTS = {
    "matmul": (numpy.arange(12.0).reshape(3, 4), numpy.arange(8.0).reshape(4, 2)),
    "vecdot": (numpy.arange(6.0).reshape(2, 3), numpy.arange(6.0).reshape(2, 3) - 2),
    "matvec": (numpy.arange(12.0).reshape(3, 4), numpy.arange(4.0)),
    "vecmat": (numpy.arange(4.0), numpy.arange(12.0).reshape(4, 3)),
}
ATTRIBUTES = "signature nin nout nargs ntypes types identity __name__ __doc__".split()
pytestmark = pytest.mark.parametrize("name", PRODUCTS)


def test_is_a_ufunc(name):
    ours, theirs = getattr(numen, name), getattr(numpy, name)
    assert isinstance(ours, numpy.ufunc) and ours.__class__ is numpy.ufunc
    assert repr(ours) == repr(theirs) and str(ours) == str(theirs)
    assert ours == theirs and theirs == ours and {ours: 1}[theirs] == 1
    assert ours != numpy.add and ours != numen.add
    for attribute in ATTRIBUTES:
        assert getattr(ours, attribute) == getattr(theirs, attribute)
    assert set(dir(theirs)) <= set(dir(ours)) | set(dir(numpy.ufunc))


@pytest.mark.parametrize("method", ("reduce", "accumulate", "reduceat", "outer", "at"))
def test_methods_refuse_as_numpys(name, method):
    a, b = PRODUCTS[name]
    arguments = (a, [0]) if method in ("reduceat", "at") else (a, b) if method == "outer" else (a,)
    with pytest.raises(Exception) as expected:
        getattr(getattr(numpy, name), method)(*arguments)
    with pytest.raises(expected.type) as found:
        getattr(getattr(numen, name), method)(*map(numen.array, arguments))
    assert str(found.value) == str(expected.value)


def difference(name, args, kwargs, layout):
    given, wanted = (outcome(np, name, args, kwargs, layout) for np in (numen, numpy))
    return disagreement(given, wanted, 0.0)


KEYWORDS = {
    "plain": {}, "dtype": {"dtype": "f4", "casting": "same_kind"}, "casting": {"casting": "no"},
    "order": {"order": "F"}, "subok": {"subok": False}, "signature": {"signature": "dd->d"},
    "axis": {"axis": -1}, "keepdims": {"keepdims": True}, "where": {"where": True},
    "axes": {"axes": [(-1,), (-1,), ()]}, "out of None": {"out": None}, "unknown": {"key": 1},
    "wrong dtype": {"dtype": "M8"}, "sig": {"sig": "dd->d"}, "out of tuple": {"out": (None,)},
}  # fmt: skip


@pytest.mark.parametrize("layout", ("contiguous", "managed"))
@pytest.mark.parametrize("case", KEYWORDS)
def test_keywords(name, case, layout):
    assert not difference(name, PRODUCTS[name], KEYWORDS[case], layout)


@pytest.mark.parametrize("count", (0, 1, 4))
def test_wrong_counts_of_arguments(name, count):
    assert not difference(name, (PRODUCTS[name] * 2)[:count], {}, "contiguous")


def test_out(name):
    a, b = PRODUCTS[name]
    expected = getattr(numpy, name)(a, b)
    out = numen.zeros_like(numen.array(expected))
    for given in (out, (out,)):
        out[...] = 0
        assert getattr(numen, name)(numen.array(a), numen.array(b), out=given) is out
        assert (out == expected).all()


def test_copies_and_pickles(name):
    ours = getattr(numen, name)
    assert copy.copy(ours) == ours and copy.deepcopy(ours) == ours
    code = f"import pickle, numpy; assert pickle.loads({pickle.dumps(ours)!r}) is numpy.{name}"
    subprocess.run([sys.executable, "-c", code], check=True)
