"""numen.linalg.solve and inv of matrices whose structure is asserted: nothing else of the matrix is
read, and answers are as good as NumPy's to the matrix that is meant.
"""

import numpy
import pytest

import numen

ORDERS = (1, 2, 3, 5, 8, 16, 33, 60)
STACKS = ((), (3,), (17,), (2, 5))
TYPES = ("f8", "c16", "f4", "c8", "i8")


def conjugate_transpose(a):
    return a.conj().swapaxes(-1, -2)


def mirrored(a):
    """The Hermitian matrix of the upper triangle and the real part of the diagonal."""
    strict = numpy.triu(a, 1)
    return strict + conjugate_transpose(strict) + numpy.triu(numpy.tril(a)).real


def symmetric(a):
    strict = numpy.triu(a, 1)
    return strict + strict.swapaxes(-1, -2) + numpy.triu(numpy.tril(a))


# The matrix that each word takes a given one for.
MEANT = {
    "gen": lambda a: a,
    "general": lambda a: a,
    "diagonal": lambda a: numpy.triu(numpy.tril(a)),
    "upper triangular": numpy.triu,
    "lower triangular": numpy.tril,
    "tridiagonal": lambda a: numpy.triu(numpy.tril(a, 1), -1),
    "pos": mirrored,
    "positive definite": mirrored,
    "her": mirrored,
    "hermitian": mirrored,
    "sym": symmetric,
    "symmetric": symmetric,
}


def given(shape, n, dtype, word, random):
    """Dominant diagonals: positive definite and well-conditioned whatever is made of them."""
    a = random.integers(-5, 6, size=(*shape, n, n)).astype(dtype)
    if numpy.dtype(dtype).kind == "c":
        a += (1j * random.integers(-5, 6, size=a.shape)).astype(dtype)
    a += (12 * n * numpy.eye(n)).astype(dtype)
    if word in ("pos", "positive definite", "her", "hermitian"):
        diagonal = numpy.arange(n)
        a[..., diagonal, diagonal] = a[..., diagonal, diagonal].real
    return a


def bound(dtype):
    return 1e-5 if numpy.dtype(dtype).itemsize in (4,) or dtype == "c8" else 1e-12


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("word", MEANT)
def test_solutions(word, dtype):
    random = numpy.random.default_rng(71)
    for n in ORDERS:
        for shape in STACKS:
            a = given(shape, n, dtype, word, random)
            meant = MEANT[word](a).astype(dtype)
            for b in (random.normal(size=n), random.normal(size=(*shape, n, 2))):
                wanted = numpy.linalg.solve(meant, b)
                found = numen.linalg.solve(numen.array(a), numen.array(b), assume=word)
                assert found.dtype == wanted.dtype and found.shape == wanted.shape
                assert abs(numpy.asarray(found) - wanted).max() <= 1e-12 * abs(wanted).max()


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("word", [word for word in MEANT if word != "tridiagonal"])
def test_inverses(word, dtype):
    random = numpy.random.default_rng(72)
    for n in ORDERS:
        for shape in STACKS:
            a = given(shape, n, dtype, word, random)
            wanted = numpy.linalg.inv(MEANT[word](a).astype(dtype))
            found = numen.linalg.inv(numen.array(a), assume=word)
            assert found.dtype == wanted.dtype and found.shape == wanted.shape
            assert abs(numpy.asarray(found) - wanted).max() <= bound(dtype) * abs(wanted).max()


def test_bands_are_not_read_beyond():
    """A band is found by its zeros; its inverse is a general matrix."""
    n = 60
    a = numpy.triu(numpy.tril(numpy.random.default_rng(73).normal(size=(n, n)), 2), -3)
    a += 12 * numpy.eye(n)
    b = numpy.ones((n, 2))
    for word in ("banded", "tridiagonal"):
        meant = a if word == "banded" else MEANT[word](a)
        numpy.testing.assert_allclose(numen.linalg.solve(a, b, assume=word),
                                      numpy.linalg.solve(meant, b), rtol=1e-12)
        numpy.testing.assert_allclose(numen.linalg.inv(a, assume=word), numpy.linalg.inv(a),
                                      rtol=1e-9, atol=1e-15)


@pytest.mark.parametrize("n", [1, 3, 16, 60])
@pytest.mark.parametrize("count", [1, 20])
def test_what_is_not_as_asserted(n, count):
    a = numpy.repeat(numpy.eye(n)[None], count, 0)
    b = numpy.ones((count, n, 1))
    a[count // 2, n // 2, n // 2] = -1
    for call in (lambda word: numen.linalg.solve(a, b, assume=word),
                 lambda word: numen.linalg.inv(a, assume=word)):
        for word in ("pos", "positive definite"):
            with pytest.raises(numpy.linalg.LinAlgError, match="Matrix is not positive definite"):
                call(word)
        assert numpy.isfinite(call("sym")).all()
    a[count // 2, n // 2, n // 2] = 0
    for call in (lambda word: numen.linalg.solve(a, b, assume=word),
                 lambda word: numen.linalg.inv(a, assume=word)):
        for word in ("gen", "diagonal", "upper triangular", "lower triangular", "sym", "her"):
            with pytest.raises(numpy.linalg.LinAlgError, match="Singular matrix"):
                call(word)


@pytest.mark.parametrize("word", ["posdef", "Diagonal", "", 3, b"pos"])
def test_other_words_are_refused(word):
    for name, more in (("solve", (numpy.ones(2),)), ("inv", ())):
        with pytest.raises(ValueError, match=(
                f"{name}: assume must be 'gen' .'general'., 'diagonal'")):
            getattr(numen.linalg, name)(numpy.eye(2), *more, assume=word)


WRONG_SYSTEMS = {
    "not square": (numpy.ones((3, 2)), numpy.ones(3)),
    "one axis": (numpy.ones(3), numpy.ones(3)),
    "no axes": (1.0, numpy.ones(3)),
    "another length": (numpy.eye(3), numpy.ones(4)),
    "no right side": (numpy.eye(3), numpy.float64(3)),
    "another stack": (numpy.stack([numpy.eye(3)] * 2), numpy.ones((4, 3, 1))),
    "lists": ([[1, 0], [0, 1]], [1, 2, 3]),
    "a matrix of objects": (numpy.ones((3, 3), object), numpy.ones(3)),
    "a right side of objects": (numpy.eye(3), numpy.ones(3, object)),
    "half precision": (numpy.eye(3, dtype="e"), numpy.ones(3)),
    "words": ("pos", numpy.ones(3)),
}


@pytest.mark.parametrize("word", [None, "gen", "pos", "banded", "diagonal"])
@pytest.mark.parametrize("name", WRONG_SYSTEMS)
def test_wrong_operands_raise_as_numpy(name, word):
    a, b = WRONG_SYSTEMS[name]
    calls = [(numpy.linalg.solve, numen.linalg.solve, (a, b))]
    try:
        numpy.linalg.inv(a)
    except Exception:
        calls.append((numpy.linalg.inv, numen.linalg.inv, (a,)))
    for theirs, ours, operands in calls:
        with pytest.raises(Exception) as wanted:
            theirs(*operands)
        for more in ({}, {"precision": "native"}):
            with pytest.raises(wanted.type) as found:
                ours(*operands, assume=word, **more)
            assert type(found.value) is wanted.type and str(found.value) == str(wanted.value)


def test_other_classes_are_not_computed_as_if_whole():
    """NumPy knows no `assume`, and would compute with what must not be read."""
    a, b = numpy.ma.masked_array([[2.0, 1.0], [0.0, 3.0]]), numpy.ones(2)
    for call in (lambda word: numen.linalg.solve(a, b, assume=word),
                 lambda word: numen.linalg.inv(a, assume=word)):
        assert numpy.array_equal(call("gen"), call(None))
        with pytest.raises(TypeError, match=": assume is for plain arrays and lists of numbers"):
            call("pos")


def test_none_and_nothing_are_one():
    a, b = numpy.triu(numpy.full((3, 3), 2.0)), numpy.ones(3)
    for call in (numen.linalg.inv, lambda a, **more: numen.linalg.solve(a, b, **more)):
        assert numpy.array_equal(call(a, assume=None), call(a))
    for shape in ((0, 0), (0, 3, 3), (4, 0, 0)):
        for word in MEANT:
            assert numen.linalg.inv(numpy.zeros(shape), assume=word).shape == shape
            assert numen.linalg.solve(numpy.zeros(shape), numpy.zeros(shape),
                                      assume=word).shape == shape
