"""Full reductions as the last step of what they reduce."""

import warnings

import numpy
import pytest

import numen
from numen.bench import memory
from numen.native import front

from .recorded import SIZE, recording, states  # noqa: F401
from .test_moments import alone, overwrite, values_of

REDUCTIONS = ["sum", "mean", "min", "max", "any", "all", "prod", "std", "var", "argmax"]


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("dtype", ["f4", "f8", "i4", "u1", "?", "c16", "f2"])
@pytest.mark.parametrize("size", [20_000, 65_536, 300_001])
def test_a_reduction_at_the_end_has_the_bits_of_one_of_stored_values(name, dtype, size):
    if dtype == "c16" and name == "argmax":
        size = 20_000
    values = (numpy.random.default_rng(7).random(size) * 9).astype(dtype)
    if dtype == "c16":
        values = values + 1j * values[::-1]
    a = numen.array(values)
    with numpy.errstate(all="ignore"):
        front.force_deferral(False)
        wanted = getattr(a + a, name)()
        front.force_deferral(True)
        given = getattr(a + a, name)()
        held = a + a
        of_held = getattr(held, name)()
    assert type(given) is type(wanted)
    assert given.tobytes() == wanted.tobytes() == of_held.tobytes()


OTHER_REDUCTIONS = {
    "every second": lambda y: y[::2].sum(), "a half": lambda y: y[:SIZE // 2].sum(),
    "backwards": lambda y: y[::-1].sum(), "turned": lambda y: y.reshape(2, -1).T.sum(),
    "as integers": lambda y: y.view("i8").sum(), "in float32": lambda y: y.sum(dtype="f4"),
    "corrected": lambda y: y.var(ddof=3), "with its axis": lambda y: y.sum(keepdims=True),
}


@pytest.mark.parametrize("name", OTHER_REDUCTIONS)
def test_what_is_no_reduction_of_the_whole_result_has_the_bits_of_stored_values(name):
    values = numpy.random.default_rng(8).random(SIZE)
    reduced = OTHER_REDUCTIONS[name]
    at_once, later = numen.array(values) * 2, numen.array(values) * 2
    numen.evaluate(at_once)
    given, wanted = reduced(later), reduced(at_once)
    assert given.shape == reduced(values).shape
    assert numpy.allclose(given, reduced(values * 2), rtol=1e-5)
    assert numpy.asarray(given).tobytes() == numpy.asarray(wanted).tobytes()


@pytest.mark.parametrize("shape, axis", [((200, 3), 0), ((3, 200), -1), ((70, 130), None)])
def test_means_of_complex_numbers_have_the_bits_of_stored_values(shape, axis):
    """Their sums are divided as complex numbers are."""
    values = numpy.random.default_rng(9).normal(size=(20, 2, *shape)).astype("f4")
    old = front.managed_threshold()
    front.set_managed_threshold(0)
    try:
        for real, imaginary in values:
            a = numen.array(real + 1j * imaginary)
            given = (a + a).mean(axis)
            front.force_deferral(False)
            wanted = (a + a).mean(axis)
            front.force_deferral(True)
            assert numpy.asarray(given).tobytes() == numpy.asarray(wanted).tobytes()
    finally:
        front.set_managed_threshold(old)


def test_one_element_that_is_repeated_is_not_the_whole_result():
    y = numen.arange(float(SIZE)) * 2
    assert numen.broadcast_to(y[3:4], SIZE).sum() == 6 * SIZE


@pytest.mark.no_sanitizer  # whose memory is more
def test_a_reduced_temporary_is_never_stored():
    code = ("column, row = np.ones((1 << 14, 1), dtype='f4'), np.ones(1 << 14, dtype='f4'); "
            "assert (column * row + 1).sum() == 2.0 ** 29")  # a temporary of 1 GB
    assert memory.peak_bytes("numen", code) < 400e6


def test_a_reduced_array_that_is_held_is_stored():
    held = numen.ones(SIZE) * 2
    assert held.sum() == 2 * SIZE and states(held) == ["host"]
    shown = numen.ones(SIZE) * 2
    total = shown[...].sum()  # outside of an assertion, which would hold the view
    assert total == 2 * SIZE and states(shown) == ["host"]


def test_a_reduced_temporary_that_recorded_work_reads_is_stored():
    temporary = [numen.ones(SIZE) * 2]
    end = temporary[0] + 1
    total = temporary.pop().sum()  # as above
    assert total == 2 * SIZE
    assert [program["operations"] for program in front.outline(end)] == [1]


@pytest.mark.parametrize("size", [100_000, 1 << 20, 1 << 22])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_moments_share_one_pass(dtype, size):
    values = values_of(dtype, size)
    every = ["sum", "mean", "std", "var", "min", "max"]
    of_sum = ["sum", "mean"]
    for first, others in {"std": every, "var": every, "sum": of_sum, "mean": of_sum,
                          "min": [], "max": []}.items():
        x = numen.array(values)
        assert getattr(x, first)() == alone(first, values)
        overwrite(x)  # nobody looks at the elements again
        for name in [first, *others]:
            assert getattr(x, name)() == alone(name, values)


def softmax(np, x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def layer_norm(np, x):
    d = x - x.mean(axis=-1, keepdims=True)
    return d / np.sqrt((d * d).mean(axis=-1, keepdims=True) + np.float32(1e-5)) * x[0] + x[1]


def without_keepdims(np, x):
    mean, top = x.mean(axis=-1), x.max(axis=-1)
    return (x - mean[..., None]) / (top - mean)[..., None], mean * 2, top


def distances(np, x):
    p, q = x[:90, ..., :16].reshape(90, -1, 16)[:, 0], x[90:, ..., :16].reshape(-1, 16)[:100]
    return np.sqrt(((p[:, None] - q) ** 2).sum(axis=-1))


def questions(np, x):
    above = x > x.mean(axis=-1, keepdims=True)
    return above.any(axis=-1), above.all(axis=-1), above.sum(axis=-1), np.where(above, x, 0)


def through_other_maps(np, x):
    e = x * 2
    shifted = e[..., 1:] - e[..., :-1]
    rows = shifted.sum(axis=-1, keepdims=True)
    return (shifted - rows) / rows[::-1], e.T.sum(axis=0), e.sum(axis=0)


ROW_PROGRAMS = [softmax, layer_norm, without_keepdims, distances, questions, through_other_maps]
SHAPES = [(200, 1024), (1000, 17), (5000, 4), (65, 8192), (70, 9000), (40, 3000), (7, 30, 600),
          (130, 1, 260), (33_000, 1)]


ROW_CASES = [(program, shape) for program in ROW_PROGRAMS for shape in SHAPES
             if program is not distances or (shape[0] > 100 and shape[-1] >= 16)]


@pytest.mark.parametrize("program, shape", ROW_CASES,
                         ids=lambda part: getattr(part, "__name__", str(part)))
@pytest.mark.parametrize("dtype", ["f4", "f8", "f2", "i4", "c16"])
def test_rows_fuse_with_what_precedes_and_follows(program, shape, dtype):
    values = (numpy.random.default_rng(2).random(shape) * 50 + 1).astype(dtype)
    with numpy.errstate(all="ignore"):
        front.force_deferral(False)
        wanted = program(numen, numen.array(values))
        front.force_deferral(True)
        given = program(numen, numen.array(values))
        from_numpy = program(numpy, values)
    if not isinstance(given, tuple):
        wanted, given, from_numpy = (wanted,), (given,), (from_numpy,)
    for of_numpy, at_once, later in zip(from_numpy, wanted, given):
        assert (later.shape, later.dtype, later.strides) == (of_numpy.shape, of_numpy.dtype,
                                                             of_numpy.strides)
        assert numpy.asarray(later).tobytes() == numpy.asarray(at_once).tobytes()


@pytest.mark.no_sanitizer  # whose memory is more
def test_what_lies_between_rows_is_never_stored():
    code = ("x, y = np.ones((1 << 12, 1, 16)), np.ones((1, 1 << 12, 16)); "  # 2 GB between them
            "assert ((x - y) ** 2).sum(axis=-1)[3, 4] == 0")
    assert memory.peak_bytes("numen", code) < 500e6


def test_rows_that_are_held_are_stored():
    x = numen.array(values_of("f4", 1 << 20)).reshape(1024, 1024)
    top = x.max(axis=1, keepdims=True)
    e = numen.exp(x - top)
    y = e / e.sum(axis=1, keepdims=True)
    assert states(top, e, y) == ["pending"] * 3
    assert y[0, 0] > 0 and states(top, e, y) == ["host"] * 3


def test_rows_warn_by_their_own_calls():
    x = numen.zeros((1024, 256), dtype="f4")
    x[5] = 3e38
    total = x.sum(axis=1, keepdims=True)
    y = x / total
    with pytest.warns(RuntimeWarning) as caught:
        y[0, 0]
    told = sorted((str(w.message), w.lineno) for w in caught)
    first = told[-1][1]
    assert [text for text, _ in told] == ["invalid value encountered in divide",
                                          "overflow encountered in reduce"]
    assert told[0][1] == first + 1


def test_a_spread_along_an_axis_warns_by_its_stages():
    values = numpy.ones((300, 400))
    values[3, 5] = numpy.inf
    a = numen.array(values)
    for module, x in ((numpy, values), (numen, a)):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            numpy.asarray(module.std(x, axis=0))
        assert [str(w.message) for w in seen] == ["invalid value encountered in subtract"]
