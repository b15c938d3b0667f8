"""The namespace: every public name of NumPy is there, is what coverage says, and works."""

import copy
import functools
import pickle
import subprocess
import sys

import numpy
import pytest

import numen
from numen import namespace
from numen.native import front

COVERAGE = namespace.coverage()


def test_every_public_name_is_there():
    for name in numpy.__all__:
        assert hasattr(numen, name), name
    for module in (
        "linalg",
        "fft",
        "random",
        "ma",
        "testing",
        "polynomial",
        "char",
        "strings",
        "rec",
        "ctypeslib",
        "emath",
        "exceptions",
        "dtypes",
        "typing",
        "lib",
    ):
        for name in namespace.public_names("numpy." + module):
            assert hasattr(getattr(numen, module), name), f"{module}.{name}"
            assert f"{module}.{name}" in COVERAGE or f"{module}.{name}" in namespace.LATE
    assert set(COVERAGE.values()) == {"native", "composite", "fallback"}
    assert {name for name in numpy.__all__ if name not in namespace.LATE} <= set(COVERAGE)


def test_coverage_is_what_the_names_are():
    for name, kind in COVERAGE.items():
        if "." in name:
            continue
        found = getattr(numen, name)
        if type(found) is front.Fallback:
            assert kind == "fallback", name
        elif kind == "fallback":
            assert name in namespace.facades or isinstance(found, type), name
        elif name in front.functions:
            assert kind == "native" and found is front.functions[name]


def test_what_the_step_wants_native_or_composite():
    wanted = """add subtract multiply true_divide power matmul equal less sin exp log sqrt sum prod
    min max mean std var any all argmin argmax cumsum cumprod array asarray zeros ones empty full
    zeros_like ones_like empty_like full_like arange linspace eye identity copy reshape transpose
    ravel concatenate stack vstack hstack split array_split where take repeat roll flip tile
    squeeze expand_dims moveaxis swapaxes atleast_1d nonzero clip round dot outer inner cross
    linalg.norm tensordot random.rand random.default_rng random.Generator isclose allclose
    ndarray.__add__ ndarray.__getitem__ ndarray.__setitem__ ndarray.sum ndarray.reshape""".split()
    assert [name for name in wanted if COVERAGE[name] == "fallback"] == []


def test_method_coverage_walks_every_attribute():
    for name in dir(numpy.ndarray):
        assert "ndarray." + name in COVERAGE
    assert COVERAGE["ndarray.sort"] == namespace.method_kind("sort")


def test_numpys_own_objects():
    for name in (
        "float64",
        "dtype",
        "errstate",
        "finfo",
        "pi",
        "newaxis",
        "generic",
        "ufunc",
        "set_printoptions",
        "matrix",
        "nditer",
    ):
        assert getattr(numen, name) is getattr(numpy, name)
    assert numen.linalg.LinAlgError is numpy.linalg.LinAlgError
    assert numen.exceptions is numpy.exceptions


def test_aliases_are_one_object():
    for one, other in (
        ("abs", "absolute"),
        ("concat", "concatenate"),
        ("around", "round"),
        ("permute_dims", "transpose"),
        ("row_stack", "vstack"),
    ):
        if getattr(numpy, one) is getattr(numpy, other):
            assert type(getattr(numen, one)) is type(getattr(numen, other))


def test_fallbacks_compute_and_count():
    x = numen.arange(5.0)
    before = front.fallback_count()
    series = numen.polynomial.chebyshev.chebval(x, [1.0, 2.0])
    assert type(series) is numen.ndarray and series.tolist() == [1.0, 3.0, 5.0, 7.0, 9.0]
    assert front.fallback_count() > before
    values, vectors = numen.linalg.eigh(numen.eye(2))
    assert type(values) is numen.ndarray and type(vectors) is numen.ndarray
    assert type(numen.histogram(x)[1]) is numen.ndarray
    chebval = numen.polynomial.chebyshev.chebval
    assert chebval.__name__ == "chebval"
    assert chebval == numpy.polynomial.chebyshev.chebval and not hasattr(chebval, "__wrapped__")


def test_objects_with_brackets():
    x = numen.arange(3.0)
    for ours, theirs in (
        (numen.r_[x, 4], numpy.r_[numpy.arange(3.0), 4]),
        (numen.c_[x, x], numpy.c_[numpy.arange(3.0), numpy.arange(3.0)]),
        (numen.mgrid[0:2, 0:3], numpy.mgrid[0:2, 0:3]),
        (numen.ogrid[0:2, 0:3][1], numpy.ogrid[0:2, 0:3][1]),
        (x[numen.s_[1:]], numpy.arange(1.0, 3.0)),
    ):
        assert type(ours) is numen.ndarray
        numpy.testing.assert_array_equal(ours, theirs)


def test_vectorize_and_frompyfunc():
    assert numen.vectorize(lambda x, y: x + y)(numen.arange(3), 2).tolist() == [2, 3, 4]
    assert type(numen.vectorize(abs)(numen.arange(3))) is numen.ndarray

    @numen.vectorize
    def double(x):
        return 2 * x

    assert double(numen.arange(3)).tolist() == [0, 2, 4]
    assert numen.frompyfunc(lambda x: x + 1, 1, 1)(numen.arange(2)).tolist() == [1, 2]


def test_own_submodules():
    import numen.fft
    import numen.lib.stride_tricks as tricks
    from numen.linalg import norm

    assert norm(numen.array([3.0, 4.0])) == 5.0
    assert type(numen.fft.fft(numen.ones(4))) is numen.ndarray
    assert type(tricks.sliding_window_view(numen.arange(4), 2)) is numen.ndarray
    assert numen.polynomial.polynomial.polyval(2.0, [1, 1]) == 3.0


@pytest.mark.parametrize("line", [
    "import numen.linalg as m", "import numen.lib.stride_tricks as m", "import numen.random as m",
    "from numen.polynomial import chebyshev as m", "from numen import fft as m",
])
def test_a_submodule_may_be_the_first_import(line):
    code = f"{line}; print(m.__name__, len(dir(m)) > 2)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.endswith("True\n"), done.stderr


def test_an_unknown_submodule_is_not_found():
    with pytest.raises(ModuleNotFoundError, match="No module named 'numen.not_there'"):
        import numen.not_there  # noqa: F401


def test_functions_are_pickled_by_name():
    for name in ("sum", "add", "flip", "median", "linalg.norm", "linalg.svd", "linspace"):
        found = functools.reduce(getattr, name.split("."), numen)
        assert pickle.loads(pickle.dumps(found)) is found
        assert copy.deepcopy(found) is found


def test_missing_names():
    with pytest.raises(AttributeError, match="no attribute 'not_there'"):
        numen.not_there
    with pytest.raises(AttributeError):
        numen._private
    assert "sum" in dir(numen) and "coverage" in dir(numen)


def test_importing_the_package_loads_neither_numpy_nor_the_engine():
    code = "import sys, numen; print(sorted({'numpy', 'numen.namespace'} & set(sys.modules)))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"


def test_building_the_namespace_leaves_to_their_first_use_what_numpy_does():
    code = """
import sys, numpy
before = set(sys.modules)
import numen
numen.add, numen.loadtxt, numen.array2string
print(sorted({name for name in set(sys.modules) - before if not name.startswith("numen")}))
numen.testing.assert_allclose(1, 1)
print(type(numen.testing.assert_equal).__name__, type(numen.fft.fftn).__name__)
"""
    said = subprocess.check_output([sys.executable, "-c", code], text=True).splitlines()
    assert "numpy.testing" not in said[0] and "numpy.fft" not in said[0]
    assert "inspect" not in said[0] and said[1] == "Composite Composite"
