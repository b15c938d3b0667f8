"""Loops that work a vector at a time over bits or quotients: values, signs of zero and warnings are
NumPy's for ordinary numbers, special ones, and those where a vector is left for single lanes."""

import itertools

import numpy
import pytest

import numen

from .agreement import assert_agrees, differences

FLOATS = ["f8", "f4", "f2"]
BINARY = ["fmod", "remainder", "floor_divide", "divmod", "nextafter"]
LENGTHS = [1, 7, 8, 9, 33, 300]
rng = numpy.random.default_rng(58)


def special(dtype):
    info = numpy.finfo(dtype)
    return numpy.array([0, -0.0, 1, -1, 3, -3, 0.1, 7.5, 1e3, info.tiny, -info.tiny, 3 * info.tiny,
                        info.smallest_subnormal, 5 * info.smallest_subnormal, info.max, -info.max,
                        numpy.inf, -numpy.inf, numpy.nan], dtype)


def operands(dtype, count):
    """Pairs of vectors: near whole quotients, of every exponent, ordinary."""
    whole = rng.integers(1, 10, count) * rng.choice([-1, 1], count)
    multiples = (whole * rng.integers(-50, 50, count)).astype(dtype)
    with numpy.errstate(all="ignore"):
        spread = [(rng.normal(size=count) * 10.0 ** rng.integers(-30, 30, count)).astype(dtype)
                  for _ in range(2)]
    yield multiples, whole.astype(dtype)
    for side in (numpy.inf, -numpy.inf):
        yield numpy.nextafter(multiples, numpy.dtype(dtype).type(side)), whole.astype(dtype)
    yield spread
    yield (1000 * rng.normal(size=count)).astype(dtype), rng.normal(size=count).astype(dtype)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", BINARY)
def test_special_pairs(name, dtype):
    pairs = numpy.array(list(itertools.product(special(dtype), repeat=2)))
    with numpy.errstate(all="warn"):
        assert_agrees(name, pairs[:, 0], pairs[:, 1])
        for pair in pairs:
            assert_agrees(name, pair[:1], pair[1:])


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", BINARY)
def test_pairs(name, dtype):
    with numpy.errstate(all="warn"):
        for count in LENGTHS:
            for x, y in operands(dtype, count):
                assert_agrees(name, x, y)
                assert_agrees(name, x, y[:1].reshape(()))
                assert_agrees(name, x[0], y)


@pytest.mark.parametrize("dtype", ["f8", "f4"])
@pytest.mark.parametrize("name", ["spacing", "frexp", "modf"])
def test_one_operand(name, dtype):
    with numpy.errstate(all="warn"):
        assert_agrees(name, special(dtype))
        for value in special(dtype):
            assert_agrees(name, numpy.array([value]))
        for count in LENGTHS:
            for x, y in operands(dtype, count):
                assert_agrees(name, x)
                assert_agrees(name, y)


@pytest.mark.parametrize("exponents", ["i1", "i2", "i4", "i8", "u1", "u2"])
@pytest.mark.parametrize("dtype", FLOATS)
def test_scaling(dtype, exponents):
    info = numpy.iinfo(exponents)
    extreme = numpy.array([0, 1, info.min, info.max, 60, 127], exponents)
    with numpy.errstate(all="warn"):
        for value, power in itertools.product(special(dtype), extreme):
            assert_agrees("ldexp", numpy.array([value]), numpy.array([power]))
        for count in LENGTHS:
            powers = numpy.clip(rng.integers(-1200, 1200, count), info.min, info.max)
            for x, _ in operands(dtype, count):
                assert_agrees("ldexp", x, powers.astype(exponents))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("name", ["logaddexp", "logaddexp2"])
def test_logarithms_of_sums(name, dtype):
    tolerance = 4 * numpy.finfo(dtype).eps
    pairs = numpy.array(list(itertools.product(special(dtype), repeat=2)))
    with numpy.errstate(all="warn"):
        for pair in pairs:
            assert_agrees(name, pair[:1], pair[1:], tolerance=tolerance)
        for count in LENGTHS:
            x, y = (rng.normal(size=count) * 5 for _ in range(2))
            assert_agrees(name, x.astype(dtype), y.astype(dtype), tolerance=tolerance)
        for distance in (0, 10, 80, 90, 100, 500, 700, 740, 760):
            x = numpy.array([1, 2, 3], "f8").astype(dtype)
            assert_agrees(name, x, x - numpy.array(distance, dtype), tolerance=tolerance)


@pytest.mark.parametrize("dtype", ["i8", "u8", "i4", "i2"])
@pytest.mark.parametrize("name", ["gcd", "lcm"])
def test_divisors(name, dtype):
    info = numpy.iinfo(dtype)
    extreme = numpy.array([0, 1, 2, 3, 12, 18, 1 << 14, info.max, info.max - 1, info.min,
                           info.max // 2 + 1, info.min // 2], dtype)
    pairs = numpy.array(list(itertools.product(extreme, repeat=2)))
    assert_agrees(name, pairs[:, 0], pairs[:, 1])
    for count in LENGTHS:
        large = rng.integers(info.min, info.max, count, dtype=dtype, endpoint=True)
        small = rng.integers(0, 100, count).astype(dtype)
        for x, y in ((large, small), (small, large), (large, large[::-1]), (small, small[::-1])):
            assert_agrees(name, x, y)
            assert_agrees(name, x, y[0])


@pytest.mark.parametrize("name", ["hypot", "logaddexp", "fmod", "remainder", "floor_divide",
                                  "nextafter", "copysign"])
@pytest.mark.parametrize("dtype", ["f8", "f4"])
def test_folded(name, dtype):
    x = (rng.random(200) + 1).astype(dtype)
    for part in (x, x[:3], x[::2], x.reshape(10, 20), numpy.append(x, numpy.nan)):
        assert_agrees(f"{name}.reduce", part, tolerance=1e-6)
        assert_agrees(f"{name}.accumulate", part, tolerance=1e-6)
    assert_agrees(f"{name}.reduceat", x, [0, 5, 9, 9, 100], tolerance=1e-6)


@pytest.mark.parametrize("name", ["gcd", "lcm", "bitwise_or", "bitwise_xor", "bitwise_and"])
def test_folded_integers(name):
    x = 6 * rng.integers(1, 1000, 3000)
    for part in (x, x[:3], x[::2], x.reshape(60, 50), x.reshape(2, 30, 50), x.astype("u2")):
        for axis in range(part.ndim):
            before = part.copy()
            assert_agrees(f"{name}.reduce", part, axis=axis)
            assert (part == before).all()
    assert_agrees(f"{name}.reduceat", x, [0, 5, 9, 9, 100])


@pytest.mark.parametrize("other", ["i8", "i4", "u1", "?", "f4", "f8"])
@pytest.mark.parametrize("name", ["add", "divide", "power", "fmod", "divmod", "less", "hypot",
                                  "arctan2", "left_shift", "logical_and"])
def test_mixed_types(name, other):
    tolerance = 1e-6 if name in ("power", "hypot", "arctan2") else 0.0
    with numpy.errstate(all="warn"):
        for count in (1, 10, 257, 600):
            x = rng.integers(1, 5, count)
            for dtype in ("i8", "f8", "f4", "i2", "c16"):
                for second in (x[::-1].astype(other), x[-1].astype(other)):
                    assert_agrees(name, x.astype(dtype), second, tolerance=tolerance, native=False)


@pytest.mark.parametrize("dtype", ["f8", "f4"])
@pytest.mark.parametrize("name", ["argmin", "argmax"])
def test_positions_in_short_rows(name, dtype):
    for count in (1, 2, 3, 7, 8, 9, 16, 31, 32, 33, 63, 64, 65):
        rows = rng.integers(-3, 4, (20, count)).astype(dtype)
        assert_agrees(name, rows, axis=1)
        assert_agrees(name, rows, axis=0)
        assert_agrees(name, rows[0])
        rows[3, count // 2] = numpy.nan
        rows[4, count - 1] = numpy.nan
        rows[5] = -numpy.inf
        rows[6] = numpy.inf
        assert_agrees(name, rows, axis=1)


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "i4", "u1", "c16", "?"])
@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "maximum", "minimum", "fmax",
                                  "fmin", "divide", "bitwise_or", "bitwise_and", "bitwise_xor"])
def test_at_positions(name, dtype):
    for count in (1, 5, 3000):
        places = rng.integers(-20, 20, count)
        values = rng.integers(1, 3, count).astype(dtype)
        target = rng.integers(1, 5, 20).astype(dtype)
        if dtype[0] == "f":
            values[0] = target[3] = numpy.nan
        for second in (values, values[::-1], values[0], values[:1], values[:1][None]):
            for index in (places, places.astype("i1"), places[::-1], list(places[:1])):
                assert_agrees(f"{name}.at", target, index, second, native=False)
        assert_agrees(f"{name}.at", target, places, target[0], native=False)
        assert_agrees(f"{name}.at", target, numpy.append(places, 20), values[0], native=False)
        assert_agrees(f"{name}.at", target, places, numpy.append(values, values), native=False)


def written(np, target, places, values):
    """The target after target[places] = values, or the error's text."""
    a = np.array(target)
    given = np.array(values) if isinstance(values, numpy.ndarray) else values
    try:
        a[np.array(places)] = given
    except (IndexError, ValueError) as error:
        return str(error)
    return numpy.array(a), numpy.array(a[np.array(places)])


@pytest.mark.parametrize("dtype", ["f8", "f4", "i8", "u1", "c16"])
def test_written_at_positions(dtype):
    target = rng.integers(0, 9, 50).astype(dtype)
    for count in (0, 1, 3, 1024, 1025, 5000):
        places = rng.integers(-50, 50, count)
        values = rng.integers(0, 9, count)
        for index in (places, places.astype("i2"), places[::-1]):
            for new in (values.astype(dtype), values, values[::-1].astype(dtype), 7, 2.5, True,
                        numpy.float64(3), values[:1].astype(dtype), numpy.array(4, dtype)):
                wanted, given = (written(np, target, index, new) for np in (numpy, numen))
                assert str(given) == str(wanted)
        for outside in (50, -51):
            wanted, given = (written(np, target, numpy.append(places, outside), 1)
                             for np in (numpy, numen))
            assert given == wanted and "out of bounds" in wanted


def test_positions_on_the_memory_they_change():
    for np in (numpy, numen):
        a = np.arange(2000)[::-1].copy()
        a[a] = np.arange(2000)
        assert (a == numpy.arange(2000)[::-1]).all()
        b = np.arange(2000)
        b[np.arange(1, 2000)] = b[:-1]
        assert (b == numpy.append(0, numpy.arange(1999))).all()
        np.add.at(b, b, 1)
        assert b.sum() == sum(range(1999)) + 2000


@pytest.mark.parametrize("dtype", ["f8", "i8", "c8", "f4", "i2", "c16"])
@pytest.mark.parametrize("shape", [(4, 4), (5, 7), (31, 4), (33, 65), (100, 100), (3, 40, 37),
                                   (40, 3, 37), (37, 40, 4)])
def test_transposed_copies(shape, dtype):
    x = rng.integers(0, 1000, shape).astype(dtype)
    for np in (numpy, numen):
        a = np.array(x)
        for given, wanted in ((a, x), (a.T, x.T), (a[::-1], x[::-1]), (a.T[::-1], x.T[::-1]),
                              (a[1:, 1:], x[1:, 1:]), (a.T[1:, 1:], x.T[1:, 1:]),
                              (a[..., ::2], x[..., ::2]), (a.swapaxes(0, 1), x.swapaxes(0, 1))):
            for order in "CF":
                copied = given.copy(order)
                assert copied.strides == wanted.copy(order).strides
                assert (numpy.asarray(copied) == wanted).all()


@pytest.mark.parametrize("share", [0, 0.001, 0.05, 0.12, 0.5, 1])
def test_true_ones_among_few_and_many(share):
    for count in (0, 1, 7, 15, 16, 17, 255, 256, 257, 5000):
        mask = rng.random(count) < share
        loose = (mask * rng.integers(1, 255, count)).astype("u1").view("?")  # not only ones
        for given in (mask, loose, loose[1:], loose.reshape(-1, 1)):
            assert_agrees("nonzero", given)
            assert_agrees("count_nonzero", given)
            assert_agrees("flatnonzero", given)
        assert_agrees("count_nonzero", loose.view("i1"))
        for np in (numpy, numen):
            assert (np.array(numpy.arange(count))[np.array(mask)] == numpy.nonzero(mask)[0]).all()


@pytest.mark.parametrize("dtype", ["f8", "f4", "i2", "u1", "c16", "?"])
def test_chosen_from_numbers_and_arrays(dtype):
    for shape in ((1,), (7,), (300,), (13, 21)):
        mask = rng.random(shape) < 0.5
        x, y = (rng.integers(0, 9, shape).astype(dtype) for _ in range(2))
        for first, second in itertools.product((x, x[:1], x.reshape(-1)[0]), repeat=2):
            assert_agrees("where", mask, first, second)
        assert_agrees("where", mask, x, y)
        assert_agrees("where", mask[:1], x, y[0])


def unaligned_results(np, dtype, count):
    raw = np.zeros(count * numpy.dtype(dtype).itemsize + 1, "u1")
    a = raw[1:].view(dtype)
    a[...] = (numpy.arange(count) * 7) % 11 - 3.0
    places = [0, count // 2, count // 3, count - 1]
    return [np.argmax(a), np.argmin(a), np.max(a), np.sum(a), np.sort(a), np.cumsum(a),
            np.add.reduceat(a, places), np.maximum.reduceat(a, places), np.negative(a), a * a]


@pytest.mark.parametrize("count", [1, 3, 5, 16, 37, 70, 300])
@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i8", "c16"])
def test_elements_may_be_unaligned(dtype, count):
    """Wrong values are unlikely where they are not: it is the sanitizers that see such loads."""
    given = unaligned_results(numen, dtype, count)
    assert list(differences(given, unaligned_results(numpy, dtype, count), 0.0)) == []


@pytest.mark.parametrize("dtype", ["c16", "c8"])
def test_quotients_of_complex_numbers(dtype):
    """Zeros, infinities, NaN and the ends of the exponents in each part of both numbers."""
    info = numpy.finfo(dtype)
    parts = [0.0, -0.0, 1, -2.5, numpy.inf, -numpy.inf, numpy.nan, info.max, info.tiny,
             info.smallest_subnormal]
    values = numpy.array([complex(real, imag) for real, imag in itertools.product(parts, repeat=2)],
                         dtype)
    with numpy.errstate(all="warn"):
        for divisor in values:
            assert_agrees("divide", values, divisor)
        for value in values[::7]:
            assert_agrees("divide", numpy.repeat(value, 9), values[:, None],
                          layouts=["contiguous", "managed"])
            for divisor in values:
                assert_agrees("divide", numpy.repeat(value, 9), divisor, layouts=["contiguous"])
        x, y = (rng.normal(size=300) + 1j * rng.normal(size=300) for _ in range(2))
        assert_agrees("divide", x.astype(dtype), y.astype(dtype))
        assert_agrees("divide", 1, y.astype(dtype))
