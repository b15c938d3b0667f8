"""`x ** e` and `x **= e` for numbers: type, values and the error's own words are NumPy's."""

import operator
import warnings

import numpy
import pytest

import numen
from numen.native import front


def outcome(np, dtype, exponent, in_place, writable):
    array = np.array([1, 1, 1], dtype=dtype)
    array.setflags(write=writable)
    try:
        if in_place:
            array **= exponent
        else:
            array = array ** exponent
    except Exception as error:
        return type(error), str(error)
    return array.dtype, array.tolist()


@pytest.mark.parametrize("exponent", [2, 2.0, -1, -1.0, 0.5, True, 3, 2j])
@pytest.mark.parametrize("dtype", list("?bBhHiIlLefdFD"))
def test_powers(dtype, exponent):
    for in_place, writable in ((False, True), (True, True), (True, False)):
        wanted = outcome(numpy, dtype, exponent, in_place, writable)
        assert outcome(numen, dtype, exponent, in_place, writable) == wanted, (in_place, writable)


@pytest.mark.parametrize("exponent", [2, 2.0, -1, -1.0, 0.5, numpy.float64(2), 3])
@pytest.mark.parametrize("dtype", "fdFD")
def test_warnings_name_numpys_operation(dtype, exponent):
    def messages(np):
        array = np.array([0, -1, 1e30, 1e200], dtype="d").astype(dtype)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            array ** exponent
            array **= exponent
        return [str(warning.message) for warning in caught]

    assert messages(numen) == messages(numpy)


def told_of_power(np, power, x, y, dtype, size):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        power(np, np.full(size, x).astype(dtype), y)
    return sorted({str(warning.message) for warning in caught})


POWERS = {
    "array": lambda np, x, y: np.power(x, np.full(x.shape, y, x.dtype)).sum(),
    "number": lambda np, x, y: np.power(x, y).sum(),
    "operator": lambda np, x, y: (x**y).sum(),
    "in place": lambda np, x, y: operator.ipow(x, y).sum(),
    "chain": lambda np, x, y: (((x + 0) ** y + 1) * 2).sum(),
    "into": lambda np, x, y: np.power(x, y, out=np.empty_like(x)).sum(),
    "every second": lambda np, x, y: np.power(x[::2], y).sum(),
}


@pytest.mark.parametrize("power", POWERS)
@pytest.mark.parametrize("dtype", "fd")
def test_zero_to_minus_infinity_divides_by_zero(dtype, power):
    """So say NumPy's loops for AVX-512; libm, which computes halves and float_power, does not."""
    for size in (1, 3, 1000, 30_011):
        for x, y in ((0.0, -numpy.inf), (-0.0, -numpy.inf), (0.0, numpy.inf), (0.0, -1.5)):
            wanted = ["divide by zero encountered in power"] if y < 0 else []
            assert told_of_power(numen, POWERS[power], x, y, dtype, size) == wanted, (size, x, y)
            if has_vector_powers():
                assert told_of_power(numpy, POWERS[power], x, y, dtype, size) == wanted


def has_vector_powers():
    return "X86_V4" in numpy.show_config(mode="dicts")["SIMD Extensions"].get("found", ())


def test_other_powers_of_zero_are_silent():
    float_power = lambda np, x, y: np.float_power(x, y)  # noqa: E731
    for np in (numpy, numen):
        for size in (3, 30_011):
            for dtype in "efd":
                assert not told_of_power(np, float_power, 0.0, -numpy.inf, dtype, size)
            assert not told_of_power(np, POWERS["number"], 0.0, -numpy.inf, "e", size)
            assert told_of_power(np, POWERS["number"], 0.0, -2.5, "e", size)


@pytest.mark.parametrize("exponent", [-1.0, 2.0, 0.5, 1.0, -1])
@pytest.mark.parametrize("dtype", "FD")
def test_complex_powers_warn_as_numpys(dtype, exponent):
    values = [0, 1, -1, numpy.inf, -numpy.inf, numpy.nan, 1 + 2j, complex(numpy.inf, 1)]
    for x in values:
        for size in (3, 20_000):
            wanted = told_of_power(numpy, POWERS["operator"], x, exponent, dtype, size)
            assert told_of_power(numen, POWERS["operator"], x, exponent, dtype, size) == wanted


EDGES = [0.0, -0.0, 1.0, -1.0, 2.5, -2.5, numpy.inf, -numpy.inf, numpy.nan, 1e-310, 3.0]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("exponent", [2, 0.5, -1, 1, 0])
@pytest.mark.parametrize("dtype", "efd")
def test_one_exponent_for_all_is_the_simple_operation(dtype, exponent):
    """(-inf) ** 0.5 is NaN for a scalar exponent and inf for an array of exponents, as in NumPy."""
    for shape in ((), (1,), (len(EDGES),)):
        def powers(np):
            exponents = np.full(shape, exponent, dtype)
            return [np.asarray(np.power(np.asarray(numpy.array(EDGES[:count], dtype)), exponents))
                    for count in (1, len(EDGES)) if shape in ((), (1,), (count,))]

        for given, wanted in zip(powers(numen), powers(numpy)):
            # An array of exponents gives powers, which may differ in the last place.
            tolerance = 2 * numpy.finfo(dtype).eps
            numpy.testing.assert_allclose(given, wanted, rtol=tolerance, atol=0)
            assert numpy.array_equal(numpy.signbit(given) | numpy.isnan(wanted),
                                     numpy.signbit(wanted) | numpy.isnan(wanted))


@pytest.mark.parametrize("convert", [int, float, complex, bool])
def test_complex_numbers_become_no_others(convert):
    def outcome(np):
        try:
            return convert(np.array(1 + 2j))
        except TypeError as error:
            return str(error)

    assert outcome(numen) == outcome(numpy)


def test_exponents_that_repeat_along_one_axis_are_powers():
    """Only an exponent that is one element is taken simply, not a column of equal ones."""
    base = numpy.full((4, 3), -numpy.inf)
    for exponents in (numpy.full((4, 1), 0.5), numpy.full(3, 0.5), numpy.full((1, 1), 0.5)):
        with numpy.errstate(invalid="ignore"):
            given = numen.power(numen.asarray(base), numen.asarray(exponents))
            numpy.testing.assert_array_equal(given, numpy.power(base, exponents))


@pytest.mark.parametrize("exponent", [0.5, 2.0, -1.0, 1.0])
@pytest.mark.parametrize("dtype", ["i1", "i8", "?", "f4"])
def test_layout_where_the_base_is_converted_first(dtype, exponent):
    def bases(np):
        whole = np.asarray(numpy.ones((2, 3, 4), dtype))
        return [whole, whole.T, whole.transpose(1, 0, 2), whole[:, ::-1], whole[..., 0],
                np.broadcast_to(whole[0], (2, 3, 4)), np.broadcast_to(whole[:, :1], (2, 3, 4)),
                np.broadcast_to(whole[0], (2, 3, 4))[..., 0]]

    for ours, theirs in zip(bases(numen), bases(numpy)):
        given, wanted = (np.power(base, np.float64(exponent))
                         for np, base in ((numen, ours), (numpy, theirs)))
        assert (given.dtype, given.strides) == (wanted.dtype, wanted.strides)


@pytest.mark.parametrize("exponent", [1.0, 2.0, 0.5, -1.0, 0.0, 3.0])
@pytest.mark.parametrize("base", [2, 2.0, True, numpy.float64(2), numpy.float32(2), numpy.int8(2)])
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", "i4"])
def test_number_to_the_power_of_one_element(dtype, base, exponent):
    for shape in ((), (1,), (1, 1)):
        exponents = numpy.full(shape, exponent, dtype)
        if dtype == "i4" and exponent < 0:
            continue
        for power in (lambda np, x: np.power(base, x), lambda np, x: base ** x):
            given, wanted = (power(np, np.asarray(exponents)) for np in (numen, numpy))
            assert (given.dtype, given.shape, given) == (wanted.dtype, wanted.shape, wanted)


def test_the_power_of_recorded_integers():
    """They are converted to floats, once they are computed."""
    whole = numpy.arange(200_000) % 50
    for exponent in (0.5, 2.0, -1.0, 1.5):
        front.force_deferral(True)
        try:
            recorded = numen.array(whole) + 1
            assert front.state(recorded) == "pending"
            given = recorded ** exponent
        finally:
            front.set_deferral(True)
        wanted = (whole + 1) ** exponent
        assert given.dtype == wanted.dtype
        numpy.testing.assert_allclose(numpy.asarray(given), wanted, rtol=1e-14)
