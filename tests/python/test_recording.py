"""What is recorded, who computes it, and what never is."""

import gc
import os
import pickle
import subprocess
import sys

import numpy
import pytest

import numen
from numen.native import front

from tests.clients.user_code import under_numen

from .recorded import SIZE, numbers, recording, states  # noqa: F401

A = numpy.linspace(1, 2, SIZE)
RECORDED = {
    "map": lambda np, a: np.exp(a),
    "map of two": lambda np, a: a * a[::-1],
    "operation on integers": lambda np, a: np.arange(SIZE) & 7,
    "comparison": lambda np, a: a < 1.5,
    "mixed types": lambda np, a: a + np.arange(SIZE, dtype="i2"),
    "broadcast": lambda np, a: a.reshape(-1, 2) * np.array([1.0, 2.0]),
    "cast": lambda np, a: (a * 100).astype("i4") + a.astype("f4").astype("c16"),
    "cast to another order": lambda np, a: a.reshape(4, -1).astype("f4", order="F"),
    "number": lambda np, a: 2 ** (3 / a),
    "view of a recorded result": lambda np, a: (a + 1).reshape(2, -1).T,
}


@pytest.mark.parametrize("name", RECORDED)
def test_is_recorded(name):
    given, wanted = RECORDED[name](numen, numen.array(A)), RECORDED[name](numpy, A)
    assert states(given) == ["pending"]
    assert (given.shape, given.dtype, given.strides) == (wanted.shape, wanted.dtype, wanted.strides)
    assert states(given) == ["pending"]
    assert numpy.allclose(numpy.asarray(given), wanted, rtol=1e-15)


@pytest.mark.parametrize("to", ["?", "i2", "i4", "i8", "f4", "c8", "c16"])
def test_a_conversion_is_stored_in_another_order_than_its_source(to):
    source = numen.array(A).reshape(4, -1) * 2
    given = source.astype(to, order="F")
    assert states(source, given) == ["pending", "pending"]
    wanted = (A.reshape(4, -1) * 2).astype(to, order="F")
    assert given.strides == wanted.strides
    numpy.testing.assert_array_equal(numpy.asarray(given), wanted)


def test_error_is_raised_at_the_call():
    a = numen.array(A) + 1
    with pytest.raises(ValueError, match="could not be broadcast together"):
        a + numen.ones(SIZE - 1)
    with pytest.raises(TypeError, match="ufunc 'bitwise_and' not supported"):
        a & a
    with pytest.raises(OverflowError, match="out of bounds for uint8"):
        numen.ones(SIZE, dtype="u1") + 300
    assert states(a) == ["pending"]


def test_elements_without_a_dimension_are_computed_first():
    for function in (numpy.add, numpy.hypot, numpy.less):
        ours = getattr(numen, function.__name__)
        x, y = numen.array(A) * 2, numen.array(A) * 3
        first, second = x[7, ...], y[9, ...]
        assert states(first, second) == ["pending"] * 2
        assert ours(first, second) == function(A[7] * 2, A[9] * 3)


@pytest.mark.parametrize("name", ["sum", "prod", "mean"])
def test_a_reduction_of_axes_in_another_type(name):
    values = numpy.linspace(0.9, 1.1, SIZE).reshape(-1, 64)
    x = numen.array(values) + 1
    assert states(x) == ["pending"]
    for dtype in ("f4", "f2", "c16"):
        given = getattr(x, name)(axis=1, dtype=dtype)
        wanted = getattr(values + 1, name)(axis=1, dtype=dtype)
        assert given.dtype == wanted.dtype
        numpy.testing.assert_allclose(numpy.asarray(given), wanted, rtol=1e-1 if dtype == "f2"
                                      else 1e-5)


LOOKS = {
    "print": lambda x: print(x), "repr": repr, "element": lambda x: x[3],
    "item": lambda x: x.item(5),
    "comparison as a bool": lambda x: bool((x == x).all()), "list": lambda x: x[:3].tolist(),
    "iteration": lambda x: next(iter(x)), "conversion": lambda x: numpy.asarray(x, dtype="f4"),
    "copy": lambda x: x.copy(), "reduction": lambda x: x.sum(), "axis": lambda x: x.sum(axis=0),
    "pickle": lambda x: pickle.dumps(x), "bytes": lambda x: x.tobytes(), "in": lambda x: 3.0 in x,
    "library": lambda x: numpy.fft.rfft(x), "buffer": memoryview, "array": numpy.asarray,
    "evaluate": lambda x: numen.evaluate(x), "product": lambda x: x @ x, "sort": numen.sort,
}


@pytest.mark.parametrize("name", LOOKS)
def test_look_computes(name):
    x = numen.array(A) + 1
    view = x[1:]
    assert states(x, view) == ["pending"] * 2
    LOOKS[name](x)
    assert states(x, view) in (["host"] * 2, ["exposed"] * 2)
    assert numpy.array_equal(numpy.asarray(view), A[1:] + 1)


def test_small_arrays_never_touch_the_recorder():
    front.count_recording(True)
    a = numen.arange(float(front.managed_threshold()))
    ((a + 1) * a - 2).sum()
    looks, at_once = front.recording_counts()
    front.count_recording(False)
    assert looks == {} and at_once["small"][0] == 0  # the quick path asks nobody


def test_a_chain_is_computed_when_its_end_is_looked_at():
    (A, B), (a, b) = zip(numbers(1), numbers(2))
    x = a * b + a - 3 * b
    assert states(x) == ["pending"]
    assert numpy.array_equal(numpy.asarray(x), A * B + A - 3 * B)


def test_what_nobody_looks_at_is_not_computed():
    a = numen.ones(SIZE)
    x, y = a + 1, a + 2
    assert y[0] == 3 and states(x) == ["pending"]


@pytest.mark.parametrize("shape", [(300, 500), (2, 3, 30_000), (100, 1, 2000)])
def test_layouts_broadcasts_and_types_in_one_program(shape):
    rng = numpy.random.default_rng(5)
    A, B = rng.random(shape), rng.integers(0, 9, shape[::-1]).astype("i2")
    row = rng.random(shape[-1]).astype("f4")
    a, b, r = numen.array(A), numen.array(B), numen.array(row)

    def program(np, a, b, r):
        c = a * b.T + r
        d = np.where(c > a, c, b.T) if hasattr(np, "where") else c
        return c - a[::-1] * 2, (c < a) & (a > 0.5), d.T + 1

    for wanted, given in zip(program(numpy, A, B, row), program(numen, a, b, r)):
        given = numpy.asarray(given)
        assert given.dtype == wanted.dtype and given.strides == wanted.strides
        assert numpy.array_equal(given, wanted)


def test_conversions_are_stored_in_their_own_order():
    values, a = numbers(10)

    def program(np, a):
        held = a.reshape(4, -1).astype("f4", order="F")
        return np.add(held, a.reshape(4, -1), order="C"), held

    for wanted, given in zip(program(numpy, values), program(numen, a)):
        assert given.strides == wanted.strides
        assert numpy.array_equal(numpy.asarray(given), wanted)


def test_rows_of_any_length_end_in_a_reduction():
    values, a = numbers(11, 3 * SIZE)
    for columns in (3, 48, 4096):
        wanted = ((values.reshape(-1, columns) - numpy.arange(columns)) ** 2).sum()
        given = ((a.reshape(-1, columns) - numen.arange(columns)) ** 2).sum()
        assert given == pytest.approx(wanted, rel=1e-14)


def test_more_conversions_than_a_byte_counts():
    values, a = numbers(12)
    A = B = values.astype("f4")
    x = y = a.astype("f4")
    for step in range(60):
        A, x = (A + values).astype("f4"), (x + a).astype("f4")
        if step % 3 == 0:
            B, y = B + A.astype("f8") - A.astype("i4"), y + x.astype("f8") - x.astype("i4")
    assert numpy.array_equal(numpy.asarray(y), B) and numpy.array_equal(numpy.asarray(x), A)


def test_small_arrays_are_copied_when_they_are_recorded():
    values, a = numbers(8, 4 * SIZE)
    row = numen.arange(4.0)
    x = a.reshape(-1, 4) * row
    assert states(row, x) == ["exposed", "pending"]
    row[:] = 0
    numpy.asarray(row)[1] = 7
    assert numpy.array_equal(numpy.asarray(x), values.reshape(-1, 4) * numpy.arange(4.0))


def test_views_of_other_types_and_unaligned_memory():
    raw = numpy.arange(8 * SIZE + 8, dtype="u1")
    bytes_ = numen.array(raw) + numen.array(raw)
    wanted = (raw + raw)[3:-5].view("i4") * 2 + 1
    assert numpy.array_equal(numpy.asarray(bytes_[3:-5].view("i4") * 2 + 1), wanted)


def test_views_of_another_type_are_other_inputs():
    values, a = numbers(13)
    twice = a * 2
    given = (a + a.view("i8")) - (twice.view("i8") + twice), (a * 3).view("i8") + a
    bits = (values * 2).view("i8"), (values * 3).view("i8")
    wanted = (values + values.view("i8")) - (bits[0] + values * 2), bits[1] + values
    assert numpy.array_equal(numpy.asarray(given), wanted)


def test_what_has_several_results_no_axes_or_foreign_memory_runs_at_once():
    a, real = numen.array(A), A.copy()
    assert states(*numen.divmod(a, 2.0), *numen.modf(a)) == ["host"] * 4
    with under_numen(True):  # otherwise NumPy's methods serve real arrays here
        foreign = numen.asarray(real)
        given = [numen.sin(foreign), foreign.astype("f4"), foreign.reshape(2, -1).sum(axis=1)]
        assert states(*given) == ["host"] * 2 + ["exposed"]
    assert "pending" not in states(a.astype("f8"), a.sum(keepdims=True), a[:10].astype("f4"),
                                   a[:10].reshape(2, 5).sum(axis=1))
    element = (a * 2).reshape(2, -1)[1, 5, ...]
    assert states(element) == ["pending"]
    assert numpy.array_equal(numpy.asarray(a + element), A + A.reshape(2, -1)[1, 5] * 2)
    element = (a * 2).reshape(2, -1)[1, 5, ...]
    assert "pending" not in states(numen.where(True, element, 1.0))


def test_nothing_of_no_elements_is_recorded():
    none = (numen.array(A) * 2)[:0]
    assert states(none) == ["pending"]
    assert "pending" not in states(none + 1, none * none, numen.sin(none), numen.less(none, 1))


def test_nothing_of_dimension_zero_is_recorded():
    element = (numen.array(A) * 2).reshape(2, -1)[1, 5, ...]
    threshold = front.managed_threshold()
    front.set_managed_threshold(0)
    assert "pending" not in states(element.astype("f4"), numen.where(True, element, 1.0))
    front.set_managed_threshold(threshold)


def test_what_has_no_room_is_refused_at_the_call():
    a = numen.ones(1 << 20)
    with pytest.raises(MemoryError, match="Unable to allocate"):
        a.reshape(-1, 1) * a


def test_nothing_is_recorded_in_libraries(tmp_path):
    text = "def f(a): return a + 1, a.astype('f4'), a.reshape(-1, 4).sum(axis=1)"
    library = {"__name__": "neighbour"}
    exec(compile(text, str(tmp_path / "site-packages" / "neighbour.py"), "exec"), library)
    assert "pending" not in states(*library["f"](numen.array(A)))
    assert states(*library["f"](numen.array(A) * 2)) != ["pending"] * 3


def test_nothing_is_recorded_where_recording_is_off():
    a, m = numen.array(A), numen.array(MATRIX)
    front.force_deferral(False)
    assert "pending" not in states(a + 1, a.astype("f4"), m.max(axis=1), numen.where(a > 1, a, 2))


MANY = {
    "operations": lambda x: x + 1,
    "conversions": lambda x: x.astype("f4" if x.itemsize == 8 else "f8"),
    "reductions": lambda x: x.sum(axis=1), "choices": lambda x: numen.where(x, x, 1),
}


@pytest.mark.parametrize("name", MANY)
def test_so_many_operations_wait(name):
    a = numen.ones((SIZE // 8, 8))
    kept = []
    for _ in range(100):
        kept.append(MANY[name](kept[-1] if kept and name == "conversions" else a))
    assert states(kept[0], kept[-1]) == ["host", "pending"]


def test_evaluate_computes_and_exposes_nothing():
    a = numen.ones(SIZE)
    x, y = a + 1, a * 2
    assert numen.evaluate(x, y, numpy.ones(3)) is None
    assert states(x, y) == ["host", "host"]
    with pytest.raises(TypeError, match="evaluate: needs arrays, got list"):
        numen.evaluate([x])


def test_the_switch_turns_recording_off():
    code = ("import numen; from numen.native import front; "
            "print(front.state(numen.ones(100_000) + 1))")
    for value, state in (("1", "host"), ("0", "pending"), ("", "pending")):
        done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True,
                              env={**os.environ, "NUMEN_EAGER": value}, check=True)
        assert done.stdout == state + "\n"


def test_memory_that_numpy_made_for_us_is_managed():
    rng = numen.random.default_rng(1)
    x = rng.random(SIZE)
    assert states(x) == ["host"]
    y = x + 1
    assert states(y) == ["pending"]
    wanted = numpy.random.default_rng(1).random(SIZE) + 1
    real = numpy.asarray(x)
    del x
    gc.collect()
    assert numpy.array_equal(numpy.asarray(y), wanted) and numpy.array_equal(real + 1, wanted)


def test_memory_that_numpy_keeps_stays_numpys():
    rng = numen.random.default_rng(1)
    x = numen.array(numpy.arange(SIZE))
    rng.shuffle(x)
    out = numpy.empty(SIZE)
    given = rng.random(out=out)
    assert states(given)[0] in ("exposed", None)


MATRIX = A.reshape(-1, 256)
REDUCED = {
    "where": lambda np, a: np.where(a > 1.5, a, -a),
    "where with numbers": lambda np, a: np.where(a > 1.5, 0, np.float32(2)),
    "where of three types": lambda np, a: np.where(a, np.arange(256, dtype="i2"), a.astype("f4")),
    "where, broadcast": lambda np, a: np.where(a[:, :1] > 1.5, a.T[:256].T, 7),
    **{name: (lambda name: lambda np, a: getattr(a, name)(axis=1))(name)
       for name in ("sum", "mean", "min", "max", "prod", "any", "all")},
    "columns": lambda np, a: a.sum(axis=0),
    "kept": lambda np, a: np.mean(a, axis=-1, keepdims=True),
    "of a transposed": lambda np, a: (a.T * 2).max(axis=0),
    "of several axes": lambda np, a: a.reshape(4, -1, 8, 32).sum(axis=(1, 3)),
    "integers": lambda np, a: (a * 9).astype("i2").sum(axis=1),
    "of what is small itself": lambda np, a: np.sqrt(a.sum(axis=1)) + 1,
    "where of what is small itself": lambda np, a: np.where(a.sum(axis=1) > 0, a.sum(axis=1), 7),
}


@pytest.mark.parametrize("name", REDUCED)
def test_where_and_axis_reductions_are_recorded(name):
    given = REDUCED[name](numen, numen.array(MATRIX))
    wanted = REDUCED[name](numpy, MATRIX)
    assert states(given) == ["pending"]
    assert (given.shape, given.dtype, given.strides) == (wanted.shape, wanted.dtype, wanted.strides)
    assert states(given) == ["pending"]
    front.force_deferral(False)
    at_once = REDUCED[name](numen, numen.array(MATRIX))
    assert numpy.asarray(given).tobytes() == numpy.asarray(at_once).tobytes()
    assert numpy.allclose(numpy.asarray(given), wanted, rtol=1e-13)


def test_reductions_of_axes_that_are_refused_or_of_nothing():
    a = numen.array(MATRIX)
    with pytest.raises(numpy.exceptions.AxisError, match="axis 2 is out of bounds"):
        a.sum(axis=2)
    assert numpy.array_equal(numpy.asarray(a.sum(axis=())), MATRIX)


def test_an_empty_mask_of_recorded_work_is_a_mask_to_numpy(recording):
    """NumPy takes an empty array that is no ndarray to it for an empty list of integers."""
    x = numen.ones((SIZE, 2)) + 1
    assert numpy.ones((0, 2))[x[:0] > 0].shape == (0,)
