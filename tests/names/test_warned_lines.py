"""A warning names the user's line, and says what NumPy's says, whichever name was called."""

import sys
import warnings
from pathlib import Path

import numpy
import pytest

import numen
from numen.native import front

INF, NAN = numpy.inf, numpy.nan
BOTH, ZERO = numpy.array([INF, -INF]), numpy.zeros(3)
INFINITE, LARGE = numpy.array([INF, INF]), numpy.array([1.5e308, 1.5e308, 1.0])
CALLS = {
    "average": lambda np: np.average(LARGE),
    "average of weighted": lambda np: np.average(INFINITE, weights=numpy.array([1.0, 0.0])),
    "cov": lambda np: np.cov(INFINITE), "cov of one": lambda np: np.cov(numpy.ones(1)),
    "corrcoef": lambda np: np.corrcoef(ZERO, ZERO),
    "corrcoef of one": lambda np: np.corrcoef(numpy.ones(1)),
    "diff": lambda np: np.diff(INFINITE), "ediff1d": lambda np: np.ediff1d(INFINITE),
    "gradient": lambda np: np.gradient(numpy.array([INF, INF, 1.0])),
    "gradient of a matrix": lambda np: np.gradient(numpy.full((3, 3), INF)),
    "trapezoid": lambda np: np.trapezoid(BOTH), "polyval": lambda np: np.polyval(LARGE, LARGE),
    "polyadd": lambda np: np.polyadd(INFINITE, -INFINITE),
    "polydiv": lambda np: np.polydiv(numpy.array([1.0, 2.0]), numpy.zeros(2)),
    "polyder": lambda np: np.polyder(LARGE), "sinc": lambda np: np.sinc(INFINITE),
    "unwrap": lambda np: np.unwrap(INFINITE), "i0": lambda np: np.i0(INFINITE),
    "linspace": lambda np: np.linspace(-LARGE[0], LARGE[0], 3),
    "logspace": lambda np: np.logspace(300, 400, 3), "kron": lambda np: np.kron(LARGE, LARGE),
    "vander": lambda np: np.vander(LARGE, 3), "ptp": lambda np: np.ptp(INFINITE),
    "histogram": lambda np: np.histogram(ZERO[:0], density=True),
    "histogramdd": lambda np: np.histogramdd(numpy.full((1, 2), 5.0), bins=[[0, 1], [0, 1]],
                                             density=True),
    "allclose": lambda np: np.allclose(LARGE, -LARGE),
    "matrix_power": lambda np: np.linalg.matrix_power(numpy.full((2, 2), 1e200), 2),
    "multi_dot": lambda np: np.linalg.multi_dot([numpy.full((2, 2), 1e200)] * 3),
    "nancumsum": lambda np: np.nancumsum(BOTH), "nanprod": lambda np: np.nanprod(LARGE),
    "quantile": lambda np: np.quantile(INFINITE, 0.5), "median": lambda np: np.median(BOTH),
    "percentile": lambda np: np.percentile(BOTH, 30), "nanmedian": lambda np: np.nanmedian(BOTH),
    "cumulative_sum": lambda np: np.cumulative_sum(BOTH),
    "full_like": lambda np: np.full_like(numpy.ones(2, "f4"), 1e300),
    "pad": lambda np: np.pad(numpy.ones(2, "f4"), 1, constant_values=1e300),
    "pad by means": lambda np: np.pad(BOTH, 1, mode="mean"),
    "insert": lambda np: np.insert(numpy.ones(2, "f4"), 0, 1e300),
    "mgrid": lambda np: np.mgrid[0:INF:3j],
    "emath.log": lambda np: np.emath.log(numpy.array([0.0])),
    "emath.sqrt": lambda np: np.emath.sqrt(numpy.array([complex(NAN, NAN)])),
    "emath.power": lambda np: np.emath.power(numpy.array([0.0]), -1),
    "emath.arccos": lambda np: np.emath.arccos(numpy.array([complex(NAN, 0), complex(INF, 1)])),
    "emath.logn": lambda np: np.emath.logn(0.0, numpy.array([0.0])),
    "nanquantile": lambda np: np.nanquantile(numpy.array([NAN]), 0.2),
    "vdot": lambda np: np.vdot(LARGE, LARGE), "poly": lambda np: np.poly(LARGE),
    "einsum": lambda np: np.einsum("i,i->i", LARGE, LARGE),
    "einsum of three": lambda np: np.einsum("i,i,j->ij", LARGE, LARGE, LARGE),
    "apply_along_axis": lambda np: np.apply_along_axis(np.log, 0, ZERO),
    "vectorize": lambda np: np.vectorize(np.log)(ZERO),
    "frompyfunc": lambda np: np.frompyfunc(np.log, 1, 1)(ZERO),
    "allclose without a tolerance": lambda np: refused(
        np.allclose, ZERO, ZERO, rtol=numpy.timedelta64("NaT")),
    "a type's old letter": lambda np: [np.zeros(3, "a5"), np.asarray(ZERO, "|a7")],
}
# What C code warns of while Numen's Python code runs, and what is an error besides.
CONVERSIONS = {
    "apply_along_axis of complex numbers": lambda np: np.apply_along_axis(
        lambda v: v[0] + 1j if v[0] else 1.0, 0, numpy.arange(3.0)[None]),
    "piecewise of complex numbers": lambda np: np.piecewise(LARGE, [LARGE > 2], [lambda x: x * 1j]),
    "vectorize to real numbers": lambda np: np.vectorize(lambda x: x * 1j, otypes="d")(ZERO),
    "pad by a complex number": lambda np: np.pad(ZERO, 1, constant_values=1j),
    "pad integers by a complex number": lambda np: np.pad(numpy.arange(3), 1, constant_values=1j),
    "full_like of a complex number": lambda np: np.full_like(ZERO, 1j),
    "place": lambda np: np.place(numpy.zeros(3), [True, False, False], [1j]),
    "fill_diagonal": lambda np: np.fill_diagonal(numpy.zeros((3, 3)), 1j),
    "result_type": lambda np: np.result_type("a"),
    "result_type of two": lambda np: np.result_type("a", 3),
    "can_cast": lambda np: np.can_cast("a", "f8"),
    **{f"{name} of old bytes": lambda np, name=name, args=args: getattr(np, name)(
        *args, dtype="a3")
       for name, args in {
           "eye": (3,), "identity": (3,), "tri": (2,), "linspace": (0, 1, 3), "stack": ([ZERO],),
           "full_like": (ZERO, 1), "indices": ((2,),), "fromiter": ([1],),
           "vstack": ([ZERO],), "geomspace": (1, 2, 3), "logspace": (0, 1, 3),
           "fromfunction": (lambda i: i, (2,)), "mean": (["1"],), "cumulative_sum": (ZERO,),
       }.items()},
    **{f"{name} of masked elements": lambda np, name=name, more=more: getattr(np, name)(
        [numpy.ma.masked, 1.0, 2.0], *more)
       for name, more in {
           "unique": (), "diff": (), "intersect1d": ([1.0],), "isin": ([1.0],), "median": (),
           "quantile": (0.5,), "percentile": (50,), "union1d": ([1.0],), "ptp": (), "roll": (1,),
           "gradient": (), "trapezoid": (), "cov": (), "average": (), "histogram": (2, (0, 1)),
           "pad": (1,), "nan_to_num": (), "interp": ([1.0, 2.0], [0.0, 1.0]),
           "convolve": ([1.0],), "tile": (2,), "digitize": ([1.0, 2.0],), "flip": (),
           "insert": (0, 1.0), "append": (1.0,), "vander": (), "cumulative_sum": (), "unwrap": (),
           "sinc": (), "nanmedian": (), "isclose": (1.0,), "array_equal": ([1.0],),
           "delete": (0,), "kron": ([1.0],), "outer": ([1.0],), "ediff1d": (),
           "count_nonzero": (), "argwhere": (), "expand_dims": (0,),
       }.items()},
    "astype of old bytes": lambda np: np.astype(ZERO, "a3"),
}  # fmt: skip
# Arrays are served as in a program of the user's: the tests' own processes leave NumPy's to NumPy.
@pytest.fixture(autouse=True)
def as_in_a_program():
    front.set_serves_foreign(True)
    yield
    front.set_serves_foreign(False)


SERVED = {"allclose without a tolerance", "frompyfunc"}  # where NumPy computes, its own line


def refused(function, *args, **kwargs):
    with pytest.raises(TypeError):
        function(*args, **kwargs)


def told(np, call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call(np)
    return caught


@pytest.mark.parametrize("name", CALLS)
def test_warnings_are_numpys_and_name_the_users_line(name):
    wanted, found = told(numpy, CALLS[name]), told(numen, CALLS[name])
    assert ([(item.category, str(item.message)) for item in found]
            == [(item.category, str(item.message)) for item in wanted])
    if name not in SERVED:
        assert {item.filename for item in found} <= {__file__}
        first = CALLS[name].__code__.co_firstlineno
        assert all(first <= item.lineno <= first + 2 for item in found)


@pytest.mark.parametrize("name", CONVERSIONS)
def test_warnings_of_conversions_name_no_line_of_numens(name):
    found = []
    for np in (numpy, numen):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                CONVERSIONS[name](np)
            except (TypeError, ValueError) as error:
                found.append((type(error), str(error)))
        found.append([(item.category, str(item.message)) for item in caught])
        folder = Path(numen.__file__).parent
        assert not [item.filename for item in caught if Path(item.filename).is_relative_to(folder)]
    half = len(found) // 2
    wanted, given = found[:half], found[half:]
    assert wanted[:-1] == given[:-1] and set(wanted[-1]) == set(given[-1])
    # NumPy may convert a list twice.
    assert all(given[-1].count(item) <= wanted[-1].count(item) for item in given[-1])


@pytest.mark.parametrize("name", ["arccos", "arccosh", "hypot", "greater", "maximum", "log1p"])
@pytest.mark.parametrize("value", [0.0, 0.5, 1.0, 3.5, NAN])
def test_no_flags_are_left_that_nobody_raised(name, value):
    def call(np):
        function, count = getattr(np, name), getattr(numpy, name).nin
        return numpy.frompyfunc(function, count, 1)(*[numpy.full(2, value)] * count)

    texts = [[str(item.message) for item in told(np, call)] for np in (numen, numpy)]
    assert texts[0] == texts[1]


def test_each_line_of_the_user_warns_once():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            numen.diff(INFINITE)
        for _ in range(3):
            numen.quantile(INFINITE, 0.5)
        numen.diff(INFINITE)
    lines = [item.lineno for item in caught]
    start = test_each_line_of_the_user_warns_once.__code__.co_firstlineno
    assert [line - start for line in lines] == [4, 6, 7]


def test_filters_by_module_are_those_of_the_users_module():
    for call in (CALLS["diff"], CALLS["quantile"], CALLS["full_like"]):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            warnings.filterwarnings("ignore", module=__name__)
            call(numen)
        assert not caught


@pytest.mark.parametrize("name", ["diff", "quantile", "polydiv", "pad", "vectorize"])
def test_filters_make_errors_of_them(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(RuntimeWarning, match="encountered in"):
            CALLS[name](numen)


@pytest.mark.parametrize("name", ["diff", "quantile", "polydiv", "pad", "vdot", "einsum", "poly"])
def test_error_states_are_obeyed(name):
    def outcome(np, mode):
        with numpy.errstate(all=mode), warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                CALLS[name](np)
            except FloatingPointError as error:
                return str(error)

    for mode in ("raise", "ignore"):
        assert outcome(numen, mode) == outcome(numpy, mode)


def test_a_users_function_warns_of_its_own_line():
    def inner(row):
        return numpy.float64(1.0) / row.sum() - numen.log(row)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        numen.apply_along_axis(inner, 0, ZERO)
    assert {(item.filename, item.lineno) for item in caught} == {
        (__file__, inner.__code__.co_firstlineno + 1)}
    assert len(caught) == 2


def test_recorded_work_of_a_composite_names_the_users_line():
    values = numen.zeros(100_000)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        line = sys._getframe().f_lineno + 1
        float(numen.emath.log(values)[3])
    assert {(item.filename, item.lineno) for item in caught} == {(__file__, line)}
