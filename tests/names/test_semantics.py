"""Where Numen's rules once differed from NumPy's: promotion of many types, casts, weak numbers."""

import itertools
import warnings

import numpy
import pytest

import numen
from tests.names.agreement import disagreement, outcome

TYPES = [numpy.dtype(code) for code in "?bBhHiIlLefdFD"]
TRIPLES = list(itertools.product(TYPES, repeat=3))


def difference(name, *args, layout="contiguous", **kwargs):
    given, wanted = (outcome(np, name, args, kwargs, layout) for np in (numen, numpy))
    return disagreement(given, wanted, 0.0)


def of_each(types):
    return [numpy.ones(1, dtype) for dtype in types]


@pytest.mark.parametrize("name", ("result_type", "concatenate", "stack", "choose", "clip"))
def test_three_types_promote_whatever_their_order(name):
    make = {
        "result_type": lambda np, types: np.result_type(*types),
        "concatenate": lambda np, types: np.concatenate(of_each(types)).dtype,
        "stack": lambda np, types: np.stack(of_each(types)).dtype,
        "choose": lambda np, types: np.choose([0], of_each(types)).dtype,
        "clip": lambda np, types: np.clip(*of_each(types)).dtype,
    }[name]
    wrong = [types for types in TRIPLES if make(numen, types) != make(numpy, types)]
    assert not wrong


FILLERS = (1000, -1, 300.7, 1e300, True, 1j, numpy.int64(1000), numpy.float64(2.5),
           numpy.float32(1.5), numpy.uint8(200), numpy.complex64(1 + 2j), 2**70)  # fmt: skip


@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_full_casts_as_numpy(dtype):
    for filler in FILLERS:
        assert not difference("full", 3, filler, dtype)
        assert not difference("full_like", numpy.zeros(3, dtype), filler)


@pytest.mark.parametrize("layout", ("contiguous", "managed"))
@pytest.mark.parametrize("shape", ((3,), (2, 3), (2, 3, 4), ()))
def test_transpose_takes_arrays_of_axes(shape, layout):
    a, axes = numpy.ones(shape), numpy.arange(len(shape))[::-1]
    assert not difference("transpose", a, axes, layout=layout)
    assert numen.array(a).transpose(axes).shape == shape[::-1]
    assert numen.array(a).transpose(numen.array(axes)).shape == shape[::-1]


def test_vdot_conjugates_objects():
    for types in itertools.product((object, complex), repeat=2):
        a, b = (numpy.array([1j, 2 + 1j], dtype) for dtype in types)
        assert not difference("vdot", a, b)


@pytest.mark.parametrize("rcond", (numpy.nan, 0.0, -1, None, 1e-10, 2.0))
def test_tolerances_of_least_squares(rcond):
    a = numpy.array([[1.0, 2], [3, 4], [5, 7]])
    given, wanted = (np.linalg.lstsq(a, [1.0, 2, 3], rcond) for np in (numen, numpy))
    assert given[2] == wanted[2]
    numpy.testing.assert_allclose(given[0], wanted[0], rtol=1e-12)


MATRICES = (numpy.ones((3, 3)), numpy.arange(9.0).reshape(3, 3), numpy.eye(3), numpy.zeros((3, 3)),
            numpy.array([[0.1, 0.1], [0.3, 0.3]]), numpy.arange(24.0).reshape(2, 3, 4))  # fmt: skip


@pytest.mark.parametrize("keyword", ("tol", "rtol"))
@pytest.mark.parametrize("tolerance", (0, 0.0, 1e-300, 1e-17, 1e-10, 0.5, numpy.nan))
def test_ranks_below_the_rounding_errors(tolerance, keyword):
    for matrix in MATRICES:
        assert not difference("linalg.matrix_rank", matrix, **{keyword: tolerance})


NUMBERS = (1, 1.0, numpy.float32(1), numpy.float64(1), numpy.float16(1), True, 1 + 0j,
           numpy.ones(2, "f4"), numpy.ones(2, "f2"), numpy.ones(2, int))  # fmt: skip
BESIDE = (0.9999999999999998, 1 + 1e-9, 1, numpy.float32(1.0000001), numpy.ones(2), 2.0)


@pytest.mark.parametrize("b", BESIDE, ids=repr)
def test_isclose_keeps_numbers_weak(b):
    for a in NUMBERS:
        for pair in ((a, b), (b, a)):
            assert not difference("isclose", *pair, rtol=0, atol=0)
            assert not difference("isclose", *pair)


@pytest.mark.parametrize("tolerances", ((numpy.nan, 0), (0, numpy.inf), ([0, numpy.nan], 1e-8)))
def test_isclose_warns_of_tolerances(tolerances):
    assert not difference("isclose", numpy.ones(2), numpy.ones(2), *tolerances)


@pytest.mark.parametrize("kind", (bytes, bytearray, memoryview))
def test_a_buffer_is_the_base(kind):
    buffer = kind(b"12345678" * 4)
    expected, found = (np.frombuffer(buffer).base for np in (numpy, numen))
    assert type(found) is type(expected)
    assert (found is buffer) == (expected is buffer)


def test_fill_takes_numbers_only():
    for value in ([1], (1, 2), numpy.ones(1), numpy.ones((1, 1)), numpy.ones(3), "x", None,
                  numpy.array(2), numpy.float32(3), 5, True):  # fmt: skip
        ends = []
        for np in (numpy, numen):
            a = np.zeros(3)
            try:
                a.fill(np.array(value) if isinstance(value, numpy.ndarray) else value)
                ends.append(str(a.tolist()))
            except Exception as error:
                ends.append((type(error), str(error)))
        assert ends[0] == ends[1]


class Indices(tuple):
    """A subclass: NumPy takes it for a tuple of indices, not for an array."""


def test_subclasses_of_tuple_are_tuples_of_indices():
    plain, a = numpy.arange(6).reshape(2, 3), numen.arange(6).reshape(2, 3)
    for key in ((0, 1), (0,), (slice(None), 1), ([0, 1], [1, 2]), ()):
        found, expected = a[Indices(key)], plain[Indices(key)]
        assert numpy.shape(found) == numpy.shape(expected) and (found == expected).all()
        a[Indices(key)] = plain[Indices(key)]


def test_numbers_are_weak_in_a_row_of_all():
    for pieces in ((numpy.float32(1), 1), (numpy.ones(2, "i1"), 2), ([1], numpy.ones(2, "f4"))):
        assert not difference("concatenate", pieces, axis=None)


def test_words_in_brackets_name_the_callers_variables():
    a, b = numen.ones((2, 2)), numen.zeros((2, 2))
    assert numen.r_["a, b; b, a"].shape == (4, 4)
    assert numen.c_["a, b"].shape == (2, 4)
    assert numen.bmat("a, b").shape == (a.shape[0], b.shape[1] * 2)


def test_functions_equal_numpys_as_keys():
    ours = [numen.add, numen.matmul, numen.median, numen.polyfit, numen.nditer]
    theirs = [numpy.add, numpy.matmul, numpy.median, numpy.polyfit, numpy.nditer]
    assert ours == theirs and theirs == ours
    assert all({one: 1}[other] == {other: 1}[one] == 1 for one, other in zip(ours, theirs))
    assert numen.add != numpy.subtract and numen.median != numpy.mean


class Duck:
    dtype = numpy.dtype("c8")


def test_kinds_of_other_arrays():
    assert numen.iscomplexobj(Duck()) and not numen.isrealobj(Duck())


def test_array_equal_of_what_holds_no_nan():
    for values in (["a", "b"], [1, 2], [None, 1], [b"x"]):
        a = numpy.array(values)
        given, wanted = (outcome(np, "array_equal", (a, a.copy()), {"equal_nan": True},
                                 "contiguous") for np in (numen, numpy))  # fmt: skip
        assert not disagreement(given, wanted, 0.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert numen.array_equal([numpy.nan], [numpy.nan], equal_nan=True)
