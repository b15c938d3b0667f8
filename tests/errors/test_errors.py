"""The texts of errors and warnings, whole: NumPy's where NumPy has one."""

import sys
import warnings

import numpy
import pytest

import numen
from numen.native import front


@pytest.fixture(autouse=True, params=[0, 1 << 62], ids=["managed", "exposed"])
def threshold(request):
    """Every text is judged for managed and for exposed arrays."""
    old = front.managed_threshold()
    front.set_managed_threshold(request.param)
    yield request.param
    front.set_managed_threshold(old)


CALLS = {
    "broadcast": lambda np: np.ones(2) + np.ones(3),
    "broadcast 2-D": lambda np: np.ones((2, 3)) * np.ones((4, 3)),
    "in-place broadcast": lambda np: np.ones(2).__iadd__(np.ones((3, 2))),
    "out shape": lambda np: np.add(np.ones(3), 1, out=np.ones(2)),
    "out cast": lambda np: np.add(np.ones(3), 1.5, out=np.ones(3, "i8")),
    "in-place cast": lambda np: np.ones(3, "i8").__iadd__(0.5),
    "in-place divide": lambda np: np.ones(3, "i4").__itruediv__(2),
    "complex into real": lambda np: np.ones(3).__iadd__(1j),
    "boolean minus": lambda np: np.ones(3, bool) - np.ones(3, bool),
    "negative boolean": lambda np: -np.ones(3, bool),
    "float bits": lambda np: np.ones(3) & np.ones(3),
    "invert float": lambda np: ~np.ones(3),
    "shift float": lambda np: np.ones(3) << 1,
    "complex order": lambda np: np.floor(np.ones(3) * 1j),
    "negative power": lambda np: np.arange(3) ** -1,
    "negative power array": lambda np: np.arange(3) ** np.array([-1, 2, 3]),
    "out of range int": lambda np: np.ones(3, "u1") + 300,
    "negative into unsigned": lambda np: np.ones(3, "u1") + (-1),
    "reshape": lambda np: np.arange(6).reshape(4),
    "reshape two unknown": lambda np: np.arange(6).reshape(-1, -1),
    "reshape unknown": lambda np: np.arange(6).reshape(4, -1),
    "axis": lambda np: np.ones((2, 2)).sum(axis=2),
    "axis negative": lambda np: np.ones((2, 2)).max(axis=-3),
    "axis twice": lambda np: np.ones((2, 2)).sum(axis=(0, 0)),
    "axis type": lambda np: np.ones((2, 2)).sum(axis="x"),
    "transpose axes": lambda np: np.ones((2, 2)).transpose(0, 0),
    "transpose count": lambda np: np.ones((2, 2)).transpose(0),
    "swapaxes": lambda np: np.ones((2, 2)).swapaxes(0, 5),
    "squeeze": lambda np: np.ones((2, 1)).squeeze(0),
    "max of nothing": lambda np: np.ones(0).max(),
    "min of nothing": lambda np: np.min(np.ones((0, 3)), axis=0),
    "argmax of nothing": lambda np: np.ones(0).argmax(),
    "index range": lambda np: np.arange(3)[5],
    "index count": lambda np: np.arange(3)[1, 2],
    "index float": lambda np: np.arange(3)[1.0],
    "index text": lambda np: np.arange(3)["a"],
    "mask length": lambda np: np.arange(3)[np.ones(4, bool)],
    "fancy range": lambda np: np.arange(3)[[0, 9]],
    "fancy shapes": lambda np: np.ones((3, 3))[[0, 1], [0, 1, 2]],
    "two ellipses": lambda np: np.ones((3, 3))[..., ...],
    "set shape": lambda np: np.ones((3, 3)).__setitem__(0, np.ones(2)),
    "set mask count": lambda np: np.arange(4).__setitem__(np.array([True] * 3 + [False]), [1, 2]),
    "set text": lambda np: np.ones(3).__setitem__(0, "a"),
    "set sequence": lambda np: np.ones(3).__setitem__(0, [1, 2]),
    "set out of range int": lambda np: np.ones(3, "i1").__setitem__(0, 300),
    "ambiguous truth": lambda np: bool(np.ones(2)),
    "truth of nothing": lambda np: bool(np.ones(0)),
    "float of array": lambda np: float(np.ones(2)),
    "int of array": lambda np: int(np.ones((2, 2))),
    "len of scalar": lambda np: len(np.array(1.0)),
    "iterate scalar": lambda np: iter(np.array(1.0)),
    "index of float": lambda np: range(3)[np.array(1.0)],
    "hash": lambda np: hash(np.ones(2)),
    "item": lambda np: np.ones(2).item(),
    "item range": lambda np: np.ones(2).item(5),
    "read only": lambda np: np.broadcast_to(np.ones(2), (2, 2)).__setitem__(0, 1),
    "read only in place": lambda np: np.broadcast_to(np.ones(2), (2, 2)).__iadd__(1),
    "broadcast_to": lambda np: np.broadcast_to(np.ones(2), (2, 3)),
    "concatenate nothing": lambda np: np.concatenate([]),
    "concatenate shapes": lambda np: np.concatenate([np.ones((2, 2)), np.ones((3, 3))]),
    "concatenate dimensions": lambda np: np.concatenate([np.ones(2), np.ones((3, 3))]),
    "concatenate scalars": lambda np: np.concatenate([np.array(1), np.array(2)]),
    "stack shapes": lambda np: np.stack([np.ones(2), np.ones(3)]),
    "split": lambda np: np.split(np.ones(5), 2),
    "matmul": lambda np: np.ones((2, 3)) @ np.ones((2, 3)),
    "matmul scalar": lambda np: np.ones(3) @ 2,
    "dot": lambda np: np.dot(np.ones((2, 3)), np.ones((2, 3))),
    "cross": lambda np: np.cross(np.ones(4), np.ones(4)),
    "unknown keyword": lambda np: np.add(np.ones(2), 1, nonsense=3),
    "too few": lambda np: np.add(np.ones(2)),
    "too many": lambda np: np.sin(np.ones(2), np.ones(2), np.ones(2)),
    "dtype": lambda np: np.zeros(3, "nonsense"),
    "negative shape": lambda np: np.zeros(-1),
    "shape text": lambda np: np.zeros("a"),
    "ragged": lambda np: np.array([[1, 2], [3]]),
    "astype casting": lambda np: np.ones(2).astype("i4", casting="safe"),
    "view size": lambda np: np.ones((2, 3), "i1").view("i4"),
    "where": lambda np: np.where(np.ones(2), np.ones(3), 1),
    "take range": lambda np: np.ones(3).take([7]),
    "repeat": lambda np: np.ones(3).repeat([1, 2]),
    "repeat negative": lambda np: np.ones(3).repeat(-1),
    "shape attribute": lambda np: setattr(np.ones(6), "shape", (4,)),
    "no attribute": lambda np: np.ones(2).nonsense,
    "set attribute": lambda np: setattr(np.ones(2), "nonsense", 1),
    "arange": lambda np: np.arange(0, 1, 0),
    "linspace": lambda np: np.linspace(0, 1, -1),
    "eye": lambda np: np.eye(-1),
    "ufunc type": lambda np: np.add(np.ones(2), object()),
    "add text": lambda np: np.ones(2) + "a",
    "add None": lambda np: np.ones(2) + None,
    "sum of text axis": lambda np: np.ones(3).sum(out=np.ones(2)),
    "reduce of two": lambda np: np.sin.reduce(np.ones(3)),
    "accumulate axis": lambda np: np.add.accumulate(np.ones(3), axis=4),
    "einsum": lambda np: np.einsum("ij,jk", np.ones(2), np.ones(3)),
    "copyto": lambda np: np.copyto(np.ones(2), np.ones(3)),
    "norm order": lambda np: np.linalg.norm(np.ones(3), "nonsense"),
    "expand": lambda np: np.expand_dims(np.ones(2), 5),
    "moveaxis": lambda np: np.moveaxis(np.ones((2, 2)), 0, 3),
}


def failure(call, module):
    """(class name, text) of what a call raises, None if nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            call(module)
        except Exception as error:
            kinds = [kind for kind in type(error).__mro__ if not kind.__name__.startswith("_")]
            return kinds[0], str(error)
    return None


@pytest.mark.parametrize("name", CALLS)
def test_exception_and_text(name):
    wanted = failure(CALLS[name], numpy)
    assert failure(CALLS[name], numen) == wanted


WARNINGS = {
    "divide by zero": lambda np: np.ones(3) / np.zeros(3),
    "invalid divide": lambda np: np.zeros(3) / np.zeros(3),
    "overflow": lambda np: np.full(3, 1e308) * 10,
    "log of zero": lambda np: np.log(np.zeros(3)),
    "log of negative": lambda np: np.log(-np.ones(3)),
    "sqrt": lambda np: np.sqrt(-np.ones(3)),
    "exp": lambda np: np.exp(np.full(3, 1000.0)),
    "power": lambda np: np.full(3, 10.0) ** 400,
    "integer floor": lambda np: np.ones(3, "i8") // np.zeros(3, "i8"),
    "integer remainder": lambda np: np.ones(3, "i8") % np.zeros(3, "i8"),
    "invalid cast": lambda np: np.full(3, numpy.nan).astype("i8"),
    "overflow cast": lambda np: np.full(3, 1e300).astype("f4"),
    "complex": lambda np: (np.ones(3) * 1j).astype("f8"),
    "complex assignment": lambda np: np.ones(3).__setitem__(0, np.array([1j])[0]),
    "mean of nothing": lambda np: np.ones(0).mean(),
    "var of nothing": lambda np: np.ones(0).var(),
    "std of one": lambda np: np.ones(1).std(ddof=1),
    "arcsin": lambda np: np.arcsin(np.full(3, 2.0)),
    "sum overflow": lambda np: np.full(3, 1e308).sum(),
    "inf minus inf": lambda np: np.full(3, numpy.inf) - numpy.inf,
    "remainder by zero": lambda np: np.ones(3) % 0.0,
    "nanmean": lambda np: np.nanmean(np.full(3, numpy.nan)),
}


def heard(call, module):
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        call(module)
    return sorted({(item.category.__name__, str(item.message)) for item in log})


@pytest.mark.parametrize("name", WARNINGS)
def test_warning_and_text(name):
    assert heard(WARNINGS[name], numen) == heard(WARNINGS[name], numpy)


def test_warnings_point_at_the_users_line():
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter("always")
        numen.ones(3) / numen.zeros(3)
    assert log[0].filename == __file__


@pytest.mark.parametrize("mode", ["ignore", "warn", "raise", "call", "print", "log"])
def test_errstate(mode, capsys):
    def run(module):
        seen = []
        handler = seen.append if mode != "log" else type("Log", (), {
            "write": lambda self, text: seen.append(text)})()
        call = (lambda kind, flag: seen.append((kind, flag))) if mode == "call" else handler
        with warnings.catch_warnings(record=True) as log:
            warnings.simplefilter("always")
            with module.errstate(divide=mode, call=call if mode in ("call", "log") else None):
                try:
                    module.ones(3) / module.zeros(3)
                except FloatingPointError as error:
                    seen.append(str(error))
        return seen, [str(item.message) for item in log], capsys.readouterr().out

    assert run(numen) == run(numpy)


def test_warnings_as_errors_leave_no_result():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        x = numen.ones(3)
        with pytest.raises(RuntimeWarning, match="divide by zero encountered in divide"):
            x / numen.zeros(3)
        assert x.tolist() == [1, 1, 1]


IMPOSSIBLE = [(2 ** 50,), (2 ** 31, 2 ** 20)]


@pytest.mark.parametrize("shape", IMPOSSIBLE, ids=str)
def test_impossible_allocations_name_the_bytes(shape):
    with pytest.raises(MemoryError) as wanted:
        numpy.ones(shape)
    for make in (numen.ones, numen.zeros, numen.empty, lambda s: numen.full(s, 2.0)):
        with pytest.raises(MemoryError) as given:
            make(shape)
        assert str(given.value) == str(wanted.value)
    assert numen.ones(3).sum() == 3


def test_impossible_results_are_refused_at_the_call():
    column = numen.ones((3_000_000, 1))
    row = numen.ones(3_000_000)
    front.force_deferral(True)
    try:
        with pytest.raises(MemoryError, match="Unable to allocate"):
            column * row
    finally:
        front.force_deferral(False)
    assert row.sum() == 3_000_000


def test_shapes_beyond_every_size():
    for make in (numpy, numen):
        with pytest.raises(ValueError) as error:
            make.zeros((2 ** 40, 2 ** 40))
        if make is numpy:
            wanted = str(error.value)
    assert str(error.value) == wanted


@pytest.mark.parametrize("make", ["empty", "byte-swapped", "read-only", "unaligned", "0-d"])
def test_odd_inputs_work(make):
    base = numpy.arange(12.0)
    odd = {"empty": base[:0], "byte-swapped": base.astype(">f8"), "0-d": base[3:4].reshape(()),
           "unaligned": numpy.frombuffer(b"-" + base.tobytes(), "u1")[1:].view("f8"),
           "read-only": numpy.frombuffer(base.tobytes())}[make]
    ours = front.wrap(odd)
    for function in (lambda np, a: a + 1, lambda np, a: np.sqrt(a), lambda np, a: a.sum(),
                     lambda np, a: a > 2, lambda np, a: np.where(a > 2, a, 0), lambda np, a:
                     a.copy(), lambda np, a: a.astype("i4"), lambda np, a: a.reshape(-1)[::-1],
                     lambda np, a: np.concatenate([a.ravel(), a.ravel()]), lambda np, a: a[...],
                     lambda np, a: a.mean() if a.size else 0, lambda np, a: (a == a).all()):
        wanted, given = function(numpy, odd), function(numen, ours)
        assert numpy.asarray(given).tolist() == numpy.asarray(wanted).tolist()
        assert getattr(given, "dtype", None) == getattr(wanted, "dtype", None)
    if make == "read-only":
        with pytest.raises(ValueError, match="read-only"):
            ours[0] = 1


@pytest.mark.full
def test_more_than_two_to_the_31_elements():
    """int8 arrays whose element count does not fit 32 bits."""
    count = 2 ** 31 + 5
    array = numen.zeros(count, "i1")
    array[-3:] = 7
    array[2 ** 31] = 9
    assert array.sum() == 9 + 7 * 3 and array.argmax() == 2 ** 31
    assert (array[::-1][:5]).tolist() == [7, 7, 7, 0, 9]
    array += 1
    assert int(array[2 ** 31 + 1]) == 1 and int(array[0]) == 1
    assert numen.count_nonzero(array == 8) == 3
    assert array.reshape(-1, 1)[2 ** 31, 0] == 10


def test_recursion_and_deep_nesting_do_not_crash():
    deep = []
    for _ in range(2000):
        deep = [deep]
    for module in (numpy, numen):
        with pytest.raises((ValueError, RecursionError)):
            module.array(deep, dtype="f8")
    assert sys.getrecursionlimit() >= 1000
