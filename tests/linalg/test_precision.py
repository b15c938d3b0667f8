"""Which precision linear algebra works in: NumPy's unless single precision is asked for.

Single precision is told apart from double by its errors: those of double precision rounded are
within half a unit of float32 of the right result, those of single precision are not.
"""

import asyncio
import threading

import numpy
import pytest

import numen

ORDER = 70  # above every kernel that computes single precision in double
UNIT = 2.0**-24
rng = numpy.random.default_rng(5)


def random(dtype, *shape):
    found = rng.standard_normal(shape)
    if numpy.dtype(dtype).kind == "c":
        found = found + 1j * rng.standard_normal(shape)
    return found.astype(dtype)


def positive(a):
    return (a @ a.conj().swapaxes(-1, -2) / a.shape[-1] + numpy.eye(a.shape[-1])).astype(a.dtype)


def widened(a):
    return a.astype("D" if a.dtype.kind == "c" else "d")


# Names, how a random matrix is made fit, and what of the result depends on nothing but the matrix.
QUESTIONS = {
    "inv": (lambda a: a, lambda x: [x]),
    "slogdet": (lambda a: a, lambda x: [x.sign, x.logabsdet]),
    "cholesky": (positive, lambda x: [x]),
    "qr": (lambda a: a, lambda x: [abs(x.R)]),
    "svdvals": (lambda a: a, lambda x: [x]),
    "svd": (lambda a: a, lambda x: [x.S]),
    "eigh": (positive, lambda x: [x.eigenvalues]),
    "eigvalsh": (positive, lambda x: [x]),
    "pinv": (lambda a: a[..., :40], lambda x: [x]),
    "solve": (lambda a: a, lambda x: [x]),
    "lstsq": (lambda a: a[0][:, :40], lambda x: [x[0], x[3]]),
    "tensorsolve": (lambda a: a[0], lambda x: [x]),
    "tensorinv": (lambda a: a[0], lambda x: [x]),
    "matrix_power": (lambda a: a, lambda x: [x]),
}
MORE = {"solve": lambda a: (random(a.dtype, 2, ORDER, 3),),
        "lstsq": lambda a: (random(a.dtype, ORDER, 2),),
        "tensorsolve": lambda a: (random(a.dtype, ORDER),),
        "tensorinv": lambda a: (1,), "matrix_power": lambda a: (-1,)}


def asked(name, dtype):
    """The arguments of a question, and its answers by NumPy in double precision."""
    fit, parts = QUESTIONS[name]
    a = fit(random(dtype, 2, ORDER, ORDER))
    args = (a, *MORE.get(name, lambda a: ())(a))
    wide = [widened(x) if isinstance(x, numpy.ndarray) else x for x in args]
    return args, parts(getattr(numpy.linalg, name)(*wide)), parts


def ours(args):
    return [numen.array(x) if isinstance(x, numpy.ndarray) else x for x in args]


def errors(found, right):
    """The largest error of each part, in units of float32 of the part's largest value."""
    return [float(abs(numpy.asarray(x).astype("D") - y).max() / abs(y).max() / UNIT)
            for x, y in zip(found, right, strict=True)]


@pytest.mark.parametrize("dtype", ["f", "F"])
@pytest.mark.parametrize("name", QUESTIONS)
def test_single_precision_is_as_accurate_as_numpys(name, dtype):
    args, right, parts = asked(name, dtype)
    theirs = parts(getattr(numpy.linalg, name)(*args))
    found = parts(getattr(numen.linalg, name)(*ours(args)))
    for x, y in zip(found, theirs, strict=True):
        assert x.dtype == y.dtype
    for mine, numpys in zip(errors(found, right), errors(theirs, right), strict=True):
        assert mine <= max(1.01, 1.1 * numpys)  # rounded once


@pytest.mark.parametrize("dtype", ["f", "F"])
@pytest.mark.parametrize("name", QUESTIONS)
def test_native_precision_is_single(name, dtype):
    args, right, parts = asked(name, dtype)
    function = getattr(numen.linalg, name)
    found = parts(function(*ours(args), precision="native"))
    with numen.linalg.precision("native"):
        again = parts(function(*ours(args)))
    theirs = parts(getattr(numpy.linalg, name)(*args))
    for x, y, z in zip(found, again, theirs, strict=True):
        assert x.dtype == y.dtype == z.dtype
        assert (numpy.asarray(x) == numpy.asarray(y)).all()
    worst = max(errors(found, right))
    # Condition numbers are a few thousands; pinv works in double precision, which costs no more.
    assert worst < 3e5 and (worst > 1.01 or name == "pinv")


@pytest.mark.parametrize("name", QUESTIONS)
def test_double_precision_is_not_touched(name):
    args, _, parts = asked(name, "d")
    function = getattr(numen.linalg, name)
    for x, y in zip(parts(function(*ours(args))),
                    parts(function(*ours(args), precision="native")), strict=True):
        assert x.dtype == y.dtype
        assert (numpy.asarray(x) == numpy.asarray(y)).all()


def is_native(**kwargs):
    a = random("f", ORDER, ORDER)
    right = numpy.linalg.inv(a.astype("d"))
    return errors([numen.linalg.inv(numen.array(a), **kwargs)], [right])[0] > 1.01


def test_contexts_nest_and_end():
    assert not is_native()
    with numen.linalg.precision("native") as outer:
        assert is_native() and not is_native(precision="default")
        with numen.linalg.precision("default"):
            assert not is_native() and is_native(precision="native")
            with outer:  # once more
                assert is_native()
            assert not is_native()
        assert is_native()
    with pytest.raises(ZeroDivisionError), numen.linalg.precision("native"):
        raise ZeroDivisionError
    assert not is_native()


def test_decorates_a_function():
    @numen.linalg.precision("native")
    def asked_inside():
        return is_native()

    assert asked_inside() and asked_inside() and not is_native()


def test_other_threads_and_tasks_keep_theirs():
    seen = []
    with numen.linalg.precision("native"):
        thread = threading.Thread(target=lambda: seen.append(is_native()))
        thread.start()
        thread.join()
    assert seen == [False]

    async def task(name):
        with numen.linalg.precision(name):
            await asyncio.sleep(0)
            return is_native()

    async def both():
        return await asyncio.gather(task("native"), task("default"))

    assert asyncio.run(both()) == [True, False]


def test_mixed_types_are_double():
    a, b = random("f", ORDER, ORDER), random("d", ORDER)
    found = numen.linalg.solve(numen.array(a), numen.array(b), precision="native")
    wanted = numpy.linalg.solve(a, b)
    assert found.dtype == wanted.dtype == "d"
    assert abs(numpy.asarray(found) - wanted).max() <= 1e-9 * abs(wanted).max()


# Functions put together from others; the last two leave the call to NumPy's.
EYE = numen.eye(4, dtype="f")
COMPOSED = {
    "matrix_rank": lambda word: numen.linalg.matrix_rank(EYE, precision=word),
    "cond": lambda word: numen.linalg.cond(EYE, precision=word),
    "matrix_power": lambda word: numen.linalg.matrix_power(EYE, -2, precision=word),
    "tensorinv": lambda word: numen.linalg.tensorinv(EYE.reshape(2, 2, 2, 2), precision=word),
    "tensorsolve": lambda word: numen.linalg.tensorsolve(EYE.reshape(2, 2, 2, 2),
                                                         numen.ones((2, 2), "f"), precision=word),
    "matrix_rank, masked": lambda word: numen.linalg.matrix_rank(numpy.ma.array(numpy.eye(3)),
                                                                    precision=word),
    "matrix_power, masked": lambda word: numen.linalg.matrix_power(
        numpy.ma.array(numpy.eye(3)), 2, precision=word),
}


@pytest.mark.parametrize("name", COMPOSED)
def test_composed_functions_take_the_word(name):
    found, wanted = COMPOSED[name]("native"), COMPOSED[name]("default")
    assert numpy.array_equal(found, wanted)


@pytest.mark.parametrize("wrong, kind", [("single", ValueError), ("Native", ValueError),
                                         (3, TypeError), (None, TypeError)])
def test_other_words_are_refused(wrong, kind):
    words = "precision must be 'default' or 'native', got"
    with pytest.raises(kind, match=words):
        numen.linalg.precision(wrong)
    for name in ("inv", "qr", "eigh", "svdvals"):
        for dtype in "fd":
            with pytest.raises(kind, match=words):
                getattr(numen.linalg, name)(numen.eye(3, dtype=dtype), precision=wrong)
    for call in COMPOSED.values():
        with pytest.raises(kind, match=words):
            call(wrong)


def test_numpy_is_not_given_the_word():
    # What NumPy's function serves or refuses is as without it.
    with pytest.raises(TypeError, match="unexpected keyword argument 'wrong'"):
        numen.linalg.inv(numen.eye(3), wrong=1, precision="native")
    with pytest.raises(numpy.linalg.LinAlgError, match="must be square"):
        numen.linalg.inv(numen.ones((2, 3), "f"), precision="native")
    assert numen.linalg.det([[2, 0], [0, 3]], precision="native") == 6
