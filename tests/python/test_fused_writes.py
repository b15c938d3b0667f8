"""Recorded work that ends in the array that is written."""

import numpy
import pytest

import numen
from numen.native import front

from .recorded import SIZE, numbers, recording, states  # noqa: F401


def stencil(np, u):
    laplacian = u[:-2] + u[2:] - 2 * u[1:-1]
    u[1:-1] += 0.25 * laplacian
    return laplacian


def shifted_onto_itself(np, u):
    u[1:] += u[:-1] * 2


def same_map(np, u):
    u *= u + 1


def reversed_itself(np, u):
    u -= u[::-1] * 1


def into_exposed(np, u):
    out = numpy.empty(u.shape)
    np.add(u * 2, u, out=out)
    return out


def into_another_type(np, u):
    out = np.zeros(u.shape, dtype="f4")
    np.multiply(u, u + 1, out=out, casting="same_kind")
    return out


def into_an_input_of_the_pending(np, u):
    later = u * 3
    np.subtract(later, u, out=u)
    return later


def pending_target(np, u):
    x = u * 2
    x += u * 3
    return x


def broadcast_into(np, u):
    x = np.zeros((3, u.size))
    x += u * 2
    x[1] *= u + 1
    return x


def beside_what_is_read(np, u):
    np.add(np.sqrt(np.full(u.size - 1, 4.0)), u[:-1], out=u[1:])


INTO = [stencil, shifted_onto_itself, beside_what_is_read, same_map, reversed_itself,
        into_exposed, into_another_type, into_an_input_of_the_pending, pending_target,
        broadcast_into]


@pytest.mark.parametrize("program", INTO, ids=lambda program: program.__name__)
def test_recorded_work_written_into_arrays(program):
    values, u = numbers(9)
    kept, v = values.copy(), u[::2]
    wanted, given = program(numpy, values), program(numen, u)
    assert not numpy.array_equal(kept, values) or wanted is not None
    assert numpy.array_equal(numpy.asarray(u), values)
    assert numpy.array_equal(numpy.asarray(v), values[::2])
    if wanted is not None:
        assert numpy.array_equal(numpy.asarray(given), wanted)


def test_an_integer_power_written_into_an_array_is_refused():
    u = numen.full(SIZE, 2)
    with pytest.raises(ValueError, match="negative integer powers"):
        numen.power(u + 1, u - 4, out=u)


def test_what_is_written_warns_in_its_own_name():
    u = numen.full(SIZE, -1.0)
    with pytest.warns(RuntimeWarning) as caught:
        numen.sqrt(u * 2, out=u)
    assert [str(w.message) for w in caught] == ["invalid value encountered in sqrt"]


def test_a_temporary_that_another_array_shows_is_stored():
    values, u = numbers(10)
    out = numen.zeros(SIZE)
    twice = u * 2
    numen.add(twice[...], u, out=out)
    assert states(twice) == ["host"]
    named = u * 3
    numen.add(named, u, out=out)
    assert states(named) == ["host"]
    assert numpy.array_equal(numpy.asarray(out), values * 3 + values)


def test_what_ends_in_a_write_and_reads_two_results_through_other_maps():
    values, u = numbers(11)
    out = numen.zeros(SIZE - 1)
    first, second = u * 2, u + 1
    numen.add(first[1:], second[:-1], out=out)
    assert numpy.array_equal(numpy.asarray(out), (values * 2)[1:] + (values + 1)[:-1])


def test_what_is_written_is_known_to_be_written():
    front.set_debug(True)
    try:
        x = numen.zeros(20_000, "i2")  # managed, and small enough to be summed
        assert states(x) == ["host"]
        front.check_invariants()
        x += (numen.ones((40, x.size), "i2") * 2).max(axis=0) * 1
        front.check_invariants()
        assert x.tolist() == [2] * x.size
    finally:
        front.set_debug(False)


def test_a_target_that_is_not_aligned():
    size = (1 << 22) + 100  # written past the caches, by instructions that want aligned memory
    u = numen.arange(float(size))
    out = numpy.zeros(8 * size + 1, "u1")[1:].view("f8")
    numen.add(u * 2, u, out=out)
    assert numpy.array_equal(out, 3 * numpy.arange(float(size)))


def test_numbers_and_foreign_elements_are_told_apart():
    values, u = numbers(12)
    out = numen.zeros(SIZE)
    numen.add(u + 3.0, numpy.array([5.0]), out=out)
    assert numpy.array_equal(numpy.asarray(out), values + 3.0 + 5.0)


def rows_by_sums_of_columns(x):
    return x * (x + 1).sum(axis=0)


def reversed_too(x):
    y = x + 1
    return y + y[::-1]


def summed(np, z):
    return z.sum()


def written(np, z):
    out = np.zeros(z.shape)
    out += z
    return out


@pytest.mark.parametrize("end", [summed, written], ids=lambda end: end.__name__)
@pytest.mark.parametrize("program", [rows_by_sums_of_columns, reversed_too],
                         ids=lambda program: program.__name__)
def test_what_is_read_is_computed_first_and_nothing_else(program, end):
    values = numpy.arange(150.0 * 150).reshape(150, 150)  # all sums are exact
    x, ends = numen.array(values), numen.ones(values.size)
    unrelated = ends + 1
    del ends  # which would be released where memory ran out
    given = end(numen, program(x))
    assert states(unrelated) == ["pending"]
    assert numpy.array_equal(numpy.asarray(given), end(numpy, program(values)))
