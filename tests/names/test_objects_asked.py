"""Objects of users' classes as arguments: they are asked what NumPy asks them, and as often.

An object may give its values only once, count how it is asked, or answer as an array does without
being converted. Composites hand such objects over before anything is asked.
"""

import numpy
import pytest

from .test_found_by_reading import assert_same

LINE = numpy.array([3.0, 1, 2])
SQUARE = numpy.arange(9.0).reshape(3, 3)
VALUES = {"numbers": [3.0, 1.0], "table": [[3.0, 1.0], [2.0, 5.0]], "words": ["b", "a"],
          "objects": [None, 1], "truths": [True, False], "nothing": [], "complex": [1j, 2]}
CALLS = """\
allclose(x, x)
append(x, 1)
apply_along_axis(numpy.sum, 0, x)
argwhere(x)
array_equal(x, x)
array_split(x, 2)
asarray_chkfinite(x, float)
atleast_2d(x)
average(x)
block([x, x])
corrcoef(x)
cov(SQUARE[:, :2], fweights=x)
cov(x)
cross(x, [1, 2, 3])
cumulative_sum(x)
delete(LINE, x)
diag(x)
diag_indices(x)
diagflat(x)
diff(x)
digitize([1.0], x)
ediff1d(x)
einsum("...->...", x)
einsum_path("i", x, 1)
emath.sqrt(x)
expand_dims(x, 0)
fft.fft2(x)
fft.fftshift(x)
fill_diagonal(SQUARE.copy(), x)
flatnonzero(x)
flip(x)
flipud(x)
geomspace(x, 9, 3)
gradient(x)
histogram(LINE, 2, weights=x)
histogram(x)
histogram2d(x, x, 2)
histogram_bin_edges(x)
histogramdd(x, 2)
i0(x)
insert(LINE, 1, x)
interp(x, [1, 2], [3, 4])
intersect1d([1], x)
isin(x, [1])
kron(x, [1, 2])
lib.stride_tricks.sliding_window_view(x, 1)
linalg.diagonal(x)
linalg.matrix_rank(x)
linalg.matrix_transpose(x)
linalg.multi_dot([x, x])
linalg.pinv(x)
linalg.trace(x)
linspace(x, 9, 3)
logspace(x, 1, 3)
matrix_transpose(x)
median(x)
meshgrid(x, [1])
moveaxis(x, 0, -1)
nan_to_num(x)
nanargmax(x)
nanmax(x)
nanmean(x)
nanmedian(x)
nanquantile([1.0, 2], x)
nansum(x)
nanvar(x)
ndim(x)
outer(x, x)
pad(LINE, 1, constant_values=x)
pad(x, 1)
percentile(x, 30)
poly(x)
polyadd(x, [1])
polyder(x)
polydiv(x, [1, 2])
polyval(x, 2)
put_along_axis(SQUARE.copy(), x, 1, 0)
r_[x, 1]
real_if_close(x)
roll(x, 1)
rollaxis(x, 0)
roots(x)
rot90(x)
select([LINE > 1], [LINE], x)
select([x], [x])
setdiff1d([1], x)
setxor1d(x, [1], True)
shape(x)
sinc(x)
size(x)
sort_complex(x)
swapaxes(x, 0, -1)
tensordot(x, x, 0)
tile(x, 2)
trapezoid(x)
tril(x)
trim_zeros(x)
union1d(x, [1])
unique(x)
unique_all(x)
unwrap(x)
vander(x)
vstack([x, x])""".splitlines()


class Drained:
    """Gives its values once; afterwards it is empty."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        values, self.values = self.values, []
        return numpy.array(values)


class Asked:
    """Keeps what its __array__ was called with."""

    def __init__(self, values):
        self.values, self.asked = values, []

    def __array__(self, *args, **kwargs):
        self.asked.append((args, kwargs))
        return numpy.array(self.values)


class Items:
    """A sequence that keeps what was asked of it."""

    def __init__(self, values):
        self.values, self.asked = values, []

    def __len__(self):
        self.asked.append("len")
        return len(self.values)

    def __getitem__(self, key):
        self.asked.append(key)
        return self.values[key]


class Duck:
    """Answers as an array does, in words, and must not be converted."""

    shape, ndim, size, T = (2, 3), 2, 6, "T"

    def __len__(self):
        return 2

    def __getitem__(self, key):
        return "item", str(key)

    def __iter__(self):
        return iter(("first", "second"))

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("was converted")

    def __getattr__(self, name):
        if name.startswith("_") or name in ("dtype", "flags"):
            raise AttributeError(name)
        return lambda *args, **kwargs: (name, repr(args), repr(kwargs))


def calling(text, np, x):
    return eval("np." + text, {**globals(), "np": np, "x": x})  # noqa: S307


def asking(text, np, thing):
    """What a call of an object gives, and what the object was asked."""
    try:
        found = calling(text, np, thing)
    except Exception as error:
        found = type(error).__name__, str(error)
    return found, repr(thing.asked)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("values", VALUES)
def test_an_object_is_asked_once(call, values):
    assert_same(lambda np: calling(call, np, Drained(VALUES[values])))


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("kind", [Asked, Items])
def test_an_object_is_asked_as_numpy_asks(call, kind):
    for values in VALUES.values():
        assert_same(lambda np: asking(call, np, kind(values)))  # noqa: B023


@pytest.mark.parametrize("call", CALLS)
def test_a_duck_is_not_converted(call):
    assert_same(lambda np: calling(call, np, Duck()))
