"""What the block machine does with a program: the same bits and reports as its loops one by one."""

import os
import subprocess
import sys
import warnings

import numpy
import pytest

import numen
from numen.native import front
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


@pytest.mark.parametrize("instruction_set", ["v2", "v3"])
def test_on_other_instruction_sets(instruction_set):
    if instruction_set > front.info()["instruction_set"]:
        pytest.skip(f"{instruction_set} is above the instruction set in use")
    program = ("from tests.unit.test_block_machine import different, front; "
               "front.set_managed_threshold(0); "
               f"assert front.info()['instruction_set'] == '{instruction_set}'; "
               "assert different(range(400, 700)) == []")
    subprocess.run([sys.executable, "-c", program], check=True,
                   env={**os.environ, "NUMEN_CPU": instruction_set})
