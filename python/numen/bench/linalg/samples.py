"""What is looked at of results that are too many to be compared with answers in long double one by
one: some, spread over all, and sums of all.
"""

import numpy

from .references import long

MIXES, BLOCK = 2, 64


def spread(count, most):
    """Up to `most` places of `count`, at equal distances, the first and the last among them.

    >>> spread(9, 3).tolist()
    [0, 4, 8]
    """
    return numpy.unique(numpy.linspace(0, count - 1, min(count, most)).round().astype(int))


def rows_of(x, most):
    """Some rows of x in long double, and sums of all rows with random signs: a wrong row is in one
    of these.
    """
    signs = numpy.random.default_rng(len(x)).choice([-1.0, 1.0], (MIXES, len(x)))
    mixes = sum(long(signs[:, at:at + BLOCK]) @ long(x[at:at + BLOCK])
                for at in range(0, len(x), BLOCK))
    return numpy.concatenate([long(x[spread(len(x), most)]), mixes])


def columns(n):
    """Two columns of random signs: x @ columns(n) has all of x in it."""
    return numpy.random.default_rng(n).choice([-1.0, 1.0], (n, MIXES))
