"""Rows of many blocks: sums with NumPy's bits, quantifiers with one odd element, positions of both
signs, complex rows by matrices. Lengths lie on both sides of runs, blocks and registers.
"""

import numpy
import pytest

import numen

LENGTHS = (7, 8, 127, 128, 129, 255, 257, 1000, 1025, 4097, 10_007, 32_767, 32_769, 100_003,
           1 << 17)


@pytest.mark.parametrize("step", (1, 2, 3, 5))
@pytest.mark.parametrize("dtype", ("f8", "c16"))
def test_sums_have_numpys_bits(dtype, step):
    rng = numpy.random.default_rng(step)
    for length in LENGTHS:
        base = rng.normal(size=length * step).astype(dtype)
        if dtype == "c16":
            base += 1j * rng.normal(size=base.size)
        assert numen.array(base)[::step].sum() == base[::step].sum(), length


@pytest.mark.parametrize("dtype", ("i4", "u8", "f4", "f8", "c8", "c16"))
def test_one_odd_element_decides(dtype):
    false, true = [0], [1, 1 << 30]
    if dtype[0] in "fc":
        false, true = [0, -0.0], [1, numpy.nan, -numpy.finfo(dtype).smallest_subnormal]
    if dtype[0] == "c":
        false, true = [*false, complex(-0.0, -0.0)], [*true, 1j]
    for length in LENGTHS:
        for place in {0, 1, length // 2, length - 2, length - 1}:
            for value in false:
                a = numpy.ones(length, dtype)
                a[place] = value
                assert not numen.all(numen.array(a)) and not a.all(), (length, place)
            for value in true:
                a = numpy.zeros(length, dtype)
                if dtype[0] in "fc":
                    a = -a
                assert not numen.any(numen.array(a))
                a[place] = value
                assert numen.any(numen.array(a)) and a.any(), (length, place, value)


@pytest.mark.parametrize("dtype", ("u1", "f4", "c16"))
def test_positions_of_both_signs(dtype):
    rng = numpy.random.default_rng(7)
    for length in (1, 3, 4, 5, 8, 1000, 1023, 40_001):
        a = rng.integers(0, 99, length).astype(dtype)
        for least in (0, -length):
            places = rng.integers(least, length, length)
            assert numpy.array_equal(numen.array(a)[numen.array(places)], a[places])
            assert numpy.array_equal(numen.take(numen.array(a), numen.array(places)), a[places])
            ours, theirs = numen.array(a), a.copy()
            ours[numen.array(places)] = numen.array(a[::-1].copy())
            theirs[places] = a[::-1]
            assert numpy.array_equal(ours, theirs)
            for place in (0, length // 2, length - 1):
                for beyond in (length, -length - 1, -(1 << 63), (1 << 63) - 1):
                    wrong = places.copy()
                    wrong[place] = beyond
                    with pytest.raises(IndexError):
                        numen.array(a)[numen.array(wrong)]
                    with pytest.raises(IndexError):
                        numen.take(numen.array(a), numen.array(wrong))


@pytest.mark.parametrize("dtype", ("c8", "c16"))
def test_a_complex_row_by_a_matrix(dtype):
    """Small whole numbers: the sums are exact."""
    rng = numpy.random.default_rng(3)

    def whole(*shape):
        return (rng.integers(-9, 9, shape) + 1j * rng.integers(-9, 9, shape)).astype(dtype)

    for rows in (1, 2, 3, 8, 17):
        for columns in (1, 2, 3, 4, 5, 7, 8, 9, 33, 513, 1030):
            a, m = whole(rows), whole(rows, columns)
            out = numen.zeros((columns, 2), dtype)
            numen.matmul(numen.array(a), numen.array(m), out=out[:, 0])
            assert numpy.array_equal(numen.array(a) @ numen.array(m), a @ m), (rows, columns)
            assert numpy.array_equal(out[:, 0], a @ m), (rows, columns)
            assert numpy.array_equal(numen.array(a)[::-1] @ numen.array(m), a[::-1] @ m)


def test_a_long_vector_times_its_conjugate_is_real():
    rng = numpy.random.default_rng(1)
    x = rng.normal(size=100_003) + 1j * rng.normal(size=100_003)
    found = numen.vdot(numen.array(x), numen.array(x))
    assert found.imag == 0 and abs(found - numpy.vdot(x, x)) <= 1e-12 * abs(found)
