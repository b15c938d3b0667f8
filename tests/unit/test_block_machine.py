"""What the block machine does with a program: the same bits and reports as its loops one by one."""

import os
import subprocess
import sys
import warnings

import numpy
import pytest

import numen
from numen.native import front
from tests.instruction_sets import AVAILABLE
from tests.python.recorded import recording  # noqa: F401 (a fixture)

KINDS = ("float32", "float64", "int32", "uint32", "int64", "uint64")
# Between two blocks, in one of them, and around the lengths of vectors.
SIZES = (1, 7, 8, 15, 16, 17, 63, 1000, 4096, 4097, 20_011)


@pytest.fixture(autouse=True)
def every_size():
    """Arrays of any size are recorded."""
    before = front.info()["managed_threshold"]
    front.set_managed_threshold(0)
    yield
    front.set_managed_threshold(before)


def specials(kind):
    """Numbers at the ends of the type; NaNs of both signs with payloads of their own."""
    if numpy.dtype(kind).kind != "f":
        return numpy.array([0, 1, numpy.iinfo(kind).max, numpy.iinfo(kind).min], kind)
    info = numpy.finfo(kind)
    bits = numpy.dtype(kind.replace("float", "uint"))
    nans = (numpy.array([numpy.nan, -numpy.nan], kind).view(bits) + numpy.array([5, 9], bits))
    numbers = numpy.array([0, -0.0, 1, numpy.inf, -numpy.inf, info.max, info.tiny,
                           info.smallest_subnormal, -1], kind)
    return numpy.concatenate([numbers, nans.view(kind)])


def values(rng, kind, shape):
    """Ordinary numbers, in every third array with special ones among them."""
    made = (rng.random(shape) * 8 - 4 * (kind[0] != "u")).astype(kind)
    if made.size and rng.random() < 1 / 3:
        places = rng.random(shape) < 0.2
        made[places] = rng.choice(specials(kind), made.shape)[places]
    return made


def operands(rng, kind, size):
    """Arrays that broadcast to (3, size): whole ones, rows, columns, numbers, strided views."""
    return [values(rng, kind, (3, size)), values(rng, kind, (3, size)), values(rng, kind, size),
            values(rng, kind, (3, 1)), values(rng, kind, (1, 1)),
            values(rng, kind, (3, 2 * size))[:, ::2]]


BINARY = ("add", "subtract", "multiply", "divide", "maximum", "minimum")
UNARY = ("negative", "absolute", "square", "sqrt", "reciprocal", "exp", "positive")


def computed(module, rng, given, operations):
    """The last two results of a random line of operations, each of which reads the one before."""
    known = [module.array(x) if x.strides[-1] == x.itemsize or x.size < 2
             else module.array(numpy.repeat(x, 2, axis=-1))[:, ::2] for x in given]
    for _ in range(operations):
        taken = [known[-1]]
        if rng.random() < 0.7:
            name = BINARY[rng.integers(len(BINARY))]
            taken.insert(rng.integers(2), known[rng.integers(len(known))])
        else:
            name = UNARY[rng.integers(len(UNARY))]
        known.append(getattr(module, name)(*taken))
    return known[-2:]


def as_bytes(result):
    """The bytes of an array, NaNs alike: whose NaN an operation on two hands on depends on how they
    lie in memory, here as in NumPy.
    """
    result = numpy.array(result)
    result[result != result] = 0.5
    return result.dtype, result.shape, result.tobytes()


def bits_and_warnings(seed, deferred):
    """The results of program `seed` as bytes, and its warnings without places."""
    front.force_deferral(deferred)
    rng = numpy.random.default_rng(seed)
    kind, size = KINDS[rng.integers(len(KINDS))], SIZES[rng.integers(len(SIZES))]
    given = operands(rng, kind, size)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        results = computed(numen, rng, given, rng.integers(2, 14))
        results = [as_bytes(x) for x in results[::-1]]
    return (results, sorted(str(warning.message) for warning in said))


def different(seeds):
    return [seed for seed in seeds
            if bits_and_warnings(seed, True) != bits_and_warnings(seed, False)]


def test_recorded_lines_have_the_bits_and_warnings_of_single_operations():
    assert different(range(400)) == []


@pytest.mark.parametrize("kind", ["float32", "float64"])
@pytest.mark.parametrize("divisor", [0.25, -2.0, 2.0**-126, 2.0**120, 3.0, 0.0, numpy.inf])
def test_a_quotient_by_a_power_of_two_is_the_quotient(kind, divisor):
    values = numpy.concatenate([numpy.linspace(-3, 3, 101).astype(kind), specials(kind),
                                -specials(kind), specials(kind) * numpy.finfo(kind).eps])
    with warnings.catch_warnings(record=True) as said, numpy.errstate(all="warn"):
        warnings.simplefilter("always")
        wanted = abs(values) / numpy.array(divisor, kind)
        of_numpy, said[:] = sorted(str(x.message) for x in said), []
        given = abs(numen.array(values)) / numen.array(divisor, kind)
        assert as_bytes(given) == as_bytes(wanted)
        assert sorted(str(x.message) for x in said) == of_numpy


def hard_numerators(divisor, digits):
    """Whole numbers whose quotients by the odd divisor lie next to the middle of two numbers of so
    many binary digits.
    """
    found = []
    for halves in (2 ** (digits + 1), 2 ** (digits + 2)):
        inverse = pow(divisor, -1, halves)
        for off in range(-40, 41):
            numerator = (divisor * (off * inverse % halves) - off) // halves
            if 0 < numerator < 2**digits:
                found.append(numerator)
    return found


@pytest.mark.parametrize("kind, digits", [("float32", 24), ("float64", 53)])
def test_a_quotient_by_one_number_is_rounded_as_any_other(kind, digits):
    rng = numpy.random.default_rng(3)
    divisors = [2**digits - 1, 2 ** (digits - 1) + 1]
    divisors += [int(x) | 1 for x in rng.integers(2 ** (digits - 1), 2**digits, 100)]
    for number, divisor in enumerate(divisors):
        numerators = [float(x) for x in hard_numerators(divisor, digits)]
        numerators += list(rng.integers(2 ** (digits - 1), 2**digits, 300).astype("float64"))
        given = numpy.array(numerators).astype(kind) * numpy.array(2.0 ** (number - 50), kind)
        given = numpy.concatenate([given, -given, [0, -0.0]]).astype(kind)
        by = numpy.array((-1) ** number * float(divisor)).astype(kind)
        assert (numpy.array(numen.array(given) / by)).tobytes() == (given / by).tobytes()


@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_a_quotient_by_one_number_at_the_ends_of_the_type(kind):
    info = numpy.finfo(kind)
    many = numpy.concatenate([specials(kind), numpy.array([info.tiny, info.max], kind) / 3,
                              numpy.linspace(-2, 2, 33).astype(kind) * info.smallest_normal])
    for divisor in (*specials(kind), 3, -3, info.max / 3, info.tiny * 3, info.tiny / 3):
        by = numpy.array(divisor, kind)
        with warnings.catch_warnings(record=True) as said, numpy.errstate(all="warn"):
            warnings.simplefilter("always")
            wanted = many / by
            of_numpy, said[:] = sorted(str(x.message) for x in said), []
            given = numen.array(many) / numen.array(by)
            assert as_bytes(given) == as_bytes(wanted)
            assert sorted(str(x.message) for x in said) == of_numpy
            is_nan = numpy.isnan(many)
            assert numpy.array_equal(numpy.signbit(numpy.array(given)[is_nan]),
                                     numpy.signbit(wanted[is_nan]))


ROW_LENGTHS = (*range(2, 36), 47, 63, 64, 100, 127, 128, 129, 136, 260, 511, 512, 1000, 3000)


@pytest.mark.parametrize("columns", ROW_LENGTHS)
def test_sums_of_float64_rows_have_the_bits_of_numpy(columns):
    rng = numpy.random.default_rng(columns)
    rows = rng.standard_normal((71, columns)) * 2.0 ** rng.integers(-9, 9, (71, columns))
    given, wanted = numen.array(rows), rows.sum(axis=1)
    front.force_deferral(False)
    assert numpy.array(given.sum(axis=1)).tobytes() == wanted.tobytes()
    assert [float(x.sum()) for x in given] == list(wanted)
    front.force_deferral(True)
    assert numpy.array(given.sum(axis=1)).tobytes() == wanted.tobytes()
    assert (numpy.array(((given - 1) * 3).sum(axis=1)).tobytes()
            == ((rows - 1) * 3).sum(axis=1).tobytes())


def of_rows(x):
    """Values of rows, alone and among elements."""
    middle = x.sum(axis=1, keepdims=True)
    top, bottom = x.max(axis=1), x.min(axis=1, keepdims=True)
    return middle, top, bottom, x / middle - bottom * top[:, None], (x * x).mean(axis=1)


@pytest.mark.parametrize("kind", ["float32", "float64"])
@pytest.mark.parametrize("columns", ROW_LENGTHS)
def test_rows_have_the_bits_that_each_has_alone(columns, kind):
    rng = numpy.random.default_rng(columns)
    rows = (rng.random((131, columns)) * 8 - 4).astype(kind)
    places = rng.random(rows.shape) < 0.01
    rows[places] = rng.choice(specials(kind), rows.shape)[places]
    with numpy.errstate(all="ignore"):
        front.force_deferral(True)
        together = [as_bytes(x) for x in of_rows(numen.array(rows))]
        front.force_deferral(False)
        given = numen.array(rows)
        assert [as_bytes(x) for x in of_rows(given)] == together
        alone = [of_rows(given[i:i + 1]) for i in range(len(rows))]
        for which, (dtype, shape, found) in enumerate(together):
            parts = [as_bytes(x[which])[2] for x in alone]
            assert b"".join(parts) == found
        for name in ("max", "min"):
            assert numpy.array_equal(getattr(given, name)(axis=1), getattr(rows, name)(axis=1),
                                     equal_nan=True)


@pytest.mark.parametrize("first", [0, 1, 5])
def test_results_that_no_cache_holds_are_whole(first):
    size = 9_000_011
    a, b = (numpy.random.default_rng(seed).random(size, dtype="float32") for seed in (1, 2))
    out = numen.full(size + 2 * first, -1, "float32")
    given = [numen.array(x) for x in (a, b)]
    numen.add(given[0] * given[1], 1, out=out[first:size + first])
    wanted = numpy.full(size + 2 * first, -1, "float32")
    wanted[first:size + first] = a * b + numpy.float32(1)
    assert numpy.array_equal(numpy.array(out), wanted)


@pytest.mark.parametrize("shape", [(3001, 3003), (450_001, 21)])
def test_rows_that_no_cache_holds_are_whole(shape):
    rows = numpy.random.default_rng(1).random(shape, dtype="float32")
    given, results = numen.array(rows), []
    for deferred in (False, True):
        front.force_deferral(deferred)
        off = given - given.min(axis=1, keepdims=True)
        results.append(numpy.array(off / off.sum(axis=1, keepdims=True)))
    assert results[0].tobytes() == results[1].tobytes()
    off = rows - rows.min(axis=1, keepdims=True)
    assert numpy.allclose(results[1], off / off.sum(axis=1, keepdims=True), rtol=1e-5)


def test_an_input_that_is_overwritten_is_judged_as_it_was():
    for place in (5, 69_999):  # in the first block, and behind the last whole vector
        plain = numpy.linspace(-1, 1, 70_001)
        plain[place] = numpy.inf
        a, b = numen.array(plain), numen.array(plain)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            a -= b * 2
        with numpy.errstate(invalid="ignore"):
            wanted = plain - plain * 2
        assert numpy.array_equal(numpy.array(a), wanted, equal_nan=True)
        assert [str(x.message) for x in said] == ["invalid value encountered in subtract"]


@pytest.mark.parametrize("instruction_set", AVAILABLE)
def test_on_each_instruction_set(instruction_set):
    program = ("from tests.unit.test_block_machine import *; "
               "front.set_managed_threshold(0); "
               f"assert front.info()['instruction_set'] == '{instruction_set}'; "
               "assert different(range(400, 700)) == []; "
               "[test_rows_have_the_bits_that_each_has_alone(columns, kind) "
               "for columns in (2, 5, 8, 17, 64, 300, 1000) for kind in ('float32', 'float64')]")
    subprocess.run([sys.executable, "-c", program], check=True,
                   env={**os.environ, "NUMEN_CPU": instruction_set})
