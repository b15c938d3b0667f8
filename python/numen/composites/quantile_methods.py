"""Where a quantile lies among sorted elements: Hyndman's and Fan's nine rules and four more.

`methods` gives for each name the place (a real index, from 0) of the quantiles q of n elements,
and whether it is the index of an element already.
"""

import numpy

from .registry import own


def _continuous(alpha, beta):
    return lambda n, q: n * q + (alpha + q * (1 - alpha - beta)) - 1


def _linear(n, q):
    return (n - 1) * q


def _to_index(rule):
    return lambda n, q: rule((n - 1) * q).astype(numpy.intp)


def _stepping(shift, stays):
    """The element after the real index n q - 1 - shift, or the one before it where `stays`."""

    def place(n, q):
        at = n * q - 1 - shift if shift else n * q - 1
        before = own.floor(at)
        found = own.where(stays(at - before, before), before, before + 1).astype(numpy.intp)
        return own.maximum(found, 0)

    return place


def _middle(n, q):
    at = (n - 1) * q
    return 0.5 * (own.floor(at) + own.ceil(at))


methods = {
    "inverted_cdf": (_stepping(0, lambda rest, _: rest == 0), True),
    "averaged_inverted_cdf": (lambda n, q: n * q - 1, False),
    "closest_observation": (_stepping(0.5, lambda rest, at: (rest == 0) & (at % 2 == 1)), True),
    "interpolated_inverted_cdf": (_continuous(0, 1), False),
    "hazen": (_continuous(0.5, 0.5), False),
    "weibull": (_continuous(0, 0), False),
    "linear": (_linear, False),
    "median_unbiased": (_continuous(1 / 3.0, 1 / 3.0), False),
    "normal_unbiased": (_continuous(3 / 8.0, 3 / 8.0), False),
    "lower": (_to_index(own.floor), True),
    "higher": (_to_index(own.ceil), True),
    "midpoint": (_middle, False),
    "nearest": (_to_index(own.rint), True),
}


def neighbours(place, n, method):
    """The elements before and after a place, and the weight of the second.

    Beyond the ends both are the same element, and the weight counts from index -1 or 0, as in
    NumPy; there it matters only for infinities.
    """
    if place.ndim == 0:
        return _neighbours_of_one(place[()], n, method)
    before = own.floor(place)
    after = before + 1
    for beyond, end in ((place >= n - 1, -1), (place < 0, 0), (place != place, -1)):
        if own.any(beyond):
            before[beyond] = end
            after[beyond] = end
    weight = place - before
    if method == "averaged_inverted_cdf":
        weight = own.where(weight == 0, 0.5, 1.0)
    elif method == "midpoint":
        weight = own.where(place % 1 == 0, 0.0, 0.5)
    weight = weight.astype(place.dtype, copy=False)
    return before.astype(numpy.intp), after.astype(numpy.intp), weight


def _neighbours_of_one(place, n, method):
    if place >= n - 1 or place != place:
        before = after = -1
    elif place < 0:
        before = after = 0
    else:
        before = int(place)
        after = before + 1
    weight = place - before
    if method == "averaged_inverted_cdf":
        weight = 0.5 if weight == 0 else 1.0
    elif method == "midpoint":
        weight = 0.0 if place % 1 == 0 else 0.5
    kind = place.dtype.type
    return before, after, weight if type(weight) is kind else kind(weight)
