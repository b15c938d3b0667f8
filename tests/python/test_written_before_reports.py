"""Whether an output holds the results when a floating-point error, met on the way, is raised."""

import warnings

import numpy
import pytest

import numen
from numen.native import front

BIG = "np.full((5, 2), 1e308)"
# Calls that meet errors; `o` is float64, `f`, `i` and `c` of other types, `s` without axes.
CALLS = [
    f"{BIG}.sum(axis=0, out=o)", f"{BIG}.prod(axis=0, out=o)", f"np.sum({BIG}, axis=0, out=o)",
    "np.array([[1e308, 1], [1e308, 2], [1e308, 3]]).mean(axis=0, out=o)",
    "np.array([[np.inf, 1], [-np.inf, 2]]).mean(axis=0, out=o)",
    "np.array([[np.inf, 1], [-np.inf, 2]]).sum(axis=0, out=o)",
    "np.array([[1e154, 1], [-1e154, 2], [1e154, 2]]).var(axis=0, out=o)",
    "np.array([[1e308, 1], [-1e308, 2]]).std(axis=0, out=o, ddof=1)",
    f"{BIG}.sum(axis=0, out=o, initial=1.)",
    "np.full((1, 2), 1e308).sum(axis=0, out=o, initial=1e308)",
    f"{BIG}.sum(axis=0, out=o, where=np.array([True, False]))",
    f"np.add.reduce({BIG}, out=o)", f"np.multiply.reduce({BIG}, out=o)",
    f"np.nansum({BIG}, axis=0, out=o)", f"np.nanprod({BIG}, axis=0, out=o)",
    "np.subtract.reduce(np.array([[1e308, 1], [-1e308, 2]]), out=o)",
    "np.cumsum(np.array([1e308, 1e308]), out=o)", "np.array([1e308, 1e308]).cumprod(out=o)",
    "np.add.accumulate(np.array([1e308, 1e308]), out=o)",
    "np.add.reduceat(np.full(4, 1e308), [0, 2], out=o)",
    "np.dot(np.full((2, 2), 1e308), np.full(2, 9.), out=o)",
    "np.matmul(np.full((2, 2), 1e308), np.full(2, 9.), out=o)",
    "np.full((2, 2, 2), 1e308).trace(out=o)", "np.round(np.array([1e308, 1]), 300, out=o)",
    "np.full(5, 1e308).sum(out=s)", "np.full(5, 1e308).mean(out=s)",
    "np.full((5, 2), 1e308j).sum(axis=0, out=c)", "np.full((2, 2), 3e38, 'f4').sum(0, out=f)",
    "np.full((2, 2), 3e38, 'f4').cumsum(0, out=f)",
    "(np.full((20000, 2), 1e307) * 10).sum(axis=0, out=o)",
    "np.divide(np.array([1., 1]), np.array([0., 1]), out=o)",
    "np.add(np.array([1e300, 1]), 1., out=f)", "np.divide(np.ones(2), 0., out=i, casting='unsafe')",
]
# Inputs that lie on the memory of an output: to the left, to the right, turned round, seen as
# another type, in another order, or of another length.
OVERLAPS = [("b[1:]", "b[:-1]"), ("b[:-1]", "b[1:]"), ("b[::-1]", "b"), ("b[:4]", "b[:4]"),
            ("b[2:]", "b[:-2]"), ("b.reshape(3, 3).T", "b.reshape(3, 3)"),
            ("b.reshape(3, 3)", "b.reshape(3, 3).T"),
            ("b[3:].reshape(2, 3)", "b[:6].reshape(2, 3)"), ("b[::2]", "b[:5]"),
            ("b[4:]", "b[::2]"), ("b[:5]", "b[::2]"), ("b[-1:3:-1]", "b[:5]"),
            ("b[1:].astype('f4')", "b[:-1]"), ("b[:4]", "b.view('i2')[:4]"),
            ("b.view('f4')[:5]", "b.view('f8')[:5]")]
OPERATIONS = ["np.divide({0}, 0, out={1}, casting='unsafe')",
              "np.sqrt({0}, out={1}, casting='unsafe')",
              "np.multiply({0}, k, out={1}, casting='unsafe')", "np.reciprocal({0}, {1})",
              "np.fmod({0}, k, out={1}, casting='unsafe')"]
TYPES = ["f8", "f4", "f2", "c16", "i8"]


def outcome(np, act, dtype, how):
    told = []
    np = numen if np == "numen" else numpy
    with np.errstate(all="ignore"):
        b = np.array([-1e300, 0, 1, 1e308, -5, 2, 0, 7, 3]).astype(dtype)
        k = np.array(0.).astype(dtype)
    arrays = {"o": np.array([5., 6]), "f": np.array([5, 6], "f4"), "i": np.array([5, 6]),
              "c": np.array([5j, 6]), "s": np.array(5.), "b": b, "k": k}
    with warnings.catch_warnings(record=True) as shown:
        warnings.simplefilter("error" if how == "error" else "always")
        state = np.errstate(all={"error": "warn"}.get(how, how),
                            call=lambda text, _: told.append(text))
        try:
            with state:
                exec(act, {"np": np, **arrays})
        except (FloatingPointError, RuntimeWarning, TypeError, ValueError) as error:
            told.append(f"{type(error).__name__}: {error}")
        values = [array.tolist() for array in arrays.values()]
    return repr(values), told, [str(warning.message) for warning in shown]


@pytest.mark.parametrize("how", ["raise", "error", "warn", "ignore", "call"])
@pytest.mark.parametrize("act", CALLS)
def test_results_are_written_before_errors_are_raised(act, how):
    assert outcome("numen", act, "f8", how) == outcome("numpy", act, "f8", how)


@pytest.mark.parametrize("how", ["raise", "error", "warn"])
@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_outputs_on_their_inputs_are_written_when_numpy_writes_them(operation, dtype, how):
    for places in OVERLAPS:
        act = operation.format(*places)
        assert outcome("numen", act, dtype, how) == outcome("numpy", act, dtype, how), act


@pytest.mark.parametrize("length", [9, 8192, 8193, 40000])
@pytest.mark.parametrize("act", ["x[1:] /= x[:-1]", "x[:-1] /= x[1:]", "x /= x[::-1]",
                                 "np.divide(x[1:], 0, out=x[:-1])", "x /= 0", "x[1:] /= y[1:]"])
def test_long_ones_too(act, length):
    kept = []
    for np in numen, numpy:
        x = np.arange(float(length)) - 2
        y = x.astype("f4")
        with np.errstate(all="raise"), pytest.raises(FloatingPointError):
            exec(act, {"np": np, "x": x, "y": y})
        kept.append(x.tolist())
    assert repr(kept[0]) == repr(kept[1])


def test_what_a_report_reads_was_there_before_the_results(monkeypatch):
    kept = []
    for np in numen, numpy:
        x = np.arange(200000.0) - 2
        seen = []
        monkeypatch.setattr(warnings, "showwarning", lambda *_: seen.append(np.negative(x)))
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            front.set_deferral(True)
            x[1:] /= x[:-1]
        kept.append([seen[0][:9].tolist(), x[:9].tolist()])
    assert repr(kept[0]) == repr(kept[1])
