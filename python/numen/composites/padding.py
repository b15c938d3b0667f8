"""np.pad: an array with borders.

One axis after the other: the borders of an axis span what the axes before it have become and
the original extent of those after it, so the corners belong to the last axis.
"""

from .registry import Handover, composite, ours, own

_keywords = {
    "constant": {"constant_values"}, "edge": set(), "empty": set(), "wrap": set(),
    "linear_ramp": {"end_values"}, "reflect": {"reflect_type"}, "symmetric": {"reflect_type"},
    "maximum": {"stat_length"}, "mean": {"stat_length"}, "minimum": {"stat_length"},
}  # fmt: skip


_large = 10000  # elements from which zeroing the border alone is faster than zeroing all


def _pairs(given, ndim):
    """(before, after) for every axis, from anything that broadcasts to that."""
    table = ours(given)
    if table.ndim < 3:
        if table.size == 1:
            value = table.reshape(1)[0]
            return ((value, value),) * ndim
        if table.size == 2 and table.shape != (2, 1):
            table = table.reshape(2)
            return ((table[0], table[1]),) * ndim
    try:
        return own.broadcast_to(table, (ndim, 2)).tolist()
    except ValueError:
        raise Handover from None


def _widths(given, ndim):
    """The widths of the borders, whole numbers that are not negative."""
    if type(given) is int:
        pairs = ((given, given),) * ndim
    elif isinstance(given, dict):
        raise Handover
    else:
        table = ours(given)
        if table.dtype.kind != "i":
            raise Handover
        pairs = [tuple(map(int, pair)) for pair in _pairs(table, ndim)]
    if any(before < 0 or after < 0 for before, after in pairs):
        raise Handover
    return pairs


class _Borders:
    """The padded array and where in it the axis at hand has its borders."""

    def __init__(self, a, widths):
        self.shape = [n + before + after for n, (before, after) in zip(a.shape, widths)]
        self.center = tuple(slice(w[0], w[0] + n) for n, w in zip(a.shape, widths))
        self.whole = own.empty(self.shape, a.dtype, "F" if a.flags.fnc else "C")
        self.whole[self.center] = a

    def at(self, axis):
        """What indexes a part of the axis, where its middle starts and stops, and its end."""
        head, tail = (slice(None),) * axis, self.center[axis + 1 :]
        middle = self.center[axis]
        return (
            lambda start, stop, step=1: (*head, slice(start, stop, step), *tail),
            middle.start,
            middle.stop,
            self.shape[axis],
        )


def _constant(borders, axis, values):
    part, start, stop, end = borders.at(axis)
    if start:
        borders.whole[part(0, start)] = values[axis][0]
    if stop < end:
        borders.whole[part(stop, end)] = values[axis][1]


def _edge(borders, axis, _):
    part, start, stop, end = borders.at(axis)
    if start:
        borders.whole[part(0, start)] = borders.whole[part(start, start + 1)]
    if stop < end:
        borders.whole[part(stop, end)] = borders.whole[part(stop - 1, stop)]


def _linear_ramp(borders, axis, values):
    part, start, stop, end = borders.at(axis)
    whole = borders.whole
    for width, at, key, far in (
        (start, start, part(0, start), values[axis][0]),
        (end - stop, stop - 1, part(end - 1, stop - 1, -1), values[axis][1]),
    ):
        if width:
            near = whole[(slice(None),) * axis + (at, *borders.center[axis + 1 :])]
            whole[key] = own.linspace(
                far, near, num=width, endpoint=False, dtype=whole.dtype, axis=axis
            )


def _statistic(name):
    def fill(borders, axis, lengths):
        part, start, stop, end = borders.at(axis)
        whole, size = borders.whole, stop - start
        before, after = lengths[axis]
        before = size if before is None or before > size else before
        after = size if after is None or after > size else after
        if not before or not after:
            raise Handover
        found = None
        for width, key, chunk in (
            (start, part(0, start), part(start, start + before)),
            (end - stop, part(stop, end), part(stop - after, stop)),
        ):
            if not width:
                continue
            if found is None or not before == after == size:
                found = getattr(whole[chunk], name)(axis=axis, keepdims=True)
                if whole.dtype.kind in "iu" and found.dtype.kind not in "iu":
                    found = own.rint(found)
            whole[key] = found

    return fill


def _mirrored(include_edge):
    """Reflection at the ends; they repeat if `include_edge`, else they are the mirror."""

    def fill(borders, axis, odd):
        part, start, stop, end = borders.at(axis)
        whole, size = borders.whole, stop - start
        if size == 1:
            _edge(borders, axis, None)
            return
        gap = 0 if include_edge else 1
        period = size - gap
        while start > 0 or stop < end:
            # Whole periods are reflected, so that the ends of what is filled are mirrors again.
            known = (stop - start - gap) // period * period
            if start > 0:
                count = min(known, start)
                chunk = whole[part(start + gap, start + gap + count)]
                if odd:
                    chunk = 2 * whole[part(start, start + 1)] - chunk
                whole[part(start - count, start)] = chunk[_backwards(axis)]
                start -= count
            if stop < end:
                count = min(known, end - stop)
                chunk = whole[part(stop - gap - count, stop - gap)]
                if odd:
                    chunk = 2 * whole[part(stop - 1, stop)] - chunk
                whole[part(stop, stop + count)] = chunk[_backwards(axis)]
                stop += count

    return fill


def _backwards(axis):
    return (slice(None),) * axis + (slice(None, None, -1),)


def _wrap(borders, axis, _):
    part, start, stop, end = borders.at(axis)
    whole, period = borders.whole, stop - start
    while start > 0 or stop < end:
        known = (stop - start) // period * period
        if start > 0:
            count = min(known, start)
            whole[part(start - count, start)] = whole[part(start + known - count, start + known)]
            start -= count
        if stop < end:
            count = min(known, end - stop)
            whole[part(stop, stop + count)] = whole[part(stop - known, stop - known + count)]
            stop += count


_fill = {
    "constant": _constant, "edge": _edge, "linear_ramp": _linear_ramp, "wrap": _wrap,
    "maximum": _statistic("max"), "mean": _statistic("mean"), "minimum": _statistic("min"),
    "reflect": _mirrored(False), "symmetric": _mirrored(True),
}  # fmt: skip


def _option(mode, kwargs, ndim):
    """What the mode's keyword says, in the form its function wants."""
    if mode in ("constant", "linear_ramp"):
        return _pairs(next(iter(kwargs.values()), 0), ndim)
    if mode in ("reflect", "symmetric"):
        return kwargs.get("reflect_type", "even") == "odd"
    length = kwargs.get("stat_length")
    return ((None, None),) * ndim if length is None else _widths(length, ndim)


@composite("pad")
def pad(array, pad_width, mode="constant", **kwargs):
    a = ours(array)
    ndim = a.ndim
    if ndim == 0:
        raise Handover
    allowed = _keywords.get(mode) if type(mode) is str else None
    if allowed is None or not kwargs.keys() <= allowed:
        raise Handover
    widths = _widths(pad_width, ndim)
    if mode == "constant" and not kwargs and a.size < _large:
        result = own.zeros([n + before + after for n, (before, after) in zip(a.shape, widths)],
                           a.dtype, "F" if a.flags.fnc else "C")  # fmt: skip
        result[tuple(slice(w[0], w[0] + n) for n, w in zip(a.shape, widths))] = a
        return result
    if not a.size and mode not in ("constant", "empty"):
        raise Handover
    borders = _Borders(a, widths)
    if mode != "empty":
        option, fill = _option(mode, kwargs, ndim), _fill[mode]
        for axis in range(ndim):
            fill(borders, axis, option)
    return borders.whole
