"""Widths of a histogram's bins, estimated from its data: the names that `bins` may be."""

import numpy

from ..native import front
from .registry import own


def _extent(x):
    """max - min; of signed integers as an unsigned one, which holds it."""
    low, high = x.min(), x.max()
    if x.dtype.kind == "i":
        return numpy.dtype(f"u{x.dtype.itemsize}").type(int(high) - int(low))
    return high - low


def _square_root(x, _):
    return _extent(x) / own.sqrt(x.size)


def _sturges(x, _):
    return _extent(x) / (own.log2(x.size) + 1.0)


def _rice(x, _):
    return _extent(x) / (2.0 * x.size ** (1.0 / 3))


def _scott(x, _):
    return (24.0 * numpy.pi**0.5 / x.size) ** (1.0 / 3.0) * x.std()


def _stone(x, outer):
    """The number of bins with the least estimated squared error."""
    n, extent = x.size, _extent(x)
    if n <= 1 or extent == 0:
        return 0

    def error(bins):
        share = own.histogram._composed(x, bins, outer)[0] / n
        return (2 - (n + 1) * own.dot(share, share)) / (extent / bins)

    most = max(100, int(own.sqrt(n)))
    bins = min(range(1, most + 1), key=error)
    if bins == most:
        front.warn("The number of bins estimated may be suboptimal.", RuntimeWarning)
    return extent / bins


def _doane(x, _):
    if x.size <= 2:
        return 0.0
    error = own.sqrt(6.0 * (x.size - 2) / ((x.size + 1.0) * (x.size + 3)))
    deviation = x.std()
    if not deviation > 0.0:
        return 0.0
    skewness = own.power(own.true_divide(x - x.mean(), deviation), 3).mean()
    return _extent(x) / (
        1.0 + own.log2(x.size) + own.log2(1.0 + own.absolute(skewness) / error)
    )


def _freedman_diaconis(x, _):
    upper, lower = own.percentile._composed(x, [75, 25])
    return 2.0 * (upper - lower) * x.size ** (-1.0 / 3.0)


def _automatic(x, outer):
    """Freedman's and Diaconis' width, no less than half that of the root, or Sturges'."""
    width = max(_freedman_diaconis(x, outer), _square_root(x, outer) / 2)
    return min(width, _sturges(x, outer))


widths = {
    "stone": _stone, "auto": _automatic, "doane": _doane, "fd": _freedman_diaconis,
    "rice": _rice, "scott": _scott, "sqrt": _square_root, "sturges": _sturges,
}  # fmt: skip
