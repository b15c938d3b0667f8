"""Matrices that are positive definite or nearly so, and which of them NumPy and Numen
refuse; run by test_positive_agreement.py, one process for each instruction set:

    python -m tests.linalg.positive_matrices SEED MATRICES
"""

import sys

import numpy

import numen
from numen.native import front

ORDERS = (*range(1, 13), *range(2, 9), 16, 17, 32, 33, 48, 49, 64, 80)
STACK = 50


def grams(random, n):
    """Of whole numbers, of any rank."""
    left = random.integers(-3, 4, (n, random.integers(1, n + 1))).astype("f8")
    return left @ left.T * random.choice([1, 0.1, 1 / 3])


def equal_elements(random, n):
    return numpy.full((n, n), random.integers(1, 9) * random.choice([1, 0.1]))


def smooth_covariances(random, n):
    """Of points near each other: the eigenvalues fall below the rounding errors."""
    points = numpy.sort(random.random(n)) * random.choice([1, 3, 10])
    return numpy.exp(-(points[:, None] - points) ** 2) + numpy.eye(n) * random.choice(
        [0, 1e-16, 1e-14, 1e-10])


def scaled(random, n):
    scales = 10.0 ** random.integers(-6, 7, n)
    return grams(random, n) * scales * scales[:, None]


def complex_grams(random, n):
    left = random.integers(-3, 4, (2, n, max(1, n - 1))).astype("f8")
    left = left[0] + 1j * left[1]
    return left @ left.conj().T * random.choice([1, 0.1])


def regular(random, n):
    left = random.standard_normal((n, n))
    return left @ left.T + numpy.eye(n)


KINDS = [grams, equal_elements, smooth_covariances, scaled, complex_grams, regular]


def is_refused(np, a, upper):
    try:
        np.linalg.cholesky(a, upper=upper)
    except numpy.linalg.LinAlgError as error:
        assert str(error) == "Matrix is not positive definite"
        return True
    return False


def main(seed, count):
    """Prints the instruction set, how many matrices there were, how many were refused, and those of
    which Numen thought otherwise."""
    random = numpy.random.default_rng(seed)
    refused, given, wrong = 0, 0, []
    while given < count:
        kind, n = KINDS[random.integers(len(KINDS))], int(random.choice(ORDERS))
        dtype = str(random.choice(["f4", "f8"]))
        matrices = numpy.array([kind(random, n) for _ in range(STACK)])
        matrices = matrices.astype(numpy.result_type(dtype, "c8") if matrices.dtype.kind == "c"
                                   else dtype)
        upper = bool(random.integers(2))
        found = [is_refused(numpy, a, upper) for a in matrices]
        alone = [is_refused(numen, numen.array(a), upper) for a in matrices]
        # In a stack: with each refused one, and all the others together.
        others = matrices[~numpy.array(found)]
        in_stack = [is_refused(numen, numen.array([regular(random, n).astype(a.dtype), a]), upper)
                    for a in matrices]
        if len(others) and is_refused(numen, numen.array(others), upper):
            wrong.append((kind.__name__, n, dtype, "all of them"))
        wrong += [(kind.__name__, n, dtype, way) for way, answers in
                  (("alone", alone), ("in a stack", in_stack)) for wanted, answer in
                  zip(found, answers) if wanted != answer]
        refused += sum(found)
        given += STACK
    print(front.info()["instruction_set"], given, refused, wrong)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
