"""One rule of signs for eigenvectors and singular vectors, whatever way a matrix takes: alone or in
a stack, of any order, with any instruction set and number of threads.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import numen
from numen.native import front
from tests.instruction_sets import AVAILABLE

from . import signs
from .signs import STRUCTURED, eigenvectors, follows_rule, singular_vectors, symmetric

ROOT = Path(__file__).parents[2]
ORDERS = (*range(1, 18), 24, 25, 26, 31, 32, 33, 47, 48, 49, 64, 70, 127, 128, 129, 260)


def stacked(a, count):
    return numpy.repeat(a[None], count, 0)


def counts_for(n):
    return (1, 2, 7, 8, 9, 100, 1000) if n < 6 else (1, 2, 7, 8, 9) if n < 50 else (1, 2)


def are_alike(found, wanted, known):
    """Whether known columns do not point away from each other."""
    return ((found * wanted).sum(-2)[known] > 0.9).all()


@pytest.mark.parametrize("kind", STRUCTURED)
def test_alone_and_in_stacks(kind):
    for n in ORDERS:
        a = STRUCTURED[kind](n)
        vectors, apart = eigenvectors(a)
        u, v, are_pairs = singular_vectors(a)
        for count in counts_for(n):
            found, _ = eigenvectors(stacked(a, count))
            assert follows_rule(found).all(), (n, count)
            assert all(are_alike(one, vectors, apart) for one in found), (n, count)
            left, right, _ = singular_vectors(stacked(a, count))
            assert follows_rule(right).all(), (n, count)
            assert all(are_alike(one, u, are_pairs) for one in left), (n, count)
            assert all(are_alike(one, v, are_pairs) for one in right), (n, count)


@pytest.mark.parametrize("shape", [(3, 2), (2, 3), (9, 1), (1, 9), (12, 5), (5, 12), (40, 12),
                                   (12, 40), (90, 60), (60, 90), (600, 7), (300, 140), (140, 300)])
def test_rectangles(shape):
    rng = numpy.random.default_rng(1)
    a = rng.normal(size=(5, *shape))
    a[1] = abs(a[1])
    a[2] = numpy.rint(2 * a[2])
    led_by = 1 if shape[0] >= shape[1] else 0
    *stack, apart = singular_vectors(a)
    assert follows_rule(stack[led_by]).all()
    for i, matrix in enumerate(a):
        *alone, _ = singular_vectors(matrix)
        for found, wanted in zip(alone, stack):
            assert are_alike(found, wanted[i], apart[i]), (i, shape)


@pytest.mark.parametrize("dtype, options", [("f4", {}), ("f4", {"precision": "native"}),
                                            ("i8", {}), ("f8", {"precision": "native"})])
@pytest.mark.parametrize("n", [2, 3, 5, 8, 9, 16, 40, 60, 130])
def test_types_and_precisions(n, dtype, options):
    a = numpy.rint(9 * numpy.random.default_rng(n).normal(size=(n, n)))
    wanted, _ = eigenvectors(a)
    values = numpy.linalg.eigvalsh(symmetric(a))
    u, v, _ = singular_vectors(a)
    s = numpy.linalg.svd(a, compute_uv=False)
    apart, are_pairs = signs.are_apart(values, 1e-4), signs.are_apart(s, 1e-4)
    for count in (1, 9):
        given = stacked(a.astype(dtype), count)
        found, _ = eigenvectors(given, **options)
        left, right, _ = singular_vectors(given, **options)
        for i in range(count):
            assert are_alike(found[i], wanted, apart)
            assert are_alike(left[i], u, are_pairs) and are_alike(right[i], v, are_pairs)


@pytest.mark.parametrize("n", [5, 20, 48, 49, 70, 129])
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_either_triangle(n, dtype):
    rng = numpy.random.default_rng(n)
    for shape in ((n, n), (1, n, n), (3, n, n)):
        a = rng.normal(size=shape).astype(dtype)  # only one triangle is read
        for triangle in "LU":
            for options in ({}, {"precision": "native"}):
                _, found = numen.linalg.eigh(numen.array(a), triangle, **options)
                assert follows_rule(numpy.asarray(found)).all(), (shape, triangle, options)


@pytest.mark.parametrize("n", [2, 3, 4, 7, 9, 20, 50])
def test_vectors_of_the_null_space(n):
    """Of nullity one: both vectors are known up to their signs, which no singular value ties."""
    rng = numpy.random.default_rng(n)
    low = rng.integers(-3, 4, (n, n)).astype(float)
    low[:, -1] = low[:, 0] if n < 3 else low[:, 0] + low[:, 1]
    cases = [low, low.T.copy(), 0.1 * low, 1e-30 * low]
    cases += [counted_with_one_null(n)] if n > 2 else []
    for a in cases:
        u, v, apart = singular_vectors(a)
        assert numpy.linalg.matrix_rank(a) == n - 1
        for count in (2, 8, 9):
            left, right, _ = singular_vectors(stacked(a, count))
            assert follows_rule(right).all() and follows_rule(left[..., -1:]).all()
            assert all(are_alike(one, u, apart) for one in left)
            assert all(are_alike(one, v, apart) for one in right)


def counted_with_one_null(n):
    found = signs.counted(n) if n < 4 else signs.second_differences(n)
    if n >= 4:
        found[0, 0] = found[-1, -1] = 1  # of the constant vector
    return found


@pytest.mark.parametrize("n", [2, 3, 5, 9, 20])
def test_small_singular_values_keep_their_vectors_together(n):
    """a v = s u, where s is far below rounding beside the largest and has digits nevertheless."""
    rng = numpy.random.default_rng(n)
    for a in (numpy.diag(rng.choice([-1.0, 1], n) * 10.0 ** -numpy.arange(0, 9 * n, 9)),
              rng.normal(size=(n, n)) * 10.0 ** -numpy.arange(0, 9 * n, 9)):
        for given in (a, stacked(a, 9)):
            u, s, vh = map(numpy.asarray, numen.linalg.svd(numen.array(given)))
            products = numpy.einsum("...ik,...ij,...kj->...k", u, a, vh)
            known = s > 1e-14 ** n * s.max()
            assert (products[known] > 0).all()


def test_unit_vectors_are_positive_and_positive_matrices_have_negative_ones():
    for n in (1, 2, 3, 5, 9, 20, 50, 130):
        for count in (1, 9):
            vectors = numpy.asarray(numen.linalg.eigh(numen.array(stacked(numpy.eye(n), count)))[1])
            assert numpy.array_equal(vectors, stacked(numpy.eye(n), count))
            a = stacked(numpy.random.default_rng(n).random((n, n)) + 1, count)
            u, _, vh = map(numpy.asarray, numen.linalg.svd(numen.array(a)))
            assert n == 1 or (vh[:, 0] < 0).all() and (u[:, :, 0] < 0).all()


@pytest.mark.parametrize("n", [2, 5, 9, 30, 140])
def test_hermitian_option(n):
    a = numpy.array([symmetric(signs.STRUCTURED[kind](n)) for kind in ("random", "integers")])
    plain = numen.linalg.svd(numen.array(a))
    by_eigenvalues = numen.linalg.svd(numen.array(a), hermitian=True)
    s = numpy.asarray(plain[1])
    known = signs.are_apart(s) & (s > 1e-10)
    for index, axes in ((0, (0, 1, 2)), (2, (0, 2, 1))):
        mine, other = (numpy.asarray(x[index]).transpose(axes) for x in (by_eigenvalues, plain))
        for i in range(len(a)):
            assert are_alike(mine[i], other[i], known[i])


@pytest.mark.parametrize("n", [2, 3, 9, 26, 60])
def test_complex_vectors_are_the_same_alone_and_in_stacks(n):
    rng = numpy.random.default_rng(n)
    a = rng.normal(size=(9, n, n)) + 1j * rng.normal(size=(9, n, n))
    for call in (lambda x: numen.linalg.eigh(x), lambda x: numen.linalg.svd(x)):
        stack = [numpy.asarray(part) for part in call(numen.array(a))]
        for i in range(9):
            for found, wanted in zip(call(numen.array(a[i])), stack):
                assert numpy.allclose(found, wanted[i], 0, 1e-12 * n)


@pytest.mark.parametrize("n", [*range(1, 18), 32, 48, 49, 64, 130])
def test_qr_has_the_signs_of_lapack(n):
    rng = numpy.random.default_rng(n)
    for make in (rng.normal, lambda size: rng.normal(size=size) + 1j * rng.normal(size=size)):
        a = make(size=(9, n + 1, n))
        for given in (a, a.swapaxes(1, 2), a[:, :n]):
            for mode in ("reduced", "complete"):
                wanted = numpy.linalg.qr(given, mode)
                for count in (1, 2, 9):
                    found = numen.linalg.qr(numen.array(given[:count]), mode)
                    for mine, theirs in zip(found, wanted):
                        assert numpy.allclose(mine, theirs[:count], 0, 1e-8)


@pytest.fixture
def two_thread_counts():
    before = front.info()["threads"]
    yield (1, 2)
    front.set_threads(before)


def test_threads(two_thread_counts):
    found = []
    for threads in two_thread_counts:
        front.set_threads(threads)
        found.append(signs.all_signs((3, 9, 40, 60), (1, 2, 9)))
    assert numpy.array_equal(*found)


@pytest.mark.parametrize("name", AVAILABLE)
def test_instruction_sets(name, tmp_path):
    """Each in a process of its own: what it finds is what this one finds."""
    path = tmp_path / "signs.npy"
    subprocess.run([sys.executable, "-m", "tests.linalg.signs", str(path)], cwd=ROOT, check=True,
                   env=os.environ | {"NUMEN_CPU": name})
    found, wanted = numpy.load(path), signs.all_signs()
    # A vector that is known to either process is known to the other but for the last digits.
    assert (found * wanted >= 0).all() and (found != wanted).mean() < 1e-3
