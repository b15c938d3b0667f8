"""What NumPy refuses to write: lists that are nested too deep, arrays that become read-only
while the call reads its arguments, negative powers of integers."""

import numpy
import pytest

import numen

LISTS = ["[1, 2]", "[[1, 2]]", "[[[1, 2]]]", "((1, 2),)", "[(1, 2)]", "[np.array([1, 2])]",
         "[np.array([[1, 2]])]", "(np.array([[1, 2]]),)", "[[[3]]]", "[[3]]", "[3]", "[[]]", "[]",
         "[[True, False]]", "[[1.5, 2]]", "[[1j, 2]]", "[[1], [2]]", "[[[1, 2]], [[3, 4]]]",
         "[[1, 2], [3]]", "[[np.float64(2)] * 2]", "[['a', 'b']]", "np.array([[1, 2]])",
         "np.array([[[3]]])", "range(2)", "[range(2)]"]
ACTS = ["a[:] = {}", "a[...] = {}", "a[0:1] = {}", "a[::-1] = {}", "a[0] = {}", "a[0, ...] = {}",
        "a[None] = {}", "a[[0, 1]] = {}", "a[np.arange(2)] = {}", "a[a == 0] = {}", "a[()] = {}",
        "a[0:1, 0:2] = {}", "a.real = {}", "a.imag = {}", "a.setfield({}, a.dtype)",
        "a.flat = {}", "a.flat[:] = {}", "np.copyto(a, {})", "a.put([0, 1], {})", "a.fill({})",
        "np.putmask(a, a == 0, {})", "a.T[...] = {}"]
SHAPES = [(2,), (2, 2), (1, 2), (3, 2), (1,), (0,), ()]


def outcome(np, act, **names):
    """The arrays afterwards, and the error."""
    error = None
    try:
        exec(act, {"np": np, **names})
    except Exception as met:
        error = f"{type(met).__name__}: {met}"
    return {name: getattr(value, "tolist", lambda: None)() for name, value in names.items()}, error


@pytest.mark.parametrize("dtype", ["f8", "i8", "c16", "i4", "?"])
@pytest.mark.parametrize("act", ACTS)
def test_lists_are_as_deep_as_what_they_are_written_to(act, dtype):
    for shape in SHAPES:
        for values in LISTS:
            found, wanted = (outcome(np, act.format(values), a=np.zeros(shape, dtype))
                             for np in (numen, numpy))
            assert repr(found) == repr(wanted), (act, shape, values)


@pytest.mark.parametrize("key", [":", "...", "::2"])
def test_long_lists_too(key):
    a = numen.zeros(40000)
    with pytest.raises(ValueError, match="exceed the maximum number of dimension of 1"):
        exec(f"a[{key}] = values", {"a": a, "values": [[1.0] * len(eval(f"a[{key}]", {"a": a}))]})
    assert not a.any()


class Clearing:
    """Each of its values is read after the array has been made read-only."""

    def __init__(self, target, values):
        self.target, self.values = target, values

    def read(self, *_, **__):
        self.target.flags.writeable = False
        return self.values

    __array__ = read

    def __index__(self):
        return int(self.read() is None)

    def __float__(self):
        return float(self.read()[0])


KEYS = ["...", "(...,)", "np.array([True] * 3)", "[True] * 3", ":", "0:3", "[0, 1, 2]", "::-1",
        "None, :", "np.arange(3)"]
CLEARED = [*(f"x[{key}] = v" for key in KEYS), *(f"x[{key}] = n" for key in KEYS),
           "x.sort(n)", "x.sort(axis=n)", "x.partition(1, axis=n)", "x.fill(n)", "x.put([0], v)",
           "x.real = v", "x.flat = v", "x.flat[:] = v", "x.setfield(v, x.dtype)",
           "np.copyto(x, v)", "np.putmask(x, [True] * 3, v)", "x += v", "np.add(v, 1, out=x)",
           "np.negative(v, x)", "np.ones((2, 3)).sum(axis=n, out=x)"]


class Number(Clearing):
    __array__ = None

    def __repr__(self):
        return "n"


@pytest.mark.parametrize("make", ["np.array([3., 1, 2])", "np.array([3, 1, 2])",
                                  "np.array([3, 1, 2], '>f4')", "np.array([3., 1, 2, 4])[:3]",
                                  "np.array(['c', 'a', 'b'], object)"])
@pytest.mark.parametrize("act", CLEARED)
def test_an_array_that_becomes_read_only_is_not_written(act, make):
    kept = []
    for np in numen, numpy:
        x = eval(make, {"np": np})
        v = Clearing(x, np.array([7.0, 7, 7]))
        n = Number(x, [7.0])
        kept.append(outcome(np, act, x=x, v=v, n=n))
        if "object" in make and "= n" in act:
            kept[-1] = kept[-1][1]  # the objects themselves
    assert repr(kept[0]) == repr(kept[1])


@pytest.mark.parametrize("act", ["x.sort(axis=n)", "x.partition(1, axis=n)", "x[...] = v"])
def test_long_arrays_too(act):
    x = numen.arange(50000.0)[::-1]
    kept = x.copy()
    with pytest.raises(ValueError, match="read-only"):
        exec(act, {"x": x, "n": Number(x, [7.0]), "v": Clearing(x, kept[::-1])})
    assert (x == kept).all()


@pytest.mark.parametrize("places", ["[1, 2]", "[0, 0]", "1", "slice(0, 2)", "...", "[-1, 7]",
                                    "[True, True, False, True]"])
@pytest.mark.parametrize("exponents", ["-2", "[-2, 1]", "[1, -2]", "np.array([2, -1], 'i1')", "2",
                                       "-2.", "np.array(-1)", "np.uint8(3)", "[1, 2]", "True"])
@pytest.mark.parametrize("dtype", ["i8", "f8", "u8"])
def test_powers_at_places_stop_at_the_first_that_is_negative(dtype, exponents, places):
    found, wanted = (outcome(np, f"np.power.at(d, {places}, {exponents})",
                             d=np.array([1, 2, 3, -1]).astype(dtype)) for np in (numen, numpy))
    assert repr(found) == repr(wanted)
