"""Histograms of one and more dimensions, and their edges."""

import math
import operator

import numpy

from ..native import front
from .bin_widths import widths
from .registry import Handover, composite, is_array, is_list, ours, own, plain

_block = 65536  # NumPy sorts and adds so many elements at a time
_exact = 2**53  # integers up to here are the same in float64
_plain = frozenset((int, float, numpy.float64, numpy.int64))
_float64, _float32 = numpy.dtype(numpy.float64), numpy.dtype(numpy.float32)


def _outer_edges(a, given):
    """The first and the last edge: those of the given range, else the extremes."""
    if given is not None:
        first, last = given
        if type(first) not in _plain or type(last) not in _plain or first > last:
            raise Handover
    elif a.size == 0:
        first, last = 0, 1
    else:
        first, last = a.min(), a.max()
    if not (math.isfinite(first) and math.isfinite(last)):
        raise Handover
    return (first - 0.5, last + 0.5) if first == last else (first, last)


def _width(first, last):
    """last - first, of integers without overflow."""
    if isinstance(first, (int, numpy.integer)) and isinstance(last, (int, numpy.integer)):
        return int(last) - int(first)
    return last - first


def _count(a, bins, given):
    """The number of bins of equal width, with their outer edges; None for explicit edges."""
    if isinstance(bins, str):
        if bins not in widths:
            raise Handover
        first, last = _outer_edges(a, given)
        if given is not None:
            inside = own.logical_and(a >= first, a <= last)
            if not inside.all():
                a = a[inside]
        if a.size == 0:
            return first, last, 1
        width = widths[bins](a, (first, last))
        if width and a.dtype.kind in "iu" and width < 1:
            width = 1
        count = own.ceil(_width(first, last) / width) if width else 1
        if not 1 <= count < math.inf:
            raise Handover
        return first, last, int(count)
    if type(bins) is not int:
        if own.ndim(bins):
            return None
        if not isinstance(bins, (int, numpy.integer)):
            raise Handover
        bins = operator.index(bins)
    if bins < 1:
        raise Handover
    return *_outer_edges(a, given), bins


def _equal_edges(a, first, last, count):
    dtype = numpy.result_type(first, last, a.dtype)
    if dtype.kind in "iu":
        dtype = _float64
    edges = own.linspace._composed(first, last, count + 1, dtype=dtype)
    if own.any(edges[:-1] >= edges[1:]):
        raise Handover
    return edges


def _given_edges(bins):
    edges = ours(bins)
    if edges.ndim != 1 or edges.dtype.kind not in "biuf" or own.any(edges[:-1] > edges[1:]):
        raise Handover
    return edges


def _data(a, weights):
    a = ours(a)
    if a.dtype.kind not in "iuf":
        raise Handover
    if weights is None:
        return a.ravel(), None
    weights = ours(weights)
    if weights.shape != a.shape or weights.dtype.kind not in "iufc":
        raise Handover
    return a.ravel(), weights.ravel()


@composite("histogram_bin_edges")
def histogram_bin_edges(a, bins=10, range=None, weights=None):
    a, weights = _data(a, weights)
    if weights is not None and isinstance(bins, str):
        raise Handover
    uniform = _count(a, bins, range)
    return _given_edges(bins) if uniform is None else _equal_edges(a, *uniform)


@composite("histogram")
def histogram(a, bins=10, range=None, density=None, weights=None):
    a, weights = _data(a, weights)
    if weights is not None and isinstance(bins, str):
        raise Handover
    uniform = _count(a, bins, range)
    if uniform is None:
        edges = _given_edges(bins)
        found = _by_sorting(a, edges, weights)
    else:
        edges = _equal_edges(a, *uniform)
        found = _in_equal_bins(a, edges, uniform, range is not None or not a.size, weights)
    if density:
        return found / own.diff(edges).astype(numpy.float64) / found.sum(), edges
    return found, edges


def _in_equal_bins(a, edges, uniform, given, weights):
    first, last, _ = uniform
    dtype = edges.dtype
    if dtype != _float64 and dtype != _float32:
        raise Handover
    if a.dtype.kind in "iu" and a.size and a.dtype.itemsize == 8:
        if not -_exact <= int(a.min()) <= int(a.max()) <= _exact:
            raise Handover
    a = a.astype(dtype, copy=False)
    width = _width(first, last)
    if not math.isfinite(width):
        raise Handover
    count = lambda w: front.count_in_bins(a, edges, first, last, width, given, w)  # noqa: E731
    if weights is None:
        return count(None)
    if weights.dtype.kind == "c":
        if weights.dtype.char != "D":
            raise Handover
        found = own.empty(edges.shape[0] - 1, weights.dtype)
        found.real, found.imag = count(weights.real), count(weights.imag)
        return found
    if weights.dtype != _float64 and a.size > _block:  # each block is rounded
        raise Handover
    return count(weights).astype(weights.dtype, copy=False)


def _inclusive(sorted_data, edges):
    """How many sorted elements lie before each edge, the last one included."""
    return own.concatenate(
        (sorted_data.searchsorted(edges[:-1]), sorted_data.searchsorted(edges[-1:], "right"))
    )


def _by_sorting(a, edges, weights):
    if not edges.shape[0]:
        raise Handover
    below = own.zeros(edges.shape, numpy.intp if weights is None else weights.dtype)
    for start in range(0, a.shape[0], _block):
        part = a[start : start + _block]
        if weights is None:
            part = part.copy()
            part.sort()
            below += _inclusive(part, edges)
        else:
            order = part.argsort()
            running = weights[start : start + _block][order].cumsum()
            zero = own.zeros(1, weights.dtype)
            below += own.concatenate((zero, running))[_inclusive(part[order], edges)]
    return below[1:] - below[:-1]


@composite("histogramdd")
def histogramdd(sample, bins=10, range=None, density=None, weights=None):
    _are_plain(bins)
    if not hasattr(sample, "shape") and not hasattr(sample, "__iter__"):
        raise Handover
    if is_list(sample):
        columns = own.atleast_2d(sample)
    else:
        columns = ours(sample)
        columns = columns.T if columns.ndim == 2 else own.atleast_2d(columns)
    if columns.ndim != 2 or columns.dtype.kind not in "iuf":
        raise Handover
    return _counted_in_cells(columns, bins, range, density, weights)


def _counted_in_cells(columns, bins, given, density, weights):
    """histogramdd of points whose coordinates are the rows of `columns`."""
    count = columns.shape[0]
    if _length(bins) is None:
        bins = count * [bins]
    given = count * (None,) if given is None else given
    if len(bins) != count or len(given) != count:
        raise Handover
    edges = [_edges_of_axis(x, b, r) for x, b, r in zip(columns, bins, given)]
    cells, flat = [len(e) + 1 for e in edges], None
    for x, e, size in zip(columns, edges, cells):
        place = e.searchsorted(x, "right")
        place -= own.equal(x, e[-1])
        if flat is None:
            flat = place
        else:
            flat *= size
            flat += place
    if weights is not None:
        weights = ours(weights)
        if weights.dtype.kind not in "biuf" or weights.shape != flat.shape:
            raise Handover
    if math.prod(cells) >= 2**60:
        raise Handover
    found = own.bincount(flat, weights, minlength=math.prod(cells))
    found = found.reshape(cells).astype(numpy.float64)
    found = found[(slice(1, -1),) * count]
    if density:
        total = found.sum()
        for at, e in enumerate(edges):
            shape = [1] * count
            shape[at] = -1
            found = found / own.diff(e).reshape(shape)
        found /= total
    return found, edges


def _are_plain(bins):
    """Hands over bins that NumPy asks for their items, or are none."""
    if not (is_list(bins) or is_array(bins) or isinstance(bins, (int, numpy.integer))):
        raise Handover


def _length(bins):
    try:
        return len(bins)
    except TypeError:
        return None


def _edges_of_axis(x, bins, given):
    if own.ndim(bins):
        edges = _given_edges(bins)
        if edges.shape[0] < 2:
            raise Handover
        return edges
    if not isinstance(bins, (int, numpy.integer)) or bins < 1:
        raise Handover
    return own.linspace._composed(*_outer_edges(x, given), int(bins) + 1)


@composite("histogram2d")
def histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    _are_plain(bins)
    if len(plain(x)) != len(plain(y)):
        raise Handover
    if _length(bins) not in (None, 1, 2):
        bins = [_given_edges(bins)] * 2
    x, y = ours(x), ours(y)
    if x.shape != y.shape:
        raise Handover
    columns = own.stack((x, y))
    if columns.ndim != 2 or columns.dtype.kind not in "iuf":
        raise Handover
    found, edges = _counted_in_cells(columns, bins, range, density, weights)
    return found, edges[0], edges[1]
