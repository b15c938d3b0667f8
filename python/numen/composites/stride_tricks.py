"""Views that slide along an array."""

from numpy.lib.array_utils import normalize_axis_tuple

from .registry import Handover, composite, ours, own


@composite("lib.stride_tricks.sliding_window_view")
def sliding_window_view(x, window_shape, axis=None, *, subok=False, writeable=False):
    if subok:
        raise Handover
    x = ours(x)
    ndim = x.ndim
    window = tuple(window_shape) if isinstance(window_shape, (list, tuple)) else (window_shape,)
    axes = tuple(range(ndim)) if axis is None else axis
    if not isinstance(axes, (int, tuple, list)):
        raise Handover
    axes = (axes,) if isinstance(axes, int) else tuple(axes)
    if len(window) != len(axes) or not all(
            isinstance(n, int) and type(n) is not bool and n >= 0 for n in window):
        raise Handover
    axes = normalize_axis_tuple(axes, ndim, allow_duplicate=True)
    shape, strides = list(x.shape), x.strides
    for at, length in zip(axes, window):
        shape[at] -= length - 1
        if shape[at] <= 0 and shape[at] + length - 1 < length:
            raise Handover
    strides += tuple([strides[at] for at in axes])
    return own.lib.stride_tricks.as_strided(x, (*shape, *window), strides, False, writeable)
