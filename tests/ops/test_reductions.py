"""Reductions x types x axes x keepdims x layouts: exact where NumPy is exact, else its bound.

A floating sum of n terms may differ from the exact one by n * eps * sum|x| (Higham 2002, 4.2);
the exact sum comes from math.fsum.
"""

import itertools
import math

import numpy
import pytest

import numen
from numen.native import front

from tests.fuzz.tolerance import ANY, SIGN_OF_ZERO, moment, multiplied, total

from .operands import DTYPES, base_values

AXES = (None, 0, 1, -1, (0, 1), (1, 2), (0, 2), (0, 1, 2), ())
LAYOUTS = {
    "contiguous": lambda a: a.copy(),
    "fortran": lambda a: numpy.asfortranarray(a),
    "strided": lambda a: numpy.repeat(a, 2, axis=-1)[..., ::2],
    "reversed": lambda a: a[::-1, :, ::-1].copy()[::-1, :, ::-1],
    "transposed": lambda a: a.transpose(2, 0, 1).copy().transpose(1, 2, 0),
    "broadcast": lambda a: numpy.broadcast_to(a[:, :1], a.shape),
    "empty": lambda a: a[:, :0],
    "byte-swapped": lambda a: a.astype(a.dtype.newbyteorder()),
}
EXACT = ("any", "all", "argmax", "argmin", "count_nonzero")
EXTREMES = ("max", "min", "ptp")
MOMENTS = ("mean", "var", "std")
SUMS = ("sum", "cumsum")
PRODUCTS = ("prod", "cumprod")


def bound_for(name, array):
    """A function from NumPy's result to the Tolerance it allows."""
    if name in EXACT:
        return None
    if name in EXTREMES:
        return lambda result: SIGN_OF_ZERO if array.dtype.kind in "fc" else None
    if name in SUMS:
        # NumPy itself may err by the bound once, we by the bound: hence twice.
        def sums(result):
            limit = total(result, array)
            if not numpy.isfinite(numpy.asarray(result)).all():
                return ANY  # where a partial sum overflows depends on the order
            return limit and limit._replace(absolute=2 * limit.absolute)
        return sums
    if name in PRODUCTS:
        return lambda result: multiplied(result, array)
    return lambda result: moment(result, array) if result.dtype.kind in "fc" else None


def cube(dtype, tame):
    return numpy.resize(base_values(dtype, 2, tame), (3, 4, 5))


@pytest.mark.parametrize("name", EXACT + EXTREMES + MOMENTS + SUMS + PRODUCTS)
def test_axes_and_layouts(name, agreement):
    scan = name in ("cumsum", "cumprod", "argmax", "argmin")
    for dtype in DTYPES:
        for tame in (True, False):
            if not tame and (name in MOMENTS + PRODUCTS or dtype[0] == "c"):
                continue  # overflow on the way: NumPy's own answer depends on its order
            for layout, build in LAYOUTS.items():
                array = build(cube(dtype, tame))
                mine = front.wrap(array)
                bound = bound_for(name, array)
                for axis in AXES:
                    if scan and isinstance(axis, tuple):
                        continue
                    check_call(agreement, name, array, mine, {"axis": axis}, bound,
                               f"{name}({dtype} {layout}, axis={axis})")
                if name not in ("cumsum", "cumprod"):
                    check_call(agreement, name, array, mine, {"axis": 1, "keepdims": True}, bound,
                               f"{name}({dtype} {layout}, keepdims)")


def check_call(agreement, name, array, mine, keywords, bound, label):
    agreement.compare(label, lambda: getattr(numpy, name)(array, **keywords),
                      lambda: getattr(agreement.numen, name)(mine, **keywords), bound)
    if name not in ("ptp", "count_nonzero"):
        agreement.compare(label + " as method", lambda: getattr(array, name)(**keywords),
                          lambda: getattr(mine, name)(**keywords), bound)


@pytest.mark.parametrize("dtype", ["f8", "f4", "f2"])
@pytest.mark.parametrize("length", [1, 7, 8, 9, 127, 128, 129, 1000, 4099, 100_003])
def test_sum_stays_below_its_bound(dtype, length, judge):
    """Alternating magnitudes that cancel: the error against the exact sum."""
    generator = numpy.random.default_rng(length)
    values = (generator.standard_normal(length) * 10.0 ** generator.integers(-3, 3, length)
              ).astype(dtype)
    if dtype == "f2":
        values = (values / 64).astype(dtype)
    exact = math.fsum(values.tolist())
    magnitude = math.fsum(abs(values).tolist())
    allowed = length * float(numpy.finfo(dtype).eps) / 2 * magnitude + \
        abs(exact) * float(numpy.finfo(dtype).eps)
    mine = front.wrap(values)
    assert abs(float(mine.sum()) - exact) <= allowed
    assert abs(float(judge.numen.add.reduce(mine)) - exact) <= allowed
    # Pairwise summation is what NumPy does: its error grows with log2 n, not with n.
    pairwise = (math.log2(length + 1) + 130 if length < 8 else math.log2(length) + 24)
    assert abs(float(mine.sum()) - exact) <= \
        pairwise * float(numpy.finfo(dtype).eps) * magnitude + 1e-300


@pytest.mark.parametrize("name", ["sum", "prod", "mean", "cumsum", "cumprod", "var", "std"])
def test_dtype_argument(name, agreement):
    for dtype in DTYPES:
        array = cube(dtype, True)[0]
        mine = front.wrap(array)
        for target in ("f8", "f4", "i8", "i4", "u1", "c16", "f2"):
            if numpy.dtype(dtype).kind in "fc" and target[0] in "iu":
                continue  # out-of-range conversions are undefined
            bound = bound_for(name, array.astype(target) if target != "u1" else array)
            check_call(agreement, name, array, mine, {"dtype": target, "axis": 0},
                       lambda result: bound(result) if bound else None,
                       f"{name}({dtype}, dtype={target})")


@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "any", "all"])
def test_initial_where_and_out(name, agreement):
    ours = agreement.numen
    for dtype in ("f8", "f4", "i8", "u1", "?", "c16"):
        array, mask = cube(dtype, True), numpy.resize(base_values("?", 3), (3, 4, 5))
        mine = ours.asarray(array)
        bound = bound_for(name, array)
        calls = [{"where": mask}, {"axis": 1, "where": mask}]
        if name in ("sum", "prod", "max", "min"):
            calls += [{"initial": 3}, {"initial": 3, "where": mask, "axis": 0}]
        for keywords in calls:
            agreement.compare(f"{name}({dtype}, {sorted(keywords)})",
                              lambda: getattr(numpy, name)(array, **keywords),
                              lambda: getattr(ours, name)(mine, **keywords), bound)
        for target in ("f8", "i8", "c16", "?"):
            one, other = numpy.zeros((3, 5), target), ours.zeros((3, 5), target)
            agreement.compare(f"{name}({dtype}, out={target})",
                              lambda: (getattr(numpy, name)(array, axis=1, out=one) is one, one),
                              lambda: (getattr(ours, name)(mine, axis=1, out=other) is other,
                                       other), bound)


@pytest.mark.parametrize("name", EXACT + EXTREMES + MOMENTS + SUMS + PRODUCTS)
def test_nothing_to_reduce(name, agreement):
    """Zero-size axes: identities, or NumPy's error."""
    for dtype in ("f8", "i8", "?", "c8"):
        for shape in ((0,), (0, 3), (3, 0), (2, 0, 3)):
            array, mine = numpy.zeros(shape, dtype), agreement.numen.zeros(shape, dtype)
            for axis in (None, 0, -1):
                check_call(agreement, name, array, mine, {"axis": axis}, None,
                           f"{name}({dtype}{shape}, axis={axis})")


@pytest.mark.parametrize("name", EXACT + EXTREMES + MOMENTS + SUMS + PRODUCTS)
def test_wrong_arguments(name, agreement):
    array, mine = numpy.ones((2, 3)), agreement.numen.ones((2, 3))
    for keywords in ({"axis": 2}, {"axis": -3}, {"axis": (0, 0)}, {"axis": 1.0}, {"axis": "a"},
                     {"nonsense": 1}, {"out": 3}, {"keepdims": "x"} if name == "sum" else {}):
        agreement.compare(f"{name}({keywords})", lambda: getattr(numpy, name)(array, **keywords),
                          lambda: getattr(agreement.numen, name)(mine, **keywords))


def test_extremes_of_special_values(agreement):
    for dtype in ("f8", "f4", "f2", "c16"):
        values = base_values(dtype, 11)
        for part in (values, values[values == values]):
            mine = front.wrap(part)
            for name in ("max", "min", "argmax", "argmin", "any", "all", "sum"):
                bound = (lambda result: ANY) if name == "sum" and dtype[0] == "c" else \
                    bound_for(name, part)
                check_call(agreement, name, part, mine, {}, bound, f"{name} of special {dtype}")


COMPLEX_SPECIALS = [complex(numpy.inf, 0), complex(numpy.nan, 1), complex(2, numpy.nan),
                    complex(numpy.inf, numpy.inf), 1 + 2j]


@pytest.mark.parametrize("name", ("max", "min", "prod", "ptp"))
@pytest.mark.parametrize("dtype", ("complex64", "complex128"))
def test_complex_specials(name, dtype, agreement):
    """The first NaN is the extremum; a product starts from one."""
    generator = numpy.random.default_rng(4)
    for shape in ((1,), (2,), (5,), (7, 6), (300,), (40, 50)):
        array = generator.choice(numpy.array(COMPLEX_SPECIALS, dtype), shape)
        mine = front.wrap(array)
        for back in (slice(None), slice(None, None, -1)):
            for axis in (None, 0, -1):
                check_call(agreement, name, array[back], mine[back], {"axis": axis}, None,
                           f"{name}{shape}")


@pytest.mark.parametrize("dtype", ["f8", "f4"])
@pytest.mark.parametrize("size", [7, 63, 64, 65, 128, 129, 257, 1000, 2049, 17000])
def test_extremes_of_long_rows(size, dtype):
    """Ties, infinities and NaN anywhere in a row that vectors walk over."""
    generator = numpy.random.default_rng(size)
    for case in range(12):
        values = generator.integers(-5, 5, size).astype(dtype)
        for special in (numpy.inf, -numpy.inf, numpy.nan)[:case % 4]:
            values[generator.integers(0, size, case % 3 + 1)] = special
        ours = front.wrap(values)
        for name in ("max", "min", "argmax", "argmin", "nanmax", "nanmin"):
            wanted, given = getattr(numpy, name)(values), getattr(numen, name)(ours)
            numpy.testing.assert_array_equal(given, wanted)
        numpy.testing.assert_array_equal(numen.fmax.reduce(ours), numpy.fmax.reduce(values))
        numpy.testing.assert_array_equal(numen.max(ours[::-1]), numpy.max(values[::-1]))


@pytest.mark.parametrize("dtype", ["f8", "f4", "i4"])
@pytest.mark.parametrize("rows", [1, 3, 4, 5, 9, 300])
def test_positions_in_short_rows_and_columns(rows, dtype):
    """Ties, infinities and NaN in rows and columns that are searched four at a time."""
    generator = numpy.random.default_rng(rows)
    for columns in (1, 2, 3, 4, 5, 9, 10, 31, 32, 33, 100):
        for case in range(4):
            values = generator.integers(-5, 5, (rows, columns)).astype(dtype)
            for special in (-0.0, -numpy.inf, numpy.nan)[:case if dtype[0] == "f" else 0]:
                values[generator.random(values.shape) < 0.1] = special
            for array in (values, values[::-1], values[:, ::-1], numpy.repeat(values, 2, 1)[:, ::2],
                          values.T, numpy.stack([values, -values])):
                ours = front.wrap(array)
                for axis in range(array.ndim):
                    for name in ("argmax", "argmin"):
                        numpy.testing.assert_array_equal(
                            getattr(numen, name)(ours, axis), getattr(numpy, name)(array, axis))


@pytest.mark.parametrize("extra", [{}, {"initial": 2}, {"initial": 1, "where": True}])
@pytest.mark.parametrize("nd", [1, 2, 3])
def test_kept_axes_have_numpys_strides(nd, extra):
    for shape in itertools.product((1, 3, 130), repeat=nd):
        for turn in itertools.permutations(range(nd)):
            array = numpy.ones(shape, "u4").transpose(turn)
            ours = front.wrap(array)
            for kept in range(nd + 1):
                for axis in itertools.combinations(range(nd), kept):
                    for name in ("sum", "prod", "min", "max"):
                        wanted = getattr(numpy, name)(array, axis=axis, keepdims=True, **extra)
                        given = getattr(numen, name)(ours, axis=axis, keepdims=True, **extra)
                        assert given.strides == wanted.strides, (shape, turn, axis, name)
                        numpy.testing.assert_array_equal(given, wanted)
