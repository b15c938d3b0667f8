"""The rule of signs of docs/linear_algebra.md, and matrices whose vectors are hard on such rules.

`python -m tests.linalg.signs FILE` writes the signs that this process finds for all of them.
"""

import sys

import numpy

import numen

SHARE, PART = 0.5437, 0.7713


def follows_rule(vectors):
    """Whether columns of stacks of vectors do."""
    sizes = abs(vectors)
    large = sizes >= SHARE * sizes.max(-2, keepdims=True)
    last = vectors.shape[-2] - 1 - large[..., ::-1, :].argmax(-2)
    chosen = numpy.take_along_axis(vectors, last[..., None, :], -2)[..., 0, :]
    return chosen - PART * vectors.sum(-2, dtype="f8") > 0


def second_differences(n):
    return 2.0 * numpy.eye(n) - numpy.eye(n, k=1) - numpy.eye(n, k=-1)


def hadamard(n):
    """Of elements 1 and -1, scaled so that its values differ: every vector has equal elements."""
    found = numpy.ones((1, 1))
    while len(found) < n:
        found = numpy.block([[found, found], [found, -found]])
    order = len(found)
    return (found * (1.0 + numpy.arange(order)) @ found.T / order)[:n, :n]


def integers(n):
    found = numpy.random.default_rng(n).integers(-4, 5, (n, n)).astype(float)
    return found + found.T


def counted(n):
    """1, 2, 3, ... in rows: of rank two."""
    return numpy.arange(1.0, n * n + 1).reshape(n, n)


def graph(n):
    """A path with a hub."""
    found = numpy.eye(n, k=1) + numpy.eye(n, k=-1)
    found[0] = found[:, 0] = 1
    return found


STRUCTURED = {
    "second differences": second_differences,
    "hadamard": hadamard,
    "integers": integers,
    "counted": counted,
    "graph": graph,
    "diagonal": lambda n: numpy.diag(numpy.arange(n, 0.0, -1)),
    "minima": lambda n: numpy.minimum.outer(numpy.arange(1.0, n + 1), numpy.arange(1.0, n + 1)),
    "random": lambda n: numpy.random.default_rng(n).normal(size=(n, n)),
    "positive": lambda n: numpy.random.default_rng(n).random((n, n)),
    "symmetric": lambda n: second_differences(n) + numpy.random.default_rng(n).random() * graph(n),
}


def symmetric(a):
    return numpy.tril(a) + numpy.tril(a, -1).swapaxes(-1, -2)


def are_apart(values, tolerance=1e-6):
    """Which of ascending or descending values no other one is near to."""
    gaps = abs(numpy.diff(values, axis=-1)) > tolerance * abs(values).max(-1, keepdims=True)
    edge = numpy.ones((*values.shape[:-1], 1), bool)
    return numpy.concatenate([edge, gaps], -1) & numpy.concatenate([gaps, edge], -1)


def eigenvectors(a, **options):
    """Those of symmetric matrices, and which of them are defined up to a sign."""
    values, vectors = map(numpy.asarray, numen.linalg.eigh(numen.array(symmetric(a)), **options))
    return vectors, are_apart(values.astype("f8"))


def singular_vectors(a, **options):
    """u and v, columns both, and which of them are defined up to signs."""
    u, s, vh = map(numpy.asarray, numen.linalg.svd(numen.array(a), full_matrices=False, **options))
    return u, vh.swapaxes(-1, -2), are_apart(s.astype("f8"))


def all_signs(orders=(2, 3, 4, 5, 8, 9, 16, 17, 40, 48, 49, 70), counts=(1, 2, 9)):
    """Of every kind of matrix: signs of those vectors' components along fixed directions."""
    found = []
    for make in STRUCTURED.values():
        for n in orders:
            for count in counts:
                a = numpy.repeat(make(n)[None], count, 0)
                vectors, apart = eigenvectors(a)
                u, v, are_pairs = singular_vectors(a)
                direction = numpy.cos(numpy.arange(n) ** 2)
                for part, known in ((vectors, apart), (u, are_pairs), (v, are_pairs)):
                    found.append((numpy.sign(direction @ part) * known).ravel())
    return numpy.concatenate(found)


if __name__ == "__main__":
    numpy.save(sys.argv[1], all_signs())
