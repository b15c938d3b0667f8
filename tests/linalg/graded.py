"""Graded matrices, the numbers that 60 digits give for them, and how far results are from these.

Rows and columns of a graded matrix differ in size by powers of ten, as the variances of quantities
in different units do: in descending, ascending or any order.
"""

import mpmath
import numpy

U = 2.0**-53
ORDERINGS = ("descending", "ascending", "shuffled")


def sizes(n, decades, ordering, rng):
    found = 10.0 ** numpy.linspace(0, -decades, n)
    return {"descending": found, "ascending": found[::-1],
            "shuffled": rng.permutation(found)}[ordering]


def covariance(n, decades, ordering, rng):
    samples = rng.normal(size=(4 * n, n)) * sizes(n, decades, ordering, rng)
    found = samples.T @ samples / (4 * n)
    return numpy.tril(found) + numpy.tril(found, -1).T


def indefinite(n, decades, ordering, rng):
    scales = sizes(n, decades, ordering, rng)
    found = rng.normal(size=(n, n)) * scales * scales[:, None]
    return numpy.tril(found) + numpy.tril(found, -1).T


def columns(n, decades, ordering, rng):
    return rng.normal(size=(n, n)) * sizes(n, decades, ordering, rng)


def rows(n, decades, ordering, rng):
    return columns(n, decades, ordering, rng).T.copy()


def both(n, decades, ordering, rng):
    return columns(n, decades, ordering, rng) * sizes(n, decades, ordering, rng)[:, None]


def tall(n, decades, ordering, rng):
    return rng.normal(size=(2 * n + 1, n)) * sizes(n, decades, ordering, rng)


def wide(n, decades, ordering, rng):
    return tall(n, decades, ordering, rng).T.copy()


def block(size):
    """Of eigenvalues 1, 3 and one far away, from which a shift cannot tell them."""
    return numpy.array([[size, 0, 0], [0, 2.0, 1], [0, 1, 2]])


def rounded(numbers):
    """Long doubles of mpmath's numbers."""
    return numpy.array([numpy.longdouble(mpmath.nstr(x, 25)) for x in numbers])


def matrix(found):
    return numpy.array([rounded(row) for row in found.tolist()])


def digits_for(a):
    """Enough digits that what is left of the smallest numbers is right to 25."""
    sizes_ = abs(a[a != 0])
    return 40 + 2 * int(numpy.log10(sizes_.max() / sizes_.min()) + 1)


def eigenpairs(a):
    with mpmath.workdps(digits_for(a)):
        values, vectors = mpmath.eigsy(mpmath.matrix(a.tolist()))
        order = sorted(range(len(a)), key=lambda i: values[i])
        return rounded(values[i] for i in order), matrix(vectors)[:, order]


def singular_triples(a):
    if a.shape[0] < a.shape[1]:
        u, s, v = singular_triples(a.T)
        return v, s, u
    with mpmath.workdps(digits_for(a)):
        u, s, vh = mpmath.svd_r(mpmath.matrix(a.tolist()), full_matrices=False)
        return matrix(u), rounded(s), matrix(vh).T


def inverse(a):
    """The pseudo-inverse of a matrix of full rank."""
    with mpmath.workdps(2 * digits_for(a)):
        given = mpmath.matrix(a.tolist())
        if a.shape[0] < a.shape[1]:
            return matrix(given.T * (given * given.T) ** -1)
        return matrix((given.T * given) ** -1 * given.T)


def relative_error(found, wanted):
    """The largest of the relative errors of all numbers."""
    return float(abs((found - wanted) / wanted).max())


def vector_error(found, wanted):
    """The largest distance of columns, whatever their signs."""
    signs = numpy.sign((found * wanted).sum(0))
    return float(numpy.sqrt(((found * signs - wanted) ** 2).sum(0)).max())
