"""Other libraries' ufuncs read managed arrays and give such; who keeps one exposes it."""

import warnings

import numpy
import pytest
from scipy import special

import numen
from numen.native import front

from .recorded import SIZE, numbers, recording, states  # noqa: F401


def pair():
    """The same numbers as a pending array and as NumPy's."""
    plain = numpy.linspace(-3, 3, SIZE)
    return numen.array(plain) * 2, plain * 2


def same(mine, wanted):
    """Type, layout and every bit."""
    assert (mine.dtype, mine.shape, mine.strides) == (wanted.dtype, wanted.shape, wanted.strides)
    assert numpy.array(mine).tobytes() == numpy.array(wanted).tobytes()


@pytest.mark.parametrize("call", [
    special.ndtr, special.expit, lambda x: special.xlogy(2.0, x), lambda x: special.erf(x[::2]),
    lambda x: special.ndtr(x.reshape(2, -1).T), lambda x: special.hyp2f1(1, 2, 3, x / 10),
    lambda x: special.gammainc(abs(x[:, None][:, [0, 0]]), [1.0, 2.0]),
    lambda x: special.jv(1, x.astype("f4"))])
def test_both_stay_managed(recording, call):
    x, plain = pair()
    result = call(x)
    assert front.state(result) == "host" and front.state(x) in ("host", "pending")
    same(result, call(plain))


def test_each_of_several_results_is_managed(recording):
    x, plain = pair()
    for mine, wanted in zip(special.sici(x), special.sici(plain), strict=True):
        assert front.state(mine) == "host"
        same(mine, wanted)


def test_what_follows_is_recorded(recording):
    x, plain = pair()
    y = special.ndtr(x) * x + 1
    assert front.state(y) == "pending"
    same(y, special.ndtr(plain) * plain + 1)


def test_objects_are_numpys(recording):
    x, plain = pair()
    doubled = numpy.frompyfunc(lambda value: value * 2, 1, 1)(x)
    assert type(doubled) is numpy.ndarray and doubled.dtype == object
    assert front.state(x) == "host" and (doubled == plain * 2).all()


class Keeps(numpy.ndarray):
    """Keeps what it is asked to compute with."""

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        self.kept = inputs
        return "kept"


def test_an_array_that_is_kept_becomes_exposed(recording):
    x, plain = pair()
    keeps = numpy.zeros(SIZE).view(Keeps)
    assert special.xlogy(x, keeps) == "kept"
    assert front.state(x) == "exposed"
    x += 1
    assert numpy.array_equal(keeps.kept[0], plain + 1)
    keeps.kept[0][0] = 7
    assert x[0] == 7


RESULTS = {
    "itself": lambda first: first, "a view": lambda first: first[1:],
    "a view of another type": lambda first: first.view("i8"),
    "what may not be written": lambda first: numpy.broadcast_to(first[:3], (2, 3)),
    "in a tuple": lambda first: (first[::2],), "in a list": lambda first: [first.reshape(-1, 1)],
    "in a dict": lambda first: {"first": first[1:]},
}


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("ufunc", [special.xlogy, numpy.frompyfunc(max, 2, 1), numpy.add])
def test_what_another_returns_of_an_array_is_numpys(recording, name, ufunc):
    class Other:
        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            return RESULTS[name](inputs[0])

    def described(x):
        base = x
        result = ufunc(x, Other())
        while not isinstance(result, numpy.ndarray):
            result = next(iter(result.values() if isinstance(result, dict) else result))
        writes = result.flags.writeable
        if writes:
            result[...] = 7
        x[2] = 5.0
        return (result is base, result.base is base, writes, result.shape, result.tolist(),
                x.tolist())

    x, plain = pair()
    assert described(x) == described(plain)


def test_views_and_memory_of_it_count(recording):
    class KeepsMemory(Keeps):
        def __array_ufunc__(self, ufunc, method, *inputs, **options):
            self.kept = memoryview(inputs[0][1:])
            return "kept"

    x, _ = pair()
    keeps = numpy.zeros(SIZE).view(KeepsMemory)
    assert special.xlogy(x, keeps) == "kept"
    x[1] = 5
    assert front.state(x) == "exposed" and keeps.kept[0] == 5


def test_an_output_is_written(recording):
    x, plain = pair()
    out = numen.zeros(SIZE)
    assert special.ndtr(x, out=out) is out
    same(out, special.ndtr(plain))


def test_errors_and_warnings_are_the_librarys(recording):
    x, _ = pair()
    with pytest.raises(TypeError, match="takes from 1 to 2 positional arguments"):
        special.ndtr(x, x, x)
    with pytest.raises(ValueError, match="could not be broadcast"):
        special.xlogy(x, x[:7])
    with special.errstate(all="raise"), pytest.raises(special.SpecialFunctionError):
        special.gammaln(x * 0 - 1)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        numpy.frompyfunc(lambda value: warnings.warn("twice"), 1, 1)(x[:5] * 1)
    assert {str(warning.message) for warning in said} == {"twice"}
    assert front.state(x) in ("host", "pending")
