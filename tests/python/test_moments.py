"""Full reductions of one array share what they found, until somebody writes."""

import ctypes
import itertools
import warnings
from fractions import Fraction

import numpy
import pytest

import numen
from numen.native import front

from .recorded import recording  # noqa: F401

NAMES = ("sum", "mean", "std", "var", "min", "max")
SIZES = (40_000, 70_001, 1 << 20)  # one piece, several, beyond a processor's own caches


def overwrite(x):
    """Writes zeros where the array's elements lie, as nobody may."""
    data = ctypes.c_void_p.from_address(id(x) + 2 * ctypes.sizeof(ctypes.c_void_p)).value
    ctypes.memset(data, 0, x.nbytes)


def values_of(dtype, size, seed=1):
    return (numpy.random.default_rng(seed).random(size) * 3 - 1).astype(dtype)


def alone(name, values):
    return getattr(numen.array(values), name)()


def test_elements_of_another_type_at_the_same_place_are_others():
    x = numen.arange(80_000) / 4.0  # whose halves are no NaNs
    whole = x.view("f4")[:80_000]
    for name in NAMES:
        assert getattr(x, name)() == alone(name, numpy.array(x))
        assert getattr(whole, name)() == alone(name, whole.copy())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_each_has_the_bits_that_it_has_alone(dtype, size):
    values = values_of(dtype, size)
    wanted = {name: alone(name, values) for name in NAMES}
    exposed = front.expose(numen.array(values))
    for name in NAMES:
        assert getattr(exposed, name)().tobytes() == wanted[name].tobytes()
        assert getattr(exposed + 0, name)().tobytes() == wanted[name].tobytes()
    for order in itertools.permutations(NAMES, 3):
        x = numen.array(values)
        for name in order:
            given = getattr(x, name)()
            assert type(given) is type(wanted[name]) and given.tobytes() == wanted[name].tobytes()


WRITES = {
    "an element": lambda np, x: x.__setitem__(3, 1e9),
    "a slice": lambda np, x: x.__setitem__(slice(5, 9), 1e9),
    "through a view": lambda np, x: x[::2].__setitem__(7, 1e9),
    "a mask": lambda np, x: x.__setitem__(x > 1, 1e9),
    "positions": lambda np, x: x.__setitem__([1, 5], 1e9),
    "in place": lambda np, x: x.__iadd__(1),
    "out=": lambda np, x: np.multiply(x, 3, out=x),
    "a reduction's out=": lambda np, x: np.sum(x.reshape(2, -1), axis=0, out=x[:x.size // 2]),
    "fill": lambda np, x: x.fill(2),
    "put": lambda np, x: x.put(3, 1e9),
    "copyto": lambda np, x: np.copyto(x, 5),
    "sort": lambda np, x: (x.sort(), x.__setitem__(0, 1e9)),
    "at": lambda np, x: np.add.at(x, [2, 2], 1e9),
    "another type": lambda np, x: x.view("u4").__setitem__(slice(0, 4), 0),
    "bytes": lambda np, x: memoryview(x).cast("B").__setitem__(3, 0x47),
    "recorded": lambda np, x: x.__setitem__(slice(None), x * 2 + 1),
}


@pytest.mark.parametrize("name", WRITES)
def test_a_write_is_seen(name):
    values = values_of("f4", 1 << 20)
    x = numen.array(values)
    before = [x.mean(), x.std(), x.max()]
    WRITES[name](numpy, values)
    WRITES[name](numen, x)
    assert [x.std(), x.mean(), x.max()] == [alone(name, values) for name in ("std", "mean", "max")]
    assert [x.mean(), x.std(), x.max()] != before


def test_what_is_found_while_a_write_is_under_way_is_forgotten(monkeypatch):
    seen = []
    x = numen.ones(1 << 20, dtype="f4")
    nans = numen.log(numen.full(1 << 20, -1.0))  # warns when it is computed, in the call below
    with warnings.catch_warnings():
        monkeypatch.setattr(warnings, "showwarning", lambda *told: seen.append(x.mean()))
        warnings.simplefilter("always")
        numen.add(nans, 1, out=x)
    assert seen == [1] and numpy.isnan(x.mean())


@pytest.mark.parametrize("view", [lambda x: x[::2], lambda x: x[:x.size // 2],
                                  lambda x: x[x.size // 2:], lambda x: x[::-1],
                                  lambda x: x.view("f8"), lambda x: x.reshape(4, -1)[1:3]],
                         ids=["step", "first half", "second half", "reversed", "type", "rows"])
def test_what_is_known_of_a_view_is_not_known_of_the_whole(view):
    values = values_of("f4", 1 << 21)
    x = numen.array(values)
    v = view(x)
    for name in ("mean", "std", "min"):
        assert getattr(v, name)() == alone(name, view(values).copy())
        assert getattr(x, name)() == alone(name, values)
        assert getattr(v, name)() == alone(name, view(values).copy())


def test_two_halves_are_two_views():
    x = numen.array(values_of("f4", 1 << 21))
    halves = x[:1 << 20], x[1 << 20:]
    assert [h.mean() for h in halves] == [alone("mean", numpy.asarray(h.copy())) for h in halves]


def test_arguments_pass_the_memory_by():
    values = values_of("f4", 1 << 20)
    x = numen.array(values)
    x.std(), x.mean()
    assert x.std(ddof=1) == pytest.approx(values.astype("f8").std(ddof=1), rel=1e-6)
    assert x.mean(dtype="f8") == pytest.approx(values.mean(dtype="f8"), rel=1e-14)
    assert x.sum(keepdims=True).shape == (1,) and x.std(ddof=1) > x.std()


SPECIAL = {
    "NaN": lambda v: v.__setitem__(17, numpy.nan),
    "infinite": lambda v: v.__setitem__(v.size - 3, numpy.inf),
    "both infinities": lambda v: v.__setitem__(slice(60_000, 60_002), [numpy.inf, -numpy.inf]),
    "too large to add": lambda v: v.__setitem__(slice(None, None, 2), numpy.finfo(v.dtype).max),
    "first is infinite": lambda v: v.__setitem__(0, -numpy.inf),
    "negative zeros": lambda v: v.fill(-0.0),
    "one value": lambda v: v.fill(0.1),
    "subnormal": lambda v: v.fill(numpy.finfo(v.dtype).smallest_subnormal),
}


def heard(x, name):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = getattr(x, name)()
    return value, [str(w.message) for w in caught]


@pytest.mark.parametrize("name", SPECIAL)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_special_numbers_and_warnings(dtype, name):
    values = values_of(dtype, 1 << 20)
    SPECIAL[name](values)
    x = numen.array(values)
    for each in NAMES * 2:  # the second time as the first: warnings are each call's own
        given, told = heard(x, each)
        by_itself, told_by_itself = heard(numen.array(values), each)
        assert given.tobytes() == by_itself.tobytes() and told == told_by_itself, each
        wanted, told_by_numpy = heard(values, each)
        if name != "too large to add" or each in ("min", "max"):  # ours may not overflow
            assert told == told_by_numpy, each
            numpy.testing.assert_allclose(given, wanted, rtol=1e-5 if dtype == "f4" else 1e-12,
                                          atol=1e-7 if dtype == "f4" else 1e-15)


EXTREMA = {
    "both zeros are least": lambda v: v.__setitem__(slice(5, 9), [0.0, -0.0, 0.0, -0.0]),
    "-0 is least": lambda v: v.__setitem__(v.size - 7, -0.0),
    "zero is least": lambda v: v.__setitem__(70_000, 0.0),
    "both zeros are largest": lambda v: (numpy.negative(v, out=v),
                                         v.__setitem__(slice(64, 66), [-0.0, 0.0])),
    "NaN": lambda v: v.__setitem__(v.size // 2, numpy.nan),
    "a NaN is last": lambda v: v.__setitem__(-1, -numpy.nan),
    "infinite": lambda v: v.__setitem__(slice(9, 11), [numpy.inf, -numpy.inf]),
    "a negative one at the end": lambda v: v.__setitem__(-1, -3),
}


@pytest.mark.parametrize("size", [1 << 20, (1 << 20) + 7])
@pytest.mark.parametrize("name", EXTREMA)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_extrema_that_come_with_squares_have_the_bits_of_those_looked_for(dtype, name, size):
    values = values_of(dtype, size) + numpy.array(2, dtype)
    EXTREMA[name](values)
    exposed = front.expose(numen.array(values))  # nothing is remembered of it
    for first, second in itertools.permutations(("std", "min", "max"), 2):
        x = numen.array(values)
        for each in (first, second):
            given, told = heard(x, each)
            wanted, told_by_itself = heard(exposed, each)
            assert given.tobytes() == wanted.tobytes() and told == told_by_itself, each
            if each != "std":
                numpy.testing.assert_array_equal(given, getattr(values, each)())


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_which_of_two_zeros_is_the_extremum_does_not_depend_on_what_is_known(dtype, seed):
    signs = numpy.random.default_rng(seed).choice([-1, 1], 1 << 18)
    values = numpy.copysign(numpy.zeros(signs.size, dtype), signs)
    exposed, x = front.expose(numen.array(values)), numen.array(values)
    x.std()
    assert [numpy.signbit(each) for each in (x.min(), x.max())] == [
        numpy.signbit(each) for each in (exposed.min(), exposed.max())]


def test_values_that_raise_flags_are_looked_at_once_more_and_not_again_and_again():
    values = values_of("f8", 1 << 22)
    values[3:5] = numpy.inf, -numpy.inf
    x = numen.array(values)
    with numpy.errstate(all="ignore"):
        assert numpy.isnan(x.sum()) and x.max() == numpy.inf
        assert numpy.isnan(x.std()) and x.min() == -numpy.inf
    overwrite(x)
    assert (x.min(), x.max()) == (-numpy.inf, numpy.inf)


HARD = {
    "plain": lambda rng, n: rng.random(n),
    "far from zero": lambda rng, n: rng.standard_normal(n) + 1e6,
    "a slope": lambda rng, n: numpy.linspace(1, 2, n),
    "outliers first": lambda rng, n: numpy.where(numpy.arange(n) < 100, 1e6, rng.random(n)),
    "first is far off": lambda rng, n: numpy.where(numpy.arange(n) < 1, 1e9, rng.random(n)),
    "a step": lambda rng, n: numpy.where(numpy.arange(n) < n // 2, 1, 1e3) + rng.random(n),
    "many sizes": lambda rng, n: numpy.exp(rng.standard_normal(n) * 8),
}


def exact_variance(values):
    """Of floating-point numbers, which are fractions."""
    numbers = [Fraction(float(v)) for v in values]
    mean = sum(numbers) / len(numbers)
    return sum((v - mean) ** 2 for v in numbers) / len(numbers)


@pytest.mark.parametrize("name", HARD)
@pytest.mark.parametrize("dtype", ["f4", "f8"])
@pytest.mark.parametrize("size", [33_000, 100_000])
def test_variances_are_as_accurate_as_numpys(dtype, size, name):
    values = HARD[name](numpy.random.default_rng(3), size).astype(dtype)
    exact = exact_variance(values)
    x = numen.array(values)
    x.mean()

    def error(value):
        return float(abs(Fraction(float(value)) - exact) / exact)

    # As for NumPy's pairwise sums: 16 additions in a row, then halves; and the result is rounded.
    bound = (16 + numpy.log2(size)) * 2.0**-53 + float(numpy.finfo(dtype).eps) / 2
    assert error(x.var()) <= bound
