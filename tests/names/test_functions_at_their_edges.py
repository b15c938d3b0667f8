"""What functions do with arguments at the edge of what they take: rounded steps, negative zeros,
refusals after conversions, integers that are none, results that own their elements.
"""

import itertools

import numpy
import pytest

import numen

from .crossed_kinds import assert_same

ZEROS = numpy.array([-0.0, 1.5, -2.0, 0.0])
ONES = numpy.array([1.0, 2.0, 3.0, -0.0])
CUBE = numpy.arange(24.0).reshape(2, 3, 4)


def after(function, array, *args):
    function(array, *args)
    return array


@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "i8"])
@pytest.mark.parametrize("bounds", [
    (1, -1, -0.99999999), (0.1, 1, 0.3), (-3.3, 2.2, 0.7), (1e30, 3e30, 1e29), (-0.0, 1.5, 0.25),
    (16777217, 16777221), (1, 0.9999999, -1e-8), (5,), (0.1, 0.2, 3), (0, 1, 1 / 3),
    (2**53, 2**53 + 8, 3)], ids=repr)
def test_ranges_hold_their_first_two_numbers(bounds, dtype):
    assert_same(lambda np: np.arange(*bounds, dtype=dtype))


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "c8", "c16"])
@pytest.mark.parametrize("length", [1, 4, 100, 3000, 30000])
def test_products_of_einsum_have_no_negative_zeros(dtype, length):
    x, y = (numpy.resize(a, length).astype(dtype) for a in (ZEROS, ONES))
    for text, *factors in (("i,i->i", x, y), ("i,i->i", x[::-1], y), ("i,->i", x, y[:1][0]),
                           ("i,i,i->i", x, y, y), (",->", x[0], y[0]), ("i->i", x)):
        assert_same(lambda np: np.einsum(text, *factors))
        assert_same(lambda np: np.einsum(text, *factors, out=numpy.ones(factors[0].shape, dtype)))
    few = y[:3]
    for text, *factors in (("i,j->ij", x, few), ("i,j->ji", x, few),
                           ("i,j,k->ijk", x[:9], few, few), ("i,ij->i", x, x[:, None]),
                           ("ij,j->ij", numpy.outer(x, few), few)):
        assert_same(lambda np: np.einsum(text, *factors))


@pytest.mark.parametrize("optimize", [True, "greedy", "optimal"])
@pytest.mark.parametrize("text", ["i,i->i", "i,j->ij", "i,i,i->i", "i,j,k->ijk"])
def test_zeros_of_optimized_products(text, optimize):
    count = text.count(",")
    assert_same(lambda np: np.einsum(text, ZEROS, *[ONES] * count, optimize=optimize))


@pytest.mark.parametrize("decimals", [0, 1, 15, *range(21, 26), 30, 40, 100, 300, 308, 309, 400])
@pytest.mark.parametrize("dtype", ["f4", "f8", "c16"])
def test_rounding_to_any_decimals(decimals, dtype):
    numbers = numpy.array([1.2345678e-20, 3.3e-25, 1e-300, 1.5, -7e10]).astype(dtype)
    assert_same(lambda np: np.round(numbers, decimals))
    assert_same(lambda np: np.array(numbers).round(decimals))


@pytest.mark.parametrize("name, args", [("round", (30,)), ("around", (30,)), ("clip", (1e30, 1))])
@pytest.mark.parametrize("out", [None, "i8", "f2", "f8", "c8", "?"])
def test_warnings_of_refused_outputs(name, args, out):
    halves = numpy.full(2, 3.3, "f2")
    out = None if out is None else numpy.zeros(2, out)
    assert_same(lambda np: getattr(np, name)(halves, *args, out=out))
    assert_same(lambda np: getattr(np, name)(halves, *args, out))


VALUES = ([], [1], [1e300], [numpy.complex64(1j)], [numpy.nan], numpy.complex64(1), ["a"], None,
          [numpy.complex64(1), "a"], numpy.array([1j]), numpy.array([1e300]), [1.5, 2])


@pytest.mark.parametrize("mode", ["raise", "wrap", "clip", "bad"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i8"])
def test_put_judges_the_places_before_the_values(mode, dtype):
    for size, places, values in itertools.product(
            (0, 3), ([], [0], [7], [1.5], 1, -9, [0, 1, 2, 3]), VALUES):
        def call(np, size=size, places=places, values=values):
            a = np.zeros(size, dtype)
            return np.put(a, places, values, mode), a

        assert_same(call)
        assert_same(lambda np: np.zeros(size, dtype).put(places, values, mode))


@pytest.mark.parametrize("name", ["put", "putmask", "place"])
@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "u1", "?", "c8"])
@pytest.mark.parametrize("values", [
    [numpy.complex64(1), "a"], [1, [2, 3]], [[1], [2, 3]], ["a"], [None], [{}], [2**70], [-1],
    [1e300, "a"], [1e300, len], [300, 1.5], [1j], [1, 1j], range(3), "12", b"12", {1}],
    ids=repr)
def test_values_that_no_array_holds(name, dtype, values):
    mask = [0, 1] if name == "put" else [True, True, False]
    assert_same(lambda np: after(getattr(np, name), np.zeros(3, dtype), mask, values))


@pytest.mark.parametrize("end", [
    numpy.complex64(1), numpy.complex128(2j), numpy.float32(2), numpy.array(2.0),
    numpy.array([2.0]), numpy.array(1j), numpy.longdouble(2), "a", 1j, True, numpy.True_, [1],
    2**70], ids=repr)
def test_ends_of_interpolations(end):
    for values in ([2, 3.0], [2, 3j]):
        assert_same(lambda np: np.interp([-1, 0.5, 7], [0, 1], values, left=end))
        assert_same(lambda np: np.interp([-1, 0.5, 7], [0, 1], values, None, end))


@pytest.mark.parametrize("shape, strides", [
    ((True, 2), (8, 8)), ((2,), (True,)), ((2,), (False,)), ((numpy.True_,), (8,)), ([1.5], [8]),
    ((numpy.uint64(2),), (8,)), ((numpy.array(2),), (8,)), ((2,), (numpy.False_,))], ids=repr)
def test_extents_of_strided_views_are_no_booleans(shape, strides):
    assert_same(lambda np: np.lib.stride_tricks.as_strided(np.arange(6.0), shape, strides))


@pytest.mark.parametrize("name", [
    "equal", "not_equal", "less", "greater_equal", "maximum", "minimum", "logical_and", "copysign",
    "add", "multiply", "isclose", "array_equal"])
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "c8", "c16", "i1", "i4", "i8"])
@pytest.mark.parametrize("length", [3, 20, 300])
def test_signalling_halves_of_a_sort(name, dtype, length):
    halves = numpy.array([0x3C00, 0x7C01] * length, "u2").view("f2")
    assert_same(lambda np: getattr(np, name)(halves, numpy.ones(2 * length, dtype)))


PRODUCTS = {
    "dot": [(CUBE, numpy.ones((4, 5))), (CUBE, numpy.ones((2, 4, 3))), (CUBE, numpy.ones(4)),
            (numpy.ones(4), CUBE.swapaxes(1, 2)), (CUBE[:0], numpy.ones((4, 5)))],
    "inner": [(CUBE, CUBE), (numpy.ones((3, 4)), CUBE), (numpy.ones(4), CUBE), (CUBE[:, :0], CUBE),
              (numpy.ones(4), numpy.ones((3, 4))), (numpy.ones(1), numpy.ones((3, 1))),
              (numpy.zeros(1), numpy.ones((3, 1))), (-numpy.ones(1), numpy.zeros((1, 1)))],
    "tensordot": [(CUBE, CUBE, ([2], [2])), (CUBE, CUBE, 0), (CUBE, CUBE, 3)],
    "matmul": [(CUBE, numpy.ones((4, 5)))],
}  # fmt: skip


@pytest.mark.parametrize("dtype", ["f8", "f4", "c16", "i8", "f2", "?"])
@pytest.mark.parametrize("name", PRODUCTS)
def test_products_own_their_elements(name, dtype):
    for a, b, *rest in PRODUCTS[name]:
        def call(np, a=a.astype(dtype), b=b.astype(dtype), rest=tuple(rest)):
            found = getattr(np, name)(a, b, *rest)
            return found, found.base is None, found.flags.owndata

        assert_same(call)


INTEGERS = (2**64, 2**63, -2**63, -2**64, numpy.False_, numpy.array([0]), 0.0, numpy.int64(0), True)


@pytest.mark.parametrize("number", INTEGERS, ids=repr)
@pytest.mark.parametrize("call", [
    lambda np, n: np.flip(np.arange(3), n), lambda np, n: np.flip(CUBE, n),
    lambda np, n: np.unique([1, 2, 2], axis=n), lambda np, n: np.unique([[1, 2], [1, 2]], axis=n),
    lambda np, n: np.median([1.0, 2], axis=n), lambda np, n: np.tril([1, 2, 3], n),
    lambda np, n: np.triu([1.5, 2], n), lambda np, n: np.mask_indices(3, np.triu, n),
    lambda np, n: np.fromiter([1], float, n), lambda np, n: np.insert([1, 2, 3], -10, n),
    lambda np, n: np.insert([1, 2, 3], [1, -10], n), lambda np, n: np.insert([1, 2, 3], n, 5),
    lambda np, n: np.insert([1, 2, 3], 1, n), lambda np, n: np.insert(CUBE, 9, n, axis=1)])
def test_integers_in_composites(call, number):
    assert_same(lambda np: call(np, number))


@pytest.mark.parametrize("repeats", [(2**33, 2**33), (2**60, 2**60), 2**62, (2**40, 2**40, 1),
                                     (2**48,)])
def test_tiles_that_no_memory_holds(repeats):
    assert_same(lambda np: np.tile(np.ones((2, 2)), repeats))


NOTED = {
    **{name: lambda np, t, name=name: getattr(np, name)(2, dtype=t) for name in (
        "zeros", "ones", "empty", "arange", "eye", "identity", "tri")},
    **{name: lambda np, t, name=name: getattr(np, name)([1, 2], t) for name in (
        "array", "asarray", "asanyarray", "ascontiguousarray", "asfortranarray", "zeros_like",
        "ones_like", "empty_like", "fromiter", "require")},
    "full": lambda np, t: np.full(2, 1, t), "full_like": lambda np, t: np.full_like([1, 2], 1, t),
    "astype": lambda np, t: np.arange(3).astype(t), "view": lambda np, t: np.arange(3).view(t),
    "concatenate": lambda np, t: np.concatenate([[1], [2]], dtype=t),
    "stack": lambda np, t: np.stack([[1], [2]], dtype=t), "indices": lambda np, t: np.indices(
        (2,), dtype=t), "frombuffer": lambda np, t: np.frombuffer(b"12345678", t),
    "one": lambda np, t: np.array(1, t), "large": lambda np, t: np.zeros(100000, t),
    "large cast": lambda np, t: np.zeros(100000).astype(t), "part": lambda np, t: np.zeros(4, t)[
        1:], "transposed": lambda np, t: np.zeros((4, 1), t).T, "sum": lambda np, t: np.sum(
        [[1, 2]], 0, dtype=t), "ufunc": lambda np, t: np.add([1, 2], 1, dtype=t),
    "reshaped": lambda np, t: np.zeros((4, 1), t).reshape(2, 2),
}  # fmt: skip


@pytest.mark.parametrize("name", NOTED)
@pytest.mark.parametrize("base", ["f8", "i8", "i4", "c16", "?"])
def test_new_arrays_keep_the_metadata_of_their_type(name, base):
    if (name, base) in {("view", "c16"), ("frombuffer", "c16")} or (
            base == "?" and name in ("arange", "concatenate", "stack", "ufunc")):
        return  # NumPy refuses those
    noted = numpy.dtype(base, metadata={"a": 1})
    found, wanted = (NOTED[name](np, noted) for np in (numen, numpy))
    assert found.dtype.metadata == wanted.dtype.metadata
    assert type(found) is numen.ndarray and found.shape == wanted.shape
    assert numen.result_type(noted).metadata == {"a": 1}
