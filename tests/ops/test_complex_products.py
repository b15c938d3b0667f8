"""Products of complex numbers, by each other and by one for all, and squares of their parts, in
rows of every length: the bits of NumPy's, infinities, NaN and zeros of both signs included."""

import itertools

import numpy
import pytest

import numen

SPECIAL = [0.0, -0.0, 1.0, -2.5, numpy.inf, -numpy.inf, numpy.nan]


def numbers(rng, dtype, count):
    z = numpy.empty(count, dtype)
    z.real, z.imag = rng.normal(size=(2, count)) * 10.0 ** rng.integers(-3, 4, (2, count))
    return z


def same(given, wanted):
    """Bit by bit but for NaN, of which the sign is the processor's."""
    given, wanted = (numpy.asarray(z).view(z.real.dtype) for z in (given, wanted))
    are_nan = numpy.isnan(wanted)
    return (numpy.array_equal(numpy.isnan(given), are_nan)
            and given[~are_nan].tobytes() == wanted[~are_nan].tobytes())


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_rows_of_every_length(dtype):
    rng = numpy.random.default_rng(5)
    for count in [*range(1, 40), 1000, 20_001]:
        x, y = numbers(rng, dtype, count), numbers(rng, dtype, count)
        mine, other = numen.array(x), numen.array(y)
        assert same(numpy.asarray(mine * other), x * y), count
        assert same(numpy.asarray(mine * y[0]), x * y[0]), count
        assert same(numpy.asarray(y[0] * mine), y[0] * x), count
        assert same(numpy.asarray(numen.square(mine)), numpy.square(x)), count
        apart = numpy.asarray(mine[::2] * other[::2])
        assert same(apart, x[::2] * y[::2]), count
        mine *= other
        assert same(numpy.asarray(mine), x * y), count


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_special_numbers(dtype):
    parts = list(itertools.product(SPECIAL, repeat=2))
    z = numpy.array([complex(*each) for each in parts], dtype)
    x, y = numpy.repeat(z, z.size), numpy.tile(z, z.size)
    with numpy.errstate(all="ignore"), numen.errstate(all="ignore"):
        assert same(numpy.asarray(numen.array(x) * numen.array(y)), x * y)
        for one in z:
            assert same(numpy.asarray(numen.array(z) * one), z * one), one
            assert same(numpy.asarray(one * numen.array(z)), one * z), one


@pytest.mark.parametrize("dtype", ["c8", "c16"])
@pytest.mark.parametrize("steps", list(itertools.product([1, 2, -1, 3], [1, -2], [1, 2, -1])))
def test_numbers_that_lie_apart(dtype, steps):
    """Results that lie apart, too: the bits of NumPy's for numbers in a row."""
    rng = numpy.random.default_rng(6)
    for count in [1, 5, 17, 300, 1001]:
        bases = [numbers(rng, dtype, count * abs(step)) for step in steps[:2]]
        # Products of numbers that do not lie in a row are rounded once more by NumPy.
        rows = [base[::step].copy() for base, step in zip(bases, steps)]
        given = [numen.array(base)[::step] for base, step in zip(bases, steps)]
        room = numpy.zeros(count * abs(steps[2]), dtype)
        for name, operands in [("multiply", 2), ("square", 1), ("add", 2), ("subtract", 2),
                               ("negative", 1), ("conjugate", 1)]:
            wanted, mine = room.copy(), numen.array(room)
            wanted[::steps[2]] = getattr(numpy, name)(*rows[:operands])
            getattr(numen, name)(*given[:operands], out=mine[::steps[2]])
            assert same(numpy.asarray(mine), wanted), (name, count)


@pytest.mark.parametrize("dtype", ["c8", "c16"])
@pytest.mark.parametrize("step", [1, 2, -1])
def test_signs(dtype, step):
    """Within two units in the last place of x/|x| in higher precision; zeros, infinities and NaN
    are those of NumPy."""
    rng = numpy.random.default_rng(7)
    unit = numpy.finfo(dtype).eps
    for count in [1, 7, 255, 256, 257, 1000]:
        z = numbers(rng, dtype, count * abs(step))
        given = numpy.asarray(numen.sign(numen.array(z)[::step]))
        exact = z[::step].astype("c32")
        exact = exact / numpy.hypot(exact.real, exact.imag)
        for part in ("real", "imag"):
            right, mine = getattr(exact, part), getattr(given, part)
            assert numpy.all(numpy.abs(mine - right) <= unit * numpy.abs(right)), count
        for place in {0, count // 2, count - 1}:
            for parts in itertools.product(SPECIAL, repeat=2):
                z[::step][place] = complex(*parts)
                with numpy.errstate(all="ignore"), numen.errstate(all="ignore"):
                    mine = numpy.asarray(numen.sign(numen.array(z)[::step]))
                    wanted = numpy.sign(z[::step])
                assert same(mine[place:place + 1], wanted[place:place + 1]), (parts, place)
                close = numpy.allclose(numpy.delete(mine, place), numpy.delete(wanted, place),
                                       rtol=4 * unit, atol=0, equal_nan=True)
                assert close, (parts, place)


def flags_of(function, *operands):
    """The floating-point errors that it reports."""
    found = []
    with numpy.errstate(all="call", call=lambda kind, _: found.append(kind)):
        function(*operands)
    return sorted(found)


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_flags_of_rows_of_every_length(dtype):
    """Those that the products of the numbers one by one raise, no others."""
    tiny = 1e-25 if dtype == "c8" else 1e-180
    kinds = [complex(-1e34, numpy.inf), complex(tiny, 1), complex(1, tiny), complex(tiny, -1e9)]
    for z, count in itertools.product(kinds, range(1, 20)):
        row = numpy.full(count, z, dtype)
        for of_numpy, mine, operands in [(numpy.square, numen.square, 1),
                                         (numpy.multiply, numen.multiply, 2)]:
            wanted = flags_of(of_numpy, *[row] * operands)
            for step in (1, 2):
                given = numen.array(numpy.repeat(row, step))[::step]
                assert flags_of(mine, *[given] * operands) == wanted, (z, count, step)


@pytest.mark.parametrize("dtype", ["c8", "c16"])
def test_signs_do_not_depend_on_neighbours(dtype):
    """Subnormal numbers and flags included: those of NumPy's but for the last place."""
    rng = numpy.random.default_rng(8)
    unit, least = numpy.finfo(dtype).eps, float(numpy.finfo(dtype).tiny)
    z = numbers(rng, dtype, 300)
    z[::7] *= least / 30
    alone = [numpy.asarray(numen.sign(numen.array(z[i:i + 1])))[0] for i in range(z.size)]
    assert same(numpy.asarray(numen.sign(numen.array(z))), numpy.array(alone))
    for special in (0, numpy.inf, numpy.nan):
        beside = z.copy()
        beside[100] = special
        given = numpy.asarray(numen.sign(numen.array(beside)))
        assert same(numpy.delete(given, 100), numpy.delete(alone, 100)), special
    assert numpy.allclose(alone, numpy.sign(z), rtol=4 * unit, atol=0)
    for small in (complex(least, least) / 64, complex(1, 2), complex(0, least)):
        row = numpy.full(9, small, dtype)
        assert flags_of(numen.sign, numen.array(row)) == flags_of(numpy.sign, row), small


@pytest.mark.parametrize("dtype", ["c8", "c16"])
@pytest.mark.parametrize("part", ["real", "imag"])
def test_squares_of_parts(dtype, part):
    """Rows of every length that end with the array; the other part is not looked at."""
    rng = numpy.random.default_rng(9)
    other = {"real": "imag", "imag": "real"}[part]
    huge = numpy.finfo(dtype).max
    for count in [*range(1, 70), 1000, 20_001]:
        z = numbers(rng, dtype, count)
        setattr(z, other, huge)
        row = getattr(z, part)
        mine = getattr(numen.array(z), part)
        assert same(numpy.asarray(mine**2), numpy.square(row)), count
        assert flags_of(numen.square, mine) == [], count
        if count < 70:
            for place in range(count):
                with_one = row.copy()
                with_one[place] = huge
                setattr(z, part, with_one)
                assert flags_of(numen.square, getattr(numen.array(z), part)) == ["overflow"], place
