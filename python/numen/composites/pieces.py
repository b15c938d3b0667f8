"""Expressions over long vectors, piece by piece: what passes from one operation to the next stays
in the cache."""

import numpy

_piece = 16384  # elements; a few arrays of so many fit the second cache


def is_long(a):
    """Whether pieces of the array are worth their trouble."""
    return a.size > _piece


def _vector(a):
    """The elements as a vector, in the order of memory; None where they have gaps."""
    if a.flags.c_contiguous:
        return a.reshape(-1)
    return a.T.reshape(-1) if a.flags.f_contiguous else None


def in_pieces(write, result, *sources):
    """Whether write(result, *sources) has been done, by pieces of all of them.

    It has not where arrays are short, or do not lie in memory alike and without gaps. What NumPy
    would warn of ends it too: the whole arrays then warn as often as NumPy's.
    """
    if not is_long(result) or any(a.strides != _strides(result, a) for a in sources):
        return False
    vectors = [_vector(a) for a in (result, *sources)]
    if any(vector is None for vector in vectors):
        return False
    reported = {kind: "ignore" if action == "ignore" else "raise"
                for kind, action in numpy.geterr().items()}
    try:
        with numpy.errstate(**reported):
            for begin in range(0, result.size, _piece):
                write(*(vector[begin : begin + _piece] for vector in vectors))
    except FloatingPointError:
        return False
    return True


def _strides(result, a):
    """The strides that `a` has if it lies in memory as `result` does; None for another shape."""
    if a.shape != result.shape:
        return None
    return tuple(step // result.itemsize * a.itemsize for step in result.strides)
